"""Losses that an attacker took from other units than those whose armor he used."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.shared_losses import unshared
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.phase import PhaseRecord


@check("combat.required_losses", acts=("attack",))
def pays_with_what_it_used(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Who used armor loses armor.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1pz, ge.1inf; 1B/2914: so.1gds;
              attack 1B/2914: ge.1pz, ge.1inf result=EX armor=yes; remove so.1gds; flip ge.1pz/2
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1pz, ge.1inf; 1B/2914: so.1gds;
              attack 1B/2914: ge.1pz, ge.1inf result=EX; remove so.1gds; flip ge.1inf/2
    """
    yield from unshared(record, "attack")
