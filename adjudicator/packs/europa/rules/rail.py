"""Rule 7, rail movement: what a side may move by rail in a turn, and over which hexes no train runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from adjudicator.analysis.control import controls
from adjudicator.analysis.economy import kept_number, told_number, value_named
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import ever_held
from adjudicator.analysis.movement.loads import cargo, carried, overload
from adjudicator.analysis.movement.moves import moved_paths, went_clear
from adjudicator.analysis.movement.reach import capacity, load
from adjudicator.analysis.movement.retreat_terms import RailRetreat
from adjudicator.analysis.movement.values import Path
from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.linked import Linked
from adjudicator.analysis.zones import Exerted, exerting
from adjudicator.checks.articles import Chapter, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, Known, any_of
from adjudicator.model.units import Unit
from adjudicator.packs.europa.rules.rail_purchase import FROM_THE_SECOND_TURN
from adjudicator.record.acts import Act, Laid, Lifted, Shifted, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.changes import Built
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import deed, listed

STANDARD_NET = Linked(
    frozenset({"rail_standard"}),
    frozenset({"city"}),
    Where(tags=frozenset({"ussr"}), without=frozenset({"ussr_1939"})),
    never="axis",
    reading=("velikie-luki-riga", "broad"),
    without=frozenset({"rail_velikie_luki"}),
    relaid=frozenset({"rail_broad", "rail_finnish"}),
    marked=frozenset({"regauged"}),
)
"""7A3: the Soviets need a city of the standard net that they never lost."""
RAIL_ONLY = RailRetreat(
    Selector(any_tags=frozenset({"rail_only"})), no_zones=("rail-retreat", "zones-ignored")
)  # 14F, 14A5
has_figures(__name__, "europa", STANDARD_NET, RAIL_ONLY)
has_figures(__name__, "fire_in_the_east", Built(turn=10, by="soviet", delay=2))  # 7D: the line under construction
CHAPTER = Chapter(area="rail", when=("movement",))

AXIS, SOVIET = "axis", "soviet"
RAIL = "rail"
TRAINS = ("rail", "strategic")
FINLAND = Where(tags=frozenset({"finland", "finnish_net"}))
"""The net on which the Finnish railways alone run."""
EASTERN_EDGE = Where(tags=frozenset({"east_edge_rail"}))
"""Where units from the eastern districts come onto the map."""
REGAUGED = frozenset({"regauged", "regauged_broad"})


@dataclass(frozen=True, slots=True)
class Rail:
    """What the books say of the capacity in different numbers, all in REs."""

    for_sale: Mapping[str, int]
    """What each side may buy in a turn with resource points."""
    cities: Mapping[str, int]
    """What the Soviets lose for good with a city of theirs that the enemy ever held: by the first kind here that it has."""
    evacuated: Mapping[str, int]
    """What a marker takes up that is sent off the map, by its kind."""
    arrive_in: frozenset[str]
    """The phases in which Soviet units arrive from the eastern districts and travel on free."""
    arrive_free: Fraction | None = None
    """How many of these; None: all."""


@CHAPTER.article(
    "Rail capacity",
    printed(
        "fire_in_the_east",
        "7A4.1",
        covers=("7A4.11", "7A4.2", "7A4.3", "7A4.4", "7A4.5", "7A4.7", "31G.1", "7A4.10"),
        figures=Rail(
            for_sale={"soviet": 60, "axis": 30},
            cities={"full_city": 2, "partial_city": 1, "multi_city": 1},
            evacuated={"factory": 30},
            arrive_in=frozenset({"movement"}),
        ),
        when=("initial", "movement"),
        says="What a side moves by rail in a turn stays within its capacity; c/m and cavalry count double, and who comes from"
        " the Eastern districts in the movement phase counts nothing.",
    ),
    printed(
        "sudden_storm",
        "7A4.a",
        covers=("19D1.b", "7A4.b", "7A4.c", "7A4.d", "3C4.a", "3D.b", "30G.a", "7A4.h"),
        figures=Rail(
            for_sale={"soviet": 48, "axis": 24},
            cities={"major_city": 1},
            evacuated={"factory": 24, "capital": 12},
            arrive_in=frozenset({"initial", "movement"}),
            arrive_free=Fraction(24),
        ),
        when=("initial", "movement"),
        says="What a side moves by operational rail in a turn stays within its capacity; c/m and cavalry count double, and 24"
        " REs that arrive from the eastern districts count nothing.",
    ),
    unseen="cannot excuse",
    acts=(*TRAINS, "lift", "shift"),
    whole_turn=True,
)
def rail_capacity(record: PhaseRecord, book: Rail) -> Iterator[Finding]:
    """What a side moves by rail in a turn stays within its capacity, with what it bought and without what it lost.

    Legal:    turn 5, German Movement Phase; weather clear; value rail_bought.axis 0; value yard_hits.axis 9;
              1B/2718: ge.1inf; rail ge.1inf 1B/2718-1B/2717
    Illegal:  turn 5, German Movement Phase; weather clear; value rail_bought.axis 0; value yard_hits.axis 15;
              1B/2718: ge.1inf; rail ge.1inf 1B/2718-1B/2717
    """
    moved, doubts = _by_rail(record, lambda act: ~_through_finland(act))
    evacuated = _evacuated(record, book)
    for side in dict.fromkeys((*moved, *evacuated)):
        rail = capacity(record.start, RAIL, side)
        lost_cities = _lost_cities(record.start, book) if side == SOVIET else ZERO
        yard_hits = _yard_hits(record.start, side)
        for_sale = (
            0 if side == SOVIET and FROM_THE_SECOND_TURN.holds(record.start, side).is_no else book.for_sale.get(side, 0)
        )
        bought = _bought(record.end, f"rail_bought.{side}", for_sale)
        room = rail - lost_cities - yard_hits * 2 + bought
        units, arrivals = _paying(record, book, side, moved.get(side, []))
        yield overload(
            record.start, RAIL, units, room.greater(ZERO), others=evacuated.get(side, ()), doubts=doubts | arrivals
        )


def _by_rail(record: PhaseRecord, counts: Callable[[Act], Known]) -> tuple[dict[str, list[Unit]], dict[str, Known]]:
    """By side what travels by rail on a net, and of which units that is open."""
    trains = [(act, counts(act)) for act in record.called(TRAINS)]
    moved = carried(act for act, known in trains if known.possible)
    sure = {unit.id for act, known in trains if known.is_yes for unit in cargo(act)}
    return moved, {
        unit.id: known for act, known in trains if known.is_open for unit in cargo(act) if unit.id not in sure
    }


def _through_finland(act: Act) -> Known:
    """Whether an act moves by rail through a hex of the Finnish net, which is the Axis's: the Soviets have one capacity."""
    if all(party.side != AXIS for party in cargo(act)):
        return NO
    index, ground = act.before.network.index, ground_at(act.before)
    passed = [number for path in moved_paths(act) for number in path.hexes if number in index]
    return any_of(FINLAND.fits(ground, index[number]) for number in passed or act.path if number in index)


