"""Moves from one enemy zone straight into another."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.terms.who import EVERYONE, Selector


class ZoneToZone(Table):
    """Who may not, and in which `kinds` of act (all modes of movement if empty)."""

    who: Selector = EVERYONE
    """The units that may not go from zone to zone."""
    kinds: frozenset[str] = frozenset()
    """The kinds of act; none given: all modes of movement. Example: `kinds = ["move"]`"""


@check("zoc.zone_to_zone", ZoneToZone, acts_in=("kinds",))
def not_zone_to_zone(act: Act, terms: ZoneToZone) -> Iterator[Breach]:
    """A unit does not go from one enemy zone straight into another.

    Legal:    turn 2, French movement; weather clear; 0505: fr.1inf; 0604: au.1inf; fr.1inf 0505-0406
    Illegal:  turn 2, French movement; weather clear; 0505: fr.1inf; 0604: au.1inf; fr.1inf 0505-0605
    """
    yield from breaches(act, frozenset({"zone to zone"}), terms.kinds, terms.who)
