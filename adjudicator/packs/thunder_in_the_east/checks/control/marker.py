"""Control markers that say something else than who came last."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controller
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.said import say


class ControlMarkers(Table):
    """The kinds of marker that say whose a hex is."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker that say whose a hex is."""


@check("control.marker", ControlMarkers, markers_in=("kinds",))
def says_whose_it_is(position: Position, terms: ControlMarkers) -> Iterator[Breach]:
    """A control marker tells who took the place last.

    Legal:    turn 1, Soviet Regular Movement Step; weather clear; season summer; 1714: sov.3cav; 1713: +control.axis;
              sov.3cav 1714-1713; swap +control.axis+control.soviet 1713
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 1714: sov.3cav; 1713: +control.axis;
              sov.3cav 1714-1713
    """
    for number in sorted(position.marked):
        if number not in position.network.index:
            continue
        for marker in position.markers_at(number):
            if marker.type.kind not in terms.kinds or not marker.type.side:
                continue
            found = controller(position, number, marker.type.side)
            lost = found.is_one_of(position.pack.enemies(marker.type.side))
            if lost.possible:
                taker = (
                    say("the {name} side", position.pack.called(found.name))
                    if lost.is_yes
                    else say("perhaps the enemy")
                )
                because = say(
                    "{name} lies in {hex}, which {taker} took last", marker.type.name or marker.id, number, taker
                )
                yield Breach((number,), because, broken=lost)
