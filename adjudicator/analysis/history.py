"""What a game remembers beyond control: who ever held a place, when it was last taken, and when works were begun.

Kept among the position's values as a log is read: "lost:NAME" of a place its first owner lost, "ever.SIDE.HEX" and
"taken.SIDE.HEX" (the turn) for hexes with a named place or with ground that changes (ground.toml), "held.HEX"
("3:axis,7:soviet": from which turn on who controlled it) where something is built, "seen" (the last turn that was seen),
"driven.UNIT" (the hex) for units that retreated, "begun.KIND.HEX" ("turn/side/weather") for markers whose kind movement or
works tables name, "counted.UNIT" ("no", "yes") for units in a box that brings something once (spending.toml, [[counted]]).
The condition `history` is "whole" where it was kept from the start of the game; else what is not remembered is unknown.
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.analysis.control import UNKNOWN, control_table, controller, first_owner, recorded
from adjudicator.analysis.ground import climate
from adjudicator.analysis.ground_terms import changes_of, watched
from adjudicator.analysis.resources import spending_table
from adjudicator.record.position import Act, PhaseRecord, Position


def noted(position: Position, act: Act) -> Position:
    """The position with what an act leaves to be remembered."""
    found = {
        **_captures(position, act),
        **_begun(position, act),
        **_driven(act),
        **_counted(act),
        **_held(position, act),
    }
    return replace(position, values=position.values.update(found)) if found else position


def ever_held(position: Position, number: str, side: str) -> bool | None:
    """Whether a side has ever held a hex since the game began; None if nobody knows."""
    if position.values.get(f"ever.{side}.{number}") == "yes" or position.control.get(number) == side:
        return True
    i = position.network.index.get(number)
    for place in position.network.places_at.get(i, ()) if i is not None else ():
        if f"lost:{place.name}" in position.values and place.owner not in ("", side):
            return True
    return False if position.moment.condition("history") == "whole" else None


def taken_on(position: Position, number: str, side: str) -> int | None:
    """The turn on which a side last took a hex; None if nobody knows."""
    kept = position.values.get(f"taken.{side}.{number}", "")
    return int(kept) if kept.isdigit() else None


def tenures(position: Position, number: str) -> tuple[tuple[int, str], ...]:
    """Who controlled a hex from which turn on, in order; "?" from a turn that nobody saw, [] if nothing is known."""
    parts = (part.partition(":") for part in position.values.get(f"held.{number}", "").split(","))
    found = [(int(turn), owner) for turn, _, owner in parts if turn.isdigit()]
    last = position.values.get("seen", "")
    if found and last.isdigit() and position.moment.turn > int(last) + 1:
        found.append((int(last) + 1, UNKNOWN))
    if not found and position.moment.condition("history") == "whole":
        now = controller(position, number)
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


def was_counted(position: Position, name: str) -> bool | None:
    """Whether what a unit in a box brings once was counted; None if nobody knows."""
    told = position.values.get(f"counted.{name}")
    return told == "yes" if told in ("yes", "no") else None


def has_acted_by_its_marks(record: PhaseRecord, name: str, marked: frozenset[str]) -> str:
    """The marks by which a unit shows, where the record begins after its phase did, that it has acted in it; "" if none."""
    unit = record.start.units.get(name)
    if unit is None or record.previous is not None:
        return ""
    return ", ".join(sorted(mark.replace("_", " ") for mark in unit.marks & marked))


def _counted(act: Act) -> dict[str, str]:
    found: dict[str, str] = {}
    phase = act.moment.phase
    for entry in spending_table(act.before).counted:
        if phase is not None and {phase.id, phase.kind, *phase.tags} & entry.phases:
            boxed = (unit for unit in act.before.units.values() if not unit.hex and unit.location in entry.boxes)
            found |= {f"counted.{unit.id}": "yes" for unit in boxed}
        for name in act.units if act.kind == "transfer" else ():
            unit = act.after.units.get(name)
            if unit is not None and not unit.hex and unit.location in entry.boxes:
                found.setdefault(f"counted.{name}", "no")
    return found


def _driven(act: Act) -> dict[str, str]:
    return {f"driven.{name}": act.path[-1] for name in act.units} if act.kind == "retreat" and act.path else {}


def _held(position: Position, act: Act) -> dict[str, str]:
    """Who controls the hexes in which something is built, where that has changed or was not seen before."""
    turn, network = act.moment.turn, position.network
    asked = {i for spoken in changes_of(position.pack, network) if spoken.change.built for i in spoken.asked}
    if not turn or not asked:
        return {}
    found = {"seen": str(turn)} if position.values.get("seen") != str(turn) else {}
    for number in network.numbers(sorted(asked)):
        known = spells = tenures(act.before, number)
        if not known or known[-1][1] == UNKNOWN:
            spells = (*known, (turn, controller(act.before, number)))
        now = controller(position, number)
        if spells[-1][1] != now:
            spells = (*spells, (turn, now))
        if spells != known:
            found[f"held.{number}"] = ",".join(f"{at}:{owner}" for at, owner in spells)
    return found


def _captures(position: Position, act: Act) -> dict[str, str]:
    found: dict[str, str] = {}
    if not act.path or act.kind in ("retreat", "attack", "lay", "lift", "shift", "swap"):
        return found
    network, takes = position.network, control_table(position).takes
    asked = watched(position.pack, network)
    for number in network.numbers(sorted(asked)):
        new = position.control.get(number, "")
        if new and new != act.before.control.get(number):
            found[f"ever.{new}.{number}"] = "yes"
    for name in act.units:
        unit = act.before.units.get(name)
        if unit is None or not takes.matches(unit):
            continue
        for number in act.path[1:]:
            i = network.index.get(number)
            if i is None or (i not in network.places_at and i not in asked):
                continue
            places = network.places_at.get(i, ())
            before = act.before.control.get(number) or (places[0].owner if places else recorded(act.before, i))
            if before != unit.side:
                found[f"ever.{unit.side}.{number}"] = "yes"
                found |= {f"lost:{place.name}": "yes" for place in places if place.owner not in ("", unit.side)}
                if act.moment.turn:
                    found[f"taken.{unit.side}.{number}"] = str(act.moment.turn)
    return found


def _begun(position: Position, act: Act) -> dict[str, str]:
    if act.kind != "lay" or not act.moment.turn:
        return {}
    found: dict[str, str] = {}
    for name in act.markers:
        marker = act.after.markers.get(name)
        if marker is None or marker.hex not in position.network.index:
            continue
        weather = climate(act.before).at(position.network.index[marker.hex])
        side = marker.type.side or act.player or act.moment.phasing
        found[f"begun.{marker.type.kind}.{marker.hex}"] = f"{act.moment.turn}/{side}/{weather}"
    return found
