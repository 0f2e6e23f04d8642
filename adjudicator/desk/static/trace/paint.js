// What is traced, drawn over the picture: ground, hexsides, lines, places, and where the pointer is.
import { ends } from "./arrows.js";
import { texture } from "./textures.js";

const HALO = "#ffffffd0";

/** `shown` is how much of the printed art the drawing hides: 0 nothing, 1 all. */
export function draw(pen, app, shown, pane) {
  const { board, state, look } = app;
  const sight = inSight(app, pane);
  if (shown > 0) ground(pen, app, sight, shown);
  grid(pen, app, sight, shown);
  if (look.tag) tags(pen, app, sight, look.tag);
  for (const side of board.sides) {
    const words = state.words(`side:${side.key}`);
    if (words.length && sight.has(side.one)) hexside(pen, app, side, words);
  }
  places(pen, app, sight);
  sure(pen, app, sight);
  marks(pen, app, sight);
  cursor(pen, app);
}

function inSight(app, pane) {
  const { camera, board } = app;
  const [right, bottom] = camera.toBoard(pane.width, pane.height);
  const far = board.radius * 2;
  const there = ([x, y]) => x > camera.x - far && y > camera.y - far && x < right + far && y < bottom + far;
  return new Set(board.hexes.filter((hex) => there(board.centre(hex))));
}

function ground(pen, app, sight, shown) {
  const of = new Map();
  for (const hex of sight) {
    const terrain = app.state.get(`terrain:${hex.number}`);
    if (!terrain || terrain === "blank") continue;
    if (!of.has(terrain)) of.set(terrain, new Path2D());
    trace(of.get(terrain), app.board.outline(hex));
  }
  pen.globalAlpha = shown;
  for (const [terrain, path] of of) {
    const look = app.terrain(terrain);
    pen.fillStyle = look.fill;
    pen.fill(path);
    const pattern = texture(pen, look, app.board.radius);
    if (pattern && app.board.radius * app.camera.scale > 7) {
      pen.fillStyle = pattern;
      pen.fill(path);
    }
  }
  pen.globalAlpha = 1;
}

function grid(pen, app, sight, shown) {
  const { board, camera } = app;
  const size = board.radius * camera.scale;
  if (size < 5) return;
  const [on, off] = [new Path2D(), new Path2D()];
  for (const hex of sight) trace(app.state.get(`terrain:${hex.number}`) ? on : off, board.outline(hex));
  stroke(pen, on, "#00000070", 1 / camera.scale);
  pen.setLineDash([2 / camera.scale, 5 / camera.scale]);
  stroke(pen, off, "#00000050", 1 / camera.scale);
  pen.setLineDash([]);
  const printed = app.tiles.every((each) => each.tiles) && app.tool !== "nudge" && shown < 0.6;
  if (size > 26 && !printed) numbers(pen, app, sight);
}

