"""combat.toml: the odds table, what changes strengths and columns, armor, and what results take."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Odds(Table):
    """[odds]: the columns of the combat results table."""

    ladder: tuple[str, ...] = ()
    """The columns from worst to best for the attacker. A column is reached when the exact ratio of the strengths is at
    least its own."""
    extends: bool = True
    """Whether columns n:1 and 1:n go on beyond both ends of the ladder until all shifts are made."""
    below: str = ""
    """The result where the final column lies below the table; left out: the first column counts."""
    above: str = ""
    """The result where the final column lies above the table; left out: the last column counts. Example: `above =
    "DE"`"""


class Factor(Table):
    """A [[factor]]: what multiplies a unit's strength in a battle."""

    name: Prose
    """What reports call it."""
    part: Literal["attack", "defense"] = "attack"
    """The strength that it multiplies."""
    who: Selector = EVERYONE
    """The units whose strength it multiplies."""
    where: Where = ANYWHERE
    """The hex that is attacked."""
    own: Where = ANYWHERE
    """The hex in which the unit stands. Example: `own = { terrains = ["swamp"] }`"""
    edges: Edges | None = None
    """The hexside across which the unit attacks; of a defender's factor, every hexside across which it is attacked."""
    when: When = When()
    """When it counts."""
    times: Amount = Fraction(1, 2)
    """What the strength is multiplied by."""
    group: str = ""
    """Of the factors of one group only the first that applies to a unit counts."""
    benefit: bool = False
    """Whether the defender counts as having the benefit of the ground (see `[split]`)."""
    cells: Mapping[str, str] = {}
    """Chart cells that must say so, each with its value: only then does the factor count."""


class Shift(Table):
    """A [[shift]]: what shifts the column of a battle."""

    name: Prose
    """What reports call it."""
    columns: int
    """By how many columns; a positive number favours the attacker."""
    where: Where = ANYWHERE
    """The hex that is attacked; `where.markers` asks for markers in it."""
    edges: Edges | None = None
    """Hexsides of which every attacker must cross one."""
    attackers: Selector | None = None
    """At least one attacker must fit."""
    defenders: Selector | None = None
    """At least one defender must fit. Example: `defenders = { kinds = ["fort"] }`"""
    when: When = When()
    """When it counts."""
    group: str = ""
    """Of the shifts of one group only the first that applies counts."""
    benefit: bool = False
    """Whether the defender counts as having the benefit of the ground (see `[split]`)."""
    cells: Mapping[str, str] = {}
    """Chart cells that must say so, each with its value: only then does the shift count."""


class Part(Table):
    """Units that are capable to a part only."""

    who: Selector
    """The units."""
    share: Amount
    """The part of their size that counts as capable, from 0 to 1."""


class Proportion(Table):
    """A [proportion.NAME]: how much of a force is capable of something, such as armor effects.

    A unit belongs to the first list that it fits, in the order ignored, none, full, half, neutral, parts. Whoever fits
    none of them is incapable, or what `cells` says.
    """

    ignored: tuple[Selector, ...] = ()
    """Units that are not counted at all."""
    none: tuple[Selector, ...] = ()
    """Units that are incapable."""
    parts: tuple[Part, ...] = ()
    """Units that are capable to a part."""
    cells: str = ""
    """The dotted name of the chart cell that tells of a `{kind}` of unit: "full", "half", "neutral", "none" or a
    fraction."""
    full: tuple[Selector, ...] = ()
    """Units that are wholly capable."""
    half: tuple[Selector, ...] = ()
    """Units that are capable to a half."""
    neutral: tuple[Selector, ...] = ()
    """Units that count neither way."""
    spread: Amount = 2
    """How many times the capable units the neutral ones may be; what is more counts as incapable."""
    steps: tuple[tuple[Amount, int], ...] = ()
    """From which share of the force which value counts: `[share, value]`, from low to high."""
    by: Literal["units", "points", "steps"] = "points"
    """How units are counted: one each, by stacking points, or by steps. Example: `by = "points"`"""
    optional: bool = False
    """Whether a unit whose part is a fraction may be taken for neutral instead."""


class Bar(Table):
    """Ground, weather or a hexside that bars armor effects."""

    name: Prose
    """What reports call it."""
    where: Where = ANYWHERE
    """The hex that is attacked."""
    edges: Edges | None = None
    """The hexside across which a unit attacks."""
    when: When = When()
    """When it bars."""
    cells: Mapping[str, str] = {}
    """Chart cells that must say so, each with its value: only then does it bar."""


