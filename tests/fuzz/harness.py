"""What a harness is: something that takes any bytes, and ends with a value or with one error of ours; all else is a finding."""

from __future__ import annotations

import atexit
import shutil
import tempfile
import traceback
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from adjudicator.errors import AdjudicatorError
from tests.importers.bearing import is_fit, use


@dataclass(frozen=True)
class Harness:
    """Something that reads, inputs to begin with, and words that mean something to it."""

    read: Callable[[bytes], object]
    seeds: Callable[[], Iterable[bytes]]
    words: tuple[str, ...] = ()


@cache
def workshop() -> Path:
    """A folder for the file that is being read; in memory where there is one."""
    shared = Path("/dev/shm")  # noqa: S108 - one's own folder within it
    folder = Path(tempfile.mkdtemp(prefix="adjudicator-fuzz-", dir=shared if shared.is_dir() else None))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def put(name: str, data: bytes) -> Path:
    path = workshop() / name
    path.write_bytes(data)
    return path


def filed(name: str, read: Callable[[Path], object] = use) -> Callable[[bytes], object]:
    """A reader of files, given a file of that name."""
    return lambda data: read(put(name, data))


class Unfit(Exception):  # noqa: N818 - what the error is
    """An error of ours that is no single short line."""


def attempt(read: Callable[[bytes], object], data: bytes) -> Exception | None:
    """What goes wrong with an input beyond an error that a reader may give."""
    try:
        read(data)
    except AdjudicatorError as error:
        return None if is_fit(error) else Unfit(repr(str(error)))
    except Exception as error:  # noqa: BLE001 - that is what is looked for
        return error
    return None


def place(error: Exception) -> str:
    """Where in the code an error comes from: its kind and the last line of ours."""
    ours = [each for each in traceback.extract_tb(error.__traceback__) if "/site-packages/" not in each.filename]
    return f"{type(error).__name__} {Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else type(error).__name__
