"""What every VASSAL save and log must be, one rule a function: each yields what is wrong, nothing if all is well.

The rules are those of the engine's sources (command stream, pieces, components); they know nothing of our writers but the
decoding of sequences. `broken` runs them all.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from adjudicator.importers.vassal.wire import chains, commands, obfuscation, sequences
from adjudicator.importers.vassal.wire.commands import AddPiece, ChangePiece, MovePiece, NamedCommand
from adjudicator.model.module import Module

OBSERVER = "<observer>"


@dataclass
class File:
    """A save or log taken apart: its entries, its text, the commands of its state and of each logged step."""

    entries: dict[str, bytes]
    text: str
    module: Module | None
    top: list = field(default_factory=list)

    @classmethod
    def opened(cls, path: Path, module: Module | None) -> File:
        with zipfile.ZipFile(path) as archive:
            entries = {name: archive.read(name) for name in archive.namelist()}
        text = obfuscation.reveal(entries["savedGame"])
        tree = commands.split_stream(text)
        return cls(entries, text, module, tree if isinstance(tree, list) else [tree])

    @property
    def end(self) -> int:
        return self.top.index("end_save") if "end_save" in self.top else len(self.top)

    @property
    def state(self) -> list:
        """The commands that make the state, in order of execution."""
        return [commands.decode(text) for node in self.top[: self.end] for text in commands.leaves(node)]

    @property
    def steps(self) -> list:
        """The commands of the logged steps."""
        texts = [text for node in self.top[self.end + 1 :] for text in commands.leaves(node)]
        return [commands.decode(text.removeprefix("LOG\t")) for text in texts]

    @property
    def added(self) -> list[AddPiece]:
        return [command for command in self.state if isinstance(command, AddPiece)]

    def named(self, word: str) -> list[tuple[str, ...]]:
        return [command.fields for command in self.state if isinstance(command, NamedCommand) and command.word == word]


Rule = Callable[[File], Iterator[str]]
RULES: list[Rule] = []


def rule(check: Rule) -> Rule:
    RULES.append(check)
    return check


def broken(path: Path, module: Module | None = None) -> list[str]:
    """Everything that a file does against the rules."""
    file = File.opened(path, module)
    return [f"{check.__name__}: {text}" for check in RULES for text in check(file)]


def heap(command: AddPiece) -> bool:
    return command.type == "stack" or command.type.startswith("deck;")


def members(command: AddPiece) -> list[str]:
    tokens = sequences.split(command.state, ";")
    if command.type == "stack":
        return [token for token in tokens[3:] if not token.startswith("@@")]
    return sequences.split(tokens[4], ",") if len(tokens) > 4 and tokens[4] else []


@rule
def entries_stand_in_their_order(file: File) -> Iterator[str]:
    known = [name for name in file.entries if name in ("savedGame", "savedata", "moduledata")]
    if known != [name for name in ("savedGame", "savedata", "moduledata") if name in known]:
        yield str(known)


@rule
def metadata_say_their_version(file: File) -> Iterator[str]:
    for name in file.entries.keys() & {"savedata", "moduledata"}:
        root = etree.fromstring(file.entries[name])
        version = root.findtext("VassalVersion") or ""
        if root.tag != "data" or root.get("version") != "1" or not re.match(r"\d+\.\d+", version):
            yield f"{name}: {root.tag} {version!r}"
        if re.match(r"3\.[0-6](\D|$)", version) and root.find("extra1") is not None:
            yield f"{name}: extra1 in a file of {version}"


@rule
def the_save_begins_and_ends(file: File) -> Iterator[str]:
    if file.top[0] != "begin_save" or file.top.count("begin_save") != 1:
        yield "it begins with begin_save, once"
    if file.top.count("end_save") != 1:
        yield "it ends with end_save, once"


@rule
def steps_come_after_the_end_only(file: File) -> Iterator[str]:
    for node in file.top[: file.end]:
        if any(text.startswith("LOG\t") for text in commands.leaves(node)):
            yield "a logged step before end_save"
    for node in file.top[file.end + 1 :]:
        if not all(text.startswith("LOG\t") for text in commands.leaves(node)):
            yield f"behind end_save, not logged: {commands.leaves(node)[0][:30]!r}"


@rule
def sequences_are_legal(file: File) -> Iterator[str]:
    if commands.join_stream(commands.split_stream(file.text)) != file.text:
        yield "the text is not what its commands join to"


@rule
def every_trait_has_its_state(file: File) -> Iterator[str]:
    for command in file.added:
        if heap(command):
            continue
        types = chains.split_levels(command.type)
        states = chains.split_levels(command.state, len(types))
        if len(types) != len(states):
            yield f"piece {command.id}: {len(types)} traits, {len(states)} states"
        elif len(sequences.split(states[-1], ";")) < 3 and types[-1].startswith("piece;"):
            yield f"piece {command.id}: no map and point in '{states[-1]}'"


@rule
def points_are_numbers(file: File) -> Iterator[str]:
    for command in file.added:
        tokens = sequences.split(chains.split_levels(command.state)[-1], ";")
        if not all(re.fullmatch(r"-?\d{1,10}", token) for token in tokens[1:3]):
            yield f"piece {command.id} lies at {tokens[1:3]}"


@rule
def ids_are_unique(file: File) -> Iterator[str]:
    seen: set[str] = set()
    for command in file.added:
        if command.id in seen:
            yield command.id
        seen.add(command.id)


@rule
def stacks_come_after_their_pieces(file: File) -> Iterator[str]:
    pieces: set[str] = set()
    for command in file.added:
        if not heap(command):
            pieces.add(command.id)
            continue
        yield from (f"stack {command.id} names {name} too early" for name in members(command) if name not in pieces)


@rule
def no_piece_lies_in_two_stacks(file: File) -> Iterator[str]:
    where: dict[str, str] = {}
    for command in filter(heap, file.added):
        for name in members(command):
            if name in where:
                yield f"{name} in {where[name]} and {command.id}"
            where[name] = command.id


@rule
def stacks_say_their_layer_as_their_version_does(file: File) -> Iterator[str]:
    version = etree.fromstring(file.entries["savedata"]).findtext("VassalVersion") if "savedata" in file.entries else ""
    numbers = tuple(int(part) for part in re.findall(r"\d+", version or "")[:3])
    for command in file.added:
        if command.type == "stack" and members(command) and numbers and numbers < (3, 4, 8) and ";@@" in command.state:
            yield f"stack {command.id} has a layer in a file of {version}"


@rule
def the_game_has_begun(file: File) -> Iterator[str]:
    if "SETUP_STACK\t" not in file.top:
        yield "no SETUP_STACK: at-start pieces would be added again"


@rule
def maps_are_the_modules(file: File) -> Iterator[str]:
    if file.module is None:
        return
    known = {name for found in file.module.maps for name in (found.name, found.id)} | {"null"}
    for command in file.added:
        name = sequences.split(chains.split_levels(command.state)[-1], ";")[0]
        if name not in known:
            yield f"piece {command.id} on '{name}'"


@rule
def boards_are_the_modules(file: File) -> Iterator[str]:
    for name, *tokens in file.named("boards"):
        if len(tokens) % 3:
            yield f"'{name}': {len(tokens)} fields are no boards"
        found = file.module.map(name) if file.module else None
        for at in range(0, len(tokens) - 2, 3):
            board = sequences.split(tokens[at], "/")[0]
            if not (tokens[at + 1].isdecimal() and tokens[at + 2].isdecimal()):
                yield f"'{name}': board at {tokens[at + 1 : at + 3]}"
            if found is not None and found.board(board) is None:
                yield f"'{name}' has no board '{board}'"


@rule
def the_roster_names_each_player_once(file: File) -> Iterator[str]:
    seen: set[str] = set()
    for fields in file.named("player"):
        if len(fields) < 3 or not fields[0]:
            yield "a seat without id, name and side"
        elif fields[0] in seen:
            yield "a player with two seats"
        elif file.module and file.module.sides and fields[2] not in (*file.module.sides, OBSERVER):
            yield f"no side '{fields[2]}'"
        seen.add(fields[0])


@rule
def properties_have_a_container(file: File) -> Iterator[str]:
    for fields in file.named("property"):
        if len(fields) != 3 or (
            file.module and file.module.properties and (fields[2], fields[0]) not in file.module.properties
        ):
            yield f"{fields}"


@rule
def turns_name_a_level(file: File) -> Iterator[str]:
    for fields in file.named("turn"):
        current, *levels = sequences.split(fields[1] if len(fields) > 1 else "", "|")
        if not current.isdecimal() or int(current) >= max(1, len(levels)):
            yield f"{fields}"


@rule
def steps_speak_of_pieces_in_the_game(file: File) -> Iterator[str]:
    here = {command.id for command in file.added}
    for command in file.steps:
        if isinstance(command, AddPiece):
            yield from (
                f"stack {command.id} names {name}" for name in members(command) if heap(command) and name not in here
            )
            here.add(command.id)
        elif isinstance(command, MovePiece | ChangePiece) and command.id not in here:
            yield f"{command.id} is not there"


@rule
def changes_can_be_undone(file: File) -> Iterator[str]:
    for command in file.steps:
        if isinstance(command, ChangePiece) and command.old is None:
            yield f"a change of {command.id} without its old state"
