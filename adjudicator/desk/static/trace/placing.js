// Places: a small form for the places of a hex.
export class Places {
  constructor(app, dialog) {
    Object.assign(this, { app, dialog, form: dialog.querySelector("form") });
    this.form.addEventListener("submit", (event) => this.close(event));
    this.kinds = dialog.querySelector(".kinds");
  }

  /** Ask for the place of a hex: the one that is there, or a new one. */
  ask(hex) {
    const [key, place] = this.app.placeAt(hex.number) ?? [null, { name: "", hex: hex.number, kinds: [] }];
    Object.assign(this, { key, place });
    this.dialog.querySelector("h2 span").textContent = hex.number;
    this.form.elements.name.value = place.name;
    this.form.elements.owner.value = place.owner ?? "";
    this.kinds.replaceChildren(...this.app.words.kinds.map((kind) => box(kind, place.kinds?.includes(kind.name))));
    this.form.querySelector("[value=remove]").hidden = key === null;
    this.dialog.showModal();
  }

  close(event) {
    const what = event.submitter?.value;
    if (what === "cancel") return;
    const changes = what === "remove" ? { [this.key]: null } : { [this.key ?? this.free()]: this.told() };
    this.app.state.set(changes);
    this.app.state.end();
  }

  told() {
    const { name, owner } = this.form.elements;
    const kinds = [...this.kinds.querySelectorAll(":checked")].map((each) => each.value);
    const place = { ...this.place, name: name.value.trim(), kinds, owner: owner.value.trim() };
    if (!place.owner) delete place.owner;
    return place;
  }

  free() {
    let at = 1;
    while (this.app.state.values.has(`place:n${at}`)) at += 1;
    return `place:n${at}`;
  }
}

function box(kind, on) {
  const [label, input] = [document.createElement("label"), document.createElement("input")];
  label.className = "choice";
  Object.assign(input, { type: "checkbox", value: kind.name, checked: Boolean(on) });
  label.append(input, kind.title);
  return label;
}
