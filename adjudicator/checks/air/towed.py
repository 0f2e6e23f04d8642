"""Units that only some transports carry."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.sorties import CARGO, cargo_of
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.prose import Prose
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act
from adjudicator.record.flights import Flight
from adjudicator.said import say
from adjudicator.terms.who import Selector


class Towed(Table):
    """Units that are carried only if all who fly the mission are carriers of some kind."""

    kinds: frozenset[str]
    """The kinds of mission. Example: `kinds = ["drop"]`"""
    carried: Selector
    """The units. Example: `carried = { kinds = ["air_landing"] }`"""
    carriers: Selector
    """Who carries them. Example: `carriers = { kinds = ["glider"] }`"""
    towing: Selector | None = None
    """Who else may fly with them, one for each carrier, to tow it. Example: `towing = { kinds = ["transport"] }`"""
    each: Amount | None = None
    """With it these carriers take so much each, and nothing is carried by who tows. Example: `each = "1/2"`"""
    why: Prose = ""
    """What carries them, as the finding says it. Example: `why = "it is dropped from gliders only"`"""


def _met(act: Act, terms: Towed) -> bool:
    return isinstance(act, Flight) and act.mission in terms.kinds and CARGO in act.told


@check("air.towed", Towed, unseen="cannot excuse", acts=("fly",), met=_met)
def carried_by_their_own(act: Act, terms: Towed) -> Iterator[Breach]:
    """Units that need a carrier of their own are carried by such alone.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2, ge.dfs230,
              ge.dfs230#2; fly drop 1B/2714: ge.ju52, ge.ju52#2, ge.dfs230, ge.dfs230#2 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.ju52#2;
              fly drop 1B/2714: ge.ju52, ge.ju52#2 cargo=ge.22al1
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.22al1; [1B/2719]: ge.ju52, ge.dfs230;
              fly drop 1B/2714: ge.ju52, ge.dfs230 cargo=ge.22al1
    """
    if not isinstance(act, Flight) or not _met(act, terms):
        return
    carriers = [unit for name in act.units if (unit := act.before.units.get(name))]
    own = sum(terms.carriers.matches(each) for each in carriers)
    tows = sum(terms.towing is not None and terms.towing.matches(each) for each in carriers)
    borne = [unit for unit in cargo_of(act) if terms.carried.matches(unit)]
    size = sum((unit_size(unit, "points") for unit in borne), Fraction(0))
    fits = terms.each is None or size <= own * Fraction(terms.each)
    if own + min(own, tows) == len(carriers) and fits:
        return
    kind = air_table(act.before).called(act.mission)
    for unit in borne:
        yield Breach(act.path, say("{unit} is carried by {kind}: {why}", unit, kind, terms.why), (unit.id,))
