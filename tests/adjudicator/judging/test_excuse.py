"""A breach stands unless enough counters that nobody can read lie where they could excuse it, and may be of such a side."""

from __future__ import annotations

import pytest

from adjudicator.checks.registry import find_check
from adjudicator.findings import Excuse, Finding
from adjudicator.judging.unseen import excused
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from

LINES = ("turn 5, Soviet Combat Phase", "weather clear", "1B/2714: ?, ?", "[air available]: ?")
BOX, HEX, EMPTY = "air available", "1B/2714", "1B/2013"


@pytest.mark.parametrize(
    ("excuse", "stands"),
    [
        (None, True),
        (Excuse(), False),
        (Excuse(frozenset({EMPTY})), True),
        (Excuse(frozenset({HEX})), False),
        (Excuse(frozenset({BOX})), False),
        (Excuse(frozenset({HEX}), least=2), False),
        (Excuse(frozenset({HEX}), least=3), True),
        (Excuse(frozenset({HEX}), frozenset({"soviet"})), False),
    ],
    ids=["none", "anywhere", "elsewhere", "in the hex", "in the box", "two", "three", "of a side"],
)
def test_enough_unread_counters_where_they_count_excuse_a_breach(excuse: Excuse | None, *, stands: bool) -> None:
    pack = load_pack("fire_in_the_east")
    position = position_from(LINES, pack, Network.of(load_theatre_for(pack, "dvina_line")))
    breach = Finding((EMPTY,), "because", excuse=excuse)
    assert excused(find_check("fire_in_the_east:27B1", pack.packages), position, breach, position).is_yes is stands
