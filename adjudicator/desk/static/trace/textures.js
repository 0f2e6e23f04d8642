// Small patterns for terrains, so that they keep apart without colour.
const made = new Map();
const SIZE = 32;

const MARKS = {
  woods: (pen) => spots(pen, [[8, 9, 4], [23, 24, 4]]),
  jungle: (pen) => spots(pen, [[8, 9, 5], [23, 24, 5], [24, 7, 3], [7, 24, 3]]),
  swamp: (pen) => strokes(pen, [[4, 10, 14, 10], [18, 25, 28, 25], [9, 6, 9, 10], [23, 21, 23, 25]]),
  rough: (pen) => strokes(pen, [[5, 12, 9, 6], [9, 6, 13, 12], [20, 27, 24, 21], [24, 21, 28, 27]]),
  hills: (pen) => arcs(pen, [[9, 12, 6], [24, 27, 6]]),
  mountain: (pen) => strokes(pen, [[3, 15, 10, 4], [10, 4, 17, 15], [16, 30, 23, 19], [23, 19, 30, 30]]),
  desert: (pen) => spots(pen, [[6, 8, 1.3], [20, 14, 1.3], [12, 25, 1.3], [28, 28, 1.3]]),
  waves: (pen) => arcs(pen, [[6, 10, 4], [14, 10, 4], [20, 26, 4], [28, 26, 4]]),
  blocks: (pen) => [[4, 4], [19, 5], [6, 20], [20, 20]].forEach(([x, y]) => pen.fillRect(x, y, 7, 7)),
  ice: (pen) => strokes(pen, [[4, 8, 14, 8], [18, 22, 28, 22]]),
  hatch: (pen) => strokes(pen, [[0, 32, 32, 0], [-8, 8, 8, -8], [24, 40, 40, 24]]),
  steppe: (pen) => strokes(pen, [[8, 12, 6, 6], [8, 12, 10, 6], [23, 27, 21, 21], [23, 27, 25, 21]]),
};

/** The pattern of a terrain's look for hexes of a size, null if it has none. */
export function texture(pen, look, radius) {
  if (!MARKS[look.texture]) return null;
  const key = `${look.texture} ${look.ink}`;
  if (!made.has(key)) made.set(key, stamp(look));
  const pattern = pen.createPattern(made.get(key), "repeat");
  pattern.setTransform(new DOMMatrix().scale(Math.max(radius / 55, 0.1)));
  return pattern;
}

function stamp(look) {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [SIZE, SIZE];
  const pen = canvas.getContext("2d");
  Object.assign(pen, { fillStyle: look.ink, strokeStyle: look.ink, lineWidth: 1.8, lineCap: "round" });
  MARKS[look.texture](pen);
  return canvas;
}

function strokes(pen, lines) {
  pen.beginPath();
  for (const [ax, ay, bx, by] of lines) {
    pen.moveTo(ax, ay);
    pen.lineTo(bx, by);
  }
  pen.stroke();
}

function spots(pen, discs) {
  for (const [x, y, radius] of discs) {
    pen.beginPath();
    pen.arc(x, y, radius, 0, Math.PI * 2);
    pen.fill();
  }
}

function arcs(pen, discs) {
  for (const [x, y, radius] of discs) {
    pen.beginPath();
    pen.arc(x, y, radius, Math.PI, 0);
    pen.stroke();
  }
}
