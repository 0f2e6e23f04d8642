// The keyboard does all that the mouse does: a cursor walks from hex to hex, and a letter takes each tool.
import { TOOLS } from "./tools.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
export const LETTERS = { h: "hand", b: "brush", f: "fill", p: "path", e: "erase", i: "pick", l: "lasso", c: "copy", t: "place", k: "check", g: "nudge" };

export function keys(app) {
  addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, select, textarea, dialog")) return;
    if (event.target.closest?.("button, a") && (event.key === "Enter" || event.key === " ")) return;
    if (act(app, event)) event.preventDefault();
  });
}

function act(app, event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "z" || ((event.ctrlKey || event.metaKey) && key === "y")) return void app.step(event.shiftKey || key === "y" ? "redo" : "undo") ?? true;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (app.decide?.(key)) return true;
  if (LETTERS[key]) return void app.use(LETTERS[key]) ?? true;
  if (ARROWS[key]) return void walk(app, key, event.shiftKey) ?? true;
  const plain = { Enter: strike, " ": strike, Escape: leave, s: turn, "+": zoom(1.3), "=": zoom(1.3), "-": zoom(1 / 1.3), 0: all, "[": size(-1), "]": size(1) }[key];
  if (plain) return void plain(app) ?? true;
  if (/^[1-9]$/.test(key)) return void app.chooseAt(Number(key) - 1) ?? true;
  return false;
}

/** Shift and an arrow nudge the grid while that tool is in hand, and pan otherwise. */
function walk(app, key, shift) {
  const [dx, dy] = ARROWS[key];
  if (app.tool === "nudge") {
    const on = app.board.boardAt(...app.middle());
    const [right, down] = app.board.nudges[on];
    app.nudge(on, [right + dx, down + dy]);
    app.state.end();
  } else if (shift) {
    app.camera.pan(-dx * 120, -dy * 120);
  } else {
    app.cursor = app.cursor ? app.board.towards(app.cursor, [dx, dy]) : app.middleHex();
    app.cursorSide = null;
    app.camera.show(app.board.centre(app.cursor), app.panes[0]);
    app.tellCursor();
  }
  app.redraw();
}

/** Let the tool work where the cursor is. */
function strike(app) {
  if (!app.cursor) return;
  const point = app.cursorSide ? app.board.middle(app.cursorSide) : app.board.centre(app.cursor);
  const tool = TOOLS[app.tool];
  tool.down?.(app, point, {});
  if (app.tool !== "copy" && app.tool !== "lasso") tool.up?.(app);
  app.redraw();
}

/** The next of the six hexsides around the cursor. */
function turn(app) {
  if (!app.cursor) return;
  const around = app.board.beside[app.cursor.index];
  const [x, y] = app.board.centre(app.cursor);
  const angle = (side) => Math.atan2(app.board.middle(side)[1] - y, app.board.middle(side)[0] - x);
  const ordered = [...around].sort((a, b) => angle(a) - angle(b));
  app.cursorSide = ordered[(ordered.indexOf(app.cursorSide) + 1) % ordered.length];
  app.tellCursor();
  app.redraw();
}

function leave(app) {
  Object.assign(app, { from: null, fromSide: null, region: null, lasso: null, asked: null, askedSides: null, cursorSide: null });
  app.state.begin();
  app.redraw();
}

function all(app) {
  app.camera.fit(app.board.size, app.panes[0]);
  app.redraw();
}

function zoom(by) {
  return (app) => {
    app.camera.zoom(by, app.panes[0].width / 2, app.panes[0].height / 2);
    app.redraw();
  };
}

function size(by) {
  return (app) => app.sized(Math.max(0, Math.min(3, app.size + by)));
}
