"""Who stands in a region, and what events have made of it.

An event of events.toml of which the game keeps the value "event:NAME" (blanks as "_") has happened or not, whatever the
position shows.
"""

from __future__ import annotations

from adjudicator.analysis.events import as_settled
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.roster import roster
from adjudicator.model.known import Known
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector


def in_region(position: Position, who: Selector, where: Where) -> list[tuple[Unit, Known]]:
    """The units that stand in a region, or may, by their ids, each with whether it does."""
    index, ground = position.network.index, ground_at(position)
    some = roster(position).fitting(who, where.mask(ground).perhaps)
    found = [(unit, where.fits(ground, index[unit.hex])) for unit in some]
    return [(unit, here) for unit, here in found if here.possible]


def has_happened(position: Position, name: str, *, lasting: bool) -> Known:
    """Whether it has come to this: a lasting event may have happened before, unless the players tell."""
    found = happens(position, name)
    if found.is_no and lasting and _told_as(name) not in position.values:
        return Known.open(say("whether it has come to this: {name}", name))
    return found


def happens(position: Position, name: str) -> Known:
    """Whether an event comes about as things stand, or as the players tell."""
    told = position.values.get(_told_as(name))
    return as_settled(position, name) if told is None else Known.of(told == "yes")


def _told_as(name: str) -> str:
    return f"event:{name.replace(' ', '_')}"
