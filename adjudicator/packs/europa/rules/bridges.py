"""Bridges: 39A of Fire in the East, who demolishes, repairs and seizes one, when, and for what."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.bridges import bridge_holder
from adjudicator.analysis.control import controller, controls
from adjudicator.analysis.crossings import is_bridge, is_down
from adjudicator.analysis.movement.moves import moved_paths
from adjudicator.analysis.resources import lying_points
from adjudicator.analysis.situation import fits_any
from adjudicator.checks.articles import article
from adjudicator.findings import Finding
from adjudicator.model.known import Known, all_of, any_of
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.europa.analysis.chance import succeeded
from adjudicator.packs.europa.analysis.works import attempts, made_way
from adjudicator.packs.europa.rules._points import JOINED_TO_A_POINT, RESOURCE
from adjudicator.record.acts import SPOKEN, Act, Laid, Lifted, Rolled, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import Said, say, strung
from adjudicator.terms.who import Selector
from adjudicator.words import amount, either

OPTION = ("bridges",)
DOWN, HIT, SEIZED = "bridge_down", "bridge_hit", "bridge_seized"
DAMAGE = frozenset({DOWN, HIT})
MOVEMENT = frozenset({"movement"})
MOVING = frozenset({"movement", "exploitation"})
BOMBING = "air"
"""The phase in which bombs may have destroyed a bridge."""
BRANDENBURGERS = Selector(nations=frozenset({"german"}), kinds=frozenset({"commando"}))
SEIZING = frozenset({"axis.movement", "axis.air", "surprise.movement"})
ENGINEERS = Selector(any_tags=frozenset({"engineer"}))
MAJOR_RIVER = "major_river"
MOST = 3
"""The die that it takes at most where an enemy controls one of the two hexes."""
Ends = tuple[str, ...]


def _phase_of(record: PhaseRecord, allowed: frozenset[str]) -> tuple[str, frozenset[str]]:
    """The phase's name, and all that it may be called; what is allowed, where nobody knows it."""
    phase = record.moment.phase
    return (phase.name, phase.names) if phase is not None else ("", allowed)


def _is_setup(record: PhaseRecord) -> bool:
    return (record.moment.condition("stage") or "").startswith("setup")


def _ends(act: Act, marker: Marker | None, kinds: frozenset[str]) -> Ends:
    """The two hexes of the bridge on which a marker of these kinds lies; none where it lies on no bridge."""
    ends = tuple(sorted(marker.hexes)) if marker is not None and marker.type.kind in kinds else ()
    if len(ends) < 2 or not all(number in act.before.network.index for number in ends):
        return ()
    return ends if is_bridge(act.before, *ends) else ()


@article(
    "Who demolishes a bridge",
    "fire_in_the_east:39A.3",
    covers=("39A.1",),
    area="engineering",
    acts=("lay", "swap"),
    met=lambda record: any(act.marker is not None and act.marker.type.kind == DOWN for act in record.of(Laid, Swapped)),
    options=OPTION,
)
def demolition(record: PhaseRecord) -> Iterator[Finding]:
    """When it moves a side demolishes a bridge that it or nobody controls; with an enemy in control of one of its hexes it takes
    a die of three or less.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, Soviet Movement Phase; weather clear; 5A/0304: so.10rif; lay +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, Soviet Combat Phase; weather clear; 5A/0304: so.10rif; lay +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 5A/0304: so.10rif; 5A/0305: ge.1inf;
              lay +bridge.down 5A/0305-5A/0304 die=2
    """
    phase, names = _phase_of(record, MOVING)
    if BOMBING in names or _is_setup(record):
        return
    for n, act in enumerate(record.acts):
        ends = _ends(act, act.marker, frozenset({DOWN})) if isinstance(act, Laid | Swapped) else ()
        if ends and names & MOVING:
            yield from _blown_up(act, ends, attempts(act) or _rolled_before(record.acts[:n]))
        elif ends:
            because = say(
                "the bridge {ends} is blown up in the {name}; that is done only in: {phases}",
                "-".join(ends),
                phase,
                either(MOVING),
            )
            yield Finding(ends, because)