def _lost_cities(position: Position, book: Rail) -> Interval:
    """What the Soviet cities that the enemy ever held took from the Soviet capacity."""
    return sum_of(
        Interval.one_if(any_of(ever_held(position, place.hex, enemy) for enemy in position.pack.enemies(SOVIET)))
        * next(lost for kind, lost in book.cities.items() if kind in place.kinds)
        for place in position.network.theatre.places
        if place.owner == SOVIET and place.kinds & book.cities.keys()
    )


def _yard_hits(position: Position, side: str) -> Interval:
    """The hits that bombs made on a side's marshalling yards for this turn, where any are told."""
    name = f"yard_hits.{side}"
    return told_number(position, name) if name in position.values else ZERO


def _bought(position: Position, name: str, most: int) -> Interval:
    """What the side bought besides; where it does not say, perhaps as much as it may."""
    told = kept_number(position, name)
    return Interval.of(told) if told is not None else Interval.of(most).either(ZERO, value_named(name))


def _evacuated(record: PhaseRecord, book: Rail) -> dict[str, list[Interval]]:
    """By side, what the markers take up that it sent off the map or to another hex, in its own turn so far, from hexes of its
    own."""
    found: dict[str, list[Interval]] = {}
    for act in record.with_earlier().of(Lifted, Shifted):
        for marker in (act.before.markers[name] for name in act.markers if name in act.before.markers):
            new = act.after.markers.get(marker.id)
            stays = new is not None and new.hex == marker.hex
            if stays or marker.type.kind not in book.evacuated or marker.hex not in act.before.network.index:
                continue
            side = marker.type.side
            sent = Known.of(act.moment.phasing == side) & controls(act.before, marker.hex, side, side)
            if sent.possible:
                found.setdefault(side, []).append(Interval.one_if(sent) * book.evacuated[marker.type.kind])
    return found


