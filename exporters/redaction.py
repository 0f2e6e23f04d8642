"""A state or log with everything taken out that its reader may not know, for formats that hide nothing by themselves.

Counters that he may not read are left as blanks where they lie, invisible ones are not there at all. Where nothing is
secret the value itself comes back, with all that its format carried; else that record goes, since it tells everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from adjudicator.model.counters import Counter, Design, Stack
from adjudicator.model.events import (
    Alter,
    Arrange,
    Carried,
    Event,
    GameLog,
    Move,
    Place,
    Remove,
    Restack,
    SetProperty,
    Step,
)
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import A_HIDDEN_COUNTER, WITHHELD, Secrets, Viewer
from adjudicator.notes import Note, NoteKind
from adjudicator.words import counted
from importers.vassal.wire.commands import NAMED

PRIVATE = tuple(NAMED[word].prefix for word in ("private note", "secret note"))


@dataclass(frozen=True, slots=True)
class Redacted:
    """What is left, and a note that says how much is withheld."""

    body: GameState | GameLog
    notes: tuple[Note, ...] = ()


def redacted(body: GameState | GameLog, viewer: Viewer, module: Module | None = None) -> Redacted:
    """The state or log as the viewer may know it."""
    start = body.start if isinstance(body, GameLog) else body
    if viewer.sees_all:
        return Redacted(body)
    censor = _Censor(viewer, module)
    if isinstance(body, GameLog):
        begun = censor.state(start)
        made: GameState | GameLog = replace(body, start=begun, steps=tuple(censor.steps(body)), carried={})
    else:
        made = censor.state(start)
    if not censor.withheld and not _has_private_notes(start):
        return Redacted(body)
    text = f"withheld or blank, with what VASSAL's own record says of them: {counted(len(censor.withheld), 'counter')}"
    return Redacted(made, (Note(NoteKind.LOST, "hidden counters", f"{text}; --as umpire keeps all"),))


@dataclass
class _Censor:
    """Goes through a game, remembering the counters that it had to blank or drop."""

    viewer: Viewer
    module: Module | None
    withheld: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.secrets = Secrets(self.viewer, self.module)

    def state(self, state: GameState) -> GameState:
        """The state without what is secret, and without its format's record of everything."""
        self.secrets.learn(state)
        counters = state.counters
        for counter in state.counters.values():
            shown = self._shown(counter, state)
            counters = counters.delete(counter.id) if shown is None else counters.set(counter.id, shown)
        stacks = state.stacks
        for stack in state.stacks.values():
            kept = self._stack(stack, state)
            stacks = stacks.set(stack.id, kept) if kept.members or kept.deck else stacks.delete(stack.id)
        properties = state.properties
        for key, value in state.properties.items():
            properties = properties.set(key, self._text(value))
        return replace(state, counters=counters, stacks=stacks, properties=properties, carried={})

    def steps(self, log: GameLog) -> Iterator[Step]:
        """The log's steps, each event as it may be told."""
        before = log.start
        for step in log.steps:
            told: list[Event] = []
            for event in step.events:
                after = before.after(event)
                told.extend(self._event(event, before, after))
                before = after
            yield replace(step, events=tuple(told))

    def _event(self, event: Event, before: GameState, after: GameState) -> Iterator[Event]:
        match event:
            case Place(counter):
                self.secrets.learn_of(counter, after)
                shown = self._shown(counter, after)
                if shown is not None:
                    yield replace(event, counter=shown)
            case Remove(name) | Move(name):
                if self.viewer.sees(before.counters[name]):
                    yield event
            case Alter(counter):
                yield from self._altered(event, before.counters[counter.id], before, after)
            case Restack(stack):
                yield replace(event, stack=self._stack(stack, after))
            case Arrange():
                yield self._arranged(event, before, after)
            case SetProperty():
                claimed = None if event.claimed is None else self._text(event.claimed)
                yield replace(event, was=self._text(event.was), value=self._text(event.value), claimed=claimed)
            case Carried():
                return
            case _:
                yield event

    def _altered(self, event: Alter, was: Counter, before: GameState, after: GameState) -> Iterator[Event]:
        now = after.counters[was.id]
        self.secrets.learn_of(now, after)
        shown = self._shown(now, after)
        if shown is None:
            if self.viewer.sees(was):
                yield Remove(was.id)
        elif not self.viewer.sees(was):
            yield Place(shown, shown.stack, after.index(now) if now.stack else None, shown.order or None)
        elif all(self.viewer.reads_at(*each, self.module) for each in ((was, before), (now, after))):
            yield replace(event, counter=shown)
        else:
            yield Alter(shown)

    def _arranged(self, event: Arrange, before: GameState, after: GameState) -> Arrange:
        shown = (self._shown(counter, after) for counter in event.counters)
        seen = {name for name in event.gone if (known := before.counters.get(name)) is None or self.viewer.sees(known)}
        return replace(
            event,
            counters=tuple(counter for counter in shown if counter is not None),
            stacks=tuple(self._stack(stack, after) for stack in event.stacks),
            gone=tuple(name for name in event.gone if name in seen),
        )

    def _shown(self, counter: Counter, state: GameState) -> Counter | None:
        """The counter as the viewer may know it: itself without its format's own text, a blank, or nothing."""
        if self.viewer.reads_at(counter, state, self.module):
            return replace(counter, carried={}) if counter.carried else counter
        self.withheld.add(counter.id)
        if not self.viewer.sees(counter):
            return None
        mask = counter.design
        design = Design(mask.mask_name or A_HIDDEN_COUNTER, mask.mask, stacks=mask.stacks)
        return Counter(
            counter.id,
            mask.mask_name or A_HIDDEN_COUNTER,
            counter.spot,
            design,
            masked_by=counter.masked_by,
            stack=counter.stack,
            order=counter.order,
        )

    def _stack(self, stack: Stack, state: GameState) -> Stack:
        members = tuple(
            name for name in stack.members if (known := state.counters.get(name)) is None or self.viewer.sees(known)
        )
        return replace(stack, members=members, carried={})

    def _text(self, value: str) -> str:
        return WITHHELD if self.secrets.in_text(value) else value


def _has_private_notes(state: GameState) -> bool:
    """Whether the record that rides along holds what players wrote for themselves."""
    return any(text.startswith(PRIVATE) for text in _texts(state.carried))


def _texts(record: object) -> Iterator[str]:
    stack: list[object] = [record]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            yield node
        elif isinstance(node, Mapping):
            stack.extend(node.values())
        elif isinstance(node, Iterable):
            stack.extend(node)
