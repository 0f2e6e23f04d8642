"""How much may attack across one hexside."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import Amount
from adjudicator.record.acts import Act, Attack
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount


class HexsideLimit(Table):
    """At most so much of what fits `who` attacks out of one hex into another."""

    most: Amount
    """How much may attack out of one hex into another."""
    by: Literal["units", "points", "steps"] = "units"
    """What is counted: units, stacking points or steps."""
    who: Selector = EVERYONE
    """The units that are counted."""


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
        sizes = [unit_size(act.before.unit(name), terms.by) for name in names]
        total, most = sum(sizes, Fraction(0)), Fraction(terms.most)
        if total > most:
            sum_ = " + ".join(amount(size) for size in sizes) if terms.by != "units" else ""
            said = f"{sum_} = {amount(total)}" if sum_ else amount(total)
            because = f"{said} {terms.by} attack out of {origin}, limit {amount(most)}"
            yield Breach((origin, *act.path), because, tuple(names))
