"""Where Corps are built, and what a season's stock brings: what the pack judges and what the book says, on random ones."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from random import Random

from adjudicator.game.cases import Case, Filed, judged
from adjudicator.packs.load import load_pack, load_theatre_for

PACK = "thunder_in_the_east"
MANY = int(os.environ.get("RANDOM_POSITIONS", "25"))
"""How many random positions of each kind; 2,000 in the long run."""
BUILDING = ("9.4c", "9.6a", "7.5.3b")
GAIN = "201.0c"


def accused(given: list[str], moves: list[str], **options: bool) -> set[str]:
    """The articles that the pack says for sure to be broken."""
    case = Case(id="x", title="x", given=tuple(given), moves=tuple(moves), options=options)
    report = judged(Filed(PACK, Path(__file__), case))
    return {each.rule.partition(":")[2] for each in report.findings if each.severity == "violation"}


@cache
def hexes() -> dict[str, frozenset[str]]:
    """Every land hex with its tags, and "own" where a Soviet City is."""
    theatre = load_theatre_for(load_pack(PACK))
    cities = {place.hex for place in theatre.places if "city" in place.kinds and place.owner == "soviet"}
    land = (entry for entry in theatre.hexes.values() if entry.terrain not in ("all_sea", "lake"))
    return {entry.number: entry.tags | ({"own"} if entry.number in cities else set()) for entry in land}


def may_build(number: str) -> bool:
    """9.4: a Soviet Corps, nobody else being on the map, in a Soviet City at home or on the Soviet map edge."""
    tags = hexes()[number]
    return ("own" in tags and "ussr" in tags) or "east_edge" in tags


def test_corps_are_built_where_the_book_lets_them() -> None:
    random = Random(94)
    places = [sorted(number for number in hexes() if may_build(number)), sorted(hexes())]
    for _ in range(MANY):
        number = random.choice(random.choice(places))
        given = [
            "turn 9, Soviet Order of Battle Step",
            "weather clear",
            "season summer",
            "week 1",
            "[untried]: sov.2rc",
        ]
        found = accused(given, [f"sov.2rc [untried]>{number}"])
        assert bool(found & {*BUILDING}) != may_build(number), (number, found)


def test_a_season_gives_the_morale_of_the_book() -> None:
    random = Random(2024)
    for _ in range(MANY):
        stock, goods, booked = random.randrange(27), random.randrange(3), random.randrange(8)
        due = stock // 5 + goods
        booked = random.choice((due, booked))
        given = ["turn 30, Gain Morale Step", "season spring", "month april", "week 1", "year 1942"]
        given += [f"value PP.romanian {stock}", "value morale.romanian 9", "value morale_other.romanian 0"]
        given += ["value goods.romanian 0"]
        moves = [f"value goods.romanian {goods}/2"] if goods else []
        moves += [f"value morale.romanian {9 + booked}"] if booked else []
        moves += ["turn 30, Fix-it Step", "say we go on"]
        assert (GAIN in accused(given, moves, campaign=True)) == (booked != due), (stock, goods, booked)
