"""What a format is, and what reading a file gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.notes import Note


@dataclass(frozen=True, slots=True)
class Imported:
    """A file as read: `kind` is "module", "extension", "save" or "log"; `state` is a log's start.

    `carried` is what the format keeps beside these, such as an extension's tree.
    """

    kind: str
    format: str
    module: Module | None = None
    state: GameState | None = None
    log: GameLog | None = None
    notes: tuple[Note, ...] = ()
    carried: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: `sniff` looks at the content and says whether it is this one, `read` gives what is in it.

    `read` gets the module that the file belongs to, if one is at hand.
    """

    name: str
    extensions: tuple[str, ...]
    sniff: Callable[[Path], bool]
    read: Callable[[Path, Module | None], Imported]
