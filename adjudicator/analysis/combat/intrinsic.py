"""Strength that a place has of its own, without a counter (`OwnStrengths` of a book)."""

from __future__ import annotations

from adjudicator.analysis.combat.terms import OwnStrength, OwnStrengths
from adjudicator.analysis.control import controls
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import is_whole
from adjudicator.model.known import NO, YES, Known, all_of
from adjudicator.model.units import Face, Unit, UnitType
from adjudicator.record.position import Position
from adjudicator.said import say


def own_strength(position: Position, number: str, enemy: str) -> tuple[OwnStrength, Known] | None:
    """The first row that gives a hex strength of its own against a side, and whether it still stands; None if there is none."""
    rows, i = position.pack.figures_of(OwnStrengths), position.network.index.get(number)
    if rows is None or i is None:
        return None
    for row in rows.places:
        if row.side == enemy:
            continue
        stands = all_of((row.total.where.fits(ground_at(position), i), still_stands(position, row, number)))
        if stands.possible:
            return row, stands
    return None


def still_stands(position: Position, row: OwnStrength, number: str) -> Known:
    """Whether the strength of a hex is there: its side never lost it, as far as the record tells."""
    held = controls(position, number, row.side)
    if held.is_no:
        return NO
    fought = position.memory.fought
    seen = is_whole(position) and (fought is None or fought.hex != number)
    return held & (YES if seen else Known.open(say("{what}", row.unseen)))


def own_unit(row: OwnStrength, number: str) -> Unit:
    """The strength as the unit that it counts as where sizes are compared."""
    name = str(row.total.name)
    kind = UnitType(id=name, name=name, side=row.side, kind="", stacking=row.size, faces=(Face(),), tags=frozenset())
    return Unit(kind.id, kind, number, number)
