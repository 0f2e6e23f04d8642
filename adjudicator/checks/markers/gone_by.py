"""Markers that still lie on the map after the date on which they leave it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import since
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import Known
from adjudicator.model.sequence import Moment
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say


class GoneBy(Table):
    """From the first week of a month on no marker of these kinds lies on the map."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["fort"]`"""
    year: int
    """The year. Example: `year = 1941`"""
    month: str
    """The month. Example: `month = "august"`"""
    weeks: frozenset[str] = frozenset()
    """Weeks of the month before in which none lies there either. Example: `weeks = ["3", "4"]`"""
    before: str = ""
    """That month. Example: `before = "july"`"""


@check("markers.gone_by", GoneBy, unseen="cannot excuse", markers_in=("kinds",))
def is_gone_by_its_date(position: Position, terms: GoneBy) -> Iterator[Breach]:
    """What works for a time only is taken away when that is over.

    Under: thunder_in_the_east
    Legal:    turn 3, Axis HQ Mode Step; weather clear; season summer; year 1941; month july; week 2; 2215: +card.jericho
    Illegal:  turn 7, Axis HQ Mode Step; weather clear; season summer; year 1941; month july; week 3; 2215: +card.jericho
    """
    moment, pack = position.moment, position.pack
    over = since(moment, pack, terms.year, terms.month)
    if terms.weeks and moment.condition("month") in (None, terms.before):
        over |= since(moment, pack, terms.year, terms.before) & _in_weeks(moment, terms)
    if over.is_no:
        return
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        if marker.hex and marker.type.kind in terms.kinds:
            name = marker.type.name or marker.id
            yield Breach(
                (marker.hex,), say("{marker} still lies in {hex} in {moment}", name, marker.hex, moment), broken=over
            )


def _in_weeks(moment: Moment, terms: GoneBy) -> Known:
    """Whether it is one of the last weeks; open where the week is not told."""
    week = moment.condition("week")
    return Known.open(say("the week")) if week is None else Known.of(week in terms.weeks)
