"""A session as judged: its acts in order, out of logs by way of an `Identifier`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from adjudicator.identify import Identifier
from adjudicator.model.events import GameLog
from adjudicator.model.sequence import Moment
from adjudicator.model.state import GameState
from adjudicator.play.claims import claimed, possible_claims
from adjudicator.play.from_events import acts_of
from adjudicator.play.joining import join, same_phase, tell_overrun
from adjudicator.play.remembering import remembering
from adjudicator.play.undoing import take_back
from adjudicator.record.acts import Act
from adjudicator.record.deeds import Deed, Deeds, stretches
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position


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
        for act in self.acts:
            if records and same_phase(records[-1].moment, act.moment):
                last = records[-1]
                records[-1] = replace(last, end=act.after, acts=(*last.acts, act))
                continue
            if records:
                torn = None in (records[-1].moment.phase, act.moment.phase)
                records[-1] = replace(records[-1], ended=True, torn=torn)
            records.append(self._begun(act, records))
        if records and same_phase(records[-1].moment, self.end.moment):
            records[-1] = replace(records[-1], end=self.end)
        return tuple(records)

    def _begun(self, act: Act, records: list[PhaseRecord]) -> PhaseRecord:
        """The record that begins with an act; whether the phase began with it, nobody knows where the play was joined."""
        if not records:
            return PhaseRecord(act.before, act.after, (act,), begun=not self.start.joined)
        last = records[-1]
        earlier = tuple(each for each in (*last.earlier, last) if _same_player_turn(each.moment, act.moment))
        begun = last.moment.phase is not None
        return PhaseRecord(act.before, act.after, (act,), last.moment, earlier, begun=begun)


@dataclass(frozen=True, slots=True)
class _Beginning:
    """Where a log began: how many deeds and which acts there were before it, and the position."""

    deeds: int
    acts: tuple[Act, ...]
    position: Position


def play_log(log: GameLog, identifier: Identifier) -> Play:
    """The acts of a log. The identifier must stand at the log's start; it is left at its end."""
    return play_logs((log,), identifier)


def play_logs(logs: Iterable[GameLog], identifier: Identifier) -> Play:
    """The acts of several logs as one session. Where one does not begin as the other ended, the later one is believed.

    A log that begins where an earlier one began plays that stretch anew: the acts of the first time are taken back.
    """
    start = identifier.position
    claims = possible_claims(start.pack)
    account = Deeds()
    acts: list[Act] = []
    begun: list[_Beginning] = []
    undone = 0
    ended: GameState | None = None
    for log in logs:
        dropped = account.begin(log.start, ended)
        if log.start is not identifier.state:
            identifier.resume(log.start)
        if dropped is not None:
            again = next(each for each in reversed(begun) if each.deeds == dropped)
            undone += len(acts) - len(again.acts)
            acts[:] = again.acts
            memory, control = again.position.memory, again.position.control
            identifier.position = replace(identifier.position, memory=memory, control=control)
        begun.append(_Beginning(account.count, tuple(acts), identifier.position))
        for deed, found in _deeds(log, account, identifier):
            if deed.undoing:
                undone += take_back(acts, found, identifier, known=deed.undoes is not None)
                continue
            for act in [remembering(claimed(each, claims, acts), identifier) for each in found]:
                undone += join(acts, act, identifier)
                tell_overrun(acts)
        ended = identifier.state
    return Play(start, tuple(acts), identifier.position, undone)


def _deeds(log: GameLog, account: Deeds, identifier: Identifier) -> Iterator[tuple[Deed, list[Act]]]:
    """Every deed of a log with its acts."""
    for step in log.steps:
        for undoing, events in stretches(step):
            before = identifier.state
            acts = list(acts_of(step, events, identifier))
            yield account.enter(step, events, before, identifier.state, undoing=undoing), acts


def _same_player_turn(one: Moment, other: Moment) -> bool:
    return one.turn == other.turn and one.phasing == other.phasing != ""
