"""What became of missions: who flies what over a hex, and what dogfights and fire from below did to whom."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.concealed import unknown_counter
from adjudicator.model.known import Known, unless_missing
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.memory import Sortie
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position

FLAK, HAZARD = "flak", "hazard"
"""Values of a strike: whom fire from below hit, and how (`flak=ax.ju88:D`); whom the weather damaged (`hazard=ax.ju88`)."""


def role_of(position: Position, name: str) -> str:
    """What a unit does in the air in this player turn: the role of its mission, "" if nobody told it."""
    sortie = position.memory.flown.get(name)
    return air_table(position).role_of(sortie.mission) if sortie is not None else ""


def sorties_over(position: Position, number: str, missions: Iterable[str]) -> dict[str, Sortie]:
    """The units that fly a mission of these kinds to a hex in this player turn, by id."""
    kinds = frozenset(missions)
    return {
        name: sortie
        for name, sortie in sorted(position.memory.flown.items())
        if sortie.hex == number and sortie.mission in kinds and name in position.units
    }


def borne(act: Dogfight | Strike) -> dict[str, str]:
    """The results that were told of an act, by unit: the letters of losses, of flak, or D of the weather."""
    parts = act.told.get("losses", "") if isinstance(act, Dogfight) else act.told.get(FLAK, "")
    pairs = [part.strip().partition(":") for part in parts.split(",") if part.strip()]
    found = {name: letter.upper() for name, _, letter in pairs if letter.strip("-")}
    hazard = act.told.get(HAZARD, "") if isinstance(act, Strike) else ""
    return {**found, hazard: found.get(hazard, "") + "D"} if hazard else found


def harm(record: PhaseRecord) -> dict[str, str]:
    """The letters that each unit bore in a phase, in order."""
    found: dict[str, str] = {}
    for act in record.acts:
        if isinstance(act, Dogfight | Strike):
            for name, letters in borne(act).items():
                found[name] = found.get(name, "") + letters
    return found


def all_seen(record: PhaseRecord) -> Known:
    """Whether everything that flew is known, so that what nobody told was not done; open for want of what is unknown."""
    gap = record.gap
    return unless_missing(gap, *(unknown_counter(each) for each in record.unidentified[:1]))


def flights(record: PhaseRecord) -> tuple[Flight, ...]:
    """The missions that were told in a phase."""
    return tuple(record.of(Flight))
