"""Headquarters: 9.4c, 10.0 to 10.3 and 105.1a of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.air.reach import REGIONS
from adjudicator.analysis.air.terms import air_table
from adjudicator.analysis.cards import carded
from adjudicator.analysis.costs import paid
from adjudicator.analysis.economy import kept_number, value_named
from adjudicator.analysis.headquarters import Headquarters, Stress, attacking, is_headquarters
from adjudicator.analysis.resources import spent
from adjudicator.analysis.situation import has_status
from adjudicator.checks.articles import Chapter, article, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.model.interval import ZERO, Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.thunder_in_the_east.analysis.headquarters import FIRST, REVISED, Powers, booty, may_attack, price
from adjudicator.record.acts import Act, Shifted, Swapped, Travel
from adjudicator.record.flights import Flight
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When, options_in_play
from adjudicator.terms.where import Where
from adjudicator.terms.words import when_words
from adjudicator.words import article as with_article
from adjudicator.words import listed, word

CHAPTER = Chapter(area="hq")

BY_WEATHER = Stress(say("10.1: in Mud or Extreme Cold"), Where(weather=frozenset({"mud", "extreme_cold"})))
BY_SEA = Stress(say("7.1, 10.1: supplied by sea through something else than a Major Port"), by_sea=True)
SMALL_ANCHORAGE = Stress(say("7.1: supplied by sea through a small anchorage"), by_sea=True)
# 26.2, 26.3: units within the supply radius of a German HQ in Attack mode; in 1.0 all of the Axis
has_figures(__name__, "thunder_in_the_east", Headquarters((BY_WEATHER, BY_SEA), near="own"))
has_figures(__name__, "thunder_in_the_east_10", Headquarters((SMALL_ANCHORAGE,), near="german"))

HOMES = {"german": "germany", "hungarian": "hungary", "romanian": "romania", "ussr": "ussr"}
"""Nations with the tag of their country's hexes."""
MODE_STEP = When(phases=frozenset({"hq mode"}), phasing="own")
COUNTDOWN = "countdown"


def _name(marker: Marker) -> str:
    return marker.type.name or marker.id


def _unknown_pool(record: PhaseRecord, _: object) -> str:
    """The pool that pays for attack mode, where nobody told what it holds."""
    turned = ((act, act.after.markers.get(act.markers[-1])) for act in record.of(Swapped))
    pools = {f"OP.{new.type.side}" for act, new in turned if new is not None and attacking(act.after, new)}
    return next((value_named(pool) for pool in sorted(pools) if not _is_kept(record, pool)), "")


def _is_kept(record: PhaseRecord, pool: str) -> bool:
    """Whether the record shows what the pool holds."""
    return pool in record.start.values or pool in record.end.values or pool in spent(record)


@CHAPTER.article(
    "HQ mode setting",
    printed("thunder_in_the_east", "10.0", figures=REVISED),
    covers=("10.3",),
    unseen="may excuse nearby",
    acts=("swap",),
    untold=_unknown_pool,
)
def mode_setting(record: PhaseRecord, powers: Powers) -> Iterator[Finding]:
    """In its HQ Mode Step a side sets supplied, working HQs to Attack mode at their price, or to Balanced mode.

    Legal:    turn 1, Axis HQ Mode Step; weather clear; season summer; 1412: +hq.agn.balanced; value OP.axis 3;
              swap +hq.agn.balanced+hq.agn.attack 1412; value OP.axis 2
    Illegal:  turn 1, Axis HQ Mode Step; weather clear; season summer; 1412: +hq.agn.balanced, +countdown.4;
              swap +hq.agn.balanced+hq.agn.attack 1412
    Illegal:  turn 1, Axis HQ Mode Step; weather clear; season summer; 1412: +hq.agn.balanced; value OP.axis 3;
              swap +hq.agn.balanced+hq.agn.attack 1412
    """
    swaps = [act for act in record.of(Swapped) if len(act.markers) == 2]
    turned = {act.before.markers[act.markers[0]].type for act in swaps}
    set_now: dict[str, list[Marker]] = {}
    for act in swaps:
        old, new = act.before.markers[act.markers[0]], act.after.markers[act.markers[1]]
        if not is_headquarters(act.before, new) or attacking(act.before, new) == attacking(act.before, old):
            continue
        if new.type in turned and not any(other.type is new.type for other in record.end.markers_at(new.hex)):
            continue  # it is turned back in this step
        timely = YES if _was_put_elsewhere(record, new) else MODE_STEP.holds(act.before, new.type.side)
        if not timely.is_yes:
            phase = act.moment.phase.name if act.moment.phase else say("unknown phase")
            because = say(
                "{new} changes its mode in the {phase}; allowed only {when}",
                _name(new),
                phase,
                when_words((MODE_STEP,)),
            )
            yield Finding((new.hex,), because, broken=~timely)
        if timely.possible and attacking(act.before, new):
            yield from _able_to_attack(act, new, powers)
            set_now.setdefault(new.type.side, []).append(new)
    for side, markers in set_now.items():
        yield from _attack_mode_paid(record, f"OP.{side}", markers, powers)


