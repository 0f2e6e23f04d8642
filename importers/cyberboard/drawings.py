"""What is drawn on boards: the objects of a `CDrawList` (DrawObj.cpp) and bitmaps (CDib.cpp)."""

from __future__ import annotations

import struct
import zlib
from dataclasses import field
from enum import IntEnum

from adjudicator.budget import spend
from adjudicator.errors import CorruptFile, Source
from adjudicator.importers.cyberboard.wire import NO_COLOUR, Cursor
from adjudicator.lean import dataclass

COMPRESSED = 0x80000000


class DrawObjectType(IntEnum):
    """`CDrawObjType`; those from 128 occur only in games."""

    RECTANGLE = 0
    ELLIPSE = 1
    LINE = 2
    TILE = 3
    TEXT = 4
    POLYGON = 5
    BITMAP = 6
    PIECE = 0x80
    MARK = 0x81
    LINE_OBJECT = 0x82


@dataclass(frozen=True, slots=True)
class Bitmap:
    """A DIB as stored: `BITMAPINFOHEADER`, masks or palette, pixels from the bottom row up."""

    header: tuple[int, ...]
    data: bytes = field(repr=False)

    @property
    def size(self) -> tuple[int, int]:
        return self.header[1], abs(self.header[2])


@dataclass(frozen=True, slots=True)
class Shape:
    """An object of a drawing: its kind, flags, rectangle, and by kind colours, width, points, text, tile, ids, facing."""

    kind: DrawObjectType
    flags: int
    box: tuple[int, int, int, int]
    fill: int = NO_COLOUR
    line: int = NO_COLOUR
    width: int = 0
    points: tuple[tuple[int, int], ...] = ()
    text: str = ""
    font: tuple[int, int, int, str] = (0, 0, 0, "")
    angle: int = 0
    number: int = 0
    object: int = 0
    bitmap: Bitmap | None = None
    offset: int = 0

    @property
    def locked(self) -> bool:
        return bool(self.flags & 0x00010000)

    @property
    def centre(self) -> tuple[int, int]:
        left, top, right, bottom = self.box
        return (left + right) // 2, (top + bottom) // 2


def read_shapes(cursor: Cursor) -> tuple[Shape, ...]:
    """`CDrawList`."""
    return cursor.several(cursor.size(14), _shape, "CDrawObj")


def read_bitmap(cursor: Cursor) -> Bitmap | None:
    """`ReadRGB565Zlib`: a size (its top bit set: packed with zlib), then the DIB; None where the size is nought."""
    start = cursor.at
    stated = cursor.u32()
    if not stated:
        return None
    size = stated & ~COMPRESSED
    spend(size)
    raw = _unpacked(cursor.take(cursor.u32()), size, start) if stated & COMPRESSED else cursor.take(size)
    if len(raw) < 40:
        raise CorruptFile(f"a bitmap of {len(raw)} bytes has no header", Source(offset=start))
    header = struct.unpack("<IiiHHIIiiII", raw[:40])
    _check_bitmap(header, len(raw), start)
    return Bitmap(header, raw)


def _unpacked(packed: bytes, size: int, start: int) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        raw = unpacker.decompress(packed, size)
    except zlib.error as error:
        raise CorruptFile(f"the bitmap cannot be unpacked ({error})", Source(offset=start)) from error
    if len(raw) != size:
        raise CorruptFile(f"the bitmap unpacks to {len(raw)} bytes, {size} are promised", Source(offset=start))
    return raw


def _check_bitmap(header: tuple[int, ...], size: int, start: int) -> None:
    length, width, height, _, bits, _, *_ = header
    if length != 40 or bits not in (8, 16, 24) or width <= 0 or height == 0:
        raise CorruptFile(
            f"a bitmap of {width} × {height} pixels of {bits} bits, which nobody writes", Source(offset=start)
        )
    if 40 + ((width * bits + 31) // 32 * 4) * abs(height) > size:
        raise CorruptFile(f"the bitmap's {size} bytes are too few for {width} × {height} pixels", Source(offset=start))


def _shape(cursor: Cursor) -> Shape:
    """One object of a `CDrawList`: its type, then what `Serialize` of its class reads."""
    start = cursor.at
    number = cursor.u16()
    if number not in list(DrawObjectType):
        raise CorruptFile(f"no drawn object has the type {number}", Source(offset=start))
    kind = DrawObjectType(number)
    flags = cursor.u32()
    left, top, right, bottom = cursor.unpack("hhhh")
    box = (left, top, right, bottom)
    match kind:
        case DrawObjectType.RECTANGLE | DrawObjectType.ELLIPSE:
            fill, line, width = cursor.unpack("IIH")
            return Shape(kind, flags, box, fill, line, width, offset=start)
        case DrawObjectType.POLYGON:
            fill, line, width = cursor.unpack("IIH")
            points = cursor.unpack("hh" * cursor.size(4))
            pairs = tuple(zip(points[::2], points[1::2], strict=True))
            return Shape(kind, flags, box, fill, line, width, pairs, offset=start)
        case DrawObjectType.LINE | DrawObjectType.LINE_OBJECT:
            x1, y1, x2, y2, line, width = cursor.unpack("hhhhIH")
            object_id = cursor.object_id() if kind is DrawObjectType.LINE_OBJECT else 0
            ends = ((x1, y1), (x2, y2))
            return Shape(kind, flags, box, line=line, width=width, points=ends, object=object_id, offset=start)
        case DrawObjectType.BITMAP:
            cursor.u16()
            return Shape(kind, flags, box, bitmap=read_bitmap(cursor), offset=start)
        case DrawObjectType.TEXT:
            angle, colour = cursor.unpack("HI")
            text = cursor.text()
            return Shape(kind, flags, box, line=colour, text=text, font=cursor.font(), angle=angle, offset=start)
        case DrawObjectType.MARK:
            object_id = cursor.object_id()
            mark, facing = cursor.number(), cursor.u16()
            return Shape(kind, flags, box, number=mark, object=object_id, angle=facing, offset=start)
        case _:
            return Shape(kind, flags, box, number=cursor.number(), offset=start)
