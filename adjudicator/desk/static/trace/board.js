// The hexes and hexsides of a board, or of several that run on, in pixels of their pictures: what lies where, and beside whom.
export class Board {
  /** `nudges` says for each board how far its grid is moved onto the print. */
  constructor(told, nudges) {
    Object.assign(this, told);
    this.nudges = nudges;
    this.hexes = told.hexes.map(([number, x, y, grid, q, r, board], index) => ({ number, x, y, grid, q, r, board, index }));
    this.byNumber = new Map(this.hexes.map((hex) => [hex.number, hex]));
    this.at = new Map(this.hexes.map((hex) => [`${hex.q},${hex.r}`, hex]));
    this.radius = Math.max(...this.grids.flat().map(([x, y]) => Math.hypot(x, y)));
    this.sides = told.sides.map(([one, other, edge], index) => this.side(one, other, edge, index));
    this.beside = this.hexes.map(() => []);
    for (const side of this.sides) for (const end of [side.one, side.other]) this.beside[end.index].push(side);
    this.byKey = new Map(this.sides.map((side) => [side.key, side]));
    this.file();
    this.joinCorners();
  }

  side(one, other, edge, index) {
    const [a, b] = [this.hexes[one], this.hexes[other]];
    const [low, high] = a.number <= b.number ? [a, b] : [b, a];
    return { one: a, other: b, edge, index, key: `${low.number}-${high.number}` };
  }

  /** Hexes by squares of the picture, so that a point finds its own quickly. */
  file() {
    this.squares = new Map();
    for (const hex of this.hexes) {
      const key = `${Math.floor(hex.x / this.radius)},${Math.floor(hex.y / this.radius)}`;
      if (!this.squares.has(key)) this.squares.set(key, []);
      this.squares.get(key).push(hex);
    }
  }

  /** Corners that several hexsides share have one number: streams are followed along them. */
  joinCorners() {
    const near = this.radius / 4;
    const known = new Map();
    this.corners = [];
    for (const side of this.sides) {
      side.ends = this.edge(side).map(([x, y]) => {
        const [column, row] = [Math.round(x / near), Math.round(y / near)];
        for (let across = -1; across <= 1; across += 1)
          for (let down = -1; down <= 1; down += 1) {
            const there = known.get(`${column + across},${row + down}`);
            if (there !== undefined && Math.hypot(this.corners[there].x - x, this.corners[there].y - y) < near) return there;
          }
        known.set(`${column},${row}`, this.corners.length);
        this.corners.push({ x, y, sides: [] });
        return this.corners.length - 1;
      });
      for (const end of side.ends) this.corners[end].sides.push(side);
    }
  }

  /** Which of the boards a point is on; of several the one that is drawn last. */
  boardAt(x, y) {
    const on = (each) => x >= each.x && y >= each.y && x < each.x + each.size[0] && y < each.y + each.size[1];
    return Math.max(0, this.boards.findLastIndex(on));
  }

  centre(hex) {
    const [right, down] = this.nudges[hex.board];
    return [hex.x + right, hex.y + down];
  }

  outline(hex) {
    const [x, y] = this.centre(hex);
    return this.grids[hex.grid].map(([dx, dy]) => [x + dx, y + dy]);
  }

  /** The two ends of a hexside, as the first of its hexes has it; without the nudge. */
  edge({ one, edge }) {
    const shape = this.grids[one.grid];
    return [shape[edge], shape[(edge + 1) % 6]].map(([dx, dy]) => [one.x + dx, one.y + dy]);
  }

  segment(side) {
    const [right, down] = this.nudges[side.one.board];
    return this.edge(side).map(([x, y]) => [x + right, y + down]);
  }

  middle(side) {
    const [a, b] = this.segment(side);
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  }

  hexAt(x, y) {
    let best = null;
    let least = this.radius;
    for (const [board, [right, down]] of this.nudges.entries())
      for (const hex of this.near(x - right, y - down)) {
        const far = hex.board === board ? Math.hypot(hex.x + right - x, hex.y + down - y) : Infinity;
        if (far < least) [best, least] = [hex, far];
      }
    return best;
  }

  /** Hexes in the squares around a point of the grid. */
  *near(x, y) {
    const [column, row] = [Math.floor(x / this.radius), Math.floor(y / this.radius)];
    for (let across = -2; across <= 2; across += 1)
      for (let down = -2; down <= 2; down += 1) yield* this.squares.get(`${column + across},${row + down}`) ?? [];
  }

  /** The hexside nearest to a point, if the point is near one. */
  sideAt(x, y, within = 0.45) {
    const hex = this.hexAt(x, y);
    if (!hex) return null;
    const measured = this.beside[hex.index].map((side) => [off([x, y], this.segment(side)), side]);
    const [least, side] = measured.reduce((a, b) => (a[0] <= b[0] ? a : b), [Infinity, null]);
    return least < within * this.radius ? side : null;
  }

  neighbours(hex) {
    return this.beside[hex.index].map((side) => (side.one === hex ? side.other : side.one));
  }

  between(one, other) {
    return this.beside[one.index].find((side) => side.one === other || side.other === other) ?? null;
  }

  /** Hexes at most so many away. */
  within(hex, steps) {
    let found = new Set([hex]);
    for (let step = 0; step < steps; step += 1) {
      const more = [...found].flatMap((each) => this.neighbours(each));
      found = new Set([...found, ...more]);
    }
    return [...found];
  }

  /** The shortest way from hex to hex, as hexsides that are crossed. */
  way(from, to) {
    return shortest(from, (hex) => hex === to, (hex) => this.beside[hex.index].map((side) => [side.one === hex ? side.other : side.one, side])) ?? [];
  }

  /** The shortest run of hexsides from one to another, both ends left out of no count: as one clicks along a stream. */
  run(from, to) {
    if (from === to) return [];
    const step = (corner) => this.corners[corner].sides.map((side) => [side.ends[0] === corner ? side.ends[1] : side.ends[0], side]);
    const runs = from.ends.map((end) => shortest(end, (corner) => to.ends.includes(corner), step)).filter(Boolean);
    const short = runs.reduce((a, b) => (a && a.length <= b.length ? a : b), null);
    return short ? [...short.filter((side) => side !== from), to] : [to];
  }

  /** The hex that lies nearest to where an arrow points. */
  towards(hex, [dx, dy]) {
    const turn = (other) => {
      const [x, y] = [other.x - hex.x, other.y - hex.y];
      return (x * dx + y * dy) / Math.hypot(x, y);
    };
    const ranked = this.neighbours(hex).sort((a, b) => turn(b) - turn(a));
    return ranked.length && turn(ranked[0]) > 0.3 ? ranked[0] : hex;
  }
}

function shortest(start, reached, step) {
  const from = new Map([[start, null]]);
  const queue = [start];
  for (let at = 0; at < queue.length; at += 1) {
    if (reached(queue[at])) return back(from, queue[at]);
    for (const [next, side] of step(queue[at])) {
      if (from.has(next)) continue;
      from.set(next, [queue[at], side]);
      queue.push(next);
    }
  }
  return null;
}

function back(from, end) {
  const found = [];
  for (let at = from.get(end); at; at = from.get(at[0])) found.unshift(at[1]);
  return found;
}

function off([x, y], [[ax, ay], [bx, by]]) {
  const [dx, dy] = [bx - ax, by - ay];
  const part = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)));
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}

export function inside([x, y], ring) {
  let found = false;
  for (let at = 0, last = ring.length - 1; at < ring.length; last = at, at += 1) {
    const [[ax, ay], [bx, by]] = [ring[at], ring[last]];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) found = !found;
  }
  return found;
}
