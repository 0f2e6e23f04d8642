"""Opening zips that strangers made: bounded in entries, names and sizes, read entry by entry, never extracted.

The bounds come from real modules: up to 7,806 entries, 255 MB unpacked, honest ratios up to 471:1 in small entries.
"""

from __future__ import annotations

import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from adjudicator.budget import RATIO, RATIO_FROM, OverBudget, budget, check_growth, open_file, spend
from adjudicator.errors import CorruptFile, Source, UnsafeFile, reading
from adjudicator.lean import dataclass
from adjudicator.said import say
from adjudicator.writing import this_run

_PIECE = 1 << 16
"""So small that the next piece takes the memory of the one before it, which is quicker than new memory."""
_NO_ZIP = (
    *(zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, OSError, ValueError, NotImplementedError),
    *(struct.error, OverflowError, IndexError),
)
"""What is raised where a directory is none."""
_LOCAL_HEADER = struct.Struct("<26sHH")


@dataclass(frozen=True, slots=True)
class ZipLimits:
    """How much a zip may hold. The ratio counts only for entries above `ratio_from` bytes.

    Where it says nothing of an entry, that may be as large as the budget of memory lets it.
    """

    entries: int = 100_000
    entry: int | None = None
    total: int = 4 << 30
    ratio: int = RATIO
    ratio_from: int = RATIO_FROM


