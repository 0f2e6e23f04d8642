"""Forgetting what a written line tells of an act: the die, the result, whom a shot was aimed at."""

from __future__ import annotations

import re
from random import Random

from adjudicator.errors import AdjudicatorError
from adjudicator.play.written import play_moves
from tests.cases import Filed, position_of
from tests.law.forgetting import Forgetful

AS_USUAL = frozenset(
    (
        "base",
        "card",
        "chose",
        "declared",
        "defensive_support",
        "district",
        "engineers",
        "extended",
        "flak",
        "glider",
        "ground_support",
        "hq",
        "instead",
        "narrow",
        "naval",
        "night",
        "shift",
        "support",
        "uses",
    )
)
"""What is as usual where nobody says otherwise: a mission flies by day, within its range, from any base that is near enough;
what flies to a battle supports it, no headquarters or Fleet helps that nobody names, and who keeps no accounts names no
district."""
AS_USUAL_OF = {"fly": "target", "demolish": "result", "repair": "result"}
"""What is as usual on lines of one kind: a mission is aimed by its hex, and a work succeeds."""
_VALUE = re.compile(r" ([a-z_]+)=\S+")


def value(filed: Filed, random: Random) -> Forgetful | None:
    """One value of one line; None where no line tells any, or cannot be read without it."""
    moves = filed.case.moves
    found = [
        (at, each)
        for at, line in enumerate(moves)
        for each in _VALUE.finditer(line)
        if each[1] not in AS_USUAL and each[1] != AS_USUAL_OF.get(line.split()[0])
    ]
    return _without(filed, *random.choice(found)) if found else None


def _without(filed: Filed, at: int, gone: re.Match[str]) -> Forgetful | None:
    line = filed.case.moves[at]
    moves = (*filed.case.moves[:at], line[: gone.start()] + line[gone.end() :], *filed.case.moves[at + 1 :])
    try:
        played = play_moves(moves, position_of(filed))
    except AdjudicatorError:  # nobody writes such a line without it
        return None
    return Forgetful(f"'{gone[0].strip()}' in line {at + 1}", played, outcome=True)