article(
    printed("thunder_in_the_east_10", "10.0", figures=FIRST),
    unseen="may excuse nearby",
    acts=("swap",),
    untold=_unknown_pool,
    anew=True,
)(mode_setting)


def _was_put_elsewhere(record: PhaseRecord, marker: Marker) -> bool:
    """Whether it was put elsewhere in this phase, which sets balanced mode by itself."""
    moved = any(marker.hex in act.path for act in record.of(Shifted))
    return moved and not attacking(record.start, marker)


def _able_to_attack(act: Act, marker: Marker, powers: Powers) -> Iterator[Finding]:
    position, number, name = act.before, marker.hex, _name(marker)
    if number not in position.network.index:
        return
    if any(other.type.kind == COUNTDOWN for other in position.markers_at(number)):
        worn = with_article(word(COUNTDOWN))
        yield Finding((number,), say("{marker} is set to attack, and does not work yet: it bears {worn}", name, worn))
        return
    fed = has_status(position, marker.type.side, number, frozenset({"hq"}))
    able = may_attack(position, marker, powers)
    if fed.is_no:
        yield Finding((number,), say("{marker} is set to attack, and has no line to a source of supply", name))
    elif able.is_no:
        yield Finding((number,), say("{marker} is set to attack, and bears too many stresses for that", name))
    else:
        because = say("{marker} is set to attack, which takes supply and not too much stress", name)
        yield Finding((number,), because, broken=~(fed & able))


def _attack_mode_paid(record: PhaseRecord, pool: str, markers: list[Marker], powers: Powers) -> Iterator[Finding]:
    if not _is_kept(record, pool):
        return
    costs = [price(record.start, marker, powers) for marker in markers]
    due, given = sum_of(costs), paid(record, pool)
    sums = say("{costs} = {due}", strung(map(str, costs), " + "), due) if len(costs) > 1 else str(due)
    set_now = listed(_name(marker) for marker in markers)
    because = say("setting {markers} to attack costs {sums} {pool}; {given} was spent", set_now, sums, pool, given)
    yield Finding(tuple(marker.hex for marker in markers), because, broken=~due.at_most(given))


@CHAPTER.article(
    "Booty",
    printed("thunder_in_the_east", "10.2.2e", figures=REVISED),
    covers=("14.1b",),
    when=("supply", "movement", "combat"),
    unseen="cannot excuse",
)
def booty_taken(record: PhaseRecord, powers: Powers) -> Iterator[Finding]:
    """An HQ that dissolves or is eliminated brings the enemy 1 FP, or half of one if it was Operational or Stressed.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; value FP.axis 3; 2115: ax.24pz;
              2215: +hq.w.balanced; ax.24pz 2115-2215; shift +hq.w.balanced 2215-2618; value FP.axis 4
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; value FP.axis 3; 2115: ax.24pz;
              2215: +hq.w.balanced; ax.24pz 2115-2215; shift +hq.w.balanced 2215-2618
    """
    lost: dict[str, list[tuple[Marker, Known]]] = {}
    for marker, dissolves in _dissolved(record, by_choice=powers.by_choice):
        for taker in sorted(record.start.pack.enemies(marker.type.side)):
            lost.setdefault(taker, []).append((marker, dissolves))
    for taker, found in lost.items():
        yield from _booty_booked(record, powers, f"FP.{taker}", found)


