"""A drawing as PNG, made band by band, so that the largest map needs no more memory than a small one.

libvips streams the boards in and the file out; each band between gets counters and words from Pillow and shapes from librsvg.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pyvips
from PIL import Image, ImageDraw

from adjudicator.errors import Source, WriteError
from adjudicator.exporters import lettering, pictures
from adjudicator.exporters.board_rows import BoardRows, first_line
from adjudicator.exporters.drawing import (
    PAPER,
    Bounds,
    Caption,
    Disc,
    Drawing,
    FilledArea,
    Picture,
    Polyline,
    Rectangle,
    Shape,
    Stamp,
)
from adjudicator.exporters.framing import Framed, framed
from adjudicator.exporters.svg import fragment, joined
from adjudicator.marks import OutputKind, OutputMark, put_in_png
from adjudicator.notes import Note
from adjudicator.writing import replacing

MOST_PICTURE_PIXELS = 2_000_000_000
_BAND_BYTES = 2_400_000
_TILE = 1024
_SMALLEST = 5
"""Pixels of letters that can still be read; smaller ones are not drawn."""


def write_png(drawing: Drawing, path: Path) -> tuple[Note, ...]:
    """Write the picture; notes tell of boards whose image could not be drawn."""
    frame = framed(drawing)
    if frame.width * frame.height > MOST_PICTURE_PIXELS or max(frame.width, frame.height) > 200_000:
        raise WriteError(
            f"a picture of {frame.width} × {frame.height} pixels is too large; choose a smaller scale",
            Source(str(path)),
        )
    pyvips.cache_set_max(0)
    with replacing(path) as beside, BoardRows(drawing) as ground:
        _stream(_bands(drawing, frame, ground), frame, beside)
        put_in_png(beside, OutputMark(OutputKind.PICTURE))
    return tuple(ground.notes)


def to_image(drawing: Drawing) -> Image.Image:
    """The whole picture in memory, for small ones."""
    frame = framed(drawing)
    pyvips.cache_set_max(0)
    whole = Image.new("RGB", (frame.width, frame.height))
    top = 0
    with BoardRows(drawing) as ground:
        for band in _bands(drawing, frame, ground):
            whole.paste(band, (0, top))
            top += band.height
    return whole


def _stream(bands: Iterator[Image.Image], frame: Framed, path: Path) -> None:
    """Feed the bands to libvips, which compresses one while a second thread makes the next."""
    feed = _BandStream(bands, frame)
    source = pyvips.SourceCustom()
    source.on_read(feed.read)
    try:
        image = pyvips.Image.pngload_source(source, access="sequential", fail_on="truncated")
        image.pngsave(str(path), compression=6, keep="none")
    except pyvips.Error as error:
        if feed.failure is not None:
            raise feed.failure from error
        why = first_line(error).replace(str(path), "").strip()
        raise WriteError(f"the picture could not be written ({why})", Source(str(path))) from error
    finally:
        feed.stop()
    if feed.failure is not None:
        raise feed.failure


class _BandStream:
    """The bands as a PNG stream without compression: the one format that libvips reads from a stream in every build."""

    def __init__(self, bands: Iterator[Image.Image], frame: Framed) -> None:
        self.failure: BaseException | None = None
        self._bands = bands
        self._pool = ThreadPoolExecutor(1)
        self._next: Future[Image.Image | None] | None = self._pool.submit(next, bands, None)
        self._parts = self._stream(frame)
        self._rest = memoryview(b"")

    def read(self, size: int) -> bytes:
        """The next bytes, at most `size`; none at the end, or if making a band failed."""
        if not self._rest:
            self._rest = memoryview(next(self._parts, b""))
        part = bytes(self._rest[:size])
        self._rest = self._rest[len(part) :]
        return part

    def stop(self) -> None:
        """Let the thread end."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _stream(self, frame: Framed) -> Iterator[bytes]:
        stored = zlib.compressobj(0)
        header = struct.pack(">IIBBBBB", frame.width, frame.height, 8, 2, 0, 0, 0)
        yield b"\x89PNG\r\n\x1a\n" + _chunk(b"IHDR", header)
        while (band := self._advanced()) is not None:
            for top in range(0, band.height, 16):
                rows = band.crop((0, top, band.width, min(top + 16, band.height)))
                yield _chunk(b"IDAT", stored.compress(_unfiltered(rows)) + stored.flush(zlib.Z_SYNC_FLUSH))
        if self.failure is None:
            yield _chunk(b"IDAT", stored.flush()) + _chunk(b"IEND", b"")

    def _advanced(self) -> Image.Image | None:
        """The band that is due, while the next one is begun; None at the end or if making it failed."""
        if self._next is None:
            return None
        self.failure = self._next.exception()
        band = None if self.failure else self._next.result()
        self._next = self._pool.submit(next, self._bands, None) if band else None
        return band