class ArmorTable(Table):
    """[armor]: which proportions modify the die of a battle."""

    attack: str = ""
    """The proportion by which the attackers modify the die."""
    defense: str = ""
    """The proportion by which the defenders modify it."""
    answer: str = ""
    """The proportion that the defenders use instead against attackers who are capable to `least`."""
    least: Amount = Fraction(1, 2)
    """From which share of the attackers on the defenders use `answer`."""
    barred: tuple[Bar, ...] = ()
    """What bars `attack`, and `defense` too where it is the hex itself; never `answer`."""


class Split(Table):
    """[split]: which half of a split cell ("a/b") of the results table counts."""

    weather: frozenset[str] = frozenset()
    """Weather of the hex that is attacked in which the first half counts."""
    benefits: bool = True
    """Whether the second half counts where the defender has the benefit of the ground, whatever the weather. Example:
    `benefits = false`"""
    cells: str = ""
    """The dotted name of the chart cell, with {die} and {column}, that tells a result which the book leaves in
    doubt."""


class Advance(Table):
    """An [[advance]]: how many attackers may advance after a result, and how far. The first that fits decides."""

    results: frozenset[str] = frozenset()
    """Results after which it counts; none given: any."""
    who: Selector = EVERYONE
    """The units that may advance."""
    when: When = When()
    """When it counts."""
    most: int = 1
    """How many of them may advance; -1: as many as may stack."""
    further: Selector | None = None
    """Units that may go one hex more."""
    why: Prose = ""
    """What reports say of it."""


class Toll(Table):
    """A [[toll]]: what a result takes of both sides."""

    result: str
    """The result, as the table has it."""
    attackers: Literal["", "retreat", "half", "all"] = ""
    """What happens to the attackers: nothing, "retreat", "half" of their printed strength is lost (and the others
    retreat), or "all": units with a further face take it and retreat, others are removed."""
    defenders: Literal["", "retreat", "half", "all"] = ""
    """What happens to the defenders, in the same words."""
    exchange: Amount | None = None
    """The side that is weaker by printed strength (the defender if they are equal) is eliminated, and the other loses
    this share of what it lost."""


class Casualties(Table):
    """[casualties]: how losses are reckoned."""

    hidden_face: Selector | None = None
    """Units that may have a further face which the counter manifest does not know."""
    stand_in: Selector | None = None
    """Units that may be put on the map in place of one that is removed."""
    compare: Literal["printed", "modified"] = "printed"
    """By which strength the weaker side of an exchange is found. Example: `compare = "modified"`"""


class Steadfast(Table):
    """[steadfast]: who does not retreat."""

    company: Selector
    """A unit that fits must have begun the phase in the same hex."""
    who: Selector = EVERYONE
    """The units that stay."""
    instead: Mapping[str, str] = {}
    """Results that become others for such defenders."""


class CombatTable(Table):
    """The file combat.toml: how a battle is reckoned and what its result takes."""

    odds: Odds = Odds()
    """The columns of the combat results table."""
    factor: tuple[Factor, ...] = ()
    """What multiplies strengths."""
    most_halvings: int = 0
    """A unit halved more often than this may not attack; 0: no limit."""
    shift: tuple[Shift, ...] = ()
    """What shifts the column."""
    table: Mapping[str, tuple[str, ...]] = {}
    """The combat results table: by column the outcome for each die roll, from 1 on. "a|b" is a cell that the source
    leaves in doubt, "a/b" a split cell, "?" a cell that the user's charts give. Example: `table = { "1:1" = ["AE",
    "AR", "AR", "DR", "DR", "DE"] }`"""
    dice: int = 6
    """How many sides the die has."""
    split: Split | None = None
    """Which half of a split cell counts."""
    advance: tuple[Advance, ...] = ()
    """Who may advance after combat."""
    proportion: Mapping[str, Proportion] = {}
    """How much of a force is capable of something."""
    armor: ArmorTable | None = None
    """Which proportions modify the die."""
    toll: tuple[Toll, ...] = ()
    """What results take of both sides."""
    casualties: Casualties = Casualties()
    """How losses are reckoned."""
    steadfast: Steadfast | None = None
    """Who does not retreat."""


def combat_table(position: Position) -> CombatTable:
    """The pack's combat.toml."""
    return load_table(position.pack, "combat", CombatTable)
