// The tracer: a board, what is said of it, and what is in hand.
import { bare } from "./arrows.js";
import { Board } from "./board.js";
import { keys } from "./keys.js";
import { Palette } from "./palette.js";
import { Camera, Pane, Tiles } from "./pane.js";
import { Places } from "./placing.js";
import { pointer } from "./pointer.js";
import { Proposals } from "./proposals.js";
import { Reading } from "./reading.js";
import { State } from "./state.js";
import { words } from "./texts.js";

const $ = (chosen) => document.querySelector(chosen);

class App {
  constructor(address, told) {
    Object.assign(this, { address, words: told.words, boards: told.boards, tool: "brush", size: 0, camera: new Camera() });
    this.state = new State(address, told);
    this.look = { shown: 0.45, checked: false, split: false, tag: "" };
    this.active = { group: "terrains", word: told.words.terrains[0]?.name ?? "blank" };
    this.paper = getComputedStyle(document.body).getPropertyValue("--paper").trim() || "#fff";
    this.panes = [new Pane($("#scan")), new Pane($("#drawn"))];
    this.index();
  }

  index() {
    this.looks = { terrains: new Map(), features: new Map() };
    for (const group of ["terrains", "features"]) for (const look of this.words[group]) this.looks[group].set(look.name, look);
  }

  terrain(name) {
    return this.looks.terrains.get(name) ?? { fill: "#d9d4c8", ink: "#888", texture: "hatch" };
  }

  feature(name) {
    return this.looks.features.get(bare(name)) ?? { course: "bar", colour: "#c0392b", edge: "", width: 5, dash: [6, 3], line: false };
  }

  *placed() {
    for (const [key, value] of this.state.values) if (key.startsWith("place:") && value) yield [key, value];
  }

  places() {
    return [...this.placed()].map(([, place]) => place);
  }

  placeAt(number) {
    return [...this.placed()].find(([, place]) => place.hex === number);
  }

  async open(board) {
    const answer = await fetch(`${this.address}/board/${board}`);
    const told = await answer.json();
    if (!answer.ok) throw new Error(told.error);
    this.board = new Board(told, this.nudges(told.boards));
    this.boardAt = Number(board);
    const drawn = () => this.redraw();
    this.tiles = told.boards.map((each, part) => new Tiles(`${this.address}/board/${board}/${part}`, told.tiles[part], each, drawn));
    this.camera.fit(told.size, this.panes[0]);
    Object.assign(this, { cursor: null, cursorSide: null, from: null, fromSide: null, region: null, hover: null });
    $("#unlike").hidden = told.tiles.every(Boolean);
    this.redraw();
  }

  /** How far the grid of each board is moved. */
  nudges(boards) {
    const told = boards.map((board) => this.state.words(`nudge:${board.name}`).map(Number));
    return told.map((each) => (each.length ? each : [0, 0]));
  }

  /** Move the grid of one of the boards; it is kept when the stroke ends. */
  nudge(board, by) {
    this.board.nudges[board] = by;
    this.state.set({ [`nudge:${this.board.boards[board].name}`]: by });
  }

  redraw() {
    this.drawing ??= requestAnimationFrame(() => {
      this.drawing = null;
      this.panes[0].draw(this, this.look.shown);
      if (this.look.split) this.panes[1].draw(this, 1);
    });
  }

  choose(group, word) {
    Object.assign(this, { active: { group, word }, from: null, fromSide: null });
    this.look.tag = group === "tags" ? word : "";
    if (["hand", "place", "check", "nudge", "copy"].includes(this.tool)) this.use("brush");
    this.palette.mark();
    this.redraw();
  }

  chooseAt(at) {
    const look = this.words[this.active.group][at];
    if (look) this.choose(this.active.group, look.name);
  }

  /** Take a word of the owner's own, with the look that the desk gives it. */
  async addWord(group, name) {
    if (!this.words[group].some((each) => each.name === name)) {
      const answer = await fetch(`${this.address}/look/${group}/${name}`);
      if (!answer.ok) return;
      this.words[group].push(await answer.json());
      this.index();
      this.palette.show();
    }
    this.choose(group, name);
  }

  use(tool) {
    Object.assign(this, { tool, from: null, fromSide: null, region: null, lasso: null });
    this.look.checked = tool === "check" || this.look.reading;
    for (const each of document.querySelectorAll("[data-tool]")) each.setAttribute("aria-pressed", String(each.dataset.tool === tool));
    document.body.dataset.hand = tool;
    $("#hint").textContent = words(`hint_${tool}`);
    this.redraw();
  }

  sized(size) {
    this.size = size;
    $("#size").textContent = String(size * 2 + 1);
    this.redraw();
  }

  async step(way) {
    await this.state[way]();
    this.redraw();
  }

  editPlace(hex) {
    this.placing.ask(hex);
  }

  /** What lies in the middle of the view. */
  middle() {
    return this.camera.toBoard(this.panes[0].width / 2, this.panes[0].height / 2);
  }

  middleHex() {
    return this.board.hexAt(...this.middle()) ?? this.board.hexes[0];
  }

  /** Bring all that a question is about into sight, and mark it. */
  ask(subjects) {
    this.asked = subjects.every((each) => each.length === 1) ? subjects.flat() : [];
    this.askedSides = subjects.filter((each) => each.length === 2).map((each) => [...each].sort().join("-"));
    const hexes = subjects.flat().map((number) => this.board.byNumber.get(number)).filter(Boolean);
    if (hexes.length) this.camera.frame(hexes.map((hex) => this.board.centre(hex)), this.panes[0], this.board.radius);
    this.redraw();
  }

