"""Who had a hex when that was last known: what the position remembers, its places' first owners, the sides' starting land."""

from __future__ import annotations

from adjudicator.analysis.control_terms import control_table
from adjudicator.record.position import Position

DISPUTED = "disputed"
NOBODY = ""
UNKNOWN = "?"


def holder(position: Position, i: int) -> str:
    """Who has a hex by presence or memory: the side alone in it, else who had it last; "?" if nobody knows."""
    here = position.holder(position.network.number(i))
    return here or recorded(position, i)


def recorded(position: Position, i: int, told: bool = False) -> str:
    """Who controlled a hex when last known: the position's memory, the place's first owner, the side that starts there.

    `told` wants it told: of a game that was joined in its middle a first owner is a presumption, "?".
    """
    network = position.network
    kept = position.control.get(network.number(i))
    if kept is not None:
        return kept
    named = [position.control[place.name] for place in network.places_at.get(i, ()) if place.name in position.control]
    if named:
        return named[0]
    if not position.joined:
        return first_owner(position, i)
    return marked(position, position.network.number(i)) or (UNKNOWN if told else first_owner(position, i))


def marked(position: Position, number: str) -> str:
    """Whose a hex is by the markers of control in it, "" if none says so or they differ."""
    kinds = control_table(position.pack).markers
    sides = {marker.type.side for marker in position.markers_at(number) if marker.type.kind in kinds}
    return sides.pop() if len(sides) == 1 else ""


def first_owner(position: Position, i: int) -> str:
    """Who has a hex when the game begins: the place's first owner, else the side that starts there; "?" if nobody knows."""
    entry = position.network.hexes[i]
    owners = [place.owner for place in position.network.places_at.get(i, ()) if place.owner]
    if owners:
        return owners[0]
    starts = control_table(position.pack).starts
    return next((starts[tag] for tag in sorted(entry.tags) if tag in starts), UNKNOWN)
