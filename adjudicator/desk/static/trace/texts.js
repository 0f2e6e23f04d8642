// The page's texts in its language.
const known = JSON.parse(document.getElementById("map-words").textContent);

export function words(name, values = {}) {
  return known[name].replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}
