"""What transports carry: who may go, from where, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.sorties import CARGO, POINTS, SUPPLY, cargo_of, listed_in, start_of
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount, exact
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import amount, counted


class Load(Table):
    """What one carrier takes."""

    size: str
    """The count of stacking in which cargo is weighed. Example: `size = "equivalents"`"""
    units: Amount = 0
    """What it takes of units. Example: `units = "1/2"`"""
    supply: Amount = 0
    """What it takes of supply instead. Example: `supply = 1`"""
    points: bool = False
    """Whether it takes resource points (`resources=1`), each as an RE of units. Example: `points = true`"""
    extended: Amount = 1
    """The part of both that it takes beyond the usual range. Example: `extended = "1/2"`"""
    carriers: Selector = EVERYONE
    """The units that carry. Example: `carriers = { kinds = ["transport"] }`"""


class Freight(Table):
    """Units and supply that are told as carried by a mission."""

    kinds: frozenset[str]
    """The kinds of mission. Example: `kinds = ["transport"]`"""
    carried: Selector = EVERYONE
    """The units that are carried. Example: `carried = { kinds = ["parachute"] }`"""
    barred: tuple[Selector, ...] = ()
    """Units that are not carried all the same. Example: `barred = [{ sizes = ["division"] }]`"""
    at_base: bool = False
    """Whether they start at the base of the mission."""
    load: Load | None = None
    """What one carrier takes; left out: nobody weighs it."""
    why: Prose = ""
    """Who may be carried, as the finding says it."""


def _met(act: Act, terms: Freight) -> bool:
    carries = isinstance(act, Flight) and act.mission in terms.kinds
    return carries and any(name in act.told for name in (SUPPLY, POINTS, CARGO))


def _untold(act: Act, _terms: Freight) -> str:
    """What was told as carried, and nobody knows."""
    unknown = next((name for name in listed_in(act.told.get(CARGO, "")) if name not in act.before.units), "")
    return say("what the counter {name} is", repr(unknown)) if unknown else ""


@check("air.freight", Freight, unseen="cannot excuse", acts=("fly",), met=_met, untold=_untold)
def carried_as_they_may_be(act: Act, terms: Freight) -> Iterator[Breach]:
    """Transports carry whom they may, from their base, and no more than they can.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52;
              fly transport 1B/3017: ge.ju52 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.1inf; [1B/2719]: ge.ju52;
              fly transport 1B/3017: ge.ju52 cargo=ge.1inf
    """
    if not isinstance(act, Flight) or not _met(act, terms):
        return
    cargo, base = cargo_of(act), start_of(act)
    carriers = [unit for name in act.units if (unit := act.before.units.get(name))]
    kind = air_table(act.before).called(act.mission)
    for unit in cargo:
        if not terms.carried.matches(unit) or any(who.matches(unit) for who in terms.barred):
            yield Breach(act.path, say("{unit} is carried by {kind}: {why}", unit, kind, terms.why), (unit.id,))
        elif terms.at_base and base and unit.hex != base:
            yield Breach(act.path, say("{unit} is carried from {base}, and is not there", unit, base), (unit.id,))
    if terms.load is not None:
        yield from _too_much(act, terms.load, cargo, carriers)


def _too_much(act: Flight, load: Load, cargo: list[Unit], carriers: list[Unit]) -> Iterator[Breach]:
    able = [unit for unit in carriers if load.carriers.matches(unit)]
    part = Fraction(load.extended) if act.told.get("extended") == "yes" else Fraction(1)
    weight = sum((Fraction(unit_size(unit, load.size)) for unit in cargo), Fraction(0))
    resources = exact(act.told.get(POINTS, "0")) or Fraction(0)
    if resources and not load.points:
        kind = air_table(act.before).called(act.mission)
        yield Breach(act.path, say("resource points are carried by {kind}, which takes none", kind), act.units)
    weight += resources
    loads = weight / (Fraction(load.units) * part) if load.units else Fraction(0)
    supply = exact(act.told.get(SUPPLY, "0")) or Fraction(0)
    loads += supply / (Fraction(load.supply) * part) if load.supply else Fraction(0)
    if loads > len(able):
        because = say(
            "a load of {carried} is too much for {carriers}", amount(weight + supply), counted(len(able), "transport")
        )
        yield Breach(act.path, because, act.units)
