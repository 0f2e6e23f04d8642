// What all pages share: files that are dropped or chosen, and news from the desk.
import { say, words } from "./words.js";
import { take, within } from "./sending.js";
import { listen } from "./news.js";
import "./report.js";

const overlay = document.getElementById("overlay");
const holdsFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
let over = 0;

/** Over the whole page as long as files are dragged; what lies below takes them, and is not exchanged meanwhile. */
function show(on) {
  overlay.hidden = !on;
  clearTimeout(over);
  if (on) over = setTimeout(() => show(false), 1500);
}

if (document.body.dataset.drop) {
  for (const kind of ["dragenter", "dragover"]) {
    addEventListener(kind, (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      show(true);
    });
  }
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) show(false); });
  addEventListener("drop", async (event) => {
    if (!holdsFiles(event)) return;
    event.preventDefault();
    show(false);
    const found = await within(event.dataTransfer);
    if (found.length) take(found);
    else say(words("nothing"), true);
  });
  // the report lies in a frame of its own, which tells that files are dragged over it, and hands on what falls there
  addEventListener("message", (event) => {
    const frame = document.getElementById("page");
    if (!frame || event.source !== frame.contentWindow || typeof event.data !== "object") return;
    const { over: dragged, files, folders } = event.data;
    show(Boolean(dragged));
    if (!files) return;
    if (files.length) take(files.map(({ name, bytes }) => new File([bytes], String(name))));
    else say(words(folders ? "beside" : "nothing"), true);
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

// the page's own name among the others, by their list alone: who scrolls to it would have the tabulator begin there
const tab = document.querySelector(".tabs [aria-current]"), tabs = tab?.parentElement;
if (tab) tabs.scrollLeft = tab.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - tab.offsetWidth) / 2;
listen();
