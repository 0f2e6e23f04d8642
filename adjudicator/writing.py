"""The one gate through which files are written: beside their place, flushed, moved there whole, and told.

What may be replaced is decided here alone:

- A file that the user named is replaced as by any tool. A file of a game that does not carry our mark and a file that was read
  in this run are not, nor one that is write-protected: UsageError, unless he said so (`forced`).
- A file that nobody named never replaces anything: `free` gives it a name that is not taken.
- A file that a command changes in its place, such as a pack's own, was read for just that: `rewrite_text`.

The check is made before long work (`refuse_overwrite`) and again when the file is moved into its place.
"""

from __future__ import annotations

import errno
import filecmp
import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import field
from pathlib import Path

from adjudicator.errors import Source, UsageError, WriteError
from adjudicator.game_files import is_game
from adjudicator.harmless import harmless
from adjudicator.lean import dataclass
from adjudicator.marks import OutputKind, OutputMark, as_comment, as_line, mark_of
from adjudicator.said import say
from adjudicator.unfinished import exchanged, moved_aside, prefix, tidy

READ = say("this file was read, and what was read is never written over; name another file, or say --force")
GAME = say("this is a file of a game that we did not write, never written over; name another file, or say --force")
PROTECTED = say("this file is write-protected; name another file, or say --force")
STRANGE = say("this is no ordinary file, so nothing can be moved into its place")
NOT_EMPTY = say("this is there already; name a new or empty folder, or say --force, which moves the old one aside")
MOST_READ = 100_000
"""Files that are remembered as read, in a program that never ends."""


@dataclass(slots=True)
class Run:
    """What one command does: which files it read, and which it wrote.

    A program that uses the library and opens no `run` may write over what it read earlier, but for a game's own files.
    """

    remembers: bool = True

    written: list[Path] = field(default_factory=list)
    """In the order of writing, each once; nothing is remembered outside of `run`."""
    targets: list[Path] = field(default_factory=list)
    """The outputs that the user named."""
    _read: dict[tuple[int, int], set[Path]] = field(default_factory=dict)
    _free: dict[Path, Path] = field(default_factory=dict)
    """Names given out by `free` and not written yet, with what was asked for."""

    def note(self, path: Path) -> None:
        """Remember a file as read; by device and inode, so under all its names."""
        if not self.remembers:
            return
        with suppress(OSError):
            self._read.setdefault(_identity(path), set()).add(path.absolute())
        if len(self._read) > MOST_READ:
            self._read.pop(next(iter(self._read)))

    def has_read(self, path: Path) -> bool:
        """Whether a file was read, under whatever name. A file that has got the inode of one that is gone was not."""
        return any(each.exists() and each.samefile(path) for each in self._read.get(_identity(path), ()))

    def reserve(self, path: Path) -> Path:
        """A name that is not taken in the folder: this one, or the same with a number."""
        taken = {each.name for each in self._free if each.parent == path.parent}
        with suppress(OSError):
            taken |= {each.name for each in path.parent.iterdir()}
        found = path.with_name(free_name(path.name, taken))
        self._free[found] = path
        return found

    def reserved(self, path: Path) -> Path | None:
        """What was asked for when this name was given out; None if it was not."""
        return self._free.pop(path, None)


_run: ContextVar[Run] = ContextVar("_run", default=Run(remembers=False))  # noqa: B039 - it remembers nothing
_force: ContextVar[bool] = ContextVar("_force", default=False)
_collecting: ContextVar[tuple[list[Path], ...]] = ContextVar("_collecting", default=())
_added: ContextVar[list[Path]] = ContextVar("_added", default=[])  # noqa: B039 - never written to


@contextmanager
def run() -> Iterator[Run]:
    """A run of its own: what was read and written before does not count in it."""
    made = Run()
    told, now = _collecting.set((made.written,)), _run.set(made)
    try:
        yield made
    finally:
        _run.reset(now)
        _collecting.reset(told)


def this_run() -> Run:
    """The run that goes on."""
    return _run.get()


@contextmanager
def forced(force: bool) -> Iterator[None]:
    """Meanwhile what the user names is written over whatever it is, if `force` is so."""
    before = _force.set(_force.get() or force)
    try:
        yield
    finally:
        _force.reset(before)


@contextmanager
def collected() -> Iterator[list[Path]]:
    """The paths that are written meanwhile, each once, in order."""
    found: list[Path] = []
    before = _collecting.set((*_collecting.get(), found))
    try:
        yield found
    finally:
        _collecting.reset(before)


@contextmanager
def quietly() -> Iterator[None]:
    """Meanwhile nothing is told: for what the program keeps for itself, and what goes on to another place at once."""
    before = _collecting.set(())
    try:
        yield
    finally:
        _collecting.reset(before)


@contextmanager
def together() -> Iterator[None]:
    """Files that belong together: those that were added meanwhile are taken back if not all can be written."""
    added: list[Path] = []
    before = _added.set(added)
    try:
        yield
    except BaseException:
        for path in reversed(added):
            remove(path)
        raise
    finally:
        _added.reset(before)


