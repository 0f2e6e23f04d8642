"""Retreats by terrain and zones alone: where a unit may go in the hexes of a retreat, and the steps that costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from fractions import Fraction

from adjudicator.analysis.beneath import beneath
from adjudicator.analysis.combat.retreat_rule import retreat_rule, series_retreat
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import fled_with
from adjudicator.analysis.movement.mover import friends_in
from adjudicator.analysis.movement.retreat_terms import Retreat
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.stacking import fits
from adjudicator.analysis.zones import Exerted, exerting, zone_of
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Bound, Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import Selector


@dataclass(frozen=True, slots=True)
class Retreated:
    """A way to retreat: its hexes from the start, the steps it costs, and the hexes where it loses them."""

    hexes: tuple[str, ...]
    losses: int
    lost_in: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Retreats:
    """For each hex a unit may retreat to, the way that loses the fewest steps; none if it cannot retreat.

    `sure` are those open whatever the `missing` data are, `perhaps` those open if the data are kind. As long as nothing is
    missing the two are the same.
    """

    sure: Mapping[str, Retreated]
    perhaps: Mapping[str, Retreated]
    missing: tuple[str, ...] = ()

    def agreed(self, ask: Callable[[Mapping[str, Retreated]], bool]) -> Known:
        """The answer about the ways, open if it hangs on the missing data."""
        answer = ask(self.perhaps)
        return Known.of(answer) if ask(self.sure) == answer else Known.open(*self.missing)

    @property
    def any(self) -> Known:
        """Whether there is a way at all."""
        return self.agreed(bool)

    def leads_to(self, number: str) -> Known:
        """Whether a way leads to a hex."""
        return self.agreed(lambda ways: number in ways)


@dataclass(slots=True)
class Doubts:
    """How a search for retreats takes what is open, and the data for want of which it did."""

    bound: Bound
    missing: set[str] = field(default_factory=set)

    def allows(self, answer: Known) -> bool:
        """Whether something that is allowed if the answer is yes may be done."""
        self.missing.update(answer.missing)
        return self.bound.allows(answer)

    def cost(self, number: Interval) -> int:
        """What something costs that is a whole number."""
        self.missing.update(number.missing)
        return int(self.bound.cost(number))


def searched(search: Callable[[Doubts], Mapping[str, Retreated]]) -> Retreats:
    """The ways that a search finds at the worst, and if that met open data, at the best."""
    worst, best = Doubts(Bound.WORST), Doubts(Bound.BEST)
    sure = search(worst)
    if not worst.missing:
        return Retreats(sure, sure)
    return Retreats(sure, search(best), tuple(sorted(worst.missing | best.missing)))


def plain_ways(
    position: Position, unit: Unit, start: str, doubts: Doubts, *, displacing: bool = True
) -> Mapping[str, Retreated]:
    """The ways of a game whose retreats have a fixed length; `displacing`: those too on which friends are pushed out."""
    rule = retreat_rule(position)
    if rule is None:
        return {}
    past = series_retreat(position).past
    walker = Walker(position, unit, "retreat", start or unit.hex, roads=False)
    first = position.network.index[walker.start]
    labels: dict[int, Retreated] = {first: Retreated((walker.start,), 0, ())}
    done: dict[int, Retreated] = {}
    for count in range(1, rule.hexes + 2):
        grown: dict[int, Retreated] = {}
        if count > rule.hexes:
            done = labels
            labels = {i: way for i, way in labels.items() if _marked_by_enemy(position, unit, i, past)}
        for i, so_far in labels.items():
            for j, _ in walker.exits(i):
                number = position.network.number(j)
                way_in = walker.enterable(i, j) & ~shut(position, unit, number, walker.start, first=count == 1)
                if number in so_far.hexes or not doubts.allows(way_in):
                    continue
                loss = doubts.cost(
                    retreat_loss(position, unit, number, first=count == 1, start=walker.start, observable=True)
                )
                after = Retreated(
                    (*so_far.hexes, number), so_far.losses + loss, so_far.lost_in + ((number,) if loss else ())
                )
                if j not in grown or (after.losses, after.hexes) < (grown[j].losses, grown[j].hexes):
                    grown[j] = after
        labels = grown
    ends = {**labels, **{i: way for i, way in done.items() if not _marked_by_enemy(position, unit, i, past)}}
    far = {j: way for j, way in ends.items() if doubts.allows(_far_enough(position, unit, rule, (first, j)))}
    found = {position.network.number(j): way for j, way in far.items()}
    return _with_room(position, unit, rule, found, doubts, displacing=displacing) if rule.room else found


def shut(position: Position, unit: Unit, number: str, start: str, *, first: bool) -> Known:
    """Whether an enemy zone closes a hex to a retreat, in a game where zones do."""
    rule = retreat_rule(position)
    if rule is None or rule.zones != "closed":
        return NO
    return _caught(position, unit, rule, number, start, first=first, observable=True)


def _with_room(
    position: Position, unit: Unit, rule: Retreat, found: dict[str, Retreated], doubts: Doubts, *, displacing: bool
) -> dict[str, Retreated]:
    """The ends in which there is room, or is as soon as a friend is pushed out."""
    room = {number: fits(position, number, (unit,)) for number in found}
    may_push = NO
    if displacing and rule.displaces:
        may_push = YES if rule.displaces == "freely" else ~any_of(room.values())
    pushed = {number: may_push & Known.of(_can_push(position, unit, rule, number)) for number in found}
    return {number: way for number, way in found.items() if doubts.allows(room[number] | pushed[number])}


def _can_push(position: Position, unit: Unit, rule: Retreat, number: str) -> bool:
    friends = (other for other in position.at(number) if other.side == unit.side and other.id != unit.id)
    return any(rule.displaced.matches(other) for other in friends)


def tires(position: Position, unit: Unit, start: str = "") -> Known:
    """Whether a unit loses a step by retreating at all, wherever it goes."""
    i = position.network.index.get(start or unit.hex)
    if i is None:
        return NO
    rows = series_retreat(position).tired
    return any_of(row.where.fits(ground_at(position), i) for row in rows if row.who.matches(unit))


def retreat_loss(
    position: Position, unit: Unit, number: str, *, first: bool, start: str = "", observable: bool = False
) -> Interval:
    """The steps a retreating unit loses for entering a hex; `start` is the hex it left. `observable`: as who leads the retreat
    has to take it, every unit that shows no strength for one whose zone counts."""
    rule = retreat_rule(position)
    if rule is None or not rule.zone_loss:
        return ZERO
    there = frozenset(other.id for other in position.at(start or unit.hex) if other.side != unit.side)
    if rule.shared == "all" and there:
        return ZERO
    caught = _caught(position, unit, rule, number, start or unit.hex, first=first, observable=observable)
    return Interval.one_if(caught).times(Fraction(rule.zone_loss))


def _caught(
    position: Position, unit: Unit, rule: Retreat, number: str, start: str, *, first: bool, observable: bool
) -> Known:
    """Whether a hex is in an enemy zone that a retreating unit has to heed."""
    ignored = [row.of for row in rule.ignoring if row.who.matches(unit) and (first or not row.first)]
    caught = any_of(
        zone.known if observable else zone.known & _counts(position, zone.unit, ignored)
        for zone in zones_against(position, unit, rule, number, start)
        if not any(selector.matches(zone.unit) for selector in ignored)
    )
    return caught & ~_sheltered(position, unit, rule, number, start)


def _counts(position: Position, unit: Unit, ignored: list[Selector]) -> Known:
    """Whether the zone of a unit that is not ignored as it lies there counts: open if what may lie beneath would be ignored."""
    turned = any(selector.matches(face) for face in beneath(position.pack, unit) for selector in ignored)
    return Known.open(say("strength of {unit}", unit)) if turned else YES


def zones_against(position: Position, unit: Unit, rule: Retreat, number: str, start: str) -> Iterator[Exerted]:
    """The enemy zones in a hex of a retreat, those that the unit ignores included."""
    there = [other for other in position.at(start) if other.side != unit.side]
    gone = frozenset(other.id for other in there) if rule.shared in ("there", "unsaid") else frozenset()
    i = position.network.index[number]
    for enemy in position.pack.enemies(unit.side):
        yield from exerting(ground_at(position), enemy, i, gone)
    if rule.shared == "unsaid":
        for other in there:
            yield from _from_nearby(position, other, i, start)


def _from_nearby(position: Position, other: Unit, i: int, start: str) -> Iterator[Exerted]:
    """The zone in a hex of an enemy who shares the hex `start`, or is beside it still: nobody says which, nor if it counts."""
    network, ground = position.network, ground_at(position)
    untold = Known.open(say("whether the zone of {unit} counts against a retreat out of its hex", other))
    for j, direction in network.exits(i):
        if network.distance(j, network.index[start]) <= 1:
            zone = zone_of(ground, other, j, (direction + 3) % 6, i)
            if zone is not None:
                yield zone._replace(known=zone.known & untold)


def _sheltered(position: Position, unit: Unit, rule: Retreat, number: str, start: str) -> Known:
    """Whether a friend in a hex keeps its zones from a unit: not one that only goes back in the same retreat."""
    if rule.shielded is None or not series_retreat(position).shielded_who.matches(unit):
        return NO
    gone = fled_with(position, unit.id, start)
    friends = friends_in(position, unit, number, rule.shielded)
    return any_of(~gone.get(friend.id, NO) for friend in friends)


def _far_enough(position: Position, unit: Unit, rule: Retreat, ends: tuple[int, int]) -> Known:
    """Whether a retreat from the first hex may end in the second."""
    network, (i, j), beside = position.network, ends, series_retreat(position).beside
    if network.distance(i, j) != 1 or not beside:
        return Known.of(network.distance(i, j) >= rule.away)
    direction = network.hexes[i].at.direction(network.hexes[j].at)
    return any_of(edges.fits(ground_at(position), unit.side, i, direction) for edges in beside)


def _marked_by_enemy(position: Position, unit: Unit, i: int, kinds: frozenset[str]) -> bool:
    if not kinds:
        return False
    markers = position.markers_at(position.network.number(i))
    return any(marker.type.kind in kinds and marker.type.side not in ("", unit.side) for marker in markers)
