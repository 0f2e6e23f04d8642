"""Losses that a side took from other units than those that owe them."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.shared_losses import Owed, unshared_by_share
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.record.phase import PhaseRecord


@check("combat.losses_from", Owed, acts=("attack",))
def takes_half_from_them(record: PhaseRecord, terms: Owed) -> Iterator[Breach]:
    """At least half of a side's losses are taken from units whose ability it used, as far as they go.

    Under:    fire_in_the_east
    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.1ceng; 1B/2914: so.1gds, +fort;
              attack 1B/2914: ge.1inf, ge.1ceng result=EX engineers=yes; remove so.1gds; remove ge.1ceng; flip ge.1inf/2
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.1ceng; 1B/2914: so.1gds, +fort;
              attack 1B/2914: ge.1inf, ge.1ceng result=EX engineers=yes; remove so.1gds; flip ge.1inf/2
    """
    yield from unshared_by_share(record, terms)
