"""Overruns by those who may, of those who can be."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.moves import breaches
from adjudicator.analysis.position import Act
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Selector


class OverrunTerms(Table):
    """Whose overruns."""

    who: Selector = EVERYONE
    kinds: frozenset[str] = frozenset()


@check("movement.overrun", OverrunTerms)
def overruns_as_it_may(act: Act, terms: OverrunTerms) -> Iterator[Breach]:
    """An overrun has its conditions.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1art; overrun fr.1cav 0405-0505; remove au.1art
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1cav; 0505: au.1cav; overrun fr.1cav 0405-0505; remove au.1cav
    """
    yield from breaches(act, frozenset({"overrun"}), terms.kinds, terms.who)
