"""Files being written have a name of their own beside the place they go to; those that a killed run left are removed."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_NAME = re.compile(r"\.adjudicator-([0-9a-f]{12})-(\d{1,10})-")
_MACHINE = f"{uuid.getnode():012x}"
_BEFORE = "before-"
_DAY = 24 * 60 * 60
_SWAP = 2
"""RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""
_HERE = -100
"""AT_FDCWD: names are meant from the current folder."""
_QUERY = 0x1000
"""PROCESS_QUERY_LIMITED_INFORMATION."""
_tidied: set[Path] = set()


def prefix() -> str:
    """How the names of unfinished files of this run begin: they tell the machine and the process."""
    return f".adjudicator-{_MACHINE}-{os.getpid()}-"


def exchanged(one: Path, other: Path) -> bool:
    """Let two folders change places in one step; whether that could be done: Linux and macOS can on most file systems."""
    names = os.fsencode(one), os.fsencode(other)
    if os.name == "nt":
        return False
    own = ctypes.CDLL(None)
    if hasattr(own, "renameat2"):
        return bool(own.renameat2(_HERE, names[0], _HERE, names[1], _SWAP) == 0)
    return hasattr(own, "renamex_np") and bool(own.renamex_np(*names, _SWAP) == 0)


@contextmanager
def moved_aside(folder: Path) -> Iterator[None]:
    """Meanwhile a folder has another name, under which `tidy` finds it if the run is ended; afterwards it is gone."""
    aside = folder.with_name(f"{prefix()}{_BEFORE}{folder.name}")
    there = folder.exists()
    if there:
        folder.rename(aside)
    try:
        yield
    except BaseException:
        if there:
            aside.rename(folder)
        raise
    if there:
        shutil.rmtree(aside, ignore_errors=True)


def tidy(folder: Path) -> None:
    """Remove, once a run, what runs that are no more left in a folder; what cannot be removed stays.

    A folder that was to be replaced and has not been gets its name back.
    """
    if folder in _tidied:
        return
    _tidied.add(folder)
    with suppress(OSError):
        for each in folder.glob(".adjudicator-*"):
            if _left(each):
                _remove(each)


def _left(path: Path) -> bool:
    """Whether nobody writes to it any more. A process of another machine has a day for its work."""
    match = _NAME.match(path.name)
    if match is None:
        return False
    if match[1] == _MACHINE:
        return not _runs(int(match[2]))
    return time.time() - path.stat().st_mtime > _DAY


def _remove(path: Path) -> None:
    name = path.name[match.end() :] if (match := _NAME.match(path.name)) else ""
    place = path.with_name(name.removeprefix(_BEFORE))
    if name.startswith(_BEFORE) and not place.exists():
        path.rename(place)
    elif path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _runs(process: int) -> bool:
    """Whether a process of this machine is alive."""
    if sys.platform == "win32":  # there os.kill would end it
        handle = ctypes.windll.kernel32.OpenProcess(_QUERY, False, process)
        if handle:
            ctypes.windll.kernel32.CloseHandle(handle)
        return bool(handle)
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
