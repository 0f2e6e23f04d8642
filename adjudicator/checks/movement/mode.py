"""Movement by rail, sea and the like by those who may, along what it needs, under the control it needs."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, is_move
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter


class ModeTerms(ActFilter):
    """Whose travel in which modes is looked at."""

    timed: bool = True
    """Whether travel at a time at which the mode is closed counts too; false where another rule says when it is open."""


@check("movement.mode", ModeTerms, acts_in=("kinds",), met=is_move)
def travels_as_it_may(act: Act, terms: ModeTerms) -> Iterator[Breach]:
    """A mode of movement has its users and its ways.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf; rail fr.1inf 0106-0206-0306
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1inf; rail fr.1inf 0405-0505
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1cav; rail fr.1cav 0106-0206-0306
    """
    aspects = frozenset({"user", "mode", "control"})
    yield from breaches(act, aspects | {"time"} if terms.timed else aspects, terms)
