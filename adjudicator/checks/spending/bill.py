"""What was done in a phase against what was paid for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from adjudicator.analysis.front import FrontTerms, enemies_beside
from adjudicator.analysis.ground import When
from adjudicator.analysis.position import Act, PhaseRecord
from adjudicator.analysis.resources import points, spent
from adjudicator.analysis.stacking import amount
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.units import EVERYONE, Amount, Selector, Unit


class Charge(Table):
    """One thing that is paid for: acts of `kinds` by units that fit `who`, or a condition that comes to be (`becomes`).

    `faces` (from 1) restricts flips, `marks` marking, as in units.acts_where. `costs` in pools, to whose names ".SIDE" is
    added; `at_front` what is added for a unit at the front. `free`: of the charges so named, so many units cost nothing, one
    at the front counting for `front_weight`; `waives` names the charge that this one makes free. `comes`: only
    units that come onto the map, or only those that leave it.
    """

    name: str
    kinds: frozenset[str] = frozenset()
    who: Selector = EVERYONE
    faces: frozenset[int] = frozenset()
    marks: frozenset[str] = frozenset()
    becomes: Mapping[str, str] = {}
    costs: Mapping[str, Amount] = {}
    at_front: Mapping[str, Amount] = {}
    free: int = 0
    waives: str = ""
    front_weight: int = 1
    comes: bool | None = None
    when: When = When()


class Bill(Table):
    """The charges (the first that fits an act counts) and what the front is."""

    charges: tuple[Charge, ...]
    front: FrontTerms = FrontTerms()
    exact: bool = True


@dataclass(frozen=True, slots=True)
class _Due:
    """Something done: its charge, its unit, whether at the front."""

    charge: Charge
    unit: Unit | None
    front: bool

    @property
    def costs(self) -> dict[str, Fraction]:
        due = {pool: Fraction(each) for pool, each in self.charge.costs.items()}
        for pool, each in self.charge.at_front.items() if self.front else ():
            due[pool] = due.get(pool, Fraction(0)) + Fraction(each)
        return due


@check("spending.bill", Bill, unseen="cannot excuse")
def pays_what_it_does(record: PhaseRecord, terms: Bill) -> Iterator[Breach]:
    """Refitting the grenadiers costs two powder.

    Legal:    turn 2, Austrian supply; 1905: au.gren/2; value powder.au 5; flip au.gren/1 order=7; value powder.au 3
    Illegal:  turn 2, Austrian supply; 1905: au.gren/2; value powder.au 5; flip au.gren/1 order=7; value powder.au 4
    """
    side = record.moment.phasing
    done = [due for act in record.acts for due in _dues(act, terms, side)]
    if not done:
        return
    owed: dict[str, Fraction] = {}
    for due in _not_free(done):
        for pool, each in due.costs.items():
            owed[f"{pool}.{side}"] = owed.get(f"{pool}.{side}", Fraction(0)) + each
    paid = spent(record)
    units = tuple(sorted({due.unit.id for due in done if due.unit is not None}))
    for pool, total in sorted(owed.items()):
        given = paid.get(pool, (Fraction(0), Fraction(0)))[1]
        held = points(record.end, pool)
        if held is None:
            yield Breach((), f"{amount(total)} {pool} due, none told", units, f"the value {pool}")
        elif given < total or (terms.exact and given > total):
            names = ", ".join(f"{due.charge.name} {due.unit or ''}".strip() for due in done)
            yield Breach((), f"{names}: {amount(total)} {pool} due, {amount(given)} spent", units)


def _dues(act: Act, terms: Bill, side: str) -> Iterator[_Due]:
    for charge in terms.charges:
        if charge.becomes and all(
            act.after.moment.condition(key) == value != act.before.moment.condition(key)
            for key, value in charge.becomes.items()
        ):
            yield _Due(charge, None, front=False)
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        unit = old if old is not None and old.hex else new or old
        if unit is None or unit.side != side:
            continue
        charge_of = next((each for each in terms.charges if _fits(act, each, unit, (old, new))), None)
        if charge_of is not None:
            yield _Due(charge_of, unit, bool(enemies_beside(act.before, side, unit.hex, terms.front)))


def _fits(act: Act, charge: Charge, unit: Unit, ends: tuple[Unit | None, Unit | None]) -> bool:
    old, new = ends
    if act.kind not in charge.kinds or not charge.who.matches(unit):
        return False
    if charge.faces and (new is None or new.face + 1 not in charge.faces):
        return False
    arrives = (old is None or not old.hex) and new is not None and bool(new.hex)
    if charge.comes is not None and charge.comes != arrives:
        return False
    before, after = (end.marks if end is not None else frozenset() for end in (old, new))
    return (not charge.marks or bool(charge.marks & (before ^ after))) and charge.when.allows(act.before, unit.side)


def _not_free(done: list[_Due]) -> list[_Due]:
    """The dues that remain when what was bought makes others free, the dearest first."""
    left = list(done)
    for giver in [due.charge for due in done if due.charge.waives]:
        room = giver.free
        for due in sorted(left, key=lambda due: -sum(due.costs.values())):
            weight = giver.front_weight if due.front else 1
            if due.charge.name == giver.waives and weight <= room:
                left.remove(due)
                room -= weight
    return left
