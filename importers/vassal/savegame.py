"""Saves: the container, its text, and the state that the engine has once it has executed it.

The record that rides along in `GameState.carried["vassal"]` holds what the state does not say, as JSON-able values only:
`key` (of the obfuscation, None = plain text), `disguise` (if it is not the usual one), `entries` (names in order; the texts
of the metadata), `people` (each player's id and the pseudonym that stands for it), `defaults` (global properties that only
the module gives), `at_start` (pieces that the engine adds on loading, each with the command that it would be), `boards`
(what was laid on maps for which the file names boards that the module has not), and `commands`, the tree of command texts.
In the tree `{"add": id}` stands where a counter or stack of the state says its own, with its `text` where that would be
written otherwise; `{"keep": text}` where a piece did not last; `{"steps": n}` where n logged actions stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from adjudicator.errors import AdjudicatorError, CorruptFile, Source, reading
from adjudicator.importers.archive import Archive
from adjudicator.importers.vassal.memory import KnownPieces
from adjudicator.importers.vassal.metadata import Metadata, read_metadata
from adjudicator.importers.vassal.table import EngineTable
from adjudicator.importers.vassal.table.items import Heap, not_empty
from adjudicator.importers.vassal.translate import MOST_UNKNOWN, Session
from adjudicator.importers.vassal.wanted import missing_extensions
from adjudicator.importers.vassal.wire import commands, obfuscation, sequences
from adjudicator.importers.vassal.wire.commands import AddPiece, NamedCommand, Tree, Verbatim
from adjudicator.importers.vassal.wire.obfuscation import Disguise
from adjudicator.importers.vassal.wire.seats import SEATED
from adjudicator.lean import dataclass, replace
from adjudicator.model.chat import is_verdict
from adjudicator.model.counters import Stack
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note, NoteKind, Tally
from adjudicator.said import say

SAVED_GAME = "savedGame"
ABOUT = ("savedata", "moduledata")
LOGGED = "LOG\t"
SAYS = "CHAT"
UNDECODED = "\ufffd"
"""Stands for bytes that are no UTF-8, here as in the engine."""

Node = str | dict[str, str | int] | list["Node"]
"""A node of the record: a command's text, a counter or stack that says its own, a run of logged steps, or a list."""


@dataclass(frozen=True, slots=True)
class Document:
    """A save or log as text, with what its container says about it."""

    file: str
    key: int | None
    disguise: Disguise
    text: str
    entries: dict[str, str]

    @property
    def source(self) -> Source:
        return Source(self.file, SAVED_GAME)


@dataclass
class Loaded:
    """A document loaded into a session: the record of its commands, and the logged steps, not executed yet."""

    session: Session
    state: GameState
    steps: list[Tree]
    offsets: list[int]


def open_document(path: Path) -> Document:
    """The text of a save or log; its metadata as far as they are there."""
    archive = Archive(path)
    with reading(file=path.name, entry=SAVED_GAME):
        text, key, disguise = obfuscation.read(archive.pieces(SAVED_GAME))
    entries = {}
    for name in archive.order:
        if name in ABOUT:
            with reading(file=path.name, entry=name):
                entries[name] = archive.read(name).decode("utf-8", "replace")
        elif name == SAVED_GAME:
            entries[name] = ""
    return Document(path.name, key, disguise, text, entries)


def load(document: Document, module: Module | None, memory: KnownPieces | None = None) -> Loaded:
    """Execute a document up to its first logged step; files of one game share a `memory`."""
    session = Session(module, document.source, KnownPieces(lone=True) if memory is None else memory)
    people = session.people
    loader = _Loader(document.text, session)
    with reading(file=document.file, entry=SAVED_GAME):
        tree = commands.split_stream(document.text)
        top: list[Tree] = tree if isinstance(tree, list) else [tree]
        if _first(top[0]) != "begin_save":
            found = re.split(r"[\t/]", _first(top[0]))[0][:20]  # what comes behind it may be a player's id
            raise CorruptFile(f"a save begins with 'begin_save', found {found!r}; is the key wrong?", Source(offset=0))
        people.begin(_roster(top), module.sides if module else ())
        record = loader.load(top)
        loader.settle()
    if isinstance(tree, str):
        record = record[0:1]
    session.state = _about(document, module, session.notes)
    session.notes.extend(missing_extensions(module, loader.extensions))
    unsaid = _unsaid(session.table, module)
    added = _set_up(session, module) if session.table.new_game and loader.started else []
    carried: dict[str, object] = {
        "key": document.key,
        "entries": dict(document.entries),
        "commands": record,
        "people": people.names,
    }
    if document.disguise not in (Disguise.PLAIN, Disguise.HEX):
        carried["disguise"] = document.disguise.value
    if unsaid:
        carried["defaults"] = unsaid
    state = session.start(carried)
    _note_undecoded(document, state, session.notes)
    if session.misnamed:
        carried["boards"] = dict(session.misnamed)
    if added:
        carried["at_start"] = {name: _said(state, name) for name in added}
    return Loaded(session, state, loader.steps, loader.offsets)


