"""A whole position as a value: nothing in it changes, `after` makes the next one at a cost that does not grow with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import Protocol

from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import NOTHING, Counter, Stack
from adjudicator.persistent import ChangingMap, PersistentMap


class Event(Protocol):
    """Anything that turns one state into the next."""

    def applied(self, state: GameState) -> GameState: ...


@dataclass(frozen=True, slots=True)
class Seat:
    """A player at the table. `player` is our pseudonym: real ids are passwords and stay with the file they came from."""

    player: str
    name: str
    side: str

    @property
    def called(self) -> str:
        """The name without the side, which VASSAL adds to some; the pseudonym of a player who has none."""
        return self.name.removesuffix(f" ({self.side})").strip() or self.player


@dataclass(frozen=True, slots=True)
class TurnTracker:
    """A turn counter of the module: its name and the current value of each level, outermost first."""

    name: str
    values: tuple[tuple[str, str], ...] = ()
    carried: Mapping[str, str] = field(default_factory=lambda: NOTHING)

    def __str__(self) -> str:
        return " ".join(value for _, value in self.values)

    @property
    def told(self) -> str:
        """Its value, after its name where that says more than that it counts turns: "Weather: mud", but "5 Combat Phase"."""
        return str(self) if self.name.strip().casefold() in {"", "turn"} else f"{self.name}: {self}"


@dataclass(frozen=True, slots=True)
class GameState:
    """Everything on the table at one moment.

    `properties` are the module's, maps' and zones' global properties, keyed (container, name). `boards` gives each map's
    boards as laid out in this game, `windows` who may look into each window of the box, None = everybody (no window is named
    where the box is not known). `carried` is the importer's record, per format, of all that is not modelled.
    """

    module: str = ""
    module_version: str = ""
    counters: PersistentMap[str, Counter] = field(default_factory=PersistentMap)
    stacks: PersistentMap[str, Stack] = field(default_factory=PersistentMap)
    boards: Mapping[str, tuple[PlacedBoard, ...]] = field(default_factory=dict)
    properties: PersistentMap[tuple[str, str], str] = field(default_factory=PersistentMap)
    trackers: tuple[TurnTracker, ...] = ()
    seats: tuple[Seat, ...] = ()
    scenario_notes: str = ""
    public_notes: str = ""
    next_order: int = 0
    carried: Mapping[str, object] = field(default_factory=dict)
    windows: Mapping[str, tuple[str, ...] | None] = field(default_factory=dict)

    def after(self, event: Event) -> GameState:
        """The state once `event` has happened; KeyError if it speaks of a counter that is not here."""
        return event.applied(self)

    def followed(self) -> GameState:
        """The same to follow a long row of events: what lies on the table changes itself, so that no state between is kept."""
        return replace(self, counters=ChangingMap(self.counters.flat()), stacks=ChangingMap(self.stacks.flat()))

    def kept(self) -> GameState:
        """The state that such a row has led to, as one that stays as it is."""
        return replace(self, counters=PersistentMap(self.counters.flat()), stacks=PersistentMap(self.stacks.flat()))

    def side_of(self, player: str) -> str:
        """The side that a player plays, "" if nobody knows: he has no seat, or several people share his id."""
        sides = {seat.side for seat in self.seats if seat.player == player} if player else set()
        return sides.pop() if len(sides) == 1 else ""

    @property
    def shared(self) -> frozenset[str]:
        """The ids under which several people sit: passwords that two of them have, so that nobody tells them apart."""
        ids = [seat.player for seat in self.seats]
        return frozenset(each for each in ids if ids.count(each) > 1)

    def of(self, stack: Stack) -> tuple[Counter, ...]:
        """A stack's counters, bottom to top."""
        return tuple(self.counters[member] for member in stack.members)

    def placed(self) -> Iterator[Counter]:
        """Every counter that lies on some map."""
        return (counter for counter in self.counters.values() if counter.spot.map)

    def index(self, counter: Counter) -> int:
        """The counter's place in its stack, 0 at the bottom; 0 for one on its own."""
        return self.stacks[counter.stack].members.index(counter.id) if counter.stack else 0

    def with_pieces(
        self,
        counters: Iterable[Counter] = (),
        stacks: Iterable[Stack] = (),
        gone: Iterable[str] = (),
        next_order: int | None = None,
    ) -> GameState:
        """The state with the named pieces gone and these as given; a stack without members is gone unless it is a deck."""
        lying, piles = self.counters, self.stacks
        for name in gone:
            lying = lying.delete(name) if name in lying else lying
            piles = piles.delete(name) if name in piles else piles
        for counter in counters:
            lying = lying.set(counter.id, counter)
        for stack in stacks:
            if stack.members or stack.deck:
                piles = piles.set(stack.id, stack)
            elif stack.id in piles:
                piles = piles.delete(stack.id)
        order = self.next_order if next_order is None else next_order
        return GameState(  # as `replace` makes it, but three times as fast
            self.module,
            self.module_version,
            lying,
            piles,
            self.boards,
            self.properties,
            self.trackers,
            self.seats,
            self.scenario_notes,
            self.public_notes,
            order,
            self.carried,
            self.windows,
        )

    def with_counter(self, counter: Counter) -> GameState:
        return self.with_pieces((counter,))
