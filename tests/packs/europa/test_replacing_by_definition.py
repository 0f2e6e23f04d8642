"""Replacements on random positions, with units that are in no manifest: what the packs judge and what the books' words give."""

from __future__ import annotations

import os
from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest

from adjudicator.findings import Severity
from adjudicator.judge import phase_findings
from adjudicator.model.network import Network
from adjudicator.model.units import Face, UnitType
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.phase import PhaseRecord
from tests.helpers import FIXTURES
from tests.packs.europa import replacing_by_definition as book
from tests.packs.europa.replacing_by_definition import Deed, Found, Piece

MANY = int(os.environ.get("RANDOM_POSITIONS", "120"))
"""How many random positions in each game."""
MAP = FIXTURES / "theatres" / "military_districts"
PACKS = {"fire": "fire_in_the_east", "storm": "sudden_storm"}
RULES = {
    "fire": {
        "34B.1": "time", "34B1.2": "nations", "34B1.6": "engineers", "34B1.6a": "artillery", "34B1.6b": "brandenburgers",
        "34B1.6c": "airborne", "34B2.11": "nkvd", "34B2.11a": "soviet engineers", "34B2.12": "soviet airborne",
        "34B2.10": "cavalry", "34B2.13": "mountain", "34B2.14": "ski", "34B2.15": "winterized", "34E1.2": "militia",
        "31A5c.2": "fortified areas", "34E6": "fragile",
    },
    "storm": {
        "33B.a": "time", "33B1.c": "artillery", "33B2.h": "cavalry", "33B2.hw": "winterized", "33E1.a": "fragile",
        "33E1.b": "fragile cadres", "33E1.c": "fragile Finns", "33E2.a": "never", "33E2.at": "tank cadres",
    },
}  # fmt: skip
PAID = {"fire": "34B.2", "storm": "33B.b"}
PLACES = ("2A/3003", "2A/3008", "2A/2904", "2A/2908", "2A/3207", "2A/3104", "4A/0903", "2A/3001", "2A/2914", "2A/3212")
AXIS = ("german", "german", "german", "finnish", "rumanian", "hungarian", "italian")
SMALL = (
    *book.SAPPERS,
    *book.GUNS,
    *book.JUMPERS,
    "commando",
    "assault_gun",
    "reconnaissance",
    "truck",
    "panzer",
    "infantry",
)
RED = (
    "rifle", "rifle", "tank", "mechanized", "motorized_rifle", "nkvd", "antitank", "artillery", "rocket_artillery",
    *("cavalry",) * 5,
    "motorcycle", "cavalry", "mountain_cavalry", "mountain", "ski", "engineer", "construction_engineer", "parachute",
    "parachute_infantry", "marine", "fortified_area",
)  # fmt: skip
MOTORS = ("tank", "light_tank", "mechanized", "motorized_rifle", "motorcycle", "panzer", "assault_gun", "truck", "nkvd")
NUMBERS = ("engineers", "artillery", "airborne", "brandenburgers", "nkvd", "winterized")


def invented(random: Random, side: str, at: int, game: str) -> Piece:
    """A counter that nobody has printed."""
    nation = (
        "soviet" if side == "soviet" else random.choice(AXIS if game == "fire" else ("german", "finnish", "rumanian"))
    )
    big = random.random() < 0.5
    known = {unit.kind for unit in load_pack(PACKS[game]).units.values()}
    red = [kind for kind in RED if kind in known]
    kind = (
        random.choice(red)
        if side == "soviet"
        else random.choice([each for each in ("infantry", *SMALL) if each in known] if not big else ["infantry"])
    )
    if (
        kind in ("nkvd", "fortified_area", "antitank", "motorcycle", *book.GUNS, *book.SAPPERS)
        or game + kind == "stormnkvd"
    ):
        big = False
    size = (
        "division"
        if big
        else "battalion"
        if kind == "commando"
        else random.choice(("regiment", "brigade", "battalion"))
    )
    attack = random.randint(2, 7) if big else random.randint(0, 2)
    defense = random.choice((attack, attack, max(attack - 1, 1)))
    movement = 8 if kind in (*MOTORS, "cavalry", "mountain_cavalry") else 6
    bare = side == "soviet" and kind == "rifle" and attack <= 4
    back = (1, 1) if big and not bare and attack > 1 and random.random() < 0.5 else None
    marks = {"sample"} | ({"cm"} if kind in MOTORS else set()) | ({"artillery"} if kind in book.GUNS else set())
    marks |= {"cavalry"} if "cavalry" in kind else set()
    marks |= {"mountain"} if game == "storm" and kind in ("rifle", "cavalry") and random.random() < 0.2 else set()
    marks |= {"ski"} if game == "storm" and kind == "rifle" and random.random() < 0.1 else set()
    if side == "soviet" and random.random() < 0.4:
        marks.add(random.choice(("guards", "winterized", "militia") if kind == "rifle" else ("guards", "winterized")))
    if game == "storm" and kind == "nkvd":
        marks.discard("winterized")
        marks.discard("guards")
    return Piece(f"u{at}", nation, kind, size, (attack, defense), back, movement, frozenset(marks))


