"""How large a board is: its image says it; without the image, what the module lays on it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.errors import ReadError, Source
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.grids import ComponentReading
from adjudicator.importers.vassal.images import Images
from adjudicator.importers.vassal.parts import ANY_BOARD, DRAW_PILE, SETUP_STACK, ZONE
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import replace
from adjudicator.notes import Note, NoteKind

DEFAULT_SIDE = 500
MARGIN = 100
"""Pixels beyond the furthest thing that lies on a board of which nobody knows the size."""
MOST_BOARD_PIXELS = 10**9

Size = tuple[int, int]


def board_size(part: Component, owner: Component, images: Images, reading: ComponentReading, source: Source) -> Size:
    """The size in pixels of a board of the map `owner`; without an image, or if it is of no use, the best that is known."""
    image = part.get("image")
    if not image:
        return _stated(part, reading)
    try:
        size = images.size(image)
    except ReadError as error:
        reason = f"its image '{image}' cannot be used: {error.message}"
    else:
        if size is not None:
            return size
        reason = f"its image '{image}' is not in the box"
    found = _stated(part, reading) if "width" in part.attributes else _reached(part, owner)
    text = f"{reason}; taken to be {found[0]} × {found[1]} pixels, so numbers counted from its far side may be off"
    reading.notes.append(Note(NoteKind.MISSING, str(part), f"{part}: {text}", replace(source, entry=f"images/{image}")))
    return found


def _stated(part: Component, reading: ComponentReading) -> Size:
    width = max(reading.integer(part, "width", DEFAULT_SIDE), 0)
    height = max(reading.integer(part, "height", DEFAULT_SIDE), 0)
    if width * height < MOST_BOARD_PIXELS:
        return width, height
    text = f"{width} × {height} pixels are not believed; {DEFAULT_SIDE} × {DEFAULT_SIDE} taken"
    reading.note(NoteKind.REPAIRED, part, text)
    return DEFAULT_SIDE, DEFAULT_SIDE


def _reached(part: Component, owner: Component) -> Size:
    """As far as zones and what lies there at the start reach; at least what the engine takes."""
    points = [*_corners(part), *_laid(part.get("name"), owner)]
    width = max((x + MARGIN for x, _ in points), default=0)
    height = max((y + MARGIN for _, y in points), default=0)
    found = max(width, DEFAULT_SIDE), max(height, DEFAULT_SIDE)
    return found if found[0] * found[1] < MOST_BOARD_PIXELS else (DEFAULT_SIDE, DEFAULT_SIDE)


def _corners(part: Component) -> Iterator[Size]:
    for zone in part.walk():
        if zone.kind == ZONE:
            for pair in sequences.split(zone.get("path"), ";"):
                yield from _point(*sequences.split(pair, ",")[:2])


def _laid(name: str, owner: Component) -> Iterator[Size]:
    for each in owner.of(SETUP_STACK, DRAW_PILE):
        if each.get("owningBoard") in ("", ANY_BOARD, name):
            yield from _point(each.get("x"), each.get("y"))


def _point(*written: str) -> Iterator[Size]:
    numbers = [number.strip() for number in written]
    if len(numbers) == 2 and all(whole(number, -1) >= 0 for number in numbers):
        yield whole(numbers[0]), whole(numbers[1])
