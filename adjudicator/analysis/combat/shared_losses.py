"""Losses that must be shared by those whose special ability was used: who uses armor for half of a side pays half with armor.

The players tell what was used with the attack: armor=yes or armor=no, engineers=yes or engineers=no. What zones cost on a
retreat nobody chose, and is not shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.combat.armor import armor
from adjudicator.analysis.combat.battles import Fought, fights
from adjudicator.analysis.combat.casualties import Fate, reckon, takes_losses
from adjudicator.analysis.combat.dice import added_of
from adjudicator.analysis.combat.proportion import best_proportion, capability
from adjudicator.analysis.combat.strength import Part, printed_strength
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.ground import standing
from adjudicator.findings import Breach
from adjudicator.model.interval import ONE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where

HALF = Fraction(1, 2)


class Owed(Table):
    """Who owes at least half of a side's losses, and when."""

    name: Prose
    """What reports call the units. Example: `name = "combat engineers"`"""
    share: str
    """The [proportion.NAME] that says which units are capable. Example: `share = "engineers"`"""
    told: str = ""
    """The value by which players tell that a [[die]] row of this proportion was used; then the attackers owe the losses.
    Left out: a side owes them of which at least half is capable. Example: `told = "engineers"`"""
    where: tuple[Where, ...] = (Where(),)
    """The hexes attacked, one of which it must be, where nothing is told. Example: `where = [{ weather = ["snow"] }]`"""
    when: When = ALWAYS
    """When, where nothing is told. Example: `when = { first_turn = 9 }`"""

    @property
    def parts(self) -> tuple[Part, ...]:
        """The sides that may owe them."""
        return ("attack",) if self.told else ("attack", "defense")


def unshared(record: PhaseRecord, part: Literal["attack", "defense"]) -> Iterator[Breach]:
    """The battles in which a side used such effects and took too little of its losses from units capable of them."""
    for fought in fights(record):
        yield from _judged(record, fought, part)


def _judged(record: PhaseRecord, fought: Fought, part: Literal["attack", "defense"]) -> Iterator[Breach]:
    before = fought.attack.before
    if not fought.defenders or fought.attack.told.get("armor") == "no":
        return
    reckoning = reckon(fought, record.start, frozenset())
    fates = reckoning.attackers if part == "attack" else reckoning.defenders
    if not any(each.faces for each in fates) or not takes_losses(reckoning, part):
        return
    effects = armor(before, [before.unit(name) for name in fought.attackers], fought.hex)
    used, name = (effects.attack, effects.attack_name) if part == "attack" else (effects.defense, effects.answer)
    enough = used.share.at_least(Interval.of(HALF))
    if enough.is_no:
        return
    able = [(each, _able(record, each.unit, name, HALF)) for each in fates]
    lost = sum_of(each.given for each in fates)
    from_able = sum_of(Interval.by(answer, each.given, ZERO) for each, answer in able)
    had = sum_of(Interval.by(answer, _had(each.unit), ZERO) for each, answer in able)
    due = lost.times(HALF).smaller(had)
    short = ~from_able.at_least(due)
    told = fought.attack.told.get("armor") == "yes"
    used_it = YES if told else Known.open(say("whether armor was used (armor=yes or no)"))
    # Who says that armor was used need not be asked what all effects together come to.
    settled = YES if told and part == "attack" else effects.modifier.settled
    broken = enough & short & settled & used_it
    because = say(
        "{from_able} of the {lost} strength points lost were of units capable of {name}, and {due} must be",
        from_able,
        lost,
        name,
        due,
    )
    yield Breach((fought.hex,), because, tuple(each.unit.id for each in fates), broken)


def unshared_by_share(record: PhaseRecord, owed: Owed) -> Iterator[Breach]:
    """The battles in which a side that owed such losses took too few of them from units that are capable."""
    for fought in fights(record):
        reckoning = reckon(fought, record.start, frozenset())
        for part in owed.parts:
            fates = reckoning.attackers if part == "attack" else reckoning.counted
            if fates and fought.defenders and any(each.faces for each in fates) and takes_losses(reckoning, part):
                yield from _short(fought, owed, part, fates)


def _short(fought: Fought, owed: Owed, part: Part, fates: tuple[Fate, ...]) -> Iterator[Breach]:
    before = fought.attack.before
    owes = _owes(fought, owed, [each.unit for each in fates])
    if owes.is_no:
        return
    able = [(each, capability(before, each.unit, owed.share).part.at_least(ONE)) for each in fates]
    lost = sum_of(each.given for each in fates)
    from_able = sum_of(Interval.by(answer, each.given, ZERO) for each, answer in able)
    had = sum_of(Interval.by(answer, printed_strength(each.unit, part), ZERO) for each, answer in able)
    due = lost.times(HALF).smaller(had)
    because = say(
        "{from_able} of the {lost} strength points lost were of {name}, and {due} must be",
        from_able,
        lost,
        owed.name,
        due,
    )
    yield Breach((fought.hex,), because, tuple(each.unit.id for each in fates), owes & ~from_able.at_least(due))


def _owes(fought: Fought, owed: Owed, units: list[Unit]) -> Known:
    """Whether a side owes such losses: what it told was used helped it, or enough of it is capable there."""
    before, attack = fought.attack.before, fought.attack
    if owed.told:
        sides = tuple(before.unit(name) for name in attack.units), fought.defenders
        rows = tuple(row for row in combat_table(before).die if row.told == owed.told and row.share == owed.share)
        added = sum_of(value for _, value in added_of(before, rows, sides, attack.path, attack.told))
        return added.at_least(ONE)
    places = (before.network.index[number] for number in attack.path)
    there = any_of(where.fits(standing(before), i) for i in places for where in owed.where)
    phasing = before.unit(attack.units[0]).side
    share = best_proportion(before, units, owed.share).share
    return there & owed.when.holds(before, phasing) & share.at_least(Interval.of(HALF))


def _able(record: PhaseRecord, unit: Unit, name: str, least: Fraction) -> Known:
    found = capability(record.start, unit, name)
    return NO if found.neutral else found.part.at_least(Interval.of(least))


def _had(unit: Unit) -> Interval:
    return printed_strength(unit, "attack" if unit.shown.attack else "defense")
