"""Boxes of the air chart that are too full and not thinned out, and discarded units that come back as they may not."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Literal

from adjudicator.analysis.air.chart import OUT, hops, lying
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.amounts import Amount
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, word


class Revival(Table):
    """What it takes that discarded units come back."""

    size: int = 5
    """How many are a group, of which one comes back and the others leave the game. Example: `size = 5`"""
    to: frozenset[str]
    """Where it goes. Example: `to = ["air available", "map"]`"""


class Thinning(Table):
    """When a box is too full, and what goes then."""

    above: int = 10
    """So many may lie in it. Example: `above = 10`"""
    share: Amount = Fraction(1, 10)
    """Which part goes of more, rounded down. Example: `share = "1/10"`"""


class Culled(Table):
    """Of too many units in a box a share goes on in each own initial phase: out of it, or out of the game."""

    part: Literal["culling", "revival"]
    """What is judged: the thinning out, or who comes back from among the discarded."""
    waiting: str
    """The box of those that wait. Example: `waiting = "air available"`"""
    discarded: str
    """The box of the discarded. Example: `discarded = "air remnants"`"""
    thinning: Thinning = Thinning()
    """When a box is too full, and what goes then."""
    counted: Selector = EVERYONE
    """The units that count. Example: `counted = { without_kinds = ["glider"] }`"""
    revival: Revival
    """Who comes back from among the discarded."""


def _meant(record: PhaseRecord, terms: Culled) -> bool:
    phase = record.moment.phase
    if phase is None or phase.kind != "initial":
        return False
    boxes = (terms.waiting, terms.discarded)
    if terms.part == "revival":
        return any(hop.origin == terms.discarded and hop.to in terms.revival.to for hop in hops(record))
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
    excuse = Excuse(frozenset({terms.waiting, terms.discarded}))
    start = [unit for box in (terms.waiting, terms.discarded) for unit in lying(record.start, box)]
    moved = [hop for hop in hops(record) if hop.unit.side == record.moment.phasing]
    nations = {unit.type.nation for unit in start if unit.side == record.moment.phasing} | {
        hop.unit.type.nation for hop in moved if hop.origin in (terms.waiting, terms.discarded)
    }
    for nation in sorted(nations):
        own = [hop for hop in moved if hop.unit.type.nation == nation]
        out = [hop for hop in own if hop.origin == terms.discarded and hop.to == OUT]
        back = [hop for hop in own if hop.origin == terms.discarded and hop.to in terms.revival.to]
        due = _due(record, terms, nation, terms.discarded)
        names = tuple(hop.unit.id for hop in (*back, *out))
        if terms.part == "revival":
            joined = sum(hop.to == terms.discarded for hop in own)
            there = sum(unit.type.nation == nation for unit in lying(record.start, terms.discarded)) + joined
            most = (there - due) // terms.revival.size
            wanted = due + (terms.revival.size - 1) * len(back)
            if len(back) > most:
                because = say(
                    "out of {there} units in the {box} box come back: {back}, and at most {most} may",
                    there - due,
                    word(terms.discarded),
                    len(back),
                    most,
                )
                yield Breach((), because, names, excuse=excuse)
            elif back and len(out) != wanted:
                because = say(
                    "out of the {box} box come back: {back}, and leave the game: {out}, where {due} must",
                    word(terms.discarded),
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
                word(terms.discarded),
                due,
            )
            yield Breach((), because, names, owed=not record.ended and len(out) < due, excuse=excuse)
        down = [hop for hop in own if hop.origin == terms.waiting and hop.to == terms.discarded]
        due = _due(record, terms, nation, terms.waiting)
        if len(down) != due:
            because = say(
                "{down} went from the {box} box into the {other} box, and {due} must",
                counted(len(down), "air unit"),
                word(terms.waiting),
                word(terms.discarded),
                due,
            )
            names, owed = tuple(hop.unit.id for hop in down), not record.ended and len(down) < due
            yield Breach((), because, names, owed=owed, excuse=excuse)


def _due(record: PhaseRecord, terms: Culled, nation: str, box: str) -> int:
    there = [unit for unit in lying(record.start, box) if unit.type.nation == nation and terms.counted.matches(unit)]
    return floor(Fraction(terms.thinning.share) * len(there)) if len(there) > terms.thinning.above else 0
