"""A drawing as PNG, made band by band, so that the largest map needs no more memory than a small one.

libvips streams the boards in and the file out; each band between gets counters pasted (Pillow) and shapes drawn (resvg).
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pyvips
from PIL import Image

from adjudicator.errors import ReadError, Source, WriteError
from adjudicator.notes import Note, NoteKind
from exporters import pictures
from exporters.atomic import replacing
from exporters.drawing import Drawing, Framed, Picture, Shape, Sheet, Stamp, framed
from exporters.svg import fragment

MOST_BOARD_PIXELS = 2_000_000_000
MOST_PICTURE_PIXELS = 2_000_000_000
_BAND = 512
_TILE = 1024
_LOADERS = {
    "png": "pngload_buffer",
    "jpeg": "jpegload_buffer",
    "gif": "gifload_buffer",
    "webp": "webpload_buffer",
    "tiff": "tiffload_buffer",
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
    boards = _Boards(drawing)
    with replacing(path) as beside:
        _stream(_bands(drawing, frame, boards), frame, beside)
    return tuple(boards.notes)


def to_image(drawing: Drawing) -> Image.Image:
    """The whole picture in memory, for small ones."""
    frame = framed(drawing)
    whole = Image.new("RGB", (frame.width, frame.height))
    top = 0
    for band in _bands(drawing, frame, _Boards(drawing)):
        whole.paste(band, (0, top))
        top += band.height
    return whole


def _stream(bands: Iterator[Image.Image], frame: Framed, path: Path) -> None:
    """Feed the bands to libvips as a PPM stream while a second thread makes the next one."""
    feed = _Feed(bands, f"P6\n{frame.width} {frame.height}\n255\n".encode("ascii"))
    source = pyvips.SourceCustom()
    source.on_read(feed.read)
    try:
        image = pyvips.Image.new_from_source(source, "", access="sequential")
        image.pngsave(str(path), compression=6, keep="none")
    except pyvips.Error as error:
        if feed.failure is not None:
            raise feed.failure from error
        raise WriteError(f"the picture could not be written ({_first_line(error)})", Source(str(path))) from error
    finally:
        feed.stop()
    if feed.failure is not None:
        raise feed.failure


class _Feed:
    """Bytes for libvips; the next band is made in another thread while this one is compressed."""

    def __init__(self, bands: Iterator[Image.Image], head: bytes) -> None:
        self.failure: BaseException | None = None
        self._bands = bands
        self._pool = ThreadPoolExecutor(1)
        self._next: Future[Image.Image | None] | None = self._pool.submit(next, bands, None)
        self._rest = memoryview(head)

    def read(self, size: int) -> bytes:
        """The next bytes, at most `size`; none at the end, or if making a band failed."""
        if not self._rest and self._next is not None:
            self._advance(self._next)
        part = bytes(self._rest[:size])
        self._rest = self._rest[len(part) :]
        return part

    def stop(self) -> None:
        """Let the thread end."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _advance(self, due: Future[Image.Image | None]) -> None:
        self.failure = due.exception()
        band = None if self.failure else due.result()
        self._next = self._pool.submit(next, self._bands, None) if band else None
        self._rest = memoryview(band.tobytes() if band else b"")


@dataclass(frozen=True, slots=True)
class _Run:
    """Shapes that are drawn together, sorted into the tiles they touch; `origin` and `scale` lead to picture pixels."""

    tiles: dict[tuple[int, int], list[Shape]]
    origin: tuple[float, float]
    scale: float
    stamps: bool


