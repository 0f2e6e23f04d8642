"""Who is replaced where nobody tells the pool, or no text the price: no doubt is raised, and nobody says that it was paid."""

from __future__ import annotations

import pytest

from adjudicator.findings import Ran
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from tests.helpers import FIXTURES

PLACE = str(FIXTURES / "theatres" / "military_districts")


@pytest.mark.parametrize(
    ("name", "rule", "chart"),
    [("fire_in_the_east", "fite:34B.2", "replacement chart"), ("sudden_storm", "sust:33B.b", "special RP costs chart")],
)
def test_an_untold_pool_leaves_the_cost_open(name: str, rule: str, chart: str) -> None:
    pack = load_pack(name)
    network = Network.of(load_theatre_for(pack, PLACE))

    def told(unit: str, *values: str) -> tuple[Ran, str]:
        given = ("turn 4, German Initial Phase", "weather clear", f"2A/3012: {unit}/2", *values)
        report = adjudicate(play_moves((f"flip {unit}/1",), position_from(given, pack, network)))
        assert rule not in {finding.rule for finding in report.findings} or values
        found = next(each for each in report.coverage if each.rule == rule)
        return found.ran, str(found.why)

    ran, why = told("ge.1inf")
    assert ran is Ran.UNDETERMINED and "infantry.german" in why
    ran, why = told("ge.1pz", "value infantry.german 9")
    assert ran is Ran.UNDETERMINED and chart in why
    ran, _ = told("ge.1inf", "value infantry.german 9")
    assert ran is Ran.JUDGED
