"""Points that come of losses, or of cities without a garrison, and are shared among districts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.costs import kept
from adjudicator.analysis.economy import economy_table, income, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, PlaceKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say

SIDE = "soviet"
"""The side."""


class Marked(Table):
    """Places on which a marker lies, each of which brings points; all hexes of one city count once."""

    marker: MarkerKind
    """The kind of marker. Example: `marker = "no_garrison"`"""
    worth: Mapping[PlaceKind, Amount]
    """What a place of a kind brings. Example: `worth = { major_city = 3 }`"""


class Limit(Table):
    """What one district gets at most."""

    share: Amount = 1
    """Of all that comes. Example: `share = "1/2"`"""
    most: Amount = 0
    """So many points; 0: any number. Example: `most = 10`"""


class Shared(Table):
    """In its initial phase a side adds to the numbers "VALUE.DISTRICT" no more than comes, and to none too much."""

    value: str
    """The kind of number in which a district's part is told. Example: `value = "special"`"""
    income: str = ""
    """What comes: an income of economy.toml. Example: `income = "special.soviet"`"""
    marked: Marked | None = None
    """In place of it: what marked places bring."""
    limit: Limit = Limit()
    """What one district gets at most."""


CITY = "city"
"""The value that all hexes of one city share."""


def _due(position: Position, terms: Shared) -> Interval:
    if terms.income:
        return income(position, terms.income) if terms.income in economy_table(position).income else ZERO
    return sum_of(_of_places(position, terms.marked)) if terms.marked is not None else ZERO


def _of_places(position: Position, marked: Marked) -> Iterator[Interval]:
    seen: set[str] = set()
    for place in position.network.theatre.places:
        name = str(place.values.get(CITY, place.name))
        lies = any(marker.type.kind == marked.marker for marker in position.markers_at(place.hex))
        worth = [Fraction(marked.worth[kind]) for kind in place.kinds if kind in marked.worth]
        if lies and worth and name not in seen:
            seen.add(name)
            yield Interval.of(max(worth))


def _parts(record: PhaseRecord, terms: Shared) -> dict[str, Interval]:
    """What was added for each district, as far as that is told."""
    found = {}
    for name in sorted(record.end.values):
        kind, _, district = name.partition(".")
        if kind == terms.value and district:
            before = told_number(record.start, name) if name in record.start.values else ZERO
            found[district] = told_number(record.end, name).minus(before)
    return found


def _any_due(record: PhaseRecord, terms: Shared) -> bool:
    if record.moment.phasing != SIDE:
        return False
    due = _due(record.start, terms)
    return bool(_parts(record, terms)) or (due.certain and due.low >= 1 and kept(record, SIDE))


@check("spending.shared", Shared, unseen="cannot excuse", met=_any_due)
def is_shared_as_it_comes(record: PhaseRecord, terms: Shared) -> Iterator[Breach]:
    """Of a hundred points of strength lost twenty come back, ten to a district at most.

    Under:    fire_in_the_east
    Legal:    turn 5, Soviet Initial Phase; weather clear; value lost.soviet 103; value special.moskva 10;
              value special.kiev 10
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value lost.soviet 103; value special.moskva 0;
              value special.kiev 0; now weather clear; value special.moskva 11; value special.kiev 9
    """
    if not _any_due(record, terms):
        return
    due, parts = _due(record.start, terms), _parts(record, terms)
    total = sum_of(parts.values())
    if not parts or total == ZERO:
        if due.certain and due.low >= 1 and kept(record, SIDE):
            because = say("{due} points come, and nobody told which district gets them", due)
            missing = Known.open(say("the values {value} of the districts", terms.value))
            yield Breach((), because, broken=missing, owed=not record.ended)
        return
    because = say("{total} points are shared among districts, and {due} come", total, due)
    yield Breach((), because, broken=~total.at_most(due), excuse=Excuse() if terms.marked is not None else None)
    for district, part in parts.items() if terms.limit != Limit() else ():
        most = due.times(Fraction(terms.limit.share))
        if terms.limit.most:
            most = most.smaller(Interval.of(Fraction(terms.limit.most)))
        because = say("{district} gets {part} points, and may get {most}", district, part, most)
        yield Breach((), because, broken=~part.at_most(most) & ~part.at_most(ZERO))
