"""Files being written have a name of their own beside the place they go to; those that a killed run left are removed."""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import sys
import time
import uuid
from contextlib import suppress
from pathlib import Path

_NAME = re.compile(r"\.adjudicator-([0-9a-f]{12})-(\d{1,10})-")
_MACHINE = f"{uuid.getnode():012x}"
_DAY = 24 * 60 * 60
_QUERY = 0x1000
"""PROCESS_QUERY_LIMITED_INFORMATION."""
_tidied: set[Path] = set()


def prefix() -> str:
    """How the names of unfinished files of this run begin: they tell the machine and the process."""
    return f".adjudicator-{_MACHINE}-{os.getpid()}-"


def tidy(folder: Path) -> None:
    """Remove, once a run, what runs that are no more left in a folder; what cannot be removed stays."""
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
    if path.is_dir() and not path.is_symlink():
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
