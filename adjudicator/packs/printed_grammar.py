"""The grammar by which a book's printed orders of battle are read: `reading/order_of_battle.toml` of a pack."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pydantic import Field

from adjudicator.model.theatre import Table
from adjudicator.patterns import Expression
from adjudicator.toml import load_toml

GRAMMAR = Path("reading") / "order_of_battle.toml"


class Heading(Table):
    """A [[heading]]: what a heading in the lists means. The first that fits the whole line counts."""

    line: Expression = ""
    """Fits the line."""
    turn: str = ""
    """"named": the line is one of `turns`; "next": it begins the turn after the last."""
    needs: Mapping[str, str] = {}
    """What must be known so far: name, then value."""
    unless: Mapping[str, str] = {}
    """What must not be known so far."""
    set: Mapping[str, str] = {}
    """What is known from here on. {words} is the line without its colon, {title} the same with capitals, {name} a group
    of `line`."""
    area: bool = False
    """Whether it is the heading of an area's list: name, then where its units stand."""


class AreaNation(Table):
    """A row of [area] nations: whose units an area's list names."""

    side: str = ""
    """The side; left out: either."""
    name: Expression = ""
    """Fits the area's name."""
    words: Expression = ""
    """Fits the words behind it."""
    nation: str
    """The nation; {0} and so on are the groups of `name`."""


class Area(Table):
    """[area]: lists of units by area."""

    shared: tuple[str, ...] = ()
    """Names that several districts use; the district is then put before the name."""
    company: Expression = ""
    """Fits the name of an area whose units stand with others of their district."""
    nations: tuple[AreaNation, ...] = ()
    """Whose units an area's list names; the first that fits. Example: `nations = [{ side = "axis", name = "(.+) Army",
    nation = "{0}" }]`"""


class Tag(Table):
    """A [[tag]]: a tag for units whose line fits all that is given."""

    tag: str
    """The tag."""
    type: Expression = ""
    """Fits the words for the type."""
    kinds: frozenset[str] = frozenset()
    """Kinds of unit."""
    sizes: frozenset[str] = frozenset()
    """Sizes."""
    branch: str = ""
    """The branch: what stands in brackets behind the unit's numbers."""
    rating: Expression = ""
    """Fits the rating."""
    mark: bool = False
    """Whether the rating must bear the mark."""


class Ground(Table):
    """A row of [zones] ground: whose ground a zone is."""

    side: str = ""
    """The side; left out: either."""
    words: Expression = ""
    """Fits the words of the zone."""
    tags: tuple[str, ...]
    """The tags of the hexes that are its ground."""


class Zones(Table):
    """[zones]: how the words for a place become a zone. Patterns are searched for in the words."""

    strip: Expression
    """Finds a strip along a border, with the groups `within`, `first` and `last`. Example: `strip = "within
    (?P<within>[0-9]+) hexes of the border between (?P<first>[0-9]+) and (?P<last>[0-9]+)"`"""
    features: tuple[str, ...]
    """The hexside features that make the border."""
    beyond: Expression
    """Finds that the hexes at the border itself are left out."""
    circle: Expression
    """Finds a circle, with the groups `within`, `hex` and `place`. Example: `circle = "within (?P<within>[a-z]+) hexes
    of (?P<place>.+) [(](?P<hex>[0-9]+)[)]"`"""
    rest: Expression = ""
    """Finds that the rest of the units stand anywhere in a `country`."""
    numbers: Mapping[str, int] = {}
    """Words for numbers."""
    mended: Mapping[str, str] = {}
    """Hex numbers misprinted in the book, and the right ones."""
    ends: Mapping[str, tuple[str, str]] = {}
    """First and last hex of a zone where the book gives them otherwise: "SIDE NAME", then both. Example: `ends = {
    "axis 3rd Army" = ["2715", "2722"] }`"""
    ground: tuple[Ground, ...] = ()
    """Whose ground a zone is; the first that fits. Example: `ground = [{ side = "axis", words = "Rumania", tags =
    ["rumania"] }]`"""


class Classes(Table):
    """[classes]: how a unit's movement class is found."""

    order: tuple[str, ...]
    """Tags and kinds, the first of which the unit has is its movement class."""
    else_: str = Field(alias="else")
    """The movement class of all others."""


class Added(Table):
    """[added]: whose the units are that only the errata name."""

    side: str
    """The side."""
    nation: str
    """The nation."""
    arrivals: str
    """The formation of those that arrive."""


class Grammar(Table):
    """The file reading/order_of_battle.toml: how `adjudicator packs order` reads a book's printed orders of battle.
    Patterns are regular expressions.
    """

    begin: Expression
    """Fits the beginning of the line at which the lists begin."""
    end: Expression
    """Fits the beginning of the line at which they end."""
    blank: Expression
    """Fits lines that say nothing."""
    clean: tuple[tuple[Expression, str], ...] = ()
    """Replacements made in every line, in order: pattern, then text; a new line parts two entries. Example: `clean =
    [["[ ]+", " "]]`"""
    joins: tuple[tuple[Expression, Expression], ...] = ()
    """What is one entry over two lines: a pattern for the line so far, then one for the next. Example: `joins =
    [[".*,", ".*"]]`"""
    unit: Expression
    """Fits a line of units, with the groups `count`, `rating`, `mark`, `type`, `size` and `ids`. Example: `unit =
    "(?P<count>[0-9]+)x(?P<rating>[0-9-]+)(?P<mark>[*]?) (?P<type>.+) (?P<size>XX|X) (?P<ids>.*)"`"""
    other: tuple[Expression, ...] = ()
    """Fits lines that speak of something else, such as aircraft. Example: `other = ["[0-9]+ resource points?"]`"""
    turns: tuple[str, ...] = ()
    """The names of the game turns, in order. Example: `turns = ["Jun II 41", "Jul I 41"]`"""
    types: tuple[tuple[Expression, str], ...]
    """Patterns for types of unit, and the kind each means; the first that is found counts. Example: `types =
    [["panzer", "panzer"], ["infantry", "infantry"]]`"""
    errata: tuple[tuple[str, str, str], ...] = ()
    """Corrections of the errata sheet: formation or turn, what the line says, what it should say ("" = nothing). A turn
    followed by "pool" adds to the replacement pool.
    Example: `errata = [["18th Army", "1x3-6 Artillery III 783", "1x3-8 Artillery III 783"]]`"""
    heading: tuple[Heading, ...]
    """What headings mean."""
    area: Area = Area()
    """Lists of units by area."""
    sizes: Mapping[str, str]
    """Printed size marks, and what the pack calls them. Example: `sizes = { XX = "division", X = "brigade" }`"""
    points: Mapping[str, str] = {}
    """Stacking points by size; 1 if it is not listed."""
    nations: Mapping[str, str]
    """The side of each nation. Example: `nations = { german = "axis", soviet = "soviet" }`"""
    tag: tuple[Tag, ...] = ()
    """Tags for units."""
    classes: Classes
    """How a unit's movement class is found."""
    zones: Zones
    """How the words for a place become a zone."""
    added: Added
    """Whose the units are that only the errata name."""


def load_grammar(folder: Path) -> Grammar:
    """A pack's grammar; PackError if it has none."""
    return load_toml(folder / GRAMMAR, Grammar)
