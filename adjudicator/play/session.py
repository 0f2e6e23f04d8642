"""A session as judged: its acts in order, out of logs by way of an `Identifier`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from adjudicator.identify import Identifier
from adjudicator.model.events import GameLog
from adjudicator.model.sequence import Moment
from adjudicator.play.claims import claimed, possible_claims
from adjudicator.play.from_events import acts_of
from adjudicator.play.joining import join, same_phase, tell_overrun
from adjudicator.play.remembering import remembering
from adjudicator.play.undoing import take_back
from adjudicator.record.acts import Act, PhaseRecord
from adjudicator.record.deeds import Deed, Deeds, stretches
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
                records[-1] = PhaseRecord(last.start, act.after, (*last.acts, act), last.previous, last.earlier)
            else:
                previous = records[-1].moment if records else None
                earlier = (*records[-1].earlier, records[-1]) if records else ()
                earlier = tuple(each for each in earlier if _same_player_turn(each.moment, act.moment))
                records.append(PhaseRecord(act.before, act.after, (act,), previous, earlier))
        return tuple(records)


def play_log(log: GameLog, identifier: Identifier) -> Play:
    """The acts of a log. The identifier must stand at the log's start; it is left at its end."""
    return play_logs((log,), identifier)


def play_logs(logs: Iterable[GameLog], identifier: Identifier) -> Play:
    """The acts of several logs as one session; where one does not begin as the other ended, the later one is believed."""
    start = identifier.position
    claims = possible_claims(start.pack)
    acts: list[Act] = []
    undone = 0
    for deed, found in _deeds(logs, identifier):
        if deed.undoing:
            undone += take_back(acts, found, identifier, known=deed.undoes is not None)
            continue
        for act in [remembering(claimed(each, claims, acts), identifier) for each in found]:
            undone += join(acts, act, identifier)
            tell_overrun(acts)
    return Play(start, tuple(acts), identifier.position, undone)


def _deeds(logs: Iterable[GameLog], identifier: Identifier) -> Iterator[tuple[Deed, list[Act]]]:
    """Every deed of the logs with its acts; the identifier is brought to each log's start in its turn."""
    account = Deeds()
    for log in logs:
        if log.start is not identifier.state:
            identifier.resume(log.start)
        for step in log.steps:
            for undoing, events in stretches(step):
                before = identifier.state
                acts = list(acts_of(step, events, identifier))
                yield account.enter(step, events, before, identifier.state, undoing=undoing), acts


def _same_player_turn(one: Moment, other: Moment) -> bool:
    return one.turn == other.turn and one.phasing == other.phasing != ""
