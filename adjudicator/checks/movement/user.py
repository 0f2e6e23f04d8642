"""Modes of movement by those who have them, where other rules judge the ways."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, is_move
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter


@check("movement.user", ActFilter, acts_in=("kinds",), met=is_move)
def travels_by_what_it_has(act: Act, terms: ActFilter) -> Iterator[Breach]:
    """A mode of movement has its users.

    Legal:    turn 2, French movement; weather clear; 0106: fr.1inf; rail fr.1inf 0106-0206-0306
    Illegal:  turn 2, French movement; weather clear; 0106: fr.1cav; rail fr.1cav 0106-0206-0306
    """
    yield from breaches(act, frozenset({"user"}), terms)
