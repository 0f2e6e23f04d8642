"""Who looks, and what is on show for him: the table, not his memory, says what a counter is called (docs/secrets.md)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import lru_cache

from adjudicator.lean import dataclass
from adjudicator.model.counters import NOBODY, Counter, Design, Locks, Stack
from adjudicator.model.memo import remembered
from adjudicator.model.module import Module
from adjudicator.model.state import GameState, Seat
from adjudicator.said import say

A_HIDDEN_COUNTER = say("a hidden counter")
WITHHELD = "(withheld: it speaks of a hidden counter)"
SHORTEST = 4
Windows = Mapping[str, tuple[str, ...] | None]
"""Who may look into each window by its name, None = everybody."""
_BETWEEN = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Viewer:
    """Somebody at the table, by all names a counter may call them (pseudonym, side); the default sees what all may see.

    `side` or else `player` (a pseudonym) says whose eyes they are, "" = nobody's: who plays a side may change, and `at` says who
    does. Only a module tells which windows are private. Where the game's own is not at hand (`unsure`), nobody reads what lies
    on a map of which nothing is known.
    """

    names: frozenset[str] = frozenset()
    sees_all: bool = False
    unsure: bool = False
    side: str = ""
    player: str = ""

    @classmethod
    def seated(cls, state: GameState, name: str) -> Viewer:
        """The viewer who plays a side, or under a pseudonym or a seat's name, where he sits in a state.

        A name that several players have makes nobody one of them.
        """
        if any(seat.side == name for seat in state.seats):
            return cls(side=name).at(state.seats)
        called = [seat.player for seat in state.seats if seat.name == name]
        return cls(player=called[0] if len(called) == 1 else name).at(state.seats)

    def at(self, seats: Iterable[Seat]) -> Viewer:
        """The viewer when players sit like this.

        What is hidden under an id that several players share is shown to none of them, since nobody knows whose it is.
        """
        seats = tuple(seats)
        ids = [seat.player for seat in seats]
        shared = {each for each in ids if ids.count(each) > 1}
        if self.side:
            names = {self.side, *(seat.player for seat in seats if seat.side == self.side)}
        elif self.player:
            sides = {seat.side for seat in seats if seat.player == self.player}
            names = set() if self.player in shared else {self.player, *sides}
        else:
            return self
        return Viewer(frozenset(names - {"", NOBODY} - shared), self.sees_all, self.unsure, self.side, self.player)

    def sees(self, counter: Counter) -> bool:
        """Whether the counter is on show at all: hidden ones are for those who hid them."""
        return self._admitted(counter.hidden_by, counter.hides)

    def sees_at(self, counter: Counter, state: GameState, module: Module | None = None) -> bool:
        """Whether it is on show where it lies, if only by its back: in no other's window, and no card of a closed deck."""
        if self.sees_all:
            return True
        if not self.sees(counter) or in_closed_deck(counter, state):
            return False
        return self.admits(counter.spot.map, state.windows, module) is not False

    def sees_deck(self, stack: Stack, state: GameState, module: Module | None = None) -> bool:
        """Whether a stack is a deck that is on show where it lies, if only by its back."""
        if self.sees_all or stack.deck is None:
            return stack.deck is not None
        shown = self._admitted(stack.deck.hidden_by, stack.deck.hides)
        return shown and self.admits(stack.spot.map, state.windows, module) is not False

    def reads(self, counter: Counter) -> bool:
        """Whether this viewer may know what the counter is, wherever it lies."""
        return self._unmasked(counter) and not self._shut_out

    def reads_at(self, counter: Counter, state: GameState, module: Module | None = None) -> bool:
        """Whether this viewer may know it where it lies: cards of a face-down deck and of another's hand are secret."""
        if self.sees_all:
            return True
        if not self._unmasked(counter) or in_closed_deck(counter, state):
            return False
        known = self.admits(counter.spot.map, state.windows, module)
        return not self._shut_out if known is None else known

    def reading(self, state: GameState, module: Module | None = None) -> Iterator[tuple[Counter, bool]]:
        """Every counter of a state, and whether this viewer may know it where it lies."""
        alike: dict[tuple[object, ...], bool] = {}  # thousands of counters lie open on the same few maps
        decks = {each.id for each in state.stacks.values() if each.deck is not None and each.deck.closed}
        for counter in state.counters.values():
            closed = counter.stack in decks
            key = counter.hidden_by, counter.masked_by, counter.hides, counter.masks, counter.spot.map, closed
            known = alike.get(key)
            if known is None:
                known = alike[key] = self.reads_at(counter, state, module)
            yield counter, known

    def knows_all(self, state: GameState, module: Module | None = None) -> bool:
        """Whether this viewer may know every counter of a state where it lies."""
        if self.sees_all:
            return True
        lying = {(each.hidden_by or each.masked_by, each.spot.map) for each in state.counters.values()}
        if any(owner for owner, _ in lying) or any(each.deck is not None for each in state.stacks.values()):
            return all(known for _, known in self.reading(state, module))
        admitted = (self.admits(where, state.windows, module) for _, where in lying)
        return all(not self._shut_out if known is None else known for known in admitted)

    def enters(self, module: Module, map_name: str) -> bool:
        """Whether this viewer may look at a map: private ones and hands are for their owners, unless shown to all."""
        return self.sees_all or (map_name in module.windows and self.owns(module.windows[map_name]))

    def name(self, counter: Counter) -> str:
        """What this viewer calls the counter."""
        return counter.name if self.reads(counter) else A_HIDDEN_COUNTER

    @property
    def _shut_out(self) -> bool:
        return self.unsure and not self.sees_all

    def admits(self, map_name: str, windows: Windows, module: Module | None) -> bool | None:
        """Whether a window lets this viewer in, by a file's own windows and the box; None where no window is known.

        One that is not among those known is private, since its extension may not be at hand; nor has anybody on show what
        lies on no map.
        """
        known = told = False
        for each in (module.windows if module is not None else {}, windows):
            known = known or bool(each)
            if map_name in each:
                if not self.owns(each[map_name]):
                    return False
                told = True
        return told if known else None

    def owns(self, owners: tuple[str, ...] | None) -> bool:
        """Whether the viewer is one of a window's owners, None = everybody."""
        return owners is None or not self.names.isdisjoint(owners)

    def _unmasked(self, counter: Counter) -> bool:
        return self._admitted(counter.hidden_by, counter.hides) and self._admitted(counter.masked_by, counter.masks)

    def _admitted(self, owner: str, locks: Locks) -> bool:
        if not owner or self.sees_all:
            return True
        if locks:
            return all(not self.names.isdisjoint(admits) for admits in locks)
        return owner in self.names


