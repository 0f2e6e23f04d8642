"""Headquarters set up too far from the front."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import standing
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.packs.thunder_in_the_east.analysis.front import behind, front_untold, fronts, is_set_up
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.words import where_words
from adjudicator.words import counted


class FrontMarkers(Table):
    """Which markers are set up near the front."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker; ["operational_hq_balanced"]."""
    distance: int
    """Hexes from the side's own edge of the front, at most; -1 where none is set up at all."""
    where: Where | None = None
    """What the hex must be like; anything, if left out. Example: { tags = ["city"] }."""


def _comes_up(position: Position, terms: FrontMarkers) -> bool:
    there = terms.distance < 0 or any(each.type.kind in terms.kinds for each in position.markers.values())
    return there and is_set_up(position, terms)


@check("placement.front_markers", FrontMarkers, unseen="may excuse nearby", met=_comes_up, untold=front_untold)
def markers_behind_the_front(position: Position, terms: FrontMarkers) -> Iterator[Breach]:
    """Headquarters are set up close behind the front.

    Legal:    turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: +hq.agc.balanced
    Illegal:  turn 1, Soviet Supply Step; weather clear; season summer; value front.axis 1716 1717;
              value front.soviet 1816; 1716: ax.47pz; 1517: +hq.agc.attack
    """
    for side in fronts(position):
        away = behind(position, side)
        for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
            i = position.network.index.get(marker.hex)
            if i is None or marker.type.side != side or marker.type.kind not in terms.kinds:
                continue
            name = marker.type.name or marker.id
            if away[i] > terms.distance:
                may = (
                    say("at most {distance} may be", terms.distance)
                    if terms.distance >= 0
                    else say("it is not set up in that mode")
                )
                because = say(
                    "{name} is set up {hexes} from the front, and {may}", name, counted(int(away[i]), "hex"), may
                )
                yield Breach((marker.hex,), because)
            elif terms.where is not None:
                because = say(
                    "{name} is set up in {hex}; its place is: {where}", name, marker.hex, where_words(terms.where)
                )
                yield Breach((marker.hex,), because, broken=~terms.where.fits(standing(position), i))
