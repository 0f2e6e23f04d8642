"""Flotillas where the enemy has come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.roster import roster
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.ships import lost
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Overtaken(Table):
    """Who fits `who` is gone from a hex that the enemy has entered, or holds."""

    who: Selector
    """What goes. Example: `who = { kinds = ["flotilla"] }`"""
    by: Literal["entry", "control"]
    """Whether an enemy unit in the hex drives it off, or the enemy's control of it. Example: `by = "entry"`"""


@check("naval.overtaken", Overtaken, unseen="cannot excuse")
def is_gone_before_the_enemy(position: Position, terms: Overtaken) -> Iterator[Breach]:
    """A flotilla does not stay in a hex with enemies.

    Under:    fire_in_the_east, open_sea
    Legal:    turn 5, German Combat Phase; weather clear; 2A/0608: so.flot1; 2A/0609: ge.1inf
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/0608: so.flot1, ge.1inf
    """
    for unit in roster(position).fitting(terms.who):
        broken = _driven_off(position, unit, terms)
        if broken.possible:
            because = say("{unit} is in {hex}, where the enemy is, and should be gone", unit, unit.hex)
            yield Breach((unit.hex,), because, (unit.id,), broken)


def _driven_off(position: Position, unit: Unit, terms: Overtaken) -> Known:
    if terms.by == "control":
        return lost(position, unit)
    return Known.of(any(other.side != unit.side for other in position.at(unit.hex)))
