"""A march of which only the ends are seen leaves nobody knowing who holds the land that it may have gone through."""

from __future__ import annotations

import pytest

from adjudicator.analysis.control import controller
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position

SETUP = "turn 5, German Movement Phase\nweather clear\n1B/2710: ge.6pz\n1B/2516: ge.1inf"


def after(move: str) -> Position:
    """The position after a move on a sample theatre, far behind the Soviet border."""
    pack = load_pack("fire_in_the_east")
    return play_moves((move,), position_from(SETUP, pack, Network.of(load_theatre_for(pack, "dvina_line")))).end


@pytest.mark.parametrize(
    ("move", "held"),
    [
        ("ge.6pz 1B/2710-1B/2609-1B/2608-1B/2607-1B/2606", "axis"),
        ("ge.6pz 1B/2710-1B/2606", "?"),
    ],
)
def test_land_on_the_way_is_taken_where_the_way_is_shown(move: str, held: str) -> None:
    end = after(move)
    assert controller(end, "1B/2606").name == "axis"
    assert end.control.get("1B/2608") == held
    assert controller(end, "2A/3005").name == "soviet"
