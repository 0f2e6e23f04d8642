"""Events as the LOG commands that make them happen in VASSAL, with the old states by which it undoes them.

Facts: `BasicLogger.write`, `PieceMover.movePieces`, `MovePiece`, `Stack.setState`. A move says who moved whom from where;
the stack that follows it says exactly what lies there now, whatever else the point holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TypeVar

from adjudicator.exporters.vassal.pieces import add_counter, add_stack
from adjudicator.exporters.vassal.tree import Tree as Part
from adjudicator.exporters.vassal.turns import trackers_in, turn_state
from adjudicator.importers.vassal.wire import commands, sequences
from adjudicator.importers.vassal.wire.commands import ChangePiece, Command, MovePiece, NamedCommand, RemovePiece, Tree
from adjudicator.importers.vassal.wire.seats import seat
from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Stack
from adjudicator.model.events import (
    Carried,
    GameLog,
    LayBoards,
    Move,
    Roll,
    Say,
    SetNotes,
    SetProperty,
    SetTurn,
    TakeSeat,
    Undo,
)
from adjudicator.model.module import Module
from adjudicator.model.state import Event, GameState

Item = TypeVar("Item", Counter, Stack)

LOGGED = "LOG\t"


def step_trees(log: GameLog, module: Module | None = None) -> list[Tree]:
    """Every step of a log as the tree of commands that a file holds of it."""
    writer = _StepWriter(log.start, trackers_in(module), _owners(log.start), _stackless(module))
    return [logged([text for event in step.events for text in writer.commands(event)]) for step in log.steps]


def logged(texts: list[str]) -> Tree:
    """An action as a log has it: each of its commands behind `LOG`."""
    wrapped: list[Tree] = [LOGGED + text for text in texts or [""]]
    return wrapped if len(wrapped) > 1 else wrapped[0]


def _owners(state: GameState) -> dict[str, str]:
    """Players' ids by pseudonym, as the record has them."""
    record = state.carried.get("vassal")
    people = record.get("people") if isinstance(record, Mapping) else None
    return {str(name): str(player) for player, name in people.items()} if isinstance(people, Mapping) else {}


def _stackless(module: Module | None) -> frozenset[str]:
    return frozenset(found.name for found in module.maps if not found.stacking.enabled) if module else frozenset()


