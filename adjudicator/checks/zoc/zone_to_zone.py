"""Moves from one enemy zone straight into another."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act


@check("zoc.zone_to_zone", acts=moves, met=by_units, of_ways=True)
def not_zone_to_zone(act: Act, _terms: NoTerms) -> Iterator[Finding]:
    """A unit does not go from one enemy zone straight into another.

    Legal:    turn 2, French movement; weather clear; 0505: fr.1inf; 0604: au.1inf; fr.1inf 0505-0406
    Illegal:  turn 2, French movement; weather clear; 0505: fr.1inf; 0604: au.1inf; fr.1inf 0505-0605
    """
    yield from breaches(act, frozenset({"zone to zone"}))