def _bands(drawing: Drawing, frame: Framed, boards: _Boards) -> Iterator[Image.Image]:
    """The finished picture from top to bottom."""
    map_width, map_height = drawing.map_size
    origin = (frame.left - drawing.area[0] * drawing.scale, frame.top - drawing.area[1] * drawing.scale)
    runs = [run for layer in drawing.layers for run in _runs(layer.shapes, origin, drawing.scale)]
    margin = list(_runs(frame.margin, (0.0, 0.0), 1.0))
    stamps: dict[Picture, Image.Image] = {}
    for top in range(0, frame.height, _BAND):
        height = min(_BAND, frame.height - top)
        band = Image.new("RGB", (frame.width, height), "#ffffff")
        first, last = max(top, frame.top), min(top + height, frame.top + map_height)
        if first < last:
            part = Image.new("RGB", (map_width, last - first), drawing.background)
            boards.paint(part, first - frame.top)
            shift = (frame.left, first)
            for run in runs:
                _apply(run, part, shift, top, stamps)
            band.paste(part, (frame.left, first - top))
        for run in margin:
            _apply(run, band, (0, top), top, stamps)
        yield band


def _runs(shapes: tuple[Shape, ...], origin: tuple[float, float], scale: float) -> Iterator[_Run]:
    """Neighbouring shapes of one kind (ready pictures or not) as runs; what overlaps keeps its order."""
    tiles: dict[tuple[int, int], list[Shape]] = {}
    kind: bool | None = None
    for shape in shapes:
        stamp = isinstance(shape, Stamp)
        if kind is not None and stamp is not kind:
            yield _Run(tiles, origin, scale, kind)
            tiles = {}
        kind = stamp
        left, top, right, bottom = _in_picture(shape, origin, scale)
        for row in range(int(top // _BAND), int(bottom // _BAND) + 1):
            for column in [0] if stamp else range(int(left // _TILE), int(right // _TILE) + 1):
                tiles.setdefault((row, column), []).append(shape)
    if kind is not None:
        yield _Run(tiles, origin, scale, kind)


def _in_picture(shape: Shape, origin: tuple[float, float], scale: float) -> tuple[float, float, float, float]:
    left, top, right, bottom = shape.bounds()
    return (
        origin[0] + left * scale - 1,
        origin[1] + top * scale - 1,
        origin[0] + right * scale + 1,
        origin[1] + bottom * scale + 1,
    )


def _apply(run: _Run, part: Image.Image, at: tuple[int, int], top: int, stamps: dict[Picture, Image.Image]) -> None:
    """Draw what of a run lies in a band; the band's image begins at `at` of the picture."""
    row = top // _BAND
    if run.stamps:
        for shape in run.tiles.get((row, 0), ()):
            if isinstance(shape, Stamp):
                _paste(shape, run, part, at, stamps)
        return
    columns = range(0, (at[0] + part.width - 1) // _TILE + 1)
    for column in columns:
        shapes = run.tiles.get((row, column))
        if shapes:
            _draw(shapes, run, part, at, column * _TILE)


def _paste(stamp: Stamp, run: _Run, part: Image.Image, at: tuple[int, int], ready: dict[Picture, Image.Image]) -> None:
    image = ready.get(stamp.picture)
    if image is None:
        image = pictures.as_image(stamp.picture)
        ready[stamp.picture] = image
    size = (max(1, round(stamp.width * run.scale)), max(1, round(stamp.height * run.scale)))
    if size != image.size:
        image = image.resize(size, Image.Resampling.LANCZOS)
    left = round(run.origin[0] + stamp.x * run.scale) - at[0]
    top = round(run.origin[1] + stamp.y * run.scale) - at[1]
    part.paste(image, (left, top), image)


def _draw(shapes: list[Shape], run: _Run, part: Image.Image, at: tuple[int, int], tile_left: int) -> None:
    """Rasterise the shapes of one tile, no larger than they are, and lay them over the band."""
    boxes = [_in_picture(shape, run.origin, run.scale) for shape in shapes]
    left = max(tile_left, at[0], int(min(box[0] for box in boxes)))
    right = min(tile_left + _TILE, at[0] + part.width, int(max(box[2] for box in boxes)) + 1)
    top = max(at[1], int(min(box[1] for box in boxes)))
    bottom = min(at[1] + part.height, int(max(box[3] for box in boxes)) + 1)
    if left >= right or top >= bottom:
        return
    width, height = right - left, bottom - top
    view = (
        (left - run.origin[0]) / run.scale,
        (top - run.origin[1]) / run.scale,
        width / run.scale,
        height / run.scale,
    )
    over = pictures.from_svg(fragment(shapes, view, width, height), width, height)
    part.paste(over, (left - at[0], top - at[1]), over)


class _Boards:
    """The boards of a map as streams: each is read once, from top to bottom, however large."""

    def __init__(self, drawing: Drawing) -> None:
        self.notes: list[Note] = []
        self._drawing = drawing
        self._strips = [strip for sheet in drawing.sheets if (strip := self._strip(sheet)) is not None]

    def paint(self, part: Image.Image, top: int) -> None:
        """Paint all boards on a piece of the map that begins at row `top`."""
        for strip in self._strips:
            strip.paint(part, top)

    def _strip(self, sheet: Sheet) -> _Strip | None:
        scale = self._drawing.scale
        left = round((sheet.x - self._drawing.area[0]) * scale)
        top = round((sheet.y - self._drawing.area[1]) * scale)
        right = round((sheet.x + sheet.width - self._drawing.area[0]) * scale)
        bottom = round((sheet.y + sheet.height - self._drawing.area[1]) * scale)
        map_width, map_height = self._drawing.map_size
        if right <= 0 or bottom <= 0 or left >= map_width or top >= map_height or left >= right or top >= bottom:
            return None
        image = self._opened(sheet, right - left, bottom - top) if sheet.image is not None else None
        return _Strip(left, top, right - left, bottom - top, sheet.colour, image)

    def _opened(self, sheet: Sheet, width: int, height: int) -> pyvips.Image | None:
        """The board's image at its size in the picture, nothing decoded yet."""
        try:
            return _streamed(sheet, width, height)
        except pyvips.Error as error:
            reason = _first_line(error)
        except ReadError as error:
            reason = error.message
        self.notes.append(Note(NoteKind.MISSING, "board", f"a board's image cannot be drawn: {reason}"))
        return None


@dataclass(frozen=True, slots=True)
class _Strip:
    """A board in the picture (relative to the map's corner) and its image, read in order."""

    left: int
    top: int
    width: int
    height: int
    colour: str
    image: pyvips.Image | None

    def paint(self, part: Image.Image, top: int) -> None:
        first, last = max(top, self.top), min(top + part.height, self.top + self.height)
        left, right = max(0, self.left), min(part.width, self.left + self.width)
        if first >= last or left >= right:
            return
        place = (left, first - top)
        part.paste(self.colour, (*place, right, last - top))
        if self.image is None:
            return
        data = pyvips.Region.new(self.image).fetch(left - self.left, first - self.top, right - left, last - first)
        tile = Image.frombuffer("RGBA" if self.image.bands == 4 else "RGB", (right - left, last - first), bytes(data))
        part.paste(tile, place, tile if tile.mode == "RGBA" else None)


def _streamed(sheet: Sheet, width: int, height: int) -> pyvips.Image:
    data = sheet.image or b""
    kind = pictures.kind_of(data)
    if kind not in _LOADERS:
        small = pictures.decoded(data, 1.0)
        image = pyvips.Image.new_from_memory(small.tobytes(), small.width, small.height, 4, "uchar")
    else:
        image = getattr(pyvips.Image, _LOADERS[kind])(data, access="random" if sheet.turned else "sequential")
    if image.width * image.height > MOST_BOARD_PIXELS:
        raise ReadError(f"board image of {image.width} × {image.height} pixels")
    image = image.colourspace("srgb") if image.interpretation != "srgb" else image
    image = image.cast("uchar")
    if image.bands not in (3, 4):
        image = image[:3] if image.bands > 4 else image.bandjoin([image] * (3 - image.bands))
    if sheet.turned:
        image = image.rot180()
    if (image.width, image.height) != (width, height):
        image = image.resize(width / image.width, vscale=height / image.height)
        image = image.gravity("north-west", width, height, extend="copy")
    return image


def _first_line(error: pyvips.Error) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else "unknown reason"
