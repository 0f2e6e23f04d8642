"""A report as a folder: the page, and beside it the maps as deep-zoom tiles, for maps too large to stand in one file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pyvips

from adjudicator.audit.record import Audited
from adjudicator.errors import WriteError
from adjudicator.exporters.drawing import Drawing
from adjudicator.exporters.png import write_png
from adjudicator.exporters.report.page import rendered
from adjudicator.exporters.report.scene import scene
from adjudicator.lean import replace
from adjudicator.marks import mark_of
from adjudicator.writing import make_folder, new_folder, remove, require_folder, write_report

INDEX = "index.html"
TILES = "tiles"
TILE_SIZE = 510
OVERLAP = 1
MOST_SIDE = 60_000
"""Pixels; a larger map is cut into tiles of a smaller picture."""


def write_bundle(audited: Audited, folder: Path) -> None:
    """Write the folder, all or nothing; it takes the place of an earlier bundle, and of nothing else."""
    require_folder(folder, _is_bundle)
    with new_folder(folder, _is_bundle) as made:
        found = scene(audited, lambda drawing, place: _tiles(drawing, made / TILES / f"map{place}"))
        write_report(made / INDEX, rendered(audited.audit, found, beside=True, language=audited.language))


def _is_bundle(folder: Path) -> bool:
    """Whether a folder is an earlier report of ours, and nothing else lies in it."""
    names = {each.name for each in folder.iterdir()}
    return names <= {INDEX, TILES} and mark_of(folder / INDEX) is not None


def _tiles(drawing: Drawing, stem: Path) -> Mapping[str, object]:
    """The map's picture cut into tiles; what a viewer must know to open them."""
    make_folder(stem.parent)
    scale = min(1.0, MOST_SIDE / max(drawing.area[2], drawing.area[3]))
    whole = stem.with_suffix(".png")
    write_png(replace(drawing, scale=scale), whole)
    try:
        image = pyvips.Image.new_from_file(str(whole), access="sequential")
        image.dzsave(str(stem), suffix=".webp[Q=84]", tile_size=TILE_SIZE, overlap=OVERLAP, keep="none")
    except pyvips.Error as error:
        raise WriteError(f"the map could not be cut into tiles ({str(error).strip()})") from error
    remove(whole)
    # it tells the hour and the library, and no viewer reads it
    remove(stem.parent / f"{stem.name}_files" / "vips-properties.xml")
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
