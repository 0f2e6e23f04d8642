"""Builds a module of 2,000 counters on a board of 13,000 hexes and prints time and memory.

Run it as `python tests/benchmarks/build_module.py [columns rows counters]`. Memory is the peak of this process and of the
largest of its helpers, which draw tiles of the board.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from adjudicator.exporters.vassal.box import build_module
from adjudicator.model.hexes import Hexside
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import MapHex, Numbering, Place, Theatre
from adjudicator.packs.load import load_pack

TERRAINS = ("clear", "forest", "clear", "swamp", "hills", "clear", "rough", "mountain", "sea")


def theatre(columns: int, rows: int) -> Theatre:
    """Patches of terrain, a river or rail along every tenth column, a town in every fiftieth hex."""
    numbering = Numbering(digits=(3, 3))
    hexes, sides, places = {}, {}, []
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            at = numbering.hex(column, row)
            patch = (column // 5 * 7 + row // 4 * 3) % len(TERRAINS)
            hexes[at] = MapHex(numbering.format(at), at, TERRAINS[patch])
            if column % 10 == 5:
                sides[Hexside.between(at, at.neighbour(2))] = frozenset({"river"})
            if column % 10 == 0 and row > 1:
                sides[Hexside.between(at, at.neighbour(0))] = frozenset({"rail"})
            if (column * rows + row) % 50 == 0:
                places.append(Place(name=f"Town {len(places)}", hex=numbering.format(at), kinds=frozenset({"town"})))
    sides = {side: words for side, words in sides.items() if side.low in hexes and side.high in hexes}
    return Theatre("Large", numbering, hexes, sides, tuple(places))


def pack(counters: int) -> Pack:
    """The Two Rivers pack with its units many times over."""
    small = load_pack("two_rivers")
    types = list(small.units.values())
    copies = (types[number % len(types)].model_copy(update={"id": f"unit.{number}"}) for number in range(counters))
    return replace(small, units={unit.id: unit for unit in copies})


def main() -> None:
    columns, rows, counters = (int(word) for word in (sys.argv[1:] or ("130", "100", "2000")))
    with tempfile.TemporaryDirectory() as room:
        out = Path(room) / "large.vmod"
        made, rules = theatre(columns, rows), pack(counters)
        begun = time.perf_counter()
        box = build_module(rules, made, out)
        taken = time.perf_counter() - begun
        mine, helpers = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        spent = sum(each.ru_utime + each.ru_stime for each in (mine, helpers))
        width, height = box.layout.size
        print(f"{len(made.hexes)} hexes ({width} x {height}), {len(box.images)} counter faces: {taken:.1f} s")
        print(f"processor time {spent:.1f} s; file {out.stat().st_size / 1e6:.0f} MB")
        print(f"peak memory {mine.ru_maxrss / 1024:.0f} MB, of a helper {helpers.ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
