// The tools: what happens while the pointer is pressed, dragged and let go, or the cursor's key is struck.
import { bank, bare } from "./arrows.js";
import { inside } from "./board.js";
import { alike, copied, hexes, pasted, rim, sides } from "./changes.js";

const onSides = (app) => app.active.group === "features";
const isLine = (app) => onSides(app) && app.feature(app.active.word).line;

/** What lies under the pointer for the word in hand: hexes, or a hexside. */
export function under(app, [x, y]) {
  const hex = app.board.hexAt(x, y);
  if (app.tool === "nudge" || !hex) return { hexes: [], sides: [] };
  const side = app.tool !== "place" && onSides(app) && !isLine(app) ? app.board.sideAt(x, y) : null;
  if (onSides(app) && !isLine(app) && app.tool !== "place" && app.tool !== "fill") return { hexes: [], sides: side ? [side] : [] };
  const wide = app.tool === "brush" || app.tool === "erase" ? app.size : 0;
  return { hexes: isLine(app) ? [hex] : app.board.within(hex, wide), sides: [] };
}

function paint(app, point, erase) {
  const found = under(app, point);
  const near = () => app.cursor ?? app.board.hexAt(...point);
  if (!isLine(app)) return app.state.set(onSides(app) ? sides(app, found.sides, erase, near) : hexes(app, found.hexes, erase));
  const [hex] = found.hexes;
  if (hex && app.from && hex !== app.from) app.state.set(sides(app, app.board.way(app.from, hex), erase));
  app.from = hex ?? app.from;
}

/** A quick hand leaves gaps between the points that a browser tells: what lies between them is painted too. */
function brush(erase) {
  return {
    down(app, point) {
      Object.assign(app, { from: null, last: point });
      paint(app, point, erase);
    },
    move(app, point) {
      for (const each of between(app.last ?? point, point, app.board.radius * 0.5)) paint(app, each, erase);
      app.last = point;
    },
    up(app) {
      Object.assign(app, { from: null, last: null });
      app.state.end();
    },
  };
}

function between([ax, ay], [bx, by], step) {
  const parts = Math.max(1, Math.ceil(Math.hypot(bx - ax, by - ay) / step));
  return Array.from({ length: parts }, (_, at) => [ax + ((bx - ax) * (at + 1)) / parts, ay + ((by - ay) * (at + 1)) / parts]);
}

const fill = {
  down(app, [x, y]) {
    const hex = app.board.hexAt(x, y);
    if (!hex) return;
    if (onSides(app)) around(app, rim(app, hex));
    else app.state.set(hexes(app, alike(app, hex), app.active.group === "tags" && app.state.words(`tags:${hex.number}`).includes(app.active.word)));
    app.state.end();
  },
};

function around(app, edge) {
  app.state.set(sides(app, [...edge.keys()], false, (side) => edge.get(side)));
}

/** Click hexes, or hexsides, one after another; between two clicks the shortest way is taken. */
const path = {
  down(app, [x, y]) {
    const hex = app.board.hexAt(x, y);
    if (onSides(app) && !isLine(app)) return this.along(app, app.board.sideAt(x, y), app.cursor ?? hex);
    if (!hex) return;
    if (isLine(app)) {
      if (app.from) app.state.set(sides(app, app.board.way(app.from, hex), false));
    } else {
      app.state.set(hexes(app, [hex], false));
    }
    app.from = hex;
    app.state.end();
  },
  along(app, side, hex) {
    if (!side) return;
    const run = app.fromSide ? [app.fromSide, ...app.board.run(app.fromSide, side)] : [side];
    const near = bank(run, app.fromSide ? app.near : hex);
    app.state.set(sides(app, run.slice(app.fromSide ? 1 : 0), false, (each) => near.get(each)));
    Object.assign(app, { fromSide: side, near: near.get(side) });
    app.state.end();
  },
};

const pick = {
  down(app, [x, y]) {
    const side = app.board.sideAt(x, y, 0.2);
    const word = side && app.state.words(`side:${side.key}`)[0];
    const hex = app.board.hexAt(x, y);
    if (word) app.choose("features", bare(word));
    else if (hex) app.choose("terrains", app.state.get(`terrain:${hex.number}`) ?? "");
    app.use("brush");
  },
};

/** Draw a loop around hexes: they get the word in hand. */
const lasso = {
  down(app, point) { app.lasso = [point]; },
  move(app, point) { app.lasso?.push(point); },
  up(app) {
    const found = looped(app);
    if (app.sure) return app.proposals.sure.area(found);
    if (onSides(app)) around(app, among(app, found));
    else app.state.set(hexes(app, found, false));
    app.state.end();
  },
};

function looped(app) {
  const ring = app.lasso ?? [];
  app.lasso = null;
  return ring.length > 2 ? app.board.hexes.filter((hex) => inside(app.board.centre(hex), ring)) : [];
}

function among(app, found) {
  const known = new Set(found);
  const rims = isLine(app) ? [] : app.board.sides.filter((side) => known.has(side.one) !== known.has(side.other));
  return new Map(rims.map((side) => [side, known.has(side.one) ? side.one : side.other]));
}

/** Draw a loop around what is to be copied, then click where its first hex shall lie. */
const copy = {
  down(app, [x, y]) {
    if (!app.region) return void (app.lasso = [[x, y]]);
    const hex = app.board.hexAt(x, y);
    if (!hex) return;
    app.state.set(pasted(app, app.region, hex));
    app.state.end();
  },
  move(app, point) { app.lasso?.push(point); },
  up(app) {
    if (!app.lasso) return;
    const found = looped(app);
    app.region = found.length ? copied(app, found) : null;
    if (app.region) app.say("copied", { count: found.length, hex: found[0].number });
  },
};

const place = {
  down(app, [x, y]) {
    const hex = app.board.hexAt(x, y);
    if (hex) app.editPlace(hex);
  },
};

const check = {
  down(app, [x, y]) {
    const hex = app.board.hexAt(x, y);
    if (!hex) return;
    app.ticking = app.state.get(`checked:${hex.number}`) ? null : "1";
    this.move(app, [x, y]);
  },
  move(app, [x, y]) {
    const hex = app.board.hexAt(x, y);
    if (hex) app.state.set({ [`checked:${hex.number}`]: app.ticking });
  },
  up(app) { app.state.end(); },
};

/** Drag a board's grid onto the print where it is off. */
const nudge = {
  down(app, [x, y]) {
    const on = app.board.boardAt(x, y);
    const [right, down] = app.board.nudges[on];
    app.grip = { on, x: x - right, y: y - down };
  },
  move(app, [x, y]) {
    if (app.grip) app.board.nudges[app.grip.on] = [Math.round(x - app.grip.x), Math.round(y - app.grip.y)];
  },
  up(app) {
    if (app.grip) app.nudge(app.grip.on, app.board.nudges[app.grip.on]);
    app.grip = null;
    app.state.end();
  },
};

const hand = {
  down(app, _, event) { app.dragging = [event.clientX, event.clientY]; },
};

export const TOOLS = { hand, brush: brush(false), fill, path, erase: brush(true), pick, lasso, copy, place, check, nudge };
