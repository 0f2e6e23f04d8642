"""A session as judged: its acts in order, out of logs by way of an `Identifier`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from adjudicator.collector import paused
from adjudicator.identify import Identifier
from adjudicator.identify.moment import Telling
from adjudicator.lean import dataclass, replace
from adjudicator.model.events import GameLog, Step
from adjudicator.model.sequence import Moment
from adjudicator.model.state import Event, GameState
from adjudicator.play.claims import claimed, parted, possible_claims
from adjudicator.play.from_events import acts_of
from adjudicator.play.joining import join, same_phase, tell_deed, tell_overrun
from adjudicator.play.phases import begin_phase, precedes, settled, without_deeds
from adjudicator.play.remembering import remembering
from adjudicator.play.undoing import take_back, take_back_words
from adjudicator.record.acts import SPOKEN, Act, Claim, PhaseBegun, Travel
from adjudicator.record.deeds import Deeds, stretches
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified


@dataclass(frozen=True, slots=True)
class Play:
    """A session as judged: where it began, its acts in order, where it ended. `undone` counts acts taken back."""

    start: Position
    acts: tuple[Act, ...]
    end: Position
    undone: int = 0

    def phases(self) -> tuple[PhaseRecord, ...]:
        """The acts by phase, in order; a new record begins whenever turn or phase changes."""
        records: list[PhaseRecord] = []
        for acts in _by_phase(self.acts):
            if records:
                last, hidden = records[-1], acts[0].before.unidentified
                come, torn = _gone(acts[0].before, last.end), _may_be_one(last.moment, acts[0].moment)
                end = last.end if last.end.unidentified == hidden else replace(last.end, unidentified=hidden)
                records[-1] = replace(last, end=end, ended=True, torn=torn, gone=(*last.gone, *come))
            records.append(self._begun(tuple(acts), records))
        if records and same_phase(records[-1].moment, self.end.moment):
            records[-1] = replace(records[-1], end=self.end)
        elif records and self.end.moment.phase and precedes(records[-1].moment, self.end.moment, self.end):
            torn = _may_be_one(records[-1].moment, self.end.moment)
            records[-1] = replace(records[-1], ended=True, torn=torn)
        return tuple(records)

    @property
    def cut(self) -> int:
        """Where the act stands of which nobody knows whether it began before the record does; -1 if there is none.

        A record that begins late may begin in the middle of a way that is dragged hex by hex: its first deed may be the rest.
        """
        at = next((i for i, act in enumerate(self.acts) if not isinstance(act, SPOKEN)), -1)
        first = self.acts[at] if self.start.joined and at >= 0 else None
        dragged = isinstance(first, Travel) and not first.exact
        return at if first is not None and dragged and same_phase(self.start.moment, first.moment) else -1

    def _begun(self, acts: tuple[Act, ...], records: list[PhaseRecord]) -> PhaseRecord:
        """The record of some acts; whether the phase began with the first, nobody knows where the play was joined."""
        first, end = acts[0], acts[-1].after
        gone = _gone(records[-1].end if records else self.start, first.before)
        if not records:
            fresh = not (same_phase(self.start.moment, first.moment) or _may_be_one(self.start.moment, first.moment))
            return PhaseRecord(first.before, end, acts, begun=not self.start.joined, gone=gone, fresh=fresh)
        last = records[-1]
        earlier = tuple(each for each in (*last.earlier, last) if _same_player_turn(each.moment, first.moment))
        begun = not _may_be_one(last.moment, first.moment)
        return PhaseRecord(first.before, end, acts, last.moment, earlier, begun=begun, gone=gone, past=last)


def _by_phase(acts: Iterable[Act]) -> Iterator[list[Act]]:
    """The acts of each phase; another begins whenever turn or phase changes."""
    together: list[Act] = []
    for act in acts:
        if together and not same_phase(together[0].moment, act.moment):
            yield together
            together = []
        together.append(act)
    if together:
        yield together


def _gone(before: Position, now: Position) -> tuple[Unidentified, ...]:
    """The counters that nobody can identify and that are no longer where they lay: what they did is no act."""
    left = before.unidentified
    return () if left is now.unidentified else tuple(each for each in left if each not in now.unidentified)


@dataclass(frozen=True, slots=True)
class _Beginning:
    """Where a log began: how many deeds and which acts there were before it, the position, and what was said of the phase."""

    deeds: int
    acts: tuple[Act, ...]
    position: Position
    tellings: tuple[Telling, ...]


def play_log(log: GameLog, identifier: Identifier) -> Play:
    """The acts of a log. The identifier must stand at the log's start; it is left at its end."""
    return play_logs((log,), identifier)


