"""Files that are dropped: bounded, written beside their place, moved there whole, and never over what lies there.

A zip, as players send by mail, stands for the saves, logs and modules in it.

The same bytes are the same file, whatever they are called now. Other bytes under a name that is taken get a number.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from anyio import to_thread

from adjudicator.desk.places import safe_name
from adjudicator.desk.shelf import entries
from adjudicator.errors import UsageError, WriteError
from adjudicator.game.digests import file_digest
from adjudicator.game.kinds import is_game_file, is_module_file
from adjudicator.game.packed import content_of, files_of
from adjudicator.lean import dataclass
from adjudicator.said import say
from adjudicator.unfinished import prefix, tidy
from adjudicator.writing import free_name, put_new

MOST_FILES = 2000
"""How many files a game's folder may hold before the desk puts no more into it."""
ROOM = 64 << 20
"""What is left free on the disk."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """What became of a dropped file: its name in the folder; `known` if it lay there already, `renamed` if it was taken."""

    name: str
    given: str
    known: bool = False

    @property
    def renamed(self) -> bool:
        return not self.known and self.name != self.given


def fitting_name(given: str) -> str:
    """The name under which a dropped file is kept; UsageError if it is nothing that a game's folder holds."""
    name = safe_name(given)
    if not (_is_wanted(name) or is_zip(name)):
        raise UsageError(say("this is no save, log or module (.vsav, .vlog, .vmod), nor a zip of them"))
    return name


def is_zip(name: str) -> bool:
    """Whether a file is named as a plain zip is."""
    return Path(name).suffix.lower() == ".zip"


def _is_wanted(name: str) -> bool:
    return is_game_file(Path(name)) or is_module_file(Path(name))


async def receive(given: str, body: AsyncIterator[bytes], folder: Path) -> list[Arrived]:
    """Take a file in as it comes and put it, or what a zip holds, into the folder.

    ReadError for a zip that is none; UsageError or WriteError if it is not taken.
    """
    name = fitting_name(given)
    if len(entries(folder)) >= MOST_FILES:
        raise UsageError(say("this folder holds {count} files already", MOST_FILES))
    handle, path = _begun(folder)
    beside = Path(path)
    try:
        with os.fdopen(handle, "wb") as target:
            digest = await _write(body, target, folder)
        if is_zip(name):
            return await to_thread.run_sync(_unpack, beside, folder)
        return [await to_thread.run_sync(_settle, beside, digest, name, folder)]
    except OSError as error:
        raise WriteError(say("cannot be written: {why}", error.strerror or error)) from error
    finally:
        beside.unlink(missing_ok=True)


def _unpack(zipped: Path, folder: Path) -> list[Arrived]:
    """Take in what a zip holds; UsageError if that is nothing of a game."""
    wanted = files_of(zipped)
    if len(entries(folder)) + len(wanted) > MOST_FILES:
        raise UsageError(say("this folder holds {count} files already", MOST_FILES))
    return [_taken_out(zipped, each, folder) for each in wanted]


def _taken_out(zipped: Path, entry: str, folder: Path) -> Arrived:
    content = content_of(zipped, entry)
    if shutil.disk_usage(folder).free < len(content) + ROOM:
        raise WriteError(say("the disk is full"))
    handle, path = _begun(folder)
    beside = Path(path)
    try:
        with os.fdopen(handle, "wb") as target:
            target.write(content)
        return _settle(beside, hashlib.sha256(content).hexdigest(), safe_name(entry), folder)
    finally:
        beside.unlink(missing_ok=True)


def take_over(path: Path, folder: Path) -> Arrived:
    """Move a file that waited elsewhere into a game's folder, as if it had been dropped there."""
    arrived = copy_into(path, folder)
    try:
        path.unlink()
    except OSError as error:
        raise WriteError(say("cannot be written: {why}", error.strerror or error)) from error
    return arrived


def copy_into(path: Path, folder: Path) -> Arrived:
    """Put a copy of a file into a game's folder, as if it had been dropped there."""
    handle, beside = _begun(folder)
    os.close(handle)
    try:
        shutil.copyfile(path, beside)
        return _settle(Path(beside), file_digest(path), path.name, folder)
    except OSError as error:
        raise WriteError(say("cannot be written: {why}", error.strerror or error)) from error
    finally:
        Path(beside).unlink(missing_ok=True)


def _begun(folder: Path) -> tuple[int, str]:
    """An unfinished file in the folder, and no more there of those whose desk was ended."""
    tidy(folder)
    return tempfile.mkstemp(prefix=prefix(), dir=folder)


async def _write(body: AsyncIterator[bytes], target: BinaryIO, folder: Path) -> str:
    digest = hashlib.sha256()
    async for chunk in body:
        if shutil.disk_usage(folder).free < len(chunk) + ROOM:
            raise WriteError(say("the disk is full"))
        digest.update(chunk)
        target.write(chunk)
    return digest.hexdigest()


def _settle(beside: Path, digest: str, name: str, folder: Path) -> Arrived:
    """Move the file to its place, unless it lies in the folder already."""
    if twin := _twin(beside, digest, folder):
        return Arrived(twin.name, name, known=True)
    beside.chmod(0o644)
    while True:
        place = folder / free_name(name, {each.name for each in entries(folder)})
        with suppress(FileExistsError):
            put_new(beside, place)
            return Arrived(place.name, name)


def _twin(beside: Path, digest: str, folder: Path) -> Path | None:
    """The file of the folder that holds the same bytes."""
    size = beside.stat().st_size
    alike = (each for each in entries(folder) if each.is_file() and each.stat().st_size == size and each != beside)
    kept = (each for each in alike if is_game_file(each) or is_module_file(each))
    return next((each for each in kept if file_digest(each) == digest), None)
