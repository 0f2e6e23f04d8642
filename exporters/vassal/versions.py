"""What VASSAL 3.2 to 3.7 write differently, so that a file can be written for an older engine.

Facts: the build file's name changed at 3.5, stacks name a layer since 3.4.8, folders of components, deck owners and the last
field of trails came with 3.6, `extra1`, `extra2` and pieces' `UniqueID` with 3.7. Older engines pass over most of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from adjudicator.errors import WriteError
from adjudicator.exporters.vassal.module import metadata_with
from adjudicator.exporters.vassal.tree import TreeComponent
from adjudicator.importers.vassal.wire import chains, commands, sequences
from adjudicator.importers.vassal.wire.commands import AddPiece, ChangePiece, Command, Tree
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import dataclass

Version = tuple[int, int, int]

OLDEST: Version = (3, 2, 0)
TOO_NEW: Version = (3, 8, 0)
LAYERS_IN_STACKS: Version = (3, 4, 8)
XML_NAME: Version = (3, 5, 0)
FOLDERS: Version = (3, 6, 0)
EXTRAS: Version = (3, 7, 0)
FOLDER_CLASSES = "VASSAL.build.module.folder."
_DECK_FIELDS = 47
_TRAIL_FIELDS = 3


def version_of(text: str) -> Version:
    """`3.2` or `3.4.13` as numbers; WriteError for anything that is no version from 3.2 to 3.7."""
    found = re.fullmatch(r"([0-9]{1,3})\.([0-9]{1,3})(?:\.([0-9]{1,4}))?", text.strip())
    numbers = (int(found[1]), int(found[2]), int(found[3] or 0)) if found else (0, 0, 0)
    if not OLDEST <= numbers < TOO_NEW:
        raise WriteError(f"'{text}' is no version of VASSAL that we write for; 3.2 to 3.7 are")
    return numbers


def said(version: Version) -> str:
    """The version as files spell it."""
    return ".".join(map(str, version))


def build_file_name(version: Version) -> str:
    return "buildFile.xml" if version >= XML_NAME else "buildFile"


def metadata_for(data: bytes, version: Version) -> bytes:
    """A metadata entry that names the version and has the fields that it knows."""
    extras: dict[str, str | None] = {} if version >= EXTRAS else {"extra1": None, "extra2": None}
    return metadata_with(data, {"VassalVersion": said(version), **extras})


def build_for(root: TreeComponent, version: Version) -> TreeComponent:
    """A build file's tree for the version: it names it, and components leave folders that it does not know."""
    if "VassalVersion" in root.attributes or not root.kind.endswith("ModuleExtension"):
        root.attributes["VassalVersion"] = said(version)
    if "vassalVersion" in root.attributes:
        root.attributes["vassalVersion"] = said(version)
    if version < FOLDERS:
        for part in root.walk():
            part.children = list(_unfolded(part))
    return root


def _unfolded(part: TreeComponent) -> Iterator[TreeComponent]:
    for child in part.children:
        if child.kind.startswith(FOLDER_CLASSES):
            yield from _unfolded(child)
        else:
            yield child


@dataclass
class OlderCommands:
    """Commands of a save or log for an older version, in their order, since what a change means depends on the piece."""

    version: Version
    _types: dict[str, list[str]] = field(default_factory=dict)

    def tree(self, tree: Tree) -> Tree:
        """A tree of commands; as it is for a version that knows all of it."""
        if self.version >= EXTRAS:
            return tree
        return self._text(tree) if isinstance(tree, str) else [self.tree(each) for each in tree]

    def _text(self, text: str) -> str:
        logged = text.startswith("LOG\t")
        bare = text[4:] if logged else text
        if bare[:2] not in ("+/", "D/"):
            return text
        command = commands.decode(bare)
        made: Command = command
        if isinstance(command, AddPiece):
            made = self._added(command)
        elif isinstance(command, ChangePiece):
            types = self._types.get(command.id, ["stack"])
            old = None if command.old is None else self._state(types, command.old)
            made = ChangePiece(command.id, self._state(types, command.new), old)
        if made == command:
            return text
        return ("LOG\t" if logged else "") + commands.encode(made)

    def _added(self, command: AddPiece) -> AddPiece:
        types = chains.split_levels(command.type)
        self._types[command.id] = types
        kind = command.type
        if kind.startswith("deck;") and self.version < FOLDERS:
            tokens = sequences.split(kind[5:], ";")
            kind = "deck;" + sequences.join(tokens[:_DECK_FIELDS], ";") if len(tokens) > _DECK_FIELDS else kind
        return AddPiece(command.id, kind, self._state(types, command.state))

    def _state(self, types: list[str], state: str) -> str:
        if types[0] == "stack":
            return self._stack(state)
        if types[0].startswith("deck;"):
            return state
        levels = chains.split_levels(state, len(types)) if len(types) > 1 else [state]
        made = [self._own(kind, own) for kind, own in zip(types, levels, strict=False)]
        return state if made == levels else chains.join_levels(made)

    def _stack(self, state: str) -> str:
        if self.version >= LAYERS_IN_STACKS or ";@@" not in state:
            return state
        tokens = sequences.split(state, ";")
        return sequences.join([*tokens[:3], *(each for each in tokens[3:] if not each.startswith("@@"))], ";")

    def _own(self, kind: str, own: str) -> str:
        if kind.startswith("footprint;") and self.version < FOLDERS:
            tokens = sequences.split(own, ";")
            return sequences.join(tokens[: _TRAIL_FIELDS + whole(tokens[2])], ";") if len(tokens) > 2 else own
        if kind.startswith("piece;") and ";UniqueID;" in own:
            return _without_unique_id(own)
        return own


def _without_unique_id(state: str) -> str:
    tokens = sequences.split(state, ";")
    pairs = [(tokens[at], tokens[at + 1]) for at in range(5, len(tokens) - 1, 2)]
    kept = [pair for pair in pairs if pair[0] != "UniqueID"]
    if len(kept) == len(pairs):
        return state
    return sequences.join([*tokens[:4], str(len(kept)), *(text for pair in kept for text in pair)], ";")


def older_text(text: str, version: Version) -> str:
    """The text of a save or log for an older version."""
    return commands.join_stream(OlderCommands(version).tree(commands.split_stream(text)))
