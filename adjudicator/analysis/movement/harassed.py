"""What aircraft of the enemy over a hex cost the units that leave it (`Harassment`)."""

from __future__ import annotations

from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import still_over
from adjudicator.analysis.air.strengths import StrengthChange, flown_strength
from adjudicator.analysis.concealed import masked
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import DEAR, ZERO, Interval
from adjudicator.model.memo import Same, remembered
from adjudicator.model.units import Unit
from adjudicator.persistent import PersistentMap
from adjudicator.record.memory import Sortie
from adjudicator.record.position import Position, Unidentified
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector


@dataclass(frozen=True, slots=True)
class Harassed:
    """Who pays for each hit, in which modes of movement: so many points, and so many hexes of those that it may go."""

    modes: frozenset[str]
    cost: int = 0
    hexes: int = 0
    who: Selector = EVERYONE


@dataclass(frozen=True, slots=True)
class Harassment:
    """Whoever leaves a hex over which the enemy flies such missions pays for each hit there, of which `most` count.

    So many `points` of the strength `value` over the hex are a hit. Weather that changes a strength is that of the turn in which
    the mission was flown.
    """

    mission: str
    value: str
    points: int
    changes: tuple[StrengthChange, ...]
    paid: tuple[Harassed, ...]
    most: int | None = None


def hits(position: Position, side: str, number: str, row: Harassment) -> Interval:
    """How many hits count in a hex against the units of a side."""
    above = _above(position, number)
    hidden = [each for each in _hidden(position).get(number, ()) if each.side != side]
    if not above and not hidden:
        return ZERO
    total = ZERO
    for unit in above:
        if unit.side != side:
            total = total.plus(_delivered(position, unit, number, row))
    if hidden:
        total = total.plus(Interval(0, DEAR, frozenset({hidden[0].datum})))
    most = DEAR if total.high >= DEAR else total.high // row.points
    found = Interval(total.low // row.points, most, total.missing)
    found = found if row.most is None else found.smaller(Interval.of(row.most))
    return Interval.of(found.low) if found.certain else found


def _delivered(position: Position, unit: Unit, number: str, row: Harassment) -> Interval:
    """What a unit brings over a hex; nothing, if it is known to fly no such mission there."""
    sortie = position.memory.flown.get(unit.id)
    if sortie is not None and (sortie.mission != row.mission or sortie.hex != number):
        return ZERO
    strength = flown_strength(position, unit, row.value, _as_flown(position, unit.side, row.changes))
    if strength == ZERO:
        return ZERO
    if sortie is None:
        # Who rests at its own base flies nothing; of another nobody told what it does there.
        rests = not position.joined and is_base(position, unit.side, number).is_yes
        return ZERO if rests else strength.either(ZERO, say("the mission of {unit}", unit))
    return Interval.by(still_over(position, unit, number), strength, ZERO)


def _as_flown(position: Position, side: str, changes: tuple[StrengthChange, ...]) -> tuple[StrengthChange, ...]:
    """The changes by the weather in which a side flew: that of the turn before, if it has had no phase in this one."""
    phases, now = position.pack.header.sequence.phases, position.moment.phase
    before = phases[: phases.index(now)] if now in phases else phases
    flown_now = now is None or any(phase.side == side for phase in before)
    return changes if flown_now else tuple(_in_last_weather(each) for each in changes)


def _in_last_weather(change: StrengthChange) -> StrengthChange:
    where = change.where.model_copy(update={"weather": frozenset(), "last_weather": change.where.weather})
    return replace(change, where=where) if change.where.weather else change


def _above(position: Position, number: str) -> tuple[Unit, ...]:
    """The units that fly over a hex, or were sent there, by id."""
    sent = _sent(position.aircraft, Same(position.memory.flown)).get(number, ())
    found = {unit.id: unit for unit in (*position.flying_at(number), *sent)}
    return tuple(found[name] for name in sorted(found))


@remembered(8)
def _sent(aircraft: PersistentMap[str, Unit], flown: Same[PersistentMap[str, Sortie]]) -> dict[str, tuple[Unit, ...]]:
    """The units on missions by the hex to which they were sent."""
    found: dict[str, tuple[Unit, ...]] = {}
    for name, sortie in flown.of.items():
        if name in aircraft:
            found[sortie.hex] = (*found.get(sortie.hex, ()), aircraft[name])
    return found


@remembered(8)
def _hidden(position: Position) -> dict[str, tuple[Unidentified, ...]]:
    """The counters that nobody can read by the hex over which they are."""
    found: dict[str, tuple[Unidentified, ...]] = {}
    for each in masked(position):
        if not each.hex and each.location in position.network.index:
            found[each.location] = (*found.get(each.location, ()), each)
    return found
