"""Units of one side that may not stack with each other: the groups are in the pack's stacking.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.position import Position
from adjudicator.analysis.stacking import clashes
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Breach


@check("stacking.apart", unseen="cannot excuse")
def kept_apart(position: Position, _terms: NoTerms) -> Iterator[Breach]:
    """Units of certain groups may not share a hex.

    Legal:    French movement; 0805: sa.1inf, sa.1cav, fr.hq
    Illegal:  French movement; 0805: fr.1inf, sa.1cav
    """
    for stack in position.stacks():
        for clash in clashes(position, stack.location):
            names = ", ".join(str(unit) for unit in clash.units)
            yield Breach(
                at=(stack.location,),
                units=tuple(unit.id for unit in clash.units),
                because=f"{names} share a hex" + (f": {clash.why}" if clash.why else ""),
            )
