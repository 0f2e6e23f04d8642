"""Zones that a friendly unit negates for rail movement: it stands there from first to last (7A1.4)."""

from __future__ import annotations

import pytest

from adjudicator.findings import Finding
from adjudicator.packs.europa.rules.rail import zone_negated_all_phase
from adjudicator.record.acts import Act, Movement
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.europa.small import breaches, network, phase_of, sure

MAP = network(theatre(blank(5, 5)))
RULES = pack(zoc="[[exert]]\nwho = { tags = ['zoc'] }\n", movement="[mode.rail]\n")
WAY = ("0000", "0001", "0002")


def riding(*units: str, before: str = "", after: str = "", mode: str = "rail") -> list[Finding]:
    """red0 rides down the first column; `before` and `after` are "UNIT HEX", where another goes first or last."""
    start = current = position(MAP, RULES, "red leg 0000", *units, phase="move")
    acts: list[Act] = []

    def go(text: str, at: Position) -> Position:
        name, number = text.split()
        there = at.moved(name, number)
        acts.append(Movement(before=at, after=there, units=(name,), way=(at.unit(name).hex, number)))
        return there

    current = go(before, current) if before else current
    acts.append(Movement(before=current, after=current.moved("red0", "0002"), units=("red0",), way=WAY, mode=mode))
    current = acts[-1].after
    if after:
        go(after, current)
    return breaches(zone_negated_all_phase(phase_of(start, *acts)))


ENEMY = "blue leg 0102 zoc"


@pytest.mark.parametrize(
    ("units", "before", "after", "wrong"),
    [
        ((ENEMY, "red leg 0001", "red leg 0002"), "", "", 0),
        ((ENEMY, "red leg 0002"), "", "red2 0003", 1),
        ((ENEMY, "red leg 0003"), "red2 0002", "", 1),
        ((ENEMY, "red leg 0002", "red leg 0002"), "", "red2 0003", 0),
        ((ENEMY,), "", "", 0),
        (("blue leg 0102", "red leg 0002"), "", "red2 0003", 0),
        (("blue leg 0404 zoc", "red leg 0002"), "", "red2 0003", 0),
        (("red leg 0102 zoc", "red leg 0002"), "", "red2 0003", 0),
    ],
)
def test_the_shield_stands_there_all_phase(units: tuple[str, ...], before: str, after: str, wrong: int) -> None:
    """Where no friendly unit stands at all, other rules speak of the zone."""
    found = riding(*units, before=before, after=after)
    assert sure(found) == wrong
    if wrong:
        assert found[0].at == ("0002",)
        assert found[0].units == ("red0",)
        assert "red2 did not stand there all phase" in found[0].because


def test_only_trains_are_judged() -> None:
    assert riding(ENEMY, "red leg 0002", after="red2 0003", mode="move") == []


def test_who_is_gone_when_the_phase_ends_was_no_shield() -> None:
    start = position(MAP, RULES, "red leg 0000", ENEMY, "red leg 0002", phase="move")
    ride = Movement(before=start, after=start.moved("red0", "0002"), units=("red0",), way=WAY, mode="rail")
    gone = Movement(before=ride.after, after=ride.after.without("red2"), units=(), way=("0002",))
    assert sure(zone_negated_all_phase(phase_of(start, ride, gone))) == 1
