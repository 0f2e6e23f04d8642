"""combat.toml: the odds table, what changes strengths and columns, armor, and what results take."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Literal

from pydantic import AfterValidator

from adjudicator.analysis.combat.support_terms import Blank, Surprise
from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.position import Position
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector


class Odds(Table):
    """[odds]: the columns of the combat results table."""

    by: Literal["ratio", "difference", "strength"] = "ratio"
    """What the columns go by: the ratio of the strengths, attack minus defense, or the "strength" of the attack alone, as
    on tables of fire. Example: `by = "difference"`"""
    ladder: tuple[str, ...] = ()
    """The columns from worst to best for the attacker. A column is reached when the exact ratio (or difference) of the
    strengths is at least its own: ["1:2", "1:1", "2:1"], ["-2", "0", "+2"], or by strength ["1", "4", "8"]."""
    extends: bool = True
    """Whether columns n:1 and 1:n go on beyond both ends of the ladder until all shifts are made."""
    below: str = ""
    """The result where the final column lies below the table, "?" if nobody knows; left out: the first column counts."""
    above: str = ""
    """The result where the final column lies above the table, "?" if nobody knows; left out: the last column counts. Example:
    `above = "DE"`"""
    several: Literal["", "any", "all"] = ""
    """Of a battle against several hexes: whether a row about the ground counts where "any" of them fits it, or "all".
    Left out: where they differ, the verdict is undetermined. Example: `several = "all"`"""


class BattleRow(Table):
    """What a row about a battle asks for: it counts where the battle is fought there, across such hexsides, then."""

    name: Prose
    """What reports call it. Example: `name = "across a river"`"""
    where: Where = ANYWHERE
    """The hex that is attacked; `where.markers` asks for markers in it. Example: `where = { terrains = ["forest"] }`"""
    edges: Edges | None = None
    """Hexsides of which every attacker next to the hex must cross one. Example: `edges = { features = ["river"] }`"""
    when: When = When()
    """When it counts. Example: `when = { conditions = { weather = ["rain"] } }`"""
    cells: Mapping[str, str] = {}
    """Chart cells that must say so, each with its value: only then does it count. "{terrain}" and "{weather}" in a cell's
    name are those of the hex that is attacked. Example: `cells = { "crt.river" = "halved" }`"""


class OddsRow(BattleRow):
    """An [[odds_row]]: where the battle is fought there, its own heads stand over the columns. The first that fits counts."""

    heads: tuple[str, ...]
    """For each column of `[odds]` the least ratio or difference that reaches it. Example: `heads = ["0", "+3", "+6"]`"""


class GroupedRow(BattleRow):
    """A row of a group, or of none."""

    group: str = ""
    """Of the rows of one group only the first that applies counts. Example: `group = "terrain"`"""


class Factor(GroupedRow):
    """A [[factor]]: what multiplies a unit's strength in a battle, or adds to it, in the order in which they stand."""

    part: Literal["attack", "defense"] = "attack"
    """The strength that it multiplies."""
    who: Selector = EVERYONE
    """The units whose strength it multiplies."""
    own: Where = ANYWHERE
    """The hex in which the unit stands. Example: `own = { terrains = ["swamp"] }`"""
    edges: Edges | None = None
    """The hexside across which the unit attacks; of a defender's factor, every hexside across which it is attacked."""
    sight: Edges | None = None
    """Hexsides of which every attacker's line of sight crosses one; of those alone who all fire from afar. Example: `sight =
    { features = ["river"] }`"""
    times: Amount = Fraction(1, 2)
    """What the strength is multiplied by; with `plus` alone: nothing."""
    plus: Amount = 0
    """What is added to the strength (below 0: taken from it, as far as there is any). Example: `plus = -1`"""
    after: Literal["", "retreat", "advance"] = ""
    """Only units count that have done so in this phase. Example: `after = "retreat"`"""
    moved: str = ""
    """Only units count that moved in this mode in this player turn. Example: `moved = "landing"`"""
    unfed: bool = False
    """Only units count that draw on no special source ([drawn] of supply.toml). Example: `unfed = true`"""
    company: tuple[Selector, ...] = ()
    """It counts only where no unit of its side that fits any of these takes part in the battle from the same hex. Whoever a
    factor of 0 makes count for nothing is no company. Example: `company = [{ sizes = ["division"] }]`"""
    benefit: bool = False
    """Whether the defender counts as having the benefit of the ground (see `[split]`)."""

    @property
    def multiplier(self) -> Fraction:
        """What the strength is multiplied by: 1 where only an addition is given."""
        return Fraction(1) if self.plus and "times" not in self.model_fields_set else Fraction(self.times)


