"""A real save of a published game, judged: stacking, zones that hold fast, and three reaches counted by hand on the map."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from adjudicator.analysis.control import zones
from adjudicator.analysis.movement.reach import reach
from adjudicator.findings import Ran
from adjudicator.identify import identify
from adjudicator.importers import read
from adjudicator.judge import adjudicate
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment
from adjudicator.model.stand_in import stand_in
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from tests.helpers import SHARED, needs_shared

PACK = load_pack(Path(__file__).parent / "chickamauga")
NETWORK = Network.of(load_theatre_for(PACK))
SAVE = SHARED / "data" / "chickamauga" / "setup.vsav"

# Counted hex by hex with the terrain beside: clear 1, forest or rough 3, both 6; road 1, trail in woods 2; a ford 1 more; no
# way over a creek else; and whoever enters an enemy's zone stops.
BY_HAND = {
    "cs.armstrong": "2112:2 2114:4 2213:3 2214:6 2313:3 2314:6 2412:6 2413:6",
    "cs.davidson": (
        "2111:3 2112:3 2210:4 2211:2 2310:4 2311:1 2312:2 2313:6 2410:2 2412:3 2413:6 2510:6 2511:3 2512:1 2513:4"
    ),
    "us.2-3-xiv": ("1314:6 1315:6 1316:6 1413:6 1415:3 1416:6 1513:6 1514:3 1515:3 1516:6 1613:6 1614:6 1615:6"),
}
NORTH = [
    "Confederate movement",
    "2212: cs.armstrong",
    "2411: cs.davidson",
    "2314: cs.scott",
    "2011: us.1-2-cavalry",
    "1414: us.2-3-xiv",
    "1413: us.1-3-xiv",
    "1315: us.3-3-xiv",
]


@cache
def box() -> Module:
    """The module is not at hand: the binding says how its one board is numbered."""
    found = stand_in(PACK.bindings["vassal"], "Blue and Gray Complete")
    assert found is not None
    return found


@cache
def real() -> Position:
    state = read(SAVE, box()).state
    assert state is not None
    return identify(state, box(), PACK, NETWORK, moment=Moment(1, PACK.phase("us.movement")))


def counted(position: Position, name: str) -> dict[str, str]:
    return {number: str(cost) for number, cost in reach(position, position.unit(name)).sure.items()}


@pytest.mark.parametrize("name", BY_HAND)
def test_a_reach_is_what_a_hand_counts(name: str) -> None:
    position = position_from(NORTH, PACK, NETWORK)
    assert counted(position, name) == dict(pair.split(":") for pair in BY_HAND[name].split())


def test_nobody_leaves_an_enemy_zone() -> None:
    position = position_from(["Union movement", "2011: us.1-2-cavalry", "2112: cs.armstrong"], PACK, NETWORK)
    assert counted(position, "us.1-2-cavalry") == {}
    play = play_moves(["us.1-2-cavalry 2011-2010"], position)
    assert [finding.rule for finding in adjudicate(play).findings] == ["chk:6.3"]


def test_whoever_enters_an_enemy_zone_stops() -> None:
    position = position_from(["Confederate movement", "2011: us.1-2-cavalry", "2212: cs.armstrong"], PACK, NETWORK)
    play = play_moves(["cs.armstrong 2212-2112-2113"], position)
    assert [finding.rule for finding in adjudicate(play).findings] == ["chk:6.0", "chk:6.3"]


def test_a_zone_ends_at_a_creek_and_crosses_at_a_ford() -> None:
    position = position_from(["Confederate movement", "2212: cs.armstrong"], PACK, NETWORK)
    assert set(zones(position, "cs").numbers()) == {"2112", "2213", "2313"}


def found(given: str, *moves: str) -> list[str]:
    play = play_moves(list(moves), position_from(["turn 1", *given.split("; ")], PACK, NETWORK))
    return [f"{finding.rule} {finding.because}" for finding in adjudicate(play).findings]


def test_a_ford_or_bridge_doubles_whoever_defends_behind_it() -> None:
    at = "Confederate combat; 1627: cs.gracie; 1527: us.1-1-xxi"
    assert found(at, "attack 1527: cs.gracie die=1 result=AR") == [
        "chk:7.6 7 against 4 × 2 (behind a ford or bridge) = 8: odds 1:2; on a 1 the table gives DR, not AR",
        "chk:7.6b after AR, Gracie does not retreat, and must",
    ]


TWO_HEXES = "Union combat; 1110: us.wilder, us.1-1-xiv; 1109: cs.fulton; 1209: cs.benning; 1111: us.xiv-artillery"
BOTH = "attack 1109 1209: us.wilder, us.1-1-xiv, us.xiv-artillery die=1 result=DR"
BACK = ("retreat cs.fulton 1109-1108", "retreat cs.benning 1209-1208")


def test_a_battle_against_two_hexes_with_a_battery_behind() -> None:
    assert found(TWO_HEXES, BOTH, *BACK, "advance us.1-1-xiv 1110-1109") == []
    assert found(TWO_HEXES, BOTH.replace("DR", "EX"), *BACK)[0] == (
        "chk:7.6 8 + 5 + 3 = 16 against 3 + 3 = 6: odds 2:1; on a 1 the table gives DR, not EX"
    )
    (second,) = found(TWO_HEXES, BOTH, *BACK, "advance us.1-1-xiv 1110-1109", "advance us.wilder 1110-1209")
    assert second.startswith("chk:7.75 Wilder advances 1110-1209 after DR, and 2 units of its side advanced after this")


def test_a_battery_does_not_see_through_woods() -> None:
    (blind,) = found(TWO_HEXES.replace("1111:", "1211:"), BOTH, *BACK)
    assert blind == "chk:8.12 XIV Artillery fires at 1109 from afar: nobody sees through forest or forest rough"


def test_somebody_is_left_on_the_flank() -> None:
    at = "Union combat; 1110: us.wilder; 1109: cs.fulton; 1209: cs.benning"
    (flank,) = found(at, "attack 1109: us.wilder die=1 result=DR", "retreat cs.fulton 1109-1108")
    assert flank.startswith(
        "chk:7.11 nobody attacks Benning, which must be attacked, since Wilder began the phase in its"
    )


@needs_shared
def test_every_counter_of_the_real_save_is_known_and_in_its_place() -> None:
    position = real()
    assert position.unidentified == ()
    assert len(position.units) == 86
    on_map = [unit for unit in position.units.values() if unit.hex]
    assert len(on_map) == 46
    assert {name: position.unit(name).hex for name in ("us.wilder", "cs.benning", "us.2-2-res")} == {
        "us.wilder": "1022",
        "cs.benning": "1922",
        "us.2-2-res": "1505",
    }


@needs_shared
def test_the_real_deployment_is_legal() -> None:
    report = adjudicate(real())
    assert report.findings == ()
    assert {entry.rule for entry in report.coverage if entry.ran is Ran.JUDGED} == {"chk:5.32", "chk:6.8"}


@needs_shared
def test_a_third_unit_moved_into_a_hex_of_the_real_save_is_found() -> None:
    crowded = real().moved("us.1-3-xiv", "1317").moved("us.3-1-xiv", "1317")
    (finding,) = adjudicate(crowded).findings
    assert (finding.rule, finding.at) == ("chk:5.32", ("1317",))
    assert finding.because == "3 combat units, limit 2; too many: 3/1/XIV"


@needs_shared
@pytest.mark.parametrize("name", BY_HAND)
def test_the_hand_counted_reaches_hold_in_the_real_save(name: str) -> None:
    assert counted(real(), name) == dict(pair.split(":") for pair in BY_HAND[name].split())
