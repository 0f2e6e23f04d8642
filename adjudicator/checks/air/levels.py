"""Units off the map in a state that does not exist."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import word


@check("air.levels", unseen="cannot excuse")
def in_a_state_of_readiness(position: Position, _terms: object) -> Iterator[Breach]:
    """What rests is in a state of readiness that its box can hold.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Return Step; weather clear; season summer; [flown]: ax.ju87/2; say we go on;
              turn 9, Axis Regular Movement Step; say we go on
    Illegal:  turn 9, Axis Air Return Step; weather clear; season summer; [available]: ax.ju87/2; say we go on;
              turn 9, Axis Regular Movement Step; say we go on
    """
    table = air_table(position)
    boxes = frozenset[str]().union(*(each.boxes for each in table.level))
    for name in sorted(position.aircraft):
        unit = position.units[name]
        if unit.location in boxes and table.level_of(unit) is None:
            shown = " ".join(word(tag) for tag in sorted(unit.shown.tags)) or say("ready")
            yield Breach(
                (),
                say(
                    "{unit} lies {how} in the {box} box, which holds none of that state",
                    unit,
                    shown,
                    word(unit.location),
                ),
                (name,),
            )
