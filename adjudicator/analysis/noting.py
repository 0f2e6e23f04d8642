"""What an act leaves to be remembered: who took what, where units were driven, when works were begun (see `history`)."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.analysis.control import controller
from adjudicator.analysis.control_terms import control_table
from adjudicator.analysis.ground import standing
from adjudicator.analysis.history import tenures
from adjudicator.analysis.holding import UNKNOWN, recorded
from adjudicator.analysis.resources import spending_table
from adjudicator.record.acts import Act, Attack, Laid, Lifted, Retreat, Shifted, Swapped, Transfer
from adjudicator.record.position import Position
from adjudicator.terms.changes import changes_of, watched
from adjudicator.terms.climate import climate


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


def _counted(act: Act) -> dict[str, str]:
    found: dict[str, str] = {}
    phase = act.moment.phase
    for entry in spending_table(act.before).counted:
        if phase is not None and {phase.id, phase.kind, *phase.tags} & entry.phases:
            boxed = (unit for unit in act.before.units.values() if not unit.hex and unit.location in entry.boxes)
            found |= {f"counted.{unit.id}": "yes" for unit in boxed}
        for name in act.units if isinstance(act, Transfer) else ():
            unit = act.after.units.get(name)
            if unit is not None and not unit.hex and unit.location in entry.boxes:
                found.setdefault(f"counted.{name}", "no")
    return found


def _driven(act: Act) -> dict[str, str]:
    return {f"driven.{name}": act.path[-1] for name in act.units} if isinstance(act, Retreat) and act.path else {}


def _held(position: Position, act: Act) -> dict[str, str]:
    """Who controls the hexes in which something is built, where that has changed or was not seen before."""
    turn, network = act.moment.turn, position.network
    asked = {i for spoken in changes_of(position.pack, network) if spoken.change.built for i in spoken.asked}
    if not turn or not asked:
        return {}
    found = {"seen": str(turn)} if position.values.get("seen") != str(turn) else {}
    for number in network.numbers(sorted(asked)):
        known = spells = tenures(standing(act.before), number)
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
    if not act.path or isinstance(act, Retreat | Attack | Laid | Lifted | Shifted | Swapped):
        return found
    network, takes = position.network, control_table(position.pack).takes
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
    if not isinstance(act, Laid) or not act.moment.turn:
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
