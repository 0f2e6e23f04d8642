// Proposals: one question after another, what mends most first; a key says yes, another no, and nothing else decides.
import { Sure } from "./sure.js";
import { words } from "./texts.js";

const KEYS = { y: true, n: false, r: true };
const UNSURE = 0.9;
const OFF = "-";
const OFTEN = 500;

export class Proposals {
  constructor(app, box) {
    Object.assign(this, { app, box, layer: "all", queue: [], later: new Set(), answering: 0, asking: 0, given: 0 });
    this.part = (name) => box.querySelector(`[data-${name}]`);
    for (const each of box.querySelectorAll("[data-layer]")) each.addEventListener("click", () => this.choose(each));
    for (const each of box.querySelectorAll("[data-answer]")) each.addEventListener("click", () => this.decide(each.dataset.answer));
    this.part("propose").addEventListener("click", () => this.begin());
    this.part("words").addEventListener("click", (event) => {
      const button = event.target.closest("[data-word]");
      if (button) this.say(button.dataset.word);
    });
    this.sure = new Sure(this, box.querySelector("[data-sure]"));
  }

  choose(button) {
    this.layer = button.dataset.layer;
    for (const each of this.box.querySelectorAll("[data-layer]")) each.setAttribute("aria-pressed", String(each === button));
    this.leave();
  }

  /** Nothing is asked any more. */
  leave() {
    Object.assign(this, { now: null, queue: [] });
    Object.assign(this.app, { asked: null, askedSides: null, aim: null, decide: null });
    this.part("asked").hidden = true;
    this.sure.leave();
    this.app.redraw();
  }

  async begin() {
    this.later.clear();
    this.any = false;
    this.app.panes[0].canvas.focus({ preventScroll: true }); // so that Enter says yes and does not begin anew
    this.app.decide = (key) => this.decide(key);
    if (await this.fetch()) this.next();
  }

  async fetch() {
    const { layer, given } = this;
    const told = await this.ask(`proposals/${layer}`);
    if (!told || layer !== this.layer || given !== this.given) return false; // answered meanwhile: it is asked again then
    this.any ||= told.queue.length > 0;
    const now = new Set(this.now ? decides(this.now) : []);
    this.queue = told.queue.filter((each) => !this.later.has(name(each)) && !decides(each).some((one) => now.has(one)));
    this.part("left").textContent = words("left", { count: told.left, questions: told.questions });
    this.part("remaining").textContent = told.remaining.asked ? words("remaining", percent(told.remaining)) : "";
    this.sure.stale();
    return true;
  }

  /** What the desk says of this board, null if it says nothing; how far it is stands there meanwhile. */
  async ask(what) {
    const address = `${this.app.address}/board/${this.app.boardAt}`;
    const note = this.part("note");
    let waiting = true;
    this.asking += 1;
    const tell = async () => {
      const { done } = await (await fetch(`${address}/progress`)).json();
      if (waiting && done < 1) note.textContent = words(done < 0.3 ? "looking" : "learning", { done: `${Math.round(done * 100)} %` });
    };
    await this.app.state.save();
    const often = setInterval(tell, OFTEN);
    if (!this.now) note.textContent = words("looking", { done: "" });
    const [answer, found] = await this.had(`${address}/${what}`).finally(() => {
      waiting = false;
      this.asking -= 1;
      clearInterval(often);
    });
    note.textContent = found.missing ? words("missing", { command: words("install_trace") }) : (found.error ?? "");
    return answer.ok && !found.missing ? found : null;
  }

  async had(address) {
    const answer = await fetch(address);
    return [answer, await answer.json()];
  }

  next() {
    this.now = this.queue.shift() ?? null;
    this.part("asked").hidden = !this.now;
    if (!this.now) {
      this.part("note").textContent = words(this.answering ? "learningOn" : this.any ? "through" : "nothing");
      Object.assign(this.app, { asked: null, askedSides: null, aim: null });
      return this.app.redraw();
    }
    this.tell(this.now);
    this.app.ask(this.now.subjects);
  }

  title(word) {
    if (word === OFF) return words("off");
    const { terrains, features } = this.app.looks;
    return ((terrains.get(word) ?? features.get(word))?.title ?? word).toLowerCase();
  }

