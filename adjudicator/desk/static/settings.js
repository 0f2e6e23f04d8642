// Settings are kept one by one as they are typed; the button has the game judged by them.
import { say, words } from "./words.js";

const form = document.querySelector("form.questions");
const was = form.elements.was;
const kept = document.getElementById("kept");

let typing = 0;
form.addEventListener("change", ({ target }) => keep(target));
form.addEventListener("input", ({ target }) => {
  clearTimeout(typing);
  if (target.type === "text") typing = setTimeout(() => keep(target), 800);
});

async function keep(target) {
  const { name } = target;
  if (!name || name === "map") return;
  const value = target.value.trim(), before = JSON.parse(was.value)[name] ?? "";
  if (value === before) return;
  const body = new URLSearchParams({ [name]: value, was: JSON.stringify(before ? { [name]: before } : {}) });
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error((await answer.json()).error);
    was.value = JSON.stringify({ ...JSON.parse(was.value), [name]: value });
    kept.textContent = words("saved");
    target.removeAttribute("aria-invalid");
  } catch (error) {
    kept.textContent = "";
    target.setAttribute("aria-invalid", "true");
    say(error.message || words("lost"), true);
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
