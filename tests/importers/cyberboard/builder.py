"""CyberBoard files written byte by byte from the format's facts, in the layouts of versions 3 and 4."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, field

V3, V4 = (3, 10), (4, 0)
NONE = -1


@dataclass
class Writer:
    """Bytes so far, in one version's widths."""

    version: tuple[int, int]
    data: bytearray = field(default_factory=bytearray)

    @property
    def wide(self) -> bool:
        return self.version >= V4

    def pack(self, layout: str, *values: int) -> Writer:
        self.data += struct.pack("<" + layout, *values)
        return self

    def raw(self, data: bytes) -> Writer:
        self.data += data
        return self

    def text(self, text: str) -> Writer:
        encoded = text.encode("cp1252")
        length = struct.pack("<B", len(encoded)) if len(encoded) < 255 else struct.pack("<BH", 255, len(encoded))
        return self.raw(length + encoded)

    def number(self, value: int) -> Writer:
        return self.pack("I" if self.wide else "H", value)

    def size(self, value: int) -> Writer:
        return self.pack("Q" if self.wide else "H", value)

    def long_size(self, value: int) -> Writer:
        return self.pack("Q" if self.wide else "I", value)

    def index(self, value: int) -> Writer:
        return self.size(value % (1 << (64 if self.wide else 16)))

    def numbers(self, *values: int) -> Writer:
        self.size(len(values))
        for value in values:
            self.number(value)
        return self

    def owners(self, mask: int) -> Writer:
        return self.pack("I" if self.version >= V3 else "H", mask)

    def object_id(self, identity: int) -> Writer:
        """A marker object: its random number and serial in the low bits, the subtype 2 in the top four."""
        return self.pack("Q", 2 << 60 | identity) if self.wide else self.pack("I", 2 << 28 | identity)

    def piece_element(self, piece: int, side: int) -> Writer:
        return self.pack("Q", side << 32 | piece) if self.wide else self.pack("I", side << 16 | piece)

    def mark_element(self, mark: int) -> Writer:
        return self.pack("Q", 0x7800 << 49 | mark) if self.wide else self.pack("I", 0x7800 << 17 | mark)

    def font(self) -> Writer:
        return self.pack("HHH", 13, 1, 32).text("Arial")

    def texts(self, **elements: str) -> Writer:
        """Keys like piece_0_1 (piece 0, side 1), mark_0, object_5."""
        self.long_size(len(elements))
        for key, text in elements.items():
            kind, *numbers = key.split("_")
            if kind == "piece":
                self.piece_element(int(numbers[0]), int(numbers[1]))
            elif kind == "mark":
                self.mark_element(int(numbers[0]))
            else:
                self.object_id(int(numbers[0]))
            self.text(text)
        return self

    def bitmap(self, width: int, height: int, colour565: int, packed: bool = True) -> Writer:
        stride = (width * 16 + 31) // 32 * 4
        row = struct.pack("<H", colour565) * width
        pixels = row.ljust(stride, b"\0") * height
        dib = struct.pack("<IiiHHIIiiII", 40, width, height, 1, 16, 3, 0, 0, 0, 0, 0)
        dib += struct.pack("<III", 0xF800, 0x07E0, 0x001F) + pixels
        if not packed:
            return self.pack("I", len(dib)).raw(dib)
        squeezed = zlib.compress(dib)
        return self.pack("II", len(dib) | 0x80000000, len(squeezed)).raw(squeezed)

    def form(self, kind: int, stagger: int, width: int = 55, height: int = 40) -> Writer:
        """`CCellForm::CreateCell` in whole numbers, and then its record."""
        if kind < 3:
            corners = [(0, 0), (width, 0), (width, height), (0, height), (0, 0)]
            box = (0, 0, width, height)
        else:
            face, leg, wide = width * 1000 // 1732, width * 1000 // 3464, width - 1
            flat = [
                (0, wide // 2),
                (leg, 0),
                (leg + face, 0),
                (2 * leg + face, wide // 2),
                (leg + face, wide),
                (leg, wide),
            ]
            corners = (
                flat
                if kind == 3
                else [
                    (0, leg),
                    (wide // 2, 0),
                    (wide, leg),
                    (wide, leg + face),
                    (wide // 2, 2 * leg + face),
                    (0, leg + face),
                ]
            )
            corners.append(corners[0])
            box = (0, 0, max(x for x, _ in corners) + 1, max(y for _, y in corners) + 1)
        self.pack("HHHHHH", kind, stagger, *box)
        for x, y in corners:
            self.pack("hh", x, y)
        return self

    def rect(self, kind: int, flags: int = 7, box: tuple[int, int, int, int] = (10, 10, 40, 40)) -> Writer:
        return self.pack("HI", kind, flags).pack("hhhh", *box)

    def shapes(self) -> Writer:
        """One object of every kind that a board may have."""
        self.size(7)
        self.rect(0).pack("IIH", 0x0000FF, 0x00FF00, 2)
        self.rect(1).pack("IIH", 0xFF000000, 0, 1)
        self.rect(2).pack("hhhhIH", 1, 2, 30, 40, 0x112233, 3)
        self.rect(3).number(0)
        self.rect(4).pack("HI", 0, 0).text("Moskva").font()
        self.rect(5).pack("IIH", 0x808080, 0, 1).size(3).pack("hhhhhh", 0, 0, 9, 0, 9, 9)
        return self.rect(6).pack("H", 0).bitmap(4, 4, 0x07E0)

    def header(self, signature: bytes) -> Writer:
        return self.raw(signature).pack("BBBB", *self.version, 4, 0)

    def piece_object(self, piece: int, centre: tuple[int, int], flags: int = 0) -> Writer:
        x, y = centre
        return self.rect(0x80, flags, (x - 15, y - 15, x + 15, y + 15)).number(piece)

    def mark_object(self, identity: int, mark: int, centre: tuple[int, int], facing: int = 0) -> Writer:
        x, y = centre
        self.rect(0x81, 0, (x - 5, y - 5, x + 5, y + 5))
        return self.object_id(identity).number(mark).pack("H", facing)


def box(
    version: tuple[int, int],
    *,
    kind: int = 3,
    stagger: int = 0,
    style: int = 3,
    offsets: tuple[int, int] = (0, 0),
    inverted: tuple[int, int] = (0, 0),
    rows: int = 6,
    columns: int = 8,
) -> bytes:
    """A game box with one board of cells, three tiles, two pieces (one with two sides), one mark."""
    w = Writer(version).header(b"GBOX").pack("HIII", 16, 1, 2, 0xB0C5).raw(b"B" * 16)
    w.text("A. Designer").text("Steppe").text("Two armies meet.").raw(b"P" * 16).pack("HHHHHH", 0, 6, 0, 0, 0, 0)
    w.texts(piece_0_0="1st Corps", piece_0_1="1st Corps (reduced)", mark_0="Out of supply")
    w.pack("IIIH", 0xFF00FF, 0, 0xFFFFFF, 1).font().pack("HHHH", 0, 0, 0, 0)
    w.number(4)
    for sheet, offset in ((0, 0), (0, 30), (1, 0)):
        w.index(sheet).pack("H", offset).index(NONE).pack("HI", 0, 0x00FF00)
    w.index(NONE).pack("H", 0).index(NONE).pack("HI", 0, 0)
    w.size(1).text("Counters").numbers(0, 1)
    w.size(3).pack("hhH", 30, 30, 1).bitmap(30, 60, 0xF800)
    w.pack("hhH", 20, 20, 1).bitmap(20, 20, 0x001F, packed=False).pack("hhH", 9, 9, 0)
    w.number(2).pack("IIH", 0, 0, 1).font().pack("HHHH", 0, 0, 0, 0).size(1)
    w.number(1).pack("HH", 1, 1).pack("IIII", 1000, 1000, 0, 0).pack("hI", -1, 0x80C0E0).text("Steppe map").pack("H", 1)
    w.shapes().pack("HH", 1, 0).pack("HHHH", 0, 0, 0, 0).pack("H", 1)
    w.pack("HHHH", 0, 0, 0, 0).pack("hhHH", *offsets, *inverted).size(rows).size(columns).pack("HHHI", 0, style, 1, 0)
    for _ in range(3):
        w.form(kind, stagger)
    for cell in range(rows * columns):
        _cell(w, cell)
    w.pack("H", 1).shapes()
    w.pack("HHHH", 0, 0, 0, 0).number(3)
    for sides in ((0, 1), (2,), ()):
        if w.wide:
            w.numbers(*sides).pack("H", 0)
        else:
            w.pack("HHH", *(*sides, 0xFFFF, 0xFFFF)[:2], 0)
    w.size(1).text("Red army").numbers(0, 1)
    w.pack("HHHH", 0, 0, 0, 0).number(1).number(2).pack("H", 0).size(1).text("Status").pack("H", 0).numbers(0)
    return bytes(w.pack("H", 2).pack("II", 0, 0xFFFFFF).data)


def _cell(w: Writer, cell: int) -> None:
    """Every third cell a tile, every third a colour, the others empty."""
    is_tile, value = ((True, 2), (False, 0x00C000), (False, 0xFF000000))[cell % 3]
    if w.wide:
        w.pack("BI", is_tile, value)
    else:
        w.pack("I", 0xFFFF0000 | value if is_tile else value)


def table(w: Writer, at: tuple[int, int] = (100, 100), side: int = 0, tray: tuple[int, ...] = (1,)) -> None:
    """`CPBoardManager`, `CTrayManager`, `CPieceTable`: piece 0 on the board, a mark, a drawn line, the rest in a tray."""
    w.number(1000).pack("HHH", 0, 0, 0).size(1)
    w.pack("B", 0).number(1).pack("HIIII", 1, 1000, 1000, 0, 0).pack("hh", 3, -3).pack("H" * 8, 1, 1, 0, 1, 1, 1, 0, 1)
    w.pack("IHIHII", 0, 1, 0, 1, 0, 0).font().pack("HHHHH", 0, 0, 0, 1, 0).pack("hh", 0, 0).owners(0).pack("H", 0)
    w.size(3).mark_object(0x77, 0, (100, 100), 90).piece_object(0, at, flags=0x10000)
    w.rect(2).pack("hhhhIH", 0, 0, 5, 5, 0, 1)
    w.size(1).rect(0x82).pack("hhhhIH", 0, 0, 9, 9, 0, 1).object_id(0x99)
    if w.wide:
        w.pack("B", 0)
    w.pack("HHHH", 0, 0, 0, 0).size(1).text("Reserves").pack("H", 0)
    if w.wide:
        w.pack("H", 0)
    w.pack("H", 0x8000 | 2).owners(2).pack("H", 0).numbers(*tray)
    w.pack("HHHH", 0, 0, 0, 0).number(3)
    w.pack("BH", side, 60).owners(1).pack("BH", 0, 0).owners(0).pack("BH", 0xFF, 0).owners(0)


def scenario(version: tuple[int, int], signature: bytes = b"GSCN") -> Writer:
    """A scenario up to the end of its table."""
    w = (
        Writer(version)
        .header(signature)
        .pack("HHHH", 0, 0, 0, 0)
        .pack("III", 0xB0C5, 1, 2)
        .text("C:\\Games\\steppe.gbx")
    )
    w.pack("I", 0x5CE).text("First clash").text("A. Designer").text("Red moves first.").pack("HHHHH", 1, 1, 1, 1, 1)
    w.texts(piece_0_0="1st Corps", piece_0_1="1st Corps (reduced)", object_119="Encircled")
    w.pack("B", 1).size(2).pack("I", 0).text("Red").pack("I", 1).text("Blue")
    w.pack("HB", 1, 1).long_size(1).pack("HH", 2, 1).number(1).raw(b"\0" * 40).long_size(3).raw(b"win")
    for _ in range(2):
        w.pack("HII", 1, 0, 0).size(1).pack("i", 5)
    w.pack("HIII", 1, 0, 0, 0)
    table(w)
    return w


def state_record(w: Writer, group: int, **options: object) -> None:
    w.pack("h", 1).index(group).texts(piece_0_0="1st Corps", piece_0_1="1st Corps (reduced)")
    table(w, **options)  # type: ignore[arg-type]


def all_records(w: Writer) -> None:
    """A `CMoveList` with every kind of record."""
    w.index(9).pack("H", 0).pack("Q" if w.wide else "I", 0xFFFFFFFF).pack("B", 0).size(17)
    state_record(w, 0)
    w.pack("h", 7).index(0).text("Red turn 1")
    w.pack("h", 10).index(1).pack("H", 1)
    w.pack("h", 2).index(1).number(0).number(1).pack("hhh", 1, 137, 81)
    w.pack("h", 4).index(2).number(0)
    if w.wide:
        w.pack("B", 2).index(NONE).pack("B", 0)
    else:
        w.pack("B", 0)
    w.pack("h", 9).index(2).number(0).pack("H", 120)
    w.pack("h", 2).index(3).number(1).number(1).pack("hhh", 1, 50, 50)
    w.pack("h", 3).index(4).number(1).index(0).index(NONE)
    w.pack("h", 5).index(5).number(0).object_id(0x78).number(1).pack("hhh", 1, 60, 60)
    w.pack("h", 11).index(5).object_id(0x78).number(0).pack("H", 180)
    w.pack("h", 5).index(5).number(0).object_id(0x78).number(1).pack("hhh", 1, 62, 64)
    w.pack("h", 12).index(6).piece_element(0, 0).text("Dug in")
    w.pack("h", 13).index(6).piece_element(0, 0).pack("H", 0)
    w.pack("h", 15).index(6).number(0).owners(2)
    w.pack("h", 6).index(7).number(1).size(1 * 2).pack("hhhh", 1, 2, 3, 4)
    w.pack("h", 14).index(7).pack("H", 1).number(1).pack("ii", 100, 100).text("Ambush")
    w.pack("h", 8).index(8).object_id(0x77)


def history_record(w: Writer, wide_times: bool | None = None) -> None:
    wide_times = w.wide if wide_times is None else wide_times
    w.pack("qq" if wide_times else "ii", 1000000000, 1000000500).text("Turn 1").text("").pack("B", 1)
    all_records(w)


def game(version: tuple[int, int], with_moves: bool = True) -> bytes:
    """A game with a history of one list, a bookmark, and nothing recorded since."""
    w = scenario(version, b"GAME").owners(1).pack("I", 0xDEADBEEF).text("Red player")
    w.pack("H", 1).text("").size(1).text("Turn 1 sent")
    for _ in range(4):
        w.index(NONE)
    w.pack("HHHH", 0, 0, 0, 0)
    if w.wide:
        w.pack("B", 1).pack("BBI", 1, 1, 2).text("seed").pack("Ii", 7, 0).pack("B", 1).pack("BII", 1, 2, 6)
    w.pack("I", 42).pack("B", 0).pack("B", 0).pack("B", 0).pack("B", 1)
    w.texts()
    table(w)
    w.pack("B", int(with_moves))
    if with_moves:
        w.size(1)
        history_record(w)
    return bytes(w.data)


def moves(version: tuple[int, int], wide_times: bool | None = None) -> bytes:
    w = Writer(version).header(b"GMOV").pack("I", 0x5CE)
    history_record(w, wide_times)
    return bytes(w.data)
