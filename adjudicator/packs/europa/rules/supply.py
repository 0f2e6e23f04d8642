"""The markers of units out of supply: 12B and 12D of the Europa books."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from adjudicator.analysis.stacking import unit_size
from adjudicator.analysis.supply.line_terms import Shrinking
from adjudicator.analysis.supply.status import Feeding, supply
from adjudicator.analysis.supply.terms import Drawn, LimitedSources, StarvationModifier, StarvationRule
from adjudicator.checks.articles import article, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Marker, Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import Said, say, strung
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount, some_units, word

OUT, SPECIAL = "out_of_supply", "special"
"""The states in which a unit's count goes on; only the first begins one."""
SERVED, DEPLETED = "used_as_source", "depleted"
MARKS = frozenset({"out_1", "out_2", "out_3", "out_4"})
HIGHEST = 4
SPECIAL_SOURCE = Drawn(
    "fed",
    Selector(kinds=frozenset({"truck"}), any_tags=frozenset({"used_as_source", "depleted"})),
    frozenset({"air_supply", "beach_supply"}),
    within=16,
)
"""12E: in supply for the player turn, though its turns without go on; by 12E2 what lies in a port is such a source as well."""
IN_A_PORT = replace(SPECIAL_SOURCE, markers=SPECIAL_SOURCE.markers | {"port_supply"})
CITY, FORTRESS = Where(places=frozenset({"major_city", "fortress"})), Where(markers=frozenset({"fortress"}))
STARVATION = StarvationRule(
    frozenset({"out_4"}),
    {"supply": OUT, "isolation": "isolated"},
    least=4,
    modifier=(
        StarvationModifier("city never lost", -2, CITY, never_lost=True, group="city"),
        StarvationModifier("city", 0, CITY, group="city"),
        StarvationModifier("fortress", 0, FORTRESS, group="city"),
        StarvationModifier("frost", 1, Where(weather=frozenset({"frost"})), group="city"),
        StarvationModifier("snow", 2, Where(weather=frozenset({"snow"})), group="city"),
    ),
)
IN_PORTS = LimitedSources(frozenset({"landed_supply", "dropped"}), "value")
"""28D, 12E2: each RE feeds one RE of units."""
# 28C1, 29C1: of a line's hexes the worst weather counts, and the Arctic has the shorter lines.
has_figures(__name__, "europa", SPECIAL_SOURCE, IN_PORTS, Shrinking())
has_figures(__name__, "fire_in_the_east", STARVATION)
has_figures(__name__, "sudden_storm", IN_A_PORT)


def _served(record: PhaseRecord) -> list[Unit]:
    """The trucks that are marked as a source of supply when the phase is over, and were not when it began."""
    before, trucks = record.start.units, (unit for _, unit in sorted(record.end.units.items()) if unit.hex)
    return [unit for unit in trucks if SERVED in unit.marks - (before[unit.id].marks if unit.id in before else set())]


@article("Turns out of supply", "12D.1", covers=("12D.8",), when=("initial",), area="supply")
def turns_out_of_supply(record: PhaseRecord) -> Iterator[Finding]:
    """A marker counts the turns that a unit has been without regular supply, from the phase in which it was first found out.

    The count goes up only in phases of the side in whose phase it began, which its colour tells. One marker may stand for a
    stack or a pocket. Where a source feeds only so much, its owner chooses who goes without.

    Legal:    turn 5, German Initial Phase; weather clear; 2A/2906: ge.1inf+out.r1; 2A/2905: ge.11inf;
              mark ge.11inf+out.b1
    Illegal:  turn 5, German Initial Phase; weather clear; 2A/2906: ge.1inf+out.b1; 2A/2905: ge.11inf;
              mark ge.11inf+out.b1
    Illegal:  turn 5, Soviet Initial Phase; weather clear; severe no;
              1B/2724: so.90rif+out.r1, so.23rif, +portsupply.so5; unmark so.90rif+out.r1
    """
    rationed = {side: supply(record.start, side).unfed() for side in record.start.pack.sides}
    short = {name for each in rationed.values() if each.needed > each.fed for name in each.units}
    yield from _too_many_fed(record, short, rationed)
    doubtful: dict[_Doubt, list[Unit]] = {}
    for name, unit in sorted(record.end.units.items()):
        if unit.hex not in record.end.network.index or unit.type.afloat or name not in record.start.units:
            continue
        standing = supply(record.start, unit.side).state(name)
        states = (*standing.states, *((OUT,) if name in short else ()))
        before, after = _marker(record.start, unit), _marker(record.end, unit)
        due = {_due(state, before, unit, record.moment.phasing) for state in states}
        shown = after.type.value if after is not None else 0
        if due == {shown} or (name in short and shown in due):
            yield from _in_the_wrong_colour(record, unit, before, after)
            continue
        if after is None and _marked_with_others(record, unit, states, before, rationed=name in short):
            continue
        doubt = _Doubt(states, tuple(sorted(due)), shown, standing.missing)
        if shown in due and standing.missing:
            doubtful.setdefault(doubt, []).append(unit)
        else:
            yield Finding((unit.hex,), doubt.words([unit]), (name,))
    for doubt, units in doubtful.items():
        at = tuple(dict.fromkeys(unit.hex for unit in units))
        yield Finding(at, doubt.words(units), tuple(unit.id for unit in units), Known.open(*doubt.missing))


