"""A board's image as a pyramid of square tiles, so that a page shows a part of it without reading all of it."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

import pyvips

from adjudicator.errors import ReadError, UnsafeFile
from exporters import pictures
from exporters.atomic import new_folder
from exporters.board_rows import LOADERS, MOST_BOARD_PIXELS, first_line, in_rgb

SIDE = 512
ENDING = ".jpg"
QUALITY = 88


@dataclass(frozen=True, slots=True)
class Pyramid:
    """Tiles in a folder: `LEVEL/COLUMN_ROW.jpg`, level 0 the image at its own size, each further one half of the last."""

    folder: Path
    size: tuple[int, int]
    side: int = SIDE

    @property
    def levels(self) -> int:
        """How many sizes there are."""
        return max(1, (max(self.size) - 1).bit_length() - SIDE.bit_length() + 2)

    def tile(self, level: int, column: int, row: int) -> Path | None:
        """The file of a tile, None if there is no such tile."""
        path = self.folder / "tiles_files" / str(self._deepest() - level) / f"{column}_{row}{ENDING}"
        return path if 0 <= level <= self._deepest() and path.is_file() else None

    def _deepest(self) -> int:
        return (max(self.size) - 1).bit_length()


def write_tiles(data: bytes, folder: Path, colour: str = "#ffffff") -> Pyramid:
    """The tiles of an image in a folder, made if they are not there yet; transparent parts get a colour.

    A large image is read once from top to bottom, so that memory does not grow with it. Raises ReadError if it cannot be
    read, and UnsafeFile if it has more pixels than we draw.
    """
    size = pictures.size_of(data)
    if size[0] * size[1] > MOST_BOARD_PIXELS:
        raise UnsafeFile(f"{size[0]} × {size[1]} pixels, at most {MOST_BOARD_PIXELS} are drawn")
    if not folder.is_dir():
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="adjudicator-") as spill, new_folder(folder) as beside:
            try:
                image = in_rgb(_opened(data, Path(spill)), colour)
                image.dzsave(str(beside / "tiles"), tile_size=SIDE, overlap=0, suffix=f"{ENDING}[Q={QUALITY}]")
            except pyvips.Error as error:
                raise ReadError(f"the board's image cannot be read: {first_line(error)}") from error
    return Pyramid(folder, size)


def _opened(data: bytes, spill: Path) -> pyvips.Image:
    """The image, nothing of it decoded yet: from a file libvips keeps a few rows in memory, from bytes all of them."""
    kind = pictures.kind_of(data)
    if kind in LOADERS:
        path = spill / "board"
        path.write_bytes(data)
        return getattr(pyvips.Image, LOADERS[kind])(str(path), access="sequential")
    small = pictures.decoded(data, 1.0)
    image = pyvips.Image.new_from_memory(small.tobytes(), small.width, small.height, 4, "uchar")
    return image.copy(interpretation="srgb")
