"""Retreats after battle: 21.7 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.battles import Fought, fights
from adjudicator.analysis.history import heard_all
from adjudicator.analysis.losses import arrivals
from adjudicator.analysis.movement.retreat_terms import SeriesRetreat, Tired
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.packs.thunder_in_the_east.rules._choices import is_loss, side_of, wrongly_chosen
from adjudicator.record.acts import Attack, Overrun, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.edges import Edges
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import listed

CHAPTER = Chapter(area="retreat-advance", acts=("retreat",))

ALL_ROUND = SeriesRetreat(
    beside=(Edges(features=frozenset({"peak", "lake", "all_sea", "prohibited"})),),
    past=frozenset({"airdrop"}),
)
IN_10 = replace(
    ALL_ROUND,
    tired=(Tired(Selector(without_tags=frozenset({"reduced"})), Where(weather=frozenset({"mud"}))),),  # 23.3h
    chosen_by=("overstacked", "grave zones", "zones", "supply"),  # 21.7.2b
    grave=Selector(tags=frozenset({"heavy"})),
)
has_figures(__name__, "thunder_in_the_east", ALL_ROUND)
has_figures(__name__, "thunder_in_the_east_10", IN_10)

TAKEN = {"EX": 1, "DL": 1, "AP": 0, "DP": 0, "DR": 0}
"""The results after which defenders retreat, with the steps that each took of them."""


@CHAPTER.article("Retreating units stay stacked", "21.7.1.together", covers=("21.7.1",), unseen="cannot excuse")
def stays_stacked(record: PhaseRecord) -> Iterator[Finding]:
    """The units that retreat from a battle go the same way together.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2, sov.61rc/2;
              attack 1817: ax.24pz result=DR; retreat sov.63rc, sov.61rc 1817-1918-2018
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2, sov.61rc/2;
              attack 1817: ax.24pz result=DR; retreat sov.63rc 1817-1918-2018; retreat sov.61rc 1817-1917-2017
    """
    first: dict[str, Retreat] = {}
    for act in record.acts:
        if isinstance(act, Attack | Overrun):
            first = {}
        elif isinstance(act, Retreat) and len(act.path) > 1:
            origin = act.path[0]
            one = first.setdefault(origin, act)
            if parted := _parted(one, act):
                because = say("out of {origin} {parted}", origin, parted)
                yield Finding((origin, one.path[-1], act.path[-1]), because, (*one.units, *act.units))


def _parted(one: Retreat, other: Retreat) -> str:
    """How two retreats out of one hex differ, "" if they do not."""
    whole = one.exact and other.exact
    if one.path == other.path or (not whole and one.path[-1] == other.path[-1]):
        return ""
    return say("{one} and {other}: a stack stays together as it retreats", _went(one, whole), _went(other, whole))


def _went(act: Retreat, whole: bool) -> str:
    names = listed(str(act.before.unit(name)) for name in act.units)
    if whole:
        return say("{names} went {path}", names, "-".join(act.path[1:]))
    return say("{names} went to {end}", names, act.path[-1])


@CHAPTER.article("Into a battle to come", "21.7.2d")
def into_a_battle_to_come(record: PhaseRecord) -> Iterator[Finding]:
    """Units that retreat into the hex of a declared, unresolved battle are eliminated.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              2018: sov.61rc/2; 2119: ax.10mot; attack 1817: ax.24pz; retreat sov.63rc 1817-1918-2018; remove sov.63rc;
              attack 2018: ax.10mot
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc/2;
              2018: sov.61rc/2; 2119: ax.10mot; attack 1817: ax.24pz; retreat sov.63rc 1817-1918-2018;
              attack 2018: ax.10mot
    """
    for count, act in enumerate(record.acts):
        if not isinstance(act, Retreat) or not act.path:
            continue
        target = act.path[-1]
        attacks = (other for other in record.acts[count + 1 :] if isinstance(other, Attack) and target in other.path)
        later = next(attacks, None)
        at = later.before if later is not None else record.end
        left = [name for name in act.units if name in at.units and at.unit(name).hex == target]
        if left:
            because = say(
                "{names} retreated into {target}, where a battle is still to come: whoever does is lost, "
                "and is still there",
                strung((str(at.unit(name)) for name in left), ", "),
                target,
            )
            yield Finding((target,), because, tuple(left), YES if later is not None else _announced(act, target))


def _announced(act: Retreat, target: str) -> Known:
    """Whether an attack on a hex is announced; open where somebody stands in it and not all was heard."""
    before = act.before
    if before.memory.announced.get(target):
        return YES
    sides = {before.unit(name).side for name in act.units}
    there = any(unit.side in sides for unit in before.at(target))
    return NO if target in before.memory.announced or not there else ~heard_all(before)


@CHAPTER.article("Retreat into EZOC", "21.7.3a", covers=("5.2a",), when=("combat",))
def retreat_into_zones(record: PhaseRecord) -> Iterator[Finding]:
    """Each EZOC hex that a retreat enters costs the stack one step, besides what the result of the battle took.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a; 2119: ax.7inf;
              attack 1817: ax.24pz result=DR; retreat sov.20a 1817-1918-2018; flip sov.20a/2
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a; 2119: ax.7inf;
              attack 1817: ax.24pz result=DR; retreat sov.20a 1817-1918-2018
    """
    for fought, taken in _tolls(record):
        yield from _toll_paid(fought, taken, _of_zones(fought))
        yield from _chosen_by_the_enemy(fought, taken)


def _chosen_by_the_enemy(fought: Fought, taken: Interval) -> Iterator[Finding]:
    """Losses after a retreat that the enemy chose, where the result itself took all of its own before."""
    own = {unit.side for unit in fought.defenders}
    losses = [act for act in fought.acts if isinstance(act, Retreat) or (is_loss(act) and side_of(act) in own)]
    at = next((count for count, act in enumerate(losses) if isinstance(act, Retreat)), 0)
    for act in losses[at + 1 :] if taken.low == taken.high <= at and _of_zones(fought).low > 0 else ():
        if is_loss(act) and (because := wrongly_chosen(act, side_of(act), "own")):
            yield Finding(fought.withdrawals[-1].path[-1:], because, act.units)


@CHAPTER.article("Retreats in Mud", printed("thunder_in_the_east_10", "23.3h"), when=("combat",))
def retreats_in_mud(record: PhaseRecord) -> Iterator[Finding]:
    """In Mud a unit at full strength is reduced after it retreated, besides what the result and EZOCs took.

    Legal:    Axis Ground Battles Step; weather mud; season autumn; 1717: ax.24pz; 1816: sov.20a;
              attack 1816: ax.24pz result=DR; retreat sov.20a 1816-1916-2016; flip sov.20a/2
    Illegal:  Axis Ground Battles Step; weather mud; season autumn; 1717: ax.24pz; 1816: sov.20a;
              attack 1816: ax.24pz result=DR; retreat sov.20a 1816-1916-2016
    """
    for fought, taken in _tolls(record):
        if fought.toll.weary.high:
            for breach in _toll_paid(fought, taken, fought.toll.least):
                zones = [each.broken for each in _toll_paid(fought, taken, _of_zones(fought))]
                yield replace(breach, broken=breach.broken & ~any_of(zones))


def _of_zones(fought: Fought) -> Interval:
    """The steps that zones alone cost."""
    least, weary = fought.toll.least, fought.toll.weary
    return Interval(least.low - weary.low, least.high - weary.high, least.missing - weary.missing)


def _tolls(record: PhaseRecord) -> Iterator[tuple[Fought, Interval]]:
    """The battles out of whose hex somebody went back and that left anything to pay with, each with what its result took."""
    for fought in fights(record):
        if not fought.withdrawals or _nothing_left(fought):
            continue
        if fought.result in TAKEN:
            yield fought, Interval.of(TAKEN[fought.result])
        elif not fought.result and fought.toll.most.high:
            unknown = frozenset({say("the result of the battle in {hex}", fought.hex)})
            yield fought, Interval(min(TAKEN.values()), max(TAKEN.values()), unknown)


def _nothing_left(fought: Fought) -> bool:
    """Whether all that retreated is gone, with nothing in its stead: whatever more was due, nobody could pay it."""
    sides = {unit.side for unit in fought.defenders}
    gone = all(fought.left(name) for act in fought.withdrawals for name in act.units)
    return gone and not any(each.hex for each in arrivals(fought.record, sides))


def _toll_paid(fought: Fought, taken: Interval, due: Interval) -> Iterator[Finding]:
    names = tuple(unit.id for unit in fought.defenders)
    paid = Interval.of(fought.lost(names)).minus(taken)
    if paid.high < 0 or due.high <= 0:
        return
    end = fought.withdrawals[-1].path[-1]
    besides = say(" besides the {taken} of {result}", taken.low, fought.result) if taken.low else ""
    because = say(
        "the retreat from {hex} to {end} costs {words}, and the defenders lost {paid}{besides}",
        fought.hex,
        end,
        fought.toll.words,
        paid.high,
        besides,
    )
    yield Finding((fought.hex, end), because, names, ~due.at_most(paid))