@dataclass
class _StepWriter:
    """Follows a log event by event; `state` is where it stands."""

    state: GameState
    parts: Mapping[str, Part]
    owners: Mapping[str, str]
    stackless: frozenset[str]
    _alone: int = 0
    _taken: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._taken = {*self.state.counters, *self.state.stacks}

    def commands(self, event: Event) -> Iterator[str]:
        """What the file says of an event."""
        before, after = self.state, self.state.after(event)
        said = list(self._said(event, after))
        self.state = after
        if said or (before.counters is after.counters and before.stacks is after.stacks):
            yield from said
            return
        yield from map(commands.encode, self._done(event, before, after))

    def _said(self, event: Event, after: GameState) -> Iterator[str]:
        """What no piece takes part in."""
        match event:
            case Say():
                yield commands.encode(NamedCommand("say", (self._spoken(event),)))
            case Roll():
                text = event.text
                yield (
                    text
                    if text.startswith(("SHOW_RESULTS\t", "CHAT"))
                    else commands.encode(NamedCommand("say", (text,)))
                )
            case SetProperty():
                was = event.was if event.claimed is None else event.claimed
                yield commands.encode(NamedCommand("change", (event.name, was, event.value, event.container)))
            case SetTurn():
                yield from self._turn(event)
            case TakeSeat():
                player = self.owners.get(event.seat.player, event.seat.player)
                taken = seat(player, event.seat.name, event.seat.side)
                yield commands.encode(taken if event.seat.side else NamedCommand("leave", (player,)))
            case SetNotes():
                yield commands.encode(NamedCommand("scenario notes", (after.scenario_notes.replace("\n", "|"),)))
                yield commands.encode(NamedCommand("public notes", (after.public_notes.replace("\n", "|"),)))
            case LayBoards():
                yield commands.encode(NamedCommand("boards", (event.map, *_laid(event))))
            case Undo():
                yield commands.encode(NamedCommand("undo", (str(event.begins).lower(),)))
            case Carried():
                yield event.text

    def _spoken(self, said: Say) -> str:
        """A player's line with his name before it, as VASSAL writes it."""
        name = next((seat.name for seat in self.state.seats if seat.player == said.player), said.player)
        return said.text if not said.player or said.text.startswith(("<", "&lt;", "*")) else f"<{name}> - {said.text}"

    def _turn(self, event: SetTurn) -> Iterator[str]:
        tracker = event.tracker
        identity = tracker.carried.get("id")
        known = next((each for each in self.state.trackers if each.name == tracker.name), None)
        identity = identity or (known.carried.get("id") if known else None)
        if identity is not None:
            text = turn_state(tracker, self.parts.get(identity))
            if text is not None:
                yield commands.encode(NamedCommand("turn", (identity, text)))

    def _done(self, event: Event, before: GameState, after: GameState) -> Iterator[Command]:
        """Pieces gone, moved, new and changed, then every stack that is not yet as it is to be."""
        mover = event if isinstance(event, Move) else None
        gone = [name for name in before.counters if name not in after.counters]
        yield from (RemovePiece(name) for name in gone)
        lone: list[Counter] = []
        for counter in _fresh(before.counters, after.counters):
            old = before.counters.get(counter.id)
            if old is None:
                yield from self._added(counter)
            else:
                yield from self._changed(old, counter, mover, after)
            came = old is None or _place(old) != _place(counter) or bool(old.stack)
            if came and not counter.stack and self._stacks(counter):
                lone.append(counter)
        for stack in _fresh(before.stacks, after.stacks):
            if not self._follows(mover, stack, before, after, gone):
                yield self._stack(before.stacks.get(stack.id), stack)
        for counter in lone:
            yield add_stack(Stack(self._name(), counter.spot, (counter.id,)))

    def _added(self, counter: Counter) -> Iterator[Command]:
        self._taken.add(counter.id)
        added = add_counter(counter, self.owners)
        if added is not None:
            yield added

    def _changed(self, old: Counter, new: Counter, mover: Move | None, after: GameState) -> Iterator[Command]:
        """A change in place, then a move; a counter that its stack takes along needs neither."""
        was, now = add_counter(old, self.owners), add_counter(new, self.owners)
        if was is None or now is None:
            return
        if mover is not None and mover.counter == new.id:
            yield self._move(mover, old, new, after)
            return
        if was.type != now.type:
            yield RemovePiece(new.id)
            yield now
            return
        stays = _unplaced(was.state) != _unplaced(now.state)
        if stays:
            yield ChangePiece(new.id, _placed(now.state, was.state), was.state)
        if not new.stack and _place(old) != _place(new):
            yield self._shifted(old, new)

    def _move(self, move: Move, old: Counter, new: Counter, after: GameState) -> MovePiece:
        stack = after.stacks.get(new.stack)
        at = stack.members.index(new.id) if stack is not None else 0
        under = stack.members[at - 1] if stack is not None and at else ""
        player = self.owners.get(move.player, move.player)
        spot, origin = new.spot, move.origin
        return MovePiece(new.id, spot.map, spot.x, spot.y, under, origin.map, origin.x, origin.y, "", player)

    def _shifted(self, old: Counter, new: Counter) -> MovePiece:
        spot, origin = new.spot, old.spot
        return MovePiece(new.id, spot.map, spot.x, spot.y, "", origin.map, origin.x, origin.y, "", "")

    def _stacks(self, counter: Counter) -> bool:
        return counter.design.stacks and bool(counter.spot.map) and counter.spot.map not in self.stackless

    def _follows(self, move: Move | None, stack: Stack, before: GameState, after: GameState, gone: list[str]) -> bool:
        """Whether a stack is as it is to be by what its members do: one left it, or came to lie on another in it."""
        old = before.stacks.get(stack.id)
        if old is None or (old.spot, old.deck) != (stack.spot, stack.deck):
            return False
        left = {*gone, *([move.counter] if move else [])}
        if stack.members == tuple(name for name in old.members if name not in left):
            return True
        came = move is not None and after.counters[move.counter].stack == stack.id
        if not came or move is None or after.counters[move.counter].spot != stack.spot:
            return False
        at = stack.members.index(move.counter)
        rest = tuple(name for name in stack.members if name != move.counter)
        return at > 0 and rest == tuple(name for name in old.members if name != move.counter)

    def _stack(self, old: Stack | None, new: Stack) -> Command:
        added = add_stack(new)
        if old is None:
            self._taken.add(new.id)
            return added
        return ChangePiece(new.id, added.state, add_stack(old).state)

    def _name(self) -> str:
        """An id for a stack that only VASSAL needs."""
        while (name := f"lone{self._alone}") in self._taken:
            self._alone += 1
        self._taken.add(name)
        return name


def _laid(event: LayBoards) -> Iterator[str]:
    for each in event.boards:
        yield sequences.join([each.board.name, "rev"] if each.reversed else [each.board.name], "/")
        yield from (str(each.column), str(each.row))


def _fresh(before: Mapping[str, Item], after: Mapping[str, Item]) -> list[Item]:
    """What is new or other than it was."""
    return [each for name, each in after.items() if before.get(name) is not each and before.get(name) != each]


def _place(counter: Counter) -> tuple[str, int, int]:
    return counter.spot.map, counter.spot.x, counter.spot.y


def _split(state: str) -> tuple[str, list[str]]:
    head, tab, inner = state.rpartition("\t")
    return head + tab, sequences.split(inner, ";")


def _unplaced(state: str) -> tuple[str, list[str]]:
    head, tokens = _split(state)
    return head, tokens[3:]


def _placed(state: str, like: str) -> str:
    """A piece's state with the place of another."""
    head, tokens = _split(state)
    return head + sequences.join([*_split(like)[1][:3], *tokens[3:]], ";")
