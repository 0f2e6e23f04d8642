"""Units that take the place of others though they may not, or not there."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.order_of_battle import Event
from adjudicator.analysis.reinforcement import come_by, sort_of
from adjudicator.analysis.situation import Situation, fits_any, situations_words
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.packs.europa.analysis.parted import conversions
from adjudicator.record.acts import Attack, Movement, Overrun
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.who import EVERYONE, Selector
from adjudicator.words import listed

LISTED: frozenset[Event] = frozenset({"conversion"})
OTHERWISE: frozenset[Event] = frozenset({"arrival"})


class Converted(Table):
    """A unit that fits `new` and takes the place of one that fits `old` in its hex, in one phase, is converted."""

    old: Selector = EVERYONE
    """The units that are given up. Example: `old = { without_tags = ["guards"] }`"""
    new: Selector
    """The units that come in their place. Example: `new = { tags = ["guards"] }`"""
    when: When = ALWAYS
    """When that may be done. Example: `when = { first_turn = 4 }`"""
    situations: tuple[Situation, ...] = ()
    """What the hex must be like, one of them; anything, if left out."""
    most: int = 0
    """How many may be converted in a phase; 0: any number. Example: `most = 4`"""
    stays: bool = False
    """Whether a converted unit may not move or attack in the same turn."""


def _any_conversion(record: PhaseRecord, terms: Converted) -> bool:
    return any(True for _ in conversions(record.with_earlier() if terms.stays else record, terms.new))


@check("units.converted", Converted, unseen="may excuse nearby", met=_any_conversion, whole_turn=True)
def is_converted_as_it_may(record: PhaseRecord, terms: Converted) -> Iterator[Breach]:
    """A division becomes Guards in a city in supply.

    Under:    fire_in_the_east
    Legal:    turn 7, Soviet Initial Phase; weather clear; history whole; 2A/2713: so.rifle.division.48;
              [due]: so.rifle.division.1.gds; so.rifle.division.48 2A/2713>[due]; so.rifle.division.1.gds [due]>2A/2713
    Illegal:  turn 7, Soviet Initial Phase; weather clear; history whole; 2A/2711: so.rifle.division.48;
              [due]: so.rifle.division.1.gds; so.rifle.division.48 2A/2711>[due]; so.rifle.division.1.gds [due]>2A/2711
    """
    if terms.stays:
        yield from _stirs(record, terms)
        return
    found = list(conversions(record, terms.new))
    for old, new in found:
        now = terms.when.holds(record.start, new.side)
        if not terms.old.matches(old):
            yield Breach(
                (new.hex,), say("{new} takes the place of {old}, which it may not", new, old), (old.id, new.id)
            )
        elif not now.is_yes:
            because = say("{old} turns into {new} in {moment}, and may not then", old, new, record.moment)
            yield Breach((new.hex,), because, (old.id, new.id), ~now)
        elif terms.situations:
            fits = fits_any(record.start, old.side, old.hex, terms.situations, frozenset({old.id}))
            because = say(
                "{old} turns into {new} in {hex}; the place for that is: {situations}",
                old,
                new,
                new.hex,
                situations_words(terms.situations),
            )
            yield Breach((new.hex,), because, (old.id, new.id), ~fits & _is_one(record, new))
    if terms.most and len(found) > terms.most:
        news = [new for _, new in found]
        because = say("{units} are converted in one phase, and {most} may be", listed(news), terms.most)
        yield Breach((), because, tuple(unit.id for unit in news))


def _is_one(record: PhaseRecord, new: Unit) -> Known:
    """Whether it is a conversion at all: a unit that also arrives as a reinforcement may have come as one."""
    sort = sort_of(new.type)
    arrivals = come_by(record.start.pack, OTHERWISE, new.side, record.moment.turn)[sort]
    return Known.open(say("whether {unit} was converted", new)) if arrivals else YES


def _stirs(record: PhaseRecord, terms: Converted) -> Iterator[Breach]:
    """Units converted earlier in the turn that move or attack."""
    fresh = {new.id: new for earlier in record.earlier for _, new in conversions(earlier, terms.new)}
    for act in record.of(Movement, Overrun, Attack):
        for name in act.units:
            if name in fresh:
                because = say("{unit} was converted in this turn, and may not move or attack in it", fresh[name])
                yield Breach(act.path[:1], because, (name,), _is_one(record, fresh[name]))
