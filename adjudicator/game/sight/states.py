"""A table as its viewer sees it: blanks for what he may not read, a number for a closed deck, nothing for the rest.

What he cannot read gets a name of ours, "hidden 1", "hidden 2" … in the order in which it is drawn, and places in the
drawing order are counted anew: ids and gaps would tell what left the box first, and how much lies there unseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import count

from adjudicator.collector import paused
from adjudicator.game.sight.survey import Eyes, Survey
from adjudicator.game.sight.words import Words
from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import NOBODY, NOTHING, Counter, Design, Stack, bottom_of
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import A_HIDDEN_COUNTER, Viewer

BLANK = "hidden "
CARD = ": card "


@paused()
def seen_state(state: GameState, viewer: Viewer, module: Module | None = None) -> GameState:
    """A state as the viewer may know it from this moment alone; the umpire's is itself, but for ids in what is written."""
    eyes = Eyes(viewer, module)
    survey = Survey.of(state, eyes)
    words = Words.of(state, survey)
    if viewer.sees_all:
        return words.whole(state) if words.ids else state
    return Publisher(survey.eyes, words, survey).state(state)


@dataclass
class Publisher:
    """Makes counters and stacks as they are seen. `counters` and `stacks` say what those in sight are called now."""

    eyes: Eyes
    words: Words
    survey: Survey
    counters: dict[str, str] = field(default_factory=dict)
    stacks: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._rank = {order: at for at, order in enumerate(sorted(self.survey.orders))}
        self._stays: dict[str, int] = {}
        self._faces = self.words.faces
        self._sides: dict[tuple[str, int, str], str] = {}
        self._blanks = self._piles = 0

    def state(self, state: GameState) -> GameState:
        """A whole table, everything in sight named in the order in which it is drawn."""
        known = self.eyes.open
        piles: dict[str, Stack | None] = {"": None}
        for name, stack in state.stacks.items():
            if stack.deck is None and stack.members and known.issuperset(stack.members):
                piles[name] = self._pile(stack)
        counters: dict[str, Counter] = {}
        for each in drawn(state):
            shown: Counter | None
            if each.id in known and each.stack in piles:  # most of what lies on a table
                pile = piles[each.stack]
                self.counters[each.id] = each.id
                shown = self._face(each, pile.id, 0) if pile else self._face(each, "", self.place(each, state))
            else:
                shown = self.counter(each, state)
            if shown is not None:
                counters[shown.id] = shown
        others = (piles[name] if name in piles else self.stack(each, state) for name, each in state.stacks.items())
        stacks = {stack.id: stack for stack in others if stack is not None}
        decks = [name for name, each in state.stacks.items() if each.deck is not None]
        counters |= {card.id: card for name in decks for card in self.cards(name, state)}
        return replace(
            self.words.table(state),
            counters=type(state.counters)(counters),
            stacks=type(state.stacks)(stacks),
            next_order=len(self._rank),
            carried={},
        )

    def _pile(self, stack: Stack) -> Stack | None:
        """A stack of what is open to everybody as it is seen on a whole table, None for what is one counter."""
        first = bottom_of(stack.id)
        if first and len(stack.members) == 1:
            return None
        name = stack.id
        if first and (first, 0) not in self.survey.read:
            self._piles += 1
            name = f"hidden stack {self._piles}"
        self.stacks[stack.id] = name
        return Stack(name, stack.spot, stack.members, self._rank[stack.order], carried=NOTHING)

    def counter(self, counter: Counter, state: GameState) -> Counter | None:
        """A counter as it is seen, None if it is not."""
        if counter.id in self.eyes.open:
            return self.open(counter, state)
        if not self.eyes.sees(counter, state):
            return None
        blank = None if self.eyes.reads(counter, state) else self._blank(counter, state)
        stack = self.stack_named(counter.stack, state)
        order = 0 if stack else self.place(counter, state)
        face = self._face(counter, stack, order) if blank is None else blank.lying(blank.spot, stack, order)
        name = self._named(counter.id)
        return face if face.id == name else replace(face, id=name)

    def open(self, counter: Counter, state: GameState) -> Counter:
        """A counter that is open to everybody."""
        self.counters[counter.id] = counter.id
        stack, order = self.lies(counter, state)
        return self._face(counter, stack, 0 if stack else order)

    def lies(self, counter: Counter, state: GameState) -> tuple[str, int]:
        """The stack in which a counter lies as it is seen, "" on its own, and the place in the drawing order of either."""
        return self.stack_named(counter.stack, state), self.place(counter, state)

    def _face(self, counter: Counter, stack: str, order: int) -> Counter:
        """A counter in plain sight as it reads and lies, the same object as last time if nothing of this is new."""
        was, face = self._faces.get(counter.id, (None, None))
        if was is None or face is None or not (was is counter or reads_alike(was, counter)):
            face = self.words.counter(counter)
        spot = counter.spot
        if face.stack != stack or face.order != order or not (face.spot is spot or face.spot == spot):
            face = face.lying(spot, stack, order)
        self._faces[counter.id] = counter, face
        return face

    def stack(self, stack: Stack, state: GameState) -> Stack | None:
        """A stack of what is seen of it, None if nothing is."""
        if self.single(stack, state) or (stack.deck is not None and not self.eyes.sees_deck(stack, state)):
            return None
        if self.eyes.shut(stack):
            members = tuple(_card(stack, at) for at in range(len(stack.members)))
        else:
            members = tuple(self.counters[name] for name in stack.members if name in self.counters)
        if not members and stack.deck is None:
            return None
        name, order = self.stack_named(stack.id, state), self.order(stack.order)
        return replace(stack, id=name, members=members, order=order, carried={})

    def cards(self, name: str, state: GameState) -> Iterator[Counter]:
        """The cards of a closed deck, bottom to top: as many as there are, all with the back that lies on top."""
        stack = state.stacks[name]
        if not stack.members or not self.eyes.shut(stack) or not self.eyes.sees_deck(stack, state):
            return
        top = replace(back(state.counters[stack.members[-1]]), spot=stack.spot, stack=stack.id, order=0)
        for at in range(len(stack.members)):
            yield replace(top, id=_card(stack, at))

    def single(self, stack: Stack, state: GameState) -> bool:
        """Whether it is one counter for the viewer: he sees no other in it, and it is of the table's own making or tells nothing.

        A counter that was moved or altered lies in such a stack or on its own, as it did out of sight.
        """
        if stack.deck is not None:
            return False
        if self.eyes.open.issuperset(stack.members):
            return len(stack.members) == 1 and bool(bottom_of(stack.id))
        seen = None
        for name in stack.members:
            each = state.counters[name]
            if self.eyes.sees(each, state):
                if seen is not None:
                    return False
                seen = each
        return seen is not None and (bool(bottom_of(stack.id)) or not self.eyes.reads(seen, state))

    def order(self, order: int) -> int:
        """A place in the drawing order, counting only what is in sight."""
        return self._rank[order]

    def place(self, counter: Counter, state: GameState) -> int:
        """The place in the drawing order of a counter that lies on its own for the viewer."""
        stack = state.stacks.get(counter.stack)
        return self.order(stack.order if stack else counter.order)

    def lose(self, counter: str) -> None:
        """A counter is out of sight: if it comes back, nobody can tell that it is the same."""
        if self.counters.pop(counter, None) is not None:
            self._stays[counter] = self._stays.get(counter, 0) + 1

    def _blank(self, counter: Counter, state: GameState) -> Counter:
        """A counter that cannot be read, with the side that keeps the viewer from it; which of its players does, nobody sees.

        The side is that of its owner when the counter came in sight: a mask that belongs to a side stays that side's too when
        players change seats. If it is the viewer's own at this or another moment, nobody is named, whoever else conceals it.
        """
        viewer, owner = self.eyes.at(state), counter.masked_by
        sides = {seat.side for seat in state.seats if seat.player == owner} or {self.words.person(owner)}
        stay = counter.id, self._stays.get(counter.id, 0), counter.masked_by
        side = self._sides.setdefault(stay, sides.pop() if len(sides) == 1 else "")
        own = viewer.names | self.eyes.viewer.names
        return replace(back(counter), masked_by=side if side and side not in own else NOBODY)

    def _named(self, counter: str) -> str:
        known = self.counters.get(counter)
        if known is None:
            known = counter if (counter, self._stays.get(counter, 0)) in self.survey.read else self._next_blank()
            self.counters[counter] = known
        return known

    def _next_blank(self) -> str:
        self._blanks += 1
        return f"{BLANK}{self._blanks}"

    def stack_named(self, name: str, state: GameState) -> str:
        """A stack's name: its own if something in it can be read, since a single counter's stack tells which counter it is, and
        if it names no counter but one that is read.
        """
        if not name:
            return ""
        stack = state.stacks[name]
        if self.single(stack, state):
            return ""
        if name in self.stacks:
            return self.stacks[name]
        first = bottom_of(name)
        told = not first or (first, self._stays.get(first, 0)) in self.survey.read
        read = not self.eyes.open.isdisjoint(stack.members) or any(
            self.eyes.reads(state.counters[member], state) for member in stack.members
        )
        own = stack.deck is not None or (read and told)
        if not own:
            self._piles += 1
        self.stacks[name] = name if own else f"hidden stack {self._piles}"
        return self.stacks[name]


