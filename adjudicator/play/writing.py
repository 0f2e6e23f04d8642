"""Acts as lines of the notation: what `written.play_moves` reads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from adjudicator.errors import NotationError
from adjudicator.model.move_notation import MoveText
from adjudicator.model.notation import UnitText, hexside_name
from adjudicator.model.pack import MARCH
from adjudicator.model.sequence import Moment
from adjudicator.model.units import MarkerType
from adjudicator.play.places import spot
from adjudicator.play.session import Play
from adjudicator.play.setting_up import markers_on
from adjudicator.record.acts import (
    Act,
    Attack,
    Bombardment,
    ConditionsTold,
    Demolition,
    Flipped,
    Marked,
    MarkerAct,
    PhaseBegun,
    Placed,
    Removed,
    Repair,
    Rolled,
    Speech,
    Transfer,
    Travel,
    Unmarked,
    ValuesChanged,
)
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.position import Position


def write_play(play: Play) -> Iterator[MoveText]:
    """The acts of a play, and the phases that begin between them or after the last: that one may see no act yet."""
    moment = play.start.moment
    for act in play.acts:
        yield from _begun(moment, act.moment)
        moment = act.moment
        yield from write_act(act)
    yield from _begun(moment, play.end.moment)


def _begun(before: Moment, now: Moment) -> Iterator[MoveText]:
    """The line that a phase begins, where it is another than before."""
    if (before.turn, before.phase) != (now.turn, now.phase):
        yield MoveText("phase", moment=Moment(now.turn, now.phase))


def write_act(act: Act) -> tuple[MoveText, ...]:
    """An act as the line that says it; what was told of several conditions or numbers takes a line each.

    NotationError if the notation has no line for such an act.
    """
    units, values = _units(act.before, act.units), act.told
    match act:
        case Travel():
            word = MARCH if isinstance(act, Transfer) else act.kind
            return (MoveText(word, units, act.way, values=values, markers=_types(act.before, act.markers)),)
        case Attack() | Bombardment():
            return (MoveText(act.kind, units, act.targets, values=values),)
        case Flight(mission=mission) | Strike(mission=mission):
            return (MoveText(act.kind, units, act.path, values=values, text=mission),)
        case Dogfight():
            return (MoveText(act.kind, units, act.path, values=values),)
        case Demolition() | Repair():
            return (MoveText(act.kind, units, (hexside_name(*act.bridge),), values=values),)
        case Placed():
            new = tuple(_with_marks(act.after, name) for name in act.units)
            where = act.where or f"[{act.after.unit(act.units[0]).location}]"
            return (MoveText(act.kind, new, (where,), values=values),)
        case Removed():
            return (MoveText(act.kind, units, values=values),)
        case Flipped():
            turned = (UnitText(unit.id, unit.type, face) for unit, face in zip(units, act.faces, strict=True))
            return (MoveText(act.kind, tuple(turned), values=values),)
        case Marked(on=kinds):
            return tuple(_marking(act, act.before, act.after, kinds))
        case Unmarked(off=kinds):
            return tuple(_marking(act, act.after, act.before, kinds))
        case MarkerAct():
            return (_of_markers(act),)
        case ConditionsTold(conditions=told) | ValuesChanged(values=told):
            return tuple(MoveText(act.kind, values={name: value}) for name, value in told.items())
        case PhaseBegun():
            return ()
        case Speech():
            return (MoveText(act.kind, text=act.text),)
        case Rolled():
            return (MoveText(act.kind, text=act.text, dice=act.dice),)
    raise NotationError(f"the notation has no line for an act of the kind '{act.kind}'")


def _units(position: Position, names: Iterable[str]) -> tuple[UnitText, ...]:
    known = (position.units.get(name) for name in names)
    return tuple(UnitText(unit.id, unit.type) for unit in known if unit is not None)


def _with_marks(position: Position, name: str) -> UnitText:
    unit = position.unit(name)
    return UnitText(unit.id, unit.type, unit.face, tuple(marker.type for marker in markers_on(position, unit)))


def _marking(act: Marked | Unmarked, less: Position, more: Position, kinds: tuple[str, ...]) -> Iterator[MoveText]:
    """A line for all units of one act: each with the markers that it has in one position and not in the other."""
    written = []
    for name in act.units:
        had = {marker.id for marker in markers_on(less, less.unit(name))}
        new = [each for each in markers_on(more, more.unit(name)) if each.id not in had and each.type.kind in kinds]
        written.append(UnitText(name, more.unit(name).type, 0, tuple(marker.type for marker in new)))
    yield MoveText(act.kind, tuple(written), values=act.told)


def _of_markers(act: MarkerAct) -> MoveText:
    found = [act.before.markers.get(name) or act.after.markers.get(name) for name in act.markers]
    known = [marker for marker in found if marker is not None]
    return MoveText(act.kind, path=(spot(known[-1]),), values=act.told, markers=tuple(each.type for each in known))


def _types(position: Position, names: Iterable[str]) -> tuple[MarkerType, ...]:
    return tuple(position.markers[name].type for name in names)
