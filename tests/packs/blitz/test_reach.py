"""How far units get by the modes of Blitz."""

from __future__ import annotations

from adjudicator.analysis.movement.reach import reach
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position

PACK = load_pack("blitz_in_the_east")
FRONT = Network.of(load_theatre_for(PACK, "prut_front"))


def table(*lines: str) -> Position:
    return position_from(["turn 2, Axis operational movement", "weather clear", *lines], PACK, FRONT)


def test_who_starts_beside_an_enemy_gets_nowhere_behind_the_lines() -> None:
    free, held = table("0505: de.11inf"), table("0505: de.11inf", "0604: su.12inf")
    assert "0405" in reach(free, free.unit("de.11inf"), mode="operational").sure
    assert reach(held, held.unit("de.11inf"), mode="operational").sure == {}


def test_an_air_fleet_gets_nowhere_over_land() -> None:
    at = table("0505: de.air")
    assert reach(at, at.unit("de.air"), mode="operational").sure == {}
    assert "0409" in reach(at, at.unit("de.air"), mode="flight").sure