function numbers(pen, app, sight) {
  const { board, camera } = app;
  const high = Math.min(board.radius * 0.24, 12 / camera.scale);
  pen.font = `${high}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const hex of sight) {
    const [x, y] = board.centre(hex);
    lettered(pen, hex.number, x, y - board.radius * 0.5, high, "#1b1d20");
  }
}

function tags(pen, app, sight, tag) {
  const path = new Path2D();
  for (const hex of sight) if (app.state.words(`tags:${hex.number}`).includes(tag)) trace(path, app.board.outline(hex));
  pen.fillStyle = "#7a3fb060";
  pen.fill(path);
  stroke(pen, path, "#6a2fa0", 2 / app.camera.scale);
}

function hexside(pen, app, side, words) {
  const looks = words.map((word) => ({ ...app.feature(word), way: ends(side, word) }));
  const rank = (look) => (look.line ? 2 : look.course === "bridge" || look.course === "ford" ? 3 : 1);
  const along = looks.filter((look) => rank(look) !== 2);
  for (const look of looks.sort((a, b) => rank(a) - rank(b))) {
    if (look.line) line(pen, app, side, look);
    else if (rank(look) === 3) crossing(pen, app, side, look);
    else edge(pen, app, side, look, along.indexOf(look));
    if (look.way && look.course !== "cliff") pointing(pen, app, side, look);
  }
}

/** A head on the hexside that points whither the feature does. */
function pointing(pen, app, side, { way, colour }, wide = 0.2) {
  const [from, to] = way.map((hex) => app.board.centre(hex));
  const [x, y] = app.board.middle(side);
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const size = app.board.radius * wide;
  const [ux, uy] = [((to[0] - from[0]) / far) * size, ((to[1] - from[1]) / far) * size];
  const path = new Path2D();
  trace(path, [[x + ux, y + uy], [x - uy * 0.8, y + ux * 0.8], [x + uy * 0.8, y - ux * 0.8]]);
  stroke(pen, path, HALO, 4 / app.camera.scale);
  pen.fillStyle = colour;
  pen.fill(path);
}

function edge(pen, app, side, look, at) {
  const [a, b] = facing(app, side, look);
  const path = new Path2D();
  const shift = at * app.board.radius * 0.15;
  const [nx, ny] = normal(a, b);
  path.moveTo(a[0] + nx * shift, a[1] + ny * shift);
  path.lineTo(b[0] + nx * shift, b[1] + ny * shift);
  course(pen, app, path, look, 0.017);
  if (look.course === "cliff" || look.course === "wall") teeth(pen, app, a, b, look);
}

/** A hexside's ends, in such order that teeth stand on the side to which the feature points. */
function facing(app, side, { way }) {
  const [a, b] = app.board.segment(side);
  if (!way) return [a, b];
  const [nx, ny] = normal(a, b);
  const [from, to] = way.map((hex) => app.board.centre(hex));
  return nx * (to[0] - from[0]) + ny * (to[1] - from[1]) > 0 ? [a, b] : [b, a];
}

function line(pen, app, side, look) {
  const path = new Path2D();
  path.moveTo(...app.board.centre(side.one));
  path.lineTo(...app.board.centre(side.other));
  course(pen, app, path, look, 0.015);
}

/** A stroke in the look's colours on a light halo, so that it stands out on any print. */
function course(pen, app, path, look, unit) {
  const wide = Math.max(look.width * app.board.radius * unit, 1.6 / app.camera.scale);
  pen.lineCap = "round";
  stroke(pen, path, HALO, wide + 3 / app.camera.scale);
  if (look.edge) stroke(pen, path, look.edge, wide + 1.4 / app.camera.scale);
  if (look.course === "rail") {
    stroke(pen, path, look.colour, wide);
    pen.lineCap = "butt";
    pen.setLineDash([app.board.radius * 0.03, app.board.radius * 0.16]);
    stroke(pen, path, look.colour, wide + app.board.radius * 0.1);
    pen.setLineDash([]);
    return;
  }
  pen.setLineDash((look.dash ?? []).map((each) => each * app.board.radius * unit));
  stroke(pen, path, look.colour, wide);
  pen.setLineDash([]);
}

function teeth(pen, app, a, b, look) {
  const [nx, ny] = normal(a, b);
  const long = app.board.radius * 0.12;
  const path = new Path2D();
  for (let part = 0.15; part < 1; part += 0.175) {
    const [x, y] = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
    path.moveTo(x, y);
    path.lineTo(x + nx * long, y + ny * long);
  }
  stroke(pen, path, look.colour, Math.max(1, look.width * 0.4) * app.board.radius * 0.017);
}

function crossing(pen, app, side, look) {
  const [a, b] = app.board.segment(side);
  const [x, y] = app.board.middle(side);
  const [nx, ny] = normal(a, b);
  const [half, gap] = [app.board.radius * 0.17, app.board.radius * 0.09];
  const [ux, uy] = [-ny, nx];
  const path = new Path2D();
  for (const way of [-1, 1]) {
    path.moveTo(x + ux * gap * way - nx * half, y + uy * gap * way - ny * half);
    path.lineTo(x + ux * gap * way + nx * half, y + uy * gap * way + ny * half);
  }
  course(pen, app, path, { ...look, edge: "" }, 0.017);
}

function places(pen, app, sight) {
  const high = Math.max(Math.min(app.board.radius * 0.3, 15 / app.camera.scale), app.board.radius * 0.16);
  for (const place of app.places()) {
    const hex = app.board.byNumber.get(place.hex);
    if (!hex || !sight.has(hex)) continue;
    const [x, y] = app.board.centre(hex);
    const size = app.board.radius * 0.15;
    pen.beginPath();
    pen.rect(x - size, y - size, size * 2, size * 2);
    pen.fillStyle = "#2b2822";
    pen.fill();
    stroke(pen, null, "#ffffff", 1.5 / app.camera.scale);
    pen.font = `650 ${high}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    if (high * app.camera.scale > 7) lettered(pen, place.name, x, y + app.board.radius * 0.42, high, "#1b1d20");
  }
}

/** What a person is asked about, what was found, what is checked. */
function marks(pen, app, sight) {
  const { board, camera } = app;
  if (app.look.checked) {
    const path = new Path2D();
    for (const hex of sight) {
      if (!app.state.get(`checked:${hex.number}`)) continue;
      const [x, y] = board.centre(hex);
      const size = board.radius * 0.2;
      path.moveTo(x - size, y);
      path.lineTo(x - size * 0.2, y + size * 0.8);
      path.lineTo(x + size, y - size * 0.8);
    }
    stroke(pen, path, HALO, 6 / camera.scale);
    stroke(pen, path, "#1f6b45", 3 / camera.scale);
  }
  for (const number of app.asked ?? []) {
    const hex = board.byNumber.get(number);
    if (hex) ring(pen, app, hex, "#d6006c", 4);
  }
  const sides = (app.askedSides ?? []).map((key) => board.byKey.get(key)).filter(Boolean);
  for (const each of sides) asked(pen, app, each);
  const side = sides.length === 1 && sides[0];
  const to = side && app.aim && board.byNumber.get(app.aim.towards);
  if (to) pointing(pen, app, side, { way: [side.one === to ? side.other : side.one, to], colour: "#d6006c" }, 0.34);
}

