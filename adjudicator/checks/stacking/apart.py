"""Units of one side that may not stack with each other: the groups are in the pack's stacking.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.stacking import clashes
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.record.position import Position
from adjudicator.said import say, strung


@check("stacking.apart", unseen="cannot excuse")
def kept_apart(position: Position, _: NoTerms) -> Iterator[Finding]:
    """Units of certain groups may not share a hex.

    Legal:    French movement; 0805: sa.1inf, sa.1cav, fr.hq
    Illegal:  French movement; 0805: fr.1inf, sa.1cav
    """
    yield from clashing(position)


def clashing(position: Position) -> Iterator[Finding]:
    """The stacks of units that do not stack together."""
    for clash in clashes(position):
        names = strung((str(unit) for unit in clash.units), ", ")
        yield Finding(
            at=(clash.hex,),
            units=tuple(unit.id for unit in clash.units),
            because=say("{names} share a hex: {why}", names, clash.why or say("they do not stack together")),
            broken=clash.holds,
        )
