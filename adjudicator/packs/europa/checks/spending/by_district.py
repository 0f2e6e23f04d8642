"""Units that come back, or are rebuilt, elsewhere than in the district that pays for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.costs import DISTRICT, kept
from adjudicator.analysis.gains import EVERY_WAY, Gain, Way, gains
from adjudicator.analysis.reinforcement import on_stretch
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import word


class District(Table):
    """Where units come that a district pays for; one of these is enough."""

    situations: tuple[Situation, ...] = ()
    """What the hex must be like, one of them."""
    ends: tuple[tuple[str, str], ...] = ()
    """Stretches of the map's edge, each from a hex to another."""


class ByDistrict(Table):
    """Units that fit `who` gain steps where the district lies that is told to pay for them (`district=`)."""

    boxes: frozenset[str]
    """The boxes out of which they are built. Example: `boxes = ["eliminated"]`"""
    ways: frozenset[Way] = EVERY_WAY
    """How they gain steps: "built" out of a box, "exchanged", "turned" to a better face."""
    who: Selector = EVERYONE
    """The units. Example: `who = { sides = ["soviet"] }`"""
    districts: Mapping[str, District]
    """Where each district's units come, by the word by which it is told."""
    asked: bool = True
    """Whether it is a doubt, where accounts are kept, that no district is told."""


def _judged(record: PhaseRecord, terms: ByDistrict) -> Iterator[Gain]:
    for each in gains(record, terms.boxes):
        told = each.told.get(DISTRICT)
        asked = terms.asked and told is None and kept(record, record.moment.phasing)
        if each.way in terms.ways and terms.who.matches(each.unit) and (told in terms.districts or asked):
            yield each


def _any_judged(record: PhaseRecord, terms: ByDistrict) -> bool:
    return any(True for _ in _judged(record, terms))


@check("spending.by_district", ByDistrict, unseen="may excuse nearby", met=_any_judged)
def comes_where_it_is_paid(record: PhaseRecord, terms: ByDistrict) -> Iterator[Breach]:
    """A division that the Kiev district pays for comes in that district.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3008 district=kiev
    Illegal:  turn 5, Soviet Initial Phase; weather clear; [eliminated]: so.10rif; so.10rif [eliminated]>2A/3003 district=kiev
    """
    for each in _judged(record, terms):
        number, name = each.unit.hex, each.told.get(DISTRICT)
        if number not in each.before.network.index:
            continue
        if name is None:
            because = say(
                "{unit} comes in {hex}; the districts are: {names}",
                each.unit,
                number,
                strung(map(word, sorted(terms.districts)), ", "),
            )
            missing = Known.open(say("the district that pays for {unit} (district=)", each.unit))
            yield Breach((number,), because, (each.unit.id,), each.sure & missing)
            continue
        fits = _lies(each.before, each, terms.districts[name])
        because = say("{unit} comes in {hex}, and the district that pays is {district}", each.unit, number, word(name))
        yield Breach((number,), because, (each.unit.id,), each.sure & ~fits)


def _lies(position: Position, each: Gain, district: District) -> Known:
    number = each.unit.hex
    fits = (
        fits_any(position, each.unit.side, number, district.situations, frozenset({each.unit.id}))
        if district.situations
        else NO
    )
    return fits | any_of(on_stretch(position, number, first, last) for first, last in district.ends)
