"""`python -m tests.second_opinion 200 [--seed 1] [--pack NAME]`: moves judged the fast way and the slow way, findings compared.

The slow way looks for the cheapest and for the least faulty way with no reckoning of what lies ahead, over the whole map.
Moves are drags of units to hexes near and far on made fronts of every pack, legal or not; N are judged in
each pack.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from adjudicator.analysis.movement import searching
from adjudicator.judge import Ruling, legality
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from tests.benchmarks import _front

COLUMNS, ROWS, UNITS = 30, 24, 220
FARTHEST = 6


def drags(pack: str, count: int, seed: int) -> Iterator[Act]:
    """Drags by units of the side whose turn it is, to hexes that may lie anywhere around them."""
    chance = random.Random(seed)
    on = _front.network(pack, COLUMNS, ROWS, seed)
    position = _front.crowd(pack, on, UNITS, seed)
    units = sorted(position.of_side(position.moment.phasing), key=lambda unit: unit.id)
    numbers = [entry.number for entry in on.hexes]
    for _ in range(count):
        unit = chance.choice(units)
        near = [each for each in numbers if 0 < on.distance(on.index[unit.hex], on.index[each]) <= FARTHEST]
        act = play_moves((f"{unit.id} {unit.hex}-{chance.choice(near)}",), position).acts[-1]
        yield replace(act, exact=False, told={})


def opinions(act: Act) -> tuple[Ruling, Ruling]:
    """What is said of an act the fast way and the slow way, neither knowing anything of the other."""
    fast = legality(_anew(act))
    with _slowly():
        return fast, legality(_anew(act))


def _anew(act: Act) -> Act:
    """The same act from a position of which nothing is remembered."""
    before: Position = replace(act.before)
    return replace(act, before=before)


@contextmanager
def _slowly() -> Iterator[None]:
    known = searching.reckoning
    searching.reckoning = lambda _walker, _goal, _pricing: lambda _i, _halted: (0, 0)
    try:
        yield
    finally:
        searching.reckoning = known


def compared(pack: str, count: int, seed: int) -> tuple[dict[str, int], list[str]]:
    """How many moves there were of each verdict, and those of which the two opinions differ."""
    verdicts: dict[str, int] = {}
    differing = []
    for act in drags(pack, count, seed):
        fast, slow = opinions(act)
        verdicts[slow.verdict.name.lower()] = verdicts.get(slow.verdict.name.lower(), 0) + 1
        if fast != slow:
            differing.append(f"{pack}: {act.units[0]} {'-'.join(act.path)}: {fast} / {slow}")
    return verdicts, differing


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.second_opinion")
    parser.add_argument("count", type=int, nargs="?", default=200, help="moves in each pack")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pack", choices=_front.PACKS)
    asked = parser.parse_args(arguments)
    wrong = 0
    for pack in (asked.pack,) if asked.pack else _front.PACKS:
        verdicts, differing = compared(pack, asked.count, asked.seed)
        wrong += len(differing)
        told = ", ".join(f"{number} {name}" for name, number in sorted(verdicts.items()))
        print(f"{pack}: {asked.count} moves ({told}), {len(differing)} differences", *differing[:5], sep="\n  ")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
