"""Markers with a number that appear with one that nothing gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from adjudicator.analysis.cards import changed_by_card
from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.words import either


class Start(Table):
    """Where a marker may begin with one of these `values`: in such a hex, next to a marker of the kinds `beside`."""

    values: frozenset[int]
    """The numbers."""
    where: Where = ANYWHERE
    """The hexes."""
    beside: frozenset[str] = frozenset()
    """Kinds of marker next to one of which it must be laid. Example: `beside = ["railhead"]`"""


class StartValues(Table):
    """The numbers that markers of these `kinds` begin with; what they become while `steps` holds is another rule's."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker."""
    starts: tuple[Start, ...]
    """With which numbers they may begin, and where."""
    steps: When | None = None
    """While this holds markers that were there change by another rule."""


@check("markers.start_value", StartValues, markers_in=("kinds",))
def begins_with(record: PhaseRecord, terms: StartValues) -> Iterator[Breach]:
    """A marker that is laid, or replaces another, has a number that something gives.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1517: ax.5inf; lay +countdown.4 1517
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1517: ax.5inf; lay +countdown.1 1517
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 1005: sov.3cav; sov.3cav 1005-1006;
              lay +countdown.2 1006
    """
    steps = NO if terms.steps is None else terms.steps.holds(record.start, record.moment.phasing)
    for number in sorted(record.end.marked):
        if number not in record.end.network.index:
            continue
        before, after = values_in(record.start, number, terms.kinds), values_in(record.end, number, terms.kinds)
        for value in sorted((after - before).elements()):
            given = any_of(_fits(record.end, number, start) for start in terms.starts if value in start.values)
            broken = ~(given | steps) if before else ~given
            broken &= ~changed_by_card(record, terms.kinds)
            if broken.possible:
                known = (start for start in terms.starts if _fits(record.end, number, start).is_yes)
                starts = either({str(each) for start in known for each in start.values})
                was = say(", where {elements} was", either(map(str, before.elements()))) if before else ""
                yield Breach(
                    (number,),
                    say(
                        "a marker of {value} appears in {hex}{was}; what may begin there is {starts}",
                        value,
                        number,
                        was,
                        starts or "none",
                    ),
                    broken=broken,
                )


def values_in(position: Position, number: str, kinds: frozenset[str]) -> Counter[int]:
    """The numbers of the markers of these kinds in a hex."""
    return Counter(marker.type.value for marker in position.markers_at(number) if marker.type.kind in kinds)


def _fits(position: Position, number: str, start: Start) -> Known:
    kinds = {marker.type.kind for marker in position.markers_at(number)}
    if start.beside and not kinds & start.beside:
        return NO
    return start.where.fits(standing(position), position.network.index[number])
