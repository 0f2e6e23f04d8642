"""The pictures on the table: those of boards and of pieces."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.errors import ReadError
from adjudicator.exporters.vassal.tree import TreeComponent
from adjudicator.importers.vassal.wire import chains, commands, sequences, traits
from adjudicator.importers.vassal.wire.commands import AddPiece, Command, Verbatim

MODULE = "VASSAL.build.module."
PIECES = ("VASSAL.build.widget.PieceSlot", "VASSAL.build.widget.CardSlot", MODULE + "PrototypeDefinition")


def images_of(root: TreeComponent) -> set[str]:
    """The images on the table: those of boards and of pieces, without which nothing would fit."""
    found = {part.get("image") for part in root.walk() if part.kind == MODULE + "map.boardPicker.Board"}
    for part in root.walk():
        if part.kind in PIECES and part.text:
            found.update(_images_in(part.text))
    found.discard("")
    return found


def decoded(text: str) -> Command:
    """The command of a text; one that cannot be read stands as it is."""
    try:
        return commands.decode(text)
    except ReadError:
        return Verbatim(text)


def _images_in(text: str) -> Iterator[str]:
    command = decoded(text)
    if not isinstance(command, AddPiece) or command.type == "stack":
        return
    for kind in chains.split_levels(command.type):
        trait = traits.parse(kind)
        match trait.prefix:
            case "piece;":
                yield trait.text("image")
            case "emb2;":
                yield from trait.items("images")
            case "emb;":
                yield from (sequences.split(level, ",")[0] for level in trait.rest("levels*"))
            case "obs;":
                yield trait.text("image")
                if trait.text("style").startswith("G"):
                    yield trait.text("style")[1:]
            case "markmoved;":
                yield trait.text("icon")
            case "placemark;" | "replace;":
                if trait.text("marker").startswith("+/"):
                    yield from _images_in(trait.text("marker"))