class Total(GroupedRow):
    """A [[total]]: what changes the strength of a whole side, after its units' factors, in the order in which they stand."""

    part: Literal["attack", "defense"] = "attack"
    """The side whose strength it changes. Example: `part = "defense"`"""
    present: Selector | None = None
    """At least one of that side's units in the battle must fit. Example: `present = { kinds = ["hq"] }`"""
    absent: Selector | None = None
    """None of that side's units in the battle may fit. Example: `absent = { kinds = ["infantry"] }`"""
    sight: Edges | None = None
    """Hexsides of which every attacker's line of sight crosses one; of those alone who all fire from afar. Example: `sight =
    { features = ["river"] }`"""
    times: Amount = 1
    """What the strength is multiplied by. Example: `times = 2`"""
    plus: Amount = 0
    """What is added then (below 0: taken away, as far as there is any). Example: `plus = -4`"""
    round: Literal["", "down", "up"] = ""
    """How fractions are rounded after that; left out: they stay. Example: `round = "down"`"""


@dataclass(frozen=True, slots=True)
class OwnStrength:
    """Strength that a place of a side has by itself, be a unit there or not, as long as that side holds it, and the size of the
    unit that it counts as. Once eliminated it is gone, which no counter shows (`unseen`).
    """

    total: Total
    side: str
    size: int
    unseen: str


@dataclass(frozen=True, slots=True)
class OwnStrengths:
    """Those of a book; of several that fit a hex the first counts."""

    places: tuple[OwnStrength, ...]


class Modifier(GroupedRow):
    """A row that also asks who meets whom."""

    attackers: Selector | None = None
    """At least one attacker must fit. Example: `attackers = { kinds = ["guards"] }`"""
    every: Selector | None = None
    """All attackers must fit. Example: `every = { tags = ["disrupted"] }`"""
    defenders: Selector | None = None
    """At least one defender must fit. Example: `defenders = { kinds = ["fort"] }`"""


class Shift(Modifier):
    """A [[shift]]: what shifts the column of a battle."""

    columns: int
    """By how many columns; a positive number favours the attacker."""
    benefit: bool = False
    """Whether the defender counts as having the benefit of the ground (see `[split]`)."""


class DieModifier(Modifier):
    """A [[die]]: what is added to the die of a battle."""

    by: int = 0
    """What is added; below 0: taken away. Example: `by = -1`"""
    share: str = ""
    """The [proportion.NAME] of the attackers whose value is added in its place. Example: `share = "engineers"`"""
    chart: str = ""
    """The dotted name of the chart cell that tells what is added; "{terrain}" and "{weather}" are those of the hex that is
    attacked, "{attack}" and "{defense}" the values of `levels` of either side. Example: `chart = "combat.{terrain}.die"`"""
    levels: str = ""
    """The [proportion.NAME] whose values the chart is asked by. Example: `levels = "winterized"`"""


@dataclass(frozen=True, slots=True)
class Proportion:
    """How much of a force is capable of something, such as armor effects.

    A unit belongs to the first of these that it fits: `ignored` (not counted), `none` (incapable), `full`, `half`, `neutral`
    (counts neither way), `parts` (capable to a part of its size). Whoever fits none is incapable, or what the chart cell `cells`
    tells of its `{kind}`: "full", "half", "neutral", "none" or a fraction. The size of units in `doubled` counts twice. Neutral
    units beyond twice the capable ones count as incapable. `steps` are pairs, from which share of the force on which value
    counts; a unit whose part is a fraction may be taken for neutral instead if that is `optional`. `told` is
    the value by which players tell whether they used it (yes or no).
    """

    ignored: tuple[Selector, ...] = ()
    none: tuple[Selector, ...] = ()
    parts: tuple[tuple[Selector, Fraction], ...] = ()
    cells: str = ""
    full: tuple[Selector, ...] = ()
    half: tuple[Selector, ...] = ()
    neutral: tuple[Selector, ...] = ()
    doubled: tuple[Selector, ...] = ()
    steps: tuple[tuple[Fraction, int], ...] = ()
    optional: bool = False
    told: str = ""


@dataclass(frozen=True, slots=True)
class Proportions:
    """Those of a book, by name."""

    proportion: Mapping[str, Proportion]


@dataclass(frozen=True, slots=True)
class ArmorEffects:
    """The proportions by which attackers and defenders modify the die, and what these use against attackers who are capable to
    `least`.
    """

    attack: str
    defense: str
    answer: str
    least: Fraction


class Bar(BattleRow):
    """Ground, weather or a hexside that bars armor effects."""

    edges: Edges | None = None
    """The hexside across which a unit attacks."""


class ArmorTable(Table):
    """[armor]: where armor modifies no die."""

    barred: tuple[Bar, ...] = ()
    """What bars the proportion of the attackers, and of the defenders too where it is the hex itself; never their answer."""