class Archive:
    """A zip's directory; entries are read on demand and no file stays open. `packed` is a zip that lies in another one.

    Names of directories are left out; an entry that is named twice counts once, the last one, as in `java.util.zip`.
    `misnamed` are entries with a backslash in their names, which nobody finds by the name that was meant.
    """

    def __init__(self, path: Path, limits: ZipLimits | None = None, packed: bytes | None = None) -> None:
        this_run().note(path)
        self.path = path
        self._packed = packed
        self.limits = limits or ZipLimits()
        with reading(file=path.name):
            self._entries = self._checked(self._directory())
        self.names = frozenset(self._entries)

    @property
    def order(self) -> tuple[str, ...]:
        """The entries' names as they lie in the file."""
        return tuple(self._entries)

    def written(self, name: str) -> tuple[int, ...]:
        """When an entry was packed: year, month, day, hour, minute, second of some clock; zeros if there is no such entry."""
        entry = self._entries.get(name)
        return entry.date_time if entry is not None else (0,) * 6

    def read(self, name: str) -> bytes:
        """An entry's content; its size is counted while unpacking, whatever the directory says."""
        return bytes(self.content(name))

    def content(self, name: str) -> bytearray:
        """The same without the copy, for large entries."""
        content = bytearray()
        for piece in self.pieces(name):
            content += piece
        return content

    def pieces(self, name: str) -> Iterator[bytes]:
        """The same piece by piece; CorruptFile behind the last one if the check sum is wrong."""
        with reading(file=self.path.name, entry=name):
            entry = self._entry(name)
            summed = size = 0
            for piece in self._pieces(entry):
                summed, size = zlib.crc32(piece, summed), size + len(piece)
                yield piece
            if summed != entry.CRC:
                raise CorruptFile(say("the entry's check sum is wrong"), Source(offset=size))

    def head(self, name: str, length: int) -> bytes:
        """The first bytes of an entry."""
        with reading(file=self.path.name, entry=name):
            found = bytearray()
            for piece in self._pieces(self._entry(name)):
                found += piece
                if len(found) >= length:
                    break
            return bytes(found[:length])

    def _entry(self, name: str) -> zipfile.ZipInfo:
        entry = self._entries.get(name)
        if entry is None:
            raise CorruptFile(say("no entry '{name}' in the zip", name))
        if entry.flag_bits & 1:
            raise CorruptFile("the entry is encrypted")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise CorruptFile(f"compression method {entry.compress_type}; VASSAL writes and reads only 0 and 8")
        return entry

    def _pieces(self, entry: zipfile.ZipInfo) -> Iterator[bytes]:
        """The entry's bytes, unpacked piece by piece under the limits."""
        size = 0
        unpacker = zlib.decompressobj(-15) if entry.compress_type == zipfile.ZIP_DEFLATED else None
        try:
            for packed in self._stored(entry):
                waiting = packed
                while waiting:
                    piece = waiting if unpacker is None else unpacker.decompress(waiting, _PIECE)
                    # behind the end of the packed bytes nothing is consumed any more
                    waiting = b"" if unpacker is None or unpacker.eof else unpacker.unconsumed_tail
                    size += len(piece)
                    spend(len(piece))
                    self._check_growth(entry, size)
                    yield piece
            if unpacker is not None:
                last = unpacker.flush()
                size += len(last)
                yield last
        except (zlib.error, OSError, OverflowError, ValueError) as error:
            raise CorruptFile(f"the entry cannot be unpacked ({error})", Source(offset=size)) from error
        if unpacker is not None and not unpacker.eof:
            raise CorruptFile(say("the entry ends too early"), Source(offset=size))

    def _opened(self) -> BinaryIO:
        return open_file(self.path) if self._packed is None else BytesIO(self._packed)

    def _directory(self) -> list[zipfile.ZipInfo]:
        try:
            with self._opened() as file, zipfile.ZipFile(file) as opened:
                return opened.infolist()
        except _NO_ZIP as error:
            raise CorruptFile(
                say("not a readable zip file ({why}), so perhaps not all of it has arrived", error)
            ) from error

    def _stored(self, entry: zipfile.ZipInfo) -> Iterator[bytes]:
        """The entry's bytes as they lie in the file, behind its local header."""
        with self._opened() as file:
            file.seek(entry.header_offset)
            header = file.read(_LOCAL_HEADER.size)
            if len(header) < _LOCAL_HEADER.size or not header.startswith(b"PK\3\4"):
                raise CorruptFile(
                    say("the zip's directory leads to no entry"),
                    Source(offset=entry.header_offset),
                )
            name_length, extra_length = _LOCAL_HEADER.unpack(header)[1:]
            file.seek(name_length + extra_length, 1)
            left = entry.compress_size
            while left and (packed := file.read(min(left, _PIECE))):
                left -= len(packed)
                yield packed
            if left:
                raise CorruptFile(say("the file ends {left} bytes before the entry does, so ask for it again", left))

    def _check_growth(self, entry: zipfile.ZipInfo, size: int) -> None:
        limits = self.limits
        if limits.entry is None and size > budget().memory:
            raise OverBudget
        if limits.entry is not None and size > limits.entry:
            raise UnsafeFile(f"unpacks to more than {limits.entry} bytes", Source(offset=size))
        check_growth(entry.compress_size, size, limits.ratio, limits.ratio_from)

    def _checked(self, found: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
        if len(found) > self.limits.entries:
            raise UnsafeFile(f"{len(found)} entries, more than {self.limits.entries}")
        total = sum(entry.file_size for entry in found)
        if total > self.limits.total:
            raise UnsafeFile(f"unpacks to {total} bytes, more than {self.limits.total}")
        entries: dict[str, zipfile.ZipInfo] = {}
        misnamed: list[str] = []
        for entry in found:
            _check_name(entry)
            self._check_size(entry)
            if "\\" in entry.filename:
                misnamed.append(entry.filename)
                continue
            if not entry.is_dir():
                entries[entry.filename] = entry
        self.misnamed = tuple(misnamed)
        return entries

    def _check_size(self, entry: zipfile.ZipInfo) -> None:
        """Refuse what announces itself as too large, before unpacking any of it."""
        limits = self.limits
        ratio = entry.file_size > limits.ratio_from and entry.file_size > limits.ratio * max(1, entry.compress_size)
        if ratio or (limits.entry is not None and entry.file_size > limits.entry):
            message = f"unpacks from {entry.compress_size} to {entry.file_size} bytes"
            raise UnsafeFile(message, Source(entry=entry.filename))


def _check_name(entry: zipfile.ZipInfo) -> None:
    """No name may lead out of the archive, be a link, or mean another place on another system."""
    name = entry.filename
    source = Source(entry=name)
    if not name:
        raise CorruptFile("an entry without a name", Source(offset=entry.header_offset))
    if name.startswith(("/", "\\")) or name[1:2] == ":":
        raise UnsafeFile("an entry with an absolute name", source)
    if ".." in name.replace("\\", "/").split("/"):
        raise UnsafeFile("an entry whose name leads elsewhere", source)
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise UnsafeFile("an entry that is a link", source)
