"""What flies: where it is, and the mission that is remembered of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.model.units import Unit
from adjudicator.record.memory import Sortie
from adjudicator.record.position import Position


def over(unit: Unit) -> str:
    """The place over which a unit flies, or the box in which it rests, as a bare name; "" of what does not fly."""
    return unit.location if unit.type.flies else ""


def flown_by(
    position: Position, units: tuple[str, ...], mission: str, number: str, told: Mapping[str, str]
) -> Position:
    """The position that remembers a mission of these units against a hex, until the player turn is over."""
    time = "night" if told.get("night") == "yes" else ""
    sortie = Sortie(mission, number, units[0], told.get("base", ""), told.get("target", ""), time)
    flown = position.memory.flown
    for name in units:
        flown = flown.set(name, sortie)
    return replace(position, memory=replace(position.memory, flown=flown))
