"""Units set up too far behind the front."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.thunder_in_the_east.analysis.front import behind, front_untold, fronts, is_set_up
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted

ROWS = 1
"""Hexes behind the side's own edge of the front, at most; 1."""


class FrontUnits(Table):
    """Which units are set up close behind the front."""

    who: Selector = EVERYONE
    """The units; everybody, if left out. Example: { without_tags = ["garrison"] }."""
    beyond: Where | None = None
    """What a hex further behind must be like; there is none, if left out. Example: { tags = ["city"] }."""
    beyond_rows: int = 0
    """How far behind such a hex may be; 2."""
    with_markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker with which a unit may be set up anywhere. Example: `with_markers =
    ["operational_hq_balanced"]`"""


@check("placement.front_units", FrontUnits, unseen="may excuse nearby", met=is_set_up, untold=front_untold)
def units_behind_the_front(position: Position, terms: FrontUnits) -> Iterator[Breach]:
    """A side sets up along its front.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: ax.gar
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1319: ax.5inf
    """
    for side in fronts(position):
        away = behind(position, side)
        for unit in sorted(position.of_side(side), key=lambda unit: unit.id):
            i = position.network.index.get(unit.hex)
            if i is None or not terms.who.matches(unit) or away[i] <= ROWS:
                continue
            beyond = _may_lie_beyond(position, terms, i) if away[i] <= terms.beyond_rows else NO
            if {marker.type.kind for marker in position.markers_at(unit.hex)} & terms.with_markers:
                continue
            because = say(
                "{unit} is set up {hexes} behind the front, and {rows} is the most",
                unit,
                counted(int(away[i]), "hex"),
                ROWS,
            )
            yield Breach((unit.hex,), because, (unit.id,), ~beyond)


def _may_lie_beyond(position: Position, terms: FrontUnits, i: int) -> Known:
    return NO if terms.beyond is None else terms.beyond.fits(standing(position), i)
