"""Armor and antitank effects of one battle: who may use what, and what it does to the die.

A book has the names of the proportions in code (`ArmorEffects`), and what bars them in [armor] of combat.toml.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from adjudicator.analysis.combat.conditions import crosses, holds_here
from adjudicator.analysis.combat.intrinsic import own_strength, own_unit
from adjudicator.analysis.combat.proportion import Mixture, best_proportion
from adjudicator.analysis.combat.terms import ArmorEffects, ArmorTable, Bar, combat_table
from adjudicator.errors import PackError
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, all_of, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say, strung


@dataclass(frozen=True, slots=True)
class Armor:
    """The effects in one battle, each side declaring what serves it best.

    `able` is what the attackers are capable of wherever they attack, `attack` what ground and weather let them use;
    `defense` is the proportion that the defenders may answer with; `attack_name` and `answer` name the two. `modifier` is
    what it may be where chart cells or the weather are missing. `bars` names what bars armor.
    """

    able: Mixture
    attack: Mixture
    defense: Mixture
    attack_name: str
    answer: str
    modifier: Interval
    bars: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """ "attack 3 of 9 ...: +1; aecd 0 of 3 ...: 0"."""
        barred = say(" ({bars})", strung(self.bars, ", ")) if self.bars else ""
        ours, theirs = (_signed(used.value) for used in (self.attack, self.defense))
        return say(
            "attack {ours}: {shift}{barred}; {answer} {theirs}: {other_shift}",
            self.attack.words,
            ours,
            barred,
            self.answer,
            self.defense.words,
            theirs,
        )


@dataclass(frozen=True, slots=True)
class _Barred:
    """Which attackers may not use armor, by what; and whether there may be more of them."""

    units: frozenset[str]
    bars: tuple[str, ...]
    more: Known


def armor(
    position: Position,
    attackers: Iterable[Unit],
    target: str,
    used_it: Known = YES,
    defending: Iterable[Unit] | None = None,
) -> Armor:
    """Armor and antitank effects when units attack a hex; fractions of regimental equivalents are kept.

    `used_it` is whether the attackers used theirs, `defending` who defends if not all who stand there.
    """
    table, effects = combat_table(position).armor, position.pack.figures_of(ArmorEffects)
    if table is None or effects is None:
        raise PackError("the game has no armor effects")
    units = tuple(attackers)
    there = position.at(target) if defending is None else defending
    defenders = tuple(unit for unit in there if unit.side != units[0].side)
    able = best_proportion(position, units, effects.attack)
    barred = _barred(position, table, units, target)
    everybody = len(barred.units) == len(units)
    used = NOTHING if everybody else best_proportion(position, units, effects.attack, barred.units)
    shut, bars = _barred_in(position, table, target, units[0].side)
    answering = able.share.at_least(Interval.of(effects.least))
    own = own_strength(position, target, units[0].side)
    stands = NO if own is None else own[1]
    whole = defenders if own is None else (*defenders, own_unit(own[0], target))
    defenders = whole if stands.is_yes else defenders
    theirs, name, against = _answered(position, effects, defenders, shut, answering=answering.is_yes)
    if stands.is_open:
        with_it = _answered(position, effects, whole, shut, answering=answering.is_yes)[2]
        against = against.either(with_it, *stands.missing)
    if answering.is_open:
        otherwise = _answered(position, effects, defenders, shut, answering=True)[2]
        against = against.either(otherwise, *answering.missing)
    modifier = Interval.by(used_it & ~barred.more, used.value, ZERO).plus(against)
    return Armor(able, used, theirs, effects.attack, name, modifier, tuple(dict.fromkeys((*barred.bars, *bars))))


def _answered(
    position: Position, effects: ArmorEffects, defenders: tuple[Unit, ...], shut: Known, *, answering: bool
) -> tuple[Mixture, str, Interval]:
    """What the defenders use, its name, and what it may add: an answer to armor (`answering`) is barred by nothing."""
    name = effects.answer if answering else effects.defense
    if not name or (shut.is_yes and not answering):
        return NOTHING, name, ZERO
    theirs = best_proportion(position, defenders, name)
    return theirs, name, theirs.value if answering else Interval.by(shut, ZERO, theirs.value)


NOTHING = Mixture(ZERO, Fraction(0), Fraction(0), ZERO, ZERO)
"""A proportion that may not be used."""


def _signed(value: Interval) -> str:
    return f"{int(value.low):+d}" if value.certain else "?"


def _barred(position: Position, table: ArmorTable, units: tuple[Unit, ...], target: str) -> _Barred:
    index, side = position.network.index, units[0].side
    barred: set[str] = set()
    bars: list[str] = []
    open_: list[Known] = []
    for row in table.barred:
        for unit in units:
            answer = _bars(position, row, side, (index[unit.hex], index[target]))
            if answer.is_yes:
                barred.add(unit.id)
                bars.append(row.name)
            elif unit.id not in barred:
                open_.append(answer)
    more = NO if len(barred) == len(units) else any_of(open_)
    return _Barred(frozenset(barred), tuple(bars), more)


def _barred_in(position: Position, table: ArmorTable, target: str, side: str) -> tuple[Known, list[str]]:
    """Whether the hex itself bars armor, and by what."""
    i = position.network.index[target]
    answers = [(row.name, _bars(position, row, side, (i, i))) for row in table.barred if row.edges is None]
    return any_of(answer for _, answer in answers), [name for name, answer in answers if answer.is_yes]


def _bars(position: Position, row: Bar, side: str, way: tuple[int, int]) -> Known:
    """Whether a bar holds for an attack from one hex into another."""
    here = holds_here(position, row, side, way[1])
    return here if here.is_no else all_of((here, crosses(position, row.edges, side, way)))
