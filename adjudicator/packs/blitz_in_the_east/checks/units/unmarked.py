"""Units that bear a marker which such units never bear."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import listed, word


class Unmarked(Table):
    """Units that fit `who` bear no marker of the kinds `marks`."""

    who: Selector
    """The units. Example: `who = { kinds = ["air"] }`"""
    marks: frozenset[MarkerKind]
    """The kinds of marker. Example: `marks = ["disorganized"]`"""


@check("units.unmarked", Unmarked, unseen="cannot excuse", markers_in=("marks",))
def bears_no_such_marker(position: Position, terms: Unmarked) -> Iterator[Breach]:
    """Some markers are not for all units.

    Legal:    turn 2, Axis expenditure; 0505: de.air, de.6inf+disorganized
    Illegal:  turn 2, Axis expenditure; 0505: de.air+disorganized
    """
    for name in sorted(position.units):
        unit = position.units[name]
        borne = sorted(unit.marks & terms.marks) if terms.who.matches(unit) else []
        if borne:
            here = (unit.hex,) if unit.hex else ()
            because = say("{unit} bears {markers}, which such units never do", unit, listed(map(word, borne)))
            yield Breach(here, because, (name,))
