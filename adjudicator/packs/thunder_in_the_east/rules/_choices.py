"""Who chose which unit bears a loss, where a line tells it (chose=SIDE)."""

from __future__ import annotations

from typing import Literal

from adjudicator.analysis.combat.battles import chosen_by_the_other
from adjudicator.record.acts import Act, Removed, StepLoss, Transfer
from adjudicator.said import say

Chooser = Literal["", "own", "enemy"]
"""Whose player chooses: that of the unit, or the other; "" where another article says it."""


def is_loss(act: Act) -> bool:
    """Whether units may lose a step by an act."""
    return isinstance(act, StepLoss | Removed | Transfer)


def wrongly_chosen(act: Act, side: str, by: Chooser) -> str:
    """Whose player chose though the other had to; "" where it was right, or nobody told it."""
    pack, chose = act.before.pack, chosen_by_the_other(act, side, by) if by else ""
    if not chose:
        return ""
    chooser = side if by == "own" else next(iter(pack.enemies(side)))
    return say("the {chose} player chose, and here the {chooser} player does", pack.called(chose), pack.called(chooser))


def side_of(act: Act) -> str:
    """Whose the units of an act are."""
    return next((unit.side for name in act.units if (unit := act.before.units.get(name))), "")
