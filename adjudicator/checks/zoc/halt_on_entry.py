"""Moves that go on after entering an enemy zone of control."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act


@check("zoc.halt_on_entry", acts=moves, met=by_units, of_ways=True)
def halts_on_entry(act: Act, _terms: NoTerms) -> Iterator[Finding]:
    """A unit that enters an enemy zone goes no further.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1inf; 0604: au.1inf; fr.1inf 0405-0505
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1inf; 0604: au.1inf; fr.1inf 0405-0505-0506
    """
    yield from breaches(act, frozenset({"zone halt"}))
