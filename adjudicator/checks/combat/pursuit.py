"""Advances of either side after a battle, and along the path of a retreat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from itertools import pairwise

from adjudicator.analysis.combat.battles import Fought, fights
from adjudicator.analysis.combat.terms import Pursuit, combat_table
from adjudicator.checks.registry import NoTerms, check
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Unit
from adjudicator.record.acts import Act, Advance, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.words import counted, either

ANY_NUMBER = -1
Fault = tuple[str, Known]


@dataclass
class _Followed:
    """One battle and who has followed after it: the ways gone so far, by unit."""

    fought: Fought
    ways: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def role(self, name: str) -> str:
        """Which side of the battle a unit was on, "" if it was in none."""
        if name in self.fought.attackers:
            return "attackers"
        return "defenders" if any(unit.id == name for unit in self.fought.defenders) else ""

    def open_to(self, role: str) -> tuple[str, ...]:
        """The hexes that a side may enter first: those of the other."""
        before = self.fought.attack.before
        if role == "attackers":
            return self.fought.hexes
        return tuple(dict.fromkeys(before.unit(name).hex for name in self.fought.attackers))

    def retreats(self, first: str) -> list[tuple[str, ...]]:
        """The paths of retreats out of a hex."""
        return [act.path for act in self.fought.acts if isinstance(act, Retreat) and act.path[0] == first]


@check("combat.pursuit", NoTerms, acts=("attack", "advance"))
def follows_as_it_may(record: PhaseRecord, _: NoTerms) -> Iterator[Finding]:
    """After a battle those follow whom its result lets, as many, as far and where it lets them ([[pursuit]] of combat.toml).

    Under:    cornfield
    Legal:    turn 1, Union combat; weather clear; 0405: us.1, us.guns; 0404: cs.3; attack 0404: us.1, us.guns result=DR;
              retreat cs.3 0404-0403; advance us.1 0405-0404
    Illegal:  turn 1, Union combat; weather clear; 0405: us.1, us.guns; 0404: cs.3; attack 0404: us.1, us.guns result=DR;
              retreat cs.3 0404-0403; advance us.1 0405-0505
    """
    battles = [_Followed(fought) for fought in fights(record)]
    by_act = {id(act): each for each in battles for act in each.fought.acts}
    for act in record.acts:
        if not isinstance(act, Advance) or len(act.path) < 2:
            continue
        for name in act.units:
            unit, battle = act.before.unit(name), by_act.get(id(act))
            if battle is None:
                told = YES if battles else Known.open(say("which hex was attacked (the record shows no attack at all)"))
                because = say("{unit} advances to {end}, and no battle was fought before", unit, act.path[-1])
                yield Finding(act.path[-1:], because, (name,), told)
            else:
                yield from _judged(act, unit, battle)


def _judged(act: Advance, unit: Unit, battle: _Followed) -> Iterator[Finding]:
    role, end = battle.role(unit.id), act.path[-1]
    if not role:
        because = say("{unit} advances to {end} and was not in the battle just fought", unit, end)
        yield Finding((end,), because, (unit.id,))
        return
    way = battle.ways[unit.id] = _way(act, unit, battle, role)
    rows, settled = _rows(act.before, unit, role, battle.fought)
    found = [_fault(act, unit, battle, row) for row in rows]
    faults = [each for each in found if each is not None]
    if not faults:
        return
    words, broken = faults[0]
    if len(faults) < len(found):
        broken &= settled
    after = say(" after {result}", battle.fought.result) if battle.fought.result else ""
    because = say("{unit} advances {way}{after}, and {fault}", unit, "-".join(way), after, words)
    yield Finding((end,), because, (unit.id,), broken)


def _way(act: Advance, unit: Unit, battle: _Followed, role: str) -> tuple[str, ...]:
    """The way of a unit since the battle; where a log shows only its ends, that along a retreat, if one leads there."""
    before, path = battle.ways.get(unit.id, act.path[:1]), act.path[1:]
    if act.exact or len(before) > 1 or len(path) > 1 or path[0] in battle.open_to(role):
        return (*before, *path)
    for first in battle.open_to(role):
        for retreat in battle.retreats(first):
            if path[0] in retreat:
                return (*before, *retreat[: retreat.index(path[0]) + 1])
    return (*before, *path)


def _rows(position: Position, unit: Unit, role: str, fought: Fought) -> tuple[list[Pursuit | None], Known]:
    """The row that decides for a unit (None: no row lets it), or each that may; and whether it is known which."""
    found: list[Pursuit | None] = []
    settled = YES if fought.result else Known.open(say("the result of the attack on {hex}", fought.hex))
    for row in combat_table(position).pursuit:
        named = not row.results or not fought.result or fought.result in row.results
        now = row.when.holds(position, unit.side)
        if row.side != role or not row.who.matches(unit) or not named or now.is_no:
            continue
        found.append(row)
        settled &= now
        if now.is_yes and (fought.result or not row.results):
            return found, settled
    return [*found, None], settled


def _fault(act: Act, unit: Unit, battle: _Followed, row: Pursuit | None) -> Fault | None:
    """What speaks against an advance by a row, and whether it does; None if nothing."""
    way = battle.ways[unit.id]
    if row is None or row.most == 0:
        return say("units like it do not advance then"), YES
    first = battle.open_to(row.side)
    if way[1] not in first:
        return say("only {hexes} may be entered first", either(first)), YES
    network = act.before.network
    for one, other in pairwise(way):
        if network.distance(network.index[one], network.index[other]) != 1:
            return say("{other} does not adjoin {one}", other, one), YES
    taken = next((number for number in way[1:] if _held(act.before, unit, number)), "")
    if taken:
        return say("an enemy still stands in {hex}", taken), YES
    if len(way) - 1 > row.hexes:
        return say("it goes {far}, and may go {most}", counted(len(way) - 1, "hex"), counted(row.hexes, "hex")), YES
    if row.along and (strays := _strays(act.before, battle.retreats(way[1]), way[1:])).possible:
        return say("beyond {hex} it has to keep to the path of the retreat", way[1]), strays
    return _too_many(battle, row, way[1])


def _too_many(battle: _Followed, row: Pursuit, first: str) -> Fault | None:
    same = [
        way
        for name, way in battle.ways.items()
        if battle.role(name) == row.side and (row.per == "battle" or way[1] == first)
    ]
    if row.most in (ANY_NUMBER, 0) or len(same) <= row.most:
        return None
    units = counted(len(same), "unit")
    if row.per == "battle":
        return say("{units} of its side advanced after this battle, and at most {most} may", units, row.most), YES
    return say("{units} advanced into {hex}, and at most {most} may", units, first, row.most), YES


def _held(position: Position, unit: Unit, number: str) -> bool:
    return any(other.side != unit.side for other in position.at(number))


def _strays(position: Position, retreats: list[tuple[str, ...]], way: tuple[str, ...]) -> Known:
    """Whether a way from the hex won follows no retreat; open where a record shows only the ends of a retreat."""
    if len(way) == 1 or any(path[: len(way)] == way for path in retreats):
        return NO
    network = position.network
    gaps = [
        path
        for path in retreats
        if any(network.distance(network.index[one], network.index[other]) > 1 for one, other in pairwise(path))
    ]
    return Known.open(say("the way of the retreat from {hex}", way[0])) if gaps else YES
