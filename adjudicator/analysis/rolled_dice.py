"""Dice that a rule asks for, looked for where players leave them: in a number that the game keeps, or among the log's rolls."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.record.acts import Act, Rolled
from adjudicator.record.phase import PhaseRecord

FACES = 6


def rolled_dice(acts: Iterable[Act]) -> tuple[int, ...]:
    """Every die that fell, in order."""
    return tuple(die for act in acts if isinstance(act, Rolled) for die in act.dice)


def faces(record: PhaseRecord, told: str) -> tuple[int, ...]:
    """What the die asked for may have shown: what was told of it, else any die of the phase; empty if none is on record."""
    if told.isdigit() and 1 <= int(told) <= FACES:
        return (int(told),)
    return tuple(dict.fromkeys(die for die in rolled_dice(record.acts) if 1 <= die <= FACES))


def contradicted(record: PhaseRecord, told: str) -> bool:
    """Whether a die is told, dice fell in the phase, and none of them shows that face."""
    dice = rolled_dice(record.acts)
    return told.isdigit() and bool(dice) and int(told) not in dice