/** A hexside that is asked about: a bar along it, or for what crosses it a line from hex to hex. */
function asked(pen, app, side) {
  if (app.proposals.now?.layer !== "line") return bar(pen, app, side, "#d6006c");
  const path = new Path2D();
  path.moveTo(...app.board.centre(side.one));
  path.lineTo(...app.board.centre(side.other));
  pen.lineCap = "round";
  stroke(pen, path, HALO, 9 / app.camera.scale);
  pen.setLineDash([9 / app.camera.scale, 7 / app.camera.scale]);
  stroke(pen, path, "#d6006c", 4.5 / app.camera.scale);
  pen.setLineDash([]);
}

/** What would be taken together: tinted hexes, hexsides and lines in their looks, all with an edge that nothing drawn has. */
function sure(pen, app, sight) {
  const grounds = new Map();
  for (const [name, word, , towards] of app.sure ?? []) {
    const hex = app.board.byNumber.get(name);
    const side = app.board.byKey.get(name);
    if (hex && sight.has(hex)) {
      if (!grounds.has(word)) grounds.set(word, new Path2D());
      trace(grounds.get(word), app.board.outline(hex));
    } else if (side && sight.has(side.one)) {
      const path = new Path2D();
      const [from, to] = app.feature(word).line ? [app.board.centre(side.one), app.board.centre(side.other)] : app.board.segment(side);
      path.moveTo(...from);
      path.lineTo(...to);
      pen.lineCap = "round";
      stroke(pen, path, "#d6006cb0", 8 / app.camera.scale);
      stroke(pen, path, app.feature(word).colour, 4.5 / app.camera.scale);
      const far = towards && app.board.byNumber.get(towards);
      if (far) pointing(pen, app, side, { way: [side.one === far ? side.other : side.one, far], colour: "#d6006c" }, 0.24);
    }
  }
  for (const [word, path] of grounds) {
    pen.globalAlpha = 0.55;
    pen.fillStyle = word === "-" ? "#5a5a5a" : app.terrain(word).fill;
    pen.fill(path);
    pen.globalAlpha = 1;
    stroke(pen, path, "#d6006c90", 1.6 / app.camera.scale);
  }
}

function cursor(pen, app) {
  for (const hex of app.hover?.hexes ?? []) ring(pen, app, hex, "#0b5cad", 2.5);
  for (const side of app.hover?.sides ?? []) bar(pen, app, side, "#0b5cad");
  if (app.cursor) ring(pen, app, app.cursor, "#0b5cad", 3, [6, 4]);
  if (app.cursorSide) bar(pen, app, app.cursorSide, "#0b5cad");
  if (app.lasso?.length) {
    const path = new Path2D();
    trace(path, app.lasso);
    pen.fillStyle = "#0b5cad30";
    pen.fill(path);
    stroke(pen, path, "#0b5cad", 2 / app.camera.scale);
  }
}

function ring(pen, app, hex, colour, wide, dash = []) {
  const path = new Path2D();
  trace(path, app.board.outline(hex));
  stroke(pen, path, HALO, (wide + 3) / app.camera.scale);
  pen.setLineDash(dash.map((each) => each / app.camera.scale));
  stroke(pen, path, colour, wide / app.camera.scale);
  pen.setLineDash([]);
}

function bar(pen, app, side, colour) {
  const [a, b] = app.board.segment(side);
  const path = new Path2D();
  path.moveTo(...a);
  path.lineTo(...b);
  pen.lineCap = "round";
  stroke(pen, path, HALO, 10 / app.camera.scale);
  stroke(pen, path, colour, 6 / app.camera.scale);
}

function lettered(pen, text, x, y, high, ink) {
  pen.lineJoin = "round";
  pen.strokeStyle = "#ffffffe0";
  pen.lineWidth = high * 0.28;
  pen.strokeText(text, x, y);
  pen.fillStyle = ink;
  pen.fillText(text, x, y);
}

function trace(path, points) {
  points.forEach(([x, y], at) => (at ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
}

function stroke(pen, path, colour, wide) {
  pen.strokeStyle = colour;
  pen.lineWidth = wide;
  if (path) pen.stroke(path);
  else pen.stroke();
}

function normal([ax, ay], [bx, by]) {
  const long = Math.hypot(bx - ax, by - ay) || 1;
  return [-(by - ay) / long, (bx - ax) / long];
}
