"""A drawing as PNG, made band by band, so that the largest map needs no more memory than a small one.

libvips streams the boards in and the file out; each band between gets counters and words from Pillow and shapes from librsvg.
"""

from __future__ import annotations

import queue
import struct
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pyvips
from PIL import Image, ImageColor, ImageDraw

from adjudicator.errors import ReadError, Source, UnsafeFile, WriteError
from adjudicator.notes import Note, NoteKind
from exporters import lettering, pictures
from exporters.atomic import replacing
from exporters.drawing import PAPER, Area, Box, Disc, Drawing, Line, Picture, Shape, Sheet, Stamp, Words
from exporters.framing import Framed, framed
from exporters.svg import fragment, joined

MOST_BOARD_PIXELS = 2_000_000_000
MOST_PICTURE_PIXELS = 2_000_000_000
_BAND_BYTES = 2_400_000
_TILE = 1024
_ROWS_AHEAD = 32
_LOADERS = {
    "png": "pngload",
    "jpeg": "jpegload",
    "gif": "gifload",
    "webp": "webpload",
    "tiff": "tiffload",
}


def write_png(drawing: Drawing, path: Path) -> tuple[Note, ...]:
    """Write the picture; notes tell of boards whose image could not be drawn."""
    frame = framed(drawing)
    if frame.width * frame.height > MOST_PICTURE_PIXELS or max(frame.width, frame.height) > 200_000:
        raise WriteError(
            f"a picture of {frame.width} × {frame.height} pixels is too large; choose a smaller scale",
            Source(str(path)),
        )
    pyvips.cache_set_max(0)
    with replacing(path) as beside, _Ground(drawing) as ground:
        _stream(_bands(drawing, frame, ground), frame, beside)
    return tuple(ground.notes)


def to_image(drawing: Drawing) -> Image.Image:
    """The whole picture in memory, for small ones."""
    frame = framed(drawing)
    whole = Image.new("RGB", (frame.width, frame.height))
    top = 0
    with _Ground(drawing) as ground:
        for band in _bands(drawing, frame, ground):
            whole.paste(band, (0, top))
            top += band.height
    return whole


def _stream(bands: Iterator[Image.Image], frame: Framed, path: Path) -> None:
    """Feed the bands to libvips, which compresses one while a second thread makes the next."""
    feed = _Feed(bands, frame)
    source = pyvips.SourceCustom()
    source.on_read(feed.read)
    try:
        image = pyvips.Image.pngload_source(source, access="sequential", fail_on="truncated")
        image.pngsave(str(path), compression=6, keep="none")
    except pyvips.Error as error:
        if feed.failure is not None:
            raise feed.failure from error
        why = _first_line(error).replace(str(path), "").strip()
        raise WriteError(f"the picture could not be written ({why})", Source(str(path))) from error
    finally:
        feed.stop()
    if feed.failure is not None:
        raise feed.failure


class _Feed:
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


def _bands(drawing: Drawing, frame: Framed, ground: _Ground) -> Iterator[Image.Image]:
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
        plain: list[Area | Line | Disc | Box] = []
        words: list[Words] = []
        for shape in shapes:
            if isinstance(shape, Stamp) or any(_overlap(shape.bounds(), word.bounds()) for word in words):
                self._flush(plain, words, tile, at)
                plain, words = [], []
            if isinstance(shape, Stamp):
                self._paste(shape, tile, at)
            elif isinstance(shape, Words):
                words.append(shape)
            else:
                plain.append(shape)
        self._flush(plain, words, tile, at)

    def _flush(
        self, plain: list[Area | Line | Disc | Box], words: list[Words], tile: Image.Image, at: tuple[int, int]
    ) -> None:
        if plain:
            self._draw(plain, tile, at)
        draw = ImageDraw.Draw(tile)
        for word in words:
            if lettering.covered(word.text):
                self._write(word, draw, at)
            else:
                self._write_foreign(word, tile, at)

    def _draw(self, shapes: list[Area | Line | Disc | Box], tile: Image.Image, at: tuple[int, int]) -> None:
        """Rasterise shapes, no larger than they are, and lay them over the tile."""
        box = self._view(shapes, tile, at)
        if box is None:
            return
        left, top, width, height = box
        markup = fragment(joined(shapes), self._in_map(box), width, height)
        image = pyvips.Image.svgload_buffer(markup.encode())
        over = Image.frombytes("RGBA", (image.width, image.height), image.write_to_memory())
        tile.paste(over, (left - at[0], top - at[1]), over)

    def _write(self, words: Words, draw: ImageDraw.ImageDraw, at: tuple[int, int]) -> None:
        size = max(1, round(words.size * self._scale))
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

    def _write_foreign(self, words: Words, tile: Image.Image, at: tuple[int, int]) -> None:
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


def _overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] <= other[2] and other[0] <= one[2] and one[1] <= other[3] and other[1] <= one[3]