def _marked_with_others(
    record: PhaseRecord, unit: Unit, states: tuple[str, ...], before: Marker | None, *, rationed: bool
) -> bool:
    """Whether a marker of its stack or pocket tells how long a unit without one of its own has been out of supply."""
    shown = {marker.type.value for marker in _shared(record.end, unit)}
    counted = (before,) if before is not None else (None, *_shared(record.start, unit))
    dues = ({_due(state, each, unit, record.moment.phasing) for state in states} for each in counted)
    return any(due & shown if rationed else len(due) == 1 and due <= shown for due in dues)


def _shared(position: Position, unit: Unit) -> list[Marker]:
    """The markers of supply in the stack and the pocket of a unit: in hexes with units of its side that adjoin each other."""
    there = position.units.get(unit.id)
    waiting = [there.hex] if there is not None and there.hex in position.network.index else []
    seen, found = set(waiting), list[Marker]()
    while waiting:
        number = waiting.pop()
        own = {each.id for each in position.at(number) if each.side == unit.side}
        found += (
            marker
            for marker in position.markers_at(number)
            if marker.type.kind in MARKS and (not marker.on or marker.on in own)
        )
        near = {beyond for beyond in position.network.beside(number) if position.holder(beyond) == unit.side} - seen
        waiting += near
        seen |= near
    return found


def _in_the_wrong_colour(
    record: PhaseRecord, unit: Unit, before: Marker | None, after: Marker | None
) -> Iterator[Finding]:
    """A marker whose colour tells the wrong side's phase: that in which the count began, of the unit or of its pocket."""
    if after is None or not after.type.value:
        return
    earlier = (before,) if before is not None else _shared(record.start, unit)
    began = {side for marker in earlier for side in _since(marker)} | (
        {record.moment.phasing} if before is None else set()
    )
    if began and _since(after) - began:
        because = say("{unit} is marked with {marker}, and its count began in a phase of the other side", unit, after)
        yield Finding((unit.hex,), because, (unit.id,))


def _since(marker: Marker) -> set[str]:
    """The side in whose phase a marker's count began, if it tells."""
    return {tag.removeprefix("since_") for tag in marker.type.tags if tag.startswith("since_")}


class _Doubt(NamedTuple):
    """What may be wrong with a unit's marker: the states that it may be in, the turns due in them, what it shows."""

    states: tuple[str, ...]
    due: tuple[int, ...]
    shown: int
    missing: tuple[str, ...]

    def words(self, units: list[Unit]) -> Said:
        """The same of units, in a sentence."""
        wanted = strung((say("turn {each}", each) if each else say("no marker") for each in self.due), say(" or "))
        shown = say("turn {shown}", self.shown) if self.shown else say("no marker")
        about = (some_units(units), strung(map(word, self.states), say(" or ")), wanted, shown)
        if len(units) == 1:
            return say("{unit} is {states}, which wants {wanted}; it shows {shown}", *about)
        return say("{units} are {states}, which wants {wanted}; they show {shown}", *about)


def _marker(position: Position, unit: Unit) -> Marker | None:
    """The marker that a unit bears in a position, wherever it stands there."""
    there = position.units.get(unit.id)
    lying = position.markers.values() if there and there.hex != unit.hex else position.markers_at(unit.hex)
    return next((marker for marker in lying if marker.on == unit.id and marker.type.kind in MARKS), None)


def _due(state: str, before: Marker | None, unit: Unit, phasing: str) -> int:
    """The number that the marker must show; its tag "since_SIDE" tells in whose phase it began, else in its own side's."""
    if state not in (OUT, SPECIAL):
        return 0
    if before is None:
        return 1 if state == OUT else 0
    since = next((tag.removeprefix("since_") for tag in before.type.tags if tag.startswith("since_")), unit.side)
    return min(before.type.value + 1, HIGHEST) if since == phasing else before.type.value


def _too_many_fed(record: PhaseRecord, short: set[str], rationed: Mapping[str, Feeding]) -> Iterator[Finding]:
    """Units that live on sources which feed only so much, and more of them shown as fed than that."""
    for side, feeding in sorted(rationed.items()):
        units = [record.end.units[name] for name in feeding.units if name in short and name in record.end.units]
        fed = [unit for unit in units if not _goes_without(record, unit)]
        needed = sum((unit_size(unit, "points") for unit in fed), Fraction(0))
        if fed and needed > feeding.fed:
            because = say(
                "{whose} sources feed {fed} REs, and {needed} REs are shown as supplied by them",
                record.start.pack.called(side), amount(feeding.fed), amount(needed),
            )  # fmt: skip
            names = tuple(sorted(unit.id for unit in fed))
            yield Finding(tuple(sorted({unit.hex for unit in fed})), because, names, _surely(record, side, fed))


