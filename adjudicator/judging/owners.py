"""Whose the counters may be of which nobody knows it: the ways to share them out among the sides that are tried."""

from __future__ import annotations

from collections.abc import Container, Iterator
from itertools import product
from typing import Any

from adjudicator.analysis.concealed import NOBODY, Owners, masked, side_beside
from adjudicator.record.acts import Act
from adjudicator.record.position import Position

NEAR = 3
"""How far from an act the counters lie that are each tried as any side's: as far as a retreat leads and a zone beyond."""
MOST = 8
"""How many ways of sharing them out are tried; three hexes with two sides."""


def possible_owners(subject: Any, position: Position, end: Position) -> Iterator[Owners]:
    """The ways to try.

    All are one side's, of each side in turn. Of those near an act some may be one's and some another's: a rule about acts says
    of each whether it was legal, so that no way may be left out in which it was not. Who shares a hex is taken to be of one
    side: of that of the known ground units that stand there. A rule about a phase or a moment that may be broken in some such
    way is undetermined in any case (`open_to`).
    """
    if all(each.side for each in (*masked(position), *masked(end)) if each.hex):
        yield NOBODY
        return
    beside = _beside_known(position)
    if all(each.side or each.counter in beside for each in (*masked(position), *masked(end)) if each.hex):
        yield Owners("", tuple(beside.items()))
        return
    sides = [faction.id for faction in position.pack.header.factions]
    yield from (Owners(side, tuple(beside.items())) for side in sides)
    if isinstance(subject, Act):
        yield from _shared_out(_near(subject, beside), sides, tuple(beside.items()))


def _beside_known(position: Position) -> dict[str, str]:
    """The counters in hexes where ground units of one side stood before, each with that side."""
    unclaimed = (each for each in masked(position) if each.hex and not each.side)
    found = {each.counter: side_beside(position, each.hex) for each in unclaimed}
    return {counter: side for counter, side in found.items() if side}


def hexes_of(act: Act) -> Iterator[str]:
    """The hexes of the units of an act, before it and after it."""
    for name in act.units:
        for position in (act.before, act.after):
            if name in position.units:
                yield position.units[name].hex


def _shared_out(
    groups: list[tuple[str, ...]], sides: list[str], beside: tuple[tuple[str, str], ...]
) -> Iterator[Owners]:
    """Some of the groups one side's and some another's; those farther off than can be tried are as the last of the others."""
    while len(sides) ** len(groups) > MOST:
        groups = groups[:-1]
    for owning in product(sides, repeat=len(groups)):
        if len(set(owning)) > 1:
            others = ((name, side) for group, side in zip(groups, owning, strict=True) for name in group)
            yield Owners(owning[-1], (*others, *beside))


def _near(act: Act, known: Container[str]) -> list[tuple[str, ...]]:
    """The counters near an act of which nobody knows whose they are, those of a hex together, the nearest first."""
    index, distance = act.before.network.index, act.before.network.distance
    around = {index[number] for number in (*act.path, *hexes_of(act)) if number in index}
    first: dict[str, str] = {}
    for at in (act.before, act.after):
        for each in masked(at):
            if not each.side and each.counter not in known and each.hex in index:
                first.setdefault(each.counter, each.hex)
    groups: dict[tuple[int, str], list[str]] = {}
    for name, number in first.items():
        away = min((distance(index[number], i) for i in around), default=NEAR + 1)
        if away <= NEAR:
            groups.setdefault((away, number), []).append(name)
    return [tuple(groups[key]) for key in sorted(groups)]