@dataclass
class _Loader:
    """Executes commands as they come and records them."""

    text: str
    session: Session

    def __post_init__(self) -> None:
        self.table = self.session.table
        self._strange: set[str] = set()
        self.steps: list[Tree] = []
        self.offsets: list[int] = []
        self.started = False
        self.extensions: list[tuple[tuple[str, ...], Source]] = []
        self._from = 0
        self._refs: dict[str, tuple[dict[str, str | int], AddPiece]] = {}

    def load(self, top: list[Tree]) -> list[Node]:
        record: list[Node] = []
        for node in top:
            first = _first(node)
            if first.startswith(LOGGED):
                self._step(node, first, record)
            elif isinstance(node, str):
                record.append(self._leaf(node))
            else:
                record.append(self._list(node))
        return record

    def _step(self, node: Tree, first: str, record: list[Node]) -> None:
        self.steps.append(without_verdicts(node))
        self._from = max(self._from, self.text.find(first, self._from))
        self.offsets.append(self._from)
        self._from += len(first)
        last = record[-1] if record else None
        if isinstance(last, dict) and isinstance(last.get("steps"), int):
            last["steps"] = int(last["steps"]) + 1
        else:
            record.append({"steps": 1})

    def _list(self, nodes: list[Tree]) -> list[Node]:
        """A list of commands, used up. Empty stacks, which some saves hold by the ten thousand, are only put to bed."""
        table = self.table
        first = table.order
        flat = [node if isinstance(node, str) else "" for node in nodes]
        awake = not_empty(flat)
        made: list[Node] = [*flat]
        table.bed(first, flat if len(awake) < len(flat) else ())
        for index in awake:
            table.order = max(table.order, first + index)
            node = nodes[index]
            made[index] = self._leaf(node) if isinstance(node, str) else self._list(node)
            nodes[index] = flat[index] = ""  # its memory serves the next one
        table.order = max(table.order, first + len(nodes))
        return made

    def _leaf(self, text: str) -> Node:
        if not text:
            return text
        try:
            command, faithful = self.session.memory.decode(text)
            self.table.execute(command)
        except AdjudicatorError as error:
            known = error.source.offset or 0
            error.source = Source(error.source.file, error.source.entry, max(0, self.text.find(text)) + known)
            raise
        if self.table.complaints:
            self.session.complained(self._source(text))
        if text == "end_save":
            self.started = True
        if isinstance(command, AddPiece) and command.id != "null":
            return self._reference(command, None if faithful else text)
        if isinstance(command, Verbatim):
            self._unknown_commands(text)
        elif isinstance(command, NamedCommand) and command.word == "extension":
            self.extensions.append((command.fields, self._source(text)))
        return text

    def _unknown_commands(self, text: str) -> None:
        """One note for each kind of command that nobody knows."""
        # behind it may stand a hidden counter's id
        word = re.split(r"[\t/;|\d]", text, maxsplit=1)[0][:40] or text[:1]
        if word not in self._strange and len(self._strange) < MOST_UNKNOWN:
            self._strange.add(word)
            note = Note(NoteKind.CARRIED, word, f"command '{word}' is unknown; it is kept unread", self._source(text))
            self.session.notes.append(note)

    def _source(self, text: str) -> Source:
        return replace(self.session.source, offset=max(0, self.text.find(text)))

    def _reference(self, command: AddPiece, text: str | None) -> Node:
        """Stands for a piece that says its own, with its text where it would be written otherwise.

        Of two with one id, only the later one is in the game.
        """
        node: dict[str, str | int] = {"add": command.id} if text is None else {"add": command.id, "text": text}
        if command.id in self._refs:
            self._unlink(command.id)
        self._refs[command.id] = node, command
        return node

    def settle(self) -> None:
        """Stacks that were left empty are no stacks of the state; their commands stay as they are."""
        for name in list(self._refs):
            item = self.table.items.get(name)
            if item is None or (isinstance(item, Heap) and not item.deck and not self.table.members(item)):
                self._unlink(name, stack=True)

    def _unlink(self, name: str, *, stack: bool = False) -> None:
        known = self._refs.pop(name, None)
        if known is not None:
            node, command = known
            text = node.get("text", "") or commands.encode(command)
            node.clear()
            node["keep"] = text
            if stack:
                node["stack"] = name


def without_verdicts(step: Tree) -> Tree:
    """A logged step without the lines that a judgement of ours put behind all that it does: nobody played them."""
    if isinstance(step, str):
        return LOGGED if _is_verdict(step) else step
    kept = [part for part in step if not (isinstance(part, str) and _is_verdict(part))]
    return kept if len(kept) > 1 else kept[0] if kept else LOGGED


def _is_verdict(text: str) -> bool:
    said = commands.decode(text.removeprefix(LOGGED)) if text.startswith(f"{LOGGED}{SAYS}") else None
    return isinstance(said, commands.NamedCommand) and bool(said.fields) and is_verdict(said.fields[0])


