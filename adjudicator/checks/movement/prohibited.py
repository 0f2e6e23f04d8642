"""Moves that the pack's movement.toml forbids outright: units that do not move, regions they do not enter."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import after_combat, breaches, by_units, moves
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.pack import Pack
from adjudicator.record.acts import Act, Advance, Retreat
from adjudicator.terms.act import ANY_KIND, ActFilter, ActKinds


class Prohibited(ActFilter):
    """Which moves, and which [[forbid]] entries of movement.toml: those of one `article`, so that each is cited by its own."""

    kinds: ActKinds = ANY_KIND
    """Kinds of move; all, if left out. Example: `kinds = ["rail"]`"""
    article: str = ""
    """The `article` of the entries; those without one, if left out. Example: "7A3.2"."""
    after_combat: bool = False
    """Whether retreats and advances, step by step, are judged too. Example: `after_combat = true`"""


def _moves(pack: Pack) -> frozenset[str]:
    return moves(pack) | {Retreat.word, Advance.word}


def _goes(act: Act, terms: Prohibited) -> bool:
    return by_units(act, terms) and (terms.after_combat or not isinstance(act, Retreat | Advance))


@check("movement.prohibited", Prohibited, acts=_moves, acts_in=("kinds",), met=_goes, of_ways=True)
def goes_where_it_may(act: Act, terms: Prohibited) -> Iterator[Breach]:
    """A unit goes nowhere it is forbidden to go.

    Legal:    turn 2, Austrian movement; weather clear; 1108: au.1inf; au.1inf 1108-1109
    Illegal:  turn 2, Austrian movement; weather clear; 1108: au.garrison; au.garrison 1108-1109
    """
    paths = after_combat(act) if isinstance(act, Retreat | Advance) and terms.after_combat else None
    yield from breaches(act, frozenset({"prohibited"}), terms, terms.article, paths)
