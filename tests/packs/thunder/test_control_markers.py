"""A Control marker in a hex of which nobody can tell who took it last."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from

PACK = load_pack("thunder_in_the_east")
MAP = Network.of(load_theatre_for(PACK, "smolensk_corridor"))
GIVEN = ("turn 1, Soviet Regular Movement Step", "weather clear", "season summer", "1713: +control.axis")


@pytest.mark.parametrize(("owner", "found"), [("axis", []), ("soviet", ["violation"]), ("?", ["doubt"])])
def test_a_marker_says_who_came_last_as_far_as_that_is_known(owner: str, found: list[str]) -> None:
    at = position_from(GIVEN, PACK, MAP)
    told = replace(at, control=at.control.set("1713", owner))
    report = adjudicate(told)
    assert [each.severity for each in report.findings if each.rule == "tite:5.4c"] == found
