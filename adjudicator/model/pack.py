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
from dataclasses import field
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field

from adjudicator.findings import Citation, Severity
from adjudicator.lean import cached_property, dataclass
from adjudicator.model.binding import Binding
from adjudicator.model.prose import Prose
from adjudicator.model.sequence import Faction, Phase, Sequence
from adjudicator.model.theatre import Table
from adjudicator.model.units import MarkerType, UnitType

Figures = TypeVar("Figures")

NO_SIDE = "unknown"
"""The side of counters of which nobody has said whose they are, in a pack that was begun from a module."""
MARCH = "move"
"""The mode of every movement that the pack has no word of its own for: on foot or by road, at the unit's own cost."""
NOT_MODES = ("ground", "retreat")
"""Tables [mode.NAME] of movement.toml that are about marches and retreats."""


class Header(Table):
    """The file pack.toml: the game, its sides, its sequence of play, and its options."""

    id: str
    """The pack's name in commands (`--pack`), as a rule that of its folder: small letters, digits and _."""
    short: str
    """Short form of `id` that stands before the ids of its rules outside the pack, as in "two:3.1"."""
    title: str
    """The game's name, as reports print it."""
    edition: str = ""
    """Which edition of the rules this is."""
    book: str = ""
    """The rulebook's title, as findings cite it; `title` if it is left out."""
    version: int = 1
    """Goes up when packs that extend this one may have to change. Example: `version = 2`"""
    api: int | None = None
    """For a pack with code of its own: the version of the library's interface for packs that it was written for.
    Example: `api = 1`"""
    extends: str = ""
    """The pack that this one is based on: a bundled or installed pack, or a folder beside this one. Its files are read
    first; this pack states only what differs."""
    extends_version: int | None = None
    """The `version` of the extended pack that this one was written for. Example: `extends_version = 1`"""
    samples: bool = False
    """Whether units and theatres that come with this pack are samples, and not the game's own counter mix and map; packs
    that extend it say so for themselves. Example: `samples = true`"""
    theatre: str = ""
    """Which theatre is meant where none is named, for a pack with several. Example: `theatre = "valley"`"""
    factions: tuple[Faction, ...] = ()
    """The sides of the game, in the book's order."""
    sequence: Sequence = Sequence()
    """The sequence of play: the phases of a game turn."""
    options: Mapping[str, bool] = {}
    """Optional rules by name, with whether each is in force by default. `--option NAME=on` switches one."""
    conditions: Mapping[str, tuple[str, ...]] = {}
    """What a moment may be said to be beside its turn and phase, each with the values that the rules know. A name with
    an empty list takes any value. Example: `conditions = { weather = ["clear", "rain"], morale = [] }`"""
    announced: frozenset[str] = frozenset()
    """Conditions that begin with a word at the table: where nobody tells them, they have none of the values that rules
    ask for. What is not told of all others is unknown. Example: `announced = ["stage"]`"""
    out_of_play: frozenset[str] = frozenset()
    """Boxes off the table, such as hands and decks: what a card there stands for is not in force. Example: `out_of_play =
    ["soviet hand"]`"""
    description: str = ""
    """A sentence or two for `adjudicator packs show`: what the game is and how much of it is judged. Example:
    `description = "A small game of our own."`"""


class RuleEntry(Table):
    """A [[rule]]: one article of the book, bound to the check that decides it."""

    id: str
    """The article's number in the book; unique in the pack."""
    title: Prose = ""
    """What the article is about, in a few words."""
    area: str = ""
    """The part of the rules it belongs to; reports group by it."""
    check: str = ""
    """The check that decides it. Without one the rule is only listed."""
    when: tuple[str, ...] = ()
    """The phases in which it is judged: ids, kinds or tags of phases. "end of NAME" judges it once, when such a phase
    ends. None given: always."""
    during: Mapping[str, object] = {}
    """The time in which it holds, with the keys of a [When](shared.md#when): turns, weather, what it is not. None given:
    always. Example: `during = { turns = ["1-3", 7], without_conditions = { weather = ["mud"] } }`"""
    terms: Mapping[str, object] = {}
    """What the check is told: its terms (see the page of checks)."""
    severity: Severity = Severity.VIOLATION
    """What a breach is: "violation", "doubt" (perhaps broken), or "reminder" (legal, but now something is owed). Example:
    `severity = "reminder"`"""
    says: Prose = ""
    """The rule in your own words; `adjudicator explain` and the report print it."""
    why: Prose = ""
    """The reason behind it, or a note on how it is read."""
    covers: tuple[str, ...] = ()
    """Further articles of the book that this entry decides as well."""
    readings: tuple[str, ...] = ()
    """The readings it leans on: "ID", or "ID=choice" and "ID=one|other" for a rule that is in force only under these
    choices."""
    options: tuple[str, ...] = ()
    """Optional rules without which it is not in force."""
    retired: Prose = ""
    """What replaced it: an entry so marked is kept for old reports and judges nothing. Example: `retired = "now part of
    5.2"`"""