  tell({ subject, subjects, kind, layer, present, certainty, why, shares, towards, aimed, rival }) {
    const several = subjects.length > 1;
    const share = Object.entries(shares).sort((a, b) => b[1] - a[1]);
    const told = share.map(([word, part]) => `${Math.round(part * 100)} % ${this.title(word)}`).join(", ");
    const asked = present ? (towards ? "faces" : "is") : "isNot";
    const many = layer === "terrain" ? "are" : present ? "all" : "none";
    const of = { hex: subject.join("–"), count: subjects.length, word: this.title(kind), to: towards };
    this.part("question").textContent = words(several ? many : asked, of);
    this.box.querySelector("[data-answer=r]").hidden = asked !== "faces";
    this.box.querySelector("[data-answer=s]").hidden = !several;
    this.app.aim = asked === "faces" && !several ? { subject, kind, towards } : null;
    const shared = share.length > 1 && !several ? ` ${words("shares", { shares: told })}` : "";
    this.part("score").textContent = words("score", { score: `${Math.round(certainty * 100)} %` }) + shared;
    const guessed = asked === "faces" && aimed < UNSURE;
    this.part("why").textContent = (guessed ? `${words(aimed > 0.5 ? "unsure" : "guess", { sure: `${Math.round(aimed * 100)} %` })} ` : "") + words(why, { rival: this.title(rival) });
    this.offer(kind, layer, rival);
    document.getElementById("live").textContent = this.part("question").textContent;
  }

  /** What it may be instead: of a hex any terrain, or nothing on the map; of a hexside the kind that claims it too. */
  offer(kind, layer, rival) {
    const terrains = this.app.words.terrains.map((each) => each.name).concat(OFF);
    const listed = layer === "terrain" ? terrains.filter((each) => each !== kind) : rival ? [rival] : [];
    this.part("instead").hidden = !listed.length;
    this.part("words").replaceChildren(...listed.map((word) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: this.title(word) });
      button.dataset.word = word;
      return button;
    }));
  }

  /** It is something else. */
  say(word) {
    if (!this.now) return;
    this.answer(this.now, { yes: false, instead: word });
    this.next();
  }

  /** Yes, yes but the other way round, no, some of it, not on the map, or later; whether the key was one of these. */
  decide(key) {
    const yes = key === "Enter" ? true : KEYS[key];
    const { now } = this;
    const known = yes !== undefined || ["j", "s", "o"].includes(key);
    if (!known) return false;
    if (!now) return this.answering > 0; // what comes next is not there yet
    if (key === "r" && !(now.present && now.towards)) return false;
    if (key === "s" && now.subjects.length < 2) return false;
    if (key === "o" && (now.layer !== "terrain" || now.kind === OFF)) return false;
    if (key === "o") return this.say(OFF), true;
    if (key === "j") this.later.add(name(now));
    else this.answer(now, key === "s" ? { some: true } : { yes, turned: key === "r" });
    this.next();
    if (key === "j" && !this.queue.length) this.fetch();
    return true;
  }

  /** Something that was decided is sent; what was asked for before is no longer what is asked. */
  async send(what, told) {
    this.answering += 1;
    this.given += 1;
    await this.app.state.answer(`board/${this.app.boardAt}/${what}`, told);
    this.answering -= 1;
  }

  /** The answer is sent, and what is asked next is learnt from it. */
  async answer({ subjects, kind, present, towards, facing }, said) {
    const faced = (facing ?? [towards]).map((to, at) => (said.turned ? subjects[at].find((each) => each !== to) : to));
    await this.send("answer", { subjects, kind, present, facing: facing ? faced : null, towards: faced[0], ...said });
    if (this.answering || !this.app.decide) return;
    if ((await this.fetch()) && !this.now) this.next();
  }
}

function name(question) {
  return [question.kind, ...decides(question)].join(" ");
}

/** What an answer decides: a hex has one terrain, a hexside any number of words. */
function decides({ subjects, kind }) {
  return subjects.map((each) => (each.length === 1 ? each[0] : `${each.join("-")} ${kind}`));
}

function percent(remaining) {
  return { ...remaining, low: `${remaining.low} %`, high: `${remaining.high} %` };
}
