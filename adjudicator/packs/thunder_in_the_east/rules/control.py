"""Whose a City is: 5.4 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controller
from adjudicator.checks.articles import article
from adjudicator.findings import Finding
from adjudicator.record.position import Position
from adjudicator.said import say


@article(
    "City control changes",
    "5.4c",
    covers=("22.0a",),
    area="objective",
    met=lambda position: any(each.type.kind == "control" for each in position.markers.values()),
    readings=("city_control",),
)
def control_markers(position: Position) -> Iterator[Finding]:
    """A City belongs to the side whose ground unit was the last in it, and a Control marker says so.

    Legal:    turn 1, Soviet Regular Movement Step; weather clear; season summer; 1714: sov.3cav; 1713: +control.axis;
              sov.3cav 1714-1713; swap +control.axis+control.soviet 1713
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 1714: sov.3cav; 1713: +control.axis;
              sov.3cav 1714-1713
    """
    for number in sorted(position.marked):
        if number not in position.network.index:
            continue
        for marker in position.markers_at(number):
            if marker.type.kind != "control" or not marker.type.side:
                continue
            found = controller(position, number, marker.type.side)
            lost = found.is_one_of(position.pack.enemies(marker.type.side))
            if lost.possible:
                whose = say("the {name} side", position.pack.called(found.name))
                taker = whose if lost.is_yes else say("perhaps the enemy")
                name = marker.type.name or marker.id
                because = say("{name} lies in {hex}, which {taker} took last", name, number, taker)
                yield Finding((number,), because, broken=lost)
