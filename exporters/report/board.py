"""What lies on a map through a game, as a first board and the changes at each moment; nothing in it tells which counter is
which, so that no card can be followed through a shuffle.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from typing import TypeAlias

from adjudicator.audit.chain import Recorded
from adjudicator.exporters.counters import Artist, drawn, storey
from adjudicator.exporters.drawing import Caption, Disc, Picture, Rectangle, Shape, Stamp
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import Alter, Arrange, LayBoards, Move, Place, Remove, Restack
from adjudicator.model.module import GameMap
from adjudicator.model.state import Event, GameState
from adjudicator.model.viewer import Viewer

Item: TypeAlias = list[list[int | float | str]]
"""What one stack shows: pictures [sprite, x, y, name], card edges ["edge", x, y, width, height], counts ["count", x, y, r, n]."""

Change: TypeAlias = list[int | Item]
"""[place] takes the item at that place of the list away, [place, item] puts one in there."""


@dataclass(frozen=True)
class StateFrame:
    """A state, the step that made it (0 = none), and its events; None where anything may have changed."""

    step: int
    before: GameState | None
    state: GameState
    events: tuple[Event, ...] | None = None

    @cached_property
    def touched(self) -> dict[str, list[str]] | None:
        """For each map the stacks and lone counters there, before or after, that the events may have changed; None for all."""
        if self.events is None or self.before is None:
            return None
        found: dict[str, list[str]] = {}
        for name in sorted(_touched(self.events, self.before, self.state)):
            tops = (state.stacks.get(name) or state.counters.get(name) for state in (self.before, self.state))
            for map_name in {top.spot.map for top in tops if top is not None}:
                found.setdefault(map_name, []).append(name)
        return found


def frames(files: Sequence[Recorded]) -> Iterator[StateFrame]:
    """The game step by step, counted through all files."""
    state: GameState | None = None
    count = 0
    for file in files:
        yield StateFrame(count, state, file.start)
        state = file.start
        for step, after in file.log.states() if file.log else ():
            count += 1
            yield StateFrame(count, state, after, step.events)
            state = after


class Cast:
    """The pictures and names that boards refer to by number, each kept once."""

    def __init__(self) -> None:
        self._pictures: dict[tuple[Picture, float, float], int] = {}
        self._names: dict[str, int] = {}

    @property
    def pictures(self) -> tuple[tuple[Picture, float, float], ...]:
        """Each picture with its size in map pixels."""
        return tuple(self._pictures)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._names)

    def item(self, shapes: Iterable[Shape]) -> Item:
        """The shapes of one stack, as the page draws them."""
        item: Item = []
        for shape in shapes:
            match shape:
                case Stamp(x, y, width, height, picture, title):
                    sprite = self._pictures.setdefault((picture, width, height), len(self._pictures))
                    item.append([sprite, _short(x), _short(y), self._names.setdefault(title, len(self._names))])
                case Rectangle(x, y, width, height):
                    item.append(["edge", _short(x), _short(y), _short(width), _short(height)])
                case Disc(x, y, radius):
                    item.append(["count", _short(x), _short(y), _short(radius), ""])
                case Caption(text=text) if item:
                    item[-1][-1] = text
        return item


@dataclass(frozen=True, slots=True)
class _ShownItem:
    """What a stack or lone counter shows, where in the drawing order, and what it follows from."""

    key: tuple[int, int, str]
    item: Item
    top: Stack | Counter
    members: tuple[Counter, ...]

    def still(self, top: Stack | Counter, members: tuple[Counter, ...]) -> bool:
        """Whether it shows the same as something else, whatever else is known of that."""
        deck = top.deck if isinstance(top, Stack) else None
        was = self.top.deck if isinstance(self.top, Stack) else None
        return self.top.spot == top.spot and was == deck and self.members == members


@dataclass(slots=True)
class PageBoard:
    """One map as one viewer sees it. `advance` follows the game; `changes` are gathered until somebody takes them."""

    game_map: GameMap
    artist: Artist
    viewer: Viewer
    cast: Cast
    changes: list[Change] = field(default_factory=list)
    _order: list[tuple[int, int, str]] = field(default_factory=list)
    _shown: dict[str, _ShownItem] = field(default_factory=dict)

    def advance(self, frame: StateFrame) -> None:
        """Take over what the frame changed on this map."""
        if frame.touched is None:
            self._lay_anew(frame.state)
            return
        for name in frame.touched.get(self.game_map.name, ()):
            self._update(name, frame.state)

    def take_changes(self) -> list[Change]:
        """The changes since they were last taken."""
        taken, self.changes = self.changes, []
        return taken

    def items(self) -> list[Item]:
        """All that is shown now, undermost first."""
        return [self._shown[name].item for _, _, name in self._order]

    def _lay_anew(self, state: GameState) -> None:
        """Take over a table in which anything may be another: a file numbers anew what lies on it, and that shows nothing."""
        made = [found for name in _tops(state, self.game_map.name) if (found := self._made(name, state))]
        made.sort(key=lambda each: each.key)
        was = {name: at for at, (_, _, name) in enumerate(self._order)}
        same = [
            (was[name], at)
            for at, each in enumerate(made)
            if (name := each.key[2]) in was and self._shown[name].item == each.item
        ]
        stays = _rising(same)
        left, right = {before for before, _ in stays}, {after for _, after in stays}
        self.changes.extend([at] for at in reversed(range(len(self._order))) if at not in left)
        self.changes.extend([at, each.item] for at, each in enumerate(made) if at not in right)
        self._order = [each.key for each in made]
        self._shown = {each.key[2]: each for each in made}

    def _update(self, name: str, state: GameState) -> None:
        made = self._made(name, state)
        old = self._shown.get(name)
        if old is not None and (made is None or made.key != old.key or made.item != old.item):
            at = bisect_left(self._order, old.key)
            del self._order[at], self._shown[name]
            self.changes.append([at])
            old = None
        if made is not None and old is None:
            insort(self._order, made.key)
            self.changes.append([bisect_left(self._order, made.key), made.item])
        if made is not None:
            self._shown[name] = made

    def _made(self, name: str, state: GameState) -> _ShownItem | None:
        """What a stack or lone counter shows on this map, and where in the drawing order."""
        top: Stack | Counter | None = state.stacks.get(name) or state.counters.get(name)
        if top is None or top.spot.map != self.game_map.name or (isinstance(top, Counter) and top.stack):
            return None
        if isinstance(top, Stack) and not (top.members or top.deck):
            return None
        members = state.of(top) if isinstance(top, Stack) else (top,)
        known = self._shown.get(name)
        if known is not None and known.still(top, members):
            item = known.item
        else:
            item = self.cast.item(drawn(top, state, self.game_map, self.artist, self.viewer))
        key = storey(state, self.game_map, top), top.order, name
        return _ShownItem(key, item, top, members) if item else None


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of pairs whose second numbers rise, the most whose first numbers rise too."""
    ends: list[int] = []
    at: list[int] = []
    before: list[int] = []
    for number, (first, _) in enumerate(pairs):
        place = bisect_left(ends, first)
        before.append(at[place - 1] if place else -1)
        ends[place : place + 1], at[place : place + 1] = [first], [number]
    found = []
    number = at[-1] if at else -1
    while number >= 0:
        found.append(pairs[number])
        number = before[number]
    return found[::-1]


