// What the desk tells as it happens: how far a job is, that it is done, that a file has arrived.
import { say, words } from "./words.js";
import { post } from "./sending.js";
import { filled } from "./report.js";

const PATIENCE = 5000;
let source = null;
let silence = 0;

/** Listen as long as somebody looks: a browser has few connections for each machine. */
export function listen() {
  open();
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else { close(); open(); renew(); } });
  addEventListener("pagehide", close);
  document.addEventListener("renew", renew);
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-cancel]");
    if (button?.dataset.job) await post(`/jobs/${button.dataset.job}/cancel`).catch((error) => say(error.message, true));
  });
}

function open() {
  source = new EventSource("/events");
  source.addEventListener("heard", () => { alive(true); if (document.querySelector("[data-progress]:not([hidden])")) renew(); });
  source.addEventListener("job", (event) => tell(JSON.parse(event.data)));
  source.addEventListener("end", () => alive(false, words("ended")));
  source.addEventListener("error", unheard);
  source.addEventListener("arrived", (event) => {
    say(words("noticed", JSON.parse(event.data)), true);
  });
}

/** Say so as long as the desk does not answer: what stands there is then as it was. */
function alive(yes, text = words("lost")) {
  clearTimeout(silence);
  const dead = document.getElementById("dead");
  if (!yes && dead.hidden) dead.textContent = text;
  dead.hidden = yes;
}

function unheard() {
  clearTimeout(silence);
  silence = setTimeout(() => alive(false), source?.readyState === EventSource.CLOSED ? 0 : PATIENCE);
}

function close() {
  clearTimeout(silence);
  source?.close();
  source = null;
}

function tell(job) {
  for (const row of document.querySelectorAll(`[data-progress="${job.game}"]`)) paint(row, job);
  if (job.news && document.querySelector(`[data-game="${job.game}"]`)) renew();
  if (!["done", "failed", "cancelled"].includes(job.stage)) return;
  const here = document.querySelector(`[data-game="${job.game}"]`);
  if (!here) return;
  if (document.body.dataset.game) say(words(job.stage, { why: job.error }), job.stage !== "done");
  for (const row of document.querySelectorAll("#sending .kept")) row.remove();
  renew();
}

function paint(row, job) {
  const going = job.stage === "waiting" || job.stage === "working";
  row.hidden = !going;
  const bar = row.querySelector("progress");
  if (job.total) { bar.max = job.total; bar.value = job.done; } else bar.removeAttribute("value");
  const count = job.total ? ` · ${words("of", job)}` : "";
  const what = job.what ? ` ${job.what}` : "";
  row.querySelector("span").textContent = job.stage === "waiting" ? words("waiting") : `${words("working", job)}${what}${count}`;
  const button = row.querySelector("[data-cancel]");
  if (button) button.dataset.job = job.job;
}

let renewing = Promise.resolve();

/** Put what has changed of this page in place of what stands there; what somebody is typing stays. */
function renew() {
  renewing = renewing.then(async () => {
    const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const overlay = document.getElementById("overlay");
    while (!overlay.hidden) await new Promise((resolve) => { setTimeout(resolve, 100); });
    for (const part of ["#verdict", "#views", "#waiting", "#fresh", "[data-progress]"]) exchange(document.querySelector(part), fresh.querySelector(part));
  }).catch(() => alive(false));
}

function exchange(old, fresh) {
  if (!old || !fresh) return;
  for (const each of old.querySelectorAll("details")) { const twin = twinOf(each, fresh); if (twin) twin.open = each.open; }
  if (old.isEqualNode(fresh)) return;
  const held = old.contains(document.activeElement) ? document.activeElement : null;
  if (held && held.matches("input, select, textarea")) return;
  if (fresh.querySelector("#page")) filled(false);
  old.replaceWith(fresh);
  if (held) (twinOf(held, fresh) ?? document.getElementById("main")).focus();
}

/** What stands in a fresh part for an element of the old one: the same name, or the same kind and words. */
function twinOf(old, fresh) {
  if (old.id) return fresh.querySelector(`#${CSS.escape(old.id)}`);
  const wanted = told(old);
  return [...fresh.querySelectorAll(old.tagName)].find((each) => told(each) === wanted);
}

function told(element) {
  return element.getAttribute("aria-label") ?? (element.querySelector(":scope > summary") ?? element).textContent.trim();
}
