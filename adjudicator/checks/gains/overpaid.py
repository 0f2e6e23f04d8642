"""More points spent than what was built and improved costs."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from adjudicator.analysis.cards import card_moves, card_name, card_table, has_cards, is_play, playable
from adjudicator.analysis.costs import whole_bill
from adjudicator.analysis.economy import first_untold, value_named
from adjudicator.analysis.gains import Gain, gains
from adjudicator.analysis.resources import points, spending_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import Known, unless_missing
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When


class ForNothing(Table):
    """Markers that are laid, moved and turned for nothing."""

    kinds: frozenset[MarkerKind]
    """Their kinds. Example: `kinds = ["fort"]`"""
    when: When = ALWAYS
    """When they cost nothing."""


class Overpaid(Table):
    """Where units gain steps in a phase and all is paid, no more points are spent than all that is bought in it costs.

    Markers and cards may have cost points too, nobody knows how many: then it is a doubt. What units that fly, units that
    leave and other numbers cost is for other rules: where there are any, nothing is said.
    """

    boxes: frozenset[str]
    """The boxes out of which units are built. Example: `boxes = ["pool"]`"""
    points: frozenset[str]
    """The kinds of points, the words with which their pools' names begin. Example: `points = ["gold"]`"""
    for_nothing: tuple[ForNothing, ...] = ()
    """Markers that cost nothing."""
    elsewhere: frozenset[MarkerKind] = frozenset()
    """Kinds of marker whose price another rule judges. Example: `elsewhere = ["fort"]`"""
    besides: frozenset[str] = frozenset()
    """Numbers "NAME.SIDE" that are bought for points too: where nobody tells one, it may have been. Example: `besides =
    ["march"]`"""


def _any_gained(record: PhaseRecord, terms: Overpaid) -> bool:
    return bool(gains(record, terms.boxes))


def _untold(record: PhaseRecord, terms: Overpaid) -> str:
    """A pool that nobody tells: more may have been spent out of it."""
    served = {"", *(each.unit.type.nation for each in gains(record, terms.boxes))}
    pools = spending_table(record.start).pool.items()
    own = (name for name, each in pools if each.side == record.moment.phasing and each.nation in served)
    paying = (name for name in own if name.partition(".")[0] in terms.points)
    return next((value_named(name) for name in paying if not _spent(record, name).certain), "")


@check("gains.overpaid", Overpaid, met=_any_gained, untold=_untold)
def costs_no_more(record: PhaseRecord, terms: Overpaid) -> Iterator[Breach]:
    """Whoever builds or improves units spends on them what they cost, and no more.

    Under: thunder_in_the_east
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.24pz/2; [axis deck]: +card.a1;
              value EP.axis 14; value FP.axis 3; flip ax.24pz/1; value EP.axis 13
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.24pz/2; [axis deck]: +card.a1;
              value EP.axis 14; value FP.axis 3; flip ax.24pz/1; value EP.axis 13; value FP.axis 2
    """
    found = gains(record, terms.boxes)
    if not found or _other_expenses(record, terms, found):
        return
    due, served = whole_bill(record, found), {"", *(each.unit.type.nation for each in found)}
    if not all(_spent(record, name).at_least(cost).is_yes for name, cost in due.items()):
        return
    for name, pool in spending_table(record.start).pool.items():
        own = pool.side == record.moment.phasing and pool.nation in served
        if not own or name.partition(".")[0] not in terms.points:
            continue
        spent, cost = _spent(record, name), due.get(name, ZERO)
        within = spent.at_most(cost)
        if spent.certain and not within.is_yes:
            because = say(
                "what was built and improved costs {cost} from {pool}, and {spent} was spent", cost, name, spent
            )
            names = tuple(dict.fromkeys(each.unit.id for each in found))
            yield Breach((), because, names, ~within & _nothing_else(record, terms))


def _spent(record: PhaseRecord, pool: str) -> Interval:
    """By how much a pool is smaller at the end."""
    return points(record.start, pool).minus(points(record.end, pool))


def _other_expenses(record: PhaseRecord, terms: Overpaid, found: Collection[Gain]) -> bool:
    """Whether anything was done that costs points by rules of its own: to units that gain nothing, or to other numbers."""
    side, pools = record.moment.phasing, spending_table(record.start).pool
    start, end = record.start.values, record.end.values
    if any(start.get(name) != end.get(name) for name in {*start, *end} - set(pools)):
        return True
    touched = (_marker(act, name) for act in record.acts for name in act.markers)
    if any(each is not None and each.type.kind in terms.elsewhere and each.type.side == side for each in touched):
        return True
    bought = {each.unit.id for each in found} | {each.instead.id for each in found if each.instead is not None}
    others = ((act, name) for act in record.acts for name in act.units if name not in bought)
    units = (act.before.units.get(name) or act.after.units.get(name) for act, name in others)
    return any(unit is not None and unit.side == side for unit in units)


def _nothing_else(record: PhaseRecord, terms: Overpaid) -> Known:
    """Whether nothing else was done in the phase that may have cost points."""
    side, missing = record.moment.phasing, [record.gap] if record.gap else []
    missing += [each for act in record.acts for each in _markers(act, side, terms)]
    if told := first_untold((f"{name}.{side}" for name in sorted(terms.besides)), record.end.values):
        missing.append(told)
    if card_table(record.start).kind:
        cards = [each.card for each in card_moves(record) if is_play(each) and each.card.type.side == side]
        missing += [say("what {card} costs", card_name(card.type)) for card in cards]
        if not has_cards(record.start, side) or (not cards and playable(record.start).is_open):
            missing.append(say("whether a card was paid for"))
    return unless_missing(*missing)


def _marker(act: Act, name: str) -> Marker | None:
    """A marker that an act is about, as it lay before, or as it lies after."""
    return act.before.markers.get(name) or act.after.markers.get(name)


def _markers(act: Act, side: str, terms: Overpaid) -> Iterator[str]:
    """The markers of a side to which something was done, but for cards and those that cost nothing."""
    for name in act.markers:
        marker = _marker(act, name)
        if marker is None or marker.type.side != side or marker.type.kind == card_table(act.before).kind:
            continue
        free = (row.when.holds(act.before, side).is_yes for row in terms.for_nothing if marker.type.kind in row.kinds)
        if not any(free):
            yield say("what {unit} cost", marker.type.name or marker.id)
