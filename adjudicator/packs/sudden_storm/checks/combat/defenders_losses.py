"""Losses that a defender took from other units than those whose armor or antitank effects he used."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.shared_losses import unshared
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach
from adjudicator.record.phase import PhaseRecord


@check("combat.defenders_losses", acts=("attack",))
def pays_with_what_it_defended_by(record: PhaseRecord, _terms: NoTerms) -> Iterator[Breach]:
    """Who defends by armor loses armor.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.11inf, ge.1inf; 1B/2914: so.2tnk, so.10rif;
              attack 1B/2914: ge.11inf, ge.1inf result=EX armor=yes; remove so.2tnk; flip ge.1inf/2
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.11inf, ge.1inf; 1B/2914: so.2tnk, so.1gds;
              attack 1B/2914: ge.11inf, ge.1inf result=EX armor=yes; remove so.1gds; flip ge.1inf/2
    """
    yield from unshared(record, "defense")
