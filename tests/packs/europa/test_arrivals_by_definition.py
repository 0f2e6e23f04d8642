"""The schedule of arrivals a second time, from the lists alone: who is due, who is too many, who should be gone."""

from __future__ import annotations

import math
import os
import random
import tomllib
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from adjudicator.findings import Finding
from adjudicator.model.known import YES
from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment
from adjudicator.packs.europa.checks.placement.schedule import Schedule, comes_when_due
from adjudicator.packs.europa.rules import withdrawals
from adjudicator.packs.europa.rules.order_of_battle import more_than_came
from adjudicator.packs.europa.rules.withdrawals import withdrawn
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.who import EVERYONE
from tests.helpers import FIXTURES

PACK = load_pack("fire_in_the_east")
NETWORK = Network.of(load_theatre_for(PACK, FIXTURES / "theatres" / "military_districts"))
FORCES: list[dict[str, Any]] = tomllib.loads((Path(PACK.folder) / "order_of_battle.toml").read_text())["force"]
TYPES = {row["id"]: row for row in tomllib.loads((Path(PACK.folder) / "units.toml").read_text())["unit"]}
HEXES = ("2A/3014", "2A/3114", "2A/3003", "2A/2904", "2A/3001", "4A/0901")
ORDER = [phase.id for phase in PACK.header.sequence.phases]
BATCHES = math.ceil(int(os.environ.get("RANDOM_POSITIONS", "520")) / 20)
"""Of twenty positions each."""
BROUGHT = {name for force in FORCES if force["event"] not in ("withdrawal", "release") for name in force["units"]}


@cache
def likeness(name: str) -> str:
    """What counters have in common that may stand for one another."""
    row = TYPES[name]
    face = row["faces"][0]
    return repr(
        (
            row["nation"],
            row["kind"],
            row["size"],
            face["attack"],
            face["defense"],
            face["movement"],
            sorted(row["tags"]),
        )
    )


@cache
def listed(events: str, last: int, like: str) -> int:
    return sum(
        count
        for force in FORCES
        if force["event"] in events.split() and force["turn"] <= last
        for name, count in force["units"].items()
        if likeness(name) == like
    )


def had(side: str, moment: Moment, *, after: bool) -> int:
    """The last turn whose initial phase of a side is behind (with `after`), or has begun."""
    assert moment.phase is not None
    here, own = ORDER.index(moment.phase.id), ORDER.index(f"{side}.initial")
    return moment.turn if (here > own if after else here >= own) else moment.turn - 1


def standing(names: list[str], turn: int, phase: str) -> Position:
    at: dict[str, list[str]] = {}
    seen: Counter[str] = Counter()
    for i, name in enumerate(names):
        seen[name] += 1
        at.setdefault(HEXES[i % len(HEXES)], []).append(name if seen[name] == 1 else f"{name}#{seen[name]}")
    lines = [
        f"turn {turn}, {phase}",
        "weather clear",
        *(f"{number}: {', '.join(units)}" for number, units in at.items()),
    ]
    return position_from(lines, PACK, NETWORK)


def sides(found: object) -> set[tuple[frozenset[str], str]]:
    """The units of each breach, and whether it is one for certain."""
    told: list[Finding] = [each for each in found if each.broken.possible]  # type: ignore[attr-defined]
    return {(frozenset(each.units), "sure" if each.broken.is_yes else "open") for each in told}


def crowd(dice: random.Random) -> list[str]:
    """Some units, several of a kind likely: those that arrive late or leave are drawn more often than others."""
    late = [name for force in FORCES if force["event"] != "start" for name in force["units"]]
    names = dice.choices(late, k=6) + dice.choices(list(TYPES), k=6)
    return names + dice.choices(names, k=3)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_who_is_on_the_map_has_come_and_has_not_left(batch: int) -> None:
    dice = random.Random(batch)
    for _ in range(20):
        turn, phase = dice.randint(1, 19), dice.choice(PACK.header.sequence.phases).name
        position = standing(crowd(dice), turn, phase)
        groups: dict[str, list[str]] = {}
        for unit in position.units.values():
            if unit.type.id not in BROUGHT:
                continue
            groups.setdefault(likeness(unit.type.id), []).append(unit.id)
        ahead, gone = set(), set()
        for like, units in groups.items():
            side = position.units[units[0]].side
            begun, over = (had(side, position.moment, after=each) for each in (False, True))
            ever = listed("start arrival conversion pool", begun, like)
            leave = listed("withdrawal", over, like)
            if len(units) > ever:
                ahead.add((frozenset(units), "sure"))
            elif early := _early(position, sorted(units), begun):
                ahead.add((frozenset(early), "open"))
            if leave and len(units) > max(0, ever - leave):
                gone.add((frozenset(units), "sure"))
        assert sides(more_than_came(position, EVERYONE)) == ahead
        with patch.object(withdrawals, "_free_to_go", return_value=YES):  # each is whole, and not isolated
            assert sides(withdrawn(position)) == gone


def _early(position: Position, units: list[str], turn: int) -> list[str]:
    """The counters of names that come later, or more of one name than came."""
    named: Counter[str] = Counter()
    found = []
    for name in units:
        kind = position.units[name].type.id
        named[kind] += 1
        brought = sum(
            force["units"].get(kind, 0)
            for force in FORCES
            if force["turn"] <= turn and force["event"] in ("start", "arrival", "conversion", "pool")
        )
        if named[kind] > brought:
            found.append(name)
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_who_arrives_is_due(batch: int) -> None:
    dice = random.Random(1000 + batch)
    for _ in range(20):
        turn = dice.randint(1, 19)
        end = standing(crowd(dice), turn, "German Initial Phase")
        start = replace(standing([], turn, "German Initial Phase"), moment=end.moment)
        wanted = set()
        counts: Counter[str] = Counter()
        for name in sorted(end.units):
            like = likeness(end.units[name].type.id)
            if not listed("arrival conversion", 99, like):
                continue
            counts[like] += 1
            due = listed("arrival conversion", turn, like)
            everywhere = sum(likeness(unit.type.id) == like for unit in end.units.values())
            if counts[like] > due:
                lost = listed("start arrival conversion pool", turn, like) >= everywhere
                wanted.add((frozenset({name}), "open" if lost else "sure"))
        assert sides(comes_when_due(PhaseRecord(start, end, ()), Schedule())) == wanted
