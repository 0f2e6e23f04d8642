// What is sure, shown on the map before it is taken: all of it or one word, the whole board or a loop, above a certainty.
import { words } from "./texts.js";

const SURE = 0.95;

export class Sure {
  constructor(proposals, box) {
    Object.assign(this, { proposals, app: proposals.app, box, listed: null, within: null });
    this.part = (name) => box.querySelector(`[data-${name}]`);
    this.part("show").addEventListener("click", () => (this.shown ? this.leave() : this.begin()));
    this.part("above").addEventListener("input", () => this.tell());
    this.part("kind").addEventListener("change", () => this.tell());
    this.part("area").addEventListener("click", () => this.app.use("lasso"));
    this.part("everywhere").addEventListener("click", () => this.area(null));
    this.part("take").addEventListener("click", () => this.take());
    this.part("above").value = String(SURE * 100);
  }

  get shown() {
    return Boolean(this.app.sure);
  }

  leave() {
    Object.assign(this, { listed: null, tried: null, within: null });
    this.app.sure = null;
    this.part("shown").hidden = true;
    this.part("show").setAttribute("aria-pressed", "false");
    this.app.redraw();
  }

  /** What was learnt meanwhile may be proposed otherwise: it is listed anew if it is shown. */
  stale() {
    if (this.shown) this.list();
  }

  async begin() {
    await this.list();
    if (!this.shown) return;
    const { layer } = this.proposals;
    const told = await this.proposals.ask(`trial/${layer}`);
    if (!told || layer !== this.proposals.layer || !this.shown) return;
    this.tried = told.told;
    this.tell();
  }

  async list() {
    const { layer } = this.proposals;
    const told = await this.proposals.ask(`sure/${layer}`);
    if (!told || layer !== this.proposals.layer) return;
    this.listed = told.proposals;
    const chosen = this.part("kind").value;
    const kinds = [...new Set(this.listed.map(([, kind]) => kind))].sort();
    const options = kinds.map((kind) => new Option(this.proposals.title(kind), kind));
    this.part("kind").replaceChildren(new Option(words("everyKind"), ""), ...options);
    this.part("kind").value = kinds.includes(chosen) ? chosen : "";
    this.part("shown").hidden = false;
    this.part("show").setAttribute("aria-pressed", "true");
    this.tell();
  }

  /** Only what lies in a loop that was drawn; everywhere without one. */
  area(hexes) {
    this.within = hexes?.length ? new Set(hexes.map((hex) => hex.number)) : null;
    if (hexes) this.app.use("hand");
    this.tell();
  }

  chosen() {
    const [above, kind] = [this.part("above").valueAsNumber / 100, this.part("kind").value];
    const inside = (name) => !this.within || name.split("-").every((number) => this.within.has(number));
    const there = (name) => name.split("-").every((number) => this.app.board.byNumber.has(number));
    return (this.listed ?? []).filter(([name, of, certain]) => certain >= above && (!kind || of === kind) && inside(name) && there(name));
  }

  tell() {
    const found = this.chosen();
    this.app.sure = found;
    const above = this.part("above").valueAsNumber;
    this.part("least").textContent = `${above} %`;
    this.part("everywhere").hidden = !this.within;
    const wrong = found.reduce((sum, [, , certain]) => sum + 1 - certain, 0);
    this.part("count").textContent = words("sureCount", { count: found.length, of: this.listed.length, wrong: wrong.toFixed(wrong < 9.5 ? 1 : 0) });
    const tried = (this.tried ?? []).filter(([certain]) => certain * 100 >= above);
    const missed = tried.filter(([, right]) => !right).length;
    const told = this.tried ? (tried.length ? "tried" : "triedNone") : "trying";
    this.part("tried").textContent = words(told, { count: tried.length, wrong: missed });
    this.part("take").disabled = !found.length;
    this.part("take").textContent = words("take", { count: found.length });
    this.app.redraw();
  }

  /** All that is shown gets onto the map, as one stroke. */
  async take() {
    const found = this.chosen();
    if (!found.length) return;
    this.part("take").disabled = true;
    this.within = null;
    await this.proposals.send("accept", { proposals: found });
    const asks = Boolean(this.app.decide);
    if (!asks) return this.list();
    if (await this.proposals.fetch()) this.proposals.next();
  }
}
