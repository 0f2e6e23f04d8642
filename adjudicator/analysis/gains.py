"""What units gained in a phase: built out of a pool, exchanged for a better one, or turned to a face of more steps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Literal

from adjudicator.analysis.organization import (
    BoxTransfer,
    Done,
    Reorganized,
    is_bound,
    reorganized,
    takes_a_place,
    with_face,
)
from adjudicator.lean import dataclass
from adjudicator.model.known import YES, Known
from adjudicator.model.memo import remembered
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say

Way = Literal["built", "exchanged", "turned"]
EVERY_WAY: frozenset[Way] = frozenset({"built", "exchanged", "turned"})


@dataclass(frozen=True, slots=True)
class Gain:
    """Steps that a unit gained: by being built out of a box, by taking another's place, or by being turned.

    `unit` is as it was afterwards, `before` the position it happened in, `told` what the players said of it. `instead` is
    the unit that it took the place of. `sure`: whether it was that at all.
    """

    unit: Unit
    way: Way
    steps: int
    before: Position
    told: Mapping[str, str]
    instead: Unit | None = None
    sure: Known = YES


def gains(record: PhaseRecord, boxes: frozenset[str]) -> tuple[Gain, ...]:
    """Every gain of the phasing side in a phase; units that come out of one of these boxes, by no exchange, are built.

    With the box "" so may be those of which nobody can tell where they came from.
    """
    side = record.moment.phasing
    return tuple(each for each in every_gain(record, boxes) if not side or each.unit.side == side)


@remembered(8)
def every_gain(record: PhaseRecord, boxes: frozenset[str]) -> tuple[Gain, ...]:
    """Every gain of either side in a phase."""
    return (*_come(record, boxes), *_turned(record))


def steps_gained(found: Collection[Gain]) -> dict[str, int]:
    """How many steps each unit gained in all, by its id."""
    totals: dict[str, int] = {}
    for each in found:
        totals[each.unit.id] = totals.get(each.unit.id, 0) + each.steps
    return totals


def free_arrivals(record: PhaseRecord, hex_: Reorganized) -> Iterator[BoxTransfer]:
    """The units that came to a hex by no exchange, and that no exchange must account for."""
    for each in hex_.left:
        bound = is_bound(record.start, each, hex_.left) | takes_a_place(record.start, each, hex_.left)
        if each.comes and bound.is_no:
            yield each


def _come(record: PhaseRecord, boxes: frozenset[str]) -> Iterator[Gain]:
    acts = {name: act for act in record.acts for name in act.units if _brings(act, name)}
    for hex_ in reorganized(record):
        for done in hex_.done:
            yield from _exchanged(done, acts)
        yield from _built(record, hex_, (acts, boxes))


def _exchanged(done: Done, acts: Mapping[str, Act]) -> Iterator[Gain]:
    lost = sum(unit.steps for unit in done.given_up) - sum(unit.steps for unit in done.came) + done.uncounted
    if lost < 0 and done.came and done.given_up and (act := acts.get(done.came[0].id)) is not None:
        yield Gain(done.came[0], "exchanged", -lost, act.before, act.told, done.given_up[0])


def _built(record: PhaseRecord, hex_: Reorganized, told: tuple[Mapping[str, Act], frozenset[str]]) -> Iterator[Gain]:
    acts, boxes = told
    for each in free_arrivals(record, hex_):
        act = acts.get(each.unit.id)
        if act is None or each.box not in boxes:
            continue
        sure = YES if each.box else Known.open(say("where {unit} came from", each.unit))
        unit = _as_turned_down(record, each.unit)
        yield Gain(unit, "built", unit.steps, act.before, act.told, sure=sure)


def _as_turned_down(record: PhaseRecord, unit: Unit) -> Unit:
    """A unit that came with the face to which it was turned later in the phase, if that has fewer steps."""
    now = record.end.units.get(unit.id)
    return with_face(unit, now.face) if now is not None and now.hex and now.steps < unit.steps else unit


def _turned(record: PhaseRecord) -> Iterator[Gain]:
    """Units that show more steps at the end than when the phase began, or than when they came onto the map in it."""
    last: dict[str, tuple[Unit, Act]] = {}
    first = {name: unit for name, unit in record.start.units.items() if unit.hex}
    for act in record.acts:
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if new is not None and new.hex:
                first.setdefault(name, new)
            if old is not None and new is not None and old.hex and new.hex and new.steps > old.steps:
                last[name] = new, act
    exchanged = (unit for hex_ in reorganized(record) for done in hex_.done for unit in done.came) if last else ()
    first |= {unit.id: unit for unit in exchanged}  # with the face that the exchange gives it, turned to late or not
    for name, (unit, act) in last.items():
        now = record.end.units.get(name)
        if now is not None and now.hex and now.steps > first[name].steps:
            yield Gain(unit, "turned", now.steps - first[name].steps, act.before, act.told)


def _brings(act: Act, name: str) -> bool:
    """Whether an act puts a unit on the map."""
    old, new = act.before.units.get(name), act.after.units.get(name)
    return new is not None and bool(new.hex) and not (old is not None and old.hex)
