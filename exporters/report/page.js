"use strict";
// The page: the lists and their filters, the timeline, and what they ask of the map.

(async () => {
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const say = (text) => { const line = find("#said"); if (line) line.textContent = text; };

  // What stands in the page as JSON; a text in place of a value is the address of that value, packed.
  const unpacked = async (told) => {
    if (typeof told !== "string") return told;
    const packed = Uint8Array.from(atob(told.split(",")[1]), (letter) => letter.charCodeAt(0));
    return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  };
  const parsed = (source) => (source ? JSON.parse(source.textContent) : null);
  const data = parsed(find("#data"));
  for (const name of Object.keys(data ?? {})) data[name] = await unpacked(data[name]);
  // parts of the lists that come into the page when they are looked at; what they hold is known before
  const later = (await unpacked(parsed(find("#later"))) ?? []).map((text) => {
    const part = document.createElement("template");
    part.innerHTML = text;
    return part.content;
  });
  const known = (selector) => [...all(selector), ...later.flatMap((part) => [...part.querySelectorAll(selector)])];
  const articles = known(".finding").sort((one, other) => one.dataset.index - other.dataset.index);
  const firstStep = (act) => Number(act.dataset.steps.split(" ")[0]);
  const acts = later.length ? known(".act").sort((one, other) => firstStep(one) - firstStep(other)) : all(".act");
  const bring = (details) => {
    for (const place of [details, ...details.querySelectorAll(":scope > [data-later]")]) {
      if (place.dataset.later) place.append(later[place.dataset.later]);
      delete place.dataset.later;
    }
  };
  document.addEventListener("toggle", (event) => { if (event.target.open && later.length) bring(event.target); }, true);
  const actsAt = new Map();
  for (const act of acts) for (const step of act.dataset.steps.split(" ")) {
    actsAt.set(step, [...(actsAt.get(step) || []), act]);
  }
  const wide = matchMedia("(min-width: 64rem)");
  const state = { moment: 0, chosen: null, picked: null, playing: 0, board: null, marks: null, why: null };

  const stepNow = () => data.moments[state.moment];
  const momentOf = (step) => {
    let found = 0;
    data.moments.forEach((each, moment) => { if (each <= step) found = moment; });
    return found;
  };
  const points = (act) => {
    const [map, ...spots] = (act.dataset.trail || "").split(" ");
    return Number(map) === state.board.map ? spots.map((spot) => spot.split(",").map(Number)) : [];
  };

  const inShort = (act) => {
    const line = act.lastElementChild.cloneNode(true);
    for (const each of line.querySelectorAll(".remark, a")) each.remove();
    return line.textContent.replace(/\s+/g, " ").trim();
  };

  // Earlier moves of the turn; where no turn is known, the last few.
  function trailsBefore(step, here) {
    const turn = (actsAt.get(String(step)) || [{ dataset: {} }])[0].dataset.turn;
    const found = acts.filter((act) => act.dataset.trail && act.dataset.turn === turn && !here.includes(act)
      && Number(act.dataset.steps.split(" ").pop()) <= step);
    return turn ? found : found.slice(-8);
  }

  function filterFindings() {
    const form = new FormData(find("#filter"));
    const severities = form.getAll("severity");
    const fits = (article, name) => !form.get(name) || article.dataset[name].split("\n").includes(form.get(name));
    for (const article of articles) {
      article.hidden = !(severities.includes(article.dataset.severity) && ["rule", "side", "unit", "news"].every((name) => fits(article, name)));
    }
    const shown = articles.filter((article) => !article.hidden).length;
    find("#shown").textContent = tell("{shown} of {all} shown", { shown, all: articles.length });
    if (state.board) redraw();
  }

  function redraw() {
    const step = stepNow(), shown = state.board.shown;
    state.marks.drawLayers(step, shown, state.picked);
    const here = (actsAt.get(String(step)) || []).filter((act) => act.dataset.trail);
    const trails = trailsBefore(step, here);
    const taken = new Map();
    const findings = articles.filter((article) => !article.hidden && Number(article.dataset.step) <= step).map((article) => {
      const index = Number(article.dataset.index), found = data.findings[index];
      const place = taken.get(found.at[0]) || 0;
      taken.set(found.at[0], place + 1);
      return { index, place, ...found };
    });
    state.marks.drawOver({ step, shown, trails: trails.map(points), findings, chosen: state.chosen, picked: state.picked, now: here.map(points), lit: state.why.lit });
    tellSupply(step, shown);
    const snapshot = state.marks.snapshot(step), told = find("#as-of");
    if (told && snapshot) told.textContent = snapshot.step === step ? "" : tell("As the rules found it at step {step}; nothing was judged anew since.", snapshot);
    state.board.draw();
  }

  function toMoment(moment) {
    state.moment = Math.max(0, Math.min(data.moments.length - 1, moment));
    const time = find("#time"), step = stepNow();
    state.board.to(state.moment);
    for (const act of acts) if (act.classList.contains("now")) act.classList.remove("now");
    const here = actsAt.get(String(step)) || [];
    for (const act of here) act.classList.add("now");
    if (time) {
      const words = here.map(inShort).join("; ");
      const turn = here.length ? here[0].dataset.turn : "";
      const text = state.moment === 0 ? tell("The start") : [tell("Step {step}", { step }), turn, words].filter(Boolean).join(" · ");
      time.value = state.moment;
      time.setAttribute("aria-valuetext", text);
      find("#now").textContent = text;
      const chapter = find("#chapter");
      if (chapter) chapter.selectedIndex = Math.max(0, chapterNow());
    }
    if (find("#lies").open) listCounters();
    if (state.chosen !== null) {
      const { before, step: after } = data.findings[state.chosen];
      find("#before").setAttribute("aria-pressed", String(state.moment === momentOf(before)));
      find("#after").setAttribute("aria-pressed", String(state.moment === momentOf(after || Infinity)));
    }
    redraw();
  }

  // The table before the act of the chosen finding, or after it.
  function toAct(after) {
    const found = data.findings[state.chosen];
    toMoment(momentOf(after ? found.step || Infinity : found.before));
    say(tell(after ? "After the act: {now}" : "Before the act: {now}", { now: find("#now")?.textContent || "" }));
  }

  // Play the shortest account of a finding.
  function explain(index) {
    if (state.chosen !== index) choose(index);
    toAct(true);
    state.why.start(report.Why.beats(data.findings[index], data.hexes.names));
  }

  function tellBeat(beat, place, count) {
    const told = find("#beat");
    told.hidden = false;
    told.textContent = `${tell("{place} of {count}", { place: place + 1, count })} · ${beat.text}`;
    for (const button of ["#why-back", "#why-on"]) find(button).hidden = count < 2;
    say(told.textContent);
    redraw();
  }

  function hush() {
    state.why.stop();
    for (const each of ["#beat", "#why-back", "#why-on"]) find(each).hidden = true;
  }

  function fill(on) {
    document.body.classList.toggle("filled", on);
    find("#fill").setAttribute("aria-pressed", String(on));
    if (on && document.fullscreenEnabled) document.documentElement.requestFullscreen().catch(() => {});
    else if (!on && document.fullscreenElement) document.exitFullscreen();
    fitView();
    say(tell(on ? "The map fills the screen. F or Escape ends it." : "The map stands beside the lists again."));
  }

  function choose(index) {
    const article = articles[index], found = data.findings[index];
    unchoose();
    state.chosen = index;
    if (!article.isConnected) for (const each of all("details.alike")) bring(each);
    article.closest("details.alike")?.setAttribute("open", "");
    article.classList.add("chosen");
    article.querySelector(".show").setAttribute("aria-pressed", "true");
    if (state.board.map !== 0) openMap(0);
    toAct(true);
    const hexes = [...found.at, ...found.traces.flatMap((trace) => trace.hexes)].filter((hex) => hex >= 0);
    state.board.show(hexes.map((hex) => state.marks.middle(hex)));
    const shown = found.step ? "Finding {number} is shown on the map, at step {step}. Escape lets go of it." : "Finding {number} is shown on the map. Escape lets go of it.";
    say(tell(shown, { number: index + 1, step: found.step }));
    const told = find("#chosen"), back = told.querySelector("a");
    told.querySelector("span").textContent = `${index + 1} ${article.dataset.rule}: ${article.querySelector("h3 + p").textContent}`;
    back.href = `#${encodeURIComponent(article.id)}`;
    told.hidden = false;
    const kinds = new Set(found.traces.map((trace) => trace.kind));
    find("#chosen .ways").hidden = !kinds.has("cheapest");
    if (!wide.matches) find("#map").scrollIntoView({ block: "start" });
  }

  function unchoose() {
    state.chosen = null;
    hush();
    find("#chosen").hidden = true;
    for (const article of articles.filter((each) => each.classList.contains("chosen"))) {
      article.classList.remove("chosen");
      article.querySelector(".show").setAttribute("aria-pressed", "false");
    }
  }

  // The units whose supply is known now, for the choice beside the layers, by side.
  function listUnits(supplies) {
    const select = find("#whose"), { units } = data.supply, groups = new Map();
    for (const unit of [...supplies.keys()].sort((one, other) => units[one][0].localeCompare(units[other][0]))) {
      const [name, side] = units[unit];
      if (!groups.has(side)) groups.set(side, Object.assign(document.createElement("optgroup"), { label: side }));
      groups.get(side).append(new Option(`${name}, ${data.hexes.names[supplies.get(unit)[0]]}`, unit));
    }
    select.replaceChildren(new Option(tell("every unit"), ""), ...groups.values());
    select.value = supplies.has(state.picked) ? state.picked : "";
  }

  // In words: the chosen unit's line element by element with its lengths, or why it has none.
  function tellSupply(step, shown) {
    const box = find("#line");
    if (!box) return;
    const supplies = state.marks.supplies(step), entry = supplies.get(state.picked);
    listUnits(supplies);
    box.hidden = !entry || !shown.has("lines") || state.board.map !== 0;
    if (box.hidden) return;
    const [hex, code, legs, blocks, missing] = entry, { units, states, legs: known, blocks: broken, elements } = data.supply;
    box.querySelector("strong").textContent = `${units[state.picked][0]}, ${data.hexes.names[hex]}: ${states[code]}`;
    box.querySelector("ol").replaceChildren(...legs.map((leg) => {
      const [element, words, length] = known[leg], item = document.createElement("li");
      if (element >= 0) item.append(sample(elements[element]));
      item.append(length ? `${words}: ${length}` : words);
      return item;
    }));
    box.querySelector("ul").replaceChildren(...blocks.map((block) => Object.assign(document.createElement("li"),
      { textContent: `× ${data.hexes.names[broken[block][0]]}: ${broken[block][1]}` })));
    const said = [missing ? tell("Undetermined for want of: {missing}", { missing }) : "", legs.length ? "" : tell("No line leads to a source."),
      supplies.at === step ? "" : tell("As it was at step {step}; not looked at anew since.", { step: supplies.at })];
    box.querySelector("p:last-child").textContent = said.filter(Boolean).join(" ");
  }

  function sample({ colour, dash }) {
    const { marks } = state, line = { d: "M3 7H45", stroke: colour, "stroke-width": 3.2, "stroke-linecap": "round" };
    const made = marks.make("svg", { viewBox: "0 0 48 14", width: 48, height: 14, "aria-hidden": "true" });
    made.append(marks.make("path", { ...line, "stroke-dasharray": dash.map((part) => part * 26).join(" ") || "none" }));
    return made;
  }

  // Choose the unit whose line of supply is shown; null = nobody.
  function pick(unit, bring = false) {
    state.picked = unit;
    if (unit !== null) {
      const layer = find("[data-layer=lines]");
      if (!layer.checked) {
        layer.checked = true;
        state.board.shown.add("lines");
      }
      if (state.board.map !== 0) openMap(0);
    }
    redraw();
    const entry = unit === null ? null : state.marks.supplies(stepNow()).get(unit);
    if (!entry) {
      say(unit === null ? tell("No unit is chosen.") : tell("{unit} is not on the map at this moment.", { unit: data.supply.units[unit][0] }));
      return;
    }
    say(tell("{what}. Escape lets go of it.", { what: find("#line strong").textContent }));
    if (!bring) return;
    const hexes = [entry[0], ...entry[2].flatMap((leg) => data.supply.legs[leg][3])].filter((hex) => hex >= 0);
    state.board.show(hexes.map((hex) => state.marks.middle(hex)));
    if (!wide.matches) find("#map").scrollIntoView({ block: "start" });
  }

  // The unit in the hex under a point of the map; clicked again, the next one in its stack, then nobody.
  function pickAt(px, py) {
    if (!data.supply || state.board.map !== 0) return;
    const [x, y] = state.board.place(px, py), near = state.marks.unit * 0.62;
    const here = [...state.marks.supplies(stepNow())].filter(([, entry]) => {
      const [hx, hy] = state.marks.middle(entry[0]);
      return Math.hypot(hx - x, hy - y) < near;
    }).map(([unit]) => unit);
    if (here.length || state.picked !== null) pick(here[here.indexOf(state.picked) + 1] ?? null);
  }

  function openMap(map) {
    const select = find("#which-map");
    if (select) select.value = map;
    state.board.open(map);
    fitView();
    redraw();
  }

  function listCounters() {
    const list = find("#lies ul");
    list.replaceChildren(...state.board.names().map((name) => Object.assign(document.createElement("li"), { textContent: name })));
  }

  function drawTicks() {
    const ticks = find("#ticks"), last = Math.max(1, data.moments.length - 1);
    if (!ticks) return;
    const lay = (steps, kind, y, height) => {
      const places = new Set(steps.map((step) => Math.round((momentOf(step) / last) * 996)));
      if (!places.size) return;
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "path");
      mark.setAttribute("class", kind);
      mark.setAttribute("d", [...places].map((x) => `M${x},${y}h2v${height}h-2z`).join(""));
      ticks.append(mark);
    };
    lay(data.told.dice, "dice", 7, 3);
    lay(data.told.losses, "losses", 4, 6);
    lay(data.chapters.filter(([kind]) => kind === "turn").map(([, , step]) => step), "turn", 0, 10);
    lay(data.chapters.filter(([kind]) => kind === "file").map(([, , step]) => step), "file", 0, 10);
    for (const { step, severity } of data.findings) {
      if (!step) continue;
      const high = { violation: 10, doubt: 6, reminder: 3 }[severity];
      const mark = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const place = { x: (momentOf(step) / last) * 996, y: 0, width: 4, height: high, class: severity };
      for (const [name, value] of Object.entries(place)) mark.setAttribute(name, value);
      ticks.append(mark);
    }
  }

  // On a narrow screen the map is as high as it needs to be, and leaves room for the timeline.
  function fitView() {
    const view = find("#view"), [, , width, height] = data.maps[state.board.map].area;
    const fit = Math.max(220, Math.min(innerHeight * 0.62, view.clientWidth * height / width));
    view.style.height = wide.matches || document.body.classList.contains("filled") ? "" : `${fit}px`;
  }

  function startMap() {
    state.board = new report.Board(data, find("#view"));
    state.marks = new report.Marks(data, state.board);
    state.why = new report.Why(data, tellBeat);
    fitView();
    wide.addEventListener("change", fitView);
    const read = () => { state.board.shown = new Set(all("[data-layer]:checked").map((box) => box.dataset.layer)); };
    read();
    for (const box of all("[data-layer]")) box.addEventListener("change", () => { read(); redraw(); });
    find("#layers").open = wide.matches;
    wide.addEventListener("change", () => { find("#layers").open = wide.matches; });
    const viewport = () => state.board.viewer.viewport;
    find("#zoom-in").addEventListener("click", () => viewport().zoomBy(1.5));
    find("#zoom-out").addEventListener("click", () => viewport().zoomBy(1 / 1.5));
    find("#whole").addEventListener("click", () => viewport().goHome());
    find("#fill").addEventListener("click", () => fill(!document.body.classList.contains("filled")));
    document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement && document.body.classList.contains("filled")) fill(false); });
    find("#before").addEventListener("click", () => toAct(false));
    find("#after").addEventListener("click", () => toAct(true));
    find("#why").addEventListener("click", () => explain(state.chosen));
    find("#why-back").addEventListener("click", () => state.why.back());
    find("#why-on").addEventListener("click", () => { state.why.pause(); state.why.on(); });
    find("#which-map")?.addEventListener("change", (event) => openMap(Number(event.target.value)));
    find("#lies").addEventListener("toggle", () => { if (find("#lies").open) listCounters(); });
    const tell = (x, y) => { find("#under").textContent = state.board.namesAt(x, y).join(" · ") || "\u00a0"; };
    let lifting = 0;
    const lift = (x, y) => { clearTimeout(lifting); lifting = setTimeout(() => showStack(x, y), 250); };
    find("#view").addEventListener("pointermove", (event) => {
      const box = find("#view").getBoundingClientRect(), [x, y] = [event.clientX - box.left, event.clientY - box.top];
      tell(x, y);
      find("#stack").hidden = true;
      if (event.pointerType === "mouse" && !event.buttons) lift(x, y);
    });
    find("#view").addEventListener("pointerleave", () => { clearTimeout(lifting); find("#stack").hidden = true; });
    state.board.viewer.addHandler("canvas-click", (event) => {
      tell(event.position.x, event.position.y);
      if (event.quick) showStack(event.position.x, event.position.y);
      if (event.quick) pickAt(event.position.x, event.position.y);
    });
    find("#whose")?.addEventListener("change", (event) => pick(event.target.value === "" ? null : Number(event.target.value), true));
    find("#unpick")?.addEventListener("click", () => pick(null));
    startTimeline();
    startWatching();
    drawTicks();
    toMoment(data.moments.length - 1);
  }

  function startTimeline() {
    const time = find("#time");
    if (!time) return;
    time.addEventListener("input", () => toMoment(Number(time.value)));
    find("#first").addEventListener("click", () => toMoment(0));
    find("#back").addEventListener("click", () => toMoment(state.moment - 1));
    find("#forth").addEventListener("click", () => toMoment(state.moment + 1));
    find("#last").addEventListener("click", () => toMoment(data.moments.length - 1));
  }

  // Play: one moment after another, until the end, or until somebody does something else with the timeline.
  function play(on) {
    clearInterval(state.playing);
    state.playing = 0;
    if (on && state.moment >= data.moments.length - 1) toMoment(0);
    if (on) {
      state.playing = setInterval(() => {
        toMoment(state.moment + 1);
        if (state.moment >= data.moments.length - 1) play(false);
      }, Number(find("#speed").value));
    }
    find("#play").setAttribute("aria-pressed", String(on));
    find("#play").textContent = tell(on ? "Pause" : "Play");
  }

  const chapterNow = () => data.chapters.findLastIndex(([, , step]) => step <= stepNow());

  function toChapter(number) {
    const chapter = data.chapters[Math.max(0, Math.min(data.chapters.length - 1, number))];
    if (!chapter) return;
    unchoose();
    toMoment(momentOf(chapter[2]));
    say(chapter[1]);
  }

  // The hex of that name, else the next act that speaks of it or is by that player.
  function seek(text) {
    const wanted = text.trim().toLocaleLowerCase();
    if (!wanted) return;
    const hex = data.hexes.names.findIndex((name) => name.toLocaleLowerCase() === wanted);
    if (hex >= 0) {
      if (state.board.map !== 0) openMap(0);
      state.board.show([state.marks.middle(hex)]);
      say(data.hexes.names[hex]);
      return;
    }
    const step = stepNow(), of = (act) => Number(act.dataset.steps.split(" ")[0]);
    const found = acts.filter((act) => act.dataset.by.toLocaleLowerCase() === wanted || act.lastElementChild.textContent.toLocaleLowerCase().includes(wanted));
    const next = found.find((act) => of(act) > step) ?? found[0];
    if (next) showAct(of(next));
    else say(tell("Nothing of that name is found."));
  }

  function startWatching() {
    if (!find("#play")) return;
    find("#play").addEventListener("click", () => play(!state.playing));
    find("#speed").addEventListener("change", () => { if (state.playing) play(true); });
    find("#chapter")?.addEventListener("change", (event) => toChapter(event.target.selectedIndex));
    find("#chapter-back")?.addEventListener("click", () => toChapter(chapterNow() - 1));
    find("#chapter-on")?.addEventListener("click", () => toChapter(chapterNow() + 1));
    find("#seek").addEventListener("keydown", (event) => { if (event.key === "Enter") seek(event.target.value); });
    for (const each of ["#time", "#first", "#back", "#forth", "#last"]) {
      find(each).addEventListener("pointerdown", () => { if (state.playing) play(false); });
    }
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, button, summary, a")) return;
      if (event.key === " ") { event.preventDefault(); play(!state.playing); }
      if (event.key === "[" && data.chapters.length) toChapter(chapterNow() - 1);
      if (event.key === "]" && data.chapters.length) toChapter(chapterNow() + 1);
    });
  }

  // All counters of a stack, large, beside the pointer: as one's own eyes would see them, were they lifted.
  function showStack(x, y) {
    const box = find("#stack"), parts = state.board.stackAt(x, y).slice(0, 24);
    box.hidden = !parts.length;
    if (!parts.length) return;
    box.replaceChildren(...parts.map(([kind, , , name]) => {
      const [sheet, left, top, wide, high] = data.sprites.places[kind], figure = document.createElement("figure");
      const picture = Object.assign(document.createElement("canvas"), { width: wide, height: high });
      if (state.board.sheets[sheet]) picture.getContext("2d").drawImage(state.board.sheets[sheet], left, top, wide, high, 0, 0, wide, high);
      figure.append(picture, Object.assign(document.createElement("figcaption"), { textContent: data.names[name] }));
      return figure;
    }));
    const view = find("#view");
    box.style.left = `${x < view.clientWidth / 2 ? x + 14 : Math.max(0, x - box.offsetWidth - 14)}px`;
    box.style.top = `${Math.max(0, Math.min(y + 14, view.clientHeight - box.offsetHeight))}px`;
  }

  function showAct(step) {
    unchoose();
    toMoment(momentOf(step));
    state.board.show((actsAt.get(String(step)) || []).filter((act) => act.dataset.trail).flatMap(points));
    say(find("#now")?.textContent || "");
    if (!wide.matches) find("#map").scrollIntoView({ block: "start" });
  }

  if (find("#filter")) {
    find("#filter").addEventListener("change", filterFindings);
    find("#filter").addEventListener("submit", (event) => event.preventDefault());
  }
  find("#talk")?.addEventListener("change", (event) => find("#moves").classList.toggle("without-talk", !event.target.checked));
  find("#by")?.addEventListener("change", (event) => {
    for (const act of acts) act.hidden = event.target.value !== "" && act.dataset.by !== event.target.value;
  });
  if (data) {
    startMap();
    document.addEventListener("click", (event) => {
      const step = event.target.closest("button.go"), article = event.target.closest(".finding");
      const supplied = event.target.closest("button.supplied");
      if (event.target.closest("button.why")) explain(Number(article.dataset.index));
      else if (supplied) {
        choose(Number(article.dataset.index));
        pick(Number(supplied.dataset.unit), true);
      } else if (step) showAct(Number(step.dataset.step));
      else if (article && !event.target.closest("a") && !String(getSelection())) choose(Number(article.dataset.index));
    });
    document.addEventListener("keydown", (event) => {
      const typing = event.target.closest("input:not([type=checkbox], [type=range]), select, textarea");
      if (event.key.toLowerCase() === "f" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) fill(!document.body.classList.contains("filled"));
      if (event.key !== "Escape") return;
      if (document.body.classList.contains("filled")) {
        fill(false);
        return;
      }
      if (state.chosen !== null) {
        unchoose();
        redraw();
        say(tell("No finding is chosen."));
      }
      if (state.picked !== null) pick(null);
    });
    const named = articles.find((article) => article.id === decodeURIComponent(location.hash.slice(1)));
    if (named) state.board.viewer.addOnceHandler("open", () => choose(Number(named.dataset.index)));
  } else {
    for (const button of all("button.go")) button.disabled = true;
  }
  if (find("#filter")) filterFindings();

  // the page around the report leads to its findings
  addEventListener("message", (event) => {
    if (event.source !== parent || event.data !== "findings") return;
    const first = articles.find((article) => !article.hidden && article.isConnected);
    (first?.querySelector("button") ?? find("#findings")).focus();
  });

  let closed = [];
  window.addEventListener("beforeprint", () => {
    for (const each of all("[data-later]")) bring(each.tagName === "DETAILS" ? each : each.parentElement);
    closed = all("details:not([open]):not(#lies)");
    for (const each of closed) each.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const each of closed) each.open = false;
  });
})();

// Files that fall on the report in its frame are for the page around it, if that comes from where the report does. Their bytes
// are handed on, since what was dropped here may be read here alone; a folder may not even be looked into.
if (parent !== window) {
  const told = (what, bytes = []) => parent.postMessage(what, location.origin, bytes);
  for (const kind of ["dragenter", "dragover", "drop"]) {
    addEventListener(kind, async (event) => {
      if (!event.dataTransfer || ![...event.dataTransfer.types].includes("Files")) return;
      event.preventDefault();
      if (kind !== "drop") return told({ over: true });
      const folders = [...event.dataTransfer.items].filter((item) => item.webkitGetAsEntry?.()?.isDirectory).length;
      const files = [];
      for (const file of event.dataTransfer.files) {
        const bytes = await file.arrayBuffer().catch(() => null);
        if (bytes) files.push({ name: file.name, bytes });
      }
      told({ files, folders }, files.map((file) => file.bytes));
    });
  }
}
