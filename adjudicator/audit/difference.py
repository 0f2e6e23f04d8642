"""What differs between two states, counter by counter and property by property, and whether it matters to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum

from adjudicator.lean import dataclass, replace
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter, Spot
from adjudicator.model.state import GameState
from adjudicator.record.deeds import concealment
from adjudicator.said import say


class DifferenceKind(StrEnum):
    """The ways in which two states differ."""

    APPEARED = "appeared"
    VANISHED = "vanished"
    MOVED = "moved"
    FLIPPED = "flipped"
    ROTATED = "rotated"
    RELABELLED = "relabelled"
    MARKED = "marked"
    CONCEALED = "concealed"
    RESTACKED = "restacked"
    REORDERED = "reordered"
    PROPERTY = "property"
    TURN = "turn"
    SEAT = "seat"
    BOARD = "board"
    NOTES = "notes"
    MODULE = "module"
    CARRIED = "carried"
    REFRESHED = "refreshed"


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same. `subject` is a counter's id or a property's name; `harmless` where play is untouched.

    `former` is the id that the counter had before, if VASSAL gave it another one ("Refresh Counters").
    """

    change: DifferenceKind
    subject: str
    was: str
    now: str
    counter: Counter | None = None
    before: Spot | None = None
    after: Spot | None = None
    harmless: bool = False
    former: str = ""


def differences(before: GameState, after: GameState) -> tuple[Difference, ...]:
    """Everything that differs, in a fixed order: counters by id, then stacks, then what belongs to the table."""
    return tuple(_differences(before, after))


def agree(one: GameState, other: GameState) -> bool:
    """Whether two states differ in nothing that matters to the game."""
    return all(change.harmless for change in _differences(one, other))


def _differences(before: GameState, after: GameState) -> Iterator[Difference]:
    former = refreshed(before, after)
    yield from _counters(before, after, former)
    yield from _stacks(before, after, former)
    yield from _table(before, after, former)


def refreshed(before: GameState, after: GameState) -> dict[str, str]:
    """The counters that have other ids than before, each with its former one: those of one slot on one point, in the order of
    their stack. VASSAL's "Refresh Counters" makes each counter anew from its slot and lays it where the old one was. Where it
    did so, the one counter of a slot that is left without its like has moved since.
    """
    gone, come = _alone(before, after), _alone(after, before)
    if not gone or not come:
        return {}
    there, here = _by(_on_point, gone), _by(_on_point, come)
    pairs = [pair for key in sorted(there.keys() & here.keys()) for pair in zip(there[key], here[key], strict=False)]
    if not pairs:
        return {}
    paired = {each.id for pair in pairs for each in pair}
    left = _by(_slot, (each for each in gone if each.id not in paired))
    new = _by(_slot, (each for each in come if each.id not in paired))
    pairs += [(left[slot][0], new[slot][0]) for slot in left if len(left[slot]) == len(new.get(slot, ())) == 1]
    return {now.id: was.id for was, now in pairs}


def _alone(state: GameState, other: GameState) -> list[Counter]:
    """The counters on maps that another state has not, as they lie upon each other."""
    alone = (
        each for name, each in state.counters.items() if name not in other.counters and each.slot and each.spot.map
    )
    return sorted(alone, key=lambda counter: _depth(counter, state))


def _on_point(counter: Counter) -> tuple[str, ...]:
    return counter.slot, counter.spot.map, str(counter.spot.x), str(counter.spot.y)


def _slot(counter: Counter) -> tuple[str, ...]:
    return (counter.slot,)


def _by(key: Callable[[Counter], tuple[str, ...]], counters: Iterable[Counter]) -> dict[tuple[str, ...], list[Counter]]:
    found: dict[tuple[str, ...], list[Counter]] = {}
    for each in counters:
        found.setdefault(key(each), []).append(each)
    return found


def _depth(counter: Counter, state: GameState) -> tuple[int, int, str]:
    """Where a counter lies in the drawing order and in its stack."""
    stack = state.stacks.get(counter.stack)
    if stack is None:
        return counter.order, 0, counter.id
    return stack.order, stack.members.index(counter.id) if counter.id in stack.members else 0, counter.id


