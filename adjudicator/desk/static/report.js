// The report in its frame: full screen with one key; until it is there, what falls on it is for the page around it.
function full() {
  const page = document.getElementById("page");
  if (document.fullscreenElement) document.exitFullscreen();
  else page?.requestFullscreen?.();
}

document.addEventListener("click", (event) => {
  if (event.target.closest("#full")) full();
  const page = document.getElementById("page");
  if (!event.target.closest("#to-findings") || !page?.offsetParent) return;
  event.preventDefault();
  page.scrollIntoView({ block: "nearest" });
  page.focus();
  page.contentWindow.postMessage("findings", "*"); // its origin is its own; what it is told is no secret
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (event.key.toLowerCase() === "f" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) full();
});

/** A frame that is still being filled would open a file that falls on it, in place of the desk. */
export function filled(yes) {
  document.body.toggleAttribute("data-filled", yes);
}

addEventListener("load", () => filled(true)); // that of the window waits for its frames
document.addEventListener("load", (event) => { if (event.target.id === "page") filled(true); }, true);
