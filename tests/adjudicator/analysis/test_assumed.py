"""What is assumed where nobody knows who held what: counted by hand, and nothing of it in what a position itself says."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.analysis.assumed import as_at_first, as_the_counters_stand
from adjudicator.analysis.control import control_field, controls
from adjudicator.analysis.supply.status import UNDETERMINED, supply
from adjudicator.model.known import NO, YES
from adjudicator.model.network import Network
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.exporters.test_judged import midgame

PACK = pack(control='starts = { east = "blue" }\n[[test]]\nby = "occupation"\n[[test]]\nby = "history"\n')
MAP = Network.of(theatre(blank(7, 1), tags={f"0{c}00": "east" for c in range(3, 7)}))


def met_amid_the_game(*units: str, **told: object) -> Position:
    return replace(position(MAP, PACK, *units, **told), joined=True)


def held(found: Position, side: str) -> list[str]:
    return list(found.network.numbers(control_field(found).hexes_of(side)))


def test_an_empty_hex_is_the_side_s_whose_counters_are_nearest() -> None:
    found = as_the_counters_stand(met_amid_the_game("red leg 0000", "blue leg 0600"))
    assert held(found, "red") == ["0000", "0100", "0200"]
    # 0300 is as near to both: it is still its first owner's
    assert held(found, "blue") == ["0300", "0400", "0500", "0600"]


def test_the_front_moves_with_the_counters() -> None:
    found = as_the_counters_stand(met_amid_the_game("red leg 0400", "blue leg 0600"))
    assert held(found, "red") == ["0000", "0100", "0200", "0300", "0400"]


def test_what_is_told_stays_as_it_is_told() -> None:
    told = met_amid_the_game("red leg 0000", "blue leg 0600", control={"0100": "blue", "0500": "?"})
    found = as_the_counters_stand(told)
    assert controls(found, "0100", "blue") == YES
    assert controls(found, "0500", "blue") == YES
    assert controls(as_at_first(told), "0100", "blue") == YES
    assert told.joined and told.control.get("0500") == "?"


def test_a_side_without_a_counter_keeps_what_it_began_with() -> None:
    found = as_the_counters_stand(met_amid_the_game("red leg 0000"))
    assert controls(found, "0300", "blue") == YES
    assert controls(found, "0200", "red") == YES


def test_at_first_is_what_the_book_begins_with() -> None:
    found = as_at_first(met_amid_the_game("red leg 0500", "blue leg 0600"))
    assert controls(found, "0400", "blue", wanted_by="blue") == YES
    assert controls(found, "0500", "blue") == NO


def test_the_position_itself_says_what_it_said() -> None:
    told, _ = midgame()
    before = {side: supply(told, side).states() for side in told.pack.sides}
    assumed = {side: supply(as_the_counters_stand(told), side).states() for side in told.pack.sides}
    assert {side: supply(told, side).states() for side in told.pack.sides} == before
    open_ = [(side, name) for side, states in before.items() for name, state in states.items() if state == UNDETERMINED]
    assert len(open_) == 16
    assert all(assumed[side][name] not in (UNDETERMINED, "") for side, name in open_)
    # what was known is not touched by what is assumed
    assert all(
        assumed[side][name] == state
        for side, states in before.items()
        for name, state in states.items()
        if state != UNDETERMINED
    )
