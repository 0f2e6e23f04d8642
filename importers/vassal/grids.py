"""Grids of the build file into grids of the model: `HexGrid`, `SquareGrid`, `RegionGrid`, `ZonedGrid`, `Zone`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from math import isfinite, sqrt

from adjudicator.errors import Source
from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.wire import sequences
from adjudicator.lean import dataclass, replace
from adjudicator.model.grid import (
    Format,
    Grid,
    HexGrid,
    Numbering,
    Outline,
    Region,
    RegionGrid,
    SquareGrid,
    Variable,
    Zone,
    ZonedGrid,
)
from adjudicator.model.grid.numbering import GRID_LOCATION
from adjudicator.model.grid.zoned import ZONE_NAME
from adjudicator.notes import Note, NoteKind
from adjudicator.words import counted

BOARD_PACKAGE = "VASSAL.build.module.map.boardPicker.board."
HEX, SQUARE, REGIONS, ZONED = (BOARD_PACKAGE + word for word in ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid"))
REGION = BOARD_PACKAGE + "Region"
ZONE = BOARD_PACKAGE + "mapgrid.Zone"
HEX_NUMBERING = BOARD_PACKAGE + "mapgrid.HexGridNumbering"
OBLIQUE = BOARD_PACKAGE + "mapgrid.ObliqueHexGridNumbering"
SQUARE_NUMBERING = BOARD_PACKAGE + "mapgrid.SquareGridNumbering"
HALF_ROOT_OF_3 = sqrt(3) / 2
DEFAULT_HEIGHT = 64.0
DEFAULT_WIDTH = HALF_ROOT_OF_3 * DEFAULT_HEIGHT
SMALLEST, LARGEST = 1.0, 1_000_000.0
MOST_ZEROS = 100
MOST_POINTS = 200
LARGEST_INT = 2**31 - 1
_INT = re.compile(r"[+-]?[0-9]{1,10}")
_DOUBLE = re.compile(r"\s*[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?[fFdD]?\s*")


@dataclass(slots=True)
class ComponentReading:
    """What reading components needs besides them: where notes go, and the words that formats may ask for."""

    notes: list[Note]
    source: Source = field(default_factory=Source)
    words: Mapping[str, str] = field(default_factory=dict)

    def note(self, kind: NoteKind, component: Component, text: str) -> None:
        """Confess something about a component, with the line it is on."""
        place = f" (line {component.line})" if component.line else ""
        self.notes.append(Note(kind, str(component), f"{component}{place}: {text}", self.source))

    def integer(self, component: Component, name: str, default: int) -> int:
        """A Java int attribute; what is none is noted and becomes the default."""
        text = component.get(name)
        if name not in component.attributes:
            return default
        if _INT.fullmatch(text) and -LARGEST_INT - 1 <= int(text) <= LARGEST_INT:
            return int(text)
        self.note(NoteKind.REPAIRED, component, f"{name}='{_short(text)}' is no whole number; {default} taken")
        return default

    def decimal(self, component: Component, name: str, default: float) -> float:
        """A Java double attribute; what is none is noted and becomes the default."""
        text = component.get(name)
        if name not in component.attributes:
            return default
        if text in ("NaN", "Infinity", "-Infinity"):
            return float("nan")
        if len(text) <= 100 and _DOUBLE.fullmatch(text):
            return float(text.strip().rstrip("fFdD"))
        self.note(NoteKind.REPAIRED, component, f"{name}='{_short(text)}' is no number; {default} taken")
        return default


def flag(component: Component, name: str, default: bool) -> bool:
    """A Java boolean attribute: anything but `true` is false."""
    return component.get(name).lower() == "true" if name in component.attributes else default


def colour(text: str, default: str = "") -> str:
    """`r,g,b` (and alpha, dropped) or `0xRRGGBB` as `#rrggbb`."""
    parts = text.split(",")
    if len(parts) in (3, 4) and all(re.fullmatch(r"\s*[0-9]{1,3}\s*", part) for part in parts):
        return "#" + "".join(f"{min(int(part), 255):02x}" for part in parts[:3])
    return f"#{text[2:].lower()}" if re.fullmatch(r"0[xX][0-9a-fA-F]{6}", text) else default


def read_grid(
    owner: Component, size: tuple[int, int], reading: ComponentReading, background: bool = True
) -> Grid | None:
    """The grid of a board, zone or zoned grid of that size: its last one, None if it has none that can be used."""
    found: Grid | None = None
    for part in owner.parts():
        if part.kind == HEX:
            found = _hex_grid(part, size, reading, background)
        elif part.kind == SQUARE:
            found = _square_grid(part, size, reading)
        elif part.kind == REGIONS:
            found = _region_grid(part, reading)
        elif part.kind == ZONED:
            found = _zoned_grid(part, size, reading)
        elif part.word.endswith("HexGrid"):
            reading.note(NoteKind.GUESSED, part, f"a grid of a class of its own ({part.kind}), read as ordinary hexes")
            found = _hex_grid(part, size, reading, background)
        elif part.kind.endswith("Grid"):
            reading.note(NoteKind.CARRIED, part, f"a grid of a class of its own ({part.kind}); its points get no names")
    return found


def _usable(component: Component, sizes: tuple[float, float], reading: ComponentReading) -> bool:
    if all(isfinite(value) and SMALLEST <= value <= LARGEST for value in sizes):
        return True
    text = f"no grid has hexes or squares of dx={sizes[0]}, dy={sizes[1]}; the board is read without it"
    reading.note(NoteKind.REPAIRED, component, text)
    return False


def _hex_grid(part: Component, size: tuple[int, int], reading: ComponentReading, needed: bool) -> HexGrid | None:
    # The engine applies attributes alphabetically: when dy comes, a dx that still has its default follows it.
    dx = reading.decimal(part, "dx", DEFAULT_WIDTH)
    dy = reading.decimal(part, "dy", DEFAULT_HEIGHT)
    if "dy" in part.attributes and dx == DEFAULT_WIDTH:
        dx = HALF_ROOT_OF_3 * dy
    if not _usable(part, (dx, dy), reading):
        return None
    numbering = _numbering(part, HEX_NUMBERING, reading)
    if numbering is None and needed:
        reading.note(NoteKind.GUESSED, part, "prints no number we can read; hexes get our own column and row from 01")
    return HexGrid(
        dx=dx,
        dy=dy,
        x0=reading.integer(part, "x0", 0),
        y0=reading.integer(part, "y0", 32),
        sideways=flag(part, "sideways", default=False),
        snaps=flag(part, "snapTo", default=True),
        edges=flag(part, "edgesLegal", default=False),
        corners_too=flag(part, "cornersLegal", default=False),
        numbering=numbering,
        size=size,
        visible=flag(part, "visible", default=False),
        colour=colour(part.get("color"), "#000000"),
    )


def _square_grid(part: Component, size: tuple[int, int], reading: ComponentReading) -> SquareGrid | None:
    dx, dy = reading.decimal(part, "dx", 48.0), reading.decimal(part, "dy", 48.0)
    if not _usable(part, (dx, dy), reading):
        return None
    return SquareGrid(
        dx=dx,
        dy=dy,
        x0=reading.integer(part, "x0", 24),
        y0=reading.integer(part, "y0", 24),
        snaps=flag(part, "snapTo", default=True),
        edges=flag(part, "edgesLegal", default=False),
        corners_too=flag(part, "cornersLegal", default=False),
        numbering=_numbering(part, SQUARE_NUMBERING, reading),
        size=size,
        visible=flag(part, "visible", default=False),
        colour=colour(part.get("color"), "#000000"),
        numbers_visible=any(flag(each, "visible", default=False) for each in part.of(SQUARE_NUMBERING)),
    )


def _region_grid(part: Component, reading: ComponentReading) -> RegionGrid:
    regions = tuple(
        Region(region.get("name"), reading.integer(region, "originx", 0), reading.integer(region, "originy", 0))
        for region in part.of(REGION)
    )
    grid = RegionGrid.of(regions, part.get("snapto", "true") == "true")
    size = min(max(reading.integer(part, "fontsize", 9), 1), MOST_POINTS)
    return replace(grid, visible=flag(part, "visible", default=False), font_size=size)


def _zoned_grid(part: Component, size: tuple[int, int], reading: ComponentReading) -> ZonedGrid:
    background = read_grid(part, size, reading)
    return ZonedGrid(tuple(_zone(zone, background, reading) for zone in part.of(ZONE)), background)


def _zone(part: Component, background: Grid | None, reading: ComponentReading) -> Zone:
    outline = Outline.through(_path(part, reading))
    location = _format(part, ZONE_NAME, reading, bare=True)
    if part.get("useParentGrid") == "true":
        return Zone(part.get("name"), outline, location, background)
    asks = any(isinstance(piece, Variable) and piece.name == "gridLocation" for piece in location)
    return Zone(part.get("name"), outline, location, read_grid(part, outline.size, reading, asks))


def _path(part: Component, reading: ComponentReading) -> list[tuple[int, int]]:
    """The corners in `x,y;x,y;…`; pairs that are none are passed over, as the engine does."""
    corners: list[tuple[int, int]] = []
    wrong: list[str] = []
    for pair in sequences.split(part.get("path"), ";"):
        numbers = [token.strip() for token in sequences.split(pair, ",")[:2]]
        if len(numbers) == 2 and all(_INT.fullmatch(number) and abs(int(number)) <= LARGEST_INT for number in numbers):
            corners.append((int(numbers[0]), int(numbers[1])))
        elif pair:
            wrong.append(f"corner {len(corners) + len(wrong) + 1} of its path, '{_short(pair)}', is no point")
    if wrong:
        more = f" ({len(wrong)} such corners)" if len(wrong) > 1 else ""
        reading.note(NoteKind.REPAIRED, part, f"{wrong[0]}; left out{more}")
    if 0 < len(corners) < 3:
        reading.note(NoteKind.REPAIRED, part, f"a path of {counted(len(corners), 'corner')} holds no point")
    return corners


def _numbering(grid: Component, kind: str, reading: ComponentReading) -> Numbering | None:
    """The grid's last numbering; None if it has none, or one of a class that only its module knows."""
    found: Component | None = None
    for part in grid.parts():
        if part.kind == kind or (kind == HEX_NUMBERING and _is_oblique(part)):
            found = part
            if not part.kind.startswith("VASSAL."):
                text = f"a numbering of a class of its own ({part.kind}), read as VASSAL's oblique one"
                reading.note(NoteKind.GUESSED, part, text)
        else:
            reading.note(NoteKind.CARRIED, part, f"a part of a grid of a class of its own ({part.kind}), kept unread")
    if found is None:
        return None
    return Numbering(
        column_first=found.get("first", "H")[:1] in ("H", ""),
        separator=found.get("sep"),
        column_letters=found.get("hType")[:1] == "A",
        row_letters=found.get("vType")[:1] == "A",
        column_leading=min(reading.integer(found, "hLeading", 1), MOST_ZEROS),
        row_leading=min(reading.integer(found, "vLeading", 1), MOST_ZEROS),
        across=reading.integer(found, "hOff", 1),
        down=reading.integer(found, "vOff", 1),
        columns_descend=flag(found, "hDescend", default=False),
        rows_descend=flag(found, "vDescend", default=False),
        stagger=flag(found, "stagger", default=True),
        format=_format(found, GRID_LOCATION, reading, bare=False),
        slant=_slant(found),
    )


