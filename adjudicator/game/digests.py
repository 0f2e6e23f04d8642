"""What stands for a file's bytes and for this program, so that what was kept is known to be of the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from adjudicator.budget import bounded, open_file
from adjudicator.model.canonical import digest
from adjudicator.toml import files_in


@bounded
def file_digest(path: Path) -> str:
    """What stands for a file's bytes; OSError if it cannot be read, UnsafeFile if that takes longer than it may."""
    with open_file(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def folder_digest(path: Path, *endings: str) -> str:
    """What stands for the files of a folder that end so, or for a single file."""
    if path.is_file():
        return file_digest(path)
    wanted = (each for each in files_in(path, "**/*") if each.suffix in endings and each.is_file())
    return digest([(each.relative_to(path), file_digest(each)) for each in wanted])


def program_folders() -> list[Path]:
    """Where this program lies; to ask for it loads nothing of it.

    In a checkout two of its folders are links, and a walk of a folder follows none, so these are walked for themselves.
    """
    found = find_spec("adjudicator")
    if found is None or not found.origin:
        return []
    whole = Path(found.origin).parent
    return [whole, *(link.resolve() for link in sorted(whole.iterdir()) if link.is_symlink() and link.is_dir())]


@cache
def program_digest() -> str:
    """What stands for this program: another version may judge otherwise, and show it otherwise."""
    files = ((root, path) for root in program_folders() for path in _files(root.rglob("*")) if path.suffix != ".pyc")
    told = ((path.relative_to(root), path.stat()) for root, path in files)
    return digest([(path, about.st_size, about.st_mtime_ns) for path, about in told])


def _files(paths: Iterable[Path]) -> list[Path]:
    return sorted(path for path in paths if path.is_file())
