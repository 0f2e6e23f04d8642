"""A theatre: the printed map as plain text, hex by hex and hexside by hexside.

A theatre is a folder that two people can diff:

    theatre.toml    title, numbering of the sheets, regions, places (cities, ports, ...), links that leave the map
    hexes.txt       one hex a line:       0805  forest  zone=north  swamp
    hexsides.txt    one hexside a line:   0805-0806  minor_river  rail

In hexes.txt the first word is the printed number, the second the terrain, further words are tags or key=value pairs. In
hexsides.txt the words are features of the hexside, among them rails and roads that cross it; one with a direction has an arrow
that points from the first hex to the second (`bluff>`) or back (`bluff<`). `#` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from adjudicator.errors import NotationError, PackError, Source, reading
from adjudicator.lean import cached_property, dataclass, replace, short
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.one_way import across, arrow, found, without_arrow
from adjudicator.toml import load_toml, read_text

MOST_COUNT = 99_999
"""A theatre's columns and rows lie so far from nought at the most."""
_AT = re.compile(r"at=(?P<column>-?[0-9]{1,5}),(?P<row>-?[0-9]{1,5})")
UNKNOWN_TERRAIN = "blank"
"""The terrain of a hex of which nobody has told what it is: every verdict that hangs on it is undetermined."""
WIDEST_SHEET = 5000
"""A sheet has so many columns, or rows, at the most."""
MOST_DIGITS = 9
Digits = Annotated[int, Field(gt=0, le=MOST_DIGITS)]


class Table(BaseModel):
    """A table of a pack or theatre file: frozen, and strict about keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    def __repr__(self) -> str:
        return short(self)

    __str__ = __repr__


class Sheet(Table):
    """One printed sheet of the map: which numbers stand on it, and where it joins the others."""

    prefix: str = ""
    """What is printed before every number of the sheet."""
    first: tuple[int, int] = (0, 0)
    """Column and row of the sheet's first number."""
    column: int = 0
    """The theatre's column in which `first` lies."""
    row: int = 0
    """The theatre's row in which `first` lies."""
    columns: Annotated[int, Field(gt=0, le=WIDEST_SHEET)] | None = None
    """How many columns the sheet has; left out: no limit."""
    rows: Annotated[int, Field(gt=0, le=WIDEST_SHEET)] | None = None
    """How many rows the sheet has; left out: no limit."""
    column_step: int = 1
    """-1 where the sheet's columns are numbered against the theatre's, from east to west."""
    row_step: int = 1
    """-1 where the sheet's rows are numbered against the theatre's, from south to north. Example: `row_step = -1`"""


