"""Losses that those share whose special ability was used: armor (10H), engineers (14A2), winterized units (28D1b).

Players tell what was used with the attack: armor=yes or armor=no, engineers=yes or engineers=no. What zones cost on a
retreat nobody chose, and is not shared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from adjudicator.analysis.combat.armor import armor
from adjudicator.analysis.combat.battles import Fought, fights
from adjudicator.analysis.combat.casualties import Fate, reckon, takes_losses
from adjudicator.analysis.combat.dice import added_of
from adjudicator.analysis.combat.proportion import best_proportion, capability
from adjudicator.analysis.combat.strength import Part, printed_strength
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.ground import ground_at
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Finding
from adjudicator.model.interval import ONE, ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where

CHAPTER = Chapter(area="combat", acts=("attack",))

HALF = Fraction(1, 2)
FIRST_WINTER = When(first_turn=9, last_turn=19)
SNOWBOUND = (
    Where(weather=frozenset({"snow"}), tags=frozenset({"zone_a", "zone_b"})),
    Where(weather=frozenset({"snow"}), all_tags=frozenset({"zone_c", "ussr"})),
)


class _Share(NamedTuple):
    """What a side lost in a battle, how much of it the capable units bore, and how much they had to: half, or all they had."""

    lost: Interval
    borne: Interval
    due: Interval


def _share(fates: tuple[Fate, ...], able: list[Known], had: Callable[[Unit], Interval]) -> _Share:
    lost = sum_of(fate.given for fate in fates)
    borne = sum_of(Interval.by(answer, fate.given, ZERO) for fate, answer in zip(fates, able, strict=True))
    most = sum_of(Interval.by(answer, had(fate.unit), ZERO) for fate, answer in zip(fates, able, strict=True))
    return _Share(lost, borne, lost.times(HALF).smaller(most))


@CHAPTER.article("Armor must share losses", "10H", area="ar-at")
def attackers_armor(record: PhaseRecord) -> Iterator[Finding]:
    """Who used armor to half or more takes half of his losses from armor.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1pz, ge.1inf; 1B/2914: so.1gds;
              attack 1B/2914: ge.1pz, ge.1inf result=EX armor=yes; remove so.1gds; flip ge.1pz/2
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1pz, ge.1inf; 1B/2914: so.1gds;
              attack 1B/2914: ge.1pz, ge.1inf result=EX; remove so.1gds; flip ge.1inf/2
    """
    for fought in fights(record):
        yield from _armor_shares(record, fought, "attack")


@CHAPTER.article("Defender's required losses", "sudden_storm:10H.a", area="ar-at")
def defenders_armor(record: PhaseRecord) -> Iterator[Finding]:
    """A defender who used armor or antitank effects to half or more takes half of his losses from such units.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.11inf, ge.1inf; 1B/2914: so.2tnk, so.10rif;
              attack 1B/2914: ge.11inf, ge.1inf result=EX armor=yes; remove so.2tnk; flip ge.1inf/2
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.11inf, ge.1inf; 1B/2914: so.2tnk, so.1gds;
              attack 1B/2914: ge.11inf, ge.1inf result=EX armor=yes; remove so.1gds; flip ge.1inf/2
    """
    for fought in fights(record):
        yield from _armor_shares(record, fought, "defense")


def _armor_shares(record: PhaseRecord, fought: Fought, part: Part) -> Iterator[Finding]:
    before, told = fought.attack.before, fought.attack.told.get("armor")
    reckoning = reckon(fought, record.start, frozenset())
    fates = reckoning.attackers if part == "attack" else reckoning.defenders
    taken = any(fate.faces for fate in fates) and takes_losses(reckoning, part)
    if told == "no" or not fought.defenders or not taken:
        return
    effects = armor(before, [before.unit(name) for name in fought.attackers], fought.hex)
    used, name = (effects.attack, effects.attack_name) if part == "attack" else (effects.defense, effects.answer)
    enough = used.share.at_least(Interval.of(HALF))
    if enough.is_no:
        return
    share = _share(fates, [_is_capable(record, fate.unit, name) for fate in fates], _printed)
    used_it = YES if told == "yes" else Known.open(say("whether armor was used (armor=yes or no)"))
    # Who says that armor was used need not be asked what all effects together come to.
    settled = YES if told == "yes" and part == "attack" else effects.modifier.settled
    because = say(
        "{from_able} of the {lost} strength points lost were of units capable of {name}, and {due} must be",
        share.borne,
        share.lost,
        name,
        share.due,
    )
    broken = enough & ~share.borne.at_least(share.due) & settled & used_it
    yield Finding((fought.hex,), because, tuple(fate.unit.id for fate in fates), broken)


def _is_capable(record: PhaseRecord, unit: Unit, name: str) -> Known:
    found = capability(record.start, unit, name)
    return NO if found.neutral else found.part.at_least(Interval.of(HALF))


def _printed(unit: Unit) -> Interval:
    return printed_strength(unit, "attack" if unit.shown.attack else "defense")


@CHAPTER.article("Losses from engineers", "fire_in_the_east:14A2.4", when=("combat",))
def engineers(record: PhaseRecord) -> Iterator[Finding]:
    """Who used his engineers takes half of his losses from them, as far as they go.

    Legal:    turn 5, German Combat Phase; weather clear; 2A/2714: ge.1inf, ge.1ceng; 2A/2713: so.1gds;
              attack 2A/2713: ge.1inf, ge.1ceng result=EX engineers=yes; remove so.1gds; remove ge.1ceng; flip ge.1inf/2
    Illegal:  turn 5, German Combat Phase; weather clear; 2A/2714: ge.1inf, ge.1ceng; 2A/2713: so.1gds;
              attack 2A/2713: ge.1inf, ge.1ceng result=EX engineers=yes; remove so.1gds; flip ge.1inf/2
    """
    yield from _losses_from(
        record, ("attack",), say("combat engineers"), "engineers", lambda fought, _: _helped(fought, "engineers")
    )


@CHAPTER.article("Losses from engineers at a fort", "fire_in_the_east:14A2.4f", covers=("14A2.4",), when=("combat",))
def engineers_at_a_fort(record: PhaseRecord) -> Iterator[Finding]:
    """At a fort too who used his engineers takes half of his losses from them.

    Legal:    turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.1ceng; 1B/2914: so.1gds, +fort;
              attack 1B/2914: ge.1inf, ge.1ceng result=EX engineers=yes; remove so.1gds; remove ge.1ceng; flip ge.1inf/2
    Illegal:  turn 5, German Combat Phase; weather clear; 1B/2915: ge.1inf, ge.1ceng; 1B/2914: so.1gds, +fort;
              attack 1B/2914: ge.1inf, ge.1ceng result=EX engineers=yes; remove so.1gds; flip ge.1inf/2
    """
    yield from _losses_from(
        record,
        ("attack",),
        say("combat engineers"),
        "engineers_fort",
        lambda fought, _: _helped(fought, "engineers_fort"),
    )


def _helped(fought: Fought, share: str) -> Known:
    """Whether the engineers, who players said were used, helped the attack."""
    before, attack = fought.attack.before, fought.attack
    sides = tuple(before.unit(name) for name in attack.units), fought.defenders
    rows = tuple(row for row in combat_table(before).die if row.share == share)
    return sum_of(value for _, value in added_of(before, rows, sides, attack.path, attack.told)).at_least(ONE)


@CHAPTER.article("Winter required losses", "sudden_storm:28D1b.c", covers=("9H.a",), when=("combat",))
def winterized(record: PhaseRecord) -> Iterator[Finding]:
    """In the first winter a side that is winterized to half takes half of its losses from winterized units.

    Legal:    turn 12, German Combat Phase; weather snow; 2A/2310: ge.1inf, ge.2mtn; 2A/2309: so.10rif;
              attack 2A/2309: ge.1inf, ge.2mtn result=EX; remove so.10rif; flip ge.2mtn/2
    Illegal:  turn 12, German Combat Phase; weather snow; 2A/2310: ge.1inf, ge.2mtn; 2A/2309: so.10rif;
              attack 2A/2309: ge.1inf, ge.2mtn result=EX; remove so.10rif; flip ge.1inf/2
    """
    yield from _losses_from(record, ("attack", "defense"), say("winterized units"), "winterized", _winterized)


def _winterized(fought: Fought, units: list[Unit]) -> Known:
    """Whether a side of a battle is winterized to half, in snow in the first winter."""
    before, attack = fought.attack.before, fought.attack
    places = (before.network.index[number] for number in attack.path)
    snow = any_of(where.fits(ground_at(before), i) for i in places for where in SNOWBOUND)
    winter = FIRST_WINTER.holds(before, before.unit(attack.units[0]).side)
    return snow & winter & best_proportion(before, units, "winterized").share.at_least(Interval.of(HALF))


def _losses_from(
    record: PhaseRecord, parts: tuple[Part, ...], name: str, able: str, owes: Callable[[Fought, list[Unit]], Known]
) -> Iterator[Finding]:
    """The battles in which a side that owed losses took less than half from those of a [proportion] of the pack."""
    for fought in fights(record):
        reckoning = reckon(fought, record.start, frozenset())
        for part in parts:
            fates = reckoning.attackers if part == "attack" else reckoning.counted
            taken = any(fate.faces for fate in fates) and takes_losses(reckoning, part)
            due = owes(fought, [fate.unit for fate in fates]) if taken and fought.defenders else NO
            if due.is_no:
                continue
            capable = [capability(fought.attack.before, fate.unit, able).part.at_least(ONE) for fate in fates]
            share = _share(fates, capable, partial(printed_strength, part=part))
            because = say(
                "{from_able} of the {lost} strength points lost were of {name}, and {due} must be",
                share.borne,
                share.lost,
                name,
                share.due,
            )
            units = tuple(fate.unit.id for fate in fates)
            yield Finding((fought.hex,), because, units, due & ~share.borne.at_least(share.due))