def _unfiltered(rows: Image.Image) -> bytes:
    """Rows of pixels, each led by the sign for "no filter"."""
    pixels, row = memoryview(rows.tobytes()), rows.width * 3
    return b"".join(part for at in range(0, len(pixels), row) for part in (b"\0", pixels[at : at + row]))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


def _bands(drawing: Drawing, frame: Framed, ground: BoardRows) -> Iterator[Image.Image]:
    """The finished picture from top to bottom."""
    map_width, map_height = drawing.map_size
    inside = (frame.left, frame.top, frame.left + map_width, frame.top + map_height)
    origin = (frame.left - drawing.area[0] * drawing.scale, frame.top - drawing.area[1] * drawing.scale)
    high = max(32, min(256, _BAND_BYTES // (3 * frame.width)))
    shapes = (shape for layer in drawing.layers for shape in layer.shapes)
    on_map = _Tiles(shapes, origin, drawing.scale, inside, high)
    in_margin = _Tiles(frame.margin, (0.0, 0.0), 1.0, (0, 0, frame.width, frame.height), high)
    for top in range(0, frame.height, high):
        band = Image.new("RGB", (frame.width, min(high, frame.height - top)), PAPER)
        first, last = max(top, frame.top), min(top + band.height, inside[3])
        if first < last:
            band.paste(ground.piece(map_width, last - first), (frame.left, first - top))
            on_map.draw(band, top)
        in_margin.draw(band, top)
        yield band


class _Tiles:
    """Shapes sorted into the tiles of the picture that they touch, in their order; only within `inside` is anything drawn."""

    def __init__(
        self,
        shapes: Iterable[Shape],
        origin: tuple[float, float],
        scale: float,
        inside: tuple[int, int, int, int],
        high: int,
    ) -> None:
        self._high, self._wide = high, _TILE
        self._origin, self._scale, self._inside = origin, scale, inside
        self._tiles: dict[tuple[int, int], list[Shape]] = {}
        self._sized: dict[Picture, Image.Image] = {}
        for shape in shapes:
            if not isinstance(shape, Caption) or self._size(shape) >= _SMALLEST:
                self._sort_in(shape)

    def draw(self, band: Image.Image, top: int) -> None:
        """Draw what lies in the band that begins at row `top`."""
        row = top // self._high
        for column in range((band.width - 1) // self._wide + 1):
            shapes = self._tiles.get((row, column))
            left, upper = max(column * self._wide, self._inside[0]), max(top, self._inside[1])
            right = min((column + 1) * self._wide, self._inside[2])
            lower = min(top + band.height, self._inside[3])
            if shapes and left < right and upper < lower:
                box = (left, upper - top, right, lower - top)
                tile = band.crop(box)
                self._draw_tile(shapes, tile, (left, upper))
                band.paste(tile, box)

    def _sort_in(self, shape: Shape) -> None:
        left, top, right, bottom = self._bounds(shape)
        left, top = max(left, self._inside[0]), max(top, self._inside[1])
        right, bottom = min(right, self._inside[2] - 1), min(bottom, self._inside[3] - 1)
        if left > right or top > bottom:
            return
        for row in range(int(top // self._high), int(bottom // self._high) + 1):
            for column in range(int(left // self._wide), int(right // self._wide) + 1):
                self._tiles.setdefault((row, column), []).append(shape)

    def _draw_tile(self, shapes: list[Shape], tile: Image.Image, at: tuple[int, int]) -> None:
        """Plain shapes are gathered and drawn at once, words after them; what would cover a word waits for it."""
        plain: list[FilledArea | Polyline | Disc | Rectangle] = []
        words: list[Caption] = []
        written = _Boxes()
        for shape in shapes:
            over = shape.bounds()
            if isinstance(shape, Stamp) or written.meet(over):
                self._flush(plain, words, tile, at)
                plain, words, written = [], [], _Boxes()
            if isinstance(shape, Stamp):
                self._paste(shape, tile, at)
            elif isinstance(shape, Caption):
                words.append(shape)
                written.add(over)
            else:
                plain.append(shape)
        self._flush(plain, words, tile, at)

    def _flush(
        self,
        plain: list[FilledArea | Polyline | Disc | Rectangle],
        words: list[Caption],
        tile: Image.Image,
        at: tuple[int, int],
    ) -> None:
        if plain:
            self._draw(plain, tile, at)
        draw = ImageDraw.Draw(tile)
        for word in words:
            if lettering.covered(word.text):
                self._write(word, draw, at)
            else:
                self._write_foreign(word, tile, at)

    def _draw(
        self, shapes: list[FilledArea | Polyline | Disc | Rectangle], tile: Image.Image, at: tuple[int, int]
    ) -> None:
        """Rasterise shapes, no larger than they are, and lay them over the tile."""
        box = self._view(shapes, tile, at)
        if box is None:
            return
        left, top, width, height = box
        markup = fragment(joined(shapes), self._in_map(box), width, height)
        image = pyvips.Image.svgload_buffer(markup.encode())
        over = Image.frombytes("RGBA", (image.width, image.height), image.write_to_memory())
        tile.paste(over, (left - at[0], top - at[1]), over)

    def _write(self, words: Caption, draw: ImageDraw.ImageDraw, at: tuple[int, int]) -> None:
        size = self._size(words)
        x = self._origin[0] + words.x * self._scale - at[0]
        y = self._origin[1] + words.y * self._scale - at[1] + size * 0.36
        draw.text(
            (x, y),
            words.text,
            fill=words.colour,
            font=lettering.font(size, words.bold),
            anchor={"start": "ls", "middle": "ms", "end": "rs"}[words.anchor],
            stroke_width=max(1, round(size * 0.11)) if words.halo else 0,
            stroke_fill=words.halo or None,
        )

    def _size(self, words: Caption) -> int:
        return round(words.size * self._scale)

    def _write_foreign(self, words: Caption, tile: Image.Image, at: tuple[int, int]) -> None:
        """Text that our fonts cannot write, in whatever fonts the machine has."""
        box = self._view([words], tile, at)
        if box is None:
            return
        left, top, width, height = box
        over = pictures.from_svg(fragment([words], self._in_map(box), width, height), width, height)
        tile.paste(over, (left - at[0], top - at[1]), over)

    def _paste(self, stamp: Stamp, tile: Image.Image, at: tuple[int, int]) -> None:
        size = (max(1, round(stamp.width * self._scale)), max(1, round(stamp.height * self._scale)))
        image = pictures.as_image(stamp.picture)
        if size != image.size:
            image = self._sized.get(stamp.picture) or image.resize(size, Image.Resampling.LANCZOS)
            self._sized[stamp.picture] = image
        left = round(self._origin[0] + stamp.x * self._scale) - at[0]
        top = round(self._origin[1] + stamp.y * self._scale) - at[1]
        tile.paste(image, (left, top), image)

    def _view(
        self, shapes: Iterable[Shape], tile: Image.Image, at: tuple[int, int]
    ) -> tuple[int, int, int, int] | None:
        """The part of the tile that the shapes may touch, as left, top, width, height in the picture."""
        boxes = [self._bounds(shape) for shape in shapes]
        left = max(at[0], int(min(box[0] for box in boxes)))
        top = max(at[1], int(min(box[1] for box in boxes)))
        right = min(at[0] + tile.width, int(max(box[2] for box in boxes)) + 1)
        bottom = min(at[1] + tile.height, int(max(box[3] for box in boxes)) + 1)
        return (left, top, right - left, bottom - top) if left < right and top < bottom else None

    def _in_map(self, box: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
        left, top = box[0] - self._origin[0], box[1] - self._origin[1]
        return left / self._scale, top / self._scale, box[2] / self._scale, box[3] / self._scale

    def _bounds(self, shape: Shape) -> tuple[float, float, float, float]:
        left, top, right, bottom = shape.bounds()
        x, y, scale = self._origin[0], self._origin[1], self._scale
        return x + left * scale - 1, y + top * scale - 1, x + right * scale + 1, y + bottom * scale + 1


class _Boxes:
    """Boxes of words, found by the strip of the map in which they lie: a tile may hold a thousand."""

    def __init__(self) -> None:
        self._strips: dict[int, list[Bounds]] = {}

    def add(self, box: Bounds) -> None:
        for strip in self._of(box):
            self._strips.setdefault(strip, []).append(box)

    def meet(self, box: Bounds) -> bool:
        """Whether one of them overlaps a box."""
        strips = min(self._of(box), self._strips, key=len)
        return any(_overlap(box, each) for strip in strips for each in self._strips.get(strip, ()))

    def _of(self, box: Bounds) -> range:
        return range(int(box[1] // _STRIP), int(box[3] // _STRIP) + 1)


_STRIP = 8
"""How high a strip is, in map pixels: less than most lines of text."""


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]
