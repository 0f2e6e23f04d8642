"""More markers laid in a phase than its player may lay."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.cards import may_have_paid, more_markers
from adjudicator.analysis.economy import told_number, value_named
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind, SideName
from adjudicator.record.acts import Laid, Lifted, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say


class ForSale(Table):
    """`lots` markers more for every `price` points that any of these numbers falls by."""

    numbers: frozenset[str]
    """The values that pay. Example: `numbers = ["gold.fr"]`"""
    price: Amount
    """How many points. Example: `price = "1/2"`"""
    lots: int
    """How many markers. Example: `lots = 2`"""


class LaidAtMost(Table):
    """The phasing player lays one marker of these kinds in a phase for nothing, and what else he pays for."""

    kinds: frozenset[MarkerKind]
    """The kinds of marker. Example: `kinds = ["fort"]`"""
    side: SideName = ""
    """The side in whose phases; left out: any."""
    for_sale: ForSale | None = None
    """What he may buy besides; left out: nothing."""


def _laid(record: PhaseRecord, terms: LaidAtMost) -> list[Marker]:
    """The markers that came onto the map and are still there."""
    side = record.moment.phasing
    found: dict[str, Marker] = {}
    for act in record.of(Laid, Lifted, Shifted) if terms.side in ("", side) else ():
        for name in act.markers:
            old, new = act.before.markers.get(name), act.after.markers.get(name)
            if new is not None and new.hex and not (old is not None and old.hex) and new.type.kind in terms.kinds:
                found[name] = new
            elif new is None or not new.hex:
                found.pop(name, None)
    return [each for each in found.values() if each.type.side in ("", side)]


def _any_laid(record: PhaseRecord, terms: LaidAtMost) -> bool:
    return bool(_laid(record, terms))


@check("markers.laid", LaidAtMost, unseen="cannot excuse", met=_any_laid)
def lays_so_many(record: PhaseRecord, terms: LaidAtMost) -> Iterator[Breach]:
    """A player has only so many works a turn. A card may have given him more.

    Under: thunder_in_the_east
    Legal:    turn 1, Soviet Order of Battle Step; weather clear; season summer; [soviet hand]: +card.s2;
              lay +improved.soviet 3113
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; season summer; [soviet hand]: +card.s2;
              lay +improved.soviet 3113; lay +improved.soviet 2215
    """
    found = _laid(record, terms)
    most = 1 + more_markers(record, record.moment.phasing)
    if len(found) <= most:
        return
    hexes = tuple(each.hex for each in found)
    because = say("{count} markers are laid, and {most} may be for nothing", len(found), most)
    broken = ~_bought(record, terms, len(found) - most) & ~may_have_paid(record, record.moment.phasing)
    yield Breach(hexes, because, broken=broken)


def _bought(record: PhaseRecord, terms: LaidAtMost, wanted: int) -> Known:
    """Whether so many markers may have been paid for."""
    if terms.for_sale is None:
        return NO
    price, least = Fraction(str(terms.for_sale.price)), Interval.of(0)
    told = [name for name in sorted(terms.for_sale.numbers) if name in record.start.values or name in record.end.values]
    if not told:
        return Known.open(say("what was paid for the markers"))
    fallen = sum_of(
        told_number(record.start, name).minus(told_number(record.end, name)).greater(least) for name in told
    )
    if not fallen.certain:
        return fallen.settled
    if fallen.low // price * terms.for_sale.lots >= wanted:
        return YES
    untold = sorted(terms.for_sale.numbers - set(told))
    return Known.open(*map(value_named, untold)) if untold else NO
