"""Moves that go on after entering an enemy zone of control."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.terms.who import EVERYONE, Selector


class HaltOnEntry(Table):
    """Who must halt, and in which `kinds` of act (all modes of movement if empty)."""

    who: Selector = EVERYONE
    """The units that must halt."""
    kinds: frozenset[str] = frozenset()
    """The kinds of act; none given: all modes of movement. Example: `kinds = ["move"]`"""


@check("zoc.halt_on_entry", HaltOnEntry, acts_in=("kinds",))
def halts_on_entry(act: Act, terms: HaltOnEntry) -> Iterator[Breach]:
    """A unit that enters an enemy zone goes no further.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1inf; 0604: au.1inf; fr.1inf 0405-0505
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1inf; 0604: au.1inf; fr.1inf 0405-0505-0506
    """
    yield from breaches(act, frozenset({"zone halt"}), terms.kinds, terms.who)