def _is_oblique(part: Component) -> bool:
    """Whether rows run aslant: VASSAL 3.8's numbering, or the class that it was before, with an attribute `direction`."""
    return part.kind == OBLIQUE or (part.word == OBLIQUE.rpartition(".")[2] and "direction" in part.attributes)


def _slant(part: Component) -> int:
    """Which way the rows run (`ObliqueHexGridNumbering.slantRow`): VASSAL's own takes the attribute `stagger` for it."""
    if not _is_oblique(part):
        return 0
    return 1 if flag(part, "direction" if "direction" in part.attributes else "stagger", default=True) else -1


def _format(part: Component, default: Format, reading: ComponentReading, *, bare: bool) -> Format:
    """A location format; an unknown name in it shows a module property's first value, else itself if `bare`."""
    text = part.get("locationFormat")
    if "locationFormat" not in part.attributes:
        return default
    if text.strip().startswith("{") and text.strip().endswith("}"):
        text = "its location format is a program, which we do not run; locations are named as if it were absent"
        reading.note(NoteKind.GUESSED, part, text)
        return default
    own = {"gridLocation", "name"} if bare else {"gridLocation", "row", "column"}
    tokens = sequences.split(text, "$")
    parts: list[str | Variable] = []
    for index, token in enumerate(tokens):
        if not token:
            continue
        if index % 2 == 0 or index == len(tokens) - 1:
            parts.append(token)
            continue
        parts.append(Variable(token, reading.words.get(token, token if bare else "")))
        if token not in own:
            said = f"its location format asks for the property '{token}'; its first value is taken throughout"
            reading.note(NoteKind.APPROXIMATED, part, said)
    return tuple(parts)


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "…"
