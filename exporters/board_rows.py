"""The boards of a map as one stream of rows, however large they are."""

from __future__ import annotations

import queue
import tempfile
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pyvips
from PIL import Image, ImageColor

from adjudicator import images
from adjudicator.budget import bytes_of, open_file
from adjudicator.errors import ReadError, WriteError
from adjudicator.exporters import pictures
from adjudicator.exporters.drawing import BoardSheet, Drawing
from adjudicator.exporters.drawn_before import DrawnBefore
from adjudicator.notes import Note, NoteKind

_ROWS_AHEAD = 32
_HEAD = 1 << 16
_LOADERS = {
    "png": "pngload",
    "jpeg": "jpegload",
    "gif": "gifload",
    "webp": "webpload",
    "tiff": "tiffload",
}


class BoardRows:
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

    def __enter__(self) -> BoardRows:
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

    def _board(self, sheet: BoardSheet, number: int, width: int, height: int) -> pyvips.Image:
        """A board at its size in the picture; its plain colour, and a note, if its image cannot be drawn."""
        pieces = sheet.image() if sheet.image is not None else None
        if pieces is None:
            return _plain(width, height, sheet.colour)
        try:
            return self._opened(pieces, sheet, number, (width, height))
        except pyvips.Error as error:
            reason = first_line(error)
        except ReadError as error:
            reason = error.message
        self.notes.append(Note(NoteKind.MISSING, "board", f"a board's image cannot be drawn: {reason}"))
        return _plain(width, height, sheet.colour)

    def _opened(self, pieces: Iterable[bytes], sheet: BoardSheet, number: int, size: tuple[int, int]) -> pyvips.Image:
        spilt = Path(self._folder.name) / f"board{number}"
        image = opened(pieces, spilt, access="random" if sheet.turned else "sequential")
        image = _fitted(in_rgb(image, sheet.colour), size)
        return image.rot180() if sheet.turned else image


def opened(pieces: Iterable[bytes], spilt: Path, access: str = "sequential") -> pyvips.Image:
    """A board's image, nothing of it decoded yet: from the file `spilt` libvips keeps a few rows in memory, from bytes all.

    Raises UnsafeFile if it has more pixels than we draw, pyvips.Error or ReadError if it cannot be read.
    """
    with spilt.open("wb") as file:
        file.writelines(pieces)
    with open_file(spilt) as file:
        kind = pictures.kind_of(file.read(_HEAD))
    if kind in _LOADERS:
        image = getattr(pyvips.Image, _LOADERS[kind])(str(spilt), access=access)
        images.require_bearable(image, spilt.stat().st_size)
    else:
        small = pictures.decoded(bytes_of(spilt), before=DrawnBefore())
        image = pyvips.Image.new_from_memory(small.tobytes(), small.width, small.height, 4, "uchar")
        image = image.copy(interpretation="srgb")
    return image


def _plain(width: int, height: int, colour: str) -> pyvips.Image:
    rgb = ImageColor.getrgb(colour)[:3]
    return pyvips.Image.black(width, height, bands=3).linear(1, list(rgb), uchar=True).copy(interpretation="srgb")


def in_rgb(image: pyvips.Image, colour: str) -> pyvips.Image:
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


def first_line(error: pyvips.Error) -> str:
    lines = str(error).strip().splitlines()
    return lines[-1].strip() if lines else "unknown reason"
