"""Boxes of the air chart that are too full and not thinned out, and discarded units that come back as they may not."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Literal

from adjudicator.analysis.air.chart import OUT, hops, lying
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, word

MOST, SHARE = 10, Fraction(1, 10)
"""So many may lie in a box; of more this part goes, rounded down."""
WAITING = "air available"
"""The box of those that wait."""
DISCARDED = "air remnants"
"""The box of the discarded."""


class Revival(Table):
    """What it takes that discarded units come back."""

    size: int = 5
    """How many are a group, of which one comes back and the others leave the game. Example: `size = 5`"""
    to: frozenset[str]
    """Where it goes. Example: `to = ["air available", "map"]`"""


class Culled(Table):
    """Of too many units in a box a share goes on in each own initial phase: out of it, or out of the game."""

    part: Literal["culling", "revival"]
    """What is judged: the thinning out, or who comes back from among the discarded."""
    counted: Selector = EVERYONE
    """The units that count. Example: `counted = { without_kinds = ["glider"] }`"""
    revival: Revival
    """Who comes back from among the discarded."""


def _meant(record: PhaseRecord, terms: Culled) -> bool:
    phase = record.moment.phase
    if phase is None or phase.kind != "initial":
        return False
    boxes = (WAITING, DISCARDED)
    if terms.part == "revival":
        return any(hop.origin == DISCARDED and hop.to in terms.revival.to for hop in hops(record))
    return any(unit.side == record.moment.phasing for box in boxes for unit in lying(record.start, box))


@check("air.culled", Culled, unseen="cannot excuse", met=_meant)
def thinned_out(record: PhaseRecord, terms: Culled) -> Iterator[Breach]:
    """A tenth of more than ten goes.

    Under: fire_in_the_east
    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3; remove so.mig3
    """
    if not _meant(record, terms):
        return
    excuse = Excuse(frozenset({WAITING, DISCARDED}))
    start = [unit for box in (WAITING, DISCARDED) for unit in lying(record.start, box)]
    moved = [hop for hop in hops(record) if hop.unit.side == record.moment.phasing]
    nations = {unit.type.nation for unit in start if unit.side == record.moment.phasing} | {
        hop.unit.type.nation for hop in moved if hop.origin in (WAITING, DISCARDED)
    }
    for nation in sorted(nations):
        own = [hop for hop in moved if hop.unit.type.nation == nation]
        out = [hop for hop in own if hop.origin == DISCARDED and hop.to == OUT]
        back = [hop for hop in own if hop.origin == DISCARDED and hop.to in terms.revival.to]
        due = _due(record, terms, nation, DISCARDED)
        names = tuple(hop.unit.id for hop in (*back, *out))
        if terms.part == "revival":
            joined = sum(hop.to == DISCARDED for hop in own)
            there = sum(unit.type.nation == nation for unit in lying(record.start, DISCARDED)) + joined
            most = (there - due) // terms.revival.size
            wanted = due + (terms.revival.size - 1) * len(back)
            if len(back) > most:
                because = say(
                    "out of {there} units in the {box} box come back: {back}, and at most {most} may",
                    there - due,
                    word(DISCARDED),
                    len(back),
                    most,
                )
                yield Breach((), because, names, excuse=excuse)
            elif back and len(out) != wanted:
                because = say(
                    "out of the {box} box come back: {back}, and leave the game: {out}, where {due} must",
                    word(DISCARDED),
                    len(back),
                    len(out),
                    wanted,
                )
                yield Breach((), because, names, owed=not record.ended and len(out) < wanted, excuse=excuse)
            continue
        if not back and len(out) != due:
            because = say(
                "{out} left the {box} box for good, and {due} must",
                counted(len(out), "air unit"),
                word(DISCARDED),
                due,
            )
            yield Breach((), because, names, owed=not record.ended and len(out) < due, excuse=excuse)
        down = [hop for hop in own if hop.origin == WAITING and hop.to == DISCARDED]
        due = _due(record, terms, nation, WAITING)
        if len(down) != due:
            because = say(
                "{down} went from the {box} box into the {other} box, and {due} must",
                counted(len(down), "air unit"),
                word(WAITING),
                word(DISCARDED),
                due,
            )
            names, owed = tuple(hop.unit.id for hop in down), not record.ended and len(down) < due
            yield Breach((), because, names, owed=owed, excuse=excuse)


def _due(record: PhaseRecord, terms: Culled, nation: str, box: str) -> int:
    there = [unit for unit in lying(record.start, box) if unit.type.nation == nation and terms.counted.matches(unit)]
    return floor(SHARE * len(there)) if len(there) > MOST else 0
