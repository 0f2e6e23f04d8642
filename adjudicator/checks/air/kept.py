"""Counters in a box of what flies that do not belong there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import word


class Kept(Table):
    """In some boxes lie only units of some kind, or none."""

    boxes: frozenset[str]
    """The boxes. Example: `boxes = ["air remnants"]`"""
    only: Selector | None = None
    """The units that may lie there; left out: none at all."""


def _lies(position: Position, terms: Kept) -> bool:
    """Whether anything lies in the boxes, or what flies in any other."""
    boxed = [unit for unit in position.units.values() if not unit.hex and unit.location not in position.network.index]
    return any(unit.type.flies or unit.location in terms.boxes for unit in boxed)


@check("air.kept", Kept, unseen="cannot excuse", met=_lies)
def kept_in_its_box(position: Position, terms: Kept) -> Iterator[Breach]:
    """In the boxes of the air chart lies what belongs there.

    Under: sudden_storm
    Legal:    turn 5, Soviet Initial Phase; weather clear; [air remnants]: so.mig3
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air available]: so.mig3
    """
    for name in sorted(position.units):
        unit = position.units[name]
        if unit.hex or unit.location not in terms.boxes:
            continue
        if terms.only is None or not terms.only.matches(unit) or not unit.type.flies:
            yield Breach((), say("{unit} lies in the {box} box, and may not", unit, word(unit.location)), (name,))
