"use strict";
// The map: the ground is OpenSeadragon's; counters are one canvas over it, layers and marks two drawings under and over that.

const report = {};

report.Board = class {
  constructor(data, view) {
    this.data = data;
    this.view = view;
    this.map = 0;
    this.moment = 0;
    this.items = [];
    this.kept = new Map();
    this.shown = new Set();
    this.sheets = [];
    this.quick = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.viewer = OpenSeadragon({
      element: view, drawer: "canvas", showNavigationControl: false, minZoomImageRatio: 0.8, maxZoomPixelRatio: 4,
      visibilityRatio: 0.5, animationTime: this.quick ? 0 : 0.4, immediateRender: true, preserveImageSizeOnResize: true,
      gestureSettingsMouse: { clickToZoom: false }, gestureSettingsTouch: { dblClickToZoom: true },
    });
    this.below = this.layer("svg", "below");
    this.canvas = this.layer("canvas", "counters");
    this.over = this.layer("svg", "over");
    const ground = this.viewer.canvas;
    ground.setAttribute("role", "group");
    ground.setAttribute("aria-label", tell("Map. Arrow keys move it, plus and minus zoom, 0 shows it whole."));
    for (const what of ["open", "update-viewport", "resize"]) this.viewer.addHandler(what, () => this.draw());
    this.viewer.addHandler("canvas-key", (event) => {
      if ("rRfF".includes(event.originalEvent.key)) event.preventDefaultAction = true;
    });
    data.sprites.images.forEach((address, number) => {
      const image = new Image();
      image.addEventListener("load", () => { this.sheets[number] = image; this.draw(); });
      image.src = address;
    });
    this.open(0);
  }

  layer(tag, name) {
    const made = tag === "svg" ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
    made.setAttribute("class", name);
    made.setAttribute("aria-hidden", "true");
    this.viewer.canvas.appendChild(made);
    if (tag === "svg") made.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "g"));
    return made;
  }

  open(map) {
    this.map = map;
    this.kept.clear();
    const { strips, tiles } = this.data.maps[map];
    this.viewer.open(strips ? strips.map(([y, url]) => ({ tileSource: { type: "image", url }, x: 0, y, width: 1 })) : { Image: tiles });
    this.to(this.moment);
  }

  // The board at a moment, from the nearest moment kept before it.
  to(moment) {
    let from = -1;
    for (const known of this.kept.keys()) if (known <= moment && known > from) from = known;
    let items = from < 0 ? this.data.maps[this.map].start.slice() : this.kept.get(from).slice();
    for (let next = from + 1; next <= moment; next++) {
      for (const [place, item] of this.data.changes[next][this.map] || []) {
        if (item === undefined) items.splice(place, 1);
        else items.splice(place, 0, item);
      }
      if (next % 50 === 0) this.kept.set(next, items.slice());
    }
    this.items = items;
    this.moment = moment;
    this.draw();
  }

  // Map pixels to pixels of the view: where the map's origin is, and how large a map pixel is.
  frame() {
    const [left, top, width] = this.data.maps[this.map].area;
    const zero = this.viewer.viewport.pixelFromPoint(new OpenSeadragon.Point(0, 0), true);
    const one = this.viewer.viewport.pixelFromPoint(new OpenSeadragon.Point(1, 0), true);
    const scale = (one.x - zero.x) / width;
    return { scale, x: zero.x - left * scale, y: zero.y - top * scale };
  }

  draw() {
    if (!this.viewer.viewport || !this.viewer.world.getItemCount()) return;
    const { scale, x, y } = this.frame();
    for (const drawing of [this.below, this.over]) {
      drawing.firstChild.setAttribute("transform", `translate(${x} ${y}) scale(${scale})`);
    }
    const sharp = window.devicePixelRatio || 1;
    const width = Math.round(this.view.clientWidth * sharp), height = Math.round(this.view.clientHeight * sharp);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const pen = this.canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    if (!this.shown.has("counters")) return;
    pen.imageSmoothingQuality = "high";
    pen.setTransform(scale * sharp, 0, 0, scale * sharp, x * sharp, y * sharp);
    const reach = 400, seen = [-x / scale - reach, -y / scale - reach, (width / sharp - x) / scale + reach, (height / sharp - y) / scale + reach];
    for (const item of this.items) for (const part of item) {
      if (part[1] > seen[0] && part[1] < seen[2] && part[2] > seen[1] && part[2] < seen[3]) this.drawPart(pen, part);
    }
  }

  drawPart(pen, [kind, x, y, a, b]) {
    if (kind === "edge") {
      pen.fillStyle = "#ffffff"; pen.strokeStyle = "#555555"; pen.lineWidth = 1;
      pen.fillRect(x, y, a, b); pen.strokeRect(x, y, a, b);
    } else if (kind === "count") {
      pen.beginPath(); pen.arc(x, y, a, 0, 7); pen.fillStyle = "#ffffff"; pen.fill();
      pen.strokeStyle = "#1b1b1b"; pen.lineWidth = 1; pen.stroke();
      pen.fillStyle = "#1b1b1b"; pen.font = `bold ${a * 1.2}px sans-serif`;
      pen.textAlign = "center"; pen.textBaseline = "middle"; pen.fillText(b, x, y);
    } else {
      const [sheet, left, top, wide, high, width, height] = this.data.sprites.places[kind];
      if (this.sheets[sheet]) pen.drawImage(this.sheets[sheet], left, top, wide, high, x, y, width, height);
    }
  }

  // A point of the view in map pixels.
  place(px, py) {
    const { scale, x, y } = this.frame();
    return [(px - x) / scale, (py - y) / scale];
  }

  // The names of what lies under a point of the view, uppermost first.
  namesAt(px, py) {
    if (!this.viewer.world.getItemCount()) return [];
    const at = this.place(px, py);
    const found = [];
    for (const item of this.items) for (const [kind, left, top, name] of item) {
      if (typeof kind !== "number") continue;
      const [, , , , , width, height] = this.data.sprites.places[kind];
      if (at[0] >= left && at[0] <= left + width && at[1] >= top && at[1] <= top + height) found.unshift(this.data.names[name]);
    }
    return found;
  }

  // What lies under a point of the view, uppermost first: each part of the stack with its picture and name.
  stackAt(px, py) {
    if (!this.viewer.world.getItemCount() || !this.shown.has("counters")) return [];
    const at = this.place(px, py);
    const hit = ([kind, left, top]) => {
      if (typeof kind !== "number") return false;
      const [, , , , , width, height] = this.data.sprites.places[kind];
      return at[0] >= left && at[0] <= left + width && at[1] >= top && at[1] <= top + height;
    };
    const { height: hex } = this.data.maps[this.map], near = [];
    const under = this.items.filter((item) => item.some(hit));
    if (!under.length) return [];
    const [, x, y] = under.at(-1).find(hit);
    for (const item of this.items) {
      const first = item.find(([kind]) => typeof kind === "number");
      if (first && (under.includes(item) || Math.hypot(first[1] - x, first[2] - y) < hex * 0.35)) near.push(...item);
    }
    return near.filter(([kind]) => typeof kind === "number").reverse();
  }

  names() {
    const found = [];
    for (const item of this.items) for (const [kind, , , name] of item) {
      if (typeof kind === "number") found.push(this.data.names[name]);
    }
    return found;
  }

  // Bring points of the map into view, with some of what lies around them.
  show(points) {
    if (!points.length || !this.viewer.world.getItemCount()) return;
    const { area: [left, top, width], height } = this.data.maps[this.map];
    const xs = points.map((point) => point[0]), ys = points.map((point) => point[1]);
    const margin = height * 2.5;
    const box = [Math.min(...xs) - margin - left, Math.min(...ys) - margin - top,
      Math.max(...xs) - Math.min(...xs) + 2 * margin, Math.max(...ys) - Math.min(...ys) + 2 * margin];
    this.viewer.viewport.fitBounds(new OpenSeadragon.Rect(...box.map((part) => part / width)), this.quick);
  }
};
