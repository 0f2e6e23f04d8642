"""More units of a kind replaced in a span of turns than may be."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.economy import told_number
from adjudicator.analysis.gains import EVERY_WAY, Gain, Way, gains
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.theatre import Table
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.who import Selector
from adjudicator.words import amount, listed


class Span(Table):
    """A span of turns, and the number that tells what was gained in it before."""

    value: str = ""
    """The number, to which the nation is added: "NAME.NATION"; left out: the span is one phase. Example: `value =
    "replaced.guns"`"""
    turns: int = 1
    """How many turns it has. Example: `turns = 2`"""
    first: int = 1
    """A turn with which one begins: then nothing was gained in it before. Example: `first = 2`"""


class Tally(Table):
    """Of units that fit `who` each nation gains at most so many stacking points in a span of turns."""

    boxes: frozenset[str]
    """The boxes out of which units are built. Example: `boxes = ["pool"]`"""
    who: Selector
    """The units. Example: `who = { kinds = ["artillery"] }`"""
    others: tuple[Selector, ...] = ()
    """Further units that count with them. Example: `others = [{ kinds = ["ski"] }]`"""
    most: Amount
    """How many stacking points. Example: `most = 1`"""
    ways: frozenset[Way] = EVERY_WAY
    """How they gain them: "built" out of a box, "exchanged" for another unit, "turned" to a better face."""
    span: Span = Span()
    """The span of turns; left out: one phase."""


def _groups(record: PhaseRecord, terms: Tally) -> dict[str, list[Gain]]:
    found: dict[str, list[Gain]] = {}
    for each in gains(record, terms.boxes):
        if each.way in terms.ways and any(who.matches(each.unit) for who in (terms.who, *terms.others)):
            found.setdefault(each.unit.type.nation, []).append(each)
    return found


def _any_meant(record: PhaseRecord, terms: Tally) -> bool:
    return bool(_groups(record, terms))


@check("gains.tally", Tally, unseen="cannot excuse", met=_any_meant)
def gains_so_much_in_a_span(record: PhaseRecord, terms: Tally) -> Iterator[Breach]:
    """Only so many of some units come back in a month.

    Under:    fire_in_the_east
    Legal:    turn 6, German Initial Phase; weather clear; [eliminated]: ge.1art; ge.1art [eliminated]>1B/2719
    Illegal:  turn 6, German Initial Phase; weather clear; [eliminated]: ge.1art, ge.2art; ge.1art [eliminated]>1B/2719;
              ge.2art [eliminated]>1B/2719
    """
    most = Interval.of(Fraction(terms.most))
    for nation, found in sorted(_groups(record, terms).items()):
        now = sum_of(Interval.by(each.sure, Interval.of(_size(each)), ZERO) for each in found)
        before = _before(record, terms, nation)
        total = now.plus(before)
        within = total.at_most(most)
        if not within.is_yes:
            units = [each.unit for each in found]
            because = say(
                "{units}: {total} in this span, and {most} may come back",
                listed(units),
                total,
                amount(Fraction(terms.most)),
            )
            yield Breach((), because, tuple(unit.id for unit in units), ~within)


def _size(gain: Gain) -> Fraction:
    """The stacking points that are gained: of who is turned to a better face what that has more."""
    whole = unit_size(gain.unit, "points")
    old = gain.before.units.get(gain.unit.id) if gain.way == "turned" else None
    return whole - unit_size(old, "points") if old is not None else whole


def _before(record: PhaseRecord, terms: Tally, nation: str) -> Interval:
    """What was gained in the span before this phase; nothing where it has only begun."""
    span, turn = terms.span, record.moment.turn
    if not span.value or (turn and (turn - span.first) % span.turns == 0):
        return ZERO
    return told_number(record.start, f"{span.value}.{nation}")
