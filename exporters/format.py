"""What a file format of ours is: a name, its file name endings, what it can hold, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.notes import Note


@dataclass(frozen=True, slots=True)
class Format:
    """`accepts` are the types that `write` takes; `write(value, path)` is all or nothing and tells what was lost."""

    name: str
    extensions: tuple[str, ...]
    accepts: tuple[type, ...]
    write: Callable[[Any, Path], tuple[Note, ...]]
