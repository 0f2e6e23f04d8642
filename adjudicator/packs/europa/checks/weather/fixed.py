"""Weather other than what the book prescribes for a time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import When
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position


class FixedWeather(Table):
    """While `when` holds, the condition `name`, and that of every region ("NAME:REGION"), is `value`."""

    name: str = "weather"
    value: str
    when: When


@check("weather.fixed", FixedWeather, unseen="cannot excuse")
def weather_as_prescribed(position: Position, terms: FixedWeather) -> Iterator[Breach]:
    """On the first turn the weather is clear.

    Legal:    turn 1, French movement; weather clear
    Illegal:  turn 1, French movement; weather rain
    """
    if terms.when.holds(position, position.moment.phasing) is not True:
        return
    for name, value in position.moment.conditions:
        if name.partition(":")[0] == terms.name and value != terms.value:
            yield Breach((), f"{name} is {value}, and it is {terms.value} at this time")