def refuse_overwrite(path: Path, *inputs: Path) -> None:
    """Refuse what could not be written, or not be replaced: what is found out now is not found out after long work.

    UsageError for what may not be replaced, one of the inputs among them; WriteError for a place where nothing can be written.
    """
    if not _force.get() and any(path.exists() and each.exists() and path.samefile(each) for each in inputs):
        raise UsageError(READ, "", path)
    _require_replaceable(path)
    folder = path if path.is_dir() else _place(path).parent
    try:
        handle, name = tempfile.mkstemp(prefix=prefix(), dir=folder)
    except OSError as error:
        raise _unwritten(path, error) from error
    os.close(handle)
    Path(name).unlink()


def free(path: Path) -> Path:
    """A name for a file that the user did not name: this one, or the same with a number if it is taken.

    What is written there then never replaces anything. If what was asked for is there already, byte for byte (entry for entry, of
    a zip), it stays, and nothing is added.
    """
    return _run.get().reserve(path)


def inside(folder: Path, name: str) -> Path:
    """A file of that name in a folder that the user named: a free name, or under `forced` this one."""
    return folder / name if _force.get() else free(folder / name)


def free_name(name: str, taken: set[str]) -> str:
    """The name, or the same with a number if it is taken; names that differ in case alone are one name on many systems."""
    lowered = {each.casefold() for each in taken}
    stem, dot, ending = name.rpartition(".")
    stem, ending = (stem, dot + ending) if stem else (name, "")
    number, found = 1, name
    while found.casefold() in lowered:
        number += 1
        found = f"{stem} ({number}){ending}"
    return found


def tell(path: Path) -> None:
    """Count a path as written that another program's library, or another process, has written."""
    _tell(path)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file in the same folder to write to; it takes the place of `path` if all goes well and vanishes if not."""
    _require_replaceable(path)
    with _beside(path, path.suffix) as beside:
        yield beside
        _require_replaceable(path)
        _settle(beside, path)


def write_bytes(path: Path, data: bytes) -> None:
    """Put the bytes at `path`, all or nothing."""
    with replacing(path) as beside:
        beside.write_bytes(data)


def write_text(path: Path, text: str) -> None:
    """Put text for people at `path` as UTF-8, all or nothing; signs that would act are shown instead."""
    write_bytes(path, harmless(text).encode("utf-8"))


def write_report(path: Path, text: str) -> None:
    """The same of what people read, with the mark of our own output at its end, where the format has room for one."""
    mark = OutputMark(OutputKind.PICTURE if path.suffix.lower() == ".svg" else OutputKind.REPORT)
    put = {".svg": as_comment, ".html": as_comment, ".md": as_comment, ".txt": as_line}.get(path.suffix.lower())
    write_text(path, text + put(mark) if put else text)


def rewrite_bytes(path: Path, data: bytes) -> None:
    """The same for a file that is changed in its place, for which it was read. UsageError if it is write-protected."""
    if path.exists() and not (_force.get() or path.stat().st_mode & 0o222):
        raise UsageError(PROTECTED, "", path)
    with _beside(path, "") as beside:
        beside.write_bytes(data)
        _settle(beside, path)


def rewrite_text(path: Path, text: str) -> None:
    """The same for text."""
    rewrite_bytes(path, harmless(text).encode("utf-8"))


def append_line(path: Path, line: str) -> None:
    """Add to a journal, whose last line may be lost with the machine."""
    with path.open("a", encoding="utf-8") as file:
        file.write(line)
    _tell(path)


def make_folder(path: Path) -> None:
    """A folder and those above it, where they are not there yet."""
    missing = [each for each in (path, *path.parents) if not each.exists()]
    _run.get().reserved(path)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise WriteError(say("cannot be made: {why}", error.strerror or error), Source(str(path))) from error
    for each in reversed(missing):
        _tell(each, added=True)


def remove(path: Path) -> None:
    """Remove a file of the program's own, or an empty folder; it counts no more as written."""
    if path.is_dir():
        with suppress(OSError):  # somebody has put something into it
            path.rmdir()
    else:
        path.unlink(missing_ok=True)
    for paths in (*_collecting.get(), _added.get()):
        if path in paths:
            paths.remove(path)


def require_folder(path: Path, ours: Callable[[Path], bool] | None = None) -> None:
    """Refuse a folder that `new_folder` would not write."""
    if path.exists() and not path.is_dir():
        raise UsageError(say("this is a file; name a folder"), "", path)
    if path.exists() and any(path.iterdir()) and not _force.get() and not (ours and ours(path)):
        raise UsageError(NOT_EMPTY, "", path)