def _paying(record: PhaseRecord, book: Rail, side: str, units: list[Unit]) -> tuple[list[Unit], dict[str, Known]]:
    """The units that use the capacity, without the Soviet ones whose arrival is free; and of which of them that is open."""
    if side != SOVIET:
        return units, {}
    arrived = {unit.id: _arrived(record, book, unit) for unit in units}
    free = {unit.id: unit_size(unit, "points") for unit in units if arrived[unit.id].is_yes}
    exempt = frozenset(free)
    if book.arrive_free is not None and sum(free.values()) > book.arrive_free:
        exempt = _heaviest(free, {unit.id: load(record.start, unit, RAIL) for unit in units}, book.arrive_free)
    paying = [unit for unit in units if unit.id not in exempt]
    return paying, {name: ~known for name, known in arrived.items() if known.is_open}


def _arrived(record: PhaseRecord, book: Rail, unit: Unit) -> Known:
    """Whether a unit came from the eastern districts in this player turn, in a phase in which that is free."""
    for act in record.with_earlier(book.arrive_in).acts:
        old, new = act.before.units.get(unit.id), act.after.units.get(unit.id)
        if new is not None and new.hex and not (old is not None and old.hex):
            return EASTERN_EDGE.fits(ground_at(act.before), act.before.network.index[new.hex])
    phases = [each.moment.phase for each in (*record.earlier, record) if each.begun]
    recorded = {name for phase in phases if phase is not None for name in phase.names}
    stood = record.start.units.get(unit.id)
    if book.arrive_in <= recorded or stood is None or stood.hex not in record.start.network.index:
        return NO
    edge = EASTERN_EDGE.fits(ground_at(record.start), record.start.network.index[stood.hex])
    return edge & Known.open(say("whether {unit} came onto the map in this player turn", unit))


def _heaviest(sizes: Mapping[str, Fraction], loads: Mapping[str, Fraction], most: Fraction) -> frozenset[str]:
    """Units of so many REs in all that take up as much capacity as any such units do."""
    best: dict[Fraction, tuple[Fraction, frozenset[str]]] = {Fraction(0): (Fraction(0), frozenset())}
    for name, size in sizes.items():
        for total, (taken, names) in list(best.items()):
            reached = total + size
            if reached <= most and (reached not in best or best[reached][0] < taken + loads[name]):
                best[reached] = taken + loads[name], names | {name}
    return max(best.values(), key=lambda each: each[0])[1]


@dataclass(frozen=True, slots=True)
class FinnishNet:
    """What the Axis moves in a turn on the Finnish net, and what it may buy besides, in REs."""

    capacity: int
    for_sale: int


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "7A4.8",
        covers=("7A3.3",),
        figures=FinnishNet(10, 5),
        title="Finnish-net capacity",
        says="The Axis moves ten REs a turn by rail in Finland and on the lines within the Finnish stop line, five more if"
        " bought.",
    ),
    printed(
        "sudden_storm",
        "7A3.b",
        figures=FinnishNet(8, 8),
        title="Finnish net",
        says="The Axis moves eight REs a turn by rail in Finland and in the Finnish and Arctic theaters, eight more if bought.",
    ),
    unseen="cannot excuse",
    acts=TRAINS,
    whole_turn=True,
)
def finnish_net_capacity(record: PhaseRecord, net: FinnishNet) -> Iterator[Finding]:
    """What the Axis moves by rail in Finland stays within the capacity of that net, with what it bought.

    Legal:    turn 5, German Movement Phase; weather clear; value finnish_rail_bought.axis 0; 1B/1714: fi.1inf;
              1B/1712: fi.2inf; rail fi.1inf 1B/1714-1B/1713; rail fi.2inf 1B/1712-1B/1711
    Illegal:  turn 5, German Movement Phase; weather clear; value finnish_rail_bought.axis 0; 1B/1714: fi.1inf;
              1B/1712: fi.2inf; 1B/1821: ge.1inf; 1B/1814: ge.11inf; rail fi.1inf 1B/1714-1B/1713;
              rail fi.2inf 1B/1712-1B/1711; rail ge.1inf 1B/1821-1B/1820; rail ge.11inf 1B/1814-1B/1714
    """
    moved, doubts = _by_rail(record, _through_finland)
    if AXIS in moved:
        room = Interval.of(net.capacity) + _bought(record.end, f"finnish_rail_bought.{AXIS}", net.for_sale)
        yield overload(record.start, RAIL, moved[AXIS], room, doubts=doubts)