def _booty_booked(
    record: PhaseRecord, powers: Powers, name: str, found: list[tuple[Marker, Known]]
) -> Iterator[Finding]:
    """What a number rises by, and what these headquarters bring."""
    old, new = (kept_number(position, name) for position in (record.start, record.end))
    if old is None or new is None:
        return
    lost = tuple(marker for marker, _ in found)
    due = sum_of(
        Interval.by(dissolves, booty(record.start, marker, powers, _takers(record, marker)), ZERO)
        for marker, dissolves in found
    )
    gained: Fraction = new - old
    at, who = tuple(marker.hex for marker in lost), listed(_name(marker) for marker in lost)
    if gained <= 0:
        because = say("{who} dissolved, which brings {due} to {name}, and nothing was taken", who, due, name)
        yield Finding(at, because, broken=~due.at_most(Interval.of(0)), owed=True)
        return
    because = say("{who} dissolved, which brings {due} to {name}, and {gained} more are there", who, due, name, gained)
    within = Interval.of(gained).at_most(due)
    if within.possible:  # the rest may still come, if nothing was spent
        yield Finding(at, because, broken=within & ~due.at_most(Interval.of(gained)), owed=True)
    yield Finding(at, because, broken=~within)


article(printed("thunder_in_the_east_10", "10.2.2e", figures=FIRST), unseen="cannot excuse", anew=True)(booty_taken)


def _dissolved(record: PhaseRecord, *, by_choice: bool) -> Iterator[tuple[Marker, Known]]:
    """Headquarters that are no longer where they were, turned over or not, each with whether it dissolved: in its own turn only
    where an enemy came upon it, or where it was put elsewhere though it was cut off.
    """
    for marker in sorted(record.start.markers.values(), key=lambda each: each.id):
        side = marker.type.side
        if not side or marker.hex not in record.start.network.index or not is_headquarters(record.start, marker):
            continue
        if any(
            is_headquarters(record.end, other) and other.type.side == side
            for other in record.end.markers_at(marker.hex)
        ):
            continue
        if side != record.moment.phasing or _takers(record, marker):
            yield marker, YES
        elif by_choice and any(marker.id in act.markers and act.path[0] == marker.hex for act in record.of(Shifted)):
            cut_off = ~has_status(record.start, side, marker.hex, frozenset({"hq"}))
            if cut_off.possible:
                yield marker, cut_off


def _takers(record: PhaseRecord, marker: Marker) -> tuple[Unit, ...]:
    """The enemy units that went into its hex."""
    moves = (act for act in record.of(Travel) if marker.hex in act.path[1:])
    units = (act.before.unit(name) for act in moves for name in act.units)
    return tuple(unit for unit in units if unit.side != marker.type.side)


def _came(record: PhaseRecord) -> frozenset[str]:
    """The headquarters that came onto the map in a phase in which none comes."""
    phase = record.moment.phase
    if phase is None or phase.names & {"set-up", "order of battle", "season start", "housekeeping"}:
        return frozenset()
    turned_over = (name for act in record.of(Swapped) if _was_one(act) for name in act.marker_ids[1:])
    return _on_map(record.end) - _on_map(record.start) - frozenset(turned_over)


def _was_one(act: Swapped) -> bool:
    was = act.before.markers.get(act.marker_ids[0])
    return was is not None and bool(was.hex) and is_headquarters(act.before, was)


def _on_map(position: Position) -> frozenset[str]:
    return frozenset(each.id for each in position.markers.values() if each.hex and is_headquarters(position, each))


@CHAPTER.article("When HQs come", "9.4c.time", covers=("9.4c",), met=_came)
def comes_in_order_of_battle(record: PhaseRecord) -> Iterator[Finding]:
    """An HQ comes onto the map in an Order of Battle Step, and at no other time.

    Legal:    turn 9, Soviet Special Movement Step; weather clear; 2215: +hq.w.balanced; shift +hq.w.balanced 2215-2514
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; lay +hq.w.balanced 2514
    """
    if len(_on_map(record.end)) <= len(_on_map(record.start)):
        return  # one that was taken off elsewhere, or turned over
    for name in sorted(_came(record)):
        marker = record.end.markers[name]
        phase = record.moment.phase.name if record.moment.phase else ""
        because = say("{name} comes onto the map in the {phase}, when none comes", _name(marker), phase)
        yield Finding((marker.hex,), because)


def _built(record: PhaseRecord) -> list[Marker]:
    """The headquarters that come out of the Force Pool, as they are at the end, but for those that a card brings."""
    found = []
    for act in record.of(Shifted):
        for name in act.markers if carded(act.told).is_no else ():
            old, last = act.before.markers.get(name), record.end.markers.get(name)
            if old is not None and last is not None and old.location == "force_pool" and last.hex:
                found += [last] if is_headquarters(record.end, last) and last not in found else []
    return found


