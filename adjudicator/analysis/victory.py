"""Victory: what each side has scored by victory.toml, how the sum comes about, and what it is worth.

The score is that of a position as it stands. What nobody knows of it (who holds a place, a number that the game keeps) leaves
it between two bounds, and the level of victory open for want of the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor
from typing import Literal

from adjudicator.analysis.control import controller
from adjudicator.analysis.economy import income, kept_number
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import turns_held
from adjudicator.analysis.resources import points, spending_table
from adjudicator.analysis.situation import joined
from adjudicator.analysis.supply.terms import Connection
from adjudicator.lean import dataclass
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import YES, Known, all_of, any_of
from adjudicator.model.prose import Prose
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Place, Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PlaceKind, SideName
from adjudicator.record.position import Position
from adjudicator.said import quoted, say, strung
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import ANYWHERE, Where
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, listed, word

CITY = "city"
"""The value that all hexes of one city share."""
TENTH = Fraction(1, 10)


class Points(Table):
    """A [[points]]: something for which a side scores."""

    name: Prose
    """What reports call it. Example: `name = "the bridges"`"""
    side: SideName
    """Who scores. Example: `side = "french"`"""
    by: Literal["held", "city", "box", "missing", "value", "income", "lead"]
    """For what: "held", places or hexes that the side holds; "city", cities of which it holds every hex; "box", units that
    lie in `boxes` (lost, gone off the map); "missing", units that do not lie there; "value", a number that the game keeps;
    "income", what an income of economy.toml brings;
    "lead", by how many tenths the attack strength of its units on the map is above the enemy's. Example: `by = "held"`"""
    points: Amount = 1
    """How many points for each. Example: `points = 5`"""
    hexes: frozenset[str] = frozenset()
    """With "held": hexes by number. Example: `hexes = ["0304", "0604"]`"""
    places: frozenset[PlaceKind] = frozenset()
    """With "held": kinds of place. Example: `places = ["city"]`"""
    where: Where = ANYWHERE
    """With "held" and "city": what the hex must be like. Example: `where = { tags = ["ussr"] }`"""
    names: frozenset[str] = frozenset()
    """With "city": cities by name; left out: all of these kinds that no other [[points]] name. Example: `names = ["Moskva"]`"""
    holder: SideName = ""
    """With "held" and "city": who must hold them; left out: who scores. Example: `holder = "soviet"`"""
    turns: int = 0
    """With "city": for how many turns at least they have been held. Example: `turns = 2`"""
    half: tuple[Connection, ...] = ()
    """With "held": lines; half is scored for a hex that an enemy holds and from which none of them leads for him."""
    boxes: frozenset[str] = frozenset()
    """With "box" and "missing": boxes, by what the module calls them. Example: `boxes = ["Eliminated"]`"""
    who: Selector = EVERYONE
    """With "box" and "missing": the units that count. Example: `who = { sides = ["grey"] }`"""
    per: Literal["unit", "attack", "defense", "steps"] = "unit"
    """With "box" and "missing": what is counted of each unit: itself, or attack, defense or steps of its first face. Example:
    `per = "attack"`"""
    value: str = ""
    """With "value" and "income": the number's name. Example: `value = "exits.blue"`"""
    when: When = ALWAYS
    """When it is scored."""


class Level(Table):
    """A [[level]]: what a score is worth. All that is given must fit; the first that does counts."""

    name: Prose
    """What it is called. Example: `name = "French decisive victory"`"""
    side: SideName = ""
    """Whose score it asks of; left out: nobody's, as of a draw. Example: `side = "french"`"""
    least: Amount | None = None
    """The least points of the side. Example: `least = 20`"""
    lead: Amount | None = None
    """How many points at least the side is ahead of every other. Example: `lead = 10`"""
    holds: frozenset[str] = frozenset()
    """Hexes by number, all of which the side must hold. Example: `holds = ["0304"]`"""
    when: When = ALWAYS
    """When it may come about: { turns = [8] }."""


class VictoryTable(Table):
    """The file victory.toml: for what sides score, and what their scores are worth."""

    points: tuple[Points, ...] = ()
    """For what sides score."""
    level: tuple[Level, ...] = ()
    """Levels of victory, in order."""


@dataclass(frozen=True, slots=True)
class Scored:
    """What a side has scored for one thing: the sum and how it comes about, in words."""

    row: Points
    number: Interval
    words: str


@dataclass(frozen=True, slots=True)
class VictoryScore:
    """The score of a position: by side what it scored for, and the levels that it perhaps is, surely if it is one."""

    scored: tuple[Scored, ...]
    levels: tuple[tuple[Level, Known], ...]

    def points(self, side: str) -> Interval:
        """What a side has in all."""
        return sum_of(each.number for each in self.scored if each.row.side == side)


