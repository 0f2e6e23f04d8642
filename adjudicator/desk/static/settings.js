// Settings are kept one by one as they are typed; the button has the game judged by them.
import { say, words } from "./words.js";

const form = document.querySelector("form.questions");
const was = form.elements.was;
const kept = document.getElementById("kept");

let typing = 0, last = Promise.resolve(), waiting = 0;
form.addEventListener("change", ({ target }) => { clearTimeout(typing); next(target); });
form.addEventListener("input", ({ target }) => {
  clearTimeout(typing);
  if (target.type === "text") typing = setTimeout(() => next(target), 800);
});

// One answer at a time: the next is held to what the last has saved, and "Saved" stands when none is on its way.
function next(target) {
  if (!target.name || target.name === "map") return;
  kept.textContent = "";
  waiting += 1;
  last = last.then(() => keep(target)).then((saved) => {
    waiting -= 1;
    if (saved && !waiting) kept.textContent = words("saved");
  });
}

async function keep(target) {
  const { name } = target;
  const value = target.value.trim(), before = JSON.parse(was.value)[name] ?? "";
  if (value === before) return true;
  const body = new URLSearchParams({ [name]: value, was: JSON.stringify(before ? { [name]: before } : {}) });
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error((await answer.json()).error);
    was.value = JSON.stringify({ ...JSON.parse(was.value), [name]: value });
    target.removeAttribute("aria-invalid");
    return true;
  } catch (error) {
    target.setAttribute("aria-invalid", "true");
    say(error.message || words("lost"), true);
    return false;
  }
}

// Finding a cell: those whose chart, row, column or value has all the words; a row without any goes, and so does its chart.
const seek = document.getElementById("seek");
const cells = [...document.querySelectorAll("[name^='cell:']")];
if (seek) {
  document.getElementById("sift").hidden = false;
  seek.addEventListener("input", sift);
  seek.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); cells.find((each) => each.offsetParent && !each.closest(".beside"))?.focus(); } });
}

function sift() {
  const wanted = seek.value.toLowerCase().split(/\s+/).filter(Boolean);
  const told = (cell) => `${cell.getAttribute("aria-label")} ${cell.value}`.replace(/[_-]/g, " ").toLowerCase();
  const found = new Set(cells.filter((cell) => { const text = told(cell); return wanted.every((word) => text.includes(word)); }));
  const holds = (part) => cells.some((cell) => found.has(cell) && part.contains(cell));
  for (const cell of cells) cell.closest("td")?.classList.toggle("beside", !found.has(cell));
  for (const part of document.querySelectorAll(".cells li, .sheet tbody tr, .sheet")) part.hidden = !holds(part);
  for (const part of form.querySelectorAll(":scope > section")) part.hidden = wanted.length > 0 && !holds(part);
  for (const sheet of document.querySelectorAll(".sheet")) sheet.open = wanted.length > 0 && !sheet.hidden;
  document.getElementById("sought").textContent = wanted.length ? words("sought", { shown: found.size }) : "";
}
