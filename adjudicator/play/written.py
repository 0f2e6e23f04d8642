"""Written moves played from a position: each line an act, or the beginning of a phase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypedDict

from adjudicator.analysis.combat.spoken import announced
from adjudicator.analysis.crossings import bridge_table, is_down
from adjudicator.errors import NotationError, Source
from adjudicator.lean import replace
from adjudicator.model.move_notation import MoveText, parse_moves
from adjudicator.model.sequence import Moment
from adjudicator.model.units import MarkerType, Unit
from adjudicator.play.flying import fired_at, flown_by, over, struck
from adjudicator.play.phases import begin_phase, without_deeds
from adjudicator.play.places import ends, hex_of, where
from adjudicator.play.remembering import after_act
from adjudicator.play.session import Play
from adjudicator.play.setting_up import lying, marked, markers_on, set_up
from adjudicator.record.acts import (
    Act,
    Advance,
    Attack,
    Bombardment,
    ConditionsTold,
    Declaration,
    Demolition,
    Flipped,
    Laid,
    Lifted,
    Marked,
    Movement,
    Overrun,
    Placed,
    Removed,
    Repair,
    Retreat,
    Rolled,
    Shifted,
    Speech,
    Swapped,
    Transfer,
    Travel,
    Unmarked,
    ValuesChanged,
    turned_over,
)
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.position import Position
from adjudicator.terms.climate import LAST_WEATHER, WEATHER

Writing = Callable[[Position, MoveText, "WrittenFields"], Act]
"""Makes an act of a line: from the position before it, the line, and what every act has."""

FAILURE = "failure"
"""The result of an attempt that changes nothing."""
CHANGES = (ConditionsTold.word, ValuesChanged.word)
"""What these lines say is the change itself, nothing told besides."""
TRAVELS: Mapping[str, type[Travel]] = {each.word: each for each in (Retreat, Advance, Overrun, Shifted)}


class WrittenFields(TypedDict):
    """What every written act has; `exact` is always yes."""

    before: Position
    units: tuple[str, ...]
    player: str
    step: int
    source: Source
    told: Mapping[str, str]
    exact: bool


def play_moves(text: str | Iterable[str] | Iterable[MoveText], start: Position) -> Play:
    """Written moves played from a position; NotationError where a unit is not where the text says."""
    start = position = start.opened()
    acts: list[Act] = []
    begin_phase(acts, start)
    for count, move in enumerate(_moves(text, start), 1):
        if move.moment is not None:
            turn = move.moment.turn or position.moment.turn
            conditions = _into(turn, position)
            position = position.during(Moment(turn, move.moment.phase, conditions, since=count))
            begin_phase(acts, position, count)
            continue
        act = act_of(position, move, count)
        position = after_act(act.after, act)
        acts.append(replace(act, after=position))
    return Play(start, tuple(without_deeds(acts)), position)


def _into(turn: int, before: Position) -> tuple[tuple[str, str], ...]:
    """The conditions with which a turn begins: of a next one the weather told so far is that of the turn before."""
    told, now = before.moment.conditions, before.moment.turn
    if now in (0, turn) or not before.pack.values_of(LAST_WEATHER):
        return told
    kept = [each for each in told if each[0].split(":")[0] != LAST_WEATHER]
    if turn == now + 1:
        weather = [each for each in told if each[0].split(":")[0] == WEATHER]
        kept += [(LAST_WEATHER + name.removeprefix(WEATHER), value) for name, value in weather]
    return tuple(sorted(kept))


def act_of(position: Position, move: MoveText, count: int = 0) -> Act:
    """A written line as the act that it is, played from a position; `count` is its number among the lines."""
    sides = {unit.type.side for unit in move.units}
    common: WrittenFields = {
        "before": position,
        "units": tuple(unit.id for unit in move.units),
        "player": sides.pop() if len(sides) == 1 else "",
        "step": count,
        "source": Source("moves", offset=count),
        "told": {} if move.kind in CHANGES else move.values,
        "exact": True,
    }
    return _WRITINGS.get(move.kind, _travel)(position, move, common)


def _moves(text: str | Iterable[str] | Iterable[MoveText], start: Position) -> tuple[MoveText, ...]:
    if isinstance(text, str):
        return parse_moves(text, start.pack, start.network.theatre)
    written = tuple(text)
    read = tuple(each for each in written if isinstance(each, MoveText))
    lines = tuple(each for each in written if isinstance(each, str))
    return read or parse_moves(lines, start.pack, start.network.theatre)


def _travel(position: Position, move: MoveText, common: WrittenFields) -> Act:
    """Units, and markers of their own, on their way; what goes off the map, or comes onto it, does not march."""
    gone = tuple(_marker_named(position, marker, move.path[0]) for marker in move.markers)
    overruns = move.kind == Overrun.word
    to = move.path[-2] if overruns and move.values.get("result") == "failure" else move.path[-1]
    after = position
    for name in gone:
        marker = after.markers[name]
        there = replace(marker, hex=hex_of(move.path[-1]), location=move.path[-1].strip("[]"), on="")
        after = after.with_marker(there)
    for unit in move.units:
        known = _known(after, unit.id)
        if move.path[0] not in (where(known), over(known)):
            raise NotationError(f"'{unit.id}' stands in {where(known)}, the move starts in {move.path[0]}")
        after = after.moved(unit.id, "" if known.type.flies else hex_of(to), to.strip("[]"))
    way = _hexes(position, move.path)
    made = TRAVELS.get(move.kind)
    if made is not None:
        return made(**common, after=after, way=way, marker_ids=gone)
    if move.marches and any(part.startswith("[") for part in move.path):
        return Transfer(**common, after=after, way=way, marker_ids=gone)
    return Movement(**common, after=after, way=way, marker_ids=gone, mode=move.kind)


def _attack(position: Position, move: MoveText, common: WrittenFields) -> Act:
    """An attack moves nobody; one that is only announced (declared=yes, or in a declaration phase) is remembered."""
    for unit in move.units:
        _known(position, unit.id)
    declared = "declared" in move.values
    after = announced(position, common["units"], move.path, declared=declared)
    kind = Declaration if declared else Attack
    return kind(**common, after=after, targets=_hexes(position, move.path))


def _bombardment(position: Position, move: MoveText, common: WrittenFields) -> Act:
    for unit in move.units:
        _known(position, unit.id)
    return Bombardment(**common, after=position, targets=_hexes(position, move.path))


def _flight(position: Position, move: MoveText, common: WrittenFields) -> Act:
    """A mission: its units are over the hex."""
    number, after = _hexes(position, move.path)[0], position
    for unit in move.units:
        if not _known(after, unit.id).type.flies:
            raise NotationError(f"'{unit.id}' does not fly")
        after = after.moved(unit.id, "", number)
    after = flown_by(after, common["units"], move.text, number, move.values, before=position)
    return Flight(**common, after=after, over=number, mission=move.text)


def _strike(position: Position, move: MoveText, common: WrittenFields) -> Act:
    for unit in move.units:
        _known(position, unit.id)
    number = _hexes(position, move.path)[0]
    after = struck(position, common["units"], move.text, number, move.values)
    return Strike(**common, after=after, over=number, mission=move.text)


def _dogfight(position: Position, move: MoveText, common: WrittenFields) -> Act:
    against = tuple(name for name in move.values.get("against", "").split(",") if name)
    for name in (*common["units"], *against):
        _known(position, name)
    number = _hexes(position, move.path)[0]
    after = fired_at(position, common["units"], number, against, move.values)
    return Dogfight(**common, after=after, over=number, against=against)


def _demolished(position: Position, move: MoveText, common: WrittenFields) -> Act:
    """A bridge is down: the first marker of bridges.toml that says so lies on it, unless the attempt failed."""
    bridge = _worked_on(position, move)
    after = position
    if move.values.get("result") != FAILURE and not is_down(position, *bridge):
        kinds = {kind for span in bridge_table(position).down for kind in span.kinds}
        marker = next((each for each in position.pack.markers.values() if each.kind in kinds), None)
        after = position if marker is None else _with_another(position, marker, move.path[0])
    return Demolition(**common, after=after, bridge=bridge)


def _repaired(position: Position, move: MoveText, common: WrittenFields) -> Act:
    """A bridge is whole: the markers that said it was down are gone, unless the attempt failed."""
    bridge = _worked_on(position, move)
    after = position
    kinds = {kind for span in bridge_table(position).down for kind in span.kinds}
    for marker in position.markers_on(*bridge) if move.values.get("result") != FAILURE else ():
        after = after.without_marker(marker.id) if marker.type.kind in kinds else after
    return Repair(**common, after=after, bridge=bridge)


def _worked_on(position: Position, move: MoveText) -> tuple[str, str]:
    for unit in move.units:
        _known(position, unit.id)
    return ends(position.network, move.path[0])


def _placed(position: Position, move: MoveText, common: WrittenFields) -> Act:
    after = position
    for unit in move.units:
        if unit.id in after.units:
            raise NotationError(f"'{unit.id}' is placed but stands already in {where(after.units[unit.id])}")
        after = set_up(after, move.path[0], unit)
    return Placed(**common, after=after, where=_hexes(position, move.path)[0])


def _removed(position: Position, move: MoveText, common: WrittenFields) -> Act:
    after = position
    for unit in move.units:
        _known(after, unit.id)
        after = after.without(unit.id)
    return Removed(**common, after=after)


def _flipped(position: Position, move: MoveText, common: WrittenFields) -> Act:
    after = position
    for unit in move.units:
        after = after.with_unit(replace(_known(after, unit.id), face=unit.face))
    return turned_over(Flipped(**common, after=after, faces=tuple(unit.face for unit in move.units)))


def _marked(position: Position, move: MoveText, common: WrittenFields) -> Act:
    after = position
    for unit in move.units:
        _known(after, unit.id)
        for mark in unit.marks:
            after = marked(after, unit.id, mark)
    return Marked(**common, after=after, on=_kinds_of(move))


def _unmarked(position: Position, move: MoveText, common: WrittenFields) -> Act:
    after = position
    for unit in move.units:
        kinds = {mark.id for mark in unit.marks}
        for marker in markers_on(after, _known(after, unit.id)):
            if marker.type.id in kinds:
                after = after.without_marker(marker.id)
    return Unmarked(**common, after=after, off=_kinds_of(move))


def _laid(position: Position, move: MoveText, common: WrittenFields) -> Act:
    after = position
    for kind in move.markers:
        after = _with_another(after, kind, move.path[0])
    new = tuple(sorted(set(after.markers) - set(position.markers)))
    return Laid(**common, after=after, where=_hexes(position, move.path)[0], marker_ids=new)


def _lifted(position: Position, move: MoveText, common: WrittenFields) -> Act:
    after = position
    for kind in move.markers:
        after = after.without_marker(_marker_named(after, kind, move.path[0]))
    gone = tuple(_marker_named(position, kind, move.path[0]) for kind in move.markers)
    return Lifted(**common, after=after, where=_hexes(position, move.path)[0], marker_ids=gone)


def _swapped(position: Position, move: MoveText, common: WrittenFields) -> Act:
    old, new = move.markers
    gone = _marker_named(position, old, move.path[0])
    after = _with_another(position.without_marker(gone), new, move.path[0])
    come = sorted(set(after.markers) - set(position.markers))
    return Swapped(**common, after=after, where=_hexes(position, move.path)[0], marker_ids=(gone, *come))


def _conditions(position: Position, move: MoveText, common: WrittenFields) -> Act:
    kept = {**dict(position.moment.conditions), **move.values}
    moment = replace(position.moment, conditions=tuple(sorted(kept.items())))
    return ConditionsTold(**common, after=position.during(moment), conditions=move.values)


def _values(position: Position, move: MoveText, common: WrittenFields) -> Act:
    after = replace(position, values=position.values.update(dict(move.values)))
    return ValuesChanged(**common, after=after, values=move.values)


def _speech(position: Position, move: MoveText, common: WrittenFields) -> Act:
    return Speech(**common, after=position, text=move.text)


def _roll(position: Position, move: MoveText, common: WrittenFields) -> Act:
    return Rolled(**common, after=position, dice=move.dice, text=move.text)


_WRITINGS: Mapping[str, Writing] = {
    Attack.word: _attack,
    Bombardment.word: _bombardment,
    Flight.word: _flight,
    Strike.word: _strike,
    Dogfight.word: _dogfight,
    Demolition.word: _demolished,
    Repair.word: _repaired,
    Placed.word: _placed,
    Removed.word: _removed,
    Flipped.word: _flipped,
    Marked.word: _marked,
    Unmarked.word: _unmarked,
    Laid.word: _laid,
    Lifted.word: _lifted,
    Swapped.word: _swapped,
    ConditionsTold.word: _conditions,
    ValuesChanged.word: _values,
    Speech.word: _speech,
    Rolled.word: _roll,
}


def _known(position: Position, name: str) -> Unit:
    known = position.units.get(name)
    if known is None:
        raise NotationError(f"'{name}' is not in the position")
    return known


def _hexes(position: Position, path: tuple[str, ...]) -> tuple[str, ...]:
    """The places of a path, the first of its hexes for a hexside; a box stays as it is written."""
    return tuple(ends(position.network, place)[0] or place for place in path)


def _kinds_of(move: MoveText) -> tuple[str, ...]:
    return tuple(dict.fromkeys(mark.kind for unit in move.units for mark in unit.marks))


def _with_another(position: Position, kind: MarkerType, spot: str) -> Position:
    """The position with one more marker of a type in a spot."""
    count = 1
    while f"{kind.id}@{spot}.{count}" in position.markers:
        count += 1
    return position.with_marker(lying(position.network, f"{kind.id}@{spot}.{count}", kind, spot))


def _marker_named(position: Position, kind: MarkerType, spot: str) -> str:
    """The marker of that type in a hex, on a hexside or in a box; NotationError if there is none."""
    boxed = (marker for marker in position.markers.values() if where(marker) in (spot, f"[{spot}]"))
    number, beyond = ends(position.network, spot)
    lies = position.markers_on(number, beyond) if beyond else position.markers_at(number)
    for marker in lies or sorted(boxed, key=lambda marker: marker.id):
        if marker.type.id == kind.id:
            return marker.id
    raise NotationError(f"no '{kind.id}' is in {spot}")
