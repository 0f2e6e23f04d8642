// Files on their way to the desk, one after another, each with its line.
import { say, words } from "./words.js";

const MODULE = /\.(vmod|mod)$/i;
const list = document.getElementById("sending");

/** Send files to the game of this page; those dropped on the list of games find theirs by themselves. */
export async function take(files) {
  if (!files.length) return;
  const sorted = [...files].sort((one, other) => MODULE.test(other.name) - MODULE.test(one.name));
  for (const row of list.querySelectorAll(".placed")) row.remove();
  const lines = sorted.map((file) => line(words("sending", { name: file.name })));
  const game = document.body.dataset.drop;
  try {
    if (game === "new") await sort(sorted, lines);
    else for (const [at, file] of sorted.entries()) await send(file, `/g/${game}`, lines[at], at + 1 < sorted.length);
  } catch (error) {
    for (const row of lines.filter((each) => !each.className)) row.remove();
    say(error.message || words("lost"), true);
  }
}

/** Have files find the games that they belong to, and tell of each where it went. */
async function sort(files, lines) {
  const { drop } = await post("/arriving");
  const rows = new Map();
  for (const [at, file] of files.entries()) {
    const name = await send(file, `/arriving/${drop}`, lines[at], true);
    if (name && !rows.has(name)) rows.set(name, lines[at]);
  }
  if (!rows.size) return;
  for (const [name, row] of rows) end(row, "sought", words("sorting", { name }));
  const told = (await post(`/arriving/${drop}/sort`)).files;
  for (const each of told) place(rows.get(each.name) ?? line(""), each, drop);
  const games = new Set(told.map((each) => each.game));
  if (games.size === 1 && told.every((each) => each.why === "new" && each.game)) location.assign(`/g/${told[0].game}`);
  else document.dispatchEvent(new Event("renew"));
}

/** One line that says where a file went, or asks for it. */
function place(row, told, drop) {
  const { name, beside, title: game } = told;
  if (told.error) end(row, "refused", words("refused", { name, why: told.error }));
  else if (!told.game) ask(row, told, drop);
  else {
    end(row, "placed", words(told.known ? "same" : told.why, { name: told.kept, beside, game }) + " ");
    const link = document.createElement("a");
    link.href = `/g/${told.game}`;
    link.textContent = words("look", { game });
    row.append(link);
    say(row.firstChild.textContent);
  }
}

/** A question that one click answers: which game is it? */
function ask(row, told, drop) {
  end(row, "asked", words(told.why === "unread" ? "unread" : "unclear", { name: told.name }));
  const [choice, button] = [document.createElement("select"), document.createElement("button")];
  choice.setAttribute("aria-label", row.firstChild.textContent);
  for (const each of [...told.choices, { key: "new", name: words("anew") }]) choice.append(new Option(each.name, each.key));
  button.type = "button";
  button.className = "primary";
  button.textContent = words("put");
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const answer = await post(`/arriving/${drop}/put`, new URLSearchParams({ name: told.name, to: choice.value }));
      choice.remove();
      button.remove();
      place(row, answer, drop);
      document.dispatchEvent(new Event("renew"));
    } catch (error) {
      button.disabled = false;
      say(error.message || words("lost"), true);
    }
  });
  row.append(choice, button);
  say(row.firstChild.textContent);
}

/** Send one file; the name under which it arrived, "" if it did not. */
async function send(file, to, row, more) {
  const bar = row.querySelector("progress");
  try {
    const address = `${to}/files?name=${encodeURIComponent(file.name)}&more=${more ? 1 : 0}`;
    const told = await put(address, file, (share) => { bar.value = share; });
    const state = told.known ? "known" : told.renamed ? "renamed" : "kept";
    end(row, state === "known" ? "known" : "kept", words(state, { name: told.name }));
    return told.name;
  } catch (error) {
    end(row, "refused", words("refused", { name: file.name, why: error.message || words("lost") }));
    if (!more) await post(`${to}/wake`).catch(() => {});
    return "";
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