  /** Bring hexes into sight, and mark them. */
  show(numbers) {
    this.asked = numbers;
    this.askedSides = null;
    const hex = this.board.byNumber.get(numbers[0]);
    if (!hex) return;
    if (this.board.radius * this.camera.scale < 22) this.camera.scale = 40 / this.board.radius;
    this.camera.show(this.board.centre(hex), this.panes[0], true);
    this.redraw();
  }

  about(hex) {
    if (!hex) return "";
    const terrain = this.state.get(`terrain:${hex.number}`);
    const title = terrain ? (this.looks.terrains.get(terrain)?.title ?? terrain) : words("off");
    const place = this.placeAt(hex.number)?.[1].name;
    const tags = this.state.words(`tags:${hex.number}`).map((tag) => this.words.tags.find((each) => each.name === tag)?.title ?? tag);
    return [hex.number, terrain === "blank" ? words("blank") : title, ...tags, place].filter(Boolean).join(" · ");
  }

  tellWhere(hex) {
    $("#where").textContent = this.about(hex);
  }

  tellCursor() {
    const side = this.cursorSide ? ` · ${this.cursorSide.key}: ${this.state.words(`side:${this.cursorSide.key}`).join(", ") || "–"}` : "";
    $("#where").textContent = this.about(this.cursor) + side;
    $("#live").textContent = $("#where").textContent;
  }

  say(name, values) {
    $("#hint").textContent = words(name, values);
  }
}

function heard(app, what, told) {
  if (["saving", "saved", "unsaved"].includes(what)) $("#saved").textContent = words(what);
  $("#saved").dataset.state = what === "changed" ? $("#saved").dataset.state : what;
  if (what === "stale") Object.assign(app, { pressed: false, from: null, last: null, lasso: null }); // the rest of the stroke is void too
  if (what === "stale" || what === "refused") notice(words(what, { why: told }));
  for (const way of ["undo", "redo"]) $(`[data-step=${way}]`).disabled = !app.state[`${way}able`] && !app.state.waiting.size;
  if (what === "changed") {
    if (!told || told.some((key) => key.startsWith("nudge:"))) app.board.nudges = app.nudges(app.board.boards);
    if (app.look.reading) app.reading.progress();
    app.redraw();
  }
}

function notice(text) {
  const line = document.createElement("p");
  line.textContent = text;
  $("#notices").append(line);
  $("#live").textContent = text;
  setTimeout(() => line.remove(), 9000);
}

function wire(app) {
  for (const each of document.querySelectorAll("[data-tool]")) each.addEventListener("click", () => app.use(each.dataset.tool));
  for (const each of document.querySelectorAll("[data-step]")) each.addEventListener("click", () => app.step(each.dataset.step));
  $("#shown").addEventListener("input", (event) => { app.look.shown = event.target.valueAsNumber / 100; app.redraw(); });
  $("#split").addEventListener("click", () => split(app));
  $("#fit").addEventListener("click", () => { app.camera.fit(app.board.size, app.panes[0]); app.redraw(); });
  for (const each of document.querySelectorAll("[data-panel]")) each.addEventListener("click", () => panel(app, each.dataset.panel));
  $("#board").addEventListener("change", (event) => app.open(event.target.value));
  addEventListener("resize", () => app.redraw());
  document.addEventListener("visibilitychange", () => (document.hidden ? app.state.save() : app.state.renew()));
  addEventListener("pagehide", () => app.state.save());
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    app.paper = getComputedStyle(document.body).getPropertyValue("--paper").trim();
    app.redraw();
  });
}

function split(app) {
  app.look.split = !app.look.split;
  $("#split").setAttribute("aria-pressed", String(app.look.split));
  document.body.classList.toggle("split", app.look.split);
  app.redraw();
}

/** Open a panel at the side, or close it. */
export function panel(app, name) {
  const open = document.body.dataset.open === name ? "" : name;
  document.body.dataset.open = open;
  for (const each of document.querySelectorAll("[data-panel]")) each.setAttribute("aria-expanded", String(each.dataset.panel === open));
  for (const each of document.querySelectorAll(".panel")) each.hidden = each.id !== `panel-${open}`;
  app.look.reading = open === "reading";
  app.look.checked = app.look.reading || app.tool === "check";
  if (app.look.reading) app.reading.progress();
  if (open !== "proposals") app.proposals.leave();
  app.redraw();
}

async function begin() {
  const { address } = document.body.dataset;
  const answer = await fetch(`${address}/state`);
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  const app = new App(address, told);
  window.tracer = app;
  app.palette = new Palette(app, $("#palette"));
  app.placing = new Places(app, $("#placing"));
  app.proposals = new Proposals(app, $("#panel-proposals"));
  app.reading = new Reading(app, $("#panel-reading"));
  $("#board").replaceChildren(...told.boards.map((board, at) => new Option(board.name, at)));
  $("#board").closest("label").hidden = told.boards.length < 2;
  await app.open(0);
  for (const pane of app.panes) pointer(app, pane);
  keys(app);
  wire(app);
  app.state.listen((what, each) => heard(app, what, each));
  app.use("brush");
  heard(app, "saved");
  document.body.dataset.ready = "yes";
  return app;
}

begin().catch((error) => notice(words("refused", { why: error.message })));
