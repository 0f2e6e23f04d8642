// Features with a direction: a word of a hexside ends in ">" if it points from the hex with the lower number, else in "<".
export const bare = (word) => word.replace(/[<>]$/, "");

/** The hex from which a word's arrow points, and the one to which it does; nothing if it has none. */
export function ends(side, word) {
  const [low, high] = lowFirst(side);
  if (word.endsWith(">")) return [low, high];
  return word.endsWith("<") ? [high, low] : null;
}

/** The word for a feature that points away from one of a hexside's hexes. */
export function away(side, feature, hex) {
  return feature + (lowFirst(side)[0] === hex ? ">" : "<");
}

/** Along a run of hexsides, for each the hex on the bank on which the run began. */
export function bank(run, hex) {
  const found = new Map();
  let near = hex;
  let far = null;
  for (const side of run) {
    const on = [side.one, side.other];
    if (!on.includes(near)) near = on.includes(far) ? beyond(side, far) : side.one;
    far = beyond(side, near);
    found.set(side, near);
  }
  return found;
}

export function beyond(side, hex) {
  return side.one === hex ? side.other : side.one;
}

function lowFirst({ one, other }) {
  return one.number <= other.number ? [one, other] : [other, one];
}
