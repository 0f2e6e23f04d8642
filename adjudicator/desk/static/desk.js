// What all pages share: files that are dropped or chosen, and news from the desk.
import { say, words } from "./words.js";
import { take } from "./sending.js";
import { listen } from "./news.js";
import "./report.js";

const overlay = document.getElementById("overlay");
const holdsFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
let depth = 0;

function show(on) {
  overlay.hidden = !on;
  if (!on) depth = 0;
}

if (document.body.dataset.drop) {
  addEventListener("dragenter", (event) => { if (holdsFiles(event)) { event.preventDefault(); depth += 1; show(true); } });
  addEventListener("dragover", (event) => { if (holdsFiles(event)) event.preventDefault(); });
  addEventListener("dragleave", () => { depth -= 1; if (depth <= 0) show(false); });
  addEventListener("drop", (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    show(false);
    take([...event.dataTransfer.files]);
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches(".pick input")) return;
    take([...event.target.files]);
    event.target.value = "";
  });
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    say(words("copied"), true);
  } catch {
    getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
  }
});

document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
listen();
