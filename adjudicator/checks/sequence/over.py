"""Play that goes on when the game is decided."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import exact
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, SideName
from adjudicator.record.acts import SPOKEN, ConditionsTold, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import Said, say
from adjudicator.terms.when import When


class End(Table):
    """One thing that ends a game at once; what is given must all hold."""

    value: str = ""
    """A number that the game keeps. Example: `value = "morale.ussr"`"""
    at_most: int = 0
    """The game ends when that number is no more than this."""
    markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker one of which lies in a hex that `taker` controls."""
    taker: SideName = ""
    """The side that must control it."""
    when: When | None = None
    """The time after the game."""


class Over(Table):
    """What ends a game."""

    ends: tuple[End, ...]
    """The ends, any one of which will do."""


def _untold(record: PhaseRecord, terms: Over) -> str:
    """A number that may have ended the game, where nobody tells it."""
    return first_untold((end.value for end in terms.ends if end.value), record.start.values)


@check("sequence.over", Over, untold=_untold)
def nothing_after_the_end(record: PhaseRecord, terms: Over) -> Iterator[Breach]:
    """Who has won or lost plays no further phase.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Regular Movement Step; weather clear; season summer; month july; year 1942; value morale.ussr 1;
              1025: ax.7inf; ax.7inf 1025-1026
    Illegal:  turn 9, Axis Regular Movement Step; weather clear; season summer; month july; year 1942; value morale.ussr 0;
              1025: ax.7inf; ax.7inf 1025-1026
    """
    if not any(not isinstance(act, (*SPOKEN, ConditionsTold, ValuesChanged)) for act in record.acts):
        return
    for end in terms.ends:
        for where, what, over in _reached(record.start, end):
            if over.possible:
                yield Breach(where, say("play goes on, and the game is over: {what}", what), broken=over)


_Reached = tuple[tuple[str, ...], Said, Known]
"""Where, what happened, and whether it did."""


def _reached(position: Position, end: End) -> Iterator[_Reached]:
    if end.when is not None:
        yield (), say("its last turn has been played"), end.when.holds(position, "")
    elif end.value:
        if exact(position.values.get(end.value, "")) is not None:
            number = told_number(position, end.value)
            yield (), say("{name} is {number}", end.value, number), number.at_most(Interval.of(end.at_most))
    else:
        for marker in position.markers.values():
            if marker.type.kind in end.markers and marker.hex:
                taken = controls(position, marker.hex, end.taker, wanted_by=end.taker)
                yield (marker.hex,), say("{marker} stands in a city that was taken", marker.type.name), taken
