"""ZunTzu: game boxes (`.ztb`) and scenarios or saved games (`.zts`)."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.importers.format import Imported, Sample
from adjudicator.importers.zuntzu.wire import BOX_ENTRY, NAME
from adjudicator.model.module import Module

__all__ = ["EXTENSIONS", "NAME", "read", "sniff"]

EXTENSIONS = (".ztb", ".zts")
_GAME = re.compile(rb"<game[\s>]")
_OLD_GAME = re.compile(rb"<(?:game-box|layout|scenario)[\s>]")


def sniff(sample: Sample) -> bool:
    """A zip with a `game-box.xml`, or XML whose root is a game of a game box."""
    if sample.archive is not None:
        return BOX_ENTRY in sample.names
    head = sample.head.lstrip(b"\xef\xbb\xbf \t\r\n")
    found = _GAME.search(head) if head.startswith(b"<") else None
    return found is not None and (b"game-box=" in head or _OLD_GAME.search(head, found.end()) is not None)


def read(path: Path, module: Module | None = None) -> Imported:
    """A box, or a game under its box (the one given, or the one beside it that the game names by its hash)."""
    from adjudicator.importers.zuntzu import reader  # noqa: PLC0415 - loaded for its own files only

    return reader.read(path, module)
