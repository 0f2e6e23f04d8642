"""Advances after combat of which a log shows the ends alone, and those of which too little is told, on a road of hexes."""

from __future__ import annotations

import pytest

from adjudicator.checks.combat.pursuit import follows_as_it_may
from adjudicator.checks.registry import NoTerms
from adjudicator.model.known import YES, Known
from adjudicator.model.network import Network
from adjudicator.record.acts import Act, Advance, Attack, Retreat
from adjudicator.record.phase import PhaseRecord
from tests.adjudicator.analysis.maps import pack, position, theatre

MAP = Network.of(theatre("........\n........"))
ROWS = """
[[pursuit]]
results = ["DR2"]
hexes = 2

[[pursuit]]
results = ["DR"]
most = -1

[[pursuit]]
side = "defenders"
results = ["AR"]
when = { conditions = { season = ["summer"] } }
"""
UNITS = ("red leg 0100", "red leg 0100", "blue leg 0200")


def judged(*deeds: str, exact: bool = False) -> list[Known]:
    """ "attack DR" of both red units on 0200, "back blue2 0200-0400", "on red0 0100-0200"."""
    at = position(MAP, pack(combat=ROWS), *UNITS, phase="combat")
    acts: list[Act] = []
    for deed in deeds:
        before = acts[-1].after if acts else at
        word, *rest = deed.split()
        if word == "attack":
            told = {"result": rest[0]} if rest else {}
            acts.append(Attack(before=before, after=before, units=("red0", "red1"), targets=("0200",), told=told))
            continue
        path = tuple(rest[1].split("-"))
        kind = Retreat if word == "back" else Advance
        after = before.moved(rest[0], path[-1])
        acts.append(kind(before=before, after=after, units=(rest[0],), way=path, exact=exact))
    return [each.broken for each in follows_as_it_may(PhaseRecord(at, acts[-1].after, tuple(acts)), NoTerms())]


@pytest.mark.parametrize(
    ("deeds", "exact", "found"),
    [
        (("attack DR2", "back blue2 0200-0300-0400", "on red0 0100-0300"), False, []),
        (("attack DR2", "back blue2 0200-0300-0400", "on red0 0100-0300"), True, [YES]),
        (("attack DR2", "back blue2 0200-0300-0400", "on red0 0100-0200-0300"), True, []),
        (("attack DR2", "back blue2 0200-0300-0400", "on red0 0100-0400"), False, [YES]),
        (("attack DR2", "back blue2 0200-0300-0400", "on red0 0100-0200", "on red0 0200-0201"), False, [YES]),
        (
            ("attack DR2", "back blue2 0200-0400", "on red0 0100-0200-0300"),
            False,
            [Known.open("the way of the retreat from 0200")],
        ),
        (
            ("attack", "back blue2 0200-0300-0400", "on red0 0100-0200-0300"),
            True,
            [Known.open("the result of the attack on 0200")],
        ),
        (("attack DR", "back blue2 0200-0300", "on red0 0100-0200", "on red1 0100-0200"), True, []),
        (("attack DR2", "back blue2 0200-0300-0400", "on red0 0100-0200", "on red1 0100-0200"), True, [YES]),
        (
            ("attack AR", "back red0 0100-0000", "back red1 0100-0000", "on blue2 0200-0100"),
            True,
            [Known.open("season")],
        ),
        (("on red0 0100-0101",), True, [Known.open("which hex was attacked (the record shows no attack at all)")]),
        (("on red0 0100-0101", "attack DR"), True, [YES]),
    ],
)
def test_who_follows(deeds: tuple[str, ...], exact: bool, found: list[Known]) -> None:
    assert judged(*deeds, exact=exact) == found
