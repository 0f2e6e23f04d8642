"""A report as a folder: the page, and beside it the maps as deep-zoom tiles, for maps too large to stand in one file."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pyvips

from adjudicator.audit.record import Audited
from adjudicator.errors import Source, WriteError
from adjudicator.exporters.atomic import write_text
from adjudicator.exporters.drawing import Drawing
from adjudicator.exporters.png import write_png
from adjudicator.exporters.report.page import rendered
from adjudicator.exporters.report.scene import scene
from adjudicator.exporters.unfinished import prefix, tidy
from adjudicator.lean import replace

INDEX = "index.html"
TILES = "tiles"
TILE_SIZE = 510
OVERLAP = 1
MOST_SIDE = 60_000
"""Pixels; a larger map is cut into tiles of a smaller picture."""


def write_bundle(audited: Audited, folder: Path) -> None:
    """Write the folder, all or nothing; it takes the place of an earlier bundle, and of nothing else."""
    if folder.exists() and not _replaceable(folder):
        raise WriteError("is no folder of an earlier report; name a new or empty one", Source(str(folder)))
    try:
        tidy(folder.parent)
        with tempfile.TemporaryDirectory(prefix=prefix(), dir=folder.parent) as beside:
            made = Path(beside) / "made"
            made.mkdir()
            made.chmod(0o755)
            found = scene(audited, lambda drawing, place: _tiles(drawing, made / TILES / f"map{place}"))
            write_text(made / INDEX, rendered(audited.audit, found, beside=True, language=audited.language))
            if folder.exists():
                folder.replace(Path(beside) / "old")
            made.replace(folder)
    except OSError as error:
        raise WriteError(f"cannot be written: {error.strerror or error}", Source(str(folder))) from error


def _replaceable(folder: Path) -> bool:
    if not folder.is_dir():
        return False
    names = {each.name for each in folder.iterdir()}
    return not names or (INDEX in names and names <= {INDEX, TILES})


def _tiles(drawing: Drawing, stem: Path) -> Mapping[str, object]:
    """The map's picture cut into tiles; what a viewer must know to open them."""
    stem.parent.mkdir(exist_ok=True)
    scale = min(1.0, MOST_SIDE / max(drawing.area[2], drawing.area[3]))
    whole = stem.with_suffix(".png")
    write_png(replace(drawing, scale=scale), whole)
    try:
        image = pyvips.Image.new_from_file(str(whole), access="sequential")
        image.dzsave(str(stem), suffix=".webp[Q=84]", tile_size=TILE_SIZE, overlap=OVERLAP, keep="none")
    except pyvips.Error as error:
        raise WriteError(f"the map could not be cut into tiles ({str(error).strip()})") from error
    whole.unlink()
    # it tells the hour and the library, and no viewer reads it
    (stem.parent / f"{stem.name}_files" / "vips-properties.xml").unlink(missing_ok=True)
    return {
        "tiles": {
            "xmlns": "http://schemas.microsoft.com/deepzoom/2008",
            "Url": f"{TILES}/{stem.name}_files/",
            "Format": "webp",
            "Overlap": str(OVERLAP),
            "TileSize": str(TILE_SIZE),
            "Size": {"Width": str(image.width), "Height": str(image.height)},
        }
    }
