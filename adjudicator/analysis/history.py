"""What can be said of the past from what a position remembers (`record.memory`): who held what, what was taken, begun, lost.

`noting` keeps places that have a name or ground that changes (ground.toml), tenures where something is built, markers that
were laid, and units in a box that brings something once (spending.toml, [[counted]]).
The condition `history` is "whole" where it was kept from the start of the game; else what is not remembered is unknown.
"""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.analysis.owners import controller_on
from adjudicator.analysis.ownership import UNKNOWN, first_owner
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Place
from adjudicator.model.units import Unit
from adjudicator.record.memory import FoughtBattle, Tenure, Went
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.ground import Ground
from adjudicator.words import word


def ever_held(position: Position, number: str, side: str) -> Known:
    """Whether a side has ever held a hex since the game began."""
    if (side, number) in position.memory.ever or position.control.get(number) == side:
        return YES
    i = position.network.index.get(number)
    for place in position.network.places_at.get(i, ()) if i is not None else ():
        if place.name in position.memory.lost and place.owner not in ("", side):
            return YES
    return NO if is_whole(position) else Known.open(say("whether {side} ever held {hex}", side, number))


def lost_places(position: Position) -> frozenset[str]:
    """The places that their first owner has lost at some time, as far as the position tells."""
    memory, places = position.memory, position.network.theatre.places
    others = frozenset(place.name for place in places if memory.ever and _another_held(position, place))
    return memory.lost | others


def _another_held(position: Position, place: Place) -> bool:
    return any(hex_ == place.hex and side != place.owner != "" for side, hex_ in position.memory.ever)


def is_whole(position: Position) -> bool:
    """Whether all that was ever held is remembered."""
    return position.moment.condition("history") == "whole" and not position.joined


def turns_held(position: Position, number: str, side: str) -> Interval:
    """How many turns ago a side last took a hex."""
    turn = position.memory.taken.get((side, number))
    if turn is None:
        return Interval.unknown(say("the turn on which {hex} was taken", number))
    if not position.moment.turn:
        return Interval.unknown(say("the game turn"))
    return Interval.of(position.moment.turn - turn)


def tenures(ground: Ground, number: str) -> tuple[Tenure, ...]:
    """Who controlled a hex from which turn on, in order; "?" from a turn that nobody saw, [] if nothing is known."""
    position = ground.position
    memory = position.memory
    found = list(memory.held.get(number, ()))
    if found and memory.seen and position.moment.turn > memory.seen + 1:
        found.append(Tenure(memory.seen + 1, UNKNOWN))
    if not found and is_whole(position):
        now = controller_on(ground, number).name
        found = [Tenure(0, now)] if now == first_owner(position, position.network.index[number]).name else []
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Beginning:
    """When something was begun, by whom and in which weather; if `told` is open, nobody knows any of it."""

    told: Known
    turn: int = 0
    side: str = ""
    weather: str = ""


def beginning(position: Position, kind: str, number: str) -> Beginning:
    """When a marker of a kind was laid in a hex."""
    kept = position.memory.begun.get((kind, number))
    if kept is None:
        return Beginning(Known.open(say("the turn on which the {kind} in {hex} was begun", word(kind), number)))
    return Beginning(YES, *kept)


def driven_to(position: Position, name: str) -> str:
    """The hex into which a unit last retreated, "" if none is remembered."""
    return position.memory.driven.get(name, "")


def fled_with(position: Position, name: str, start: str) -> Mapping[str, Known]:
    """The other units that have, or may have, gone back already in the retreat of which a unit, out of a hex, is part.

    They fought in one battle: it was the last that was told in this phase, or they stood in one hex.
    """
    memory = position.memory
    told = NO if memory.fought is None else fought_here(position, memory.fought)
    gone = {
        other: fought_here(position, left) & (told | Known.of(left.hex == start)) for other, left in memory.fled.items()
    }
    return {other: answer for other, answer in gone.items() if other != name and answer.possible}


def did_so(position: Position, name: str, deed: str) -> Known:
    """Whether a unit has done so ("retreat", "advance") in this phase after combat; yes where nothing is asked."""
    if not deed:
        return YES
    went = position.memory.went.get(name)
    if went is None and position.joined and not position.heard_all:
        return Known.open(say("what was done in this phase before the record begins"))
    return NO if went is None or went.deed != deed else fought_here(position, went)


def moved_so(position: Position, name: str, mode: str) -> Known:
    """Whether a unit moved in this mode in this player turn; yes where nothing is asked."""
    if not mode:
        return YES
    went = position.memory.went.get(name)
    if went is None and position.joined and not position.heard_all:
        return Known.open(say("what was done in this player turn before the record begins"))
    phase = position.moment.phase
    sides = {each.id: each.side for each in position.pack.header.sequence.phases}
    if went is None or went.deed != mode or phase is None:
        return NO
    if went.phase != phase.id and sides.get(went.phase) != phase.side:
        return NO
    return _in_this_turn(position, went)


def fought_here(position: Position, battle: FoughtBattle | Went) -> Known:
    """Whether a battle was fought in this phase; open where only one of the two turns is known."""
    moment = position.moment
    if battle.phase != (moment.phase.id if moment.phase else ""):
        return NO
    return _in_this_turn(position, battle)


def _in_this_turn(position: Position, then: FoughtBattle | Went) -> Known:
    """Whether something was done in this turn; open where only one of the two turns is known."""
    turn = position.moment.turn
    if then.turn != turn and 0 in (then.turn, turn):
        return Known.open(say("the turn"))
    return Known.of(then.turn == turn)


def heard_all(position: Position) -> Known:
    """Whether all attacks that were announced in this player turn are on record."""
    known = position.heard_all or not position.joined
    return YES if known else Known.open(say("which attacks were announced before the record begins"))


def was_counted(position: Position, unit: Unit) -> Known:
    """Whether what a unit in a box brings once was counted."""
    told = position.memory.counted.get(unit.id)
    return Known.open(say("whether {unit} was counted before", unit)) if told is None else Known.of(told)


def has_acted_by_its_marks(record: PhaseRecord, name: str, marked: frozenset[str]) -> str:
    """The marks by which a unit shows, where the record begins after its phase did, that it has acted in it; "" if none."""
    unit = record.start.units.get(name)
    if unit is None or record.previous is not None or record.fresh or unit.marks.isdisjoint(marked):
        return ""
    return strung(sorted(word(mark) for mark in unit.marks & marked), ", ")
