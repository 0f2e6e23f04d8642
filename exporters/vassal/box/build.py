"""Putting a planned module together: board, counters, charts, set-ups, build file, one archive."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Theatre
from adjudicator.toml import read_text
from exporters.atomic import replacing
from exporters.theatre_map import load_style, write_png
from exporters.vassal.box import artwork, buildfile, charts, traits
from exporters.vassal.box.plan import Box, SetupText, plan_box
from exporters.vassal.scribe import Scribe, pack_entries

Progress = Callable[[str, int, int], None]


def build_module(
    pack: Pack,
    theatre: Theatre,
    out: Path,
    *,
    folder: Path | None = None,
    height: int = 100,
    name: str = "",
    version: str = "",
    boxes: Sequence[str] = (),
    setups: Sequence[SetupText] | None = None,
    progress: Progress | None = None,
) -> Box:
    """Write a playable module to `out` and give what it was made from.

    `folder` is the theatre's folder: its style.toml decides colours, its setups/*.txt become predefined saves unless
    `setups` are given. Hexes are `height` pixels high. `progress` hears what is being drawn, how much of it, of how much.
    """
    planned = plan_box(
        pack,
        theatre,
        style=load_style(folder),
        height=height,
        name=name,
        version=version,
        boxes=boxes,
        setups=tuple(read_setups(folder)) if setups is None else setups,
    )
    with replacing(out) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        pack_entries(archive, _entries(planned, progress or _silent))
    return planned


def read_setups(folder: Path | None) -> Iterator[SetupText]:
    """The set-ups in a theatre folder: the first line of each file is its name if it starts with `#`."""
    for path in sorted((folder / "setups").glob("*.txt")) if folder else ():
        lines = tuple(read_text(path).splitlines())
        titled = bool(lines) and lines[0].startswith("#")
        yield SetupText(lines[0].lstrip("# ") if titled else path.stem, lines)


def _silent(what: str, done: int, total: int) -> None:
    """Nobody watches."""


def _entries(box: Box, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """The archive's entries in their order, each made when it is wanted."""
    pages = charts.pages(box)
    yield "moduledata", buildfile.moduledata(box)
    yield "buildFile.xml", buildfile.build_file(box, {file: title for file, (title, _) in pages.items()})
    yield "images/board.png", _board(box, progress)
    yield "images/boxes.png", artwork.png_of(artwork.boxes_svg(box), *box.box_size)
    yield from _counters(box, progress)
    for file, (_, content) in pages.items():
        yield file, content
    for setup in box.setups:
        yield setup.file, Scribe.set_up(box, setup.lines).save(setup.description or setup.name)


def _board(box: Box, progress: Progress) -> bytes:
    with tempfile.TemporaryDirectory() as room:
        path = Path(room) / "board.png"
        write_png(box.sheet, path, lambda done, total: progress("board", done, total))
        return path.read_bytes()


def _counters(box: Box, progress: Progress) -> Iterator[tuple[str, bytes]]:
    size = box.counter_size
    colours = artwork.side_colours(box)
    split = artwork.splits(box.pack.units.values())
    done, total = 0, len(box.images)
    for image, (slot, face) in box.images.items():
        if slot.unit is not None:
            markup = artwork.unit_svg(slot.unit, face, size, colours, split=split)
        elif slot.marker is not None:
            markup = artwork.marker_svg(slot.marker, size, colours)
        else:
            continue
        yield f"images/{image}", artwork.png_of(markup, size, size)
        done += 1
        progress("counters", done, total)
    for side in box.sides:
        yield f"images/mask-{side}.png", artwork.png_of(artwork.mask_svg(side, size, colours), size, size)
    flag = max(10, size // 4)
    yield f"images/{traits.MOVED_ICON}", artwork.png_of(artwork.moved_svg(flag), flag, flag)
