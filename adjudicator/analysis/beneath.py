"""What may lie beneath a unit that shows no strength: for all that anybody at the table sees, any of those that look alike."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.lean import replace
from adjudicator.model.known import YES, Known
from adjudicator.model.pack import Pack
from adjudicator.model.units import Unit, UnitType
from adjudicator.record.acts import Act, Attack, Retreat
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector


def beneath(pack: Pack, unit: Unit) -> Iterator[Unit]:
    """The unit as it may turn out to be, with the faces of all types that look like its own; nothing if its strength shows."""
    if unit.shown.attack is not None or unit.shown.defense is not None:
        return
    for kind in pack.units.values():
        if kind is unit.type or (kind.side == unit.side and _look(kind) == _look(unit.type)):
            for face, shown in enumerate(kind.faces):
                if shown.attack is not None or shown.defense is not None:
                    yield replace(unit, type=kind, face=face)


def is_one_of(pack: Pack, unit: Unit, who: Selector) -> Known:
    """Whether a unit is one of these; open where only some of what may lie beneath it is."""
    hidden = {who.matches(each) for each in beneath(pack, unit)}
    if who.matches(unit) or True not in hidden:
        return Known.of(who.matches(unit))
    return YES if hidden == {True} else Known.open(say("strength of {unit}", unit))


def as_shown(act: Act) -> Position:
    """The position before an attack or a retreat, units of unknown strength as they were turned up after it."""
    position = act.before
    for name, face in act.shown if isinstance(act, Attack | Retreat) else ():
        position = position.with_unit(replace(position.unit(name), face=face))
    return position


def _look(kind: UnitType) -> tuple[object, ...]:
    """What everybody sees of a unit that lies as it comes into play."""
    return kind.nation, kind.kind, kind.size, kind.movement_class, kind.faces[0]
