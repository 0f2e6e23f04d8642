"""Income, spending limits and morale: what the pack computes and what the book's words give, on random positions."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

from adjudicator.analysis.causes import Cause, owed
from adjudicator.analysis.economy import income
from adjudicator.checks.registry import find_check
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.network import Network
from adjudicator.model.units import Unit
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.packs.thunder_in_the_east.rules.spending import spending_limit
from adjudicator.persistent import PersistentMap
from adjudicator.play.setting_up import position_from
from adjudicator.record.acts import ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.packs.thunder import economy_by_definition as book

MANY = int(os.environ.get("RANDOM_POSITIONS", "60"))
"""How many random positions of each kind; 2,000 in the long run."""
FACTORY = ("working", "captured", "retooling", "restored", "integrated", "evacuated")
SIDES = ("axis", "soviet")
STEP = {"romanian": "Soviet Opponent's Morale Step", "ussr": "Axis Opponent's Morale Step"}
"""The step in which a nation's losses count: the other side's."""


@cache
def empty(name: str = "thunder_in_the_east", phase: str = "Axis Regular Movement Step") -> Position:
    pack = load_pack(name, options={"campaign": True})
    given = (f"turn 9, {phase}", "weather clear", "season autumn", "month october", "year 1941")
    return position_from(given, pack, Network.of(load_theatre_for(pack)))


def told(random: Random) -> dict[str, str]:
    """A state of the Economic PersistentMap, any that can be told."""
    states = {f"personnel.{city}": random.choice("012") for city in book.PERSONNEL}
    states |= {f"factory.{city}": random.choice(FACTORY) for city in (*book.FACTORIES, "Lodz")}
    states |= {f"urals.{city}": random.choice(("none", "april 1942", "relocated")) for city in book.FACTORIES}
    states |= {f"oil.{field}": random.choice(("working", "recovered", "burning")) for field in book.FIELDS}
    return states | {f"held.{place}": random.choice(SIDES) for place in (*book.FACTORIES, "Lodz", *book.FIELDS)}


def test_incomes_are_those_of_the_book() -> None:
    random, on_map = Random(204), {place.name: place.hex for place in empty().network.theatre.places}
    for _ in range(MANY):
        states = told(random)
        control = {name: states[f"held.{name}"] for name in on_map if f"held.{name}" in states}
        at = replace(empty(), values=PersistentMap(states), control=PersistentMap(control))
        by_book = {
            "PP.ussr": book.soviet_personnel(states),
            "EP.soviet": book.soviet_equipment(states),
            "EP.axis": book.axis_equipment(states),
            "FP.axis": book.fuel(states, "axis"),
            "FP.soviet": book.fuel(states, "soviet"),
        }
        assert {name: income(at, name) for name in by_book} == {
            name: Interval.of(Fraction(halves, 2)) for name, halves in by_book.items()
        }, states


def test_spending_limits_are_those_of_the_book() -> None:
    random = Random(62)
    for name, most in (("thunder_in_the_east", 8), ("thunder_in_the_east_10", 10)):
        for _ in range(MANY):
            halves = random.randrange(400)
            due = Interval.of(book.limit(halves, most))
            assert spending_limit(empty(name), "PP.german", Fraction(halves, 2), most) == due, halves


def causes(rule: str) -> tuple[Cause, ...]:
    """The causes that a rule about morale names."""
    pack = empty().pack
    found = find_check(pack.rules[rule].check, pack.packages).figures
    assert isinstance(found, tuple)
    return found


def change(start: Position, end: Position, rule: str, nation: str) -> Interval:
    act = ValuesChanged(before=start, after=end, values={})
    record = PhaseRecord(start, end, (act,))
    return sum_of(each.amount for each in owed(record, causes(rule), nation))


def test_morale_for_cities_is_that_of_the_book() -> None:
    random = Random(2021)
    ours = [
        place.name
        for place in empty().network.theatre.places
        if "objective" in place.kinds and place.values.get("home") == "ussr"
    ]
    for _ in range(MANY):
        before, after = ({name: random.choice(SIDES) for name in ours} for _ in range(2))
        lost = [name for name in ours if (before[name], after[name]) == ("soviet", "axis")]
        won = [name for name in ours if (before[name], after[name]) == ("axis", "soviet")]
        found = change(
            replace(empty(), control=PersistentMap(before)),
            replace(empty(), control=PersistentMap(after)),
            "202.1a",
            "ussr",
        )
        assert found == Interval.of(book.morale_of_cities(lost, won)), (lost, won)


def test_morale_for_casualties_is_that_of_the_book() -> None:
    random = Random(2023)
    for _ in range(MANY):
        nation = random.choice(("romanian", "ussr"))
        at, mat = empty(phase=STEP[nation]), []
        kinds = [kind for kind in empty().pack.units.values() if kind.nation == nation]
        for number, kind in enumerate(random.choices(kinds, k=random.randrange(6))):
            face, abroad = random.randrange(len(kind.faces)), nation == "romanian" and random.random() < 0.5
            marks = frozenset({"abroad"}) if abroad else frozenset()
            at = at.with_unit(Unit(f"{kind.id}#{number}", kind, "", "casualty", face, marks))
            face_up = "reduced" not in kind.faces[face].tags
            mat.append(("air" if kind.flies else kind.size, "airborne" in kind.tags, face_up, abroad))
        assert change(at, at, "202.2", nation) == Interval.of(Fraction(book.morale_of_casualties(mat), 2)), mat
