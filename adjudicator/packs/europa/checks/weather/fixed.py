"""Weather other than what the book prescribes for a time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.words import condition

VALUE = "clear"
"""The weather everywhere; "clear"."""


class FixedWeather(Table):
    """The weather that is printed for certain turns."""

    when: When
    """The moments; { first_turn = 1, last_turn = 1 }."""


def _said(position: Position) -> list[tuple[str, str]]:
    """The weather that was told, as conditions with their values."""
    return [(name, value) for name, value in position.moment.conditions if name.partition(":")[0] == "weather"]


def _is_told(position: Position, _: FixedWeather) -> bool:
    return bool(_said(position))


@check("weather.fixed", FixedWeather, unseen="cannot excuse", met=_is_told)
def weather_as_prescribed(position: Position, terms: FixedWeather) -> Iterator[Breach]:
    """On some turns the weather is printed.

    Under:    fire_in_the_east, border_lands
    Legal:    turn 1, Weather; weather clear; 3B/0608: so.10rif
    Illegal:  turn 1, Weather; weather mud; 3B/0608: so.10rif
    """
    now = terms.when.holds(position, position.moment.phasing)
    if now.is_no:
        return
    for name, value in _said(position):
        if value != VALUE:
            because = say(
                "the {condition} is said to be {value}, and by the rule it is {due} at this time",
                condition(name),
                value,
                VALUE,
            )
            yield Breach((), because, broken=now)