def _blown_up(act: Act, ends: Ends, dice: tuple[int, ...]) -> Iterator[Finding]:
    side, words = act.moment.phasing, say("the bridge {ends} is blown up", "-".join(ends))
    if not side:
        because = say("{words}, which only its holder or one beside it may do", words)
        yield Finding(ends, because, broken=Known.open(say("whose player turn it is")))
        return
    holder, enemies = bridge_holder(act.before, *ends), act.before.pack.enemies(side)
    theirs = holder.is_one_of(enemies)
    if theirs.is_yes:
        name = act.before.pack.called(holder.name)
        yield Finding(ends, say("{words}, which the {name} side controls and alone may blow up", words, name))
        return
    if theirs.is_open:
        yield Finding(ends, say("{words}, and only its holder may do that", words), broken=theirs)
    owners = {number: controller(act.before, number, side) for number in ends}
    own = all_of(owner.is_(side) for owner in owners.values())
    if own.is_yes:
        return
    if not dice:
        others = [number for number, owner in owners.items() if not owner.is_(side).is_yes]
        if any_of(owner.is_one_of(enemies) for owner in owners.values()).is_yes:
            missing = say("the die")
        else:
            missing = say("who controls {others}, and the die if it is an enemy", strung(others, say(" and ")))
        yield Finding(ends, say("{words}; it takes a die of {most} or less", words, MOST), broken=Known.open(missing))
    elif dice[-1] > MOST:
        because = say("{words} on a die of {end}; it takes {most} or less", words, dice[-1], MOST)
        yield Finding(ends, because, broken=~own)


def _rolled_before(acts: tuple[Act, ...]) -> tuple[int, ...]:
    """The die that fell since the last deed, if it was just one."""
    rolls: list[tuple[int, ...]] = []
    for act in reversed(acts):
        if not isinstance(act, SPOKEN):
            break
        if isinstance(act, Rolled):
            rolls.append(act.dice)
    return rolls[0] if len(rolls) == 1 and len(rolls[0]) == 1 else ()


@article("Who repairs a bridge", "fire_in_the_east:39A.6", area="engineering", acts=("lift", "swap"), options=OPTION)
def repair(record: PhaseRecord) -> Iterator[Finding]:
    """When it moves a side repairs a bridge if it controls both its hexes; a demolished one over a major river takes a resource
    point that an overland line joins to the engineer.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, German Movement Phase; weather clear; control 5A/0206 axis; control 5A/0205 axis;
              control 5A/0204 axis; control 5A/0203 axis; control 5A/0306 axis; control 5A/0305 axis;
              control 5A/0304 axis; control 5A/0303 axis; control 5A/0406 axis; control 5A/0405 axis;
              control 5A/0404 axis; control 5A/0403 axis; 5A/0304: ge.1eng; 5A/0305-5A/0304: +bridge.down;
              lift +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, German Exploitation Phase; weather clear; control 5A/0206 axis; control 5A/0205 axis;
              control 5A/0204 axis; control 5A/0203 axis; control 5A/0306 axis; control 5A/0305 axis;
              control 5A/0304 axis; control 5A/0303 axis; control 5A/0406 axis; control 5A/0405 axis;
              control 5A/0404 axis; control 5A/0403 axis; 5A/0304: ge.1ceng; 5A/0305-5A/0304: +bridge.down;
              lift +bridge.down 5A/0305-5A/0304
    Illegal:  turn 5, German Movement Phase; weather clear; control 5A/0206 axis; control 5A/0205 axis;
              control 5A/0204 axis; control 5A/0203 axis; control 5A/0306 axis; control 5A/0305 axis;
              control 5A/0304 axis; control 5A/0303 axis; control 5A/0406 axis; control 5A/0405 axis;
              control 5A/0404 axis; control 5A/0403 axis; 5A/0305: ge.1eng; 5A/0304: so.10rif;
              5A/0305-5A/0304: +bridge.down; lift +bridge.down 5A/0305-5A/0304
    """
    phase, names = _phase_of(record, MOVEMENT)
    great: list[tuple[Act, Ends]] = []
    for act in record.of(Lifted, Swapped) if not _is_setup(record) else ():
        marker = act.before.markers.get(act.markers[0]) if act.markers else None
        ends = _ends(act, marker, DAMAGE)
        if not ends or not _is_better(act, *ends) or made_way(record, act):
            continue
        if not names & MOVEMENT:
            because = say(
                "the bridge {ends} is repaired in the {name}; that is done only in: {phases}",
                "-".join(ends),
                phase,
                either(MOVEMENT),
            )
            yield Finding(ends, because)
            continue
        yield _by_its_holder(act, ends)
        network = act.before.network
        over = network.hexside(*(network.index[number] for number in ends))
        if is_down(act.before, *ends) and MAJOR_RIVER in over:
            great.append((act, ends))
    if great:
        yield from _unpaid(record, great)


def _is_better(act: Act, one: str, other: str) -> bool:
    """Whether the bridge is up again, or has fewer hits, after the act."""
    before, after = (sum(m.type.value or 1 for m in at.markers_on(one, other)) for at in (act.before, act.after))
    return not is_down(act.after, one, other) and (is_down(act.before, one, other) or after < before)


def _by_its_holder(act: Act, ends: Ends) -> Finding:
    side, words = act.moment.phasing, say("the bridge {ends} is repaired", "-".join(ends))
    if not side:
        because = say("{words}, and both its ends must be its side's", words)
        return Finding(ends, because, broken=Known.open(say("whose player turn it is")))
    held = {number: controls(act.before, number, side, side) for number in ends}
    lost = strung((number for number, answer in held.items() if answer.is_no), say(" and "))
    if lost:
        because = say("{words}, and {others} is not under its side's control, as both ends must be", words, lost)
    else:
        because = say("{words}, and both its ends must be under its side's control", words)
    return Finding(ends, because, broken=~all_of(held.values()))


