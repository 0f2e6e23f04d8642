"""A position as layers over its map: what the analyses say of stacks, zones, control and supply, and a report's findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from adjudicator.analysis.assumed import as_at_first, as_the_counters_stand
from adjudicator.analysis.control import control_field, zones
from adjudicator.analysis.stacking import StackCount, stack_counts
from adjudicator.analysis.supply.status import supply, supply_table
from adjudicator.exporters.map_picture import HexShape, MapHexes, Overlay
from adjudicator.exporters.overlay import (
    AS_ASSUMED,
    CONTESTED,
    IN_COMMUNICATION,
    ISOLATED,
    SUPPLIED,
    UNDETERMINED,
    HexMark,
    TraceMark,
    control_overlay,
    findings_on,
    stacks_overlay,
    supply_overlay,
    zoc_overlay,
)
from adjudicator.exporters.terrain_layer import terrain_layer
from adjudicator.findings import Finding, Trace
from adjudicator.lean import dataclass, replace
from adjudicator.model.binding import Binding
from adjudicator.model.counters import Spot
from adjudicator.model.hex_numbers import HexNumbers
from adjudicator.model.memo import remembered
from adjudicator.record.position import Position
from adjudicator.words import amount

DISPUTED, ASSUMED = "disputed", "assumed"
MOST_OBSTACLES = 3


def overlays(
    position: Position, findings: Sequence[Finding], names: Sequence[str], hexes: MapHexes
) -> tuple[Overlay, ...]:
    """The named layers, in the order of `LAYERS`; a layer whose tables the pack lacks stays out."""
    made = []
    for name, make in LAYERS.items():
        if name in names:
            made.append(make(position, hexes))
    if "findings" in names:
        made.append(findings_on(findings, hexes))
    return tuple(made)


def numbered(hexes: MapHexes, binding: Binding) -> MapHexes:
    """The map's hexes by the pack's numbers, where the module calls them something longer."""
    named = HexNumbers(binding)
    found: dict[str, HexShape] = {}
    for shape in hexes.every:
        number = named.at(Spot(shape.map, board=shape.board, zone=shape.zone, location=shape.number))
        if number:
            found.setdefault(number, shape)
    return MapHexes(found, hexes.height, hexes.every)


def stacks_layer(position: Position, hexes: MapHexes) -> Overlay:
    """Each stack of two or more, or at its limit: what counts against the tightest limit."""
    return stacks_overlay(_stack_marks(position, hexes), hexes.height)


def zoc_layer(position: Position, hexes: MapHexes) -> Overlay:
    """The zones of control of each side."""
    marks = [
        HexMark(shape.corners, name)
        for name, numbers in zone_hexes(position).items()
        for number in numbers
        if (shape := hexes.get(number))
    ]
    return zoc_overlay(marks, side_names(position), hexes.height)


def zone_hexes(position: Position) -> dict[str, tuple[str, ...]]:
    """The hexes in each side's zones of control."""
    return {name: zones(position, side).numbers() for side, name in _names(position).items()}


def control_layer(position: Position, hexes: MapHexes) -> Overlay:
    """Who controls each hex, where that is known."""
    marks = [
        HexMark(shape.corners, name)
        for name, numbers in control_hexes(position).items()
        for number in numbers
        if (shape := hexes.get(number))
    ]
    return control_overlay(marks, side_names(position), hexes.height)


def control_hexes(position: Position) -> dict[str, tuple[str, ...]]:
    """The hexes that each side controls, and those in dispute."""
    field = control_field(position)
    called = _names(position) | {DISPUTED: CONTESTED}
    found = {name: position.network.numbers(field.hexes_of(who)) for who, name in called.items()}
    return {name: numbers for name, numbers in found.items() if numbers}


def supply_layer(position: Position, hexes: MapHexes) -> Overlay:
    """Each hex's worst supply, the lines that show it, and where the lines of the worst off were blocked.

    Where it hangs on who held what before, which nobody knows, it is drawn as if the front had moved as the counters stand.
    """
    looks = supply_looks(position)
    worst: dict[str, SeenSupply] = {}
    lines: dict[tuple[str, ...], Trace] = {}
    broken: dict[str, str] = {}
    for side in position.pack.sides:
        told = supply(position, side)
        for name, seen in seen_supply(position, side).items():
            unit = position.units[name]
            if unit.hex not in hexes.by_number:
                continue
            found = supply(as_the_counters_stand(position), side) if seen.assumed else told
            worst[unit.hex] = _worse(looks, worst.get(unit.hex), seen)
            if looks[seen.state] == ISOLATED:
                broken.update((each.hex, each.why) for each in found.obstacles(name, most=MOST_OBSTACLES))
            else:
                ways = (replace(each, kind=ASSUMED) if seen.assumed else each for each in found.witness(name))
                lines.update((trace.hexes, trace) for trace in ways)
    marks = [
        HexMark(
            hexes.by_number[number].corners,
            looks[seen.state],
            title=f"{number}: {seen.words}",
            assumed=seen.assumed,
            hangs=seen.hangs,
        )
        for number, seen in worst.items()
    ]
    crosses = [HexMark(shape.corners, "", title=why) for number, why in broken.items() if (shape := hexes.get(number))]
    signs = supply_overlay(marks, (), crosses, hexes.height)
    traced = supply_overlay((), _trace_marks(lines.values(), hexes), (), hexes.height)
    # lines run under the counters, or nobody could read those
    made = Overlay((*signs.under, *traced.over), signs.over, (*signs.keys, *traced.keys))
    return _called(made, {kind: state_words(state) for state, kind in looks.items()})


