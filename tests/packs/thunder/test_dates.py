"""Units that leave play at a date: accused once it is past, and an open question while nobody tells the year."""

from __future__ import annotations

import pytest

from adjudicator.findings import Ran
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves

TIME = ("turn 9, Axis Order of Battle Step", "weather clear", "season spring", "month april", "week 1")
ON = ("turn 9, Axis HQ Mode Step", "say we go on")
ITALIANS, GERMANS = "0521: ax.it35inf", "0521: ax.5inf"


@pytest.mark.parametrize(
    ("year", "unit", "found", "ran"),
    [
        ("year 1943", ITALIANS, 1, Ran.JUDGED),
        ("year 1942", ITALIANS, 0, Ran.NOT_APPLICABLE),
        ("", ITALIANS, 0, Ran.UNDETERMINED),
        ("", GERMANS, 0, Ran.NOT_APPLICABLE),
    ],
)
def test_who_leaves_some_day_is_in_no_doubt_while_nobody_tells_the_year(
    year: str, unit: str, found: int, ran: Ran
) -> None:
    pack = load_pack("thunder_in_the_east")
    network = Network.of(load_theatre_for(pack, "smolensk_corridor"))
    start = position_from([line for line in (*TIME, year, unit) if line], pack, network)
    report = adjudicate(play_moves(ON, start))
    assert len([each for each in report.findings if each.rule == "tite:9.0g"]) == found
    row = next(each for each in report.coverage if each.rule == "tite:9.0g")
    assert row.ran is ran
    assert ("the year" in row.why) is (ran is Ran.UNDETERMINED)