@CHAPTER.article(
    "One built HQ a City",
    "9.4c.each",
    covers=("9.4c",),
    when=("order of battle",),
    area="reinforcement",
    unseen="cannot excuse",
    met=_built,
)
def one_built_a_city(record: PhaseRecord) -> Iterator[Finding]:
    """In one City one HQ is built in an Order of Battle Step.

    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; [force_pool]: +hq.ags.balanced, +hq.agn.balanced;
              shift +hq.ags.balanced [force_pool]-0521; shift +hq.agn.balanced [force_pool]-0326
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; [force_pool]: +hq.ags.balanced, +hq.agn.balanced;
              shift +hq.ags.balanced [force_pool]-0521; shift +hq.agn.balanced [force_pool]-0521
    """
    built = _built(record)
    for number in dict.fromkeys(each.hex for each in built):
        here = [_name(each) for each in built if each.hex == number]
        if len(here) > 1:
            because = say("{units} are built in {hex}, where {most} may be", listed(here), number, 1)
            yield Finding((number,), because)


@CHAPTER.article(
    "HQs are built at home",
    "9.4c.home",
    covers=("9.4c",),
    when=("order of battle",),
    area="reinforcement",
    unseen="cannot excuse",
    acts=("shift",),
)
def built_at_home(act: Act) -> Iterator[Finding]:
    """An HQ out of the Force Pool is built in its own country.

    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; [force_pool]: +hq.ags.balanced;
              shift +hq.ags.balanced [force_pool]-0521
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; [force_pool]: +hq.ags.balanced;
              shift +hq.ags.balanced [force_pool]-1517
    """
    for name in act.markers if isinstance(act, Shifted) else ():
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        if old is None or new is None or old.location != "force_pool" or not is_headquarters(act.after, new):
            continue
        i = act.after.network.index.get(new.hex)
        country = next((home for nation, home in HOMES.items() if nation in new.type.tags), "")
        if i is None or not country:
            continue
        home = act.after.network.tagged((country,)).at(i)
        because = say("{name} is built in {hex}, which does not lie in its own country", _name(new), new.hex)
        yield Finding((new.hex,), because, (), ~home & ~carded(act.told))


@CHAPTER.article(
    "Drops need an attack", "105.1a.hq", covers=("105.1a",), area="air", acts=("fly",), options=("airborne",)
)
def drops_need_an_attack(act: Act) -> Iterator[Finding]:
    """Airborne units drop only while their side has a functioning HQ in Attack mode in that theater.

    Under: thunder_in_the_east, airborne
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1517: +hq.agc.attack;
              [available]: ax.ju52; fly paradrop 1816: ax.ju52 base=1517
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1517: +hq.agc.balanced;
              [available]: ax.ju52; fly paradrop 1816: ax.ju52 base=1517
    """
    if not isinstance(act, Flight) or act.mission != "paradrop":
        return
    side = next((unit.side for name in act.units if (unit := act.after.units.get(name))), "")
    if side:
        kind = air_table(act.before).called(act.mission)
        because = say("{kind} is flown over {hex}, and no headquarters of its side attacks there", kind, act.over)
        yield Finding(act.path, because, act.units, ~_one_attacks(act.before, side, act.over))


def _one_attacks(position: Position, side: str, target: str) -> Known:
    """Whether one does; open where the record shows none at all, since players may leave them off the board."""
    own = [
        marker
        for marker in position.markers.values()
        if is_headquarters(position, marker) and marker.type.side == side and marker.hex in position.network.index
    ]
    if not own:
        return Known.open(say("where the headquarters lie"))
    return any_of(_functions(position, each) for each in own if _same_theater(position, each.hex, target))


def _functions(position: Position, marker: Marker) -> Known:
    if not attacking(position, marker):
        return NO
    delayed = any(each.type.kind == COUNTDOWN for each in position.markers_at(marker.hex))
    return Known.open(say("what the countdown marker in {hex} delays", marker.hex)) if delayed else YES


def _same_theater(position: Position, one: str, other: str) -> bool:
    network = position.network
    if "theater_boundaries" not in options_in_play(position) or other not in network.index:
        return True
    first, second = (network.hexes[network.index[each]].tags & REGIONS for each in (one, other))
    return first == second