def in_closed_deck(counter: Counter, state: GameState) -> bool:
    """Whether it is a card of a deck of which only the number of cards is on show."""
    stack = state.stacks.get(counter.stack) if counter.stack else None
    return stack is not None and stack.deck is not None and stack.deck.closed


@dataclass(slots=True)
class Secrets:
    """The words that would give away what the viewer may not know: a last sieve for text that we did not write.

    A word that a counter in plain sight bears as well is no secret, and case makes no difference; a short word counts where it
    stands alone. `counters` are the ids of the counters withheld, and of stacks of nothing else.
    """

    viewer: Viewer
    module: Module | None = None
    hidden: set[str] = field(default_factory=set)
    open: set[str] = field(default_factory=set)
    counters: set[str] = field(default_factory=set)
    _found: dict[str, bool] = field(default_factory=dict)
    _taken: dict[tuple[object, ...], Design] = field(default_factory=dict)
    """What was taken in of whom, so that it is not taken in again; each design is kept, as it is known by its identity."""
    _secret_words: tuple[tuple[str, ...], frozenset[str]] | None = None
    """The secret words, long ones and short ones; None until they are asked for anew."""
    _open: list[GameState] = field(default_factory=list)
    """States of counters in plain sight alone, taken in once there is a secret that they may be no part of."""

    def learn(self, state: GameState) -> None:
        """Take in the counters of a state."""
        if self.viewer.sees_all:
            return
        if self.viewer.knows_all(state, self.module):
            self._open.append(state)
            return
        for counter, known in self.viewer.reading(state, self.module):
            self.take(counter, known=known)

    def learn_of(self, counter: Counter, state: GameState) -> None:
        """Take in one counter as it is in a state."""
        self.take(counter, known=self.viewer.reads_at(counter, state, self.module))

    def take(self, counter: Counter, *, known: bool) -> None:
        """Take in one counter that the viewer may know, or may not."""
        if not known:
            self.counters.add(counter.id)
        design = counter.design
        taken = (id(design), counter.slot, counter.name, counter.texts, known)
        if taken in self._taken:
            return
        self._taken[taken] = design
        (self.open if known else self.hidden).update(_words(design, counter.slot, counter.name, counter.texts))
        self._found.clear()
        self._secret_words = None

    def in_text(self, text: str) -> bool:
        """Whether the text holds a secret."""
        if not self.hidden:
            return False
        while self._open:
            for counter in self._open.pop().counters.values():
                self.take(counter, known=True)
        found = self._found.get(text)
        if found is None:
            found = self._found[text] = self._holds(folded(text))
        return found

    def _holds(self, text: str) -> bool:
        if self._secret_words is None:
            secret = self.hidden - self.open
            short = frozenset(word for word in secret if len(word) < SHORTEST)
            self._secret_words = (tuple(secret - short), short)
        long, short = self._secret_words
        for word in long:
            if word in text:
                return True
        return text in short or not short.isdisjoint(text.split())


@remembered(4096)  # the counters of a game's files are the same
def _words(design: Design, slot: str, name: str, texts: tuple[str, ...]) -> tuple[str, ...]:
    """What a counter is called and shows, in one case; of words so short that they stand in others, only those that name it."""
    layers = (word for layer in design.layers for word in (*layer.images, *layer.names))
    words = [folded(word) for word in (slot, design.image, *texts, *layers)]
    names = [folded(word) for word in (name, design.name)]
    named = (word for word in names if len(word) >= SHORTEST or (len(word) > 1 and not word.isdecimal()))
    return tuple(dict.fromkeys((*(word for word in words if len(word) >= SHORTEST), *named)))


@lru_cache(maxsize=20_000)
def folded(text: str) -> str:
    """A text in one case, with a space for whatever is neither letter nor digit."""
    return _BETWEEN.sub(" ", text.casefold()).strip()


EVERYTHING = Viewer(sees_all=True)
PUBLIC = Viewer()
