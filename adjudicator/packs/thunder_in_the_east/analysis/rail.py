"""Rail Capacity: 15.4, 204.2 and 205.5 of the rules."""

from __future__ import annotations

from math import ceil

from adjudicator.analysis.economy import kept_number, value_named
from adjudicator.analysis.movement.reach import capacity
from adjudicator.model.interval import Interval
from adjudicator.record.position import Position
from adjudicator.terms.when import When

CAMPAIGN = When(options=frozenset({"campaign"}))
PRODUCED = "equipment_produced.soviet"


def rail_capacity_of(position: Position, side: str) -> Interval:
    """What a side may use in a turn; in the Campaign the Soviets half of the equipment they produced, rounded up."""
    if side != "soviet" or not CAMPAIGN.holds(position, side).is_yes:
        return capacity(position, "rail", side)
    made = kept_number(position, PRODUCED)
    return Interval.unknown(value_named(PRODUCED)) if made is None else Interval.of(ceil(made / 2))
