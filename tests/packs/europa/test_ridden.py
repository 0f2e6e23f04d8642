"""Drags on the table that may have gone part of the way by rail: nobody is accused of a march too long."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.audit.game import write
from tests.adjudicator.audit.random_play import Player, audit_of, boards, game

UNIT = "ge.5inf"
"""Infantry of six points in 1B/2722, on the line to the border."""


@pytest.mark.parametrize(
    ("pack", "places", "rules"),
    [
        ("fire_in_the_east", ("1B/2815",), ()),  # by rail to the border and over the river, in one drag
        ("sudden_storm", ("1B/2815",), ()),
        ("fire_in_the_east", ("1B/2718", "1B/2318"), ()),  # by rail, somebody else's march, then on foot
        ("fire_in_the_east", ("1B/2616", "1B/2218"), ("6.3b",)),  # too far even so
    ],
)
def test_a_drag_may_be_by_rail_and_on_foot(
    pack: str, places: tuple[str, ...], rules: tuple[str, ...], tmp_path: Path
) -> None:
    of = game(boards(pack)[0])
    player = Player.begin(of, 5)
    while player.now is None or player.now.id != "axis.movement":
        player.turn_phase()
    assert player.position.units[UNIT].hex == "1B/2722"
    for place in places:
        player.table.move(UNIT, place, drag=True)
        player.table.move("ge.1inf" if "ge.1inf" in player.position.units else "ge.291inf", "1B/2619", drag=True)
    player.turn_phase()
    player.turn_phase()
    audit = audit_of(of, [write(tmp_path / "drags.vlog", player.table.log())])
    found = {each.rule.partition(":")[2] for each in audit.findings if UNIT in each.units}
    assert found == set(rules)
