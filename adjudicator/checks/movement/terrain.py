"""Moves into hexes and across hexsides that are closed to the mover, or that do not exist."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.terms.who import EVERYONE, Selector


class OpenGround(Table):
    """Whose moves, and which `kinds` of act (all modes of movement if empty)."""

    who: Selector = EVERYONE
    """The units whose moves are judged."""
    kinds: frozenset[str] = frozenset()
    """The kinds of act; none given: all modes of movement. Example: `kinds = ["move"]`"""


@check("movement.terrain", OpenGround, acts_in=("kinds",))
def over_open_ground(act: Act, terms: OpenGround) -> Iterator[Breach]:
    """A unit enters only what is open to its kind, one hex after the other.

    Legal:    turn 2, French movement; weather clear; 1008: fr.1art; fr.1art 1008-1108
    Illegal:  turn 2, French movement; weather clear; 1003: fr.1art; fr.1art 1003-1103
    """
    yield from breaches(act, frozenset({"terrain", "path"}), terms.kinds, terms.who)
