"use strict";
// The shortest account of a finding: its hexes lit one after another, each with what is to be seen there.

report.Why = class {
  constructor(data, told) {
    this.names = data.hexes.names;
    this.told = told;
    this.beats = [];
    this.place = -1;
    this.timer = null;
    this.slow = matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : 1100;
  }

  // What there is to see of a finding, in order: the hexes of its lines with their running costs, then where it breaks.
  static beats({ at, traces, severity }, names) {
    const found = traces.flatMap(({ kind, hexes, costs }, number) => hexes.map((hex, place) => {
      if (hex < 0 || (kind === "moved" && traces.some((other) => other.kind === "cheapest"))) return null;
      const cost = costs[place] ?? "";
      const begins = { moved: "it sets out", cheapest: "the cheapest way sets out", supply: "the line begins", blocked: "the line breaks" };
      const words = place === 0 ? tell(begins[kind] || "it sets out") : cost === "1" ? tell("1 point so far") : cost ? tell("{cost} points so far", { cost }) : tell("onward");
      return { hexes: [hex], text: `${names[hex]}: ${words}`, number };
    })).filter(Boolean);
    const last = at.filter((hex) => hex >= 0), where = last.map((hex) => names[hex]).join(", ");
    const ends = tell({ violation: "here the rule is broken", doubt: "here nobody can be sure", reminder: "here something is owed" }[severity]);
    return [...found, { hexes: last, text: where ? `${where}: ${ends}` : ends }];
  }

  start(beats) {
    this.stop();
    this.beats = beats;
    this.to(0);
    if (this.slow && beats.length > 1) this.timer = setInterval(() => this.on(), this.slow);
  }

  on() {
    if (this.place < this.beats.length - 1) this.to(this.place + 1);
    if (this.place >= this.beats.length - 1) this.pause();
  }

  back() {
    this.pause();
    this.to(Math.max(0, this.place - 1));
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
  }

  stop() {
    this.pause();
    this.beats = [];
    this.place = -1;
  }

  to(place) {
    this.place = place;
    this.told(this.beats[place], place, this.beats.length);
  }

  // The hexes lit by now; the last of them are the ones spoken of.
  get lit() {
    return this.beats.slice(0, this.place + 1).map((beat) => beat.hexes);
  }
};