def reads_alike(one: Counter, other: Counter) -> bool:
    """Whether a counter shows the same at two moments, wherever it lies."""
    if one is other:
        return True
    return (
        one.design is other.design
        and (one.properties is other.properties or one.properties == other.properties)
        and one.carried.keys() == other.carried.keys()
        and (one.name, one.slot, one.levels, one.angles, one.texts)
        == (other.name, other.slot, other.levels, other.angles, other.texts)
        and (one.masked_by, one.hidden_by, one.moved, one.trail, one.masks, one.hides)
        == (other.masked_by, other.hidden_by, other.moved, other.trail, other.masks, other.hides)
    )


def is_blank(name: str) -> bool:
    """Whether it is a name of ours for what cannot be read."""
    return name.startswith(BLANK) or CARD in name


def of_one_moment(state: GameState) -> GameState:
    """A table as it is seen, to compare with another file's: what cannot be read is called by where it lies, and is in no stack.

    In which stack it lies, and how high, may change by what is done to it unseen: of two moments only its place is compared.
    """
    if not any(name.startswith(BLANK) for name in state.counters):
        return state
    blank = [each for each in drawn(state) if each.id.startswith(BLANK)]
    counters = {name: each for name, each in state.counters.items() if not name.startswith(BLANK)}
    for each in sorted(blank, key=lambda each: (each.name, each.masked_by)):
        named = f"{BLANK}{each.spot.map} {each.spot.x} {each.spot.y}"
        name = next(name for number in count(1) if (name := f"{named} {number}") not in counters)
        counters[name] = replace(each, id=name, stack="", order=0)
    stacks = {
        name: replace(each, members=tuple(member for member in each.members if not member.startswith(BLANK)))
        for name, each in state.stacks.items()
    }
    left = {name: each for name, each in stacks.items() if each.members or each.deck is not None}
    return replace(state, counters=type(state.counters)(counters), stacks=type(state.stacks)(left))


def drawn(state: GameState) -> list[Counter]:
    """All counters map by map as they are drawn, each stack bottom to top."""
    stacks = state.stacks.flat()
    at = {name: place for stack in stacks.values() for place, name in enumerate(stack.members)}
    keys: list[tuple[str, int, int, int, int, int]] = []
    counters = list(state.counters.values())
    for number, counter in enumerate(counters):
        spot, stack = counter.spot, stacks.get(counter.stack)
        order = stack.order if stack else counter.order
        keys.append((spot.map, order, spot.x, spot.y, at.get(counter.id, 0), number))
    keys.sort()
    return [counters[key[-1]] for key in keys]


def _card(stack: Stack, at: int) -> str:
    return f"{stack.id}{CARD}{at + 1}"


def back(counter: Counter) -> Counter:
    """What is seen of a counter that cannot be read: the back that its owner gave it."""
    mask = counter.design
    name = mask.mask_name or A_HIDDEN_COUNTER
    design = Design(name, mask.mask, stacks=mask.stacks, mask=mask.mask, mask_name=mask.mask_name)
    return Counter(counter.id, name, counter.spot, design)
