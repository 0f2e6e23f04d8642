"""CyberBoard's archive: little-endian values as MFC's `CArchive` lays them, in the widths of file versions 3 and 4.

Facts from the program's public sources (MIT): `GShr/Versions.h` (features, `ReadCount`, ids), `GShr/LibMfc.cpp`
(`ReadStringLength`), `GShr/MapStrng.h` (`GameElement`), `GShr/DrawObj.h` (`ObjectID`), `GShr/Font.cpp` (`CFontTbl::Archive`).
Version 4.0 widens ids to 32 bits and sizes to 64, and knows pieces of up to 100 sides; 3.90 is laid out as 3.10.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import field
from typing import TypeVar

from adjudicator.errors import CorruptFile, Source, UnsupportedVersion, reading
from adjudicator.lean import dataclass

NAME = "CyberBoard"
SIGNATURES = {b"GBOX": "game box", b"GSCN": "scenario", b"GAME": "game", b"GMOV": "move file"}
OLDEST, NEWEST, LAST_NARROW = (3, 0), (4, 0), (3, 90)
OWNERS_32 = (3, 10)
NO_COLOUR = 0xFF000000
NOWHERE = -1
PIECE, MARKER, INVALID_OBJECT, MARK_OBJECT = 0, 0x7800, 1, 2

T = TypeVar("T")


@dataclass(slots=True)
class Cursor:
    """A place in the file; every read is checked against its end. `wide` is whether version 4's features hold."""

    data: bytes
    at: int = 0
    version: tuple[int, int] = NEWEST
    wide: bool = field(default=False)

    @property
    def left(self) -> int:
        return len(self.data) - self.at

    def take(self, length: int) -> bytes:
        if length > self.left:
            raise self.corrupt(f"{length} bytes are wanted here, {self.left} are left")
        self.at += length
        return self.data[self.at - length : self.at]

    def unpack(self, layout: str) -> tuple[int, ...]:
        """Several numbers at once, by `struct`'s letters, little-endian."""
        packed = struct.Struct("<" + layout)
        start = self.at
        values = packed.unpack(self.take(packed.size))
        assert self.at == start + packed.size  # noqa: S101 - `take` moved by exactly that
        return values

    def u8(self) -> int:
        return self.take(1)[0]

    def u16(self) -> int:
        return int.from_bytes(self.take(2), "little")

    def i16(self) -> int:
        return int.from_bytes(self.take(2), "little", signed=True)

    def u32(self) -> int:
        return int.from_bytes(self.take(4), "little")

    def u64(self) -> int:
        return int.from_bytes(self.take(8), "little")

    def flag(self) -> bool:
        """A `BOOL` stored as a word."""
        return self.u16() != 0

    def number(self) -> int:
        """An id of a board, tile, piece or mark."""
        return self.u32() if self.wide else self.u16()

    def size(self, least: int = 1) -> int:
        """A table's length, stored as a word or as 64 bits; each entry has at least so many bytes."""
        return self._bounded(self.u64() if self.wide else self.u16(), least)

    def long_size(self, least: int = 1) -> int:
        """A length stored as a double word or as 64 bits."""
        return self._bounded(self.u64() if self.wide else self.u32(), least)

    def count(self, least: int = 1) -> int:
        """The length of a vector (`ReadCount`: a word, and more if that is full)."""
        if self.wide:
            return self._bounded(self.u64(), least)
        short = self.u16()
        if short != 0xFFFF:
            return self._bounded(short, least)
        longer = self.u32()
        return self._bounded(longer if longer != 0xFFFFFFFF else self.u64(), least)

    def index(self) -> int:
        """A place in a list, `NOWHERE` for none."""
        if self.wide:
            value = self.u64()
            return NOWHERE if value == 0xFFFFFFFFFFFFFFFF else value
        value = self.u16()
        return NOWHERE if value == 0xFFFF else value

    def text(self) -> str:
        """A string in Windows-1252; bytes that it leaves undefined are kept as Latin-1."""
        length = self.u8()
        if length == 0xFF:
            length = self.u16()
            if length == 0xFFFF:
                length = self.u32()
                length = self.u64() if length == 0xFFFFFFFF else length
        raw = self.take(length)
        try:
            return raw.decode("cp1252").replace("\r\n", "\n")
        except UnicodeDecodeError:
            return raw.decode("latin-1").replace("\r\n", "\n")

    def numbers(self) -> tuple[int, ...]:
        """A vector of ids."""
        width = 4 if self.wide else 2
        count = self.count(width)
        return struct.unpack(f"<{count}{'I' if self.wide else 'H'}", self.take(count * width))

    def table(self, read: Callable[[Cursor], T], name: str, least: int) -> tuple[T, ...]:
        """An `XxxxIDTable`: its size in the width of its key, then the entries."""
        return self.several(self._bounded(self.number(), least), read, name)

    def several(self, count: int, read: Callable[[Cursor], T], name: str) -> tuple[T, ...]:
        """So many records of a kind; an error names which of them it was in."""
        found = []
        for index in range(count):
            with reading(entry=f"{name} {index}"):
                found.append(read(self))
        return tuple(found)

    def owners(self) -> int:
        """A mask of player bits; before 3.10 there were 16 bits of them (`UPGRADE_OWNER_MASK`)."""
        return self.u32() if self.version >= OWNERS_32 else self.u16()

    def object_id(self) -> int:
        """An object that the game made, such as a marker; old files tag some with another subtype."""
        value = self.u64() if self.wide else self.u32()
        shift = 60 if self.wide else 28
        if value >> shift == INVALID_OBJECT and not self.wide:
            value = value & ((1 << shift) - 1) | MARK_OBJECT << shift
        return value

    def element(self) -> str:
        """What a text or lock belongs to: "piece:12:1" (id and side), "mark:3" (kind of mark), "object:2001af"."""
        value = self.u64() if self.wide else self.u32()
        tag, low = (value >> 49, value & 0xFFFFFFFF) if self.wide else (value >> 17, value & 0xFFFF)
        if tag == PIECE:
            return f"piece:{low}:{(value >> 32) & 0x7F if self.wide else (value >> 16) & 1}"
        return f"mark:{low}" if tag == MARKER else f"object:{value:x}"

    def font(self) -> tuple[int, int, int, str]:
        """Size in pixels, flags, family and face name."""
        size, flags, family = self.unpack("HHH")
        return size, flags, family, self.text()

    def corrupt(self, message: str) -> CorruptFile:
        return CorruptFile(message, Source(offset=self.at))

    def _bounded(self, count: int, least: int) -> int:
        if count * least > self.left:
            raise self.corrupt(f"{count} entries of at least {least} bytes are promised, {self.left} bytes are left")
        return count


def opened(data: bytes, wanted: tuple[bytes, ...]) -> tuple[bytes, Cursor]:
    """Signature and cursor behind the header; refuses versions nobody taught us."""
    cursor = Cursor(data)
    signature = cursor.take(4)
    if signature not in wanted:
        named = " or ".join(SIGNATURES[each] for each in wanted)
        raise CorruptFile(f"a {named} is wanted, the file begins with {signature!r}", Source(offset=0))
    version = (cursor.u8(), cursor.u8())
    if not (OLDEST <= version <= LAST_NARROW or version == NEWEST):
        known = "3.0 to 3.90 and 4.0 are known"
        raise UnsupportedVersion(f"file version {version[0]}.{version[1]:02}; {known}", Source(offset=4))
    cursor.version, cursor.wide = version, version == NEWEST
    cursor.take(2)
    return signature, cursor
