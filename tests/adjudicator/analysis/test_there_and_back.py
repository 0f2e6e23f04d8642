"""Drags away and back, where they are no take-back: the way goes from each place to the next."""

from __future__ import annotations

import pytest

from adjudicator.analysis.movement.moves import path_of
from adjudicator.model.network import Network
from adjudicator.record.acts import Movement
from tests.adjudicator.analysis.maps import pack, position, theatre

MAP = Network.of(theatre("........"))
GROUND = "[terrain.clear]\ncost = { leg = 1 }\n"


@pytest.mark.parametrize(
    ("over", "hexes"),
    [("0200", ("0000", "0100", "0200", "0100", "0000")), ("0700", ("0000",))],
    ids=["within the allowance", "too far, so taken back"],
)
def test_a_way_there_and_back_is_two_ways_or_none(over: str, hexes: tuple[str, ...]) -> None:
    at = position(MAP, pack(terrain=GROUND), "red leg 0000", phase="march")
    act = Movement(before=at, after=at, units=("red0",), way=("0000", over, "0000"), exact=False)
    path = path_of(act, at.unit("red0"), "ground")
    assert path.hexes == hexes
    assert path.legal.is_yes


def test_who_may_not_move_was_taken_back_as_well() -> None:
    """A ship laid up that a player drags away and back has not sailed."""
    at = position(
        MAP, pack(terrain=GROUND, movement='[[forbid]]\nwhy = "it is laid up"\n'), "red leg 0000", phase="march"
    )
    act = Movement(before=at, after=at, units=("red0",), way=("0000", "0200", "0000"), exact=False)
    assert path_of(act, at.unit("red0"), "ground").legal.is_yes