class _Ground:
    """The boards of a map as one stream of rows, however large: read from files on disc, once, from top to bottom."""

    def __init__(self, drawing: Drawing) -> None:
        self.notes: list[Note] = []
        self._drawing = drawing
        self._folder = tempfile.TemporaryDirectory(prefix="adjudicator-")
        self._rows: queue.Queue[bytes] = queue.Queue(maxsize=_ROWS_AHEAD)
        self._held = bytearray()
        self._closed = False
        self._pool = ThreadPoolExecutor(1)
        self._job: Future[object] | None = None

    def __enter__(self) -> _Ground:
        target = pyvips.TargetCustom()
        target.on_write(self._take)
        self._job = self._pool.submit(self._laid_out().rawsave_target, target, keep="none")
        self._job.add_done_callback(lambda _: self._take(b""))
        return self

    def __exit__(self, *_: object) -> None:
        self._closed = True
        while self._job is not None and not self._job.done():
            with suppress(queue.Empty):
                self._rows.get(timeout=0.05)
        self._pool.shutdown(wait=True)
        self._folder.cleanup()

    def piece(self, width: int, height: int) -> Image.Image:
        """The next rows of the map."""
        wanted = width * height * 3
        while len(self._held) < wanted:
            part = self._rows.get()
            if not part:
                failure = self._job.exception() if self._job else None
                raise WriteError(f"the boards could not be drawn ({failure})")
            self._held += part
        data = bytes(memoryview(self._held)[:wanted])
        del self._held[:wanted]
        return Image.frombuffer("RGB", (width, height), data, "raw", "RGB", 0, 1)

    def _take(self, data: bytes) -> int:
        """Keep what libvips hands over; waits while too much is kept, and ends the work (-1) when nobody wants it."""
        part = bytes(data)
        while not self._closed:
            with suppress(queue.Full):
                self._rows.put(part, timeout=0.1)
                return len(part)
        return -1

    def _laid_out(self) -> pyvips.Image:
        """All boards on their map, nothing of them decoded yet."""
        width, height = self._drawing.map_size
        ground = _plain(width, height, self._drawing.background)
        scale = self._drawing.scale
        for number, sheet in enumerate(self._drawing.sheets):
            left = round((sheet.x - self._drawing.area[0]) * scale)
            top = round((sheet.y - self._drawing.area[1]) * scale)
            right = round((sheet.x + sheet.width - self._drawing.area[0]) * scale)
            bottom = round((sheet.y + sheet.height - self._drawing.area[1]) * scale)
            if max(0, left) < min(width, right) and max(0, top) < min(height, bottom):
                ground = ground.insert(self._board(sheet, number, right - left, bottom - top), left, top)
        return ground

    def _board(self, sheet: Sheet, number: int, width: int, height: int) -> pyvips.Image:
        """A board at its size in the picture; its plain colour, and a note, if its image cannot be drawn."""
        data = sheet.image() if sheet.image is not None else None
        if data is None:
            return _plain(width, height, sheet.colour)
        try:
            return self._opened(data, sheet, number, (width, height))
        except pyvips.Error as error:
            reason = _first_line(error)
        except ReadError as error:
            reason = error.message
        self.notes.append(Note(NoteKind.MISSING, "board", f"a board's image cannot be drawn: {reason}"))
        return _plain(width, height, sheet.colour)

    def _opened(self, data: bytes, sheet: Sheet, number: int, size: tuple[int, int]) -> pyvips.Image:
        kind = pictures.kind_of(data)
        if kind in _LOADERS:
            # From a file libvips keeps a few rows in memory, from bytes all of them and a copy.
            spilt = Path(self._folder.name) / f"board{number}"
            spilt.write_bytes(data)
            access = "random" if sheet.turned else "sequential"
            image = getattr(pyvips.Image, _LOADERS[kind])(str(spilt), access=access)
        else:
            small = pictures.decoded(data, 1.0)
            image = pyvips.Image.new_from_memory(small.tobytes(), small.width, small.height, 4, "uchar")
            image = image.copy(interpretation="srgb")
        if image.width * image.height > MOST_BOARD_PIXELS:
            raise UnsafeFile(f"{image.width} × {image.height} pixels, at most {MOST_BOARD_PIXELS} are drawn")
        image = _fitted(_in_rgb(image, sheet.colour), size)
        return image.rot180() if sheet.turned else image


def _plain(width: int, height: int, colour: str) -> pyvips.Image:
    rgb = ImageColor.getrgb(colour)[:3]
    return pyvips.Image.black(width, height, bands=3).linear(1, list(rgb), uchar=True).copy(interpretation="srgb")


def _in_rgb(image: pyvips.Image, colour: str) -> pyvips.Image:
    """Three bands of eight bits, transparent parts filled with the board's colour."""
    image = image.colourspace("srgb") if image.interpretation != "srgb" else image
    if image.hasalpha():
        image = image.flatten(background=list(ImageColor.getrgb(colour)[:3]))
    return image.extract_band(0, n=3).cast("uchar")


def _fitted(image: pyvips.Image, size: tuple[int, int]) -> pyvips.Image:
    if (image.width, image.height) == size:
        return image
    image = image.resize(size[0] / image.width, vscale=size[1] / image.height)
    return image.gravity("north-west", *size, extend="copy")


def _first_line(error: pyvips.Error) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else "unknown reason"
