"""Headquarters set to attack mode that may not be, or without paying for it: what it takes is in headquarters.toml."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from adjudicator.analysis.costs import paid
from adjudicator.analysis.economy import value_named
from adjudicator.analysis.headquarters import attack_cost, attacking, is_headquarters, may_attack
from adjudicator.analysis.resources import spent
from adjudicator.analysis.situation import has_status
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import YES
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Shifted, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words
from adjudicator.words import article, either, listed


class Mode(Table):
    """When modes change; the statuses that attack mode `needs`; the markers that forbid it; the pools by side that pay."""

    when: When = When()
    """When modes change."""
    needs: frozenset[str] = frozenset()
    """The statuses of supply.toml, one of which attack mode needs."""
    without_markers: frozenset[MarkerKind] = frozenset()
    """Kinds of marker that forbid it."""
    pools: Mapping[str, str] = {}
    """The pool of spending.toml that pays, by side."""


def _untold(record: PhaseRecord, terms: Mode) -> str:
    """The pool that pays for attack mode, where nobody told what it holds."""
    set_now = {
        new.type.side
        for act in record.of(Swapped)
        if (new := act.after.markers.get(act.markers[-1])) is not None and attacking(act.after, new)
    }
    pools = [pool for side, pool in sorted(terms.pools.items()) if side in set_now]
    return next((value_named(pool) for pool in pools if not _tracked(record, pool)), "")


@check("headquarters.mode", Mode, unseen="may excuse nearby", acts=("swap",), untold=_untold)
def set_as_it_may_be(record: PhaseRecord, terms: Mode) -> Iterator[Breach]:
    """An HQ goes into attack mode where nothing keeps it from that, and for points.

    Legal:    turn 1, Axis HQ Mode Step; weather clear; season summer; 1412: +hq.agn.balanced; value OP.axis 3;
              swap +hq.agn.balanced+hq.agn.attack 1412; value OP.axis 2
    Illegal:  turn 1, Axis HQ Mode Step; 1412: +hq.hu2.balanced; swap +hq.hu2.balanced+hq.hu2.attack 1412
    Illegal:  turn 1, Axis HQ Mode Step; weather clear; season summer; 1412: +hq.agn.balanced; value OP.axis 3;
              swap +hq.agn.balanced+hq.agn.attack 1412
    """
    set_now: dict[str, list[Marker]] = {}
    for act in record.acts:
        if not isinstance(act, Swapped) or len(act.markers) != 2:
            continue
        new = act.after.markers[act.markers[1]]
        old = act.before.markers[act.markers[0]]
        if not is_headquarters(act.before, new) or attacking(act.before, new) == attacking(act.before, old):
            continue
        if not any(other.type is new.type for other in record.end.markers_at(new.hex)) and _turned_back(record, new):
            continue
        timely = YES if _travelled(record, new) else terms.when.holds(act.before, new.type.side)
        if not timely.is_yes:
            phase = act.moment.phase.name if act.moment.phase else say("unknown phase")
            because = say(
                "{new} changes its mode in the {phase}; allowed only {when}",
                _name(new),
                phase,
                when_words((terms.when,)),
            )
            yield Breach((new.hex,), because, broken=~timely)
        if timely.possible and attacking(act.before, new):
            yield from _judged(act, terms, new)
            set_now.setdefault(new.type.side, []).append(new)
    for side, markers in set_now.items():
        yield from _paid(record, terms, side, markers)


def _turned_back(record: PhaseRecord, marker: Marker) -> bool:
    """Whether the side that was set is turned over again in this phase."""
    swaps = [act for act in record.acts if isinstance(act, Swapped) and len(act.markers) == 2]
    return any(act.before.markers[act.markers[0]].type is marker.type for act in swaps)


def _travelled(record: PhaseRecord, marker: Marker) -> bool:
    """Whether it was put elsewhere in this phase, which sets the other mode by itself."""
    if attacking(record.start, marker):
        return False
    return any(isinstance(act, Shifted) and marker.hex in act.path for act in record.acts)


def _judged(act: Act, terms: Mode, marker: Marker) -> Iterator[Breach]:
    position, number = act.before, marker.hex
    if number not in position.network.index:
        return
    worn = {other.type.kind for other in position.markers_at(number)} & terms.without_markers
    if worn:
        yield Breach(
            (number,),
            say(
                "{marker} is set to attack, and does not work yet: it bears {worn}",
                _name(marker),
                article(either(worn)),
            ),
        )
        return
    fed = has_status(position, marker.type.side, number, terms.needs) if terms.needs else YES
    able = may_attack(position, marker)
    if fed.is_no:
        yield Breach((number,), say("{marker} is set to attack, and has no line to a source of supply", _name(marker)))
    elif able.is_no:
        yield Breach((number,), say("{marker} is set to attack, and bears too many stresses for that", _name(marker)))
    else:
        yield Breach(
            (number,),
            say("{marker} is set to attack, which takes supply and not too much stress", _name(marker)),
            broken=~(fed & able),
        )


def _paid(record: PhaseRecord, terms: Mode, side: str, markers: list[Marker]) -> Iterator[Breach]:
    pool = terms.pools.get(side, "")
    costs = [attack_cost(record.start, marker) for marker in markers]
    if not pool or not _tracked(record, pool):
        return
    due = reduce(Interval.plus, costs, ZERO)
    given = paid(record, pool)
    sums = say("{costs} = {due}", strung(map(str, costs), " + "), due) if len(costs) > 1 else str(due)
    because = say(
        "setting {markers} to attack costs {sums} {pool}; {given} was spent",
        listed(_name(marker) for marker in markers),
        sums,
        pool,
        given,
    )
    yield Breach(tuple(marker.hex for marker in markers), because, broken=~due.at_most(given))


def _tracked(record: PhaseRecord, pool: str) -> bool:
    """Whether the record shows what the pool holds."""
    return pool in record.start.values or pool in record.end.values or pool in spent(record)


def _name(marker: Marker) -> str:
    return marker.type.name or marker.id
