"""Modes of movement by those who have them, where other rules judge the ways."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter


@check("movement.user", ActFilter, acts=moves, acts_in=("kinds",), met=by_units, of_ways=True)
def travels_by_what_it_has(act: Act, terms: ActFilter) -> Iterator[Breach]:
    """A mode of movement has its users.

    Under:    blitz_in_the_east
    Legal:    turn 2, Axis strategic rail; weather clear; 0505: de.6inf; rail de.6inf 0505-0405-0406-0407-0408-0409
    Illegal:  turn 2, Axis strategic rail; weather clear; 0505: de.air; rail de.air 0505-0405-0406-0407-0408-0409
    """
    yield from breaches(act, frozenset({"user"}), terms)
