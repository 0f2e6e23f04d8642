"""What is in the air when nothing flies."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import PhaseName
from adjudicator.record.phase import PHASE
from adjudicator.record.position import Position
from adjudicator.said import say


class Aloft(Table):
    """The phases in which anything may fly over the map."""

    phases: frozenset[PhaseName]
    """The phases, by id, kind or tag. Example: `phases = ["combat"]`"""


def _untold(position: Position, _terms: Aloft) -> str:
    """The phase, where something is in the air and nobody tells it."""
    aloft = any(unit.location in position.network.index for unit in position.aircraft.values())
    return PHASE if aloft and position.moment.phase is None else ""


@check("air.aloft", Aloft, unseen="cannot excuse", untold=_untold)
def rests_off_the_map(position: Position, terms: Aloft) -> Iterator[Breach]:
    """What flies rests off the map but for its missions.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Supply Step; weather clear; season summer; [flown]: ax.ju87
    Illegal:  turn 9, Axis Supply Step; weather clear; season summer; [2215]: ax.ju87
    """
    phase = position.moment.phase
    if phase is None or phase.names & terms.phases:
        return
    for name in sorted(position.aircraft):
        unit = position.units[name]
        if unit.location in position.network.index:
            because = say(
                "{unit} is over {hex} in the {phase}, in which nothing flies", unit, unit.location, phase.name
            )
            yield Breach((unit.location,), because, (name,))
