"""Moves that the pack's movement.toml forbids outright: units that do not move, regions they do not enter."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, is_move
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter


@check("movement.prohibited", ActFilter, acts_in=("kinds",), met=is_move)
def goes_where_it_may(act: Act, terms: ActFilter) -> Iterator[Breach]:
    """A unit goes nowhere it is forbidden to go.

    Legal:    turn 2, Austrian movement; weather clear; 1108: au.1inf; au.1inf 1108-1109
    Illegal:  turn 2, Austrian movement; weather clear; 1108: au.garrison; au.garrison 1108-1109
    """
    yield from breaches(act, frozenset({"prohibited"}), terms)