class Split(Table):
    """[split]: which half of a split cell ("a/b") of the results table counts."""

    weather: frozenset[str] = frozenset()
    """Weather of the hex that is attacked in which the first half counts."""
    cells: str = ""
    """The dotted name of the chart cell, with {die} and {column}, that tells a result which the book leaves in doubt, or
    lacks."""


Outcome = Annotated[str, AfterValidator(str.upper)]
"""A result of the combat results table, in capitals, as it is compared: books print "Ar" where players type "AR"."""


@dataclass(frozen=True, slots=True)
class SeriesAdvance:
    """What the books of one series say of advances.

    `overruns`: a unit may overrun in the hex to which it goes on (then an overrun in such a phase is an advance); `stacked`: all
    that advance into one hex must find room there together, even if some go on at once.
    """

    overruns: bool = False
    stacked: bool = False


class Advance(Table):
    """An [[advance]]: how many attackers may advance after a result, and how far. The first that fits decides.

    The check `combat.advance` reads it. A pack uses this or [[pursuit]], not both.
    """

    results: frozenset[Outcome] = frozenset()
    """Results after which it counts; none given: any."""
    who: Selector = EVERYONE
    """The units that may advance."""
    marked: frozenset[MarkerKind] = frozenset()
    """Kinds of marker one of which lay in the attacked hex; left out: any hex. Example: `marked = ["redoubt"]`"""
    when: When = When()
    """When it counts."""
    most: int = 1
    """How many of them may advance; -1: as many as may stack."""
    further: Selector | None = None
    """Units that may go one hex more."""
    why: Prose = ""
    """What reports say of it."""


class Pursuit(Table):
    """A [[pursuit]]: who follows after a result, of either side, and how far. The first that fits a unit decides.

    The check `combat.pursuit` reads it, in the place of `combat.advance`. Where defenders follow they do so in the enemy's
    phase, so "advance" must not be among the `kinds` of `sequence.wrong_side`.
    """

    side: Literal["attackers", "defenders"] = "attackers"
    """Whose units: "attackers" enter hexes that were attacked, "defenders" those out of which they were. Example: `side =
    "defenders"`"""
    results: frozenset[Outcome] = frozenset()
    """Results after which it counts; none given: any. Example: `results = ["AR"]`"""
    who: Selector = EVERYONE
    """The units. Example: `who = { kinds = ["cavalry"] }`"""
    when: When = When()
    """When it counts. Example: `when = { first_turn = 2 }`"""
    most: int = 1
    """How many of them follow; 0: nobody, -1: as many as will. Example: `most = 2`"""
    per: Literal["hex", "battle"] = "hex"
    """Whether `most` is for each hex that they enter first, or for the battle. Example: `per = "battle"`"""
    hexes: int = 1
    """How many hexes they go. Example: `hexes = 2`"""
    along: bool = True
    """Whether beyond the first hex they keep to the path of a retreat. Example: `along = false`"""


class Ranged(Table):
    """A [[ranged]]: units that fight from afar. The first that fits a unit, and whose time it may be, counts.

    Guns that fire at a neighbour, too, whom others may not attack (across a creek, say) have `least = 1`: `combat.adjacent`
    then closes the creek to them only where something speaks against their fire.
    """

    who: Selector
    """The units. Example: `who = { kinds = ["artillery"] }`"""
    least: int = 2
    """The least range, in hexes, the target's counted and the unit's own not. Example: `least = 2`"""
    most: int = 2
    """The greatest range. Example: `most = 3`"""
    hexes: int = 0
    """Against how many hexes at most they fire at once, unless they join an attack; 0: any number. Example: `hexes = 1`"""
    does: frozenset[Literal["join", "alone", "bombard", "defend", "support"]] = frozenset({"join", "alone"})
    """What they do from afar: "join" an attack of units next to the hex, attack "alone", "bombard" in phases of their own
    side, "defend" by bombarding in the enemy's, "support" the defense of others (told with the attack, `support=UNIT`).
    Example: `does = ["join", "alone", "support"]`"""
    pinned: Literal["", "zone", "adjacent"] = ""
    """Who does not fire from afar: whoever is in an enemy "zone" of control, or next to an enemy ("adjacent"). Example:
    `pinned = "zone"`"""
    blocked: Where | None = None
    """Hexes through which nobody sees; a line of sight along a hexside is closed where both its hexes are such. Example:
    `blocked = { terrains = ["forest"] }`"""
    guns: tuple[tuple[str, ...], ...] = ()
    """By range, from 1 on, the values of the unit that together are its strength; none given: its attack strength. Example:
    `guns = [["primary", "secondary"], ["primary"]]`"""
    immune: bool = True
    """Whether no result of a battle that they joined from afar touches them. Example: `immune = true`"""
    may_retreat: bool = False
    """Whether the immune may retreat with the others all the same. Example: `may_retreat = true`"""
    when: When = When()
    """When they fire from afar. Example: `when = { conditions = { weather = ["clear"] } }`"""


