"""Battles whose result was not carried out."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.combat.battles import Fought, fights, has_retreat, stays
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Advance, Retreat
from adjudicator.record.phase import PhaseRecord


class Way(Table):
    """One way to carry out a result: steps lost on each side (-1 = every defender gone), retreat, how many advance.

    `advance` -1 = as many as will. With `remnants` false nothing takes the place of a unit that is gone.
    """

    defenders: int = 0
    """Steps that the defenders lose; -1: every defender is gone."""
    attackers: int = 0
    """Steps that the attackers lose."""
    retreat: bool = False
    """Whether the defenders retreat."""
    advance: int = 0
    """How many attackers advance; -1: as many as will."""
    remnants: bool = True
    """Whether something may take the place of a unit that is gone."""

    @property
    def words(self) -> str:
        """ "defenders lose 1 and retreat, 1 may advance"."""
        lost = "every defender gone" if self.defenders < 0 else f"defenders lose {self.defenders}"
        parts = [lost, f"attackers lose {self.attackers}", "retreat" if self.retreat else "no retreat"]
        many = {0: "nobody advances", -1: "attackers may advance"}.get(self.advance, f"{self.advance} may advance")
        return ", ".join([*parts, many])


class Outcome(Table):
    """What follows the result `result`: one of `ways`, as the player concerned chooses."""

    result: str
    """The result, as the table has it."""
    ways: tuple[Way, ...]
    """What follows it: one of these, as the player concerned chooses."""


def _came_up(record: PhaseRecord, terms: Outcome) -> bool:
    return any(fought.result == terms.result for fought in fights(record))


@check("combat.outcome", Outcome, acts=("attack",), met=_came_up)
def carried_out(record: PhaseRecord, terms: Outcome) -> Iterator[Breach]:
    """What the result of an attack orders is done before the next attack.

    Legal:    Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a;
              attack 1817: ax.24pz result=AP
    Illegal:  Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.20a;
              attack 1817: ax.24pz result=AL
    """
    for fought in fights(record):
        if fought.result != terms.result:
            continue
        faults = [_fault(fought, way) for way in terms.ways]
        if all(faults):
            ways = "; or ".join(way.words for way in terms.ways)
            names = tuple(unit.id for unit in fought.defenders)
            yield Breach((fought.hex,), f"{terms.result}: {ways}. Seen: {min(faults, key=len)}", names)


def _fault(fought: Fought, way: Way) -> str:
    """What does not fit a way, "" if all does."""
    defenders = fought.defenders
    before = fought.attack.before
    retreated = {name for act in fought.acts if isinstance(act, Retreat) for name in act.units}
    doomed = {
        unit.id for unit in defenders if way.retreat and not stays(before, unit) and not has_retreat(before, unit)
    }
    counted = tuple(unit.id for unit in defenders if unit.id not in doomed or not fought.left(unit.id))
    if way.defenders < 0:
        left = [str(unit) for unit in defenders if not fought.left(unit.id)]
        if left:
            return f"{', '.join(left)} still on the map"
    elif (lost := fought.lost(counted)) != way.defenders + fought.owed_on_retreat():
        return f"defenders lost {lost}"
    if (lost := fought.lost(fought.attackers)) != way.attackers:
        return f"attackers lost {lost}"
    for unit in defenders:
        if fought.left(unit.id) or stays(before, unit):
            continue
        if way.retreat != (unit.id in retreated):
            return f"{unit} {'did not retreat' if way.retreat else 'retreated'}"
    if fled := [str(before.units[name]) for name in fought.attackers if name in retreated]:
        return f"{', '.join(fled)} retreated, who attacked"
    if not way.remnants and _replaced(fought):
        return "a unit took the place of one that is gone"
    advanced = {name for act in fought.of(Advance, fought.attackers) for name in act.units}
    return f"{len(advanced)} advanced" if 0 <= way.advance < len(advanced) else ""


def _replaced(fought: Fought) -> bool:
    """Whether a unit of the defenders' side came onto the map after the attack."""
    sides = {unit.side for unit in fought.defenders}
    for act in fought.acts:
        for name in act.units:
            before, after = act.before.units.get(name), act.after.units.get(name)
            if after is not None and after.hex and after.side in sides and (before is None or not before.hex):
                return True
    return False
