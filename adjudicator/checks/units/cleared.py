"""Units left in a box that should have been emptied."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.words import word


class Cleared(Table):
    """Boxes that are empty when a phase is over."""

    boxes: frozenset[str]
    """The boxes. Example: `boxes = ["lost"]`"""


def _left(record: PhaseRecord, terms: Cleared) -> Iterator[str]:
    for name in sorted(record.end.units):
        unit = record.end.units[name]
        if not unit.hex and unit.location in terms.boxes:
            yield name


@check("units.cleared", Cleared, unseen="cannot excuse")
def leaves_the_box(record: PhaseRecord, terms: Cleared) -> Iterator[Breach]:
    """What lies in a box to be settled is put away when that is done.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Opponent's Morale Step; weather clear; season summer; [casualty]: sov.20a;
              sov.20a [casualty]>[force_pool]; turn 9, Soviet Supply Step
    Illegal:  turn 9, Axis Opponent's Morale Step; weather clear; season summer; [casualty]: sov.20a, sov.37a;
              sov.20a [casualty]>[force_pool]; turn 9, Soviet Supply Step
    """
    for name in _left(record, terms):
        unit = record.end.units[name]
        because = say(
            "{unit} still lies in the {box} box, which must be empty when the phase is over", unit, word(unit.location)
        )
        yield Breach((), because, (name,), owed=not record.ended)