def counter(piece: Piece) -> UnitType:
    faces = [Face(attack=piece.front[0], defense=piece.front[1], movement=piece.movement, steps=2 if piece.back else 1)]
    if piece.back:
        small = {"stacking": "1"}
        faces.append(
            Face(
                attack=piece.back[0],
                defense=piece.back[1],
                movement=piece.movement,
                values=small,
                tags=frozenset({"cadre"}),
            )
        )
    motor = "cm" if "cm" in piece.marks else "foot"
    side = "soviet" if piece.soviet else "axis"
    return UnitType(
        id=piece.name, name=piece.name, side=side, nation=piece.nation, kind=piece.kind, size=piece.size, movement_class=motor,
        stacking=book.SIZES[piece.size], faces=tuple(faces), tags=piece.marks,
    )  # fmt: skip


@cache
def ground() -> Network:
    return Network.of(load_theatre_for(load_pack("fire_in_the_east"), MAP))


def deeds_of(random: Random, pieces: list[Piece]) -> list[Deed]:
    found = []
    for piece in pieces:
        how = random.choice(("full", "cadre", "rebuilt")) if piece.back else "full"
        place = random.choice(PLACES)
        found.append(Deed(piece, how, place, ground().hexes[ground().index[place]].tags))
    return found


@pytest.mark.parametrize("game", PACKS)
def test_replacements_are_limited_as_the_book_has_it(game: str) -> None:
    random, differences, seen = Random(34), [], set()
    for number in range(MANY):
        side = random.choice(("axis", "soviet"))
        deeds = deeds_of(random, [invented(random, side, at, game) for at in range(random.randint(1, 5))])
        turn, phase = random.randint(2, 19), random.choice(("Initial",) * 5 + ("Movement",))
        told = {f"replaced.{name}.{nation}": Fraction(random.randint(0, 2), 2) for name in NUMBERS
                for nation in {each.piece.nation for each in deeds} if random.random() < 0.6}  # fmt: skip
        reckon = book.fire if game == "fire" else book.storm
        wanted = reckon(deeds, turn, told, own_initial=phase == "Initial")
        cost = book.due(game, deeds)
        short = cost is not None and random.random() < 0.3
        if short:
            wanted["paid"] = "sure"
        found = judged(
            game,
            deeds,
            f"turn {turn}, {'German' if side == 'axis' else 'Soviet'} {phase} Phase",
            told,
            cost,
            short=short,
        )
        seen |= set(wanted.items())
        if found != wanted:
            differences.append(f"{number}: turn {turn} {phase} {told} {deeds}: {found}, by the book {wanted}")
    assert differences == []
    if MANY >= 1000:
        assert {name for name, _ in seen} == {*RULES[game].values(), "paid"}


def judged(
    game: str, deeds: list[Deed], moment: str, told: book.Told, cost: dict[str, Fraction] | None, *, short: bool
) -> Found:
    """What the pack finds, by limit; short: a point too little is paid."""
    loaded = load_pack(PACKS[game])
    pack = replace(loaded, units={each.piece.name: counter(each.piece) for each in deeds})
    pools = cost or {}
    lines = [
        moment,
        "weather clear",
        "history whole",
        *(f"value {name} {value}" for name, value in sorted(told.items())),
    ]
    lines += [f"value {name} 40" for name in sorted(pools)]
    moves = []
    for each in deeds:
        name, back = each.piece.name, "/2" if each.how != "full" else ""
        lines.append(f"[eliminated]: {name}{back}" if each.built else f"{each.place}: {name}{back}")
        moves.append(f"{name}{back} [eliminated]>{each.place}" if each.built else f"flip {name}/1")
    less = next(iter(sorted(pools)), "") if short else ""
    moves += [f"value {name} {40 - points + (name == less)}" for name, points in sorted(pools.items())]
    start = position_from(lines, pack, Network.of(load_theatre_for(pack, MAP)))
    played = play_moves(moves, start)
    record = PhaseRecord(played.acts[0].before, played.end, tuple(played.acts), ended=True)
    found: Found = {}
    names = {**RULES[game], **({PAID[game]: "paid"} if cost is not None else {})}
    for finding in phase_findings(record):
        limit = names.get(finding.rule.partition(":")[2])
        if limit is not None and finding.severity is not Severity.REMINDER:
            sure = finding.severity is Severity.VIOLATION or found.get(limit) == "sure"
            found[limit] = "sure" if sure else "open"
    return found
