"""The phases of a play: those that begin and see no deed, and whose phase is meant where only its kind is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from adjudicator.errors import Source
from adjudicator.findings import PhaseTold
from adjudicator.identify import Identifier
from adjudicator.lean import replace
from adjudicator.model.events import GameLog, Move, Say, TakeSeat
from adjudicator.model.sequence import Moment, Stretch
from adjudicator.play.joining import same_phase
from adjudicator.record.acts import SPOKEN, Act, PhaseBegun, Speech
from adjudicator.record.position import Position
from adjudicator.words import listed


def begin_phase(acts: list[Act], position: Position, step: int = 0, source: Source | None = None) -> None:
    """Note that a phase has begun, if it has.

    Phases without a deed that were shown before, and do not come before this one, were a slip: they never were. What was
    said in them was said in this one.
    """
    now = position.moment
    while acts and isinstance(acts[-1], PhaseBegun) and not precedes(acts[-1].moment, now, position):
        acts.pop()
    _take_over(acts, position)
    if now.phase is not None and not (acts and same_phase(acts[-1].moment, now)):
        acts.append(PhaseBegun(before=position, after=position, step=step, source=source or Source()))


def _take_over(acts: list[Act], position: Position) -> None:
    """Take into the phase now what was said in phases that were a slip."""
    now, start = position.moment, len(acts)
    while (
        start and isinstance(acts[start - 1], Speech | PhaseBegun) and _is_later(acts[start - 1].moment, now, position)
    ):
        start -= 1
    while 0 < start < len(acts) and same_phase(acts[start - 1].moment, acts[start].moment):
        start += 1  # something was done in that phase
    said = [act for act in acts[start:] if isinstance(act, Speech)]
    acts[start:] = [replace(act, before=_at(act.before, now), after=_at(act.after, now)) for act in said]


def _at(position: Position, moment: Moment) -> Position:
    return replace(position, moment=moment)


def _is_later(one: Moment, now: Moment, position: Position) -> bool:
    """Whether a moment comes after the one that it is now, where both are known to their turn and phase."""
    known = one.phase is not None and now.phase is not None and bool(one.turn and now.turn)
    return known and not same_phase(one, now) and not precedes(one, now, position)


def without_deeds(acts: Sequence[Act]) -> Iterator[Act]:
    """The acts, of the phases that begin only those in which nobody did anything; of the last nobody can tell yet."""
    for at, act in enumerate(acts):
        beside = (*acts[max(0, at - 1) : at], *acts[at + 1 : at + 2])
        alone = not any(same_phase(each.moment, act.moment) for each in beside)
        if not isinstance(act, PhaseBegun) or (alone and at + 1 < len(acts)):
            yield act


def told_phases(acts: Iterable[Act]) -> Iterator[PhaseTold]:
    """The phases of a play, with who told them and the steps that they took, from the first step on."""
    steps = (act for act in acts if act.step)
    for _, same in groupby(steps, key=lambda act: (act.moment.turn, act.moment.possible, act.moment.told_by)):
        found = tuple(same)
        moment, numbers = found[0].moment, [act.step for act in found]
        phase = listed((each.name for each in moment.possible), "or")
        done = sum(not isinstance(act, SPOKEN) for act in found)
        yield PhaseTold(min(numbers), max(numbers), moment.turn, phase, moment.told_by, done)


def precedes(one: Moment, other: Moment, position: Position) -> bool:
    """Whether a moment comes before another in the sequence of play."""
    if one.turn and other.turn and one.turn != other.turn:
        return one.turn < other.turn
    phases = position.pack.header.sequence.phases
    if one.phase is None or other.phase is None:
        return True
    return phases.index(one.phase) < phases.index(other.phase)


def settled(stretches: Iterable[Stretch], logs: Sequence[GameLog], identifier: Identifier) -> tuple[Stretch, ...]:
    """What is said of steps; a kind of phase that several sides have is that of the side whose players alone act in them."""
    return tuple(_settled(each, logs, identifier) if len(each.told.phases) > 1 else each for each in stretches)


def _settled(stretch: Stretch, logs: Sequence[GameLog], identifier: Identifier) -> Stretch:
    sides = {side for log in logs for side in _acting(stretch, log, identifier)}
    return replace(stretch, told=stretch.told.of_side(sides.pop())) if len(sides) == 1 else stretch


def _acting(stretch: Stretch, log: GameLog, identifier: Identifier) -> Iterator[str]:
    """The sides whose players act in these steps of a log, "" for somebody who plays none."""
    seats = {seat.player: seat.side for seat in log.start.seats}
    for step in log.steps:
        seats |= {event.seat.player: event.seat.side for event in step.events if isinstance(event, TakeSeat)}
        players = (
            {event.player for event in step.events if isinstance(event, Move | Say)} if step.index in stretch else set()
        )
        for player in sorted(players - {""}):
            yield identifier.binding.sides.get(seats.get(player, ""), "")
