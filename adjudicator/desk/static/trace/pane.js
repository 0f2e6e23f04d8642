// A canvas that shows a part of the board: camera, tiles of the picture, and what is traced over them.
import { draw } from "./paint.js";

const MOST_TILES = 240;
const SHEET = "#f3efe2";
const [SMALLEST, LARGEST] = [0.01, 8];

export class Camera {
  constructor() {
    Object.assign(this, { x: 0, y: 0, scale: 1 });
  }

  /** Show all of a picture. */
  fit([width, height], pane) {
    this.scale = Math.min(pane.width / width, pane.height / height) || 1;
    this.x = width / 2 - pane.width / this.scale / 2;
    this.y = height / 2 - pane.height / this.scale / 2;
  }

  toBoard(x, y) {
    return [this.x + x / this.scale, this.y + y / this.scale];
  }

  zoom(by, x, y) {
    const [bx, by_] = this.toBoard(x, y);
    this.scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * by));
    this.x = bx - x / this.scale;
    this.y = by_ - y / this.scale;
  }

  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /** Bring points into sight with a hex or two around them, no nearer than hexes are easily seen. */
  frame(points, pane, radius) {
    const [xs, ys] = [0, 1].map((at) => points.map((point) => point[at]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const room = 4 * radius;
    const most = Math.min(pane.width / (right - left + room), pane.height / (bottom - top + room));
    const wanted = radius * this.scale < 22 ? 40 / radius : this.scale;
    this.scale = Math.max(SMALLEST, Math.min(LARGEST, wanted, most));
    this.show([(left + right) / 2, (top + bottom) / 2], pane, true);
  }

  /** Bring a point into the middle if it is out of sight or near the edge. */
  show([x, y], pane, always = false) {
    const [sx, sy] = [(x - this.x) * this.scale, (y - this.y) * this.scale];
    const near = 60;
    if (!always && sx > near && sy > near && sx < pane.width - near && sy < pane.height - near) return;
    this.x = x - pane.width / this.scale / 2;
    this.y = y - pane.height / this.scale / 2;
  }
}

/** The picture of a board, its left top corner at (x, y). */
export class Tiles {
  constructor(address, tiles, { x, y }, heard) {
    Object.assign(this, { address, tiles, x, y, heard });
    this.kept = new Map();
  }

  /** Draw those that are in sight, in the size that the screen can show; coarser ones until they are there. */
  draw(pen, camera, width, height) {
    if (!this.tiles) return;
    const wanted = Math.floor(Math.log2(1 / (camera.scale * devicePixelRatio)));
    const level = Math.max(0, Math.min(this.tiles.levels - 1, wanted));
    this.row(pen, camera, width, height, this.tiles.levels - 1);
    if (level < this.tiles.levels - 1) this.row(pen, camera, width, height, level);
  }

  row(pen, camera, width, height, level) {
    const size = this.tiles.side * 2 ** level;
    const factor = 2 ** level;
    const [right, bottom] = camera.toBoard(width, height);
    const first = (near) => Math.max(0, Math.floor(near / size));
    const last = (length, far) => Math.min(Math.ceil(length / size) - 1, Math.floor(far / size));
    for (let row = first(camera.y - this.y); row <= last(this.tiles.size[1], bottom - this.y); row += 1)
      for (let column = first(camera.x - this.x); column <= last(this.tiles.size[0], right - this.x); column += 1) {
        const image = this.tile(level, column, row);
        if (!image.complete || !image.naturalWidth) continue;
        const [x, y] = [this.x + column * size, this.y + row * size];
        pen.drawImage(image, x, y, image.naturalWidth * factor, image.naturalHeight * factor);
      }
  }

  tile(level, column, row) {
    const key = `${level}/${column}_${row}`;
    let image = this.kept.get(key);
    if (image) {
      this.kept.delete(key);
    } else {
      image = new Image();
      image.onload = this.heard;
      image.src = `${this.address}/${key}`;
    }
    this.kept.set(key, image);
    if (this.kept.size > MOST_TILES) this.kept.delete(this.kept.keys().next().value);
    return image;
  }
}

export class Pane {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
  }

  get width() {
    return this.canvas.clientWidth;
  }

  get height() {
    return this.canvas.clientHeight;
  }

  draw(app, shown) {
    const dense = devicePixelRatio;
    const [width, height] = [Math.round(this.width * dense), Math.round(this.height * dense)];
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const { pen } = this;
    const { x, y, scale } = app.camera;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = app.paper;
    pen.fillRect(0, 0, width, height);
    pen.setTransform(scale * dense, 0, 0, scale * dense, -x * scale * dense, -y * scale * dense);
    pen.fillStyle = SHEET;
    for (const { x: left, y: top, size } of app.board.boards) pen.fillRect(left, top, ...size);
    if (shown < 1) for (const each of app.tiles) each.draw(pen, app.camera, this.width, this.height);
    draw(pen, app, shown, this);
  }
}
