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