def _unpaid(record: PhaseRecord, great: list[tuple[Act, Ends]]) -> Iterator[Finding]:
    """Repairs of great bridges for which no point went that an engineer could reach."""
    side = record.moment.phasing
    before, after = (lying_points(end, RESOURCE, side) for end in (record.start, record.end))
    change = {number: before.get(number, Fraction(0)) - after.get(number, Fraction(0)) for number in {*before, *after}}
    spent = sum(change.values(), Fraction(0))
    words = _words(len(great), spent)
    if spent < len(great):
        at = tuple(dict.fromkeys(number for _, ends in great for number in ends))
        yield Finding(at, say("{words}; each such bridge takes 1 point", words))
        return
    places = [number for number, gone in change.items() if gone > 0]
    for act, ends in great:
        joined = any_of(_joined(record, act, ends, place) for place in places)
        because = say("{words}; none of them was joined to a worker at {ends}", words, "-".join(ends))
        yield Finding(ends, because, broken=~joined)


def _words(bridges: int, spent: Fraction) -> Said:
    one_point = spent == 1
    if bridges == 1 and one_point:
        return say("{count} bridge repaired, {spent} point spent", bridges, amount(spent))
    if bridges == 1:
        return say("{count} bridge repaired, {spent} points spent", bridges, amount(spent))
    if one_point:
        return say("{count} bridges repaired, {spent} point spent", bridges, amount(spent))
    return say("{count} bridges repaired, {spent} points spent", bridges, amount(spent))


def _joined(record: PhaseRecord, act: Act, ends: Ends, place: str) -> Known:
    """Whether an overland line joins an engineer at the bridge to the points that lay in a hex."""
    position = _with_points_only(act.before, record.start, place)
    at_work = sorted(number for number in ends if _engineer_was_in(record, act, number))
    return any_of(fits_any(position, act.moment.phasing, number, (JOINED_TO_A_POINT,)) for number in at_work)


def _with_points_only(position: Position, start: Position, place: str) -> Position:
    """The position in which the points that lay in one hex when the phase began are all there are."""
    for marker in tuple(position.markers.values()):
        if marker.type.kind in RESOURCE:
            position = position.without_marker(marker.id)
    for marker in start.markers_at(place):
        if marker.type.kind in RESOURCE:
            position = position.with_marker(marker)
    return position


def _engineer_was_in(record: PhaseRecord, act: Act, number: str) -> bool:
    """Whether an engineer of the side was in a hex when a bridge there was repaired, or went through it in the phase."""
    passed = (
        other.before.unit(path.unit) for other in record.acts for path in moved_paths(other) if number in path.hexes
    )
    here = (*act.before.at(number), *passed)
    return any(unit.side == act.moment.phasing and ENGINEERS.matches(unit) for unit in here)


@article(
    "Brandenburger bridge seizure",
    "fire_in_the_east:39A.7",
    area="special",
    unseen="may excuse nearby",
    acts=("lay",),
    met=lambda act: act.marker is not None and act.marker.type.kind == SEIZED,
    options=OPTION,
)
def seizure(act: Act) -> Iterator[Finding]:
    """Brandenburgers beside a bridge seize it; with enemies beyond it they need a success of the die.

    Under:    fire_in_the_east, river_road, bridges
    Legal:    turn 5, German Movement Phase; weather clear; 5A/0305: ge.bbg; lay +bridge.seized 5A/0305-5A/0304
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0305: ge.1inf; lay +bridge.seized 5A/0305-5A/0304
    """
    marker = act.marker
    if marker is None or marker.type.kind != SEIZED:
        return
    ends, phase = tuple(sorted(marker.hexes)), act.moment.phase
    bridge = "-".join(ends)
    seizers = [unit for number in ends for unit in act.before.at(number) if BRANDENBURGERS.matches(unit)]
    if phase is not None and not phase.names & SEIZING:
        yield Finding(ends, say("the bridge between {hexes} is seized in {phase}", bridge, phase.name))
    elif not seizers:
        yield Finding(ends, say("nobody who can seize the bridge between {hexes} is beside it", bridge))
    else:
        unit = seizers[0]
        beyond = (other for number in ends if number != unit.hex for other in act.before.at(number))
        enemy = next((each for each in beyond if each.side != unit.side and _is_on_land(each)), None)
        if enemy is not None:
            because = say("{unit} seizes the bridge between {hexes}, which {enemy} holds", unit, bridge, enemy)
            yield Finding(ends, because, (unit.id,), ~succeeded(act, "brandenburg.{die}"))


def _is_on_land(unit: Unit) -> bool:
    return not unit.type.afloat and not unit.type.flies
