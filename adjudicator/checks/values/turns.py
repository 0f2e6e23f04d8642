"""States that should have changed: at their time, or because their place was taken."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.economy import holder_of, value_named, value_words
from adjudicator.analysis.ownership import Owner
from adjudicator.analysis.situation import joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, SideName
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung


class Turning(Table):
    """What a state turns into by the end of the phase; of several that fit one will do."""

    old: frozenset[str] = frozenset()
    """What it was when the phase began; left out: anything."""
    new: str
    """What it must be at the end. Example: `new = "retooling"`"""
    held: SideName = ""
    """The side that holds the place at the end; left out: either."""
    taken: SideName = ""
    """The side that took the place in this phase; left out: nobody need have."""
    marked: frozenset[MarkerKind] = frozenset()
    """Only if such a marker lay there when the phase began."""
    places: frozenset[str] = frozenset()
    """The places for which it holds, by name; left out: all."""
    cut: tuple[Connection, ...] = ()
    """Lines none of which leads from the place any more for the side that holds it, when the phase begins."""
    elsewhere: frozenset[str] = frozenset()
    """Places for which it does not hold. Example: `elsewhere = ["Lodz"]`"""


class Turns(Table):
    """The states "NAME.PLACE" that turn into others in this phase; of those that nobody tells nothing is asked."""

    name: str
    """The kind of value. Example: `name = "factory"`"""
    turns: tuple[Turning, ...]
    """What turns into what."""


def _states(record: PhaseRecord, terms: Turns) -> Iterator[tuple[str, str]]:
    for name in sorted(record.start.values):
        kind, _, place = name.partition(".")
        if kind == terms.name:
            yield name, place


def _any_kept(record: PhaseRecord, terms: Turns) -> bool:
    return any(True for _ in _states(record, terms))


@check("values.turns", Turns, met=_any_kept)
def turns_into_what_it_should(record: PhaseRecord, terms: Turns) -> Iterator[Breach]:
    """A place that a season mends is mended, one that is taken shows it.

    Under: thunder_in_the_east, campaign
    Legal:    turn 1, Fix-it Step; weather clear; season winter; value factory.Kharkov captured; now weather clear;
              value factory.Kharkov retooling
    Illegal:  turn 1, Fix-it Step; weather clear; season winter; value factory.Kharkov captured; now weather clear;
              turn 1, Pay Day Step
    """
    for name, place in _states(record, terms):
        rows = [(row, _applies(record, row, name, place)) for row in terms.turns]
        rows = [(row, applies) for row, applies in rows if applies.possible]
        now = record.end.values.get(name, "")
        if not rows or any(row.new == now for row, _ in rows):
            continue
        wanted = strung(dict.fromkeys(row.new for row, _ in rows), say(" or "))
        because = say("{name} is {now} when the phase is over, and should be {wanted}", value_words(name), now, wanted)
        yield Breach(
            _where(record, place), because, broken=any_of(applies for _, applies in rows), owed=not record.ended
        )


def _applies(record: PhaseRecord, row: Turning, name: str, place: str) -> Known:
    if (row.old and record.start.values[name] not in row.old) or not _is_for(row, place):
        return NO
    held = holder_of(record.end, place).is_(row.held) if row.held else YES
    return held & _taken(record, row.taken, place) & _as_marked(record, row, place) & _cut(record, row, place)


def _taken(record: PhaseRecord, side: str, place: str) -> Known:
    """Whether a side took a place in the phase."""
    if not side:
        return YES
    before, after = holder_of(record.start, place), holder_of(record.end, place)
    if before == after:
        return NO
    return after.is_(side) & ~before.is_(side) & _somebodys(record, before)


def _somebodys(record: PhaseRecord, owner: Owner) -> Known:
    return owner.is_one_of(record.start.pack.sides)


def _as_marked(record: PhaseRecord, row: Turning, place: str) -> Known:
    if not row.marked:
        return YES
    where = _where(record, place)
    if not where:
        return Known.open(value_named(place))
    kinds = {marker.type.kind for marker in record.start.markers_at(where[0])}
    return Known.of(bool(kinds & row.marked))


def _cut(record: PhaseRecord, row: Turning, place: str) -> Known:
    """Whether no line leads from the place any more for the side that is to hold it."""
    where = _where(record, place)
    if not row.cut or not where:
        return Known.open(value_named(place)) if row.cut else YES
    return ~any_of(joined(record.start, row.held, where[0], (each,)) for each in row.cut)


def _is_for(row: Turning, place: str) -> bool:
    return (not row.places or place in row.places) and place not in row.elsewhere


def _where(record: PhaseRecord, place: str) -> tuple[str, ...]:
    return tuple(each.hex for each in record.start.network.theatre.places if each.name == place)
