"""What flies: where it is, and the mission that is remembered of it."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.analysis.air.terms import Bases
from adjudicator.lean import replace
from adjudicator.model.units import Unit
from adjudicator.record.memory import DRIVEN_OFF, EXTENDED, NIGHT, PERHAPS_DRIVEN_OFF, Sortie
from adjudicator.record.position import Position


def over(unit: Unit) -> str:
    """The place over which a unit flies, or the box in which it rests, as a bare name; "" of what does not fly."""
    return unit.location if unit.type.flies else ""


def flown_by(
    position: Position,
    units: tuple[str, ...],
    mission: str,
    number: str,
    told: Mapping[str, str],
    *,
    before: Position | None = None,
) -> Position:
    """The position that remembers a mission of these units against a hex, until the player turn is over.

    `before` is the position in which they still rest, if that is another.
    """
    time = NIGHT if told.get("night") == "yes" else ""
    far = EXTENDED if told.get("extended") == "yes" else ""
    cargo = ",".join(name.strip() for name in told.get("cargo", "").split(",") if name.strip())
    sortie = Sortie(mission, number, units[0], told.get("base", ""), told.get("target", ""), time, far=far, cargo=cargo)
    flown, rests = position.memory.flown, before or position
    for name in units:
        base = sortie.base or _base_of(rests, name, number)
        flown = flown.set(name, sortie._replace(box=_box_of(rests, name), base=base))
    return replace(position, memory=replace(position.memory, flown=flown))


def said_of(position: Position, units: tuple[str, ...], kind: str) -> Position:
    """The position after something was said of units in the air: some words give them another mission."""
    becomes = position.pack.flights.become.get(kind, "")
    flown = position.memory.flown
    for name in units if becomes else ():
        sortie = flown.get(name)
        flown = flown if sortie is None else flown.set(name, sortie._replace(mission=becomes))
    return (
        position if flown is position.memory.flown else replace(position, memory=replace(position.memory, flown=flown))
    )


def struck(position: Position, units: tuple[str, ...], kind: str, number: str, told: Mapping[str, str]) -> Position:
    """The position after what was told of units over a hex: words give them another mission, fire drives others off."""
    found = said_of(position, units, kind)
    if kind not in position.pack.flights.fire:
        return found
    return fired_at(found, units, number, tuple(filter(None, [told.get("target", "")])), told)


def fired_at(
    position: Position, units: tuple[str, ...], number: str, targets: tuple[str, ...], told: Mapping[str, str]
) -> Position:
    """The position after fire over a hex: who is hit no longer flies its mission. Of a result that nobody told, of several
    targets and of one that nobody named it is not known whom it drove off.
    """
    letters, drive = told.get("result", "?").upper(), position.pack.flights.drive
    if not drive or (drive.isdisjoint(letters) and letters != "?"):
        return position
    flown = position.memory.flown
    sides = {position.units[name].side for name in units if name in position.units}
    there = sorted(name for name, each in flown.items() if each.hex == number and name in position.units)
    met = targets or tuple(name for name in there if position.units[name].side not in sides)
    driven = DRIVEN_OFF if len(targets) == 1 and letters != "?" else PERHAPS_DRIVEN_OFF
    for name in met:
        sortie = flown.get(name)
        if sortie is not None and sortie.driven != DRIVEN_OFF:
            flown = flown.set(name, sortie._replace(driven=driven))
    return replace(position, memory=replace(position.memory, flown=flown))


def carried_to(position: Position, name: str, number: str) -> bool:
    """Whether a unit is told as cargo of a mission to a hex, so that its counter is put there and does not march."""
    flown = position.memory.flown.values()
    return any(sortie.hex == number and name in sortie.cargo.split(",") for sortie in flown)


def _base_of(position: Position, name: str, target: str) -> str:
    """The hex in which a unit rests that is based on the map; "" of one that is over its target already."""
    unit = position.units.get(name)
    based = position.pack.figures_of(Bases) is not None
    return unit.location if based and unit is not None and unit.location not in {"", target} else ""


def _box_of(position: Position, name: str) -> str:
    """The box in which a unit rests; "" of one that is over the map already."""
    unit = position.units.get(name)
    return unit.location if unit is not None and unit.location not in position.network.index else ""
