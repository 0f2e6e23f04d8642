"""Positions out of text, and text out of positions."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.lean import replace
from adjudicator.model.network import Network
from adjudicator.model.notation import PositionText, UnitText, parse_position
from adjudicator.model.pack import Pack
from adjudicator.model.units import Marker, MarkerType, Unit
from adjudicator.play.places import ends, hex_of, spot
from adjudicator.record.memory import Memory, read_memory, write_memory
from adjudicator.record.position import Position, Unidentified


def position_from(text: str | Iterable[str] | PositionText, pack: Pack, network: Network) -> Position:
    """A written position as one to judge."""
    written = text if isinstance(text, PositionText) else parse_position(text, pack, network.theatre)
    position = Position(pack=pack, network=network, moment=written.moment)
    for where, unit in written.units:
        position = set_up(position, where, unit)
    for count, (where, kind) in enumerate(written.markers, 1):
        position = position.with_marker(lying(network, f"{kind.id}@{where}.{count}", kind, where))
    unknown = tuple(
        Unidentified(f"unknown.{count}", name, hex_of(where), where.strip("[]"), "written as unknown")
        for count, (where, name) in enumerate(written.unknown, 1)
    )
    memory, values = read_memory(written.remembered), position.values.update(dict(written.values))
    control = position.control.update(_held_last(memory, network, dict(written.control)))
    return replace(position, unidentified=unknown, control=control, values=values, memory=memory)


def _held_last(memory: Memory, network: Network, told: dict[str, str]) -> dict[str, str]:
    """Who controls what: as told, else who is remembered to have held a hex last."""
    last = {number: tenures[-1].owner for number, tenures in memory.held.items()}
    for number in tuple(last):
        places = network.places_at.get(network.index[number], ()) if number in network.index else ()
        if any(place.name in told for place in places):
            del last[number]
    return last | told


def write_position(position: Position) -> PositionText:
    """A position as text data; `format_position` makes lines of it."""
    units = []
    for unit in _in_order(position):
        marks = tuple(marker.type for marker in markers_on(position, unit))
        units.append((unit.hex or f"[{unit.location}]", UnitText(unit.id, unit.type, unit.face, marks)))
    loose = [marker for marker in position.markers.values() if not marker.on]
    markers = sorted(((spot(marker), marker.type) for marker in loose), key=lambda pair: (pair[0], pair[1].id))
    unknown = tuple((each.hex or f"[{each.location}]", each.name) for each in position.unidentified)
    control, values = tuple(sorted(position.control.items())), tuple(sorted(position.values.items()))
    remembered = tuple(write_memory(position.memory))
    return PositionText(position.moment, tuple(units), tuple(markers), unknown, control, values, remembered)


def set_up(position: Position, where: str, unit: UnitText) -> Position:
    """The position with a written unit, and the markers written on it, in a hex or box."""
    location = where.strip("[]")
    number = "" if unit.type.flies else hex_of(where)
    position = position.with_unit(Unit(unit.id, unit.type, number, location, unit.face))
    for mark in unit.marks:
        position = marked(position, unit.id, mark)
    return position


def marked(position: Position, name: str, kind: MarkerType) -> Position:
    """The position with a marker of that type on a unit."""
    unit = position.unit(name)
    return position.with_marker(Marker(f"{kind.id}@{name}", kind, unit.hex, name, unit.location, kind.value))


def markers_on(position: Position, unit: Unit) -> list[Marker]:
    """The markers that lie on a unit."""
    near = position.markers_at(unit.hex) if unit.hex else position.markers.values()
    return sorted((marker for marker in near if marker.on == unit.id), key=lambda marker: marker.id)


def lying(network: Network, name: str, kind: MarkerType, where: str) -> Marker:
    """A marker in a hex, on a hexside or in a box."""
    number, beyond = ends(network, where)
    return Marker(name, kind, number, "", where.strip("[]"), kind.value, beyond=beyond)


def _in_order(position: Position) -> Iterable[Unit]:
    for stack in position.stacks():
        yield from stack.units
    apart = (unit for unit in position.units.values() if not unit.hex or unit.type.afloat)
    yield from sorted(apart, key=lambda unit: (unit.location, unit.id))
