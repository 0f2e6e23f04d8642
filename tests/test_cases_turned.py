"""The verdict of every case holds however the map is turned, mirrored, numbered and its counters named and ordered.

The hexes keep their neighbours and change their coordinates; each number goes to another hex (the order of all numbers is
turned round), units take other copies' names, hexes are listed in another order, and a position's lines and stacks are read
from the last to the first. What is judged must be the same game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import pytest

from adjudicator.analysis.supply.status import supply
from adjudicator.judge import adjudicate
from adjudicator.model.hexes import Hex, Hexside
from adjudicator.model.network import Network
from adjudicator.model.one_way import across
from adjudicator.model.theatre import Theatre
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from tests.cases import Case, Filed, all_cases, computes, differences, network_of, own_cases, pack_of


@dataclass(frozen=True)
class Turn:
    """A way to lay the same map down: what becomes of coordinates, and whether the numbers change too."""

    name: str
    moved: Callable[[Hex], Hex]
    renumbered: bool


TURNS = (
    Turn("turned by 60 degrees, renumbered", lambda at: Hex(-at.r + 31, at.q + at.r - 17), True),
    Turn("mirrored", lambda at: Hex(at.q + at.r, -at.r), False),
)
ONE_WAY_UP = (
    "fire_in_the_east:36_order_of_battle:",
    "fire_in_the_east:sentences_fd:36-OB.",
    "fire_in_the_east:sentences_fd:E-OB-",
    "fire_in_the_east:worked_examples:ex.36a",
    "two_rivers:16_later:14.4.2",
)
"""Cases of rules that know north from south, or a place by its number: these say something else on a turned map."""
NUMBERED = (
    "fire_in_the_east:34_reinforcements:34A2.11",
    "fire_in_the_east:34_reinforcements:34A2.13",
    "fire_in_the_east:sentences_fd:34A2.6.s2",
    "fire_in_the_east:sentences_fd:34B2.9.s2",
    "fire_in_the_east:35_lend_lease:35.4.1",
    "high_ground:07_victory:",
    "thunder_in_the_east:strangers_ta:106.0c.x2",
    "two_rivers:01_victory:1.3.2",
)
"""Cases of hexes that the pack names by number, for points, as the ends of a stretch of the map's edge or of a strait: they stay
what they are as long as the numbers do."""

CASES = tuple(filed for filed in (*all_cases(), *own_cases("high_ground")) if not filed.name.startswith(ONE_WAY_UP))


TRIED = tuple(
    (filed, turn) for turn in TURNS for filed in CASES if not (turn.renumbered and filed.name.startswith(NUMBERED))
)
"""All of one turn, then all of the next: what is kept of a map serves the next case on it."""


@pytest.mark.parametrize(("filed", "turn"), TRIED, ids=lambda part: part.name)
def test_case_turned(filed: Filed, turn: Turn) -> None:
    pack, network = pack_of(filed), network_of(filed)
    turned, numbers = _turned(network, turn)
    case = _rewritten(filed.case, numbers, frozenset(pack.units))
    position = position_from(case.given, pack, turned)
    report = adjudicate(play_moves(case.moves, position) if case.moves else position, brief=True)
    assert differences(replace(filed, case=case), report) == []
    found = {name: supply(position, position.unit(name).side).state(name).state for name in case.supply}
    assert found == case.supply
    assert computes(case, position) == case.computes


@cache
def _turned(network: Network, turn: Turn) -> tuple[Network, dict[str, str]]:
    """The same map laid down another way, and the new number of each hex."""
    theatre = network.theatre
    old = sorted(theatre.by_number)
    numbers = dict(zip(old, reversed(old), strict=True)) if turn.renumbered else {number: number for number in old}
    entries = (replace(entry, number=numbers[entry.number], at=turn.moved(at)) for at, entry in theatre.hexes.items())
    sides = theatre.hexsides.items()
    return Network.of(
        Theatre(
            theatre.title,
            theatre.numbering,
            {entry.at: entry for entry in reversed(list(entries))},
            {
                Hexside.between(*map(turn.moved, side)): _laid_down(tuple(map(turn.moved, side)), features)
                for side, features in sides
            },
            tuple(place.model_copy(update={"hex": numbers[place.hex]}) for place in reversed(theatre.places)),
            tuple(
                link.model_copy(update={"a": numbers[link.b], "b": numbers[link.a]}) for link in reversed(theatre.links)
            ),
            theatre.header,
        )
    ), numbers


def _laid_down(ends: tuple[Hex, ...], features: frozenset[str]) -> frozenset[str]:
    """What a hexside has, seen from the lower of its hexes: which of them that is, turning may change."""
    return features if Hexside.between(*ends).low == ends[0] else across(features)


def _rewritten(case: Case, numbers: dict[str, str], units: frozenset[str]) -> Case:
    """The case as it reads on the turned map."""

    def word(match: re.Match[str]) -> str:
        head, dot, last = match[0].rpartition(".")
        if last in numbers and head:  # a number that the game keeps about a hex
            return head + dot + numbers[last]
        name, slash, face = match[0].partition("/")
        return numbers.get(match[0]) or _renamed(name, units) + slash + face

    hyphened = sorted((unit for unit in units if "-" in unit), key=len, reverse=True)

    def line(text: str) -> str:
        # elsewhere a hyphen stands between the hexes of a way
        here = "".join(rf"{re.escape(unit)}[#/\d]*|" for unit in hyphened if unit in text)
        return re.sub(rf"{here}[A-Za-z0-9_.#/]+", word, text)

    given = [_reversed_stack(line(text)) for text in case.given]
    where = [i for i, text in enumerate(given) if re.match(r"[^ ]+: ", text)]
    for i, text in zip(where, [given[i] for i in reversed(where)], strict=True):
        given[i] = text
    expect = tuple(
        expected.model_copy(
            update={
                "at": expected.at and tuple(numbers.get(at, at) for at in expected.at),
                "units": expected.units and tuple(_renamed(unit, units) for unit in expected.units),
            }
        )
        for expected in case.expect
    )
    supplied = {_renamed(name, units): state for name, state in case.supply.items()}
    return case.model_copy(
        update={
            "given": tuple(given),
            "moves": tuple(line(text) for text in case.moves),
            "expect": expect,
            "supply": supplied,
            "computes": {line(question): answer for question, answer in case.computes.items()},
        }
    )


def _reversed_stack(text: str) -> str:
    """A stack's line from top to bottom."""
    where, colon, items = text.partition(": ")
    return f"{where}: {', '.join(reversed(items.split(', ')))}" if colon and " " not in where else text


def _renamed(name: str, units: frozenset[str]) -> str:
    """Another copy's name for a unit; anything else as it is."""
    kind, _, copy = name.partition("#")
    return f"{kind}#{100 - int(copy or 1)}" if kind in units else name