def _tops(state: GameState, map_name: str) -> Iterator[str]:
    yield from (name for name, stack in state.stacks.items() if stack.spot.map == map_name)
    yield from (name for name, each in state.counters.items() if not each.stack and each.spot.map == map_name)


def _touched(events: tuple[Event, ...], before: GameState, after: GameState) -> set[str]:
    """The stacks and lone counters that a step's events may have changed."""
    counters: set[str] = set()
    stacks: set[str] = set()
    for event in events:
        match event:
            case Move():
                counters.add(event.counter)
                stacks.add(event.stack)
            case Place():
                counters.add(event.counter.id)
                stacks.add(event.stack)
            case Remove():
                counters.add(event.counter)
            case Alter():
                counters.add(event.counter.id)
            case Restack():
                stacks.add(event.stack.id)
                counters.update(event.stack.members)
            case Arrange():
                counters.update(counter.id for counter in event.counters)
                stacks.update(stack.id for stack in event.stacks)
                stacks.update(event.gone)
            case LayBoards():
                pass
    for name in tuple(counters):
        stacks.update(state.counters[name].stack for state in (before, after) if name in state.counters)
    return (stacks | counters) - {""}


def _short(number: float) -> int | float:
    rounded = round(number, 1)
    return int(rounded) if rounded == int(rounded) else rounded
