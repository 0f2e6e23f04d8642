// The words that may be painted, each with a sample of its look and a number key.
import { texture } from "./textures.js";
import { words } from "./texts.js";

const GROUPS = ["terrains", "features", "tags"];

export class Palette {
  constructor(app, box) {
    Object.assign(this, { app, box });
    box.addEventListener("click", (event) => {
      const button = event.target.closest("[data-word]");
      if (button) app.choose(button.dataset.group, button.dataset.word);
    });
    box.addEventListener("submit", (event) => this.add(event));
    this.show();
  }

  show() {
    this.box.replaceChildren(...GROUPS.map((group) => this.group(group)));
    this.mark();
  }

  group(group) {
    const [part, head, list] = [document.createElement("section"), document.createElement("h2"), document.createElement("div")];
    head.textContent = words(group);
    list.className = "chips";
    list.append(...this.app.words[group].map((look, at) => this.chip(group, look, at)));
    if (group === "terrains") {
      list.append(this.chip(group, { name: "blank", title: words("blank"), fill: "transparent" }));
      list.append(this.chip(group, { name: "", title: words("off"), fill: "transparent" }));
    }
    part.append(head, list);
    if (!this.app.words.closed) part.append(this.form(group));
    return part;
  }

  chip(group, look, at) {
    const [button, sample, name] = [document.createElement("button"), document.createElement("canvas"), document.createElement("span")];
    Object.assign(button, { type: "button", className: "chip" });
    Object.assign(button.dataset, { group, word: look.name });
    name.textContent = look.title;
    sketch(sample, group, look);
    button.append(sample, name);
    if (at < 9) {
      const key = document.createElement("kbd");
      key.textContent = at + 1;
      button.append(key);
    }
    return button;
  }

  /** A pack that lists no words takes those of its owner. */
  form(group) {
    const [form, input, button] = [document.createElement("form"), document.createElement("input"), document.createElement("button")];
    form.className = "add";
    form.dataset.group = group;
    const list = document.createElement("datalist");
    list.id = `common-${group}`;
    list.append(...(this.app.words.common[group] ?? []).map((word) => new Option(word)));
    Object.assign(input, { type: "text", name: "word", maxLength: 40, placeholder: words("newWord") });
    input.setAttribute("list", list.id);
    form.append(list);
    input.setAttribute("aria-label", `${words("newWord")}: ${words(group)}`);
    button.textContent = words("add");
    form.append(input, button);
    return form;
  }

  add(event) {
    event.preventDefault();
    const { group } = event.target.dataset;
    const title = event.target.word.value.trim();
    const name = title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "");
    if (!name) return;
    this.app.addWord(group, name);
  }

  mark() {
    const { group, word } = this.app.active;
    for (const each of this.box.querySelectorAll("[data-word]")) {
      const on = each.dataset.group === group && each.dataset.word === word;
      each.setAttribute("aria-pressed", String(on));
      each.querySelector("kbd")?.toggleAttribute("hidden", each.dataset.group !== group);
    }
  }
}

function sketch(canvas, group, look) {
  [canvas.width, canvas.height] = [56, 36];
  const pen = canvas.getContext("2d");
  if (group === "terrains") {
    pen.fillStyle = look.fill;
    pen.fillRect(0, 0, 56, 36);
    const pattern = look.texture && texture(pen, look, 55);
    if (pattern) {
      pen.fillStyle = pattern;
      pen.fillRect(0, 0, 56, 36);
    }
    return;
  }
  pen.fillStyle = group === "tags" ? "#b795d8" : "#f3efe2";
  pen.fillRect(0, 0, 56, 36);
  if (group === "features") sample(pen, look);
}

function sample(pen, look) {
  const row = (colour, wide, dash = []) => {
    Object.assign(pen, { strokeStyle: colour, lineWidth: wide });
    pen.setLineDash(dash);
    pen.beginPath();
    pen.moveTo(4, 26);
    pen.bezierCurveTo(20, 30, 34, 6, 52, 10);
    pen.stroke();
  };
  if (look.edge) row(look.edge, look.width + 3);
  row(look.colour, look.width, look.dash ?? []);
  if (look.course === "rail") row(look.colour, look.width + 6, [2, 8]);
}