def _first(node: Tree) -> str:
    while not isinstance(node, str):
        node = node[0]
    return node


def seats_in(document: Document) -> tuple[tuple[str, str], ...]:
    """Who sits down in a document, each by name and side."""
    tree = commands.split_stream(document.text)
    return tuple((name, side) for _, name, side in _roster(tree if isinstance(tree, list) else [tree]))


def _roster(top: list[Tree]) -> Iterator[tuple[str, str, str]]:
    """The players who sit down in the file or in one of its steps, each as id, name and side.

    They are numbered before those whom only pieces name.
    """
    for node in top:
        for text in commands.leaves(node):
            told = text.removeprefix(LOGGED)
            if told.startswith(SEATED):
                command = commands.decode(told)
                fields = command.fields if isinstance(command, NamedCommand) else ()
                player, name, side, *_ = (*fields, "", "", "")
                yield player, name, side


def _about(document: Document, module: Module | None, notes: list[Note]) -> GameState:
    """The state's heading: the module by name and version, and whether it is the one given."""
    text = document.entries.get("moduledata")
    about = Metadata()
    if text:
        try:
            about = read_metadata(text.encode("utf-8"))
        except AdjudicatorError as error:
            source = Source(document.file, "moduledata")
            notes.append(Note(NoteKind.REPAIRED, "moduledata", f"unreadable and passed over: {error.message}", source))
    if module and about.name and (about.name, about.version) != (module.name, module.version):
        named = f"made with '{about.name}' {about.version}, read with '{module.name}' {module.version}"
        notes.append(Note(NoteKind.GUESSED, "module", named, document.source))
    return GameState(about.name, about.version)


def _unsaid(table: EngineTable, module: Module | None) -> list[list[str]]:
    """Global properties that the file does not speak of, as the module made them."""
    if module is None:
        return []
    return [
        [container, name, value]
        for (container, name), value in table.properties.items()
        if (container, name) not in table.said
    ]


def _set_up(session: Session, module: Module | None) -> list[str]:
    """What the engine adds to a save that does not say that its game has begun: the at-start stacks and decks."""
    if module is None or not module.at_start.counters:
        return []
    table, start = session.table, module.at_start
    before = set(table.items)
    for counter in start.counters.values():
        table.execute(AddPiece(_fresh(table, counter.id), counter.carried["type"], counter.carried["state"]))
        if not counter.stack:
            table.put(counter.id, counter.spot.map, counter.spot.x, counter.spot.y)
    for stack in sorted(start.stacks.values(), key=lambda stack: stack.order):
        table.execute(_stack_command(_fresh(table, stack.id), stack))
    added = [name for name in table.items if name not in before]
    count = len(start.counters)
    text = f"the save does not say that its game has begun; the engine adds the pieces of the module's start ({count})"
    session.notes.append(Note(NoteKind.REPAIRED, "at-start stacks", text, session.source))
    return added


def _said(state: GameState, identity: str) -> str:
    """The command that adds a counter or stack as it lies now."""
    item = state.counters.get(identity) or state.stacks.get(identity)
    return commands.encode(AddPiece(identity, item.carried["type"], item.carried["state"])) if item else ""


def _fresh(table: EngineTable, identity: str) -> str:
    if table.item(identity) is not None:
        raise CorruptFile("a piece of the save has the id of an at-start piece")
    return identity


def _stack_command(identity: str, stack: Stack) -> AddPiece:
    spot = stack.spot
    if stack.deck is None:
        return AddPiece(identity, "stack", sequences.join((spot.map, str(spot.x), str(spot.y), *stack.members), ";"))
    face = "true" if stack.deck.face_down else "false"
    cards = sequences.join(stack.members, ",")
    state = sequences.join((spot.map, str(spot.x), str(spot.y), face, *([cards] if cards else [])), ";")
    kind = stack.carried.get("type") or "deck;" + sequences.join(("",) * 12 + (stack.deck.name,), ";")
    return AddPiece(identity, kind, state)


def _note_undecoded(document: Document, state: GameState, notes: list[Note]) -> None:
    """Say how many signs of the text stand for bytes that are not UTF-8, and where the first one is.

    Who may not know all of the text is told that there are some if he reads a counter that has one.
    """
    first = document.text.find(UNDECODED)
    if first < 0:
        return
    count = document.text.count(UNDECODED)
    text = say("signs of its text that are not UTF-8, and stand as {sign} as in VASSAL: {count}", UNDECODED, count)
    uncounted = say("signs of its text are not UTF-8, and stand as {sign} as in VASSAL", UNDECODED)
    odd = [each.id for each in state.counters.values() if any(UNDECODED in said for said in each.carried.values())]
    tally = Tally(uncounted, "", tuple(odd), uncounted=True)
    notes.append(Note(NoteKind.REPAIRED, SAVED_GAME, text, replace(document.source, offset=first), tally))
