"use strict";
// What is drawn under and over the counters: the layers of the rules, trails, findings, and the finding that was chosen.

report.Marks = class {
  constructor(data, board) {
    this.data = data;
    this.board = board;
    this.unit = data.hexes.height;
  }

  make(tag, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  middle(hex) { return this.data.hexes.at[hex]; }

  outline(hex, factor = 1) {
    const [x, y, shape] = this.middle(hex);
    const corners = this.data.hexes.outlines[shape];
    let path = "";
    for (let i = 0; i < corners.length; i += 2) path += `${i ? "L" : "M"}${x + corners[i] * factor},${y + corners[i + 1] * factor}`;
    return `${path}z`;
  }

  // The hexes beyond each of a hex's sides, -1 where there is none.
  beside(hex) {
    this.neighbours ??= new Map();
    if (this.neighbours.has(hex)) return this.neighbours.get(hex);
    const cell = (x, y) => `${Math.floor(x / this.unit)} ${Math.floor(y / this.unit)}`;
    if (!this.cells) {
      this.cells = new Map();
      this.data.hexes.at.forEach(([x, y], each) => this.cells.set(cell(x, y), [...(this.cells.get(cell(x, y)) ?? []), each]));
    }
    const near = (x, y) => [-1, 0, 1].flatMap((a) => [-1, 0, 1].flatMap((b) => this.cells.get(cell(x + a * this.unit, y + b * this.unit)) ?? []));
    const [x, y, shape] = this.middle(hex), corners = this.data.hexes.outlines[shape], found = [];
    for (let i = 0; i < corners.length; i += 2) {
      const j = (i + 2) % corners.length, px = x + corners[i] + corners[j], py = y + corners[i + 1] + corners[j + 1];
      found.push(near(px, py).find((each) => Math.hypot(this.middle(each)[0] - px, this.middle(each)[1] - py) < this.unit * 0.3) ?? -1);
    }
    this.neighbours.set(hex, found);
    return found;
  }

  // The edge of an area, a little inside of it: hexsides within it, and rivers along its own, stay as they are.
  border(hexes) {
    const area = new Set(hexes);
    return hexes.map((hex) => {
      const [x, y, shape] = this.middle(hex), corners = this.data.hexes.outlines[shape];
      return this.beside(hex).map((other, side) => {
        if (area.has(other)) return "";
        const [a, b, c, d] = [0, 1, 2, 3].map((at) => 0.88 * corners[(2 * side + at) % corners.length]);
        return `M${x + a},${y + b}L${x + c},${y + d}`;
      }).join("");
    }).join("");
  }

  // The last snapshot of the layers not after a step.
  snapshot(step) {
    let found = null;
    for (const each of this.data.snapshots) if (each.step <= step) found = each;
    return found;
  }

  // Each unit's supply after a step: moments tell only what is another than before.
  supplies(step) {
    const found = new Map(), looked = (this.data.supply?.looked || []).filter((each) => each <= step);
    found.at = looked.length ? looked.pop() : step;
    for (const moment of this.data.supply ? this.data.supply.moments : []) {
      if (moment.step > step) break;
      for (const [unit, entry] of Object.entries(moment.units)) {
        if (entry) found.set(Number(unit), entry);
        else found.delete(Number(unit));
      }
    }
    return found;
  }

  drawLayers(step, shown, picked) {
    const group = this.board.below.firstChild;
    group.replaceChildren();
    const snapshot = this.snapshot(step);
    if (this.board.map !== 0) return;
    this.drawAreas(group, snapshot, shown);
    if (!shown.has("lines") || picked !== null) return;
    const legs = new Set([...this.supplies(step).values()].flatMap((entry) => entry[2]));
    for (const leg of legs) group.append(...this.leg(this.data.supply.legs[leg], false));
  }

  drawAreas(group, snapshot, shown) {
    if (!snapshot) return;
    for (const [place, hexes] of Object.entries(snapshot.hexes)) {
      const { layer, pattern, ...look } = this.data.kinds[(shown.has("assumed") ? null : this.data.unassumed[place]) ?? place];
      if (!shown.has(layer)) continue;
      if (layer === "control") {
        if (pattern) group.append(this.make("path", { d: hexes.map((hex) => this.outline(hex)).join(""), fill: pattern, "fill-opacity": 0.5 }));
        group.append(this.make("path", { d: this.border(hexes), ...look, fill: "none", "stroke-linecap": "round" }));
        continue;
      }
      const path = hexes.map((hex) => this.outline(hex, layer === "supply" ? 0.94 : 1)).join("");
      group.append(this.make("path", { d: path, ...look }));
      if (pattern) group.append(this.make("path", { d: path, fill: pattern }));
    }
  }

  drawOver({ step, shown, trails, findings, chosen, now, picked, lit }) {
    const group = this.board.over.firstChild;
    group.replaceChildren();
    if (shown.has("trails")) for (const trail of trails) group.append(...this.trail(trail, false));
    for (const trail of now) group.append(...this.trail(trail, true));
    if (this.board.map !== 0) return;
    if (shown.has("findings")) findings.forEach((found) => group.append(...this.sign(found, step)));
    if (chosen !== null) group.append(...this.chosen(this.data.findings[chosen]));
    lit.forEach((hexes, place) => group.append(...this.lit(hexes, place === lit.length - 1)));
    const entry = picked === null || !shown.has("lines") ? null : this.supplies(step).get(picked);
    if (entry) group.append(...this.supply(entry));
  }

  // The chosen unit's line of supply, its elements numbered as the list beside the map has them, and where lines broke.
  supply([hex, , legs, blocks]) {
    const { legs: known, blocks: broken } = this.data.supply;
    const ends = legs.map((leg) => known[leg][3].filter((each) => each >= 0));
    const begun = new Set(ends.map((hexes) => hexes[0])), ended = new Set(ends.map((hexes) => hexes[hexes.length - 1]));
    const made = legs.flatMap((leg, place) => this.leg(known[leg], true, !ended.has(ends[place][0]), !begun.has(ends[place][ends[place].length - 1])));
    ends.forEach((hexes) => { if (hexes.length && !begun.has(hexes[hexes.length - 1])) made.push(...this.source(hexes[hexes.length - 1])); });
    const ring = { d: this.outline(hex, 0.9), fill: "none" };
    made.push(this.make("path", { ...ring, stroke: "#ffffff", "stroke-width": this.unit * 0.11 }));
    made.push(this.make("path", { ...ring, stroke: "#1b1b1b", "stroke-width": this.unit * 0.05 }));
    const taken = new Map();
    legs.forEach((leg, place) => {
      const hexes = known[leg][3].filter((each) => each >= 0), at = hexes[Math.floor(hexes.length / 2)];
      if (at === undefined) return;
      const count = taken.get(at) || 0, [x, y] = this.middle(at);
      taken.set(at, count + 1);
      made.push(...this.cost([x + this.unit * 0.32 * count, y], String(place + 1)));
    });
    for (const block of blocks) made.push(...this.cross(this.middle(broken[block][0])));
    return made;
  }

  // Where a line ends: a source of supply.
  source(hex) {
    const [x, y] = this.middle(hex), r = this.unit * 0.2;
    return [["#ffffff", 0.12], ["#00573f", 0.06]].map(([stroke, width]) =>
      this.make("circle", { class: "source", cx: x, cy: y, r, fill: "none", stroke, "stroke-width": this.unit * width }));
  }

  // An element of a line of supply, in its own pattern. It keeps off the counters at both ends of the line, and has an arrow
  // at the source alone: where two elements meet, the line goes on.
  leg([element, , , hexes], bright, first = true, last = true) {
    const look = this.data.supply.elements[element], points = hexes.filter((hex) => hex >= 0).map((hex) => this.middle(hex));
    if (!look || points.length < 2) return [];
    const dash = look.dash.map((part) => part * this.unit).join(" ") || "none";
    const near = bright ? this.trimmed(points, first ? 0.22 : 0, last ? 0.34 : 0) : points;
    return this.line(near, { colour: look.colour, width: bright ? 0.085 : 0.055, dash, arrow: bright && last });
  }

  // A way cut short at both ends by so many heights of a hex.
  trimmed(points, first, last) {
    const cut = ([x, y], [a, b], far) => {
      const wide = Math.hypot(a - x, b - y) || 1, part = Math.min(0.45, far * this.unit / wide);
      return [x + (a - x) * part, y + (b - y) * part];
    };
    const n = points.length - 1;
    return [cut(points[0], points[1], first), ...points.slice(1, n), cut(points[n], points[n - 1], last)];
  }

  line(points, { colour, width, dash = "none", arrow = false }) {
    const size = this.unit * width, path = points.map(([x, y]) => `${x},${y}`).join(" ");
    const common = { points: path, fill: "none", "stroke-linejoin": "round", "stroke-linecap": "round" };
    const made = [
      this.make("polyline", { ...common, stroke: "#ffffff", "stroke-width": size * 2 }),
      this.make("polyline", { ...common, stroke: colour, "stroke-width": size, "stroke-dasharray": dash }),
    ];
    const [tip, tail] = [points[points.length - 1], points[points.length - 2]];
    if (arrow && tail) {
      const turn = Math.atan2(tip[1] - tail[1], tip[0] - tail[0]), wing = size * 4;
      const corners = [0.42, -0.42].map((side) => `${tip[0] - wing * Math.cos(turn + side)},${tip[1] - wing * Math.sin(turn + side)}`);
      made.push(this.make("polygon", { points: `${tip[0]},${tip[1]} ${corners.join(" ")}`, fill: colour, stroke: "#ffffff", "stroke-width": size * 0.4 }));
    }
    return made;
  }

  trail(points, bright) {
    if (points.length < 2) return [];
    return this.line(this.trimmed(points, 0.1, 0.34), bright ? { colour: "#5b2a86", width: 0.08, arrow: true }
      : { colour: "#3b4047", width: 0.05, dash: `${this.unit * 0.12} ${this.unit * 0.1}`, arrow: true });
  }

  // A numbered sign at a finding's hex: round for a violation, a diamond for a doubt, square for a reminder.
  sign({ index, severity, at, place }) {
    if (!at.length) return [];
    const u = this.unit, [hx, hy] = this.middle(at[0]);
    const x = hx + u * (0.3 * (place % 4) - 0.38), y = hy - u * (0.4 - 0.3 * Math.floor(place / 4)), r = u * 0.18;
    const look = { violation: ["#a83f00", "#ffffff"], doubt: ["#e69f00", "#1b1b1b"], reminder: ["#0072b2", "#ffffff"] }[severity];
    const plate = { fill: look[0], stroke: look[1], "stroke-width": r * 0.2 };
    const shape = severity === "violation" ? this.make("circle", { cx: x, cy: y, r, ...plate })
      : severity === "doubt" ? this.make("path", { d: `M${x},${y - r * 1.35}l${r * 1.35},${r * 1.35}l${-r * 1.35},${r * 1.35}l${-r * 1.35},${-r * 1.35}z`, ...plate })
        : this.make("rect", { x: x - r, y: y - r, width: 2 * r, height: 2 * r, ...plate });
    const size = r * (String(index + 1).length > 2 ? 0.9 : 1.3);
    const words = this.make("text", { x, y: y + size * 0.36, "font-size": size, "font-weight": "bold", "text-anchor": "middle", fill: look[1] }, String(index + 1));
    const dash = { violation: "none", doubt: `${u * 0.22} ${u * 0.12}`, reminder: `${u * 0.075} ${u * 0.1}` }[severity];
    const rings = at.map((hex) => this.make("path", { d: this.outline(hex, 0.92), fill: "none", stroke: look[0], "stroke-width": u * 0.06, "stroke-dasharray": dash }));
    return [...rings, shape, words];
  }

  // The chosen finding: its hexes, its lines with the running cost, and a cross where a line is blocked. What is accused stays
  // to be seen: rings are empty, lines end beside the counters, and costs stand below these.
  chosen({ at, traces }) {
    const u = this.unit, made = [];
    for (const hex of at) {
      made.push(this.make("path", { d: this.outline(hex, 0.96), fill: "none", stroke: "#ffffff", "stroke-width": u * 0.14 }));
      made.push(this.make("path", { class: "chosen", d: this.outline(hex, 0.96), fill: "none", stroke: "#1b1b1b", "stroke-width": u * 0.06 }));
    }
    for (const { kind, hexes, costs } of traces) {
      const known = hexes.filter((hex) => hex >= 0), points = known.map((hex) => this.middle(hex));
      const look = {
        supply: { colour: "#00644a", width: 0.07, arrow: true }, blocked: { colour: "#8f2f00", width: 0.06, dash: `${u * 0.06} ${u * 0.12}` },
        cheapest: { colour: "#00707a", width: 0.07, dash: `${u * 0.2} ${u * 0.13}`, arrow: true },
      }[kind] || { colour: "#5b2a86", width: 0.08, arrow: true };
      if (points.length > 1) made.push(...this.line(this.trimmed(points, 0.1, 0.34), look));
      if (kind === "blocked" && points.length) made.push(...this.cross(points[points.length - 1]));
      hexes.forEach((hex, place) => { if (hex >= 0 && costs[place]) made.push(...this.cost(this.middle(hex), costs[place], at.includes(hex) ? 0.36 : 0.24)); });
    }
    return made;
  }

  // Hexes of an account: those spoken of now are bright, those before them keep a glow.
  lit(hexes, now) {
    return hexes.map((hex) => this.make("path", { class: now ? "lit now" : "lit", d: this.outline(hex, now ? 0.94 : 0.9),
      fill: "none", stroke: now ? "#ffd400" : "#e8c95c", "stroke-width": this.unit * (now ? 0.14 : 0.06) }));
  }

  cross([x, y]) {
    const r = this.unit * 0.16, path = `M${x - r},${y - r}l${2 * r},${2 * r}M${x + r},${y - r}l${-2 * r},${2 * r}`;
    return [["#ffffff", 0.13], ["#1b1b1b", 0.07]].map(([stroke, width]) =>
      this.make("path", { d: path, stroke, "stroke-width": this.unit * width, "stroke-linecap": "round", fill: "none" }));
  }

  cost([x, y], text, below = 0.24) {
    const size = this.unit * 0.2, wide = size * (0.8 + 0.6 * text.length), top = y + this.unit * below;
    return [
      this.make("rect", { x: x - wide / 2, y: top, width: wide, height: size * 1.35, rx: size * 0.3, fill: "#ffffff", stroke: "#5b2a86", "stroke-width": size * 0.12 }),
      this.make("text", { x, y: top + size * 1.02, "font-size": size, "font-weight": "bold", "text-anchor": "middle", fill: "#1b1b1b" }, text),
    ];
  }
};
