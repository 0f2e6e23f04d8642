"""Moves out of enemy zones by those who may not leave, or not move at all."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.terms.who import EVERYONE, Selector


class NoExit(Table):
    """Who may not, and in which `kinds` of act (all modes of movement if empty)."""

    who: Selector = EVERYONE
    """The units that may not leave."""
    kinds: frozenset[str] = frozenset()
    """The kinds of act; none given: all modes of movement."""


@check("zoc.no_exit", NoExit, acts_in=("kinds",))
def stays_in_zone(act: Act, terms: NoExit) -> Iterator[Breach]:
    """Some units do not leave an enemy zone.

    Legal:    turn 2, French movement; weather clear; 0405: fr.wagon; fr.wagon 0405-0406
    Illegal:  turn 2, French movement; weather clear; 0505: fr.wagon; 0604: au.1inf; fr.wagon 0505-0506
    """
    yield from breaches(act, frozenset({"zone exit", "zone start"}), terms.kinds, terms.who)
