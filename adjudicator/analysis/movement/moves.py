"""Acts of movement judged: each unit's path with its costs and faults, found once and asked by every rule about moves.

A path that a player wrote down, or traced by drags from hex to hex, is judged as it is. One drag, to the next hex or to one far
off, means "from here to there by any legal way", and so do drags over several hexes that were joined: the cheapest legal path
between the ends counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.overrun_step import overrun
from adjudicator.analysis.movement.reach import cheapest_path, cost_of, kindest_path, legal_way, walker_for
from adjudicator.analysis.movement.ridden import ridden
from adjudicator.analysis.movement.step_cost import in_words
from adjudicator.analysis.movement.terms import MovementTable
from adjudicator.analysis.movement.values import GROUND, Fault, MoveStep, Path, without_budget
from adjudicator.findings import Finding
from adjudicator.model.interval import ZERO, Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.memo import remembered
from adjudicator.model.pack import MARCH, Pack
from adjudicator.model.tables import load_table
from adjudicator.model.units import Face, Marker, Unit, UnitType
from adjudicator.record.acts import Act, Advance, Attack, Movement, Overrun, Placed, Retreat, Transfer, Travel
from adjudicator.record.flights import Flight
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import ANY_ACT, ActFilter
from adjudicator.words import barred, deed


@remembered(1024)  # rules about a phase ask again of every act of it, when all acts have been judged one by one
def moved_paths(act: Act) -> tuple[Path, ...]:
    """The path of every unit of a move, by road, rail or on foot, or of an overrun; none for acts of other kinds."""
    return tuple(_paths(act))


def goes_without_fault(act: Act) -> bool:
    """Whether units move in an act, and none of their ways has a fault."""
    if not isinstance(act, Movement | Overrun):
        return False
    paths = moved_paths(act)
    return bool(paths) and not any(path.faults for path in paths)


def mode_of(act: Act) -> str:
    """The mode of movement that an act is in, "" if it is no movement in this game."""
    if isinstance(act, Overrun) or (isinstance(act, Movement) and act.mode == MARCH):
        return GROUND
    return act.kind if act.kind in movement_table(act.before).mode else ""


def moves(pack: Pack) -> frozenset[str]:
    """Every kind of act by which units move: marches, overruns, and the modes that have rules of their own."""
    return frozenset((MARCH, Overrun.word, *load_table(pack, "movement", MovementTable).mode))


def by_units(act: Act, _terms: object) -> bool:
    """Whether units do it, and not a marker alone."""
    return bool(act.units)


def marker_unit(marker: Marker) -> Unit:
    """A marker that travels, as the unit it is judged as: of its side, kind and qualities, as large as the points it is."""
    kind = UnitType(
        id=marker.type.id,
        name=marker.type.name,
        side=marker.type.side,
        kind=marker.type.kind,
        stacking=marker.type.value or 1,
        faces=(Face(),),
        tags=marker.type.tags,
    )
    return Unit(marker.id, kind, marker.hex, marker.location)


def breaches(
    act: Act,
    aspects: frozenset[str],
    acts: ActFilter = ANY_ACT,
    article: str = "",
    paths: tuple[Path, ...] | None = None,
) -> Iterator[Finding]:
    """For each unit the first fault of its path of one of these aspects and of this article, a sure one if there is one."""
    if not acts.names(act):
        return
    for path in moved_paths(act) if paths is None else paths:
        fault = path.fault_of(aspects, article)
        if fault is None:
            continue
        unit = act.before.units.get(path.unit) or act.after.unit(path.unit)
        if acts.who.matches(unit):
            yield Finding(
                at=(fault.hex,) if fault.hex else (),
                because=_because(act, path, fault, unit),
                units=(path.unit,),
                broken=in_words(act.before, fault.broken),
                traces=(path.trace,),
            )


def _because(act: Act, path: Path, fault: Fault, unit: Unit) -> str:
    """What the unit did, where, and what is wrong with it."""
    goes, why = _goes(act, path, fault), _words(path, fault)
    if len(path.hexes) == 1:
        return say("{unit} {goes} in {hex}: {why}", unit, goes, path.hexes[0], why)
    ends = path.hexes[-1:] if isinstance(act, Attack) else _ends(path)
    return say("{unit} {goes} {ends}: {path}", unit, goes, "-".join(ends), why)


@remembered(256)
def besides_moves(act: Act) -> tuple[Path, ...]:
    """What is no move as if it went on foot, for bars that hold for every step: a retreat or an advance from hex to hex, an
    attack from next to its target, the hex in which a unit comes onto the map, and that to which it flies."""
    index = act.before.network.index
    return tuple(
        cost_of(act.before, unit, way) if len(way) > 1 else _comes_to(act.before, unit, way[0])
        for unit, way in _ways_besides(act)
        if all(number in index for number in way)
    )


def _ways_besides(act: Act) -> Iterator[tuple[Unit, tuple[str, ...]]]:
    """The units of an act that is no move, each with the hexes that it goes through, attacks from and into, or comes to."""
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if isinstance(act, Retreat | Advance) and old is not None and _adjoining(act):
            yield old, act.path
        elif isinstance(act, Attack) and old is not None and old.hex:
            yield from ((old, (old.hex, target)) for target in act.path if _next_to(act, old.hex, target))
        elif isinstance(act, Placed | Transfer) and new is not None and new.hex:
            yield old or new, (new.hex,)
        elif isinstance(act, Flight) and old is not None:
            yield old, act.path[-1:]


def _comes_to(position: Position, unit: Unit, number: str) -> Path:
    """The path of a unit that comes onto the map in a hex: only what closes that hex to it."""
    walker, i = walker_for(position, unit, GROUND, number), position.network.index[number]
    closed = tuple(fault for fault in walker.barred(i, i, -1) if fault.aspect == "prohibited")
    return Path(unit.id, GROUND, (number,), (), walker.budget, closed)


def _words(path: Path, fault: Fault) -> str:
    if fault.aspect != "allowance":
        told = len(path.hexes) < 3 or not fault.hex or fault.hex in fault.why
        return fault.why if told else say("{why} (at {hex})", fault.why, fault.hex)
    return say("{words}; {why}", path.words, without_budget(fault.why, path.budget))


def _goes(act: Act, path: Path, fault: Fault) -> str:
    """What the unit does, and if it surely may not: "moves", "may not move by rail"."""
    never = fault.broken.is_yes and fault.aspect != "allowance"
    return barred(act.kind) if never else deed(act.kind)


def _ends(path: Path) -> tuple[str, ...]:
    return path.hexes if len(path.hexes) <= 12 else (path.hexes[0], "...", path.hexes[-1])


def _paths(act: Act) -> Iterator[Path]:
    mode = mode_of(act)
    index = act.before.network.index
    if not mode or len(act.path) < 2 or any(number not in index for number in act.path):
        return
    for name in act.units:
        unit = act.before.units.get(name)
        if unit is not None:
            yield _overrun(act, unit) if isinstance(act, Overrun) else path_of(act, unit, mode)


def path_of(act: Act, unit: Unit, mode: str) -> Path:
    """The path of a unit, or of a marker taken as one, in a mode of movement."""
    if shows_its_way(act):
        return cost_of(act.before, unit, act.path, mode=mode)
    if _adjoining(act) and (straight := cost_of(act.before, unit, act.path, mode=mode)).legal.is_yes:
        # The step itself is the likeliest way, and no search can make it more legal.
        return straight
    if act.path[0] == act.path[-1]:
        return _there_and_back(act, unit, mode)
    path = cheapest_path(act.before, unit, act.path[-1], act.path[0], mode=mode)
    if mode != GROUND or path.legal.is_yes or not (isinstance(act, Movement) and act.claims):
        return path
    # What a drag on the table meant nobody says; who writes "by rail" or does not has said it.
    return ridden(act.before, unit, act.path[-1], act.path[0]) or path


def _there_and_back(act: Act, unit: Unit, mode: str) -> Path:
    """The way of drags that end where they began, as of a ship that called at a port: the cheapest from each to the next.

    A trip that cannot be made was none: a player took back what he had done.
    """
    way = [act.path[0]]
    for here, there in pairwise(act.path):
        way += cheapest_path(act.before, unit, there, here, mode=mode).hexes[1:]
    trip = cost_of(act.before, unit, tuple(way), mode=mode)
    return trip if trip.legal.possible else Path(unit.id, mode, act.path[:1], (), trip.budget)


def shows_its_way(act: Act) -> bool:
    """Whether a path holds every hex of the way: it was written down, or traced by several drags from hex to hex."""
    return (act.exact and len(act.path) > 2) or ((act.exact or len(act.path) > 2) and _adjoining(act))


def kinder_ways(act: Act, path: Path) -> Iterator[Path]:
    """What a march whose way nobody shows may have been instead, and cost less: a way not known well, or in part a ride."""
    if not isinstance(act, Movement) or shows_its_way(act):
        return
    unit, goal, start = act.before.unit(path.unit), path.hexes[-1], path.hexes[0]
    ways = [kindest_path(act.before, unit, goal, start, mode=path.mode)]
    if path.mode == GROUND and act.claims:
        ways.append(ridden(act.before, unit, goal, start))
    yield from (way for way in ways if way is not None)


def spent_together(paths: Sequence[Path]) -> tuple[Interval, ...]:
    """What each go of a unit costs that follows on the one before it.

    Who goes on in the same way from where he was is aboard still, and does not set out again.
    """
    return tuple(_spent(path, before) for before, path in zip((None, *paths), paths, strict=False))


def _spent(path: Path, before: Path | None) -> Interval:
    aboard = before is not None and before.mode == path.mode and before.hexes[-1] == path.hexes[0]
    return path.cost if aboard else path.spent


def went_clear(act: Act, path: Path, spoilt: Callable[[str], Known]) -> Known:
    """Whether a move whose way nobody shows may have gone legally and through no hex that is spoilt for it."""
    if not isinstance(act, Movement) or shows_its_way(act):
        return NO
    surely = _clear(act, path, lambda number: spoilt(number).possible)
    if surely is not None and surely.legal.is_yes:
        return YES
    perhaps = _clear(act, path, lambda number: spoilt(number).is_yes)
    return NO if perhaps is None else perhaps.legal & ~any_of(map(spoilt, perhaps.hexes))


def _clear(act: Act, path: Path, spoilt: Callable[[str], bool]) -> Path | None:
    """The cheapest way from the first hex of a path to its last that goes through no such hex."""
    avoiding = frozenset[str]()
    way: Path | None = path
    while way is not None:
        met = frozenset(filter(spoilt, way.hexes))
        if not met:
            return way
        if met & {path.hexes[0], path.hexes[-1]}:
            return None
        avoiding |= met
        unit = act.before.unit(path.unit)
        way = legal_way(act.before, unit, path.hexes[-1], path.hexes[0], mode=path.mode, avoiding=avoiding)
    return None


def _overrun(act: Act, unit: Unit) -> Path:
    """The march to a hex beside the last, then the overrun; of a drag any legal way, if the straight one is not."""
    *before, target = act.path
    straight = _overrun_after(act.before, unit, tuple(before), target)
    if act.exact or shows_its_way(act) or straight.legal.is_yes:
        return straight
    ways = [_overrun_after(act.before, unit, way, target) for way in _marches(act.before, unit, act.path[0], target)]
    ways = [straight, *ways] if _adjoining(act) or not ways else ways
    if isinstance(act, Travel) and act.claims and not any(path.legal.is_yes for path in ways):
        ways += _overruns_by_train(act.before, unit, act.path[0], target)
    legal = (path for path in ways if path.legal.is_yes)
    perhaps = (path for path in ways if path.legal.is_open)
    return next(legal, None) or next(perhaps, ways[0])


def _overruns_by_train(position: Position, unit: Unit, start: str, target: str) -> Iterator[Path]:
    """The ways part of which is ridden, to a hex beside the target, and the overrun out of the points that are left."""
    for beside in position.network.beside(target):
        way = ridden(position, unit, beside, start) if beside != start else None
        if way is not None:
            final = overrun(position, unit, beside, target, spent=way.spent, marched=way.hexes)
            faults, steps = (*way.faults, *final.faults), (*way.steps, *final.steps)
            yield Path(unit.id, GROUND, (*way.hexes, target), steps, final.budget, faults, way.setting_out)


def _marches(position: Position, unit: Unit, start: str, target: str) -> Iterator[tuple[str, ...]]:
    """The legal ways to the hexes beside one that is to be overrun."""
    for beside in position.network.beside(target):
        if beside == start:
            yield (start,)
        elif (way := legal_way(position, unit, beside, start)) is not None:
            yield way.hexes


def _overrun_after(position: Position, unit: Unit, before: tuple[str, ...], target: str) -> Path:
    """The march over these hexes, then the overrun of the last."""
    march = cost_of(position, unit, before) if len(before) > 1 else None
    spent: Interval = march.cost if march else ZERO
    final = overrun(position, unit, before[-1], target, spent=spent, marched=before)
    if march is None:
        return final
    last = last_before_overrun(position, unit, before, target)
    stopped = Fault(target, "zone halt", say("{halts} in {end}", last.halts, before[-1]), last.halting)
    faults = (*march.faults, *final.faults, *([stopped] if last.halts else []))
    return Path(unit.id, GROUND, (*before, target), (*march.steps, *final.steps), final.budget, faults)


def last_before_overrun(position: Position, unit: Unit, marched: tuple[str, ...], target: str) -> MoveStep:
    """The last step of a march, or of an overrun, the zones of those about to be overrun left out, as those of whom it overran
    there: it says whether the unit had to stop."""
    victims = frozenset(
        other.id for number in (marched[-1], target) for other in position.at(number) if other.side != unit.side
    )
    return cost_of(position, unit, marched, ignoring=victims).steps[-1]


def _adjoining(act: Act) -> bool:
    """Whether the path shows every hex: each next to the one before."""
    network = act.before.network
    return all(network.distance(network.index[one], network.index[other]) == 1 for one, other in pairwise(act.path))


def _next_to(act: Act, one: str, other: str) -> bool:
    """Whether two hexes are known and next to one another."""
    network = act.before.network
    return {one, other} <= network.index.keys() and network.distance(network.index[one], network.index[other]) == 1
