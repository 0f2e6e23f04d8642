"""Moves into, or for some modes next to, enemy units."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter


class ClearOfEnemies(ActFilter):
    """Which moves, and whether they keep out of enemies' hexes, of those next to them, or both."""

    demands: frozenset[Literal["enemy", "beside"]] = frozenset({"enemy", "beside"})
    """"enemy": not into a hex with an enemy unit; "beside": not next to one, in a mode that keeps clear of them. Left out:
    both. Example: ["beside"]."""


@check("movement.enemy_hex", ClearOfEnemies, acts=moves, acts_in=("kinds",), met=by_units, of_ways=True)
def clear_of_enemies(act: Act, terms: ClearOfEnemies) -> Iterator[Finding]:
    """A unit enters no hex that an enemy holds.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1inf; 0704: au.1inf; fr.1inf 0405-0504-0604
    Illegal:  turn 2, French movement; weather clear; 0504: fr.1inf; 0604: au.1inf; fr.1inf 0504-0604-0704
    """
    yield from breaches(act, terms.demands, terms)
