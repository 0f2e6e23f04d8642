"""More travelling by rail in a phase than a net has room for, with what was bought, lost and sent away."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.control import controls
from adjudicator.analysis.economy import value_named
from adjudicator.analysis.ground import standing
from adjudicator.analysis.history import ever_held
from adjudicator.analysis.movement.loads import cargo, carried, overload, printed_capacity
from adjudicator.analysis.movement.moves import moved_paths
from adjudicator.analysis.movement.reach import load
from adjudicator.analysis.stacking import unit_size
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.amounts import Amount
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import PhaseName, PlaceKind
from adjudicator.record.acts import Act, Lifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.cell import Cell
from adjudicator.terms.where import Where


class Loss(Table):
    """What a side loses of its capacity for each place that the enemy has ever held."""

    side: str
    """The side; "soviet"."""
    places: frozenset[PlaceKind]
    """Kinds of place; ["full_city"]."""
    points: Amount = 1
    """How much each is; 2."""


class Bought(Table):
    """Capacity that is bought with resource points."""

    value: str
    """The number "NAME.SIDE" of how much was; "rail_bought"."""
    most: Mapping[str, Amount]
    """How much each side may buy; { soviet = 60, axis = 30 }."""
    bombed: str = ""
    """The number "NAME.SIDE" of the hits that its yards took for this turn, which cost 2 each, where any are told;
    "yard_hits"."""


class Net(Table):
    """Which travelling counts, by the hexes it goes through."""

    on: Where | None = None
    """Only what travels through such a hex counts. Example: { tags = ["finnish_net"] }."""
    off: Where | None = None
    """What travels through such a hex does not count."""


class Entering(Table):
    """Units that come onto the map in this player turn and go on by rail without using any capacity."""

    side: str
    """Whose units; "soviet"."""
    where: Where
    """The hexes in which they come onto the map. Example: { tags = ["east_edge_rail"] }."""
    phases: frozenset[PhaseName]
    """The phases in which they come. Example: ["movement"]."""
    most: Amount = 0
    """So many REs of them at most; 0: no limit. Example: 24."""


class RailCapacity(Table):
    """What a side moves by rail, and by strategic movement, on one net in one phase."""

    bought: Bought
    """What may have been bought besides."""
    sides: Mapping[str, Cell] = {}
    """The capacity of the only sides that have one on this net; that of movement.toml for all, if left out."""
    net: Net = Net()
    """The net; every line, if left out. Example: { on = { tags = ["finnish_net"] } }."""
    entering: Entering | None = None
    """Whose arrival is free."""
    lost: tuple[Loss, ...] = ()
    """What is lost of it for good."""
    sent: Mapping[str, Amount] = {}
    """What a marker takes up that its side, in its own turn, sends off the map from a hex of its own; { factory = 30 }."""


RAIL = "rail"
STRATEGIC = "strategic"


@check(
    "movement.rail_capacity", RailCapacity, unseen="cannot excuse", acts=("rail", "strategic", "lift"), whole_turn=True
)
def within_rail_capacity(record: PhaseRecord, terms: RailCapacity) -> Iterator[Breach]:
    """Only so much travels by rail in a phase.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/1714: fi.1inf; 1B/1712: fi.2inf; 1B/1821: ge.1inf;
              rail fi.1inf 1B/1714-1B/1713; rail fi.2inf 1B/1712-1B/1711; rail ge.1inf 1B/1821-1B/1820
    Illegal:  turn 5, German Movement Phase; weather clear; value finnish_rail_bought.axis 0; 1B/1714: fi.1inf;
              1B/1712: fi.2inf; 1B/1821: ge.1inf; 1B/1814: ge.11inf; rail fi.1inf 1B/1714-1B/1713;
              rail fi.2inf 1B/1712-1B/1711; rail ge.1inf 1B/1821-1B/1820; rail ge.11inf 1B/1814-1B/1714
    """
    travels = [(act, _counts(act, terms)) for act in record.called({RAIL, STRATEGIC})]
    moved = carried(act for act, counts in travels if counts.possible)
    doubts = {each.id: counts for act, counts in travels if counts.is_open for each in cargo(act)}
    sent = _sent(record, terms)
    for side in dict.fromkeys((*moved, *sent)):
        if terms.sides and side not in terms.sides:
            continue
        most = printed_capacity(record.start, RAIL, side, terms.sides.get(side))
        most = most.minus(_lost(record.start, terms, side)).plus(_bought(record.end, terms, side))
        most = most.minus(_bombed(record.start, terms, side)).greater(ZERO)
        units, arrivals = _paying(record, terms, side, moved.get(side, []))
        yield overload(record.start, RAIL, units, most, others=sent.get(side, []), doubts=doubts | arrivals)


def _paying(
    record: PhaseRecord, terms: RailCapacity, side: str, units: list[Unit]
) -> tuple[list[Unit], dict[str, Known]]:
    """The units that use the capacity, without those whose arrival is free; and of which of them that is open."""
    free = terms.entering
    if free is None or free.side != side:
        return units, {}
    entered = {each.id: _entered(record, free, each) for each in units}
    sizes = {each.id: unit_size(each, "points") for each in units if entered[each.id].is_yes}
    exempt = frozenset(sizes)
    if free.most and sum(sizes.values()) > Fraction(free.most):
        exempt = _heaviest(sizes, {each.id: load(record.start, each, RAIL) for each in units}, Fraction(free.most))
    return (
        [each for each in units if each.id not in exempt],
        {name: ~known for name, known in entered.items() if known.is_open},
    )


def _entered(record: PhaseRecord, free: Entering, unit: Unit) -> Known:
    """Whether a unit came onto the map in this player turn, where and when that is free."""
    together = record.with_earlier(free.phases)
    for act in together.acts:
        old, new = act.before.units.get(unit.id), act.after.units.get(unit.id)
        if new is not None and new.hex and not (old is not None and old.hex):
            return free.where.fits(standing(act.before), act.before.network.index[new.hex])
    recorded = {name for each in (*record.earlier, record) if each.begun for name in _names(each)}
    stood = record.start.units.get(unit.id)
    if free.phases <= recorded or stood is None or stood.hex not in record.start.network.index:
        return NO
    here = free.where.fits(standing(record.start), record.start.network.index[stood.hex])
    return here & Known.open(say("whether {unit} came onto the map in this player turn", unit))


def _names(record: PhaseRecord) -> frozenset[str]:
    return record.moment.phase.names if record.moment.phase is not None else frozenset()


def _heaviest(sizes: Mapping[str, Fraction], loads: Mapping[str, Fraction], most: Fraction) -> frozenset[str]:
    """Units of so many REs in all that take up as much capacity as any such units do."""
    best: dict[Fraction, tuple[Fraction, frozenset[str]]] = {Fraction(0): (Fraction(0), frozenset())}
    for name, size in sizes.items():
        for total, (taken, names) in list(best.items()):
            reached = total + size
            if reached <= most and (reached not in best or best[reached][0] < taken + loads[name]):
                best[reached] = taken + loads[name], names | {name}
    return max(best.values(), key=lambda each: each[0])[1]


def _sent(record: PhaseRecord, terms: RailCapacity) -> dict[str, list[Interval]]:
    """By side, what the markers sent off the map in this player turn so far take up."""
    found: dict[str, list[Interval]] = {}
    for act in record.with_earlier().of(Lifted) if terms.sent else ():
        marker = act.before.markers.get(act.markers[0]) if act.markers else None
        if marker is None or marker.type.kind not in terms.sent or marker.hex not in act.before.network.index:
            continue
        side = marker.type.side
        own = Known.of(act.moment.phasing == side) & controls(act.before, marker.hex, side, side)
        if own.possible:
            points = Fraction(terms.sent[marker.type.kind])
            found.setdefault(side, []).append(Interval.one_if(own).times(points))
    return found


def _counts(act: Act, terms: RailCapacity) -> Known:
    """Whether what an act moves uses this capacity, by the hexes it goes through."""
    network = act.before.network
    hexes = [network.index[number] for path in moved_paths(act) for number in path.hexes if number in network.index]
    hexes = hexes or [network.index[number] for number in act.path if number in network.index]
    ground = standing(act.before)
    on = any_of(terms.net.on.fits(ground, i) for i in hexes) if terms.net.on is not None else YES
    return on & ~any_of(terms.net.off.fits(ground, i) for i in hexes) if terms.net.off is not None else on


def _lost(position: Position, terms: RailCapacity, side: str) -> Interval:
    """What a side has lost of its capacity for good."""
    lost = ZERO
    for loss in terms.lost:
        for place in position.network.theatre.places:
            if loss.side != side or not place.kinds & loss.places:
                continue
            held = any_of(ever_held(position, place.hex, enemy) for enemy in position.pack.enemies(side))
            lost = lost.plus(Interval.one_if(held).times(Fraction(loss.points)))
    return lost


def _bought(position: Position, terms: RailCapacity, side: str) -> Interval:
    """What the side bought besides; where it does not say, perhaps as much as it may."""
    name = f"{terms.bought.value}.{side}"
    kept = position.values.get(name)
    if kept is not None:
        return Interval.of(Fraction(kept))
    return Interval.of(Fraction(terms.bought.most.get(side, 0))).either(ZERO, value_named(name))


def _bombed(position: Position, terms: RailCapacity, side: str) -> Interval:
    """What bombs took of it for this turn."""
    told = str(position.values.get(f"{terms.bought.bombed}.{side}", ""))
    return Interval.of(Fraction(2 * int(told))) if told.isdigit() else ZERO
