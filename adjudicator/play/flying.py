"""What flies: where it is, and the mission that is remembered of it."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.analysis.air.terms import Bases
from adjudicator.lean import replace
from adjudicator.model.units import Unit
from adjudicator.record.memory import EXTENDED, NIGHT, Sortie
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
