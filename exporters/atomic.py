"""Outputs are made beside their place and moved into it, so that a failure leaves the old file whole."""

from __future__ import annotations

import os
import tempfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from adjudicator.errors import Source, WriteError
from adjudicator.exporters.unfinished import prefix, tidy
from adjudicator.harmless import harmless

EPOCH = (1980, 1, 1, 0, 0, 0)
PACKED = (".png", ".jpg", ".jpeg", ".gif", ".vsav", ".vlog", ".sav", ".log", ".wav", ".mp3", ".ogg")
"""Endings of what is packed already, and stored in an archive as it is."""


def require_room(path: Path) -> None:
    """Refuse a place where nothing can be written: what is found out now is not found out after long work."""
    folder = path if path.is_dir() else path.parent
    try:
        handle, name = tempfile.mkstemp(prefix=prefix(), dir=folder)
    except OSError as error:
        raise WriteError(f"cannot be written: {error.strerror}", Source(str(path))) from error
    os.close(handle)
    Path(name).unlink()


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A file in the same folder to write to; it takes the place of `path` if all goes well and vanishes if not."""
    try:
        tidy(path.parent)
        handle, name = tempfile.mkstemp(prefix=prefix(), suffix=path.suffix, dir=path.parent)
    except OSError as error:
        raise WriteError(f"cannot be written: {error.strerror}", Source(str(path))) from error
    os.close(handle)
    beside = Path(name)
    try:
        yield beside
        _settle(beside, path)
    except WriteError as error:
        if error.source.file == str(beside):
            error.source = Source(str(path))
        raise
    except OSError as error:
        raise WriteError(f"cannot be written: {error.strerror or error}", Source(str(path))) from error
    finally:
        beside.unlink(missing_ok=True)


def write_bytes(path: Path, data: bytes) -> None:
    """Put the bytes at `path`, all or nothing."""
    with replacing(path) as beside:
        beside.write_bytes(data)


def write_text(path: Path, text: str) -> None:
    """Put text for people at `path` as UTF-8, all or nothing; signs that would act are shown instead."""
    write_bytes(path, harmless(text).encode("utf-8"))


def dateless(name: str) -> zipfile.ZipInfo:
    """An archive's entry with a fixed date and fixed rights, so that the same content gives the same bytes."""
    about = zipfile.ZipInfo(name, EPOCH)
    about.compress_type = zipfile.ZIP_STORED if name.lower().endswith(PACKED) else zipfile.ZIP_DEFLATED
    about.external_attr = 0o644 << 16
    about.create_system = 3
    return about


def dated(name: str) -> zipfile.ZipInfo:
    """An entry of a module, with the time of writing, or of SOURCE_DATE_EPOCH where the same bytes are wanted.

    VASSAL keeps the tiles of a board until the entry in the module is younger than they are: an entry without a date
    never is, and the old picture stays.
    """
    about = dateless(name)
    told = os.environ.get("SOURCE_DATE_EPOCH", "")
    now = time.gmtime(int(told)) if told.isdecimal() else time.localtime()
    about.date_time = max(now[:6], EPOCH)
    return about


@contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """A folder beside `path` to fill; it becomes `path`, which must not be there yet, if all goes well."""
    if path.exists():
        raise WriteError("this is there already; name a new folder", Source(str(path)))
    try:
        tidy(path.parent)
        with tempfile.TemporaryDirectory(prefix=prefix(), dir=path.parent) as made:
            beside = Path(made) / path.name
            beside.mkdir()
            yield beside
            beside.rename(path)
    except OSError as error:
        raise WriteError(f"cannot be written: {error.strerror or error}", Source(str(path))) from error


def _settle(beside: Path, path: Path) -> None:
    """Move the finished file into place with the rights a newly created file would have, or the old file's."""
    if path.exists():
        mode = path.stat().st_mode & 0o777
    else:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    beside.chmod(mode)
    beside.replace(path)
