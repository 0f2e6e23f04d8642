"""Rules about phases stay open where nobody tells the phase."""

from __future__ import annotations

import pytest

from adjudicator.findings import Ran
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves

TIME = ("weather clear", "season summer", "month july", "week 2", "year 1941")


@pytest.mark.parametrize(
    ("phase", "ran"), [((), Ran.UNDETERMINED), (("turn 9, Soviet Repair & Recovery Step",), Ran.JUDGED)]
)
def test_the_recovery_of_air_units(phase: tuple[str, ...], ran: Ran) -> None:
    pack = load_pack("thunder_in_the_east")
    at = position_from((*phase, *TIME, "[flown]: sov.i16"), pack, Network.of(load_theatre_for(pack)))
    report = adjudicate(play_moves(["sov.i16 [flown]>[available]"], at))
    found = {row.rule.partition(":")[2]: row.ran for row in report.coverage}
    assert found["8.0j"] is ran
