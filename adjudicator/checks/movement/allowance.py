"""Moves beyond the allowance: what a step costs is in the pack's terrain.toml, movement.toml and zoc.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActKinds
from adjudicator.terms.who import EVERYONE, Selector


class Allowance(Table):
    """Whose moves, and which `kinds` of act (all modes of movement if empty)."""

    who: Selector = EVERYONE
    """The units whose moves are judged."""
    kinds: ActKinds = ActKinds()
    """The kinds of act; none given: all modes of movement."""


@check("movement.allowance", Allowance, acts_in=("kinds",))
def within_allowance(act: Act, terms: Allowance) -> Iterator[Breach]:
    """A unit spends no more movement points, and enters no more hexes, than it has.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1inf; fr.1inf 0405-0506-0605-0706-0805
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1inf; fr.1inf 0405-0505-0604-0704-0803
    """
    yield from breaches(act, frozenset({"allowance"}), terms.kinds, terms.who)
