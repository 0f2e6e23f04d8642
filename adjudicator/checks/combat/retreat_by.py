"""Who leads a retreat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Retreat
from adjudicator.said import say


class LedBy(Table):
    """Who chooses the way of a retreat; judged where the players tell who did (`chose=SIDE`)."""

    by: Literal["own", "enemy"] = "own"
    """Whose player chooses the way: the retreating side's own, or the enemy's. Example: `by = "enemy"`"""


@check("combat.retreat_by", LedBy, acts=("retreat",))
def led_by_the_right_player(act: Act, terms: LedBy) -> Iterator[Finding]:
    """The way of a retreat is chosen by the player who has to choose it.

    Under:    cornfield
    Legal:    turn 1, Union combat; weather clear; 0405: us.1, us.guns; 0404: cs.1; attack 0404: us.1, us.guns result=DR;
              retreat cs.1 0404-0403 chose=cs
    Illegal:  turn 1, Union combat; weather clear; 0405: us.1, us.guns; 0404: cs.1; attack 0404: us.1, us.guns result=DR;
              retreat cs.1 0404-0403 chose=us
    """
    chose = act.told.get("chose", "")
    if not isinstance(act, Retreat) or not chose:
        return
    for unit in map(act.before.unit, act.units):
        own = chose == unit.side
        if own != (terms.by == "own"):
            side = act.before.pack.called(chose) if chose in act.before.pack.sides else chose
            due = say("its own player does") if terms.by == "own" else say("the enemy's player does")
            because = say("the {side} player chose the way on which {unit} retreats, and {due}", side, unit, due)
            yield Finding(act.path[-1:], because, (unit.id,))