def standing_of(position: Position) -> VictoryScore:
    """The score of a position, and what it is worth."""
    table = load_table(position.pack, "victory", VictoryTable)
    scored = tuple(_scored(position, row) for row in table.points)
    bare = VictoryScore(scored, ())
    levels: list[tuple[Level, Known]] = []
    for level in table.level:
        fits = _fits(position, bare, level)
        if fits.possible:
            levels.append((level, fits))
        if fits.is_yes:
            break
    return VictoryScore(scored, tuple(levels))


def victory_words(position: Position) -> tuple[str, ...]:
    """The level of victory and each side's score with its arithmetic, a sentence each; none if the pack says nothing of it."""
    if "victory" not in position.pack.tables:
        return ()
    found, pack = standing_of(position), position.pack
    if not found.scored and not found.levels:
        return ()
    sides = dict.fromkeys(each.row.side for each in found.scored)
    return (_verdict(found), *(_side_words(found, side, pack.called(side)) for side in sides))


def _verdict(found: VictoryScore) -> str:
    if len(found.levels) == 1 and found.levels[0][1].is_yes:
        return say("as it stands: {level}", found.levels[0][0].name)
    if not found.levels:
        return say("as it stands: no level of victory")
    names = listed((level.name for level, _ in found.levels), "or")
    missing = dict.fromkeys(name for _, known in found.levels for name in known.missing)
    return say("as it stands: {levels}; not known: {missing}", names, strung(missing, ", "))


def _side_words(found: VictoryScore, side: str, name: str) -> str:
    rows = [each for each in found.scored if each.row.side == side]
    total = found.points(side)
    told = say("{side}: {points} = {parts}", name, total, strung((each.words for each in rows), " + "))
    if total.certain:
        return told
    return told + say(" (not known: {missing})", strung(sorted(total.missing), ", "))


def _fits(position: Position, found: VictoryScore, level: Level) -> Known:
    """Whether a level is reached."""
    own = found.points(level.side)
    answers = [level.when.holds(position, level.side)]
    if level.least is not None:
        answers.append(own.at_least(Interval.of(Fraction(level.least))))
    if level.lead is not None:
        others = (side for side in position.pack.sides if side != level.side)
        lead = Interval.of(Fraction(level.lead))
        answers += [own.at_least(found.points(side).plus(lead)) for side in others]
    answers += [_held(position, number, level.side) for number in sorted(level.holds)]
    return all_of(answers)


def _held(position: Position, number: str, side: str) -> Known:
    """Whether a side holds a hex; a victory asks for more than a presumption."""
    return controller(position, number, side).is_(side)


def _scored(position: Position, row: Points) -> Scored:
    now = row.when.holds(position, row.side)
    number, words = _READERS[row.by](position, row)
    number = number.times(Fraction(row.points))
    if now.is_yes:
        return Scored(row, number, words)
    nothing = Interval.of(0)
    return Scored(row, Interval.by(now, number, nothing), words if now.is_open else say("{name}: 0, not now", row.name))


def _of_held(position: Position, row: Points) -> tuple[Interval, str]:
    network, side = position.network, row.holder or row.side
    kinds = [
        place.hex for place in network.theatre.places if place.kinds & row.places and _fits_in(position, row, place)
    ]
    hexes = [number for number in dict.fromkeys((*sorted(row.hexes), *kinds)) if number in network.index]
    held = {number: _held(position, number, side) for number in hexes}
    parts = [Interval.one_if(each) for each in held.values()]
    halves = {number: _is_cut(position, number, row) for number in hexes if row.half and not held[number].is_yes}
    parts += [Interval.by(each, Interval.of(Fraction(1, 2)), Interval.of(0)) for each in halves.values()]
    which = [each for each in hexes if held[each].possible or (each in halves and halves[each].possible)]
    number = sum_of(parts)
    return number, _times(row, number, strung(which, ", "))


def _fits_in(position: Position, row: Points, place: Place) -> bool:
    return row.where.fits(ground_at(position), position.network.index[place.hex]).possible


def _is_cut(position: Position, number: str, row: Points) -> Known:
    """Whether an enemy holds a hex from which none of the lines leads for him."""
    return any_of(
        controller(position, number, side).is_(side) & ~joined(position, side, number, row.half)
        for side in position.pack.enemies(row.side)
    )


def _of_cities(position: Position, row: Points) -> tuple[Interval, str]:
    """The cities of which every hex is held, and has been for so many turns."""
    side, cities = row.holder or row.side, cities_of(position, row)
    held = {
        name: all_of(
            _held(position, number, side) & _long_enough(position, number, side, row.turns) for number in hexes
        )
        for name, hexes in cities.items()
    }
    number = sum_of(map(Interval.one_if, held.values()))
    return number, _times(row, number, strung((each for each, answer in held.items() if answer.possible), ", "))


