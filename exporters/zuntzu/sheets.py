"""Counter sheets of a box: kinds of counters packed on scans, cut from what each shows."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import field

from PIL import Image

from adjudicator.exporters.pictures import decoded
from adjudicator.exporters.sides import TwoSided
from adjudicator.exporters.zuntzu.shared import FACTOR
from adjudicator.importers.zuntzu.wire.box import FRONT_ONLY, TWO_SIDED, CounterSheet, Section
from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter

SHEET_WIDTH, SHEET_HEIGHT = 2048, 8192


@dataclass
class CounterLook:
    """Counters that look and are called alike: pieces of one section."""

    name: str
    sides: TwoSided
    members: list[tuple[Counter, bool]] = field(default_factory=list)


def packed_on_sheets(kinds: list[CounterLook]) -> Iterator[list[tuple[CounterLook, int, int]]]:
    """The kinds laid on sheets, row by row, the tallest first."""
    packed: list[tuple[CounterLook, int, int]] = []
    x = y = row = 0
    for kind in sorted(kinds, key=lambda each: (-each.sides.size[1], each.name, each.sides.front)):
        wide, high = kind.sides.size
        if x and x + wide > SHEET_WIDTH:
            x, y, row = 0, y + row, 0
        if y and y + high > SHEET_HEIGHT:
            yield packed
            packed, x, y, row = [], 0, 0, 0
        packed.append((kind, x, y))
        x, row = x + wide, max(row, high)
    if packed:
        yield packed


def sheet_of(number: int, packed: list[tuple[CounterLook, int, int]]) -> tuple[CounterSheet, dict[str, bytes]]:
    """A sheet with a section for each kind on it, and its scans by their names in the box."""
    wide = max(x + kind.sides.size[0] for kind, x, _ in packed)
    high = max(y + kind.sides.size[1] for kind, _, y in packed)
    front, back = (Image.new("RGBA", (wide, high), (0, 0, 0, 0)) for _ in range(2))
    sections = []
    for kind, x, y in packed:
        box = (float(x), float(y), float(x + kind.sides.size[0]), float(y + kind.sides.size[1]))
        front.paste(decoded(kind.sides.front), (x, y))
        behind = kind.sides.back
        if behind is not None:
            picture = decoded(behind)
            back.paste(picture.resize(kind.sides.size) if picture.size != kind.sides.size else picture, (x, y))
        type_ = TWO_SIDED if behind is not None else FRONT_ONLY
        where = box if behind is not None else None
        sections.append(Section(False, type_, 1, 1, box, where, len(kind.members), kind.name))
    two_sided = any(kind.sides.back is not None for kind, _, _ in packed)
    names = (f"sheet{number}front.png", f"sheet{number}back.png" if two_sided else "")
    scans = {names[0]: png(front)} | ({names[1]: png(back)} if two_sided else {})
    made = CounterSheet(f"Counters {number}", False, names[0], FACTOR, names[1], FACTOR, (), tuple(sections))
    return made, scans


def png(image: Image.Image) -> bytes:
    """The picture as the bytes of a PNG file."""
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()