def _goes_without(record: PhaseRecord, unit: Unit) -> bool:
    """Whether the unit's marker shows that it went without."""
    before, after = _marker(record.start, unit), _marker(record.end, unit)
    return after is not None and (before is None or after.type.value > before.type.value or before.id == after.id)


@article(
    "A truck that served is depleted", "12E1.1d", covers=("12E1.1",), when=("initial",), area="supply", met=_served
)
def depleted_when_it_served(record: PhaseRecord) -> Iterator[Finding]:
    """A truck that is used as a source of supply is turned to its depleted side.

    Legal:    turn 5, German Initial Phase; weather clear; 2A/2906: ge.truck; mark ge.truck+source; mark ge.truck+depleted
    Illegal:  turn 5, German Initial Phase; weather clear; 2A/2906: ge.truck; mark ge.truck+source
    """
    for truck in _served(record):
        if DEPLETED not in truck.marks:
            because = say("{truck} is used as a source of supply, and is not depleted", truck)
            yield Finding((truck.hex,), because, (truck.id,), owed=not record.ended)


def _surely(record: PhaseRecord, side: str, fed: list[Unit]) -> Known:
    """Whether those shown as fed are too many even if all that nobody knows is kind: some may live on other sources."""
    status = supply(record.start, side)
    kind = status.unfed(kindly=True)
    needed = sum((unit_size(unit, "points") for unit in fed if unit.id in kind.units), Fraction(0))
    return YES if needed > kind.fed else Known.open(*status.missing)


def _marked_otherwise(record: PhaseRecord) -> list[tuple[Unit, Unit]]:
    """The units on the map whose marks of supply are others when the phase is over: as they were, and as they are."""
    return [(old, new) for old, new in record.changed() if (old.marks ^ new.marks) & MARKS]


@article(
    "Marked in the initial phase",
    printed("fire_in_the_east", "12B.1m", covers=("12B.1",)),
    printed("sudden_storm", "12B.am", covers=("12B.a",)),
    when=("movement", "air", "combat", "exploitation"),
    area="supply",
    unseen="cannot excuse",
    acts=("mark", "unmark"),
    met=_marked_otherwise,
)
def marked_in_the_initial_phase(record: PhaseRecord) -> Iterator[Finding]:
    """Who is out of supply is told in the initial phase, for the whole player turn.

    One mark may stand for a stack or a pocket: while another unit of the side bears one, it may have been parted or joined.
    A mark that lies where it lay was left by who is gone: who comes into its hex was not marked.

    Legal:    turn 5, German Movement Phase; weather clear; 2A/2906: ge.1inf+out.b1, ge.1reg; mark ge.1reg+out.b1
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: ge.1inf; mark ge.1inf+out.b1
    """
    for old, new in _marked_otherwise(record):
        gained = bool((new.marks - old.marks) & MARKS)
        wrong = ~_was_out(record, new) if gained else _was_out(record, new)
        if (gained and _came_beneath(record, new)) or wrong.is_no:
            continue
        because = (
            say("{unit} is marked as out of supply, which is judged in the initial phase", new)
            if gained
            else say("{unit} is no longer marked as out of supply, which is judged in the initial phase", new)
        )
        shared = _bears_one(record.start if gained else record.end, new)
        broken = wrong & (Known.open(say("whether one marker stood for several units")) if shared else YES)
        yield Finding((new.hex,), because, (new.id,), broken)


def _came_beneath(record: PhaseRecord, unit: Unit) -> bool:
    """Whether all marks of supply on a unit lay in its hex when the phase began."""
    lay = {marker.id for marker in record.start.markers.values() if marker.hex == unit.hex}
    marks = [mark for mark in record.end.markers.values() if mark.on == unit.id and mark.type.kind in MARKS]
    return bool(marks) and all(mark.id in lay for mark in marks)


def _was_out(record: PhaseRecord, unit: Unit) -> Known:
    """Whether a unit was out of supply when that was judged: a mark that comes late may set right what was forgotten."""
    first = record.earlier[0] if record.earlier else record
    if unit.id not in first.start.units or not first.begun:
        return Known.open(say("whether {unit} was out of supply in the initial phase", unit))
    # Nobody tells at which moment of the initial phase it was judged.
    moments = [first.start] + [first.end] * (first is not record and unit.id in first.end.units)
    standing = [supply(at, unit.side).state(unit.id) for at in moments]
    found = {state == OUT for each in standing for state in each.states}
    unfed = say("which units their sources of supply fed")
    missing = tuple(dict.fromkeys(name for each in standing for name in each.missing))
    return Known.of(found.pop()) if len(found) == 1 else Known.open(*(missing or (unfed,)))


def _bears_one(position: Position, unit: Unit) -> bool:
    """Whether another unit of the side bears such a mark, or one that stood where the unit stands and left it lying."""
    others = (each for each in position.units.values() if each.id != unit.id and each.hex and each.marks & MARKS)
    return any(each.side == unit.side or each.hex == unit.hex for each in others)
