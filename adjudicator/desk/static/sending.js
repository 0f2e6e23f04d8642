// Files on their way to the desk, each with its line: to a game one after another, to be sorted a few at once.
import { say, words } from "./words.js";

const MODULE = /\.(vmod|mod)$/i;
const GAME = /\.(vmod|mod|vsav|sav|vlog|log|zip)$/i;
const MOST = 2000;
const AT_ONCE = 4;
const WHY = { follows: 1, leads: 1, same: 1, module: 1, new: 1 };
const list = document.getElementById("sending");

/** Send files to the game of this page; those dropped on the list of games find theirs by themselves. */
export async function take(files) {
  if (!files.length) return;
  const sorted = [...files].sort((one, other) => MODULE.test(other.name) - MODULE.test(one.name));
  for (const row of list.querySelectorAll(".placed, .gone, .known")) row.remove();
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

/** The files that were dropped; of a folder those in it that may be of a game. */
export async function within(data) {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? item.getAsFile()).filter(Boolean);
  const plain = [...data.files];
  if (!entries.some((entry) => entry.isDirectory)) return plain;
  const found = [];
  for (const entry of entries) await walk(entry, found, false);
  return found;
}

async function walk(entry, found, inside) {
  if (found.length >= MOST) return;
  if (entry.isDirectory) {
    const reader = entry.createReader();
    for (;;) {
      const some = await new Promise((resolve) => { reader.readEntries(resolve, () => resolve([])); });
      if (!some.length) return;
      for (const each of some) await walk(each, found, true);
    }
  } else if (!inside || GAME.test(entry.name)) {
    const file = entry.file ? await new Promise((resolve) => { entry.file(resolve, () => resolve(null)); }) : entry;
    if (file) found.push(file);
  }
}

/** Have files find the games that they belong to, and tell of each where it went. */
async function sort(files, lines) {
  const { drop } = await post("/arriving");
  const rows = new Map(), left = [...files.entries()];
  const sending = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [at, file] = next;
      for (const name of await send(file, `/arriving/${drop}`, lines[at], true)) if (!rows.has(name)) rows.set(name, lines[at]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sending));
  const refused = rows.size === 0 || list.querySelector(".gone") !== null || lines.some((row) => !row.isConnected);
  if (!rows.size) return changed();
  for (const [name, row] of rows) end(row, "sought", words("sorting", { name }));
  const told = (await post(`/arriving/${drop}/sort`)).files;
  const placed = new Set();
  for (const each of told) {
    const row = rows.get(each.name);
    place(row && !placed.has(row) ? row : line(""), each);
    placed.add(row);
  }
  for (const row of rows.values()) if (!placed.has(row)) row.remove();
  const games = new Set(told.map((each) => each.game));
  if (games.size === 1 && !refused && told.every((each) => each.why === "new" && each.game)) location.assign(`/g/${told[0].game}`);
  else changed();
}

/** One line that says where a file went; what is asked for stands in a list of its own. */
function place(row, told) {
  const { name, beside, title: game } = told;
  if (!told.game || told.error) {
    row.remove();
    say(told.error ? words("refused", { name, why: told.error }) : words("asked", { name }));
    return;
  }
  end(row, "placed", words(told.known ? "same" : told.why in WHY ? told.why : "module", { name: told.kept, beside, game }) + " ");
  const link = document.createElement("a");
  link.href = `/g/${told.game}`;
  link.textContent = words("look", { game });
  row.append(link);
  say(row.firstChild.textContent);
}

/** Send one file; the names under which it, or what a zip holds, arrived. What is refused the desk lists with its reason. */
async function send(file, to, row, more) {
  const bar = row.querySelector("progress");
  try {
    const address = `${to}/files?name=${encodeURIComponent(file.name)}&more=${more ? 1 : 0}`;
    const { files } = await put(address, file, (share) => { bar.value = share; });
    for (const [at, told] of files.entries()) {
      const state = told.known ? "known" : told.renamed ? "renamed" : "kept";
      end(at ? line("") : row, state === "known" ? "known" : "kept", words(state, { name: told.name }));
    }
    return files.map((told) => told.name);
  } catch (error) {
    const why = error.message || words("lost");
    if (error.message) row.remove();
    else end(row, "gone", words("refused", { name: file.name, why }));
    say(words("refused", { name: file.name, why }));
    if (!more) await post(`${to}/wake`).catch(() => {});
    changed();
    return [];
  }
}

/** The page shows what has changed of its lists. */
function changed() {
  document.dispatchEvent(new Event("renew"));
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
