"""Fire of one unit upon another in the air, with a result that the table does not give."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.air.sorties import unread_fight
from adjudicator.analysis.air.strengths import Change, flown_strength
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import Interval
from adjudicator.model.known import YES, Known
from adjudicator.model.theatre import Table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.who import EVERYONE, Selector

COLUMNS, ROLLS = (-5, 7), (0, 13)
"""The least and the greatest differential and roll of the table of fire in the air."""


class Bonus(Table):
    """What is added to the roll."""

    who: Selector = EVERYONE
    """Who fires."""
    whom: Selector = EVERYONE
    """At whom."""
    add: int
    """What is added. Example: `add = -1`"""


class Exchange(Table):
    """The roll that is told of fire in the air gives the result that is told."""

    changes: tuple[Change, ...] = ()
    """How missions change both."""
    bonus: tuple[Bonus, ...] = ()
    """What is added to the roll."""


def differential(position: Position, unit: Unit, target: Unit, terms: Exchange) -> Interval:
    """The strength of who fires less that of the target."""
    fire = flown_strength(position, unit, "air", terms.changes)
    return fire.minus(flown_strength(position, target, "air_defense", terms.changes))


def added(unit: Unit, target: Unit, terms: Exchange) -> int:
    """What is added to the roll."""
    return sum(each.add for each in terms.bonus if each.who.matches(unit) and each.whom.matches(target))


@check("air.exchange", Exchange, unseen="cannot excuse", acts=("dogfight",))
def fire_as_the_table_has_it(act: Act, terms: Exchange) -> Iterator[Breach]:
    """Fire in the air ends as strengths and roll have it; a blank cell leaves it open.

    Under: fire_in_the_east
    Legal:    turn 5, German Air Phase; weather clear; [1B/2914]: ge.me109e, so.sb2;
              dogfight 1B/2914: ge.me109e against=so.sb2
    Illegal:  turn 5, German Air Phase; weather clear; [1B/2914]: ge.me109e, so.sb2;
              dogfight 1B/2914: ge.me109e against=so.sb2 die=14 result=K
    """
    if not isinstance(act, Dogfight) or not act.told.get("die", "").isdigit():
        return
    roll = int(act.told["die"])
    if not 2 <= roll <= 12:
        yield Breach(act.path, say("{roll} is told as the roll of two dice", roll), act.units)
        return
    fires = [act.before.units[name] for name in act.units if name in act.before.units]
    targets = [act.before.units[name] for name in act.aims if name in act.before.units]
    if "result" not in act.told:
        return
    if unread := [*unread_fight(act)]:
        yield from unread
        return
    if len(fires) != 1 or len(targets) != 1:
        return
    found = differential(act.before, fires[0], targets[0], terms)
    told = act.told["result"].upper()
    modified = max(ROLLS[0], min(ROLLS[1], roll + added(fires[0], targets[0], terms)))
    if not found.certain:
        because = say("{unit} fires at {target}, at an unknown differential", fires[0], targets[0])
        yield Breach(act.path, because, act.units, Known.open(*found.missing))
        return
    column = max(COLUMNS[0], min(COLUMNS[1], int(found.low)))
    cell = f"air_combat.{str(column).replace('-', 'minus_')}.{modified}"
    given = act.before.pack.charts.get(cell)
    if given == told:
        return
    because = say(
        "{unit} fires at {target} at {differential}, the roll is {roll}: {given}, and {told} was taken",
        fires[0],
        targets[0],
        found,
        modified,
        given or "?",
        told,
    )
    yield Breach(act.path, because, act.units, YES if given else Known.open(say("the chart cell {cell}", cell)))
