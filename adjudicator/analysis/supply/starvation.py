"""Units that perish for want of supply: who must roll, and from which die on it is lost ([starvation] of supply.toml)."""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.analysis.ground import standing
from adjudicator.analysis.supply.status import UNDETERMINED, supply, supply_table
from adjudicator.analysis.supply.terms import StarvationModifier
from adjudicator.model.units import Unit
from adjudicator.record.position import Position


@dataclass(frozen=True, slots=True)
class Starvation:
    """Whether a unit must roll (None = not known) and the least die that eliminates it (None = not known, 7 = none does)."""

    rolls: bool | None
    modifier: int | None
    lost_from: int | None
    words: str
    missing: tuple[str, ...] = ()


def starvation(position: Position, unit: Unit, dice: int = 6) -> Starvation:
    """What a unit's roll for lack of supply comes to in this initial phase."""
    rule = supply_table(position).starvation
    if rule is None or not rule.marks & unit.marks:
        return Starvation(False, 0, None, "not long enough out of supply")
    rolls, missing = _must_roll(position, unit)
    i = position.network.index[unit.hex]
    sure: list[StarvationModifier] = []
    groups: set[str] = set()
    doubts: list[str] = []
    for row in rule.modifier:
        if row.group in groups or not row.where.fits(standing(position), i).possible:
            continue
        answer = _kept(position, unit) if row.never_lost else True
        if answer is False:
            continue
        if answer is None or not row.where.fits(standing(position), i).is_yes:
            doubts.append("weather" if answer else f"whether {unit.hex} was ever lost")
            continue
        sure.append(row)
        groups |= {row.group} - {""}
    modifier = None if doubts else sum(row.add for row in sure)
    least = None if modifier is None else min(max(rule.least - modifier, 1), dice + 1)
    words = ", ".join(f"{row.add:+d} {row.name}" for row in sure) or "no modifier"
    return Starvation(rolls, modifier, least, words, (*missing, *doubts))


def _must_roll(position: Position, unit: Unit) -> tuple[bool | None, tuple[str, ...]]:
    """Whether the unit is in every state that makes it roll."""
    rule = supply_table(position).starvation
    found = supply(position, unit.side)
    answers: list[bool | None] = []
    missing: list[str] = []
    for aspect, state in (rule.states if rule else {}).items():
        standing = found.state(unit.id, aspect)
        unknown = standing.state == UNDETERMINED
        answers.append(None if unknown and state in standing.between else standing.state == state)
        missing += standing.missing if unknown else ()
    if False in answers:
        return False, ()
    return (None, tuple(missing)) if None in answers else (True, ())


def _kept(position: Position, unit: Unit) -> bool | None:
    """Whether the place in the unit's hex began as its side's and never was the enemy's, as far as the position tells."""
    i = position.network.index[unit.hex]
    answers = []
    for place in position.network.places_at.get(i, ()):
        lost = bool(position.values.get(f"lost:{place.name}"))
        answers.append(place.owner == unit.side and not lost)
    return answers[0] if answers else None