@CHAPTER.article("Friendly unit negates ZOC for operational rail", "7A1.4", unseen="may excuse nearby", acts=(RAIL,))
def zone_negated_all_phase(record: PhaseRecord) -> Iterator[Finding]:
    """An enemy zone is negated for rail movement only by a unit that stands in the hex throughout the movement phase.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2718: ge.1inf; 1B/2717: ge.11inf; 1B/2616: so.10rif;
              rail ge.1inf 1B/2718-1B/2717
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2718: ge.1inf; 1B/2717: ge.11inf; 1B/2616: so.10rif;
              rail ge.1inf 1B/2718-1B/2717; ge.11inf 1B/2717-1B/2817
    """
    for act in record.called((RAIL,)):
        for path in moved_paths(act):
            yield from _unprotected(record, act, act.before.unit(path.unit), path)


def _unprotected(record: PhaseRecord, act: Act, unit: Unit, path: Path) -> Iterator[Finding]:
    exposed = partial(_is_exposed, record, act, unit)
    for number in path.hexes:
        if not exposed(number).possible:
            continue
        elsewhere = went_clear(act, path, exposed)
        if elsewhere.is_yes:
            return
        who = strung(map(str, _friends(act.before, unit, number)), ", ")
        where = say("{hex}, in the zone of {unit}", number, _enemy_zones(act.before, unit, number)[0].unit)
        because = say(
            "{unit} goes by {kind} through {where}: {who} did not stand there all phase", unit, act.kind, where, who
        )
        yield Finding((number,), because, (unit.id,), exposed(number) & ~elsewhere, traces=(path.trace,))


def _is_exposed(record: PhaseRecord, act: Act, unit: Unit, number: str) -> Known:
    """Whether a hex is in an enemy zone and only those negate it who did not stand there all phase."""
    friends = _friends(act.before, unit, number)
    if not friends or any(_stays(record, friend, number) for friend in friends):
        return NO
    return any_of(zone.known for zone in _enemy_zones(act.before, unit, number))


def _friends(position: Position, unit: Unit, number: str) -> list[Unit]:
    return [other for other in position.at(number) if other.side == unit.side and other.id != unit.id]


def _enemy_zones(position: Position, unit: Unit, number: str) -> list[Exerted]:
    """The enemy zones that reach a hex, or may."""
    i, enemies = position.network.index[number], position.pack.enemies(unit.side)
    return [zone for enemy in enemies for zone in exerting(ground_at(position), enemy, i)]


def _stays(record: PhaseRecord, unit: Unit, number: str) -> bool:
    """Whether a unit is in a hex when the phase begins, and after each of its acts."""
    return all(unit.id in each.units and each.units[unit.id].hex == number for each in record.moments)


@CHAPTER.article("Regauged hex unusable that turn", "7A3.8", acts=TRAINS)
def regauged_hex_unusable(record: PhaseRecord) -> Iterator[Finding]:
    """Nobody travels by rail through a hex in the player turn in which it is regauged.

    Under:    fire_in_the_east
    Legal:    turn 5, German Movement Phase; weather clear; 1B/2724: ge.1inf; 1B/2722: +regauged;
              rail ge.1inf 1B/2724-1B/2723-1B/2722
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2724: ge.1inf; lay +regauged 1B/2722;
              rail ge.1inf 1B/2724-1B/2723-1B/2722
    """
    changed = {
        act.path[-1]
        for act in record.of(Laid, Lifted, Swapped)
        for name in act.markers
        if (marker := act.after.markers.get(name) or act.before.markers.get(name)) is not None
        and marker.type.kind in REGAUGED
    }
    for act in record.called(TRAINS) if changed else ():
        for path in moved_paths(act):
            used = [number for number in path.hexes if number in changed]
            elsewhere = went_clear(act, path, lambda number: Known.of(number in changed)) if used else NO
            if used and not elsewhere.is_yes:
                because = say(
                    "{unit} {does} through {used}, whose line was changed in this very phase",
                    act.before.unit(path.unit),
                    deed(act.kind),
                    listed(used),
                )
                yield Finding(tuple(used), because, (path.unit,), ~elsewhere, traces=(path.trace,))
