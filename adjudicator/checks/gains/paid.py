"""Units built or improved without what that costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.analysis.cards import may_have_paid
from adjudicator.analysis.concealed import unreadable
from adjudicator.analysis.costs import kept, paid, total_costs, unit_costs, unpriced
from adjudicator.analysis.gains import Gain, gains
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Excuse, Finding
from adjudicator.model.known import YES, Known, all_of, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.who import Selector


class Free(Table):
    """One unit that takes the place of `instead`, in a hex that fits one of `situations`, costs nothing."""

    instead: Selector
    """The unit whose place it takes. Example: `instead = { tags = ["remnant"] }`"""
    situations: tuple[Situation, ...] = ()
    """What the hex must be like, one of them."""
    unless_laid: frozenset[MarkerKind] = frozenset()
    """Kinds of marker: where one was laid in the phase, that was what was free. Example: `unless_laid = ["fort"]`"""


class Paid(Table):
    """What units gain in a phase is paid for, at the prices of the [[cost]] entries of spending.toml."""

    boxes: frozenset[str]
    """The boxes out of which they are built. Example: `boxes = ["pool"]`"""
    free: tuple[Free, ...] = ()
    """What one of them may have for nothing."""


def _any_price(record: PhaseRecord, terms: Paid) -> bool:
    found = gains(record, terms.boxes)
    return bool(unit_costs(record.start, found)) or bool(_chart(found))


def _chart(found: Collection[Gain]) -> str:
    return next(filter(None, (unpriced(each.before, each) for each in found)), "")


def _untold(record: PhaseRecord, terms: Paid) -> str:
    """A chart that alone has a price, or a pool that pays where nobody keeps accounts."""
    found = gains(record, terms.boxes)
    if (chart := _chart(found)) or kept(record, record.moment.phasing):
        return chart
    return next((datum for pool in total_costs(record, found) for datum in paid(record, pool).missing), "")


@check("gains.paid", Paid, unseen="cannot excuse", met=_any_price, untold=_untold)
def is_paid_for(record: PhaseRecord, terms: Paid) -> Iterator[Finding]:
    """Whoever builds or improves units pays for them. A card that nobody saw played may have paid.

    Where nobody tells a pool, that is no doubt about anything that was built, and nobody can say that it was paid for.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.5inf/2; [axis hand]: +card.a1;
              value PP.german 14; flip ax.5inf/1; value PP.german 13
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.5inf/2; [axis hand]: +card.a1;
              value PP.german 14; flip ax.5inf/1; value PP.german 27/2
    """
    side = record.moment.phasing
    found = gains(record, terms.boxes)
    if not found or not kept(record, side):
        return
    ways = [found, *(_without(found, each) for each, _ in _free(record, found, terms))]
    allowed = [YES, *(answer for _, answer in _free(record, found, terms))]
    settled = any_of(answer & _is_settled(record, way) for way, answer in zip(ways, allowed, strict=True))
    if not settled.is_yes:
        names = tuple(dict.fromkeys(each.unit.id for each in found))
        yield Finding(
            (), _because(record, found), names, ~settled & ~may_have_paid(record, side), excuse=Excuse(_came_to(found))
        )


def _came_to(found: Collection[Gain]) -> frozenset[str]:
    """Where units came: whatever lay there that nobody can read, such a unit may have taken its place for less."""
    return frozenset(each.unit.hex for each in found if each.way != "turned" and each.unit.hex)


def _is_settled(record: PhaseRecord, found: Collection[Gain]) -> Known:
    """Whether enough was spent of every pool."""
    due = total_costs(record, found)
    return all_of(paid(record, pool).at_least(cost) for pool, cost in due.items())


def _free(record: PhaseRecord, found: Collection[Gain], terms: Paid) -> Iterator[tuple[Gain, Known]]:
    """The gains one of which may cost nothing, and whether it may."""
    for row in terms.free:
        laid = (act.marker for act in record.of(Laid) if act.moment.phasing == record.moment.phasing)
        if any(marker is not None and marker.type.kind in row.unless_laid for marker in laid):
            continue
        for each in found:
            replaces = _replaces(record, each, row.instead)
            if replaces.possible:
                here = fits_any(each.before, each.unit.side, each.unit.hex, row.situations) if row.situations else YES
                yield each, replaces & here


def _replaces(record: PhaseRecord, gain: Gain, instead: Selector) -> Known:
    """Whether a unit takes the place of such a one; a counter that nobody can read in its hex may have been that."""
    if gain.instead is not None:
        return Known.of(instead.matches(gain.instead))
    there = (each for each in unreadable(record.unidentified) if each.hex and each.hex == gain.unit.hex)
    return any_of(Known.open(each.datum) for each in there if each.side in ("", gain.unit.side))


def _without(found: Collection[Gain], free: Gain) -> tuple[Gain, ...]:
    return tuple(each for each in found if each is not free)


def _because(record: PhaseRecord, found: Collection[Gain]) -> str:
    due = total_costs(record, found)
    parts = (
        say("{due} from {pool}, of which {paid} was spent", cost, pool, paid(record, pool))
        for pool, cost in due.items()
    )
    return say("what was built and improved costs {parts}", strung(parts, "; "))
