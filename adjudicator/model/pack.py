"""A rulebook as plain data: what a pack folder's TOML files say, validated.

pack.toml      title, edition, factions, sequence of play, options; `extends` names the pack this one is based on
units.toml     the counter manifest: [[unit]], [[marker]]
terrain.toml   the terrain effects chart: terrains, hexside features, weather
zoc.toml, movement.toml, supply.toml, stacking.toml, combat.toml   numbers that several rules share
rules.toml     one [[rule]] per article
readings.toml  where the book is silent: [[reading]]
charts.toml    chart cells the book's text lacks; a user fills in a copy
catalogue.toml every article of the book: id, title, area, how it can be checked
bindings/*.toml what a module calls its counters, maps and boxes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import Field

from adjudicator.findings import Citation, Severity
from adjudicator.model.sequence import Faction, Phase, Sequence
from adjudicator.model.theatre import Table
from adjudicator.model.units import MarkerType, UnitType


class Header(Table):
    """pack.toml. `short` prefixes rule ids outside the pack ("tr:6.1a"); `extends` is applied before anything else.

    `conditions` names what a moment may be said to be beside its turn and phase, each with the values that the rules know;
    a name without values takes any. `version` goes up when packs that extend this one may have to change; `extends_version`
    is the version of the parent that the pack was written for. `api` is what a pack with code of its own asks of the library.
    """

    id: str
    short: str
    title: str
    edition: str = ""
    book: str = ""
    version: int = 1
    api: int | None = None
    extends: str = ""
    extends_version: int | None = None
    factions: tuple[Faction, ...] = ()
    sequence: Sequence = Sequence()
    options: Mapping[str, bool] = {}
    conditions: Mapping[str, tuple[str, ...]] = {}
    description: str = ""


class RuleEntry(Table):
    """One [[rule]]: an article bound to a check. `when` names phase kinds, ids or tags in which it applies (empty = always).

    "end of NAME" says the same for what is judged when a phase ends. `covers` lists further articles of the book that the
    same entry decides. `readings` lists the readings it leans on ("ID=choice" or "ID=one|other" = in force only under these),
    `options` the optional rules without which it is not in force; a `retired` entry names what replaced it.
    """

    id: str
    title: str = ""
    area: str = ""
    check: str = ""
    when: tuple[str, ...] = ()
    terms: Mapping[str, object] = {}
    severity: Severity = Severity.VIOLATION
    says: str = ""
    why: str = ""
    covers: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    retired: str = ""


class ReadingEntry(Table):
    """A [[reading]]: where the book is silent or contradicts itself; `choices` maps each answer to what it means.

    `effects` tells, per choice, what it changes in the shared tables: table's file name, then keys merged over it.
    """

    id: str
    about: str
    choices: Mapping[str, str]
    default: str
    why: str = ""
    rules: tuple[str, ...] = ()
    effects: Mapping[str, Mapping[str, Mapping[str, object]]] = {}


class CatalogueEntry(Table):
    """An [[article]]: one numbered statement of the book, in our words (`check` is the way it could be judged).

    What the pack does with it follows from its own entries: a rule with a check of this id decides it; `computed_by` names
    the analysis function that gives its value ("adjudicator.analysis.supply.status:status"); `chart` the chart without which it
    stays undetermined; `why` tells why it cannot be decided at all. With none of these it is not yet done.
    """

    id: str
    title: str
    area: str
    check: str
    computed_by: str = ""
    chart: str = ""
    why: str = ""


class Binding(Table):
    """bindings/<format>.toml: how a module's names lead to the pack's.

    A counter is identified by the first of `counters` whose every given pattern fits it (regular expressions, full match).
    `location` takes the printed hex number out of a location name; `boxes` name off-map places; `facings` say what a
    counter tells by how it lies; `planes` stand in for the module's maps where it is not at hand.
    """

    class CounterRule(Table):
        """One line of the binding: patterns over what a counter shows, and the unit or marker type it then is.

        In `unit` and `marker`, `{name}` is replaced by the group of that name from any pattern. `hexside` tells how a
        marker that stands on a hexside (tag "hexside") shows which: "angle", that to which it is turned; or a property
        ("Hexside" if it is left out) that names the hex beyond or a point of the compass, else that on which it lies.
        """

        name: str | None = None
        slot: str | None = None
        image: str | None = None
        properties: Mapping[str, str] = {}
        unit: str = ""
        marker: str = ""
        ignore: bool = False
        hexside: str = ""
        face_layer: str = ""
        face_property: str = ""

    class ChatRule(Table):
        """A line of chat that tells an attack or overrun: `pattern` fits the whole line and names `hex` and `units`.

        Units go by ids or names. Every other group becomes a value of the act, such as `die` and `result`; `values` adds
        what the words imply.
        """

        pattern: str
        kind: Literal["attack", "overrun"] = "attack"
        values: Mapping[str, str] = {}

    class Facing(Table):
        """What it says of a unit of one of `kinds` (none = any) that its counter lies turned by `degrees`, either way.

        It bears the marker `marker` then, as if a counter of that type lay on it.
        """

        degrees: float = Field(gt=0, le=180)
        marker: str
        kinds: frozenset[str] = frozenset()

    class Turn(Table):
        """How turn and phase are read: a turn tracker's level or a global property, and a map from its texts."""

        tracker: str = ""
        turn_level: str = ""
        phase_level: str = ""
        property: str = ""
        turn_pattern: str = ""
        phase_pattern: str = ""
        phases: Mapping[str, str] = {}

    class Plane(Table):
        """The module's map as numbers, for saves whose module is not at hand: its size and hex grid in pixels.

        `dx` is the way from one column of hexes to the next, `dy` the height of a hex, `x0`, `y0` the centre of the first
        one (for a `sideways` grid all four turned); `across` and `down` are added to the counted columns and rows, `digits`
        is how many each has in print, and with `stagger` off odd columns keep the count of the even ones.
        """

        map: str
        board: str = ""
        size: tuple[int, int]
        dx: float = Field(gt=0)
        dy: float = Field(gt=0)
        x0: int = 0
        y0: int = 0
        sideways: bool = False
        column_first: bool = True
        separator: str = ""
        digits: tuple[int, int] = (2, 2)
        across: int = 1
        down: int = 1
        columns_descend: bool = False
        rows_descend: bool = False
        stagger: bool = True

    module: str = ".*"
    maps: tuple[str, ...] = ()
    location: str = "(?P<hex>.*)"
    boxes: Mapping[str, str] = {}
    counters: tuple[CounterRule, ...] = ()
    facings: tuple[Facing, ...] = ()
    chat: tuple[ChatRule, ...] = ()
    sides: Mapping[str, str] = {}
    turn: Turn = Turn()
    conditions: Mapping[str, str] = {}
    values: Mapping[str, str] = {}
    planes: tuple[Plane, ...] = ()