def _counters(before: GameState, after: GameState, former: Mapping[str, str]) -> Iterator[Difference]:
    there, here = before.counters.flat(), after.counters.flat()
    for name in sorted({*there, *here}.difference(former.values())):
        was, now = there.get(former.get(name, name)), here.get(name)
        if was is now or was == now:
            continue
        if name in former and was is not None and now is not None:
            yield from _renewed(was, now)
            continue
        if was is None and now is not None:
            yield Difference(DifferenceKind.APPEARED, name, "", now.name, now, None, now.spot)
        elif now is None and was is not None:
            yield Difference(DifferenceKind.VANISHED, name, was.name, "", was, was.spot, None)
        elif was is not None and now is not None:
            yield from _counter(was, now)


def _counter(was: Counter, now: Counter) -> Iterator[Difference]:
    def differs(change: DifferenceKind, old: object, new: object, *, harmless: bool = False) -> Difference:
        return Difference(change, now.id, str(old), str(new), now, was.spot, now.spot, harmless)

    if _point(was.spot) != _point(now.spot):
        yield differs(DifferenceKind.MOVED, _place(was.spot), _place(now.spot))
    for i, (old, new) in enumerate(zip(was.levels, now.levels, strict=False)):
        if old != new:
            layer = now.design.layers[i].name or f"layer {i + 1}"
            yield differs(DifferenceKind.FLIPPED, f"{layer} {old}", f"{layer} {new}")
    if was.angles != now.angles:
        yield differs(DifferenceKind.ROTATED, was.angles, now.angles)
    if was.texts != now.texts:
        yield differs(DifferenceKind.RELABELLED, " / ".join(was.texts), " / ".join(now.texts))
    for key in sorted({*was.properties, *now.properties}):
        old_value, new_value = was.properties.get(key, ""), now.properties.get(key, "")
        if old_value != new_value:
            yield differs(DifferenceKind.MARKED, f"{key} = {old_value}", f"{key} = {new_value}")
    if concealment(was) != concealment(now):
        yield differs(
            DifferenceKind.CONCEALED, was.masked_by or was.hidden_by or "open", now.masked_by or now.hidden_by or "open"
        )
    if (was.moved, was.trail) != (now.moved, now.trail):
        yield differs(DifferenceKind.MARKED, _moved(was), _moved(now), harmless=True)
    if was.design is not now.design and was.design != now.design:
        yield differs(DifferenceKind.CARRIED, was.design.name, now.design.name)


def _renewed(was: Counter, now: Counter) -> Iterator[Difference]:
    """What differs in a counter that was made anew: what its new traits bring along is no change of the game."""
    yield Difference(
        DifferenceKind.REFRESHED, now.id, was.name, now.name, now, was.spot, now.spot, harmless=True, former=was.id
    )
    alike = was.design.rotations == now.design.rotations and len(was.levels) == len(now.levels)
    brought = {key: value for key, value in now.properties.items() if key not in was.properties}
    same = replace(was, id=now.id, design=now.design, properties={**brought, **was.properties})
    if not alike:
        same = replace(same, levels=now.levels, angles=now.angles)
    if len(was.texts) != len(now.texts):
        same = replace(same, texts=now.texts)
    yield from (replace(each, former=was.id) for each in _counter(same, now))


def _moved(counter: Counter) -> str:
    return say("marked as moved") if counter.moved else say("not marked as moved")


def _point(spot: Spot) -> tuple[str, int, int]:
    return spot.map, spot.x, spot.y


def _place(spot: Spot) -> str:
    return " ".join(part for part in (spot.map, spot.place or f"({spot.x}, {spot.y})") if part) or say("off every map")


def _stacks(before: GameState, after: GameState, former: Mapping[str, str]) -> Iterator[Difference]:
    """Stacks whose order of counters differs; which stack object holds them is the program's affair."""
    old, new = _piles(before), _piles(after)
    for lead in sorted(new):
        members = tuple(former.get(name, name) for name in new[lead])
        was = next((old[name] for name in members if name in old), None)
        if was is None:
            continue
        stayed = [name for name in was if name in members]
        if [name for name in members if name in was] != stayed:
            counter = after.counters[lead]
            old_order, new_order = _called(was, before), _called(new[lead], after)
            yield Difference(DifferenceKind.RESTACKED, lead, old_order, new_order, counter, counter.spot, counter.spot)


