"""Battles that a headquarters helps which may not, or in which nobody said so in time."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.headquarters import attacking, battles_supported, has_full_powers, supports
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker
from adjudicator.model.vocabulary import NationName
from adjudicator.record.acts import Act, Attack, Declaration
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say

HQ, NARROW = "hq", "narrow"
"""The values of an attack that name the headquarters that helps it, and say that it does so with its whole weight."""


class Support(Table):
    """Headquarters that are told to help a battle (hq=ID), with their whole weight (narrow=yes) in one battle only."""

    narrow: frozenset[NationName] = frozenset()
    """Nations whose headquarters may do so, and one of whose units must attack; none given: any, with any units."""


def _helped(record: PhaseRecord) -> Iterator[Attack]:
    return (act for act in record.of(Attack) if act.told.get(HQ, "no") != "no" and not isinstance(act, Declaration))


def _comes_up(record: PhaseRecord, _: Support) -> bool:
    return any(True for _ in _helped(record))


@check("headquarters.support", Support, unseen="may excuse nearby", met=_comes_up)
def helps_whom_it_may(record: PhaseRecord, terms: Support) -> Iterator[Breach]:
    """A headquarters helps battles of supplied units near it, a German one a single battle with its whole weight.

    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1517: +hq.agc.attack; 1717: ax.24pz;
              1817: sov.63rc/2; attack 1817: ax.24pz hq=hq.agc.attack result=NE
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1517: +hq.agc.balanced; 1717: ax.24pz;
              1817: sov.63rc/2; attack 1817: ax.24pz hq=hq.agc.balanced result=NE
    """
    used: dict[str, list[Attack]] = {}
    for act in _helped(record):
        names = [act.told[HQ]] if _found(act, act.told[HQ]) else act.told[HQ].split(",")
        if len(names) > 1:
            yield Breach(act.path, say("{count} headquarters help one battle, and one may", len(names)), act.units)
        for name in names:
            marker = _found(act, name)
            if marker is None:
                because = say("{name} helps a battle, and is nowhere on the map", name)
                yield Breach(act.path, because, act.units, Known.open(say("where {name} lies", name)))
                continue
            used.setdefault(marker.id, []).append(act)
            yield from _judged(act, terms, marker)
        yield from _announced(record, act)
    for name, acts in used.items():
        yield from _too_often(name, acts)


def _found(act: Act, name: str) -> Marker | None:
    """The marker of that id, type or name."""
    return next(
        (each for each in act.before.markers.values() if each.hex and name in (each.id, each.type.id, each.type.name)),
        None,
    )


def _judged(act: Attack, terms: Support, marker: Marker) -> Iterator[Breach]:
    position, name = act.before, marker.type.name
    attackers = tuple(position.units[each] for each in act.units if each in position.units)
    at = (marker.hex, *act.path)
    if not attacking(position, marker):
        yield Breach(at, say("{name} helps a battle, and is not in attack mode", name), act.units)
        return
    helps = supports(position, marker, attackers)
    because = say("{name} helps a battle, and no attacker that it may help is supplied and within its radius", name)
    yield Breach(at, because, act.units, ~helps)
    if act.told.get(NARROW, "no") == "no":
        return
    because = say("{name} helps a battle with its whole weight, which only an unstressed Strategic HQ may do", name)
    yield Breach(at, because, act.units, ~has_full_powers(position, marker))
    nation = terms.narrow & marker.type.tags
    if terms.narrow and not (nation and any(unit.type.nation in nation for unit in attackers)):
        because = say("{name} helps a battle with its whole weight: neither it nor an attacker is of that nation", name)
        yield Breach(at, because, act.units)


def _announced(record: PhaseRecord, act: Attack) -> Iterator[Breach]:
    """Where the battle was declared without this help though it was declared on record."""
    declared = [
        each
        for phase in (*record.earlier, record)
        for each in phase.of(Attack)
        if set(each.path) & set(act.path) and (isinstance(each, Declaration) or phase.moment != record.moment)
    ]
    if not declared:
        return
    if act.told.get(NARROW, "no") != "no" and not any(NARROW in each.told for each in declared):
        because = say("a battle gets the whole weight of a headquarters, and that was not declared")
        yield Breach(act.path, because, act.units)
    elif not any(each.told.get(HQ, "no") != "no" for each in declared):
        because = say("a headquarters helps a battle, and that was not declared")
        yield Breach(act.path, because, act.units, Known.open(say("whether that help was declared")))


def _too_often(name: str, acts: list[Attack]) -> Iterator[Breach]:
    first = acts[0].before
    marker = first.markers[name]
    at = tuple(dict.fromkeys(number for act in acts for number in act.path))
    most = battles_supported(first, marker)
    if any(act.told.get(NARROW, "no") != "no" for act in acts):
        most = Interval.of(1)
    because = say("{name} helps {count} battles in a turn, and may help {most}", marker.type.name, len(acts), most)
    yield Breach(at, because, broken=~Interval.of(len(acts)).at_most(most))
