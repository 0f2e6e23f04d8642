"""A board's image as a pyramid of square tiles, so that a page shows a part of it without reading all of it."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pyvips

from adjudicator.errors import ReadError, Source
from adjudicator.exporters.board_rows import first_line, in_rgb, opened
from adjudicator.lean import dataclass
from adjudicator.writing import make_folder, new_folder, quietly

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
    if not folder.is_dir():
        with quietly():  # in the program's own folder, where it can be made anew
            make_folder(folder.parent)
        with quietly(), tempfile.TemporaryDirectory(prefix="adjudicator-") as spill, new_folder(folder) as beside:
            try:
                _cut(in_rgb(opened((data,), Path(spill) / "board"), colour), beside)
            except pyvips.Error as error:
                raise ReadError(f"the board's image cannot be read: {first_line(error)}") from error
    return Pyramid(folder, _size(folder))


def _cut(image: pyvips.Image, folder: Path) -> None:
    image.dzsave(str(folder / "tiles"), tile_size=SIDE, overlap=0, suffix=f"{ENDING}[Q={QUALITY}]")


def _size(folder: Path) -> tuple[int, int]:
    """The size of the picture, as its tiles' own index says it."""
    told = (folder / "tiles.dzi").read_text(encoding="utf-8")
    width, height = (re.search(rf'{name}="([0-9]+)"', told) for name in ("Width", "Height"))
    if width is None or height is None:
        raise ReadError("these tiles were not made whole; delete the folder", Source(str(folder)))
    return int(width[1]), int(height[1])
