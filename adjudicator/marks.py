"""The mark inside a file that this program wrote: what kind it is and what it was made from, whatever the file is called.

In a zip it is an entry of its own, which VASSAL and others pass over, since they ask for entries by name; in a PNG a `tEXt`
chunk, in XML, HTML and Markdown a comment, in JSON a key, in plain text the last line. A mark of a game's file is sealed with the
digest of all else in it: once somebody worked on with the file, the mark does not hold any more, and the file is theirs.
A mark holds no secret: what is not in the file itself is in no digest either.
"""

from __future__ import annotations

import hashlib
import re
import struct
import zipfile
import zlib
from enum import StrEnum
from pathlib import Path

from adjudicator.budget import bounded, bytes_of, open_file
from adjudicator.errors import UnsafeFile
from adjudicator.lean import dataclass

ENTRY = "made_by_adjudicator"
"""The zip's entry."""
KEY = "made_by"
"""The key in JSON."""


class OutputKind(StrEnum):
    """What our own output is."""

    JUDGED = "judged log"
    FOR_ONE = "save for one side"
    SCRUBBED = "scrubbed"
    CONVERTED = "converted"
    MODULE = "module"
    PICTURE = "picture"
    REPORT = "report"


@dataclass(frozen=True, slots=True)
class OutputMark:
    """What a file says of itself: its kind and what stands for the file that it was made from, "" where nothing is told."""

    kind: OutputKind
    origin: str = ""

    def __str__(self) -> str:
        return f"made by adjudicator: {self.kind}" + (f"; from {self.origin}" if self.origin else "")


_UNSEALED = "0" * 64
_MARK = re.compile(
    rb"made by adjudicator: ("
    + "|".join(OutputKind).encode()
    + rb")(?:; from ([0-9a-f]{64}))?(?:; sealed ([0-9a-f]{64}))?"
)
_FORMAT = re.compile(rb'\n  "format": "adjudicator-(?:audit|report)-\d+"')
"""The key by which an audit or a report in JSON says what it is."""
_UNPLAYED = (OutputKind.PICTURE.encode(), OutputKind.REPORT.encode())
_ENDS = 1 << 13
"""So many bytes at the beginning and at the end of a file may hold the mark."""
_ABOUT = ("savedata", "moduledata")
_ZIP, _PNG = b"PK\x03\x04", b"\x89PNG\r\n\x1a\n"
_PNG_END = struct.pack(">I", 0) + b"IEND" + struct.pack(">I", zlib.crc32(b"IEND"))
_UNREADABLE = (
    OSError,
    ValueError,
    EOFError,
    RuntimeError,
    NotImplementedError,
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    UnsafeFile,
)


def mark_of(path: Path) -> str | None:
    """The kind of our own output that a file is; None for any other file, for what cannot be read and for a folder."""
    found = read_mark(path)
    return found.kind.value if found else None


def read_mark(path: Path) -> OutputMark | None:
    """The mark of a file, None if it has none that holds."""
    try:
        return _read(path)
    except _UNREADABLE:
        return None


@bounded
def _read(path: Path) -> OutputMark | None:
    with open_file(path) as file:
        head = file.read(_ENDS)
        size = file.seek(0, 2)
        file.seek(max(len(head), size - _ENDS))
        tail = file.read(_ENDS)
    return _of_zip(path) if head.startswith(_ZIP) else _of_plain(path, head, tail)


@bounded
def contents(path: Path) -> str:
    """What stands for all that a file holds but a mark of ours; a zip packed again stands for the same.

    OSError, BadZipFile, UnsafeFile if that takes more than it may.
    """
    with open_file(path) as file:
        packed = file.read(len(_ZIP)) == _ZIP
    if packed:
        with open_file(path) as file, zipfile.ZipFile(file) as archive:
            return _entries(archive)
    data = bytes_of(path)
    return _all_but(data, _MARK.search(data))


def occasion(path: Path) -> str:
    """What stands for the hour and the words with which VASSAL saved a file, "" if it does not tell them.

    A copy without players' ids, or for one side, says what it was made from by this alone: the digest of all that the original
    holds would let a reader try out what stands there in place of what he may not know.
    """
    try:
        told = _sums_of(path)
    except _UNREADABLE:
        return ""
    return hashlib.sha256(repr(sorted(told.items())).encode()).hexdigest() if _ABOUT[0] in told else ""


