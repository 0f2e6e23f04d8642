"""A state or log whose VASSAL record names players by pseudonym instead of by id, all else as it was.

Ids stand at known places of the command texts (`people`); whatever longer id a player's own text repeats is swept as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, overload

from adjudicator.importers.vassal.people import Types, holds_words, swap_ids, swap_state, swapper, sweep
from adjudicator.importers.vassal.wire.seats import freed
from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import Counter, Design
from adjudicator.model.events import Alter, Arrange, Carried, GameLog, Place, Say, SetNotes, SetProperty, Step
from adjudicator.model.state import Event, GameState, Seat
from adjudicator.persistent import PersistentMap

FORMAT = "vassal"
PEOPLE = "people"

Node = str | dict[str, Any] | list["Node"]


@overload
def without_ids(body: GameState) -> GameState: ...
@overload
def without_ids(body: GameLog) -> GameLog: ...
@overload
def without_ids(body: GameState | GameLog) -> GameState | GameLog: ...
def without_ids(body: GameState | GameLog) -> GameState | GameLog:
    """The same state or log with every player's id replaced by the pseudonym that the rest of it uses."""
    record = _record(body.start if isinstance(body, GameLog) else body)
    names = dict(record.get(PEOPLE, {}))
    if not names:
        return body
    mask = _Mask(names)
    if not isinstance(body, GameLog):
        return mask.state(body)
    start = mask.state(body.start)
    steps = tuple(Step(step.index, tuple(map(mask.event, step.events)), step.source) for step in body.steps)
    carried = {**body.carried, FORMAT: mask.logged(body.carried.get(FORMAT, {}))}
    return replace(body, start=start, steps=steps, carried=carried)


@dataclass
class Designs:
    """What counters of a die are called and show, with every word `swept`: once for each, and the same object if that changes
    nothing."""

    swept: Callable[[str], str]
    _known: dict[int, tuple[Design, Design]] = field(default_factory=dict)

    def of(self, design: Design) -> Design:
        """A design swept."""
        found = self._known.get(id(design))
        if found is None:
            found = self._known[id(design)] = design, self._made(design)
        return found[1]

    def _made(self, design: Design) -> Design:
        swept = self.swept
        layers = tuple(
            replace(each, name=swept(each.name), names=tuple(map(swept, each.names)), follows=swept(each.follows))
            for each in design.layers
        )
        labels = tuple(replace(each, name=swept(each.name)) for each in design.labels)
        made = replace(design, name=swept(design.name), mask_name=swept(design.mask_name), layers=layers, labels=labels)
        return design if made == design else made


def names_in(state: GameState) -> dict[str, str]:
    """The players' ids that the file of a state holds, each with the pseudonym that stands for it."""
    return {player: name for player, name in _record(state).get(PEOPLE, {}).items() if player != name}


def are_told(state: GameState) -> bool:
    """Whether it is told whom the pseudonyms of a state stand for: in VASSAL's files, and in no document of ours."""
    return PEOPLE in _record(state)


def text_without_ids(text: str, names: Mapping[str, str]) -> str:
    """A text outside the game, such as its metadata, with every longer id replaced by its pseudonym."""
    return sweep(text, dict(names))


def _still_counted(step: Node) -> Node:
    """A logged step that the engine would pass over, behind a command that does nothing, so that steps count as before."""
    return ["LOG\t", step] if isinstance(step, str) and step.startswith("LOG\tSEAT\t") else step


def _record(state: GameState) -> Mapping[str, Any]:
    found = state.carried.get(FORMAT)
    return found if isinstance(found, Mapping) else {}


@dataclass
class _Mask:
    """Swaps ids in the order of execution, since what a change means depends on the pieces before it."""

    names: dict[str, str]
    types: Types = field(default_factory=Types)

    def __post_init__(self) -> None:
        self.swap = swapper(self.names)
        self.designs = Designs(self.text)

    def state(self, state: GameState) -> GameState:
        """A state; its commands come first, since they say of which type each piece is."""
        for counter in state.counters.values():
            self.types.learn(counter.id, counter.carried.get("type", ""))
        record = dict(_record(state))
        record.pop(PEOPLE, None)
        record["commands"] = self.nodes(record.get("commands", []))
        if "defaults" in record:
            record["defaults"] = [[*key, self.text(value)] for *key, value in record["defaults"]]
        return replace(
            state,
            counters=PersistentMap({name: self.counter(counter) for name, counter in state.counters.items()}),
            properties=PersistentMap({key: self.text(value) for key, value in state.properties.items()}),
            seats=tuple(self.seat(seat) for seat in state.seats),
            scenario_notes=self.spoken(state.scenario_notes),
            public_notes=self.spoken(state.public_notes),
            carried={**state.carried, FORMAT: record},
        )

    def logged(self, record: object) -> object:
        """The record of a log's steps."""
        if not isinstance(record, Mapping) or "steps" not in record:
            return record
        return {**record, "steps": [_still_counted(step) for step in self.nodes(record["steps"])]}

    def nodes(self, node: Node) -> Node:
        """A tree of commands."""
        if isinstance(node, list):
            return [self.nodes(each) for each in node]
        if isinstance(node, dict):
            return {key: self.command(each) if key in ("text", "keep") else each for key, each in node.items()}
        return self.command(node)

    def command(self, text: str) -> str:
        return self.text(freed(swap_ids([text], self.swap, self.types)[0]), spoken=holds_words(text))

    def text(self, text: str, *, spoken: bool = False) -> str:
        """Words whose layout nobody knows; `spoken` if somebody wrote them for people to read."""
        return sweep(text, self.names, spoken=spoken)

    def spoken(self, text: str) -> str:
        """What somebody wrote for people to read."""
        return self.text(text, spoken=True)

    def seat(self, seat: Seat) -> Seat:
        return replace(seat, name=self.text(seat.name), side=self.text(seat.side))

    def counter(self, counter: Counter) -> Counter:
        carried = dict(counter.carried)
        if "state" in carried:
            carried["state"] = self.text(swap_state(carried.get("type", ""), carried["state"], self.swap))
        if "type" in carried:
            carried["type"] = self.text(carried["type"])
        texts = tuple(map(self.text, counter.texts))
        properties = {name: self.text(value) for name, value in counter.properties.items()}
        name, changed = self.text(counter.name), carried != dict(counter.carried)
        design = self.designs.of(counter.design)
        changed |= design is not counter.design
        if not changed and (name, texts, properties) == (counter.name, counter.texts, dict(counter.properties)):
            return counter
        return replace(counter, name=name, design=design, texts=texts, properties=properties, carried=carried)

    def event(self, event: Event) -> Event:
        match event:
            case Place() | Alter():
                return replace(event, counter=self.counter(event.counter))
            case Arrange():
                return replace(event, counters=tuple(map(self.counter, event.counters)))
            case Carried():
                return replace(event, text=self.command(event.text))
            case Say():
                return replace(event, text=self.spoken(event.text))
            case SetProperty():
                return replace(event, was=self.text(event.was), value=self.text(event.value))
            case SetNotes():
                return replace(event, scenario=self.spoken(event.scenario), public=self.spoken(event.public))
            case _:
                return event
