"""Overruns by those who may, of those who can be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act


@check("movement.overrun", acts=("overrun",))
def overruns_as_it_may(act: Act, _: NoTerms) -> Iterator[Finding]:
    """An overrun has its conditions, which are in movement.toml.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1art; overrun fr.1cav 0405-0505; remove au.1art
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1cav; overrun fr.1cav 0405-0505; remove au.1cav
    """
    yield from breaches(act, frozenset({"overrun"}))