def cities_of(position: Position, row: Points) -> dict[str, list[str]]:
    """The cities that count, each with its hexes."""
    found: dict[str, list[str]] = {}
    named = {name for other in load_table(position.pack, "victory", VictoryTable).points for name in other.names}
    for place in position.network.theatre.places:
        name = str(place.values.get(CITY, place.name))
        wanted = name in row.names if row.names else bool(place.kinds & row.places) and name not in named
        if wanted and _fits_in(position, row, place):
            found.setdefault(name, []).append(place.hex)
    return found


def _long_enough(position: Position, number: str, side: str, turns: int) -> Known:
    if not turns:
        return YES
    return turns_held(position, number, side).at_least(Interval.of(turns))


def _of_lead(position: Position, row: Points) -> tuple[Interval, str]:
    """How many whole parts of the enemy's strength one side is ahead, points that are saved up counting as strength."""
    own = _strength(position, row.side)
    others = sum_of(_strength(position, side) for side in position.pack.enemies(row.side))
    missing = (*own.missing, *others.missing)
    if missing or not others.low:
        number = Interval.unknown(*missing) if missing else Interval.of(0)
    else:
        number = Interval.of(max(Fraction(floor((own.low / Fraction(others.low) - 1) / TENTH)), Fraction(0)))
    return number, _times(row, number, say("{own} against {others}", own, others))


def _strength(position: Position, side: str) -> Interval:
    pools = [name for name, pool in spending_table(position).pool.items() if pool.side == side]
    units = [unit for unit in position.of_side(side) if unit.hex]
    parts = [
        Interval.unknown(say("strength of {unit}", unit))
        if unit.shown.attack is None
        else Interval.of(Fraction(unit.shown.attack))
        for unit in units
    ]
    return sum_of((*parts, *(points(position, name) for name in pools)))


def _of_boxes(position: Position, row: Points) -> tuple[Interval, str]:
    there = sorted(_counted(position, row, inside=True), key=lambda unit: unit.id)
    return _summed(position, row, there, within=True)


def _of_missing(position: Position, row: Points) -> tuple[Interval, str]:
    away = sorted(_counted(position, row, inside=False), key=lambda unit: unit.id)
    return _summed(position, row, away, within=False)


def _counted(position: Position, row: Points, *, inside: bool) -> Iterator[Unit]:
    for unit in position.units.values():
        if row.who.matches(unit) and (not unit.hex and unit.location in row.boxes) == inside:
            yield unit


def _summed(position: Position, row: Points, units: list[Unit], *, within: bool) -> tuple[Interval, str]:
    """What the units count, with the counters in such a box that nobody can identify: one of them may be such a unit."""
    parts = [_worth(unit, row) for unit in units]
    unknown = any(each.location in row.boxes and not each.hex for each in position.unidentified)
    if unknown:
        parts.append(Interval.unknown(say("what lies in {box}", listed(map(quoted, sorted(row.boxes)), "or"))))
    number = sum_of(parts)
    if unknown and not within:
        number = Interval(Fraction(0), sum_of(parts[:-1]).high, number.missing)
    plain = row.per == "unit"
    told = (unit if plain else say("{unit} {worth}", unit, part) for unit, part in zip(units, parts, strict=False))
    names = strung(told, ", ")
    return number, _times(row, number, names)


def _worth(unit: Unit, row: Points) -> Interval:
    first = unit.type.faces[0]
    if row.per == "unit":
        return Interval.of(1)
    value = {"attack": first.attack, "defense": first.defense, "steps": first.steps}[row.per]
    return Interval.unknown(say("strength of {unit}", unit)) if value is None else Interval.of(Fraction(value))


def _of_value(position: Position, row: Points) -> tuple[Interval, str]:
    told = kept_number(position, row.value)
    number = Interval.unknown(say("the number {name}", word(row.value))) if told is None else Interval.of(told)
    return number, _times(row, number, "")


def _of_income(position: Position, row: Points) -> tuple[Interval, str]:
    number = income(position, row.value)
    return number, _times(row, number, "")


def _times(row: Points, number: Interval, what: str) -> str:
    """ "the bridges: 2 × 5 = 10 (0304, 0604)"."""
    each, total = Fraction(row.points), number.times(Fraction(row.points))
    told = (
        say("{name}: {total}", row.name, total)
        if each == 1
        else say("{name}: {number} × {points} = {total}", row.name, number, amount(each), total)
    )
    return told + say(" ({what})", what) if what else told


_READERS = {
    "held": _of_held,
    "city": _of_cities,
    "lead": _of_lead,
    "box": _of_boxes,
    "missing": _of_missing,
    "value": _of_value,
    "income": _of_income,
}
