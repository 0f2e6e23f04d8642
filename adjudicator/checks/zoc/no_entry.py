"""Moves into enemy zones that the mover may not enter at all."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter


@check("zoc.no_entry", ActFilter, acts=moves, acts_in=("kinds",), met=by_units, of_ways=True)
def keeps_out_of_zones(act: Act, terms: ActFilter) -> Iterator[Finding]:
    """Some units enter no enemy zone.

    Legal:    turn 2, French movement; weather clear; 0405: fr.hq; 0505: fr.1inf; 0604: au.1inf; fr.hq 0405-0505
    Illegal:  turn 2, French movement; weather clear; 0405: fr.hq; 0604: au.1inf; fr.hq 0405-0505
    """
    yield from breaches(act, frozenset({"zone entry"}), terms)