@dataclass(frozen=True, slots=True)
class SeenSupply:
    """A unit's supply as a picture shows it: a state, which is only `assumed` where nobody knows it.

    It `hangs` on the assumption where it would be another one if nothing had been taken before.
    """

    state: str
    assumed: bool = False
    hangs: bool = False

    @property
    def called(self) -> str:
        """In a few words, for a legend that says what is assumed."""
        return f"{state_words(self.state)}, assumed" if self.assumed else state_words(self.state)

    @property
    def words(self) -> str:
        """For people and programs that read the picture: what nobody knows is called so first."""
        told = state_words(self.state)
        return f"{state_words(UNDETERMINED)}; {told.lower()} {AS_ASSUMED}" if self.assumed else told


def seen_supply(position: Position, side: str) -> dict[str, SeenSupply]:
    """The supply of a side's units by id, of those that have any."""
    looks = supply_looks(position)
    states = {name: state for name, state in sorted(supply(position, side).states().items()) if state in looks}
    if UNDETERMINED not in states.values():
        return {name: SeenSupply(state) for name, state in states.items()}
    front, first = (supply(each(position), side).states() for each in (as_the_counters_stand, as_at_first))
    return {
        name: SeenSupply(front[name], assumed=True, hangs=front[name] != first.get(name))
        if state == UNDETERMINED and front.get(name, UNDETERMINED) not in (UNDETERMINED, "")
        else SeenSupply(state)
        for name, state in states.items()
    }


@remembered(512)
def supply_hexes(position: Position) -> dict[str, SeenSupply]:
    """The worst supply of the units in each hex."""
    looks = supply_looks(position)
    worst: dict[str, SeenSupply] = {}
    for side in position.pack.sides:
        for name, seen in seen_supply(position, side).items():
            number = position.units[name].hex
            if number:
                worst[number] = _worse(looks, worst.get(number), seen)
    return worst


LAYERS: Mapping[str, Callable[[Position, MapHexes], Overlay]] = {
    "terrain": terrain_layer,
    "control": control_layer,
    "zoc": zoc_layer,
    "supply": supply_layer,
    "stacks": stacks_layer,
}


def supply_looks(position: Position) -> dict[str, str]:
    """How each of the pack's states of supply is drawn: the best, the worst, and what lies between."""
    states = list(dict.fromkeys(rule.state for rule in supply_table(position).state if rule.aspect == "supply"))
    looks = dict.fromkeys(states, IN_COMMUNICATION)
    if states:
        looks[states[-1]] = ISOLATED
        looks[states[0]] = SUPPLIED
    return looks | {UNDETERMINED: UNDETERMINED}


def _worse(looks: Mapping[str, str], one: SeenSupply | None, other: SeenSupply) -> SeenSupply:
    """Of two states the worse; of two equally bad ones always the same, and what is assumed before what is known."""
    if one is None:
        return other
    return max(one, other, key=lambda seen: (_BADNESS.index(looks[seen.state]), seen.state, seen.assumed, seen.hangs))


_BADNESS = (SUPPLIED, UNDETERMINED, IN_COMMUNICATION, ISOLATED)


def state_words(state: str) -> str:
    """A state of supply as people read it."""
    return state.replace("_", " ").capitalize()


def _called(overlay: Overlay, words: Mapping[str, str]) -> Overlay:
    """The legend in the pack's own words."""
    usual = {state_words(kind): text for kind, text in words.items() if kind != UNDETERMINED}

    def called(text: str) -> str:
        kind, comma, rest = text.partition(", ")
        return f"{usual.get(kind, kind)}{comma}{rest}"

    return replace(overlay, keys=tuple(replace(key, text=called(key.text)) for key in overlay.keys))


def _trace_marks(traces: Iterable[Trace], hexes: MapHexes) -> Iterator[TraceMark]:
    for trace in traces:
        points = tuple(shape.centre for number in trace.hexes if (shape := hexes.get(number)))
        if len(points) > 1:
            yield TraceMark(points, trace.kind, trace.label)


def _stack_marks(position: Position, hexes: MapHexes) -> Iterator[HexMark]:
    for stack in position.stacks():
        shape = hexes.get(stack.location)
        counts = [
            count
            for side in position.pack.sides
            for count in stack_counts(position, stack.location, side)
            if len(stack.units) > 1 or count.exceeded.possible
        ]
        if shape and counts:
            worst = max(counts, key=_tightness)
            kind = "over" if worst.exceeded.is_yes else "doubt" if worst.exceeded.is_open else ""
            most = "?" if worst.most is None else amount(worst.most)
            yield HexMark(shape.corners, kind, f"{amount(worst.size)}/{most}", worst.words)


def _tightness(count: StackCount) -> float:
    """How near a count is to its limit; an unknown limit is tighter than one that holds."""
    if count.most is None:
        return 1.0
    return float(count.size / count.most) if count.most else float(count.size) * 100


def side_names(position: Position) -> tuple[str, ...]:
    """The sides in the book's order, as people call them."""
    return tuple(_names(position).values())


def _names(position: Position) -> dict[str, str]:
    """The sides, in the book's order, as the legend calls them."""
    return {faction.id: faction.name for faction in position.pack.header.factions}
