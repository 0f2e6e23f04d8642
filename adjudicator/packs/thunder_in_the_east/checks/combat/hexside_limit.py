"""How much may attack across one hexside."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, Attack
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import counted, listed


class HexsideLimit(Table):
    """At most so many of those who fit `who` attack out of one hex into another."""

    most: int
    """How many units; 2."""
    who: Selector = EVERYONE
    """The units that are counted; everybody, if left out. Example: { tags = ["static"] }."""


@check("combat.hexside_limit", HexsideLimit, unseen="cannot excuse", acts=("attack",))
def attacks_within_limit(act: Act, terms: HexsideLimit) -> Iterator[Breach]:
    """Only so much attacks across one hexside.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1718: ax.7inf; 1817: sov.63rc/2;
              attack 1817: ax.24pz, ax.7inf
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz, ax.7inf; 1817: sov.63rc;
              attack 1817: ax.24pz, ax.7inf
    """
    if not isinstance(act, Attack):
        return
    by_hex: dict[str, list[str]] = {}
    for name in act.units:
        if terms.who.matches(act.before.unit(name)):
            by_hex.setdefault(act.before.unit(name).hex, []).append(name)
    for origin, names in by_hex.items():
        if len(names) > terms.most:
            because = say(
                "{units} attack {path} out of {origin}, and at most {most} may",
                counted(len(names), "unit"),
                listed(act.path),
                origin,
                terms.most,
            )
            yield Breach((origin, *act.path), because, tuple(names))
