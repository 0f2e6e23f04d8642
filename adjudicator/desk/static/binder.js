// The binder's keys: N, M and I decide, J and K turn the page; a counter without a picture shows its name alone.
const current = document.querySelector(".listed [aria-current]");
current?.scrollIntoView({ block: "nearest" });
scrollTo(0, 0);

for (const image of document.querySelectorAll(".bench img")) {
  const gone = () => image.remove();
  if (image.complete && !image.naturalWidth && image.loading !== "lazy") gone();
  else image.addEventListener("error", gone);
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input[type=text], select, textarea")) return;
  if (event.key === "Enter" && !event.target.closest("a, button")) {
    event.preventDefault();
    document.querySelector("#one [value=accept]")?.click();
    return;
  }
  const wanted = document.querySelector(`#one [data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!wanted) return;
  event.preventDefault();
  wanted.click();
});

// a save that was dropped here is tried out as soon as it lies in the game's folder
const sending = document.getElementById("sending");
new MutationObserver(() => {
  const lines = [...sending.children];
  if (lines.length && lines.every((line) => line.matches(".kept, .known"))) location.reload();
}).observe(sending, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
