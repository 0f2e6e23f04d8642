// Proof-reading: how far one is, and what looks like a slip.
import { words } from "./texts.js";

const POINTING = new Set(["no arrow", "turned round"]);

export class Reading {
  constructor(app, box) {
    Object.assign(this, { app, box });
    this.list = box.querySelector("ol");
    box.querySelector("[data-look]").addEventListener("click", () => this.look());
    this.list.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      app.show(button.dataset.hexes.split(" "));
      if (POINTING.has(button.dataset.slip)) this.aim(button.dataset.word);
    });
  }

  /** Take up a word with the brush: one click in the hex that it points away from sets its direction. */
  aim(word) {
    this.app.choose("features", word);
    this.app.use("brush");
    this.app.say("hint_aim");
  }

  async look() {
    await this.app.state.save();
    const answer = await fetch(`${this.app.address}/spots`);
    if (!answer.ok) return;
    const { spots } = await answer.json();
    this.list.replaceChildren(...spots.map(entry));
    this.box.querySelector("[data-found]").textContent = words(spots.length ? "slips" : "noSlips", { count: spots.length });
  }

  progress() {
    const { hexes } = this.app.board;
    const on = hexes.filter((hex) => this.app.state.get(`terrain:${hex.number}`));
    const done = on.filter((hex) => this.app.state.get(`terrain:${hex.number}`) !== "blank");
    const checked = on.filter((hex) => this.app.state.get(`checked:${hex.number}`));
    const told = { hexes: on.length, traced: done.length, checked: checked.length };
    this.box.querySelector("[data-progress]").textContent = words("progress", told);
    Object.assign(this.box.querySelector("progress"), { max: on.length || 1, value: checked.length });
  }
}

function entry({ slip, hexes, word }) {
  const [row, button] = [document.createElement("li"), document.createElement("button")];
  button.type = "button";
  Object.assign(button.dataset, { hexes: hexes.join(" "), slip, word });
  button.textContent = words(slip, { word, hex: hexes.join("–") });
  row.append(button);
  return row;
}
