// The texts of the page's own scripts, in its language, and the voice in which they are told.
const known = JSON.parse(document.getElementById("words").textContent);

export function words(name, values = {}) {
  return known[name].replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

/** Tell a screen reader, and for a while everybody. */
export function say(text, shown = false) {
  const live = document.getElementById("live");
  live.textContent = "";
  requestAnimationFrame(() => { live.textContent = text; });
  if (!shown) return;
  const notice = document.createElement("p");
  notice.textContent = text;
  document.getElementById("notices").append(notice);
  setTimeout(() => notice.remove(), 8000);
}
