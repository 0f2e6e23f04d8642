"""Units that go into the air or come out of it: where they get on board, and where they follow a drop."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.reach import is_base
from adjudicator.analysis.air.sorties import sorties_over
from adjudicator.analysis.air.terms import air_table
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Transfer
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.words import word

BOX = "available"
"""The box."""
DROP = "paradrop"
"""The mission after which they do."""


class Waits(Table):
    """The mark that a unit gets on board."""

    kind: MarkerKind
    """Its kind. Example: `kind = "countdown"`"""
    value: int
    """Its number. Example: `value = -3`"""


class Airborne(Table):
    """Ground units go into a box of what flies at a base, and come out of it after a drop of their side."""

    who: Selector
    """The units."""
    boards: When
    """When they go in, as their side sees it."""
    waits: Waits | None = None
    """The mark that they get."""
    follows: When
    """When they come out after a drop, as their side sees it."""


def _moves(record: PhaseRecord, terms: Airborne) -> Iterator[tuple[Transfer, Unit, Unit]]:
    for act in record.of(Transfer):
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if old is not None and new is not None and not old.type.flies and BOX in (old.location, new.location):
                yield act, old, new


def _any_move(record: PhaseRecord, terms: Airborne) -> bool:
    return any(True for _ in _moves(record, terms))


@check("air.landed", Airborne, unseen="may excuse", met=_any_move)
def boards_and_follows(record: PhaseRecord, terms: Airborne) -> Iterator[Breach]:
    """Troops get on board at a base of theirs, and follow a drop that succeeded.

    Under: thunder_in_the_east, airborne
    Legal:    turn 9, Axis Special Movement Step; weather clear; season summer; 1716: ax.7abn; ax.7abn 1716>[available];
              lay +countdown.3 [available]
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; 1717: ax.7abn; ax.7abn 1717>[available];
              lay +countdown.3 [available]
    """
    came: dict[str, int] = {}
    for act, old, new in _moves(record, terms):
        if new.location == BOX and old.hex:
            yield from _boards(record, act, old, terms)
        elif old.location == BOX and new.hex:
            came[new.hex] = came.get(new.hex, 0) + 1
            yield from _comes(record, act, old, new.hex, terms)
            if came[new.hex] > 1:
                because = say("{unit} follows a drop into {hex}, and one unit may", old, new.hex)
                yield Breach((new.hex,), because, (old.id,))


def _boards(record: PhaseRecord, act: Transfer, unit: Unit, terms: Airborne) -> Iterator[Breach]:
    if not terms.who.matches(unit):
        yield Breach(
            (unit.hex,),
            say("{unit} goes into the {box} box, and such units never do", unit, word(BOX)),
            (unit.id,),
        )
        return
    now = terms.boards.holds(act.before, unit.side)
    if not now.is_yes:
        because = say("{unit} goes into the {box} box in {moment}, and none does now", unit, word(BOX), act.moment)
        yield Breach((unit.hex,), because, (unit.id,), ~now)
    base = is_base(act.before, unit.side, unit.hex)
    if not base.is_yes:
        because = say("{unit} goes on board in {hex}, which is no base of its side", unit, unit.hex)
        yield Breach((unit.hex,), because, (unit.id,), ~base)
    there = record.end.units.get(unit.id)
    if (
        terms.waits is not None
        and there is not None
        and there.location == BOX
        and not _waits(record.end, unit, terms.waits)
    ):
        because = say(
            "{unit} goes on board without a {mark} marker of {value}", unit, word(terms.waits.kind), terms.waits.value
        )
        yield Breach((unit.hex,), because, (unit.id,), owed=not record.ended)


def _waits(position: Position, unit: Unit, waits: Waits) -> bool:
    """Whether a unit on board bears the mark, or one lies beside it."""
    box = position.units[unit.id].location
    alike = (each for each in position.markers.values() if each.type.kind == waits.kind)
    on = (each for each in alike if each.on == unit.id or (not each.hex and each.location == box))
    return any((each.value or each.type.value) == waits.value for each in on)


def _comes(record: PhaseRecord, act: Transfer, unit: Unit, number: str, terms: Airborne) -> Iterator[Breach]:
    """A unit that comes out: by a landing that was told, or after a drop."""
    if terms.waits is not None and terms.waits.kind in unit.marks:
        because = say("{unit} comes down in {hex} and is not ready", unit, number)
        yield Breach((number,), because, (unit.id,))
    now = terms.follows.holds(act.before, unit.side)
    if not now.possible:
        return
    drops = sorties_over(act.before, number, (DROP,))
    own = [name for name in drops if act.before.units[name].side == unit.side]
    table = air_table(act.before)
    ready = [name for name in own if table.state_of(act.before.units[name]) in _ready(record)]
    enemies = [each for each in act.before.at(number) if each.side != unit.side]
    if own and not ready:
        because = say("{unit} follows a drop into {hex}, and no transport came home ready", unit, number)
        yield Breach((number,), because, (unit.id,), now)
    elif not own:
        because = say("{unit} follows a drop into {hex}, and nobody told of one there", unit, number)
        yield Breach((number,), because, (unit.id,), now & Known.open(say("the drop in {hex}", number)))
    if enemies:
        because = say("{unit} follows a drop into {hex}, and {enemy} is still there", unit, number, enemies[0])
        yield Breach((number,), because, (unit.id,), YES if now.is_yes else now & ~NO)


def _ready(record: PhaseRecord) -> set[str]:
    """The states of what flew and is neither damaged nor suppressed."""
    level = air_table(record.start).level
    return {each.name for each in level if each.faces == level[0].faces}