class ReadingEntry(Table):
    """A [[reading]]: a place where the book is silent or contradicts itself, and the answers that may be taken."""

    id: str
    """Its name, by which `--reading ID=CHOICE` takes another answer."""
    about: str
    """The question, in a sentence."""
    choices: Mapping[str, str]
    """Each answer by name, and what it means."""
    default: str
    """The answer that counts unless a player takes another: one of `choices`."""
    why: str = ""
    """Why this answer is the default."""
    rules: tuple[str, ...] = ()
    """The rules that lean on it."""
    effects: Mapping[str, Mapping[str, Mapping[str, object]]] = {}
    """What each choice changes in the pack's tables: the choice, then the table's file name, then keys that are merged
    over it."""


class CatalogueEntry(Table):
    """An [[article]]: one numbered statement of the book, in our words.

    What the pack does with it follows from its own entries: a rule with a check decides it, or it is computed, or a
    chart cell is missing, or it cannot be decided. With none of these it is not yet done.
    Of an article that another printing has, and this one has not, `absent` says so.
    """

    id: str
    """The article's number in the book."""
    title: str
    """What the article says, in a sentence."""
    area: str
    """The part of the rules it belongs to; `packs coverage` counts by it."""
    check: str
    """How the article can be judged: "state" from one position, "move" from an act, "turn" from a phase or turn as a
    whole, "compute" as a number that other rules need, "human" by people alone."""
    computed_by: str = ""
    """The function of ours that gives the article's value, as "module:function". Among them, all in `adjudicator.analysis`:
    `control:zones` and `control:controller`, `supply.status:supply`, `movement.reach:cost_of` and `movement.reach:budget`,
    `combat.odds:battle`, `combat.strength:strength` and `combat.results:outcomes`, `stacking:unit_size`, `weather:effects`,
    `victory:standing_of`."""
    chart: str = ""
    """The chart (an `id` of charts.toml) without which the article stays undetermined."""
    why: str = ""
    """Why it cannot be decided at all."""
    absent: str = ""
    """Of an article that this printing of the book does not have: how that is known. It then is none of the book's articles,
    whatever the pack that is extended says of it, and what an inherited rule about it finds is in doubt for want of its text.
    Example: `absent = "1.0 does not have it"`"""
    partly: str = ""
    """What of an article that a rule decides is left to people. Example: `partly = "what the card gives"`"""


@dataclass(frozen=True, slots=True)
class Flights:
    """Kinds of air mission that last into the enemy's player turn, and by which supply is dropped as well as units; by words that
    are said of units in the air the mission that they fly from then on; trials that are fire at such units, and the results
    of fire that drive a unit off its mission.
    """

    stay: frozenset[str] = frozenset()
    drop: frozenset[str] = frozenset()
    become: Mapping[str, str] = field(default_factory=dict)
    fire: frozenset[str] = frozenset()
    drive: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Pack:
    """A game's rules, loaded: everything its folder (and the packs it extends) says.

    `tables` holds the shared numbers by file name ("zoc", "movement", ...), still as plain tables: each analysis validates
    its own. `chosen` are the readings in force, `charts` the chart cells that are known. `packages` are the Python packages
    that hold checks of its own series, from the series down. `figures` are the tables that code of its series has, by class.
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
    figures: Mapping[type, object] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return self.header.id

    @cached_property
    def loaded(self) -> dict[tuple[str, type], Any]:
        """The tables as models, as far as anybody has asked for them (`model.tables`)."""
        return {}

    def figures_of(self, kind: type[Figures]) -> Figures | None:
        """The figures of this class that code of its series has for the game, None if it has none."""
        found = self.figures.get(kind)
        return found if isinstance(found, kind) else None

    def figures_or_usual(self, kind: type[Figures]) -> Figures:
        """The same; what the class has without any being told where the game has none."""
        return self.figures_of(kind) or kind()

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The ids of the sides, in the book's order."""
        return tuple(faction.id for faction in self.header.factions)

    @cached_property
    def modes(self) -> tuple[str, ...]:
        """The modes of movement by name: the march, each [mode.NAME] of movement.toml, and its `other_modes`."""
        table = self.tables.get("movement", {})
        costed, others = table.get("mode", {}), table.get("other_modes", ())
        named = [
            name
            for names in (costed, others)
            for name in (names if isinstance(names, Mapping | list | tuple) else ())
            if name not in NOT_MODES
        ]
        return (MARCH, *dict.fromkeys(named))

    @cached_property
    def missions(self) -> tuple[str, ...]:
        """The kinds of air mission by name: each [mission.NAME] of air.toml."""
        named = self.tables.get("air", {}).get("mission", {})
        return tuple(named) if isinstance(named, Mapping) else ()

    @cached_property
    def flights(self) -> Flights:
        """What is said of kinds of air mission in code."""
        return self.figures_or_usual(Flights)

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
    """The file units.toml: the counter manifest."""

    unit: tuple[UnitType, ...] = ()
    """The unit types."""
    marker: tuple[MarkerType, ...] = ()
    """The marker types."""


class RulesFile(Table):
    """The file rules.toml: one entry for each article that the pack judges."""

    rule: tuple[RuleEntry, ...] = ()
    """The rules."""


class ReadingsFile(Table):
    """The file readings.toml: where the book is silent, and which answer is taken."""

    reading: tuple[ReadingEntry, ...] = ()
    """The readings."""


class CatalogueFile(Table):
    """The file catalogue.toml: every article of the book, so that `packs coverage` can say how much of it is judged."""

    article: tuple[CatalogueEntry, ...] = Field(default=())
    """The articles, in the book's order."""
