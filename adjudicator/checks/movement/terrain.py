"""Moves into hexes and across hexsides that are closed to the mover, or that do not exist."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act


@check("movement.terrain", acts=moves, met=by_units, of_ways=True)
def over_open_ground(act: Act, _terms: NoTerms) -> Iterator[Finding]:
    """A unit enters only what is open to its kind, one hex after the other.

    Legal:    turn 2, French movement; weather clear; 1008: fr.1art; fr.1art 1008-1108
    Illegal:  turn 2, French movement; weather clear; 1003: fr.1art; fr.1art 1003-1103
    """
    yield from breaches(act, frozenset({"terrain", "path"}))
