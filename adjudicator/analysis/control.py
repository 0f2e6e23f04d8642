"""Zones of control and control of hexes in a position: on the map as it stands in it."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.owners import ControlField, control_field_on, controller_on
from adjudicator.analysis.ownership import UNKNOWN, Owner
from adjudicator.analysis.zones import ZoneField, exerting, zone_field
from adjudicator.model.known import Known, any_of
from adjudicator.record.position import Position
from adjudicator.said import say


def zones(position: Position, side: str) -> ZoneField:
    """The zones of control that the units of a side exert, everywhere."""
    return zone_field(ground_at(position), side)


def in_zone(position: Position, number: str, of: tuple[str, ...]) -> Known:
    """Whether a hex is in a zone of any of these sides."""
    ground, i = ground_at(position), position.network.index[number]
    return any_of(zone.known for side in of for zone in exerting(ground, side, i))


def controller(position: Position, number: str, wanted_by: str = "") -> Owner:
    """Who controls a hex: a side, "disputed", "" (nobody), or the position does not tell.

    In a game that was joined in its middle an empty hex is presumed to be its first owner's still. Of a side that wants it
    (`wanted_by`), and is in the right or in the wrong by it, that is not enough: either side may have taken the hex before.
    """
    return controller_on(ground_at(position), number, told=position.joined and bool(wanted_by))


def controls(position: Position, number: str, side: str, wanted_by: str = "") -> Known:
    """Whether a side controls a hex; `wanted_by` as for `controller`."""
    return controller(position, number, wanted_by).is_(side)


def taken(first: Position, later: Iterable[Position], number: str) -> Known:
    """Whether, in one of some later positions, an enemy of the side that controlled a hex at first controls it."""
    pack = first.pack
    before = {side: controls(first, number, side) for side in pack.sides}
    held = [*later]
    return any_of(
        before[side] & any_of(controls(position, number, enemy) for position in held)
        for side in pack.sides
        for enemy in pack.enemies(side)
    )


def place_controller(position: Position, name: str, wanted_by: str = "") -> Owner:
    """Who controls a named place, told as of a hex; nobody can tell it of a place that the map does not have."""
    there = position.network.theatre.place(name)
    held = UNKNOWN if there is None else controller(position, there.hex, wanted_by).name
    return Owner.named(held, say("control of {name}", name))


def control_field(position: Position) -> ControlField:
    """Who controls every hex of the map."""
    return control_field_on(ground_at(position))
