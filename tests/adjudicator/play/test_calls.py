"""A ship that is dragged into a port and back while its side moves has called there; else a drag back takes back the drag out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from adjudicator.identify import Identifier
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.joining import join
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act, Movement
from tests.helpers import FIXTURES

PORT, SEA, OTHER_SEA = "2A/0410", "2A/0309", "2A/0310"
CALLED: list[tuple[str, ...]] = [(SEA, PORT, SEA)]


@pytest.mark.parametrize(
    ("phase", "there", "left"),
    [
        ("Soviet Movement Phase", PORT, CALLED),
        ("Soviet Movement Phase", OTHER_SEA, []),
        ("Soviet Combat Phase", PORT, []),
        ("German Movement Phase", PORT, []),
    ],
    ids=["to a port", "over the open sea", "in a combat phase", "while the enemy moves"],
)
def test_a_round_trip_is_a_call_at_a_port_alone(phase: str, there: str, left: list[tuple[str, ...]]) -> None:
    pack = load_pack("fire_in_the_east")
    network = Network.of(load_theatre_for(pack, str(FIXTURES / "theatres" / "open_sea")))
    moves = (f"sail so.ca1 {SEA}-{there}", f"sail so.ca1 {there}-{SEA}")
    play = play_moves(moves, position_from((f"turn 5, {phase}", "weather clear", f"{SEA}: so.ca1"), pack, network))
    acts: list[Act] = []
    identifier = cast(Identifier, cast(Any, SimpleNamespace(position=play.end)))
    for act in play.acts:
        join(acts, act, identifier)
    assert [act.way for act in acts if isinstance(act, Movement)] == left
