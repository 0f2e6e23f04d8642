"""Folders and files, on this machine or at any URL that fsspec knows (s3://, gs://, https://, sftp://, zip://…::…).

A place on this machine stays a plain path. Of a chained URL (`zip://inner::outer`) the outer part goes with every name.
"""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import fsspec

from adjudicator.batch.unit import File
from adjudicator.budget import open_file, spend
from adjudicator.errors import ReadError, Source
from adjudicator.game.kinds import is_text
from adjudicator.lean import dataclass

STAMPS = ("mtime", "ETag", "etag", "LastModified", "last_modified", "updated", "modified", "date_time", "CRC")
"""What systems call the time or tag of a file that changes with it."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What a folder holds: its files, the folders in it, and what is neither (a link that leads nowhere, a pipe), all by name."""

    files: tuple[File, ...]
    folders: tuple[str, ...]
    strays: tuple[File, ...] = ()
    """Also the files whose names are no text."""


@dataclass(frozen=True, slots=True)
class StorePlace:
    """A system of files and a path in it."""

    system: Any
    path: str
    chain: str

    @classmethod
    def at(cls, url: str) -> StorePlace:
        """Where a path or URL leads; ReadError if nothing here knows how to go there."""
        chain = url.partition("::")[2]
        local = "://" not in url
        try:
            system, path = fsspec.core.url_to_fs(url, **({} if local else {"use_listings_cache": False}))
        except (ValueError, ImportError) as error:
            raise ReadError(f"this address cannot be opened: {error}", Source(url)) from error
        return cls(system, path, f"::{chain}" if chain else "")

    @property
    def is_local(self) -> bool:
        return bool(self.system.protocol == "file" or "file" in self.system.protocol)

    def url(self, path: str) -> str:
        """How a path in this system is named outside it."""
        return path if self.is_local else f"{self.system.unstrip_protocol(path)}{self.chain}"

    def exists(self) -> bool:
        return bool(self.system.exists(self.path))

    def is_folder(self) -> bool:
        return bool(self.system.isdir(self.path))

    def file(self) -> File:
        """The file that lies here."""
        return self._file(self.system.info(self.path))

    def listing(self) -> Listing:
        """What lies in this folder. Links to folders are not followed: they may lead in a circle."""
        found = sorted(self.system.ls(self.path, detail=True), key=lambda each: str(each["name"]))
        inner = [each for each in found if each["name"].strip("/") != self.path.strip("/")]
        folders = (each for each in inner if each["type"] == "directory" and not each.get("islink"))
        files = [self._file(each) for each in inner if each["type"] == "file"]
        others = [self._file(each) for each in inner if each["type"] not in ("file", "directory")]
        return Listing(
            tuple(each for each in files if is_text(each.name)),
            tuple(self.url(each["name"]) for each in folders),
            (*others, *(each for each in files if not is_text(each.name))),
        )

    def _file(self, info: dict[str, Any]) -> File:
        path = str(info["name"])
        stamp = next((str(info[name]) for name in STAMPS if info.get(name)), "")
        return File(path.rstrip("/").rpartition("/")[2], self.url(path), int(info.get("size") or 0), stamp)


def fetch(file: File, folder: Path) -> Path:
    """A file where programs can open it: itself if it lies here, else a copy in `folder`. OSError if it cannot be had."""
    place = StorePlace.at(file.path)
    if place.is_local:
        return Path(place.path)
    target = folder / file.name
    with place.system.open(place.path, "rb") as source, target.open("wb") as copy:
        shutil.copyfileobj(source, copy, 1 << 20)
    return target


def opened(path: str) -> Any:
    """A file for reading here and there in it, of which no more is fetched than is read; OSError if it is no ordinary file."""
    place = StorePlace.at(path)
    return open_file(Path(place.path)) if place.is_local else place.system.open(place.path, "rb")


def bytes_at(path: str) -> bytes:
    """A file whole; OSError if it cannot be read, UnsafeFile if it is more than may be read at once."""
    with opened(path) as file:
        spend(file.seek(0, 2))
        file.seek(0)
        return bytes(file.read())


def shown(path: str) -> str:
    """A path as text: what the system could not decode of it is shown by its bytes."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def absolute(path: str) -> str:
    """A path or URL that means the same on every worker."""
    return path if "://" in path else str(Path(path).resolve())
