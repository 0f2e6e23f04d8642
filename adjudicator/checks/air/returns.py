"""What stays in the air when its phase is over."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class Returns(Table):
    """When the phase is over nothing flies over the map."""


@check("air.returns", Returns, unseen="cannot excuse")
def comes_home(record: PhaseRecord, _terms: Returns) -> Iterator[Breach]:
    """Whoever flew goes home.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Return Step; weather clear; season summer; [2215]: ax.ju87; ax.ju87 [2215]>[flown]
    Illegal:  turn 9, Axis Air Return Step; weather clear; season summer; [2215]: ax.ju87; say we go on;
              turn 9, Axis Regular Movement Step; ax.ju87 [2215]>[flown]
    """
    for name in sorted(record.end.units):
        unit = record.end.units[name]
        if unit.type.flies and unit.location in record.end.network.index:
            because = say("{unit} is still over {hex}, and goes home now", unit, unit.location)
            yield Breach((unit.location,), because, (name,), owed=not record.ended)