@contextmanager
def new_folder(path: Path, ours: Callable[[Path], bool] | None = None) -> Iterator[Path]:
    """A folder beside `path` to fill; it becomes `path` if all goes well. Whoever ends the program leaves the old or the new.

    What is there already must be empty, or such as `ours` says may go. Under `forced` anything else is moved aside, to a free
    name.
    """
    require_folder(path, ours)
    try:
        tidy(path.parent)
        with tempfile.TemporaryDirectory(prefix=prefix(), dir=path.parent, ignore_cleanup_errors=True) as made:
            beside = Path(made) / path.name
            beside.mkdir()
            with quietly():
                yield beside
            require_folder(path, ours)
            _put_folder(beside, path, goes=ours is not None and path.exists() and ours(path))
    except OSError as error:
        raise _unwritten(path, error) from error


def _put_folder(beside: Path, path: Path, *, goes: bool) -> None:
    there = path.exists()
    if there and not any(path.iterdir()):
        path.rmdir()
    elif there and not goes:
        aside = free(path)
        path.rename(aside)
        _tell(aside)
    elif there and exchanged(beside, path):
        _tell(path)
        return
    with moved_aside(path):
        beside.rename(path)
    _tell(path, added=not there)


@contextmanager
def _beside(path: Path, ending: str) -> Iterator[Path]:
    """A file to write to in the folder of `path`; it is gone afterwards, unless it was moved.

    Whoever writes by the name's `ending` gets one with it; without, nobody who looks for files by theirs finds it.
    """
    folder = _place(path).parent
    try:
        tidy(folder)
        handle, name = tempfile.mkstemp(prefix=prefix(), suffix=ending, dir=folder)
    except OSError as error:
        raise _unwritten(path, error) from error
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
    except WriteError as error:
        if error.source.file == str(beside):
            error.source = Source(str(path))
        raise
    except OSError as error:
        raise _unwritten(path, error) from error
    finally:
        beside.unlink(missing_ok=True)


def _settle(beside: Path, path: Path) -> None:
    """Move the finished file into place with the rights a newly created file would have, or the old file's."""
    _flush(beside)
    place, wanted = _place(path), _run.get().reserved(path)
    if wanted is not None:
        _settle_free(beside, path, wanted)
        return
    there = place.exists()
    beside.chmod(place.stat().st_mode & 0o777 if there else _usual_rights())
    try:
        beside.replace(place)
    except PermissionError as error:
        if there:
            raise WriteError(
                say("cannot be replaced ({why}): is it open in another program?", error.strerror), Source(str(path))
            ) from error
        raise
    _tell(path, added=not there)


def _settle_free(beside: Path, path: Path, wanted: Path) -> None:
    """Move the file to a name that nobody has taken, unless what was asked for is there already."""
    if wanted != path and wanted.is_file() and _same(wanted, beside):
        _tell(wanted)
        return
    beside.chmod(_usual_rights())
    try:
        put_new(beside, path)
    except FileExistsError:
        raise WriteError(say("another program has just put a file there; try again"), Source(str(path))) from None
    _tell(path, added=True)


def put_new(beside: Path, path: Path) -> None:
    """Give a finished file of the same folder a name that nobody has taken. FileExistsError if something is there."""
    try:
        os.link(beside, path)  # unlike a move it fails if something is there
    except FileExistsError:
        raise
    except OSError as error:  # a file system without such links
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from error
        beside.rename(path)


def _require_replaceable(path: Path) -> None:
    try:
        why = _why_not(_place(path))
    except OSError as error:
        raise _unwritten(path, error) from error
    if why:
        raise UsageError(why, "", path)


def _why_not(path: Path) -> str:
    """Why a file is not replaced, "" if it may be."""
    if path.is_dir() or not path.exists():
        return ""
    if not path.is_file():
        return STRANGE
    if _force.get():
        return ""
    if _run.get().has_read(path):
        return READ
    if is_game(path) and mark_of(path) is None:
        return GAME
    return "" if path.stat().st_mode & 0o222 else PROTECTED


def _place(path: Path) -> Path:
    """Where a file really lies: a link stays, and the file that it leads to is replaced."""
    return path.resolve() if path.is_symlink() else path


def _tell(path: Path, *, added: bool = False) -> None:
    for found in (*_collecting.get(), *([_added.get()] if added else [])):
        if path not in found:
            found.append(path)


def _same(one: Path, other: Path) -> bool:
    """Whether two files hold the same; of zips that is the same entries, whenever they were packed."""
    try:
        if zipfile.is_zipfile(one) and zipfile.is_zipfile(other):
            return _entries(one) == _entries(other)
        return filecmp.cmp(one, other, shallow=False)
    except (OSError, zipfile.BadZipFile):
        return False


def _entries(path: Path) -> list[tuple[str, int, int]]:
    with zipfile.ZipFile(path) as archive:
        return [(each.filename, each.file_size, each.CRC) for each in archive.infolist()]


def _flush(path: Path) -> None:
    """See a file on the disk, so that a machine that goes leaves no empty one under its name."""
    with path.open("r+b") as file:
        os.fsync(file.fileno())


def _usual_rights() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _identity(path: Path) -> tuple[int, int]:
    about = path.stat()
    return about.st_dev, about.st_ino


def _unwritten(path: Path, error: OSError) -> WriteError:
    return WriteError(say("cannot be written: {why}", error.strerror or error), Source(str(path)))
