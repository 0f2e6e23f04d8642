"""Moves beyond the allowance: what a step costs is in the pack's terrain.toml, movement.toml and zoc.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import breaches, by_units, moves
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.record.acts import Act
from adjudicator.terms.act import ActFilter


class Allowed(ActFilter):
    """Which moves, and which [[allowance]] entries of movement.toml: those whose `hexes` are of one `article`."""

    article: str = ""
    """The `article` of the entries that limit the hexes; those without one, and the points, if left out. Example: "7.5.3e"."""


@check("movement.allowance", Allowed, acts=moves, acts_in=("kinds",), met=by_units, of_ways=True)
def within_allowance(act: Act, terms: Allowed) -> Iterator[Finding]:
    """A unit spends no more movement points, and enters no more hexes, than it has.

    Legal:    turn 2, French movement; weather clear; 0405: fr.1inf; fr.1inf 0405-0506-0605-0706-0805
    Illegal:  turn 2, French movement; weather clear; 0405: fr.1inf; fr.1inf 0405-0505-0604-0704-0803
    """
    yield from breaches(act, frozenset({"allowance"}), terms, terms.article)
