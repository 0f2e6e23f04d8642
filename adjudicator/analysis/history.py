"""What a game remembers beyond control: who ever held a place, when it was last taken, and when works were begun.

Kept among the position's values as a log is read: "lost:NAME" of a place its first owner lost, "ever.SIDE.HEX" and
"taken.SIDE.HEX" (the turn) for hexes with a named place or with ground that changes (ground.toml), "held.HEX"
("3:axis,7:soviet": from which turn on who controlled it) where something is built, "seen" (the last turn that was seen),
"driven.UNIT" (the hex) for units that retreated, "begun.KIND.HEX" ("turn/side/weather") for markers whose kind movement or
works tables name, "counted.UNIT" ("no", "yes") for units in a box that brings something once (spending.toml, [[counted]]).
The condition `history` is "whole" where it was kept from the start of the game; else what is not remembered is unknown.
"""

from __future__ import annotations

from adjudicator.analysis.holding import UNKNOWN, first_owner
from adjudicator.analysis.owners import controller_on
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.acts import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.ground import Ground


def ever_held(position: Position, number: str, side: str) -> Known:
    """Whether a side has ever held a hex since the game began."""
    if position.values.get(f"ever.{side}.{number}") == "yes" or position.control.get(number) == side:
        return YES
    i = position.network.index.get(number)
    for place in position.network.places_at.get(i, ()) if i is not None else ():
        if f"lost:{place.name}" in position.values and place.owner not in ("", side):
            return YES
    return NO if position.moment.condition("history") == "whole" else Known.open(f"whether {side} ever held {number}")


def taken_on(position: Position, number: str, side: str) -> int | None:
    """The turn on which a side last took a hex; None if nobody knows."""
    kept = position.values.get(f"taken.{side}.{number}", "")
    return int(kept) if kept.isdigit() else None


def tenures(ground: Ground, number: str) -> tuple[tuple[int, str], ...]:
    """Who controlled a hex from which turn on, in order; "?" from a turn that nobody saw, [] if nothing is known."""
    position = ground.position
    parts = (part.partition(":") for part in position.values.get(f"held.{number}", "").split(","))
    found = [(int(turn), owner) for turn, _, owner in parts if turn.isdigit()]
    last = position.values.get("seen", "")
    if found and last.isdigit() and position.moment.turn > int(last) + 1:
        found.append((int(last) + 1, UNKNOWN))
    if not found and position.moment.condition("history") == "whole":
        now = controller_on(ground, number)
        found = [(0, now)] if now == first_owner(position, position.network.index[number]) else []
    return tuple(found)


def begun(position: Position, kind: str, number: str) -> tuple[int, str, str] | None:
    """Turn, side and weather when a marker of a kind was laid in a hex; None if nobody knows."""
    turn, _, rest = position.values.get(f"begun.{kind}.{number}", "").partition("/")
    side, _, weather = rest.partition("/")
    return (int(turn), side, weather) if turn.isdigit() else None


def driven_to(position: Position, name: str) -> str:
    """The hex into which a unit last retreated, "" if none is remembered."""
    return position.values.get(f"driven.{name}", "")


def was_counted(position: Position, unit: Unit) -> Known:
    """Whether what a unit in a box brings once was counted."""
    told = position.values.get(f"counted.{unit.id}")
    return Known.of(told == "yes") if told in ("yes", "no") else Known.open(f"whether {unit} was counted before")


def has_acted_by_its_marks(record: PhaseRecord, name: str, marked: frozenset[str]) -> str:
    """The marks by which a unit shows, where the record begins after its phase did, that it has acted in it; "" if none."""
    unit = record.start.units.get(name)
    if unit is None or record.previous is not None:
        return ""
    return ", ".join(sorted(mark.replace("_", " ") for mark in unit.marks & marked))
