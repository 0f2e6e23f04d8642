// Proposals: one after another, the least certain first; a key says yes, another no, and nothing else decides.
import { words } from "./texts.js";

const KEYS = { y: true, n: false, r: true };
const UNSURE = 0.9;

export class Proposals {
  constructor(app, box) {
    Object.assign(this, { app, box, layer: "terrain", queue: [], later: new Set() });
    this.part = (name) => box.querySelector(`[data-${name}]`);
    for (const each of box.querySelectorAll("[data-layer]")) each.addEventListener("click", () => this.choose(each));
    for (const each of box.querySelectorAll("[data-answer]")) each.addEventListener("click", () => this.decide(each.dataset.answer));
    this.part("propose").addEventListener("click", () => this.begin());
  }

  choose(button) {
    this.layer = button.dataset.layer;
    for (const each of this.box.querySelectorAll("[data-layer]")) each.setAttribute("aria-pressed", String(each === button));
    this.leave();
  }

  /** Nothing is asked any more. */
  leave() {
    Object.assign(this, { now: null, queue: [] });
    Object.assign(this.app, { asked: null, aim: null, decide: null });
    this.part("asked").hidden = true;
    this.app.redraw();
  }

  async begin() {
    this.later.clear();
    this.any = false;
    this.app.panes[0].canvas.focus({ preventScroll: true }); // so that Enter says yes and does not begin anew
    this.app.decide = (key) => this.decide(key);
    this.part("note").textContent = words("looking");
    if (await this.fetch()) this.next();
  }

  async fetch() {
    await this.app.state.save();
    const { layer } = this;
    const answer = await fetch(`${this.app.address}/board/${this.app.boardAt}/proposals/${layer}`);
    const told = await answer.json();
    if (layer !== this.layer) return false;
    this.part("note").textContent = told.missing ? words("missing", { command: words("install_trace") }) : (told.error ?? "");
    if (!answer.ok || told.missing) return false;
    this.any ||= told.queue.length > 0;
    this.queue = told.queue.filter((each) => name(each) !== name(this.now) && !this.later.has(name(each)));
    this.part("left").textContent = words("left", { count: told.left });
    this.part("remaining").textContent = told.remaining.asked ? words("remaining", percent(told.remaining)) : "";
    return true;
  }

  next() {
    this.now = this.queue.shift() ?? null;
    this.part("asked").hidden = !this.now;
    if (!this.now) {
      this.part("note").textContent = words(this.any ? "through" : "nothing");
      Object.assign(this.app, { asked: null, aim: null });
      return this.app.redraw();
    }
    this.tell(this.now);
    this.app.show(this.now.subject);
  }

  tell({ subject, kind, layer, present, score, why, shares, towards, aimed }) {
    const looks = this.app.looks[layer === "terrain" ? "terrains" : "features"];
    const title = (word) => (looks.get(word)?.title ?? word).toLowerCase();
    const share = Object.entries(shares).sort((a, b) => b[1] - a[1]);
    const told = share.map(([word, part]) => `${Math.round(part * 100)} % ${title(word)}`).join(", ");
    const asked = present ? (towards ? "faces" : "is") : "isNot";
    this.part("question").textContent = words(asked, { hex: subject.join("–"), word: title(kind), to: towards });
    this.box.querySelector("[data-answer=r]").hidden = asked !== "faces";
    this.app.aim = asked === "faces" ? { subject, kind, towards } : null;
    const certain = Math.round((present ? score : 1 - score) * 100);
    this.part("score").textContent = words("score", { score: `${certain} %` }) + (share.length > 1 ? ` ${words("shares", { shares: told })}` : "");
    const guessed = asked === "faces" && aimed < UNSURE;
    this.part("why").textContent = (guessed ? `${words(aimed > 0.5 ? "unsure" : "guess", { sure: `${Math.round(aimed * 100)} %` })} ` : "") + words(why);
    document.getElementById("live").textContent = this.part("question").textContent;
  }

  /** Yes, yes but the other way round, no, or later; whether the key was one of these. */
  decide(key) {
    const yes = key === "Enter" ? true : KEYS[key];
    const { now } = this;
    if (!now || (yes === undefined && key !== "j") || (key === "r" && !(now.present && now.towards))) return false;
    if (yes === undefined) this.later.add(name(now));
    else this.answer(now, yes, key === "r");
    this.next();
    if (yes === undefined && !this.queue.length) this.fetch();
    return true;
  }

  /** The answer is sent, and what is asked next is learnt from it. */
  async answer({ subject, kind, present, towards }, yes, turned) {
    this.answering = (this.answering ?? 0) + 1;
    const facing = turned ? subject.find((each) => each !== towards) : towards;
    await this.app.state.answer(`board/${this.app.boardAt}/answer`, { subject, kind, present, yes, turned, towards: facing });
    this.answering -= 1;
    if (this.answering || !this.app.decide) return;
    if ((await this.fetch()) && !this.now) this.next();
  }
}

function name(proposal) {
  return proposal ? `${proposal.subject.join("-")} ${proposal.kind}` : "";
}

function percent(remaining) {
  return { ...remaining, low: `${remaining.low} %`, high: `${remaining.high} %` };
}
