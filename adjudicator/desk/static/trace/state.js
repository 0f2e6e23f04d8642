// What the map says, here and on the desk: changes show at once, are sent within a quarter of a second, and can be taken back.
const SOON = 250;
const AGAIN = 2000;
const OUTLIVES = 60_000;

export class State {
  constructor(address, told) {
    this.address = address;
    this.heard = [];
    this.waiting = new Map();
    this.stroke = 0;
    this.window = Math.random().toString(36).slice(2, 8);
    this.take(told);
  }

  /** Take over everything that the desk says. */
  take(told) {
    this.values = new Map(Object.entries(told.values));
    this.stand(told);
  }

  stand({ version, undo, redo }) {
    Object.assign(this, { version, undoable: undo, redoable: redo });
  }

  get(key) {
    return this.values.get(key);
  }

  words(key) {
    return this.values.get(key) ?? [];
  }

  /** A new stroke: what follows is taken back together. */
  begin() {
    this.stroke += 1;
  }

  /** Say something of some keys; what is said already is left alone. */
  set(changes) {
    let any = false;
    for (const [key, value] of Object.entries(changes)) {
      if (same(this.values.get(key), value)) continue;
      any = true;
      this.values.set(key, value);
      this.waiting.set(key, value);
    }
    if (!any) return;
    this.sent = this.stroke;
    this.tell("changed", Object.keys(changes));
    this.timer ??= setTimeout(() => this.save(), SOON);
  }

  /** End a stroke: it is sent now. */
  end() {
    if (this.waiting.size) this.save();
    this.begin();
  }

  listen(heard) {
    this.heard.push(heard);
  }

  tell(what, told) {
    for (const each of this.heard) each(what, told);
  }

  /** Send what waits, one request after another; what does not arrive is kept and sent again. */
  save() {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.waiting.size) return this.last ?? Promise.resolve();
    const changes = this.waiting;
    const stroke = `${this.window}-${this.sent}`;
    this.waiting = new Map();
    this.last = (this.last ?? Promise.resolve()).then(() => this.send(changes, stroke));
    return this.last;
  }

  async send(changes, stroke) {
    if (!changes.size) return;
    this.tell("saving");
    try {
      const told = await this.ask("draw", { stroke, changes: Object.fromEntries(changes) });
      if (told) this.tell(this.waiting.size ? "saving" : "saved");
    } catch (error) {
      if (error.refused) return this.refuse(error);
      for (const [key, value] of changes) if (!this.waiting.has(key)) this.waiting.set(key, value);
      this.tell("unsaved");
      this.timer ??= setTimeout(() => this.save(), AGAIN);
    }
  }

  /** What the desk does not take is no longer shown either. */
  async refuse(error) {
    this.tell("refused", error.message);
    await this.renew();
  }

  async undo() {
    await this.step("undo");
  }

  async redo() {
    await this.step("redo");
  }

  /** One step after another, each after all that was drawn before it has arrived. */
  step(way) {
    this.end();
    this.last = (this.last ?? Promise.resolve()).then(() => this.back(way));
    return this.last;
  }

  back(way) {
    return this.said(way, {});
  }

  /** Have the desk change something, and show what it changed; whether it did. */
  async said(what, asked) {
    const told = await this.ask(what, asked).catch((error) => this.tell("refused", error.message));
    if (!told) return false;
    for (const [key, value] of Object.entries(told.changes)) this.values.set(key, value);
    this.tell("changed", Object.keys(told.changes));
    this.tell("saved");
    return true;
  }

  /** The answer to a question of the desk's, as a stroke of its own. */
  answer(what, asked) {
    this.end();
    const stroke = `${this.window}-${this.stroke}`;
    this.begin();
    this.last = (this.last ?? Promise.resolve()).then(() => this.said(what, { stroke, ...asked }));
    return this.last;
  }

  /** Look whether somebody else wrote; the newer state is taken. */
  async renew() {
    const answer = await fetch(`${this.address}/state`);
    if (!answer.ok) return;
    const told = await answer.json();
    if (told.version === this.version && !this.stale) return;
    this.waiting.clear();
    this.take(told);
    this.tell("changed", null);
  }

  /** Ask the desk for a change of the state that this window has seen; null if there is a newer one, which is taken. */
  async ask(what, told) {
    const answer = await post(`${this.address}/${what}`, { version: this.version, ...told });
    if (answer.status === 409) {
      this.waiting.clear();
      this.take(answer.told);
      this.tell("stale");
      this.tell("changed", null);
      return null;
    }
    if (answer.status >= 400) throw Object.assign(new Error(answer.told.error), { refused: true });
    this.stand(answer.told);
    return answer.told;
  }
}

export async function post(address, told) {
  const body = JSON.stringify(told);
  const answer = await fetch(address, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    keepalive: body.length < OUTLIVES, // so that what is sent as the page closes still arrives
  });
  return { status: answer.status, told: await answer.json() };
}

function same(one, other) {
  const empty = (each) => each === undefined || each === null || each === "" || (Array.isArray(each) && !each.length);
  if (empty(one) && empty(other)) return true;
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

function sorted(value) {
  return Array.isArray(value) ? [...value].sort() : value;
}
