"""More, or less, of some force in a region than a game allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.air.based import flying_on_map
from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.ground import standing
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach, Excuse
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import EventName
from adjudicator.packs.europa.analysis.regions import has_happened, in_region
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount


class Raised(Table):
    """What an event makes of a limit."""

    event: EventName
    """The event, as events.toml names it; "German limit raised"."""
    more: Amount | None = None
    """How much more it allows; no limit at all, if left out. Example: 20."""
    lasting: bool = False
    """Whether it stays so once the event has come about."""


class Counts(Table):
    """What units count otherwise than by their size."""

    double: Selector | None = None
    """Units that count twice; none, if left out. Example: { tags = ["cm"] }."""
    flying: Amount = 0
    """What an air unit counts that is based there; 1."""


class ForceLimit(Table):
    """How much of an army stands in a region."""

    who: Selector
    """The units; { nations = ["finnish"] }."""
    where: Where
    """The hexes of the region; { tags = ["finland"] }."""
    most: Amount | None = None
    """Regimental equivalents, at most; 10."""
    counts: Counts = Counts()
    """Units that count otherwise than by their size; { flying = 1 }."""
    raised: tuple[Raised, ...] = ()
    """What events allow besides; [{ event = "Leningrad lost" }]."""
    under: Mapping[str, Mapping[str, Amount]] = {}
    """By reading and choice what it makes of `most`; { finnish-card = { late = 5 } }."""


@check("placement.force_limit", ForceLimit)
def no_more_than_allowed(position: Position, terms: ForceLimit) -> Iterator[Breach]:
    """Only so much of an army goes into a region.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/1912: ge.2mtn
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/1912: ge.1pz
    """
    found = in_region(position, terms.who, terms.where)
    found += _based(position, terms)
    total, most = sum_of(_size(terms, unit, here) for unit, here in found), _most(position, terms)
    if most is not None and (exceeded := ~total.at_most(Interval.of(most))).possible:
        at, names = tuple(dict.fromkeys(unit.location for unit, _ in found)), tuple(unit.id for unit, _ in found)
        words = say("{total} points are in the region, and at most {most} may be", total, amount(most))
        # what raises the limit may be a city that a counter holds which nobody can read, far from all this
        excuse = Excuse() if terms.raised else None
        yield Breach(at, words, names, exceeded & ~_raised(position, terms, total, most), excuse=excuse)


def _based(position: Position, terms: ForceLimit) -> list[tuple[Unit, Known]]:
    """The air units that count and are based in the region, or may be; one on a mission is where it took off."""
    if not terms.counts.flying:
        return []
    index, ground = position.network.index, standing(position)
    found = []
    for unit in flying_on_map(position, terms.who):
        sortie = position.memory.flown.get(unit.id)
        base = sortie.base if sortie is not None and sortie.base in index else unit.location
        here = terms.where.fits(ground, index[base]) & is_base(position, unit.side, base)
        if here.possible:
            found.append((unit, here))
    return found


def _size(terms: ForceLimit, unit: Unit, here: Known) -> Interval:
    """What a unit counts, if it stands in the region."""
    if unit.type.flies:
        return Interval.by(here, Interval.of(Fraction(terms.counts.flying)), ZERO)
    size = unit_size(unit, "points") * (2 if terms.counts.double and terms.counts.double.matches(unit) else 1)
    return Interval.by(here, Interval.of(size), ZERO)


def _most(position: Position, terms: ForceLimit) -> Fraction | None:
    """The limit under the readings chosen."""
    for reading, choices in terms.under.items():
        chosen = position.pack.chosen.get(reading, "")
        if chosen in choices:
            return Fraction(choices[chosen])
    return None if terms.most is None else Fraction(terms.most)


def _raised(position: Position, terms: ForceLimit, total: Interval, most: Fraction) -> Known:
    """Whether an event allows so much."""
    return any_of(
        (YES if each.more is None else total.at_most(Interval.of(most + Fraction(each.more))))
        & has_happened(position, each.event, lasting=each.lasting)
        for each in terms.raised
    )