@bounded
def _sums_of(path: Path) -> dict[str, int]:
    """The check sums of the entries that tell when a file was saved."""
    with open_file(path) as file, zipfile.ZipFile(file) as archive:
        return {each.filename: each.CRC for each in archive.infolist() if each.filename in _ABOUT}


def origin_of(path: Path) -> str:
    """What the mark of a copy with all that a file holds says of it: the file, or what that itself was such a copy of."""
    found = read_mark(path)
    if found is not None and found.kind is OutputKind.JUDGED and found.origin:
        return found.origin
    try:
        return contents(path)
    except _UNREADABLE:
        return ""


def put_in_zip(archive: zipfile.ZipFile, mark: OutputMark) -> None:
    """Mark an archive that is being written, as its last entry."""
    about = zipfile.ZipInfo(ENTRY)
    about.compress_type = zipfile.ZIP_STORED
    about.external_attr = 0o644 << 16
    about.create_system = 3
    archive.writestr(about, f"{mark}; sealed {_entries(archive)}\n")


def put_in_png(path: Path, mark: OutputMark) -> None:
    """Mark a picture that was written, before the end that every PNG has; a file that does not end so stays as it is."""
    with path.open("r+b") as file:
        file.seek(-len(_PNG_END), 2)
        if file.read() == _PNG_END:
            file.seek(-len(_PNG_END), 2)
            file.write(_chunk(mark) + _PNG_END)


def png_marked(data: bytes, mark: OutputMark) -> bytes:
    """A PNG's bytes with the mark."""
    return data.removesuffix(_PNG_END) + _chunk(mark) + _PNG_END


def as_comment(mark: OutputMark | str) -> str:
    """The mark as the last line of SVG, HTML or Markdown, which no reader shows."""
    return f"<!-- {mark} -->\n"


def as_line(mark: OutputMark) -> str:
    """The mark as the last line of a plain text."""
    return f"({mark})\n"


def unsealed(mark: OutputMark) -> str:
    """The mark as a text in a game's file that is no zip, to be sealed when the file is whole."""
    return f"{mark}; sealed {_UNSEALED}"


def sealed(data: bytes) -> bytes:
    """A game's file with its mark sealed: the digest of all else in it stands in the place kept for it."""
    found = _MARK.search(data)
    if found is None or found[3] != _UNSEALED.encode():
        return data
    return data[: found.start(3)] + _all_but(data, found).encode() + data[found.end(3) :]


def _chunk(mark: OutputMark) -> bytes:
    body = b"tEXt" + b"Comment\0" + str(mark).encode()
    return struct.pack(">I", len(body) - 4) + body + struct.pack(">I", zlib.crc32(body))


def _entries(archive: zipfile.ZipFile) -> str:
    """What stands for an archive's entries: names, sizes and check sums, but not how and when they were packed."""
    about = sorted((each.filename, each.file_size, each.CRC) for each in archive.infolist() if each.filename != ENTRY)
    return hashlib.sha256(repr(about).encode()).hexdigest()


def _all_but(data: bytes, mark: re.Match[bytes] | None) -> str:
    """The digest of a file without a mark in it, which nothing is copied for."""
    whole = memoryview(data)
    digest = hashlib.sha256(whole[: mark.start()] if mark else whole)
    digest.update(whole[mark.end() :] if mark else b"")
    return digest.hexdigest()


def _of_zip(path: Path) -> OutputMark | None:
    with open_file(path) as file, zipfile.ZipFile(file) as archive:
        if ENTRY not in archive.namelist() or archive.getinfo(ENTRY).file_size > _ENDS:
            return None
        found = _MARK.match(archive.read(ENTRY))
        holds = found is not None and found[3] == _entries(archive).encode()
    return _mark(found) if found and holds else None


def _of_plain(path: Path, head: bytes, tail: bytes) -> OutputMark | None:
    """The mark at the beginning or end; that of a game's file must be sealed."""
    found = _MARK.search(head) or _MARK.search(tail)
    if head.startswith(b"{") and (_FORMAT.search(head) or _FORMAT.search(tail)):
        return OutputMark(OutputKind.REPORT)
    if found is None or found[3] is None:
        return _mark(found) if found and found[1] in _UNPLAYED else None
    whole = bytes_of(path)
    first = _MARK.search(whole)
    holds = first is not None and first[3] == found[3] == _all_but(whole, first).encode()
    return _mark(found) if holds else None


def _mark(found: re.Match[bytes]) -> OutputMark:
    return OutputMark(OutputKind(found[1].decode()), (found[2] or b"").decode())