Fate = Literal["", "retreat", "half", "all", "removed"]
"""What becomes of a side."""


class Toll(Table):
    """A [[toll]]: what a result takes of both sides."""

    result: Outcome
    """The result, as the table has it."""
    attackers: Fate = ""
    """What happens to the attackers: nothing, "retreat", "half" of their printed strength is lost (and the others
    retreat), "all": units with a further face take it and retreat, others are removed; "removed": all are."""
    defenders: Fate = ""
    """What happens to the defenders, in the same words."""
    exchange: Amount | None = None
    """The side that is weaker by printed strength (the defender if they are equal) is eliminated, and the other loses
    this share of what it lost."""
    falls: Literal["weaker", "defenders"] = "weaker"
    """Who is eliminated in an exchange: the weaker side, or always the defenders. Example: `falls = "defenders"`"""


@dataclass(frozen=True, slots=True)
class Casualties:
    """Units that may have a further face which the counter manifest does not know; those that may be put on the map in place of
    one that is removed; and the reading by whose choice "modified" modified strengths tell the weaker side of an exchange.
    """

    hidden_face: Selector | None = None
    stand_in: Selector | None = None
    compare: str = ""


@dataclass(frozen=True, slots=True)
class Steadfast:
    """Units that do not retreat if one of the `company` began the phase in their hex; for them results become others."""

    company: Selector
    who: Selector
    instead: Mapping[str, str]


class Fire(Table):
    """[bombardment]: the table on which units fire that stay where they are (`bombard`), apart from that of attacks.

    What it does not state is not taken from the table of attacks; `several` alone is that of [odds].
    """

    odds: Odds
    """Its columns. Example: `odds = { by = "strength", ladder = ["1", "4", "8"], below = "NE" }`"""
    table: Mapping[str, tuple[str, ...]]
    """By column the outcome for each die roll, as in the combat results table; the die has as many sides. Example:
    `table = { "1" = ["NE", "NE", "NE", "NE", "NE", "DR"] }`"""
    first_roll: int = 1
    """The roll that the first result of each column is for. Example: `first_roll = 2`"""
    factor: tuple[Factor, ...] = ()
    """What multiplies the strength of a unit that fires, or is fired at, or adds to it."""
    total: tuple[Total, ...] = ()
    """What changes the strength of a whole side."""
    shift: tuple[Shift, ...] = ()
    """What shifts the column."""
    die: tuple[DieModifier, ...] = ()
    """What is added to the die."""


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
    first_roll: int = 1
    """The roll that the first result of each column is for. Beyond the table the nearest result counts. Example:
    `first_roll = 0`"""
    die: tuple[DieModifier, ...] = ()
    """What is added to the die."""
    odds_row: tuple[OddsRow, ...] = ()
    """Other heads over the columns, by terrain."""
    total: tuple[Total, ...] = ()
    """What changes the strength of a whole side."""
    split: Split | None = None
    """Which half of a split cell counts."""
    advance: tuple[Advance, ...] = ()
    """Who may advance after combat."""
    armor: ArmorTable | None = None
    """Where armor modifies no die."""
    pursuit: tuple[Pursuit, ...] = ()
    """Who follows after combat, of either side."""
    ranged: tuple[Ranged, ...] = ()
    """Who fights from afar."""
    bombardment: Fire | None = None
    """The results of fire that is no attack. Left out: what such fire does is not judged. Example: `bombardment = { odds = { by =
    "strength", ladder = ["1"] }, table = { "1" = ["NE", "NE", "NE", "NE", "NE", "DR"] } }`"""
    toll: tuple[Toll, ...] = ()
    """What results take of both sides."""
    support: tuple[Blank, ...] | None = None
    """That aircraft over a battle give dice, and the faces that count nothing in some hexes. Left out: no dice. Example:
    `support = []`"""
    surprise: Surprise | None = None
    """The columns that troops dropped into a battle give. Left out: none. Example: `surprise = { value = { fr = 3 } }`"""


def combat_table(position: Position) -> CombatTable:
    """The pack's combat.toml."""
    return load_table(position.pack, "combat", CombatTable)


def firing_table(position: Position) -> CombatTable | None:
    """The table of combat.toml by which units bombard, None if it has none."""
    table = combat_table(position)
    if table.bombardment is None:
        return None
    own = {name: getattr(table.bombardment, name) for name in Fire.model_fields}
    return CombatTable().model_copy(update={**own, "dice": max(map(len, table.bombardment.table.values()), default=6)})
