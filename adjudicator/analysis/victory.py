"""Victory: what each side has scored by victory.toml, how the sum comes about, and what it is worth.

The score is that of a position as it stands. What nobody knows of it (who holds a place, a number that the game keeps) leaves
it between two bounds, and the level of victory open for want of the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.control import controller
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import Known, all_of
from adjudicator.model.prose import Prose
from adjudicator.model.tables import load_table
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PlaceKind, SideName
from adjudicator.record.position import Position
from adjudicator.said import quoted, say, strung
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, listed, word


class Points(Table):
    """A [[points]]: something for which a side scores."""

    name: Prose
    """What reports call it. Example: `name = "the bridges"`"""
    side: SideName
    """Who scores. Example: `side = "french"`"""
    by: Literal["held", "box", "missing", "value"]
    """For what: "held", places or hexes that the side holds; "box", units that lie in `boxes` (lost, gone off the map);
    "missing", units that do not lie there; "value", a number that the game keeps. Example: `by = "held"`"""
    points: Amount = 1
    """How many points for each. Example: `points = 5`"""
    hexes: frozenset[str] = frozenset()
    """With "held": hexes by number. Example: `hexes = ["0304", "0604"]`"""
    places: frozenset[PlaceKind] = frozenset()
    """With "held": kinds of place. Example: `places = ["city"]`"""
    boxes: frozenset[str] = frozenset()
    """With "box" and "missing": boxes, by what the module calls them. Example: `boxes = ["Eliminated"]`"""
    who: Selector = EVERYONE
    """With "box" and "missing": the units that count. Example: `who = { sides = ["grey"] }`"""
    per: Literal["unit", "attack", "defense", "steps"] = "unit"
    """With "box" and "missing": what is counted of each unit: itself, or attack, defense or steps of its first face. Example:
    `per = "attack"`"""
    value: str = ""
    """With "value": the number's name. Example: `value = "exits.blue"`"""
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
class Standing:
    """The score of a position: by side what it scored for, and the levels that it perhaps is, surely if it is one."""

    scored: tuple[Scored, ...]
    levels: tuple[tuple[Level, Known], ...]

    def points(self, side: str) -> Interval:
        """What a side has in all."""
        return sum_of(each.number for each in self.scored if each.row.side == side)


def standing_of(position: Position) -> Standing:
    """The score of a position, and what it is worth."""
    table = load_table(position.pack, "victory", VictoryTable)
    scored = tuple(_scored(position, row) for row in table.points)
    bare = Standing(scored, ())
    levels: list[tuple[Level, Known]] = []
    for level in table.level:
        fits = _fits(position, bare, level)
        if fits.possible:
            levels.append((level, fits))
        if fits.is_yes:
            break
    return Standing(scored, tuple(levels))


def victory_words(position: Position) -> tuple[str, ...]:
    """The level of victory and each side's score with its arithmetic, a sentence each; none if the pack says nothing of it."""
    if "victory" not in position.pack.tables:
        return ()
    found, pack = standing_of(position), position.pack
    if not found.scored and not found.levels:
        return ()
    sides = dict.fromkeys(each.row.side for each in found.scored)
    return (_verdict(found), *(_side_words(found, side, pack.called(side)) for side in sides))


def _verdict(found: Standing) -> str:
    if len(found.levels) == 1 and found.levels[0][1].is_yes:
        return say("as it stands: {level}", found.levels[0][0].name)
    if not found.levels:
        return say("as it stands: no level of victory")
    names = listed((level.name for level, _ in found.levels), "or")
    missing = dict.fromkeys(name for _, known in found.levels for name in known.missing)
    return say("as it stands: {levels}; not known: {missing}", names, strung(missing, ", "))


def _side_words(found: Standing, side: str, name: str) -> str:
    rows = [each for each in found.scored if each.row.side == side]
    total = found.points(side)
    told = say("{side}: {points} = {parts}", name, total, strung((each.words for each in rows), " + "))
    if total.certain:
        return told
    return told + say(" (not known: {missing})", strung(sorted(total.missing), ", "))


def _fits(position: Position, found: Standing, level: Level) -> Known:
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
    kinds = [place.hex for place in position.network.theatre.places if place.kinds & row.places]
    hexes = dict.fromkeys((*sorted(row.hexes), *kinds))
    held = {number: _held(position, number, row.side) for number in hexes if number in position.network.index}
    number = sum_of(map(Interval.one_if, held.values()))
    which = [each for each, answer in held.items() if answer.possible]
    return number, _times(row, number, strung(which, ", "))


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
    told = position.values.get(row.value)
    number = Interval.unknown(say("the number {name}", word(row.value))) if told is None else Interval.of(_number(told))
    return number, _times(row, number, "")


def _number(told: str) -> Fraction:
    try:
        return Fraction(told)
    except ValueError:
        return Fraction(0)


def _times(row: Points, number: Interval, what: str) -> str:
    """ "the bridges: 2 × 5 = 10 (0304, 0604)"."""
    each, total = Fraction(row.points), number.times(Fraction(row.points))
    told = (
        say("{name}: {total}", row.name, total)
        if each == 1
        else say("{name}: {number} × {points} = {total}", row.name, number, amount(each), total)
    )
    return told + say(" ({what})", what) if what else told


_READERS = {"held": _of_held, "box": _of_boxes, "missing": _of_missing, "value": _of_value}
