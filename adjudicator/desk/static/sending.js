// Files on their way to the desk, one after another, each with its line.
import { say, words } from "./words.js";

const MODULE = /\.(vmod|mod)$/i;
const list = document.getElementById("sending");

/** Send files to the game of this page, or to a new one named after the module among them. */
export async function take(files) {
  if (!files.length) return;
  const sorted = [...files].sort((one, other) => MODULE.test(other.name) - MODULE.test(one.name));
  const lines = sorted.map((file) => line(words("sending", { name: file.name })));
  let game = document.body.dataset.drop;
  try {
    const begun = game === "new";
    if (begun) game = (await post(`/new?name=${encodeURIComponent(sorted[0].name)}`)).game;
    let kept = 0;
    for (const [at, file] of sorted.entries()) kept += await send(file, game, lines[at], at + 1 < sorted.length);
    if (begun && kept) location.assign(`/g/${game}`);
    else if (begun) await post(`/g/${game}/remove`);
  } catch (error) {
    say(error.message || words("lost"), true);
  }
}

async function send(file, game, row, more) {
  const bar = row.querySelector("progress");
  try {
    const address = `/g/${game}/files?name=${encodeURIComponent(file.name)}&more=${more ? 1 : 0}`;
    const told = await put(address, file, (share) => { bar.value = share; });
    const state = told.known ? "known" : told.renamed ? "renamed" : "kept";
    end(row, state === "known" ? "known" : "kept", words(state, { name: told.name }));
    return 1;
  } catch (error) {
    end(row, "refused", words("refused", { name: file.name, why: error.message || words("lost") }));
    if (!more) await post(`/g/${game}/wake`).catch(() => {});
    return 0;
  }
}

/** A request whose body tells how far it is. */
function put(address, body, heard) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.responseType = "json";
    request.upload.onprogress = (event) => { if (event.lengthComputable) heard(event.loaded / event.total); };
    request.onerror = () => reject(new Error(""));
    request.onload = () => (request.status < 400 ? resolve(request.response) : reject(new Error(request.response?.error || request.statusText)));
    request.send(body);
  });
}

export async function post(address, body) {
  const answer = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  if (answer.redirected) return {};
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error);
  return told;
}

function line(text) {
  const row = document.createElement("li");
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", text);
  row.append(document.createElement("span"), bar);
  row.firstChild.textContent = text;
  list.append(row);
  return row;
}

function end(row, state, text) {
  row.className = state;
  row.querySelector("progress")?.remove();
  row.firstChild.textContent = text;
}
