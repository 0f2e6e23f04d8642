"""Units of one side that may not stack with each other: the groups are in the pack's stacking.toml."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.history import driven_to
from adjudicator.analysis.stacking import clashes
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When


class StacksApart(Table):
    """When stacks are of a side's own making (`willing`); at other times a retreat may have driven them together."""

    willing: tuple[When, ...] = ()
    """When stacks are of a side's own making; at other times a retreat may have driven them together."""


@check("stacking.apart", StacksApart, unseen="cannot excuse")
def kept_apart(position: Position, terms: StacksApart) -> Iterator[Breach]:
    """Units of certain groups may not share a hex, unless they were driven into it.

    Legal:    French movement; 0805: sa.1inf, sa.1cav, fr.hq
    Illegal:  French movement; 0805: fr.1inf, sa.1cav
    """
    for clash in clashes(position):
        willing = _willing(position, terms, clash.units)
        driven = any(driven_to(position, unit.id) == clash.hex for unit in clash.units)
        unforced = willing if driven else willing | Known.open(say("whether a retreat drove them together"))
        names = strung((str(unit) for unit in clash.units), ", ")
        yield Breach(
            at=(clash.hex,),
            units=tuple(unit.id for unit in clash.units),
            because=say("{names} share a hex: {why}", names, clash.why or say("they do not stack together")),
            broken=unforced & clash.holds,
        )


def _willing(position: Position, terms: StacksApart, units: tuple[Unit, ...]) -> Known:
    side = units[0].side
    return any_of(when.holds(position, side) for when in terms.willing) if terms.willing else YES
