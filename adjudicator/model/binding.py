"""How a pack's units and sides are known on a module's counters: the tables of its binding."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from adjudicator.model.theatre import Digits, Table
from adjudicator.patterns import Expression


class Binding(Table):
    """bindings/FORMAT.toml: how a module's names lead to the pack's.

    A counter is identified by the first entry of `counters` whose every pattern fits it. Patterns are regular
    expressions that must fit the whole text.
    """

    class CounterRule(Table):
        """A [[counters]]: patterns over what a counter shows, and the unit or marker type it then is.

        In `unit` and `marker`, `{name}` is replaced by what the group of that name caught in any pattern.
        """

        name: Expression | None = None
        """Fits the name that the counter shows now. Example: `name = "(?P<id>[0-9]+) Infantry"`"""
        slot: Expression | None = None
        """Fits the name of the palette's entry from which the counter was taken. Example: `slot = "Guard.*"`"""
        slot_id: Expression | None = None
        """Fits the id of that entry (in VASSAL: its gpid), for counters that are called alike. Example: `slot_id = "12|13"`"""
        image: Expression | None = None
        """Fits the name of an image that the counter shows now. Example: `image = "fr_1inf[.]png"`"""
        properties: Mapping[str, Expression] = {}
        """Fits properties of the counter, by their names."""
        unit: str = ""
        """The id of the unit type it is."""
        marker: str = ""
        """The id of the marker type it is."""
        ignore: bool = False
        """Such a counter is nothing to the rules (a game aid, a title). Example: `ignore = true`"""
        hexside: str = ""
        """How a marker that stands on a hexside (tag "hexside") shows which one: "angle" for the hexside to which it is
        turned, or the name of a property that holds the hex beyond or a point of the compass. Left out: the property
        "Hexside", else the hexside on which it lies. Example: `hexside = "angle"`"""
        face_layer: str = ""
        """The layer whose level tells which face is up, by the layer's name. Example: `face_layer = "Strength"`"""
        face_property: str = ""
        """The property whose value tells which face is up, counted from 1."""

    class NumberRule(Table):
        """A [[numbers]]: how a map, board or zone calls its hexes, where `location` alone cannot say it.

        The first entry that fits decides; where none does, `location` is asked.
        """

        map: str = ""
        """The map; left out: any. Example: `map = "Main Map"`"""
        board: str = ""
        """The board; left out: any. Example: `board = "East"`"""
        zone: str = ""
        """The zone; left out: any. Example: `zone = "Malta"`"""
        location: Expression
        """Fits the whole name of the location. Example: `location = "Malta (?P<hex>[0-9]{4})"`"""
        number: str = "{hex}"
        """The theatre's number; `{name}` is replaced by what the group of that name caught. Example: `number =
        "malta.{hex}"`"""

    class ChatRule(Table):
        """A [[chat]]: a line of chat by which players tell an attack, an overrun, a mission, or which phase begins."""

        pattern: Expression
        """Fits the whole line. An attack or overrun needs the groups `hex` and `units` (ids or names of units, parted by
        commas); every other group becomes a value of the act, such as `die` and `result`. Work on a bridge ("demolish",
        "repair") needs `hex`, `other` (the hex beyond the bridge) and `units`. A mission ("fly", "strike") needs `hex`,
        `units` and `mission` (by its name in air.toml, or what people call it), a dogfight `hex`, `units` and `against`.
        A "roll" needs `units`; its other groups become values of what these units did last in the phase, such as `die`.
        A phase needs one of the groups
        `phase`, `side` and `turn`; where several sides have such a phase and no group says whose, it is the speaker's."""
        kind: Literal["attack", "overrun", "phase", "demolish", "repair", "fly", "strike", "dogfight", "roll"] = (
            "attack"
        )
        """What such a line tells."""
        values: Mapping[str, str] = {}
        """Values that the words imply, added to those of the groups: such as `declared`, or of a phase `phase`, `side` and
        `turn`. Example: `values = { declared = "yes" }`"""

    class Facing(Table):
        """A [[facings]]: what it says of a unit that its counter lies turned."""

        degrees: float = Field(gt=0, le=180)
        """By how many degrees it is turned, either way."""
        marker: str
        """The id of the marker type that the unit then bears, as if such a counter lay on it."""
        kinds: frozenset[str] = frozenset()
        """The kinds of unit for which turning says this; none given: all."""

    class Turn(Table):
        """How turn and phase are read: from a turn tracker's levels, or from a global property."""

        tracker: str = ""
        """The turn tracker's name."""
        turn_level: str = ""
        """The tracker's level that counts turns; "#1" is the outermost, whatever it is called."""
        phase_level: str = ""
        """The tracker's level that names the phase, by name or as "#2"."""
        property: str = ""
        """A global property that tells turn and phase, where there is no tracker. Example: `property =
        "CurrentTurn"`"""
        turn_pattern: Expression = ""
        """Takes the turn's number out of the text, as the group `turn`. Example: `turn_pattern = "Turn
        (?P<turn>[0-9]+)"`"""
        phase_pattern: Expression = ""
        """Takes the phase's name out of the text, as the group `phase`. Example: `phase_pattern = "Turn [0-9]+:
        (?P<phase>.+)"`"""
        phases: Mapping[str, str] = {}
        """What the module calls each phase, and the phase's id in pack.toml. Example: `phases = { "French Movement" =
        "french.movement" }`"""

    class Plane(Table):
        """A [[planes]]: a module's map as numbers, for saves whose module is not at hand. Lengths are in pixels."""

        map: str
        """The map's name in the module. Example: `map = "Main Map"`"""
        board: str = ""
        """The board's name, where a map has several. Example: `board = "North"`"""
        size: tuple[int, int]
        """Width and height of the board. Example: `size = [2400, 1800]`"""
        dx: float = Field(gt=0)
        """From the centre of one column of hexes to the next. Example: `dx = 48.5`"""
        dy: float = Field(gt=0)
        """Height of a hex. Example: `dy = 56.0`"""
        x0: int = 0
        """Where the centre of the first hex lies, from the left. Example: `x0 = 28`"""
        y0: int = 0
        """Where the centre of the first hex lies, from the top. Example: `y0 = 32`"""
        sideways: bool = False
        """Whether the grid stands sideways: rows of hexes instead of columns; `dx`, `dy`, `x0` and `y0` are then turned
        as well. Example: `sideways = true`"""
        column_first: bool = True
        """Whether the column stands before the row in a number. Example: `column_first = false`"""
        separator: str = ""
        """What stands between the two. Example: `separator = "."`"""
        digits: tuple[Digits, Digits] = (2, 2)
        """How many digits column and row have in print. Example: `digits = [2, 2]`"""
        across: int = 1
        """Added to the counted column. Example: `across = 0`"""
        down: int = 1
        """Added to the counted row. Example: `down = 0`"""
        columns_descend: bool = False
        """Whether columns are numbered from right to left. Example: `columns_descend = true`"""
        rows_descend: bool = False
        """Whether rows are numbered from the bottom up. Example: `rows_descend = true`"""
        stagger: bool = True
        """Whether odd columns count their rows half a hex lower; false: they keep the count of the even ones. Example:
        `stagger = false`"""

    module: Expression = ".*"
    """Fits the module's name. The default fits every module."""
    maps: tuple[str, ...] = ()
    """The module's maps that count; counters on others are off the map."""
    location: Expression = "(?P<hex>.*)"
    """Takes the printed hex number out of a location's name, as the group `hex`."""
    numbers: tuple[NumberRule, ...] = ()
    """Maps, boards and zones that call their hexes otherwise, or by numbers that others have too."""
    boxes: Mapping[Expression, str] = {}
    """Boxes off the map: a pattern over a location's name, and what the pack calls the box (in the notation `[NAME]`).
    Example: `boxes = { "(French|Austrian) Reserve.*" = "Reserve" }`"""
    counters: tuple[CounterRule, ...] = ()
    """Which counter is which unit or marker; the first entry that fits decides."""
    facings: tuple[Facing, ...] = ()
    """What a unit's counter says by how it lies."""
    chat: tuple[ChatRule, ...] = ()
    """Lines of chat that tell attacks, overruns and phases."""
    sides: Mapping[str, str] = {}
    """What the module calls each side, and its id in pack.toml."""
    turn: Turn = Turn()
    """How turn and phase are read."""
    conditions: Mapping[str, str] = {}
    """Global properties that tell a condition: the condition's name, then the property's."""
    values: Mapping[str, str] = {}
    """Global properties that tell a number the game keeps: the number's name, then the property's. Example: `values = {
    "supply.fr" = "FrenchSupply" }`"""
    planes: tuple[Plane, ...] = ()
    """The module's maps as numbers, for saves whose module is not at hand."""
