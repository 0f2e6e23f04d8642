"""combat.toml: the odds table, what changes strengths and columns, armor, and what results take.

combat.toml
    [odds]         ladder = ["1:2", "1:1", "3:2", ...]: the columns of the table; extends = true lets n:1 and 1:n go on beyond
                   both ends until shifts are done; below / above: the result when the final column lies off the table
                   ("" = use the last column). A column is reached when the exact ratio is at least its own.
    [[factor]]     part = "attack" or "defense"; who, where (the battle hex), own (the hex the unit stands in), edges (the
                   hexside it attacks across), when, marks on the unit come in by selectors; times = "1/2"; group: of one
                   group only the first counts; name; cells = { chart cell: value }: only if the user's chart says so
    most_halvings  a unit halved more often may not attack (0 = no limit)
    [[shift]]      columns (+ favours the attacker); where (the battle hex), edges (every attacker must cross one), markers in
                   the battle hex by `where.markers`, attackers / defenders (a selector some unit must fit), group, name
    [table]        column -> outcomes for each die roll; "a|b" marks a cell the source leaves in doubt, "a/b" a split cell
                   (good weather / bad); "?" or a cell in doubt is the chart cell `cells`; dice = 6
    [split]        weather (of the battle hex) in which the first half of a split cell counts, unless the defender has the
                   benefit of a factor or shift with benefit = true; cells: the chart's dotted name with {die} and {column}
    [[advance]]    after results (empty = any), who, when; the first that fits says what the attackers may do: most (units,
                   -1 = as many as may stack), further: the selector of those who may go one hex more
    [proportion.N] ignored (not counted at all), none, full, half, neutral: lists of selectors; parts = [{ who, share }]: capable
                   to a part; the first that fits, in this order. Whoever fits none of them is incapable, or what the chart
                   cell says: cells = "aec.N.{kind}" ("full", "half", "neutral", "none" or a fraction). spread = limit of
                   neutral to capable (more counts as none); steps = [["1/7", 1], ["1/2", 2]] (from which share, value);
                   by = "points" or "units"; optional = true: whose part is a fraction may be taken for neutral instead
    [armor]        attack, defense, answer: the proportions that modify the die for the attacker, for the defender, and for a
                   defender against attackers who are capable to `least` (who then may not use `defense`);
                   barred: [{ name, where (the battle hex), edges (the hexside attacked across), when, cells }] bars `attack`
                   and, by the battle hex, `defense`, never `answer` (`analysis.armor`)
    [[toll]], [casualties], [steadfast]: what a result takes of both sides (`analysis.casualties`)
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.ground import ANYWHERE, Edges, When, Where, load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Amount, Selector
from adjudicator.record.position import Position


class Odds(Table):
    """[odds]."""

    ladder: tuple[str, ...] = ()
    extends: bool = True
    below: str = ""
    above: str = ""


class Factor(Table):
    """A [[factor]]."""

    name: str
    part: Literal["attack", "defense"] = "attack"
    who: Selector = EVERYONE
    where: Where = ANYWHERE
    own: Where = ANYWHERE
    edges: Edges | None = None
    when: When = When()
    times: Amount = Fraction(1, 2)
    group: str = ""
    benefit: bool = False
    cells: Mapping[str, str] = {}


class Shift(Table):
    """A [[shift]]."""

    name: str
    columns: int
    where: Where = ANYWHERE
    edges: Edges | None = None
    attackers: Selector | None = None
    defenders: Selector | None = None
    when: When = When()
    group: str = ""
    benefit: bool = False
    cells: Mapping[str, str] = {}


class Part(Table):
    """Units capable to a part only."""

    who: Selector
    share: Amount


class Proportion(Table):
    """A [proportion.NAME]."""

    ignored: tuple[Selector, ...] = ()
    none: tuple[Selector, ...] = ()
    parts: tuple[Part, ...] = ()
    cells: str = ""
    full: tuple[Selector, ...] = ()
    half: tuple[Selector, ...] = ()
    neutral: tuple[Selector, ...] = ()
    spread: Amount = 2
    steps: tuple[tuple[Amount, int], ...] = ()
    by: Literal["units", "points", "steps"] = "points"
    optional: bool = False


class Bar(Table):
    """Ground, weather or a hexside that bars armor."""

    name: str
    where: Where = ANYWHERE
    edges: Edges | None = None
    when: When = When()
    cells: Mapping[str, str] = {}


class ArmorTable(Table):
    """[armor]."""

    attack: str = ""
    defense: str = ""
    answer: str = ""
    least: Amount = Fraction(1, 2)
    barred: tuple[Bar, ...] = ()


class Split(Table):
    """[split]."""

    weather: frozenset[str] = frozenset()
    benefits: bool = True
    cells: str = ""


class Advance(Table):
    """An [[advance]]."""

    results: frozenset[str] = frozenset()
    who: Selector = EVERYONE
    when: When = When()
    most: int = 1
    further: Selector | None = None
    why: str = ""


class Toll(Table):
    """A [[toll]]."""

    result: str
    attackers: Literal["", "retreat", "half", "all"] = ""
    defenders: Literal["", "retreat", "half", "all"] = ""
    exchange: Amount | None = None


class Casualties(Table):
    """[casualties]."""

    hidden_face: Selector | None = None
    stand_in: Selector | None = None
    compare: Literal["printed", "modified"] = "printed"


class Steadfast(Table):
    """[steadfast]."""

    company: Selector
    who: Selector = EVERYONE
    instead: Mapping[str, str] = {}


class CombatTable(Table):
    """combat.toml."""

    odds: Odds = Odds()
    factor: tuple[Factor, ...] = ()
    most_halvings: int = 0
    shift: tuple[Shift, ...] = ()
    table: Mapping[str, tuple[str, ...]] = {}
    dice: int = 6
    split: Split | None = None
    advance: tuple[Advance, ...] = ()
    proportion: Mapping[str, Proportion] = {}
    armor: ArmorTable | None = None
    toll: tuple[Toll, ...] = ()
    casualties: Casualties = Casualties()
    steadfast: Steadfast | None = None


def combat_table(position: Position) -> CombatTable:
    """The pack's combat.toml."""
    return load_table(position.pack, "combat", CombatTable)
