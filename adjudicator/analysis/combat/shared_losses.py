"""Losses that must be shared by those whose special ability was used: who uses armor for half of a side pays half with armor.

The players tell what was used as armor=yes or armor=no with the attack.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from adjudicator.analysis.combat.armor import armor
from adjudicator.analysis.combat.battles import Fought, fights
from adjudicator.analysis.combat.casualties import reckon
from adjudicator.analysis.combat.proportion import capability
from adjudicator.analysis.combat.strength import printed_strength
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

HALF = Fraction(1, 2)


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
    if not any(each.faces for each in fates):
        return
    effects = armor(before, [before.unit(name) for name in fought.attackers], fought.hex)
    used, name = (effects.attack, effects.attack_name) if part == "attack" else (effects.defense, effects.answer)
    enough = used.share.at_least(Interval.of(HALF))
    if enough.is_no:
        return
    able = [(each, _able(record, each.unit, name, HALF)) for each in fates]
    lost = sum_of(each.strength for each in fates)
    from_able = sum_of(Interval.by(answer, each.strength, ZERO) for each, answer in able)
    had = sum_of(Interval.by(answer, _had(each.unit), ZERO) for each, answer in able)
    due = lost.times(HALF).smaller(had)
    short = ~from_able.at_least(due)
    told = fought.attack.told.get("armor") == "yes"
    used_it = YES if told else Known.open(say("whether armor was used (armor=yes or no)"))
    broken = enough & short & effects.modifier.settled & used_it
    because = say(
        "{from_able} of the {lost} strength points lost were of units capable of {name}, and {due} must be",
        from_able,
        lost,
        name,
        due,
    )
    yield Breach((fought.hex,), because, tuple(each.unit.id for each in fates), broken)


def _able(record: PhaseRecord, unit: Unit, name: str, least: Fraction) -> Known:
    found = capability(record.start, unit, name)
    return NO if found.neutral else found.part.at_least(Interval.of(least))


def _had(unit: Unit) -> Interval:
    return printed_strength(unit, "attack" if unit.shown.attack else "defense")
