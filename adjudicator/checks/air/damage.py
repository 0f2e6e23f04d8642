"""Attacks from the air with hits that strength and die do not give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from adjudicator.analysis.air.battle import Circumstances, damage, hardness
from adjudicator.analysis.air.sorties import hidden_above, target_of, unread
from adjudicator.analysis.air.terms import Hardness, air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed


class Raid(Table):
    """Attacks of greater force."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["airfields"]`"""
    when: When = ALWAYS
    """When, as the side that flies sees it."""
    card: str = ""
    """The value of the act by which the player says that it is one. Example: `card = "card"`"""
    strike: int = 0
    """The strike strength of fighters (the units `fighters`) in it."""
    fighters: Selector = EVERYONE
    """These units."""
    heavy: Selector = EVERYONE
    """Units such that an attack of these alone does `more`, or hits `heavy_hits` times."""
    more: int = 0
    """By how much the damage of an attack of `heavy` units alone is greater."""
    hits: int = 0
    """How often every unit hits without a die; 0: the die decides."""
    heavy_hits: int = 0
    """How often every unit of `heavy` hits without a die."""


class Hits(Table):
    """The hits that are told of an attack from the air follow from its die and its damage value."""

    strengths: Mapping[str, tuple[str, ...]]
    """By mission the values of a unit that count, one of them for each unit. Example: `strengths = { logistics = ["bomb"] }`"""
    raids: tuple[Raid, ...] = ()
    """Attacks of greater force, for a time or by a card; the first that fits."""
    once: frozenset[str] = frozenset()
    """Missions that hit once or not, whatever the roll; as many hits as the die shows may be told of them too.
    Example: `once = ["interdiction"]`"""
    alone: Mapping[str, int] = {}
    """Missions in which each unit attacks by itself, with a die of its own (die=4,2 tells two) and this strength or, perhaps, its
    greater one: one hit or none. Example: `alone = { strafe = 1 }`"""


@check("air.damage", Hits, unseen="cannot excuse", acts=("strike",), untold=hidden_above)
def hits_as_the_die_has_them(act: Act, terms: Hits) -> Iterator[Breach]:
    """An attack from the air hits as its damage value and its die have it.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.he111;
              strike logistics 2215: ax.he111 die=3 hits=3
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.he111;
              strike logistics 2215: ax.he111 die=4 hits=4
    """
    if not isinstance(act, Strike) or act.mission not in terms.strengths:
        return
    die, told = act.told.get("die", ""), act.told.get("hits", "")
    units = [unit for name in act.units if (unit := act.before.units.get(name))]
    if not told.isdigit() or len(units) < len(act.units):
        return
    if act.mission in terms.alone:
        yield from _singly(act, units, terms)
        return
    raid, sure = _raid(act, units[0].side, terms)
    if raid is not None and raid.hits:
        yield from _without_die(act, units, raid, sure)
        return
    found = _damage(act, terms, raid, sure) if die.isdigit() else None
    if found is None:
        if die.isdigit():
            yield from _at_one_unread(act)
        return
    hit = Interval.of(int(die)).at_most(found) & Known.of(int(die) != air_table(act.before).damage.misses)
    success = {int(die), 1} if act.mission in terms.once else {int(die)}
    right = hit if int(told) in success else ~hit if told == "0" else Known.of(False)
    if not right.is_yes:
        because = say("the damage value is {value}, a {die} was rolled, and {hits} hits were taken", found, die, told)
        yield Breach(act.path, because, act.units, ~right)


def _singly(act: Strike, units: list[Unit], terms: Hits) -> Iterator[Breach]:
    """Units that attack singly: each has its die against the damage value of one."""
    dice = act.told.get("die", "").split(",")
    if not all(die.isdigit() for die in dice):
        return
    hard = _hardness(act, units[0])
    if hard is None:
        yield from _at_one_unread(act)
        return
    least = terms.alone[act.mission]
    weak = Circumstances(lent={unit.id: dict.fromkeys(terms.strengths[act.mission], least) for unit in units})
    values = terms.strengths[act.mission]
    plain = damage(act.before, units[:1], values, hard, weak)
    own = [damage(act.before, (unit,), values, hard) for unit in units]
    counts = say("whether a greater strength counts where units attack singly")
    found = plain.either(reduce(Interval.greater, own, plain), counts)
    misses = air_table(act.before).damage.misses
    hit = any_of(Interval.of(int(die)).at_most(found) & Known.of(int(die) != misses) for die in dice)
    told = int(act.told["hits"])
    right = ~hit if not told else hit & Known.of(told <= len(units))
    if not right.is_yes:
        because = say(
            "the damage value of one unit is {value}, the dice show {dice}, and {hits} hits were taken",
            found,
            ", ".join(dice),
            told,
        )
        yield Breach(act.path, because, act.units, ~right)


def _raid(act: Strike, side: str, terms: Hits) -> tuple[Raid | None, Known]:
    """The raid that an attack is, and whether it is one."""
    for each in terms.raids:
        if act.mission in each.kinds:
            now = each.when.holds(act.before, side)
            if now.possible and (not each.card or each.card in act.told):
                return each, now
    return None, Known.of(False)


def _without_die(act: Strike, units: list[Unit], raid: Raid, sure: Known) -> Iterator[Breach]:
    due = sum(raid.heavy_hits if raid.heavy.matches(unit) else raid.hits for unit in units)
    if int(act.told["hits"]) != due:
        because = say(
            "{units} hit {due} times without a die, and {hits} hits were taken", listed(units), due, act.told["hits"]
        )
        yield Breach(act.path, because, act.units, sure)


def _at_one_unread(act: Strike) -> Iterator[Breach]:
    """A doubt about hits on a unit that is named as the target and that nobody can tell."""
    target = target_of(act)
    if target and target not in act.before.units and act.before.unidentified:
        die, hits = act.told["die"], act.told["hits"]
        because = say("a {die} was rolled, and {hits} hits were taken against {target}", die, hits, target)
        yield Breach(act.path, because, act.units, Known.open(unread(act.before, target)))


def _damage(act: Strike, terms: Hits, raid: Raid | None, sure: Known) -> Interval | None:
    """The damage value; None where the target is not told."""
    position = act.before
    units = [position.units[name] for name in act.units]
    flown = position.memory.flown.get(act.units[0])
    hard = _hardness(act, units[0])
    if hard is None:
        return None
    used = act.told.get("uses", "")
    values = (used,) if used in terms.strengths[act.mission] else terms.strengths[act.mission]
    night = act.told.get("night") == "yes" or (flown is not None and bool(flown.time))
    plain = damage(position, units, values, hard, Circumstances(night=night))
    if raid is None:
        return plain
    more = raid.more if all(raid.heavy.matches(unit) for unit in units) else 0
    lent = {unit.id: {"strike": raid.strike} for unit in units if raid.strike and raid.fighters.matches(unit)}
    return Interval.by(sure, damage(position, units, values, hard, Circumstances(more, night, lent)), plain)


def _hardness(act: Strike, unit: Unit) -> Hardness | None:
    """What the target counts; None where it is not told."""
    position = act.before
    named = position.units.get(target_of(act))
    places = position.network.places_at.get(position.network.index[act.over], ())
    kinds = frozenset(kind for place in places for kind in place.kinds)
    enemy = next(iter(position.pack.enemies(unit.side)), "")
    return hardness(air_table(position), act.mission, enemy, named.type.size if named is not None else "", kinds)
