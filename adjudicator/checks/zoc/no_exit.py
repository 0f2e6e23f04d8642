"""Moves out of enemy zones by those who may not leave, or not move at all."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter


@check("zoc.no_exit", ActFilter, acts=moves, acts_in=("kinds",), met=by_units, of_ways=True)
def stays_in_zone(act: Act, terms: ActFilter) -> Iterator[Finding]:
    """Some units do not leave an enemy zone.

    Legal:    turn 2, French movement; weather clear; 0405: fr.wagon; fr.wagon 0405-0406
    Illegal:  turn 2, French movement; weather clear; 0505: fr.wagon; 0604: au.1inf; fr.wagon 0505-0506
    """
    yield from breaches(act, frozenset({"zone exit", "zone start"}), terms)
