"""Recorded moves as a log: each record becomes events, one step for each group of records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from adjudicator.importers.cyberboard.game import CyberBoardGame
from adjudicator.importers.cyberboard.moves import MoveList, MoveRecord, RecordType
from adjudicator.importers.cyberboard.table import TableRecord
from adjudicator.importers.cyberboard.translate import GameReading, side_level
from adjudicator.lean import dataclass, replace
from adjudicator.model.counters import Spot
from adjudicator.model.events import Alter, Arrange, Carried, GameLog, Move, Place, Remove, Say, Step
from adjudicator.model.module import Module
from adjudicator.model.state import Event, GameState
from adjudicator.notes import Note, NoteKind


def played(
    table: GameReading, lists: Iterable[MoveList], module: Module | None, last: GameState | None
) -> GameLog | None:
    """The recorded lists as one log; each begins with a snapshot. `last` is the table as saved, if that follows them."""
    player = _Playback(table, module)
    for moves in lists:
        player.play(moves)
    if player.state is None or player.start is None:
        return None
    if last is not None:
        player.settle(last)
    return GameLog(player.start, tuple(player.steps), tuple(table.notes))


@dataclass
class _Playback:
    """Turns records into events, one step for each group of records."""

    table: GameReading
    module: Module | None
    start: GameState | None = None
    state: GameState | None = None
    steps: list[Step] = field(default_factory=list)
    _snapshot: TableRecord | None = None

    def play(self, moves: MoveList) -> None:
        group: int | None = None
        events: list[Event] = [Say(moves.title)] if moves.title else []
        offset = 0
        for record in moves.records:
            if record.group != group:
                if group is not None and events:
                    self._close(events, offset)
                    events = []
                group, offset = record.group, record.offset
            for event in self._events(record):
                events.append(event)
                if self.state is not None:
                    self.state = self.state.after(event)
        if events:
            self._close(events, offset)

    def settle(self, last: GameState) -> None:
        """A last step to the table as saved, if playing the moves has not led there."""
        assert self.state is not None  # noqa: S101 - asked only after something was played
        change = _to(self.state, last)
        if change is not None:
            self._close([change], 0)

    def _close(self, events: list[Event], offset: int) -> None:
        source = replace(self.table.source, offset=offset)
        self.steps.append(Step(len(self.steps) + 1, tuple(events), source))

    def _events(self, record: MoveRecord) -> Iterator[Event]:
        if record.act is RecordType.STATE and record.table is not None:
            yield from self._snap(record.table)
            return
        if self.state is None:
            self._strange(record, "it comes before any snapshot of the table")
            return
        match record.act:
            case RecordType.PIECE_TO_BOARD | RecordType.PIECE_TO_TRAY:
                yield from self._moved(record, self.state)
            case RecordType.MARK_TO_BOARD:
                yield from self._marked(record, self.state)
            case RecordType.PIECE_SIDE:
                yield from self._turned(record, self.state)
            case RecordType.PIECE_FACING:
                yield from self._faced(f"piece:{record.number}", record)
            case RecordType.MARK_FACING:
                yield from self._faced(f"object:{record.object:x}", record)
            case RecordType.DELETE:
                yield from self._deleted(record, self.state)
            case RecordType.OWNER:
                owner = ", ".join(self.table.sides(record.value))
                yield from self._labelled(f"piece:{record.number}", "owner", owner, record)
            case RecordType.TEXT:
                yield from self._labelled(_of_element(record.element), "text", record.text, record)
            case RecordType.LOCK:
                yield from self._labelled(_of_element(record.element), "locked", "true" if record.value else "", record)
            case RecordType.MESSAGE | RecordType.EVENT_MESSAGE:
                yield Say(record.text)
            case RecordType.PLOT:
                yield Carried("CMovePlotList", ",".join(map(str, record.plot)))
            case _:
                yield Carried("CCompoundMove", str(record.value))

    def _snap(self, table: TableRecord) -> Iterator[Event]:
        state = self.table.state(table, self.module)
        self._snapshot = table
        if self.state is None:
            self.start = self.state = state
            return
        change = _to(self.state, state)
        if change is not None:
            yield change

    def _moved(self, record: MoveRecord, state: GameState) -> Iterator[Event]:
        name = f"piece:{record.number}"
        if record.act is RecordType.PIECE_TO_BOARD:
            to, stack, index = self._on_board(record), "", None
        else:
            stack = f"tray:{record.tray}"
            found = state.stacks.get(stack)
            if found is None:
                self._strange(record, f"there is no tray {record.tray}")
                return
            to, index = found.spot, None if record.place < 0 else record.place
        counter = state.counters.get(name)
        if counter is not None:
            yield Move(name, counter.spot, to, stack, index)
        elif self._snapshot is not None:
            made = self.table.piece(record.number, to, self._snapshot, 0)
            if made is not None:
                yield Place(made, stack, index)

    def _on_board(self, record: MoveRecord) -> Spot:
        boards = self._snapshot.boards if self._snapshot else ()
        own = (board for board in boards if record.board in (board.serial, board.geo.serial if board.geo else -1))
        found = next(own, None)
        name = self.table.map_name(found) if found else self.table.name(record.board)
        return self.table.spot(self.module, name, *record.point)

    def _marked(self, record: MoveRecord, state: GameState) -> Iterator[Event]:
        name = f"object:{record.object:x}"
        counter = state.counters.get(name)
        to = self._on_board(record)
        if counter is not None:
            yield Move(name, counter.spot, to)
        else:
            yield Place(self.table.mark(record.number, record.object, 0, to))

    def _turned(self, record: MoveRecord, state: GameState) -> Iterator[Event]:
        counter = state.counters.get(f"piece:{record.number}")
        if counter is None:
            self._strange(record, f"piece {record.number} is nowhere")
            return
        sides = 1 + sum(len(layer.images) for layer in counter.design.layers)
        was = int(counter.properties.get("side", "0"))
        if record.how in (3, 4) and not 0 <= record.value < sides:
            self._strange(record, "it does not say which side came up")
            return
        now = record.value if record.how in (3, 4) else (was + (1 if record.how == 2 else sides - 1)) % sides
        text = self._snapshot.texts.get(f"piece:{record.number}:{now}") if self._snapshot else None
        changed = replace(
            counter,
            name=text or counter.design.name,
            levels=(side_level(now),) * len(counter.design.layers),
            properties={**counter.properties, "side": str(now)},
        )
        yield Alter(changed, (("side", str(was), str(now)),))

    def _faced(self, name: str, record: MoveRecord) -> Iterator[Event]:
        counter = self.state.counters.get(name) if self.state else None
        if counter is None:
            self._strange(record, f"{name} is nowhere")
            return
        was = f"{counter.angles[0]:g}" if counter.angles else "0"
        yield Alter(replace(counter, angles=(float(record.value),)), (("angle", was, str(record.value)),))

    def _deleted(self, record: MoveRecord, state: GameState) -> Iterator[Event]:
        names = (f"object:{record.object:x}", f"piece:{record.object & 0xFFFFFFFF}")
        name = next((each for each in names if each in state.counters), None)
        if name is None:
            self._strange(record, f"object {record.object:x} is nowhere")
            return
        yield Remove(name)

    def _labelled(self, name: str, word: str, value: str, record: MoveRecord) -> Iterator[Event]:
        counter = self.state.counters.get(name) if self.state else None
        if counter is None:
            self._strange(record, f"{name} is nowhere")
            return
        was = counter.properties.get(word, "")
        properties = {key: text for key, text in counter.properties.items() if key != word}
        yield Alter(
            replace(counter, properties=properties | ({word: value} if value else {})),
            ((f"property {word}", was, value),),
        )

    def _strange(self, record: MoveRecord, why: str) -> None:
        text = f"move record {record.act.name.lower().replace('_', ' ')} is left out: {why}"
        source = replace(self.table.source, offset=record.offset)
        self.table.notes.append(Note(NoteKind.LOST, record.act.name.lower(), text, source))


def _to(state: GameState, other: GameState) -> Arrange | None:
    """The change that makes one state's counters and stacks another's, None if they are the same."""
    counters = tuple(each for name, each in other.counters.items() if state.counters.get(name) != each)
    stacks = tuple(each for name, each in other.stacks.items() if state.stacks.get(name) != each)
    gone = (
        *(name for name in state.counters if name not in other.counters),
        *(n for n in state.stacks if n not in other.stacks),
    )
    if not counters and not stacks and not gone:
        return None
    return Arrange(counters, stacks, gone, other.next_order)


def _of_element(element: str) -> str:
    """The counter that an element means: a piece whichever of its sides, or an object."""
    return ":".join(element.split(":")[:2])


def log_lists(game: CyberBoardGame) -> tuple[MoveList, ...]:
    """Everything that a game recorded, oldest first."""
    return (*game.history, *(moves for moves in (game.recorded,) if moves is not None))
