// What a tool does to hexes and hexsides, as keys and values.
import { away, bare, ends } from "./arrows.js";

export const BLANK = "blank";

/** Give hexes a terrain or a tag, or take it away. */
export function hexes(app, found, erase) {
  const { group, word } = app.active;
  if (group === "tags") return Object.fromEntries(found.map((hex) => tagged(app, hex, word, erase)));
  if (group !== "terrains") return {};
  return Object.assign({}, ...found.map((hex) => grounded(app, hex, erase ? BLANK : word)));
}

function grounded(app, hex, terrain) {
  if (terrain !== "") return { [`terrain:${hex.number}`]: terrain, [`checked:${hex.number}`]: terrain === BLANK ? null : "1" };
  const bare = Object.fromEntries(app.board.beside[hex.index].map((side) => [`side:${side.key}`, []]));
  return { [`terrain:${hex.number}`]: "", [`tags:${hex.number}`]: [], [`checked:${hex.number}`]: null, ...bare };
}

function tagged(app, hex, word, erase) {
  const rest = app.state.words(`tags:${hex.number}`).filter((each) => each !== word);
  return [`tags:${hex.number}`, erase ? rest : [...rest, word]];
}

/** Give hexsides a feature or a line, or take it away; sides of hexes that the map lacks are left alone.
 * A feature with a direction points away from the hex that `near` names for each side. */
export function sides(app, found, erase, near = () => null) {
  const { word } = app.active;
  const written = (side) => (app.feature(word).oneWay ? away(side, word, near(side) ?? side.one) : word);
  const there = found.filter((side) => [side.one, side.other].every((hex) => app.state.get(`terrain:${hex.number}`)));
  return Object.fromEntries(
    there.map((side) => {
      const rest = app.state.words(`side:${side.key}`).filter((each) => bare(each) !== word);
      return [`side:${side.key}`, erase ? rest : [...rest, written(side)]];
    }),
  );
}

/** The hexes around one that are as it is: of its terrain, or with and without the tag. */
export function alike(app, hex) {
  const of = (each) =>
    app.active.group === "tags" ? app.state.words(`tags:${each.number}`).includes(app.active.word) : app.state.get(`terrain:${each.number}`);
  const found = new Set([hex]);
  for (const each of found) for (const other of app.board.neighbours(each)) if (of(other) === of(hex)) found.add(other);
  return [...found];
}

/** The hexsides around a piece of ground of one terrain, such as a coast, each with the hex of that ground. */
export function rim(app, hex) {
  const ground = new Set(groundOf(app, hex));
  const edge = (each) => app.board.beside[each.index].filter((side) => !(ground.has(side.one) && ground.has(side.other)));
  return new Map([...ground].flatMap((each) => edge(each).map((side) => [side, each])));
}

function groundOf(app, hex) {
  return alike({ ...app, active: { group: "terrains" } }, hex);
}

/** What a region says, to be said again elsewhere. */
export function copied(app, found) {
  const known = new Set(found);
  const inner = app.board.sides.filter((side) => known.has(side.one) && known.has(side.other));
  return {
    from: found[0],
    hexes: found.map((hex) => ({ hex, terrain: app.state.get(`terrain:${hex.number}`), tags: app.state.words(`tags:${hex.number}`) })),
    sides: inner.map((side) => ({ side, words: app.state.words(`side:${side.key}`) })),
  };
}

/** A copied region laid down with its first hex on another; what falls off the board is left out. */
export function pasted(app, region, onto) {
  const moved = (hex) => app.board.at.get(`${hex.q + onto.q - region.from.q},${hex.r + onto.r - region.from.r}`);
  const changes = {};
  for (const { hex, terrain, tags } of region.hexes) {
    const target = moved(hex);
    if (!target || !terrain) continue;
    Object.assign(changes, { [`terrain:${target.number}`]: terrain, [`tags:${target.number}`]: tags });
  }
  for (const { side, words } of region.sides) {
    const [one, other] = [moved(side.one), moved(side.other)];
    const target = one && other && app.board.between(one, other);
    if (target) changes[`side:${target.key}`] = words.map((word) => (ends(side, word) ? away(target, bare(word), moved(ends(side, word)[0])) : word));
  }
  return changes;
}