class Numbering(Table):
    """How hexes are numbered in print. Theatre columns grow eastward, theatre rows southward."""

    order: str = Field(default="column-row", pattern="^(column-row|row-column)$")
    """Which of the two counts stands first."""
    digits: tuple[Digits, Digits] = (2, 2)
    """How many characters column and row have."""
    separator: str = ""
    """What stands between them. Example: `separator = "."`"""
    letters: bool = False
    """Whether the first character of a column goes on after 9 with letters (A3 is column 103)."""
    stagger: str = Field(default="even", pattern="^(odd|even)$")
    """Which theatre columns sit half a hex lower: "odd" or "even" ones. On a `sideways` map: which rows sit half a hex
    to the right."""
    sideways: bool = False
    """Whether hexes stand on a corner, so that rows are straight instead of columns."""
    sheets: tuple[Sheet, ...] = (Sheet(),)
    """The printed sheets; one whole sheet if none is given."""
    listed: bool = False
    """Whether hexes.txt tells of each hex where it lies, by theatre column and row, because no rule leads from the number
    to the place: `A10 clear at=3,7`. Then `order`, `digits`, `separator`, `letters` and `sheets` say nothing. Example:
    `listed = true`"""

    _pattern: re.Pattern[str] | None = PrivateAttr(default=None)
    _places: Mapping[str, Hex] = PrivateAttr(default_factory=dict)
    _numbers: Mapping[Hex, str] = PrivateAttr(default_factory=dict)

    def listing(self, cells: Mapping[str, tuple[int, int]]) -> Numbering:
        """The same with the theatre column and row of each number that hexes.txt lists."""
        made = self.model_copy()
        made._places = {number: self.hex(*cell) for number, cell in cells.items()}
        made._numbers = {at: number for number, at in made._places.items()}
        return made

    def parse(self, number: str) -> Hex:
        """A printed number as a hex; NotationError if no sheet prints such a number."""
        if self.listed:
            if number in self._places:
                return self._places[number]
            raise NotationError(f"'{number}' is no hex number of this map")
        for sheet in self.sheets:
            if number.startswith(sheet.prefix):
                found = self._split(number[len(sheet.prefix) :])
                if found is not None and self._on(sheet, *found):
                    column = sheet.column + (found[0] - sheet.first[0]) * sheet.column_step
                    row = sheet.row + (found[1] - sheet.first[1]) * sheet.row_step
                    return self.hex(column, row)
        raise NotationError(f"'{number}' is no hex number of this map")

    def hex(self, column: int, row: int) -> Hex:
        """Theatre column and row to axial."""
        low = 0 if self.stagger == "even" else 1
        if self.sideways:
            along = column + (row + low) // 2
            return Hex(along, row - along)
        return Hex(column, row - (column - (column & 1) if low else column + (column & 1)) // 2)

    def cell(self, at: Hex) -> tuple[int, int]:
        """Axial to theatre column and row."""
        low = 0 if self.stagger == "even" else 1
        if self.sideways:
            row = at.q + at.r
            return at.q - (row + low) // 2, row
        return at.q, at.r + (at.q - (at.q & 1) if low else at.q + (at.q & 1)) // 2

    def format(self, at: Hex) -> str:
        """The number printed in a hex (the first sheet that holds it); NotationError if none does."""
        column, row = self.cell(at)
        if self.listed and at in self._numbers:
            return self._numbers[at]
        for sheet in () if self.listed else self.sheets:
            printed = (
                sheet.first[0] + (column - sheet.column) * sheet.column_step,
                sheet.first[1] + (row - sheet.row) * sheet.row_step,
            )
            if min(printed) >= 0 and self._on(sheet, *printed):
                return sheet.prefix + self._join(*printed)
        raise NotationError(f"no sheet prints column {column}, row {row}")

    def _on(self, sheet: Sheet, column: int, row: int) -> bool:
        columns, rows = sheet.columns, sheet.rows
        inside = columns is None or sheet.first[0] <= column < sheet.first[0] + columns
        return inside and (rows is None or sheet.first[1] <= row < sheet.first[1] + rows)

    def _split(self, text: str) -> tuple[int, int] | None:
        if self._pattern is None:
            wide, high = self.digits
            plain = rf"(?P<column>[0-9]{{{wide},{MOST_DIGITS}}}?)"
            column = rf"(?P<column>[0-9A-Z][0-9]{{{wide - 1}}})" if self.letters else plain
            row = rf"(?P<row>[0-9]{{{high}}})"
            first, second = (column, row) if self.order == "column-row" else (row, column)
            self._pattern = re.compile(first + re.escape(self.separator) + second)
        match = self._pattern.fullmatch(text)
        if match is None:
            return None
        return _column_value(match["column"]), int(match["row"])

    def _join(self, column: int, row: int) -> str:
        wide, high = self.digits
        left, right = _column_text(column, wide, self.letters), f"{row:0{high}d}"
        return left + self.separator + right if self.order == "column-row" else right + self.separator + left


def _column_value(text: str) -> int:
    if text[0].isdigit():
        return int(text)
    lead: int = ord(text[0]) - ord("A") + 10
    return int(f"{lead}{text[1:]}")


def _column_text(column: int, wide: int, letters: bool) -> str:
    lead, rest = divmod(column, 10 ** (wide - 1))
    if letters and lead > 9:
        return chr(ord("A") + lead - 10) + f"{rest:0{wide - 1}d}" * (wide > 1)
    return f"{column:0{wide}d}"


class Place(Table):
    """A [[places]]: something with a name in a hex, such as a city, a port or a capital."""

    name: str
    """Its name; the notation takes it instead of the hex's number."""
    hex: str
    """The number of its hex."""
    kinds: frozenset[str] = frozenset()
    """What it is: words of the theatre's `kinds`."""
    owner: str = ""
    """The side that holds it when the game begins."""
    values: Mapping[str, int | float | str | bool] = {}
    """Numbers and words that rules ask of it, by name."""


class Link(Table):
    """A [[links]]: a connection between two hexes that no hexside shows, such as a ferry or an off-map railway."""

    a: str
    """The number of one hex."""
    b: str
    """The number of the other."""
    features: frozenset[str]
    """What kind of connection it is: words of the theatre's `features`."""
    sides: frozenset[str] = frozenset()
    """The sides that may use it; none given: all."""


class TheatreHeader(Table):
    """The file theatre.toml: what the map is called, how it is numbered, and which words its text files may use."""

    title: str
    """The map's name."""
    numbering: Numbering = Numbering()
    """How hexes are numbered in print."""
    terrains: frozenset[str]
    """Every terrain that hexes.txt may name."""
    features: frozenset[str] = frozenset()
    """Every hexside feature that hexsides.txt and the links may name."""
    one_way: frozenset[str] = frozenset()
    """Those features that have a direction, which hexsides.txt tells by an arrow. Example: `one_way = ["bluff"]`"""
    tags: frozenset[str] = frozenset()
    """Every tag that hexes.txt may give a hex."""
    kinds: frozenset[str] = frozenset()
    """Every kind that a place may have."""
    regions: Mapping[str, str] = {}
    """Names for tags that mark a region, as people read them: tag, then name. Example: `regions = { north = "North of
    the river" }`"""
    places: tuple[Place, ...] = ()
    """Cities, ports and the like."""
    links: tuple[Link, ...] = ()
    """Connections that no hexside shows."""
    sample: bool = False
    """Whether the map is one to practise on, in a pack that is otherwise the game's own. Example: `sample = true`"""
    unfinished: bool = False
    """Whether the map is still being put into text: then places and tags may be there that it does not list yet, and what
    hangs on them is undetermined. Example: `unfinished = true`"""
    notes: str = ""
    """What a reader should know of how the map was put into text. Example: `notes = "Read from the printed map."`"""


@dataclass(frozen=True, slots=True)
class MapHex:
    """One printed hex: its number, terrain, tags (regions, zones, coast, map edge) and named values."""

    number: str
    at: Hex
    terrain: str
    tags: frozenset[str] = frozenset()
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Theatre:
    """The whole map: hexes by axial coordinate, features of hexsides, places and off-map links.

    Features with a direction stand among `hexsides` as they are seen from the lower hex of each (adjudicator.model.one_way).
    """

    title: str
    numbering: Numbering
    hexes: Mapping[Hex, MapHex]
    hexsides: Mapping[Hexside, frozenset[str]]
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()
    header: TheatreHeader | None = None

    @cached_property
    def by_number(self) -> dict[str, MapHex]:
        """The same hexes by printed number."""
        return {entry.number: entry for entry in self.hexes.values()}

    def at(self, number: str) -> MapHex:
        """The hex of that number; NotationError if the map has none."""
        found = self.by_number.get(number)
        if found is None:
            raise NotationError(f"'{number}' is no hex of {self.title}")
        return found

    def features(self, one: Hex, other: Hex) -> frozenset[str]:
        """What lies along or across the hexside between two adjacent hexes, as it is seen from the first."""
        side = Hexside.between(one, other)
        words = self.hexsides.get(side, frozenset())
        return words if side.low == one else across(words)

    def place(self, name: str) -> Place | None:
        """The place of that name, None if the map has none."""
        return next((place for place in self.places if place.name == name), None)


def with_facts(theatre: Theatre, words: frozenset[str]) -> Theatre:
    """The map with each of these words stated in every way, for the hexes that have it in any: as a tag and by a place."""
    placed: dict[str, frozenset[str]] = {}
    for place in theatre.places:
        placed[place.hex] = placed.get(place.hex, frozenset()) | place.kinds
    tagged: dict[Hex, MapHex] = {}
    more: dict[str, frozenset[str]] = {}
    for at, entry in theatre.hexes.items():
        kinds = placed.get(entry.number, frozenset())
        told = words & (entry.tags | kinds | {entry.terrain})
        if told - entry.tags - {entry.terrain}:
            tagged[at] = replace(entry, tags=entry.tags | told)
        if told - kinds:
            more[entry.number] = told - kinds
    if not tagged and not more:
        return theatre
    return replace(theatre, hexes={**theatre.hexes, **tagged}, places=tuple(_with_kinds(theatre.places, more)))


def _with_kinds(places: Iterable[Place], more: dict[str, frozenset[str]]) -> Iterator[Place]:
    """The places, the first of each hex with the kinds that the hex has more; a hex without one has one by its number."""
    for place in places:
        kinds = more.pop(place.hex, frozenset())
        yield place.model_copy(update={"kinds": place.kinds | kinds}) if kinds else place
    for number, kinds in more.items():
        yield Place(name=number, hex=number, kinds=kinds)


def load_theatre(folder: Path) -> Theatre:
    """Read a theatre folder.

    Raises PackError naming file and line (or table and key) when a hex is listed twice, a hexside joins hexes that are
    not adjacent or not on the map, a word is not in the closed lists of theatre.toml, or a place lies off the map.
    """
    with reading(file=str(folder / "theatre.toml")):
        header = load_toml(folder / "theatre.toml", TheatreHeader)
    with reading(file=str(folder / "hexes.txt")):
        if header.numbering.listed:
            listed = header.numbering.listing(dict(_read_cells(folder / "hexes.txt")))
            header = header.model_copy(update={"numbering": listed})
        hexes = dict(_read_hexes(folder / "hexes.txt", header))
    theatre = Theatre(header.title, header.numbering, hexes, {}, header.places, header.links, header)
    with reading(file=str(folder / "hexsides.txt")):
        sides = dict(_read_hexsides(folder / "hexsides.txt", header, theatre))
    with reading(file=str(folder / "theatre.toml")):
        _check_places(header, theatre)
    return Theatre(header.title, header.numbering, hexes, sides, header.places, header.links, header)


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    for count, line in enumerate(read_text(path).splitlines(), 1):
        words = line.split("#", 1)[0].split()
        if words:
            yield count, words


def _read_cells(path: Path) -> Iterator[tuple[str, tuple[int, int]]]:
    """Each number and the theatre column and row that its line gives as `at=COLUMN,ROW`."""
    seen: dict[str, int] = {}
    for count, words in _lines(path):
        here = Source(offset=count)
        if words[0] in seen:
            raise PackError(f"line {count}: hex {words[0]} stands already in line {seen[words[0]]}", here)
        seen[words[0]] = count
        cells = [match for word in words if (match := _AT.fullmatch(word))]
        if len(cells) != 1:
            raise PackError(f"line {count}: wants one at=COLUMN,ROW, since the numbering is listed", here)
        yield words[0], (int(cells[0]["column"]), int(cells[0]["row"]))


def _read_hexes(path: Path, header: TheatreHeader) -> Iterator[tuple[Hex, MapHex]]:
    seen: dict[Hex, int] = {}
    for count, words in _lines(path):
        here = Source(offset=count)
        if len(words) < 2:
            raise PackError(f"line {count}: wants a number and a terrain, found '{' '.join(words)}'", here)
        try:
            at = header.numbering.parse(words[0])
        except NotationError as error:
            raise PackError(f"line {count}: {error.message}", here) from error
        if at in seen:
            raise PackError(f"line {count}: hex {words[0]} stands already in line {seen[at]}", here)
        seen[at] = count
        pairs = dict(word.split("=", 1) for word in words[2:] if "=" in word)
        tags = frozenset(word for word in words[2:] if "=" not in word)
        _closed(count, {words[1]}, header.terrains, "terrain")
        _closed(count, tags, header.tags, "tag")
        yield at, MapHex(words[0], at, words[1], tags, pairs)


def _read_hexsides(path: Path, header: TheatreHeader, theatre: Theatre) -> Iterator[tuple[Hexside, frozenset[str]]]:
    seen: dict[Hexside, int] = {}
    for count, words in _lines(path):
        here = Source(offset=count)
        ends = words[0].split("-")
        if len(ends) != 2 or len(words) < 2:
            raise PackError(f"line {count}: wants A-B and features, found '{' '.join(words)}'", here)
        try:
            first = theatre.at(ends[0]).at
            side = Hexside.between(first, theatre.at(ends[1]).at)
        except (NotationError, ValueError) as error:
            said = error.message if isinstance(error, NotationError) else "the two hexes are not adjacent"
            raise PackError(f"line {count}: {words[0]}: {said}", here) from error
        if side in seen:
            raise PackError(f"line {count}: hexside {words[0]} stands already in line {seen[side]}", here)
        seen[side] = count
        _closed(count, set(map(without_arrow, words[1:])), header.features, "hexside feature")
        _require_arrows(count, words[1:], header.one_way)
        there = found(words[1:])
        yield side, there if side.low == first else across(there)


def _require_arrows(count: int, words: list[str], one_way: frozenset[str]) -> None:
    """Features with a direction have an arrow, others none."""
    for word in words:
        if not arrow(word) and word in one_way:
            said = f"line {count}: '{word}' has a direction: write {word}> or {word}<"
            raise PackError(said, Source(offset=count))
        if arrow(word) and without_arrow(word) not in one_way:
            said = f"line {count}: '{word}': '{without_arrow(word)}' is not among one_way in theatre.toml"
            raise PackError(said, Source(offset=count))


def _closed(count: int, words: set[str] | frozenset[str], known: frozenset[str], what: str) -> None:
    for word in sorted(words - known):
        raise PackError(f"line {count}: '{word}' is no {what} listed in theatre.toml", Source(offset=count))


def _check_places(header: TheatreHeader, theatre: Theatre) -> None:
    for word in sorted(header.one_way - header.features):
        raise PackError(f"one_way: '{word}' is not among features")
    for place in header.places:
        if place.hex not in theatre.by_number:
            raise PackError(f"[[places]] {place.name}: hex {place.hex} is not on the map")
        for kind in sorted(place.kinds - header.kinds):
            raise PackError(f"[[places]] {place.name}: '{kind}' is not among kinds")
    for link in header.links:
        for end in (link.a, link.b):
            if end not in theatre.by_number:
                raise PackError(f"[[links]] {link.a} to {link.b}: hex {end} is not on the map")
        for feature in sorted(link.features - header.features):
            raise PackError(f"[[links]] {link.a} to {link.b}: '{feature}' is not among features")