@dataclass(frozen=True)
class Pack:
    """A game's rules, loaded: everything its folder (and the packs it extends) says.

    `tables` holds the shared numbers by file name ("zoc", "movement", ...), still as plain tables: each analysis validates
    its own. `chosen` are the readings in force, `charts` the chart cells that are known. `packages` are the Python packages
    that hold checks of its own series, from the series down.
    """

    header: Header
    folder: Path
    units: Mapping[str, UnitType]
    markers: Mapping[str, MarkerType]
    rules: Mapping[str, RuleEntry]
    readings: Mapping[str, ReadingEntry]
    chosen: Mapping[str, str]
    tables: Mapping[str, Mapping[str, object]]
    charts: Mapping[str, object] = field(default_factory=dict)
    catalogue: Mapping[str, CatalogueEntry] = field(default_factory=dict)
    bindings: Mapping[str, Binding] = field(default_factory=dict)
    options: frozenset[str] = frozenset()
    folders: tuple[Path, ...] = ()
    packages: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return self.header.id

    @property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in the book's order."""
        return tuple(faction.id for faction in self.header.factions)

    def called(self, side: str) -> str:
        """A side as people call it."""
        return next((faction.name for faction in self.header.factions if faction.id == side), side)

    def enemies(self, side: str) -> tuple[str, ...]:
        """Every other side."""
        return tuple(other for other in self.sides if other != side)

    def cite(self, article: str) -> Citation:
        """The citation of an article of this book."""
        return Citation(self.header.book or self.header.title, self.header.edition, article)

    def values_of(self, condition: str) -> tuple[str, ...]:
        """The values that a condition may have ("weather:zone_a" has those of "weather"); empty if any will do."""
        return self.header.conditions.get(condition.partition(":")[0], ())

    def phase(self, name: str) -> Phase | None:
        """A phase of the sequence of play by id."""
        return self.header.sequence.phase(name)


class UnitsFile(Table):
    """units.toml."""

    unit: tuple[UnitType, ...] = ()
    marker: tuple[MarkerType, ...] = ()


class RulesFile(Table):
    """rules.toml."""

    rule: tuple[RuleEntry, ...] = ()


class ReadingsFile(Table):
    """readings.toml."""

    reading: tuple[ReadingEntry, ...] = ()


class CatalogueFile(Table):
    """catalogue.toml."""

    article: tuple[CatalogueEntry, ...] = Field(default=())