@paused()
def play_logs(logs: Iterable[GameLog], identifier: Identifier) -> Play:
    """The acts of several logs as one session. Where one does not begin as the other ended, the later one is believed.

    A log that begins where an earlier one began plays that stretch anew: the acts of the first time are taken back.
    """
    logs = tuple(logs)
    identifier.moments.stretches = settled(identifier.moments.stretches, logs, identifier)
    start = identifier.position = identifier.position.opened()
    session = _Session(identifier, possible_claims(start.pack))
    begin_phase(session.acts, start)
    for log in logs:
        session.take(log)
    acts = tuple(part for act in without_deeds(session.acts) for part in parted(act))
    return Play(start, acts, identifier.position, session.undone)


@dataclass(slots=True)
class _Session:
    """The acts so far, and where each log began."""

    identifier: Identifier
    claims: tuple[Claim, ...]
    acts: list[Act] = field(default_factory=list)
    undone: int = 0
    _account: Deeds = field(default_factory=Deeds)
    _begun: list[_Beginning] = field(default_factory=list)
    _ended: GameState | None = None

    def take(self, log: GameLog) -> None:
        """Play another log."""
        identifier = self.identifier
        dropped = self._account.begin(log.start, self._ended)
        if log.start is not identifier.state:
            identifier.resume(log.start)
        if dropped is not None:
            self._go_back(next(each for each in reversed(self._begun) if each.deeds == dropped))
        begun = _Beginning(self._account.count, tuple(self.acts), identifier.position, identifier.moments.tellings)
        self._begun.append(begun)
        for step in log.steps:
            identifier.at(step.index)
            begin_phase(self.acts, identifier.position, step.index, step.source)
            for undoing, events in stretches(step):
                identifier.moments.undoing = undoing
                self._do(step, events, undoing=undoing)
                begin_phase(self.acts, identifier.position, step.index, step.source)
        self._ended = identifier.state

    def _go_back(self, again: _Beginning) -> None:
        """Take back what was done since a log began."""
        self.undone += _deeds_in(self.acts) - _deeds_in(again.acts)
        self.acts[:] = again.acts
        memory, control = again.position.memory, again.position.control
        self.identifier.position = replace(self.identifier.position, memory=memory, control=control)
        self.identifier.moments.tellings = again.tellings

    def _do(self, step: Step, events: tuple[Event, ...], *, undoing: bool) -> None:
        """Enter the acts of one deed, or take back what it undoes."""
        identifier, before = self.identifier, self.identifier.state
        found: list[Act] = []
        for part in _by_telling(events, identifier):
            begin_phase(self.acts, identifier.position, step.index, step.source)
            done = list(acts_of(step, part, identifier))
            found += done if undoing else ()
            self._add(() if undoing else done)
        deed = self._account.enter(step, events, before, identifier.state, undoing=undoing)
        if undoing:
            self.undone += take_back(self.acts, found, identifier, known=deed.undoes is not None)
            self.undone += take_back_words(self.acts, events, identifier)

    def _add(self, found: Iterable[Act]) -> None:
        """Join what was done to the acts so far."""
        for act in [remembering(claimed(each, self.claims, self.acts), self.identifier) for each in found]:
            begin_phase(self.acts, act.before, act.step, act.source)
            self.undone += join(self.acts, act, self.identifier)
            tell_overrun(self.acts)
            tell_deed(self.acts)


def _by_telling(events: tuple[Event, ...], identifier: Identifier) -> Iterator[tuple[Event, ...]]:
    """The events of a deed, parted after each that tells a phase: what follows is done in that phase."""
    part: list[Event] = []
    for event in events:
        part.append(event)
        if identifier.moments.tells(event):
            yield tuple(part)
            part = []
    if part:
        yield tuple(part)


def _deeds_in(acts: Iterable[Act]) -> int:
    """How many acts are more than the beginning of a phase."""
    return sum(not isinstance(act, PhaseBegun) for act in acts)


def _may_be_one(one: Moment, other: Moment) -> bool:
    """Whether nobody can tell if two moments lie in one phase of one turn, for want of a phase, or of one of the turns."""
    if None in (one.phase, other.phase):
        return True
    return one.phase == other.phase and 0 in (one.turn, other.turn) and one.turn != other.turn


def _same_player_turn(one: Moment, other: Moment) -> bool:
    return one.turn == other.turn and one.phasing == other.phasing != ""
