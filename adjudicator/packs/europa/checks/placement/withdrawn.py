"""Units that should have been withdrawn."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.order_of_battle import Event
from adjudicator.analysis.reinforcement import EVER, by_sort, come_by, turn_for, turns_of
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PHASE
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed

WITHDRAWN: frozenset[Event] = frozenset({"withdrawal"})


ASPECT = "isolation"
"""The aspect of supply in which a unit may be kept from leaving."""


class Withdrawn(Table):
    """Of units that fit `who` so many have left the map as the order of battle withdraws; isolated ones cannot."""

    who: Selector = EVERYONE
    """The units. Example: `who = { without_tags = ["sample"] }`"""
    parts: Selector | None = None
    """Units that may be parts of a larger one, of which it stays a doubt. Example: `parts = { sizes = ["regiment"] }`"""
    kept: frozenset[str] = frozenset()
    """The states in which it is. Example: `kept = ["isolated"]`"""


@check("placement.withdrawn", Withdrawn, unseen="cannot excuse", counts_turns=True)
def is_withdrawn(position: Position, terms: Withdrawn) -> Iterator[Breach]:
    """Who is to be withdrawn is gone when its initial phase is over, it or another of its nation, kind, size and strength.

    Under:    fire_in_the_east
    Legal:    turn 10, German Combat Phase; weather clear; 1B/2720: ge.cavalry.division.1
    Illegal:  turn 11, German Combat Phase; weather clear; 1B/2720: ge.cavalry.division.1
    """
    pack = position.pack
    if not position.moment.turn:
        return
    for sort, units in by_sort(position, terms.who).items():
        side = units[0].side
        begun, over = (turn_for(position.moment, pack, side, over=each) for each in (False, True))
        last = over if position.moment.phase else begun
        gone, surely = (come_by(pack, WITHDRAWN, side, turn)[sort] for turn in (last, over))
        ever = come_by(pack, EVER, side, begun)[sort]
        if gone and len(units) > max(ever - gone, 0):
            now = YES if surely and len(units) > max(ever - surely, 0) else Known.open(PHASE)
            when = strung((str(turn) for turn in turns_of(pack, WITHDRAWN, sort) if turn <= last), ", ")
            because = say(
                "{units}: {count} are on the map; {ever} came, and {gone} are withdrawn, on turn {when}",
                listed(units),
                len(units),
                ever,
                gone,
                when,
            )
            names, at = tuple(unit.id for unit in units), tuple(dict.fromkeys(unit.hex for unit in units))
            yield Breach(at, because, names, now & any_of(_free_to_go(position, unit, terms) for unit in units))


def _free_to_go(position: Position, unit: Unit, terms: Withdrawn) -> Known:
    if terms.parts is not None and terms.parts.matches(unit):
        return Known.open(say("whether {unit} is part of a larger unit", unit))
    if not terms.kept:
        return YES
    return ~supply(position, unit.side).state(unit.id, ASPECT).is_in(terms.kept)
