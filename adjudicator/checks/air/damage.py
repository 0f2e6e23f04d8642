"""Attacks from the air with hits that strength and die do not give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.air.battle import damage, hardness
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Strike
from adjudicator.said import say
from adjudicator.terms.when import When


class Hits(Table):
    """The hits that are told of an attack from the air follow from its die and its damage value."""

    strengths: Mapping[str, tuple[str, ...]]
    """By mission the values of a unit that count, one of them for each unit. Example: `strengths = { logistics = ["bomb"] }`"""
    unless: tuple[When, ...] = ()
    """When other numbers hold, which nothing here tells. Example: `unless = [{ options = ["raids"] }]`"""
    once: frozenset[str] = frozenset()
    """Missions that hit once or not, whatever the roll. Example: `once = ["interdiction"]`"""


@check("air.damage", Hits, unseen="cannot excuse", acts=("strike",))
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
    if not (die.isdigit() and told.isdigit()) or len(units) < len(act.units) or act.told.get("night") == "yes":
        return
    found = _damage(act, terms)
    other = any_of(when.holds(act.before, units[0].side) for when in terms.unless)
    if found is None or other.possible or "card" in act.told:
        return
    hit = Interval.of(int(die)).at_most(found) & Known.of(int(die) != air_table(act.before).damage.misses)
    success = 1 if act.mission in terms.once else int(die)
    right = hit if int(told) == success else ~hit if told == "0" else Known.of(False)
    if not right.is_yes:
        because = say("the damage value is {value}, a {die} was rolled, and {hits} hits were taken", found, die, told)
        yield Breach(act.path, because, act.units, ~right)


def _damage(act: Strike, terms: Hits) -> Interval | None:
    """The damage value; None where the target is not told."""
    position, table = act.before, air_table(act.before)
    units = [position.units[name] for name in act.units]
    flown = position.memory.flown.get(act.units[0])
    named = position.units.get(act.told.get("target", "") or (flown.target if flown else ""))
    places = position.network.places_at.get(position.network.index[act.over], ())
    kinds = frozenset(kind for place in places for kind in place.kinds)
    enemy = next(iter(position.pack.enemies(units[0].side)), "")
    hard = hardness(table, act.mission, enemy, named.type.size if named is not None else "", kinds)
    used = act.told.get("uses", "")
    values = (used,) if used in terms.strengths[act.mission] else terms.strengths[act.mission]
    return damage(position, units, values, hard) if hard is not None else None