def _called(members: Iterable[str], state: GameState) -> str:
    """The counters of a stack by name, from the bottom up; one without a name by its id."""
    return ", ".join(state.counters[each].name or each if each in state.counters else each for each in members)


def _piles(state: GameState) -> dict[str, tuple[str, ...]]:
    """Every stack of two or more, under the id of each of its counters that comes first by name."""
    return {min(stack.members): stack.members for stack in state.stacks.values() if len(stack.members) > 1}


def _table(before: GameState, after: GameState, former: Mapping[str, str]) -> Iterator[Difference]:
    if (before.module, before.module_version) != (after.module, after.module_version):
        was = f"{before.module} {before.module_version}"
        yield Difference(DifferenceKind.MODULE, "module", was, f"{after.module} {after.module_version}")
    # what only one of the two speaks of is not kept in saves, as the last results of dice buttons
    for key in sorted({*before.properties} & {*after.properties}):
        if before.properties[key] != after.properties[key]:
            yield Difference(DifferenceKind.PROPERTY, ": ".join(key), before.properties[key], after.properties[key])
    was_turn = {tracker.name: str(tracker) for tracker in before.trackers}
    for tracker in after.trackers:
        if was_turn.get(tracker.name, "") != str(tracker):
            yield Difference(DifferenceKind.TURN, tracker.name, was_turn.get(tracker.name, ""), str(tracker))
    for name in sorted({seat.name for state in (before, after) for seat in state.seats}):
        had, has = _sides_of(name, before), _sides_of(name, after)
        if had != has:
            yield Difference(DifferenceKind.SEAT, name, ", ".join(had), ", ".join(has))
    for map_name in sorted({*before.boards, *after.boards}):
        laid, lies = before.boards.get(map_name, ()), after.boards.get(map_name, ())
        if [_board(board) for board in laid] != [_board(board) for board in lies]:
            yield Difference(DifferenceKind.BOARD, map_name, _boards(laid), _boards(lies))
    for map_name in _reordered(before, after, former):
        yield Difference(
            DifferenceKind.REORDERED, map_name, say("drawing order"), say("another drawing order"), harmless=True
        )
    for what in ("scenario_notes", "public_notes"):
        if getattr(before, what) != getattr(after, what):
            yield Difference(DifferenceKind.NOTES, what, getattr(before, what), getattr(after, what), harmless=True)


def _sides_of(name: str, state: GameState) -> list[str]:
    """The sides that players of a name play."""
    return sorted(seat.side for seat in state.seats if seat.name == name)


def _reordered(before: GameState, after: GameState, former: Mapping[str, str]) -> list[str]:
    """The maps on which what stayed where it was is drawn in another order: which lies above where two overlap."""
    was, now = _drawn(before, {}), _drawn(after, former)
    found = []
    for map_name in sorted(was.keys() & now.keys()):
        common = set(was[map_name]) & set(now[map_name])
        if [lead for lead in was[map_name] if lead in common] != [lead for lead in now[map_name] if lead in common]:
            found.append(map_name)
    return found


def _drawn(state: GameState, former: Mapping[str, str]) -> dict[str, list[tuple[str, int, int]]]:
    """Map by map, what lies there from the bottom up: piles and single counters by their lowest id and place."""
    tops: dict[str, list[tuple[int, tuple[str, int, int]]]] = {}
    for stack in state.stacks.values():
        if stack.members and stack.spot.map:
            lead = min(former.get(each, each) for each in stack.members)
            tops.setdefault(stack.spot.map, []).append((stack.order, (lead, stack.spot.x, stack.spot.y)))
    for counter in state.counters.values():
        if not counter.stack and counter.spot.map:
            lead = former.get(counter.id, counter.id)
            tops.setdefault(counter.spot.map, []).append((counter.order, (lead, counter.spot.x, counter.spot.y)))
    return {name: [lead for _, lead in sorted(items)] for name, items in tops.items()}


def _board(placed: PlacedBoard) -> tuple[int, int, bool, str]:
    return placed.column, placed.row, placed.reversed, placed.board.name


def _boards(layout: tuple[PlacedBoard, ...]) -> str:
    return ", ".join(placed.board.name for placed in layout)
