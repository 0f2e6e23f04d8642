"""Bombed supply: which units it cuts off, and what it does to the railways."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import all_seen
from adjudicator.analysis.control import in_zone
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.flights import Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import counted

RAIL_HITS = 2
"""By so many hits of one attack the number RAIL rises."""
RADIUS = 6
"""How near to the target the hex lies."""
RAIL = "rail_used"
"""The number "NAME.SIDE" that rises by an attack of two hits; left out: none."""


class CutOff(Table):
    """Each hit marks the units of one hex near the target; several in one attack burden the railways."""

    kinds: frozenset[str]
    """Kinds of mission of air.toml. Example: `kinds = ["logistics"]`"""
    marks: frozenset[MarkerKind]
    """The marks of units without supply; the first in their order is the one that is laid. Example: `marks = ["cut_off"]`"""
    hubs: frozenset[MarkerKind] = frozenset()
    """Kinds of marker of which the number says how near, where one is the target. Example: `hubs = ["headquarters"]`"""


def _strikes(record: PhaseRecord, terms: CutOff) -> list[Strike]:
    return [
        act
        for act in record.of(Strike)
        if act.mission in terms.kinds and act.units and act.units[0] in act.before.units
    ]


def _any_strike(record: PhaseRecord, terms: CutOff) -> bool:
    return bool(_strikes(record, terms))


def _untold(record: PhaseRecord, terms: CutOff) -> str:
    """The number that an attack of many hits raises, where nobody tells it."""
    strikes = _strikes(record, terms) if RAIL else []
    if not strikes:
        return ""
    side = strikes[0].before.units[strikes[0].units[0]].side
    burdened = any(act.told.get("hits", "").isdigit() and int(act.told["hits"]) >= RAIL_HITS for act in strikes)
    kinds = (RAIL, f"{RAIL.partition('_')[0]}_capacity") if burdened else (RAIL,)
    names = [f"{kind}.{victim}" for kind in kinds for victim in record.start.pack.enemies(side)]
    return first_untold(names, record.end.values)


@check("air.cut_off", CutOff, unseen="may excuse", met=_any_strike, untold=_untold)
def cuts_off_near_by(record: PhaseRecord, terms: CutOff) -> Iterator[Breach]:
    """A hit on supply cuts off one hex of units near by.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2015]: ax.he111; 2015: +hq.w.attack;
              2215: sov.30rc; strike logistics 2015: ax.he111 die=1 hits=1; mark sov.30rc+out_of_supply
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2015]: ax.he111; 2015: +hq.w.attack;
              2215: sov.30rc; 2117: sov.20a; strike logistics 2015: ax.he111 die=1 hits=1; mark sov.30rc+out_of_supply;
              mark sov.20a+out_of_supply
    """
    strikes = _strikes(record, terms)
    if not strikes:
        return
    side = strikes[0].before.units[strikes[0].units[0]].side
    hits = {id(act): int(act.told["hits"]) for act in strikes if act.told.get("hits", "").isdigit()}
    sure = YES if len(hits) == len(strikes) else Known.open(say("the hits of each attack"))
    for victim in record.start.pack.enemies(side):
        yield from _marks(record, terms, victim, sum(hits.values()), sure)
        if RAIL:
            yield from _rail(record, terms, victim, max(hits.values(), default=0), sure)


def _marks(record: PhaseRecord, terms: CutOff, victim: str, hits: int, sure: Known) -> Iterator[Breach]:
    new, strikes = _marked(record, terms, victim), _strikes(record, terms)
    near = {
        number for act in strikes if act.told.get("hits") != "0" for number in _near(record.start, terms, act, victim)
    }
    seen = sure & all_seen(record)
    if len(new) > hits:
        because = say("cut off: the units of {hexes}, after {hits}", counted(len(new), "hex"), counted(hits, "hit"))
        yield Breach(tuple(sorted(new)), because, (), seen)
    for number in sorted(set(new) - near):
        because = say("the units in {hex} are cut off, and no target that was hit is so near", number)
        yield Breach((number,), because, (), seen)
    left = [number for number in sorted(near) if number not in new and _able(record.end, terms, number, victim)]
    if record.ended and len(new) < hits and left:
        because = say("cut off: the units of {hexes}, after {hits}", counted(len(new), "hex"), counted(hits, "hit"))
        yield Breach((left[0],), because, (), sure)
    foes = record.start.pack.enemies(victim)
    better = next((number for number in left if in_zone(record.end, number, foes).is_yes), "")
    for number in sorted(set(new) & near) if better else ():
        outside = ~in_zone(record.end, number, foes)
        if outside.possible:
            because = say(
                "the units in {hex} are cut off, and those of {other} in a zone of control are not", number, better
            )
            yield Breach((number, better), because, (), outside & sure, owed=not record.ended)
            return


def _marked(record: PhaseRecord, terms: CutOff, victim: str) -> dict[str, list[str]]:
    """The hexes with units of a side that were marked in the phase by something else than an attack on that unit alone."""
    alone = {act.told.get("target", "") for act in record.of(Strike) if act.mission not in terms.kinds}
    found: dict[str, list[str]] = {}
    for name, old, unit in record.changes():
        if (
            old is not None
            and unit is not None
            and unit.side == victim
            and unit.hex
            and name not in alone
            and bool(unit.marks & terms.marks) > bool(old.marks & terms.marks)
        ):
            found.setdefault(unit.hex, []).append(name)
    return found


def _near(position: Position, terms: CutOff, act: Strike, victim: str) -> Iterator[str]:
    """The hexes so near to a target."""
    network = position.network
    if act.over not in network.index:
        return
    hubs = [each for each in position.markers_at(act.over) if each.type.kind in terms.hubs and each.type.side == victim]
    reach = max([RADIUS, *(each.value or each.type.value or 0 for each in hubs)]) if hubs else RADIUS
    away = network.distances(network.index[act.over])
    yield from (
        unit.hex
        for unit in position.of_side(victim)
        if unit.hex in network.index and away[network.index[unit.hex]] <= reach
    )


def _able(position: Position, terms: CutOff, number: str, victim: str) -> bool:
    """Whether supplied units of a side are left in a hex."""
    return any(unit.side == victim and not unit.marks & terms.marks for unit in position.at(number))


def _rail(record: PhaseRecord, terms: CutOff, victim: str, most: int, sure: Known) -> Iterator[Breach]:
    name, limit = f"{RAIL}.{victim}", f"{RAIL.partition('_')[0]}_capacity.{victim}"
    if name not in record.start.values or name not in record.end.values:
        return
    rise = told_number(record.end, name).minus(told_number(record.start, name))
    if most < RAIL_HITS:
        some = rise.at_least(Interval.of(1))
        because = say("{name} rises by {rise}, and no attack hit {hits} times", name, rise, RAIL_HITS)
        yield Breach((), because, broken=some & sure & all_seen(record))
        return
    if limit in record.end.values:
        room = told_number(record.end, limit).minus(told_number(record.start, name)).at_least(Interval.of(2))
        because = say("an attack hit {hits} times, and {name} did not rise", most, name)
        yield Breach((), because, broken=room & ~rise.at_least(Interval.of(1)), owed=not record.ended)
