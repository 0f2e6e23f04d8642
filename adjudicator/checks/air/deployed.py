"""What flies and enters the map, or leaves it, at a base where it may not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.chart import MAP, Hop, hops
from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector


class Home(Table):
    """Units with a home of their own."""

    who: Selector
    """The units. Example: `who = { nations = ["finnish"] }`"""
    situations: tuple[Situation, ...]
    """What their base must be like, one of them."""


class Moves(Table):
    """The boxes out of which units enter play, or into which they leave it."""

    boxes: frozenset[str] = frozenset()
    """The boxes out of which they come; "out": units that are new. Example: `boxes = ["air available"]`"""
    into: frozenset[str] = frozenset()
    """The boxes into which they go; then it is the base that they leave. Example: `into = ["air remnants"]`"""


class Deployed(Table):
    """Units that come out of boxes onto the map, or go from it, do so at bases of their side that fit."""

    flying: Selector = EVERYONE
    """The units."""
    of: Moves
    """Where they come from, or go to."""
    when: When = ALWAYS
    """When that is so, as their side sees it."""
    barred: bool = False
    """Whether none comes out of these boxes onto the map at all."""
    situations: tuple[Situation, ...] = ()
    """What the hex of the base must be like besides, one of them; anything, if left out."""
    homes: tuple[Home, ...] = ()
    """Units that have a home; the first that fits."""


def _meant(record: PhaseRecord, terms: Deployed) -> list[Hop]:
    flying = (hop for hop in hops(record) if terms.flying.matches(hop.unit) and _between(hop, terms.of, terms.barred))
    return [hop for hop in flying if terms.when.holds(record.acts[hop.number].before, hop.unit.side).possible]


def _out_of_a_lost_base(hop: Hop, before: Position, terms: Deployed, now: Known) -> Iterator[Breach]:
    """A unit leaves a base that is the enemy's and from which none is taken: it was lost with it, if enemies came there."""
    unit = hop.unit
    if any(each.side != unit.side for each in before.at(hop.hex)):
        return
    fits = fits_any(before, unit.side, hop.hex, terms.situations) if terms.situations else YES
    if not fits.is_yes:
        words = situations_words(terms.situations)
        because = say("{unit} leaves play in {hex}; the place for that is: {situations}", unit, hop.hex, words)
        lost = Known.open(say("whether {unit} was lost with its base in {hex}", unit, hop.hex))
        yield Breach((hop.hex,), because, (unit.id,), ~fits & now & lost)


def _between(hop: Hop, of: Moves, barred: bool) -> bool:
    """Whether a unit comes out of these boxes onto the map, or anywhere where none may come onto it, or goes from it."""
    return (hop.origin in of.boxes and (barred or hop.to == MAP)) or (hop.origin == MAP and hop.to in of.into)


def _any(record: PhaseRecord, terms: Deployed) -> bool:
    return bool(_meant(record, terms))


@check("air.deployed", Deployed, unseen="cannot excuse", met=_any)
def at_a_base_that_fits(record: PhaseRecord, terms: Deployed) -> Iterator[Breach]:
    """Who enters play enters it at an airbase of its side.

    Under: sudden_storm
    Legal:    turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2707: so.10rif;
              so.mig3 [air eliminated]>[2A/2707]; so.mig3#2 [air eliminated]>[air remnants]
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [air eliminated]: so.mig3, so.mig3#2; 2A/2708: so.10rif;
              so.mig3 [air eliminated]>[2A/2708]; so.mig3#2 [air eliminated]>[air remnants]
    """
    for hop in _meant(record, terms):
        before, unit = record.acts[hop.number].before, hop.unit
        now = terms.when.holds(before, unit.side)
        if terms.barred and hop.to != MAP:
            continue
        if terms.barred:
            because = say("{unit} comes onto the map at once, in {hex}, and must wait in its box", unit, hop.hex)
            yield Breach((hop.hex,), because, (unit.id,), now)
            continue
        base = is_base(before, unit.side, hop.hex)
        if base.is_no and hop.to != MAP:
            yield from _out_of_a_lost_base(hop, before, terms, now)
            continue
        if base.is_open and hop.to != MAP:
            now &= Known.open(say("whether {unit} was lost with its base in {hex}", unit, hop.hex), *base.missing)
        if not base.is_yes and hop.to == MAP:
            because = say("{unit} enters play in {hex}, which is no airbase of its side", unit, hop.hex)
            yield Breach((hop.hex,), because, (unit.id,), ~base & now)
            continue
        home = next((each.situations for each in terms.homes if each.who.matches(unit)), ())
        for situations in filter(None, (terms.situations, home)):
            fits = fits_any(before, unit.side, hop.hex, situations)
            if not fits.is_yes:
                words = situations_words(situations)
                because = (
                    say("{unit} enters play in {hex}; the place for that is: {situations}", unit, hop.hex, words)
                    if hop.to == MAP
                    else say("{unit} leaves play in {hex}; the place for that is: {situations}", unit, hop.hex, words)
                )
                yield Breach((hop.hex,), because, (unit.id,), ~fits & now)
                break
