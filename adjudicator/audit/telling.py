"""A state and its changes in the words that one viewer may hear; nothing gets into a record but through here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from pathlib import PurePosixPath

from adjudicator.audit.difference import Difference, DifferenceKind
from adjudicator.audit.record import CounterEntry, DifferenceEntry, PlaceEntry
from adjudicator.lean import dataclass
from adjudicator.model.chat import plain
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.events import Roll, Say, SetProperty, SetTurn, Undo
from adjudicator.model.memo import remembered
from adjudicator.model.module import Module
from adjudicator.model.state import Event, GameState, TurnTracker
from adjudicator.model.viewer import A_HIDDEN_COUNTER, WITHHELD, Secrets, Viewer
from adjudicator.said import say

OUT_OF_SIGHT = PlaceEntry("out of sight")
OFF_MAP = "off the map"


@dataclass(frozen=True, slots=True)
class Teller:
    """Somebody's eyes on a game: what they may call counters and places."""

    viewer: Viewer
    module: Module | None = None
    secrets: Secrets = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "secrets", Secrets(self.viewer, self.module))

    def words(self, text: str) -> str:
        """Text that stands in the input, as the viewer may read it; see `secrets` for what has been learnt so far."""
        return WITHHELD if self.secrets.in_text(text) else plain(text)

    def knows(self, counter: Counter | None, state: GameState) -> bool:
        """Whether the viewer may know what the counter is, where it lies in that state."""
        return counter is not None and self.viewer.reads_at(counter, state, self.module)

    def sees(self, counter: Counter | None) -> bool:
        """Whether the counter is on show at all."""
        return counter is not None and self.viewer.sees(counter)

    def sees_at(self, counter: Counter, state: GameState) -> bool:
        """Whether the counter is on show where it lies in that state."""
        return self.viewer.sees_at(counter, state, self.module)

    def heard(self, event: Event) -> tuple[object, ...] | None:
        """What the viewer may hear of an event that is about no counter, None of any other."""
        match event:
            case Say():
                return "say", event.player, event.text
            case Roll():
                return "roll", event.name, event.dice, event.player, event.text
            case SetProperty():
                return "property", event.container, event.name, self.words(event.value)
            case SetTurn():
                return "turn", event.tracker.name, event.tracker.values
            case Undo():
                return "undo", event.begins
        return None

    def counter(self, counter: Counter | None, known: bool) -> CounterEntry:
        if counter is None or not known:
            return CounterEntry("", A_HIDDEN_COUNTER)
        return CounterEntry(counter.id, plain(counter.name) or _without_name(counter))

    def place(self, spot: Spot | None) -> PlaceEntry:
        """A spot as players call it; a window that is not the viewer's own is out of sight, but has a name."""
        if spot is None:
            return OUT_OF_SIGHT
        if not spot.map:
            return PlaceEntry(OFF_MAP)
        if self.module is not None and not self.viewer.enters(self.module, spot.map):
            return PlaceEntry(spot.map, spot.map)
        return PlaceEntry(spot.words, spot.map, spot.x, spot.y)

    def turn(self, state: GameState) -> str:
        """What the turn trackers show."""
        return _turn(state.trackers)

    def differences(
        self, found: Iterable[Difference], before: GameState, after: GameState
    ) -> tuple[DifferenceEntry, ...]:
        """Differences between two states, those of concealed counters without what they are."""
        self.secrets.learn(before)
        self.secrets.learn(after)
        return tuple(self._difference(each, before, after) for each in found)

    def _difference(self, each: Difference, before: GameState, after: GameState) -> DifferenceEntry:
        if each.counter is None:
            was, now = self.words(each.was), self.words(each.now)
            return DifferenceEntry(each.change.value, None, plain(each.subject), was, now, harmless=each.harmless)
        old, new = before.counters.get(each.former or each.counter.id), after.counters.get(each.counter.id)
        knew, knows = self.knows(old, before), self.knows(new, after)
        entry = self.counter(new if knows else old, knew or knows)
        if not (knew or knows) and any(other is not None and not self.sees(other) for other in (old, new)):
            return DifferenceEntry(OUT_OF_SIGHT.name, entry, A_HIDDEN_COUNTER, "", "", harmless=each.harmless)
        start = self.place(each.before if self.sees(old) else None) if each.before else None
        end = self.place(each.after if self.sees(new) else None) if each.after else None
        was, now = plain(each.was if knew else ""), plain(each.now if knows else "")
        if each.change is DifferenceKind.MOVED:
            was, now = plain(start.name if start else ""), plain(end.name if end else "")
        elif each.change in (DifferenceKind.APPEARED, DifferenceKind.VANISHED):
            was, now = plain(start.name if knew and start else ""), plain(end.name if knows and end else "")
        elif each.change is DifferenceKind.RESTACKED and not self.viewer.sees_all:
            was, now = say("the stack's order"), say("another order")
        subject = entry.id or A_HIDDEN_COUNTER
        return DifferenceEntry(each.change.value, entry, subject, was, now, start, end, each.harmless)


def _without_name(counter: Counter) -> str:
    """What to call a counter to which its module gave no name: by its picture, or else by its id."""
    return say("unnamed {picture}", PurePosixPath(counter.design.image).stem or counter.id)


@remembered(4)  # step after step has the same
def _turn(trackers: tuple[TurnTracker, ...]) -> str:
    return plain(", ".join(text for tracker in trackers if (text := str(tracker))))
