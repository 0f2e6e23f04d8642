"""Putting a planned module together: board, counters, charts, set-ups, build file, one archive."""

from __future__ import annotations

import hashlib
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from adjudicator import marks
from adjudicator.exporters.atomic import dated
from adjudicator.exporters.theatre_map import load_style, write_png
from adjudicator.exporters.vassal.box import artwork, buildfile, cards, charts, traits
from adjudicator.exporters.vassal.box.holders import card_size
from adjudicator.exporters.vassal.box.plan import PlannedModule, SetupText, plan_box
from adjudicator.exporters.vassal.stamps import stamped
from adjudicator.lean import replace
from adjudicator.marks import OutputMark
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Theatre
from adjudicator.toml import read_text
from adjudicator.writing import replacing

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
    mark: OutputMark | None = None,
) -> PlannedModule:
    """Write a playable module to `out` and give what it was made from.

    `folder` is the theatre's folder: its style.toml decides colours, its setups/*.txt become predefined saves unless
    `setups` are given. Hexes are `height` pixels high. `progress` hears what is being drawn, how much of it, of how much.
    `mark` is what the file says of itself.
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
    content = hashlib.sha256()
    with replacing(out) as beside, zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for entry, data in _pictures_and_pages(planned, progress or _silent):
            content.update(entry.encode() + data)
            archive.writestr(dated(entry), data)
        if not version:
            planned = _with_version_of(planned, content)
        for entry, data in _what_names_the_version(planned):
            archive.writestr(dated(entry), data)
        if mark is not None:
            marks.put_in_zip(archive, mark)
    return planned


def read_setups(folder: Path | None) -> Iterator[SetupText]:
    """The set-ups in a theatre folder: the first line of each file is its name if it starts with `#`."""
    for path in sorted((folder / "setups").glob("*.txt")) if folder else ():
        lines = tuple(read_text(path).splitlines())
        titled = bool(lines) and lines[0].startswith("#")
        yield SetupText(lines[0].lstrip("# ") if titled else path.stem, lines)


def _silent(what: str, done: int, total: int) -> None:
    """Nobody watches."""


def _pictures_and_pages(box: PlannedModule, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """The archive's entries that tell no version, each made when it is wanted."""
    yield "images/board.png", _board(box, progress)
    yield "images/boxes.png", artwork.png_of(artwork.boxes_svg(box), *box.box_size)
    yield from _counters(box, progress)
    yield from cards.pictures(box)
    for file, (_, content) in charts.pages(box).items():
        yield file, content


def _what_names_the_version(box: PlannedModule) -> Iterator[tuple[str, bytes]]:
    """The entries that tell the module's version: its metadata, its build file, its set-ups."""
    from adjudicator.exporters.vassal.scribe import LogWriter  # noqa: PLC0415 - it reads boxes itself, so neither could be loaded first

    yield "moduledata", buildfile.moduledata(box)
    yield "buildFile.xml", buildfile.build_file(box, {file: title for file, (title, _) in charts.pages(box).items()})
    for setup in box.setups:
        yield setup.file, LogWriter.set_up(box, setup.lines).save(setup.description or setup.name)


def _with_version_of(box: PlannedModule, content: hashlib._Hash) -> PlannedModule:
    """The module with a version that changes with its content, since VASSAL keeps a board's tiles under name and version."""
    told = (data for _, data in _what_names_the_version(box))
    return replace(box, version=stamped(box.version, (content.digest(), *told)))


def _board(box: PlannedModule, progress: Progress) -> bytes:
    with tempfile.TemporaryDirectory() as room:
        path = Path(room) / "board.png"
        write_png(box.sheet, path, lambda done, total: progress("board", done, total))
        return path.read_bytes()


def _counters(box: PlannedModule, progress: Progress) -> Iterator[tuple[str, bytes]]:
    size = box.counter_size
    colours = artwork.side_colours(box)
    split = artwork.splits(box.pack.units.values())
    done, total = 0, len(box.images)
    for image, (slot, face) in box.images.items():
        if slot.unit is not None:
            markup = artwork.unit_svg(slot.unit, face, size, colours, split=split)
        elif slot.marker is not None and box.holders.keeps(slot.marker):
            wide, high = card_size(size)
            yield f"images/{image}", artwork.png_of(cards.card_svg(box, slot.marker, (wide, high)), wide, high)
            continue
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
