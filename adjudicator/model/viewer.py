"""Who looks, and what is on show for him: the table, not his memory, says what a counter is called (docs/secrets.md)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter
from adjudicator.model.module import MapKind, Module
from adjudicator.model.state import GameState
from adjudicator.said import say

A_HIDDEN_COUNTER = say("a hidden counter")
WITHHELD = "(withheld: it speaks of a hidden counter)"
SHORTEST = 4


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody at the table, by all names a counter may call them (pseudonym, side); the default sees what all may see.

    Only a module tells which windows are private. Where the game's own is not at hand (`unsure`), nobody reads what lies on
    a map of which nothing is known.
    """

    names: frozenset[str] = frozenset()
    sees_all: bool = False
    unsure: bool = False

    @classmethod
    def seated(cls, state: GameState, name: str) -> Viewer:
        """The viewer who plays under a pseudonym, a seat's name or a side.

        What is hidden under an id that several players share is shown to none of them, since nobody knows whose it is; nor
        does a name that several have make anybody the other.
        """
        seats = [seat for seat in state.seats if name in (seat.player, seat.side)]
        called = [seat for seat in state.seats if seat.name == name]
        seats += called if len(called) == 1 else []
        names = {name, *(seat.player for seat in seats), *(seat.side for seat in seats)}
        if name in state.shared:
            return cls()
        return cls(frozenset(names - {""} - state.shared))

    def sees(self, counter: Counter) -> bool:
        """Whether the counter is on show at all: hidden ones are for those who hid them."""
        return self._admitted(counter.hidden_by)

    def sees_at(self, counter: Counter, state: GameState, module: Module | None = None) -> bool:
        """Whether it is on show where it lies, if only by its back: in no other's window, and no card of a closed deck."""
        if self.sees_all:
            return True
        if not self.sees(counter) or self._in_closed_deck(counter, state):
            return False
        if module is None or module.map(counter.spot.map) is None:
            return True
        return self.enters(module, counter.spot.map)

    def reads(self, counter: Counter) -> bool:
        """Whether this viewer may know what the counter is, wherever it lies."""
        return self._admitted(counter.hidden_by) and self._admitted(counter.masked_by) and not self._shut_out

    def reads_at(self, counter: Counter, state: GameState, module: Module | None = None) -> bool:
        """Whether this viewer may know it where it lies: cards of a face-down deck and of another's hand are secret."""
        if self.sees_all:
            return True
        admitted = self._admitted(counter.hidden_by) and self._admitted(counter.masked_by)
        if not admitted or self._in_closed_deck(counter, state):
            return False
        return not self._shut_out if module is None else self.enters(module, counter.spot.map)

    def enters(self, module: Module, map_name: str) -> bool:
        """Whether this viewer may look at a map: private ones and hands are for their owners, unless shown to all."""
        if self.sees_all:
            return True
        found = module.map(map_name)
        if found is None:
            return not self._shut_out
        if found.kind is MapKind.PUBLIC or found.shown:
            return True
        return bool(self.names.intersection(found.owners))

    def name(self, counter: Counter) -> str:
        """What this viewer calls the counter."""
        return counter.name if self.reads(counter) else A_HIDDEN_COUNTER

    @property
    def _shut_out(self) -> bool:
        return self.unsure and not self.sees_all

    def _admitted(self, owner: str) -> bool:
        return not owner or self.sees_all or owner in self.names

    def _in_closed_deck(self, counter: Counter, state: GameState) -> bool:
        stack = state.stacks.get(counter.stack)
        return stack is not None and stack.deck is not None and stack.deck.face_down


@dataclass(slots=True)
class Secrets:
    """The words that would give away what the viewer may not know: a last sieve for text that we did not write.

    A word that a counter in plain sight bears as well is no secret. `counters` are the ids of the counters withheld.
    """

    viewer: Viewer
    module: Module | None = None
    hidden: set[str] = field(default_factory=set)
    open: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    _found: dict[str, bool] = field(default_factory=dict)

    def learn(self, state: GameState) -> None:
        """Take in the counters of a state."""
        if not self.viewer.sees_all:
            for counter in state.counters.values():
                self.learn_of(counter, state)

    def learn_of(self, counter: Counter, state: GameState) -> None:
        """Take in one counter as it is in a state."""
        known = self.viewer.reads_at(counter, state, self.module)
        (self.open if known else self.hidden).update(_words(counter))
        if not known:
            self.counters.add(counter.id)
        self._found.clear()

    def in_text(self, text: str) -> bool:
        """Whether the text holds a secret."""
        found = self._found.get(text)
        if found is None:
            found = self._found[text] = any(word in text for word in self.hidden - self.open)
        return found


def _words(counter: Counter) -> Iterator[str]:
    """What a counter is called and shows, but for words too short to tell anything."""
    design = counter.design
    layers = (word for layer in design.layers for word in (*layer.images, *layer.names))
    words = (counter.name, counter.slot, design.name, design.image, *counter.texts, *layers)
    return (word for word in words if len(word) >= SHORTEST)


EVERYTHING = Viewer(sees_all=True)
PUBLIC = Viewer()
