"""Units that their own side takes out of the game, though it may not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PhaseName
from adjudicator.packs.europa.analysis.parted import sent_off
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import Selector
from adjudicator.words import listed, plain


class Boxed(Table):
    """Boxes into which units go that are sent off, at no other time."""

    boxes: frozenset[str] = frozenset()
    """The boxes. Example: `boxes = ["disbanded"]`"""
    also: tuple[Selector, ...] = ()
    """Others that go there, as another rule says; if given, nobody else does. Example: `also = [{ tags = ["militia"] }]`"""


class SentOff(Table):
    """Units that fit `who` and leave the map in one of `phases` of their side, for no box of the lost, are sent off."""

    who: Selector
    """The units. Example: `who = { tags = ["militia"] }`"""
    phases: frozenset[PhaseName]
    """The phases by id, kind or tag. Example: `phases = ["initial"]`"""
    when: When = ALWAYS
    """When that may be done. Example: `when = { first_turn = 10 }`"""
    situations: tuple[Situation, ...] = ()
    """What the hex must be like, one of them; anything, if left out."""
    into: Boxed = Boxed()
    """Where those lie who were sent off. Example: `into = { boxes = ["disbanded"] }`"""
    most: int = 0
    """How many may be sent off in a phase; 0: any number. Example: `most = 2`"""


def _any_gone(record: PhaseRecord, terms: SentOff) -> bool:
    found = bool(sent_off(record, terms.who, terms.phases))
    return found or any(_untimely(record, terms)) or any(_unfit(record, terms))


def _untimely(record: PhaseRecord, terms: SentOff) -> Iterator[Unit]:
    """The units that go from the map into the boxes in a phase that is none for it."""
    phase = record.moment.phase
    if phase is not None and not phase.names & terms.phases:
        yield from (unit for unit in _boxed(record, terms) if terms.who.matches(unit))


def _unfit(record: PhaseRecord, terms: SentOff) -> Iterator[Unit]:
    """The units that go from the map into the boxes, though nobody like them does."""
    if terms.into.also:
        may = (terms.who, *terms.into.also)
        yield from (unit for unit in _boxed(record, terms) if not any(who.matches(unit) for who in may))


def _boxed(record: PhaseRecord, terms: SentOff) -> Iterator[Unit]:
    """The units that go from the map into the boxes."""
    for _, unit, after in record.changes() if terms.into.boxes else ():
        if after is not None and not after.hex and after.location in terms.into.boxes and unit is not None and unit.hex:
            yield unit


@check("units.sent_off", SentOff, unseen="may excuse nearby", met=_any_gone)
def is_sent_off_as_it_may(record: PhaseRecord, terms: SentOff) -> Iterator[Breach]:
    """Two militia divisions a turn go home, from Nov I 41.

    Under:    fire_in_the_east, military_districts
    Legal:    turn 10, Soviet Initial Phase; weather clear; 2A/3003: so.rifle.division.6.mil;
              so.rifle.division.6.mil 2A/3003>[disbanded]
    Illegal:  turn 9, Soviet Initial Phase; weather clear; 2A/3003: so.rifle.division.6.mil;
              so.rifle.division.6.mil 2A/3003>[disbanded]
    """
    for unit in _unfit(record, terms):
        yield Breach((unit.hex,), say("{unit} is taken out of the game, and units like it are not", unit), (unit.id,))
    for unit in _untimely(record, terms):
        allowed = listed(plain(terms.phases))
        because = say(
            "{unit} is taken out of the game in {moment}; that is done in: {phases}", unit, record.moment, allowed
        )
        yield Breach((unit.hex,), because, (unit.id,))
    found = sent_off(record, terms.who, terms.phases)
    for unit, sure in found:
        now = terms.when.holds(record.start, unit.side)
        if not now.is_yes:
            because = say("{unit} is taken out of the game in {moment}, and may not be then", unit, record.moment)
            yield Breach((unit.hex,), because, (unit.id,), sure & ~now)
        elif terms.situations:
            fits = fits_any(record.start, unit.side, unit.hex, terms.situations)
            because = say(
                "{unit} is taken out of the game in {hex}; the place for that is: {situations}",
                unit,
                unit.hex,
                situations_words(terms.situations),
            )
            yield Breach((unit.hex,), because, (unit.id,), sure & ~fits)
    if terms.most and len(found) > terms.most:
        units = [unit for unit, _ in found]
        because = say("{units} are taken out of the game in one phase, and {most} may be", listed(units), terms.most)
        sure = (
            YES
            if sum(each.is_yes for _, each in found) > terms.most
            else Known.open(say("why {unit} left the map", units[0]))
        )
        yield Breach((), because, tuple(unit.id for unit in units), sure)
