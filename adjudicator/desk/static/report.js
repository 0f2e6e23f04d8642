// The report in its frame: full screen with one key.
function full() {
  const page = document.getElementById("page");
  if (document.fullscreenElement) document.exitFullscreen();
  else page?.requestFullscreen?.();
}

document.addEventListener("click", (event) => { if (event.target.closest("#full")) full(); });
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, select, textarea");
  if (event.key.toLowerCase() === "f" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) full();
});
