"""Dogfights, damage and base reach: what the pack computes and what the book's words give, on random positions."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from random import Random

from adjudicator.analysis.air.reach import in_range, reaches
from adjudicator.model.interval import Interval
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.units import Unit, UnitType
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.packs.thunder_in_the_east.analysis.air_battle import REVISED, Hardness, damage, differential, results
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from tests.packs.thunder import air_by_definition as book

MANY = int(os.environ.get("RANDOM_POSITIONS", "200"))
"""How many random positions of each kind; 2,000 in the long run."""


@cache
def empty(weather: str = "clear") -> Position:
    pack = load_pack("thunder_in_the_east")
    given = ("turn 9, Axis Air Combat Step", f"weather {weather}", "season summer")
    return position_from(given, pack, Network.of(load_theatre_for(pack)))


def aircraft(name: str, *tags: str, **values: int | str) -> Unit:
    kind = UnitType(id=name, side="axis", kind="bomber", flies=True, tags=frozenset(tags), values=values)
    return Unit(name, kind, "", "flown")


def test_dogfights_end_as_the_book_has_it() -> None:
    random = Random(20)
    for _ in range(MANY):
        attack = [random.randrange(6) for _ in range(random.choice((1, 2)))]
        defense = [
            (random.randrange(5), random.random() < 0.3, random.random() < 0.2) for _ in range(random.choice((1, 2, 3)))
        ]
        die = random.randrange(1, 7)
        ours = [aircraft(f"a{number}", air=each) for number, each in enumerate(attack)]
        theirs = [
            aircraft(f"d{number}", *(["vulnerable"] if weak else []), *(["tough"] if hard else []), air=each)
            for number, (each, weak, hard) in enumerate(defense)
        ]
        found = results(empty(), differential(empty(), ours, theirs, REVISED), die, REVISED)
        assert found == (book.dogfight(attack, defense, die),), (attack, defense, die)


def test_damage_is_that_of_the_book() -> None:
    random = Random(18)
    for _ in range(MANY):
        bombs = [random.choice(("0", "1/2", "1", "2")) for _ in range(random.choice((1, 2)))]
        times, weather = random.choice((1, 2, 3)), random.choice(("clear", "overcast", "snow"))
        units = [aircraft(f"b{number}", bomb=each) for number, each in enumerate(bombs)]
        tenths = [5 if each == "1/2" else int(each) * 10 for each in bombs]
        by_book = book.damage(tenths, times, weather != "clear")
        assert damage(empty(weather), units, ("bomb",), Hardness(times), REVISED) == Interval.of(by_book), (
            bombs,
            times,
            weather,
        )


def test_reach_is_that_of_the_book() -> None:
    at, random = empty(), Random(181)
    network = at.network
    numbers = [entry.number for entry in network.hexes if entry.tags & {"east_europe", "mid_east"}]
    east = {entry.number for entry in network.hexes if "mid_east" in entry.tags}
    far = sorted(east)
    for _ in range(MANY):
        letter = random.choice("SMLX")
        base, target = random.choice(numbers), random.choice(far if random.random() < 0.3 and far else numbers)
        away = network.distance(network.index[base], network.index[target])
        by_book = book.reached(letter, away, (base in east) == (target in east))
        assert reaches(at, aircraft("u", range=letter), base, target) == Known.of(by_book), (letter, base, target)


def test_some_base_is_in_range_as_the_book_has_it() -> None:
    at, random = empty(), Random(180)
    network = at.network
    cities = [place.hex for place in network.theatre.places if "city" in place.kinds]
    east = {entry.number for entry in network.hexes if "mid_east" in entry.tags}
    numbers = [entry.number for entry in network.hexes if entry.tags & {"east_europe", "mid_east"}]
    for _ in range(MANY // 4):
        held = {number: random.choice(("axis", "soviet")) for number in cities}
        told = replace(at, control=at.control.update(held))
        letter, target = random.choice("SM"), random.choice(numbers)
        by_book = any(
            held[base] == "axis"
            and book.reached(
                letter, network.distance(network.index[base], network.index[target]), (base in east) == (target in east)
            )
            for base in cities
        )
        assert in_range(told, aircraft("u", range=letter), target) == Known.of(by_book), (letter, target)
