"""Moves that the pack's movement.toml forbids outright: units that do not move, regions they do not enter."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.movement.moves import besides_moves, breaches, by_units, moves
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.pack import Pack
from adjudicator.record.acts import Act, Advance, Attack, Placed, Retreat, Transfer
from adjudicator.record.flights import Flight
from adjudicator.terms.act import NONE, ActFilter

BESIDES = frozenset(kind.word for kind in (Attack, Retreat, Advance, Placed, Transfer, Flight))


class Prohibited(ActFilter):
    """Which moves, and which [[forbid]] entries of movement.toml: those of one `article`, so that each is cited by its own."""

    article: str = ""
    """The `article` of the entries; those without one, if left out. Example: "7A3.2"."""
    besides: frozenset[str] = NONE
    """What is judged besides moves, as if it went on foot: "advance", "retreat", "attack", "place" and "transfer", which
    bring a unit onto the map, and "fly", by the hex of the mission. Example: `besides = ["attack", "advance"]`"""


def _kinds(pack: Pack) -> frozenset[str]:
    return moves(pack) | BESIDES


def _goes(act: Act, terms: Prohibited) -> bool:
    return by_units(act, terms) and (act.kind not in BESIDES or act.kind in terms.besides)


@check("movement.prohibited", Prohibited, acts=_kinds, acts_in=("kinds",), met=_goes, of_ways=True)
def goes_where_it_may(act: Act, terms: Prohibited) -> Iterator[Finding]:
    """A unit goes nowhere it is forbidden to go.

    Legal:    turn 2, Austrian movement; weather clear; 1108: au.1inf; au.1inf 1108-1109
    Illegal:  turn 2, Austrian movement; weather clear; 1108: au.garrison; au.garrison 1108-1109
    """
    if not _goes(act, terms):
        return
    paths = besides_moves(act) if act.kind in BESIDES else None
    yield from breaches(act, frozenset({"prohibited"}), terms, terms.article, paths)
