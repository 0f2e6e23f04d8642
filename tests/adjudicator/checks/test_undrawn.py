"""Hexes closed for what they lack: a map that does not know the tag at all cannot tell."""

from __future__ import annotations

from adjudicator.analysis.ground import drawn_on
from adjudicator.model.known import YES, Known
from adjudicator.model.network import Network
from tests.adjudicator.analysis.maps import pack, position, theatre

MAP = Network.of(theatre("...."))


def test_whether_a_unit_is_abroad_is_known_only_where_homes_are_drawn() -> None:
    at = position(MAP, pack(), "red leg 0100")
    assert drawn_on(at, frozenset()) == YES
    assert drawn_on(at, frozenset({"home"})) == Known.open("the theatre's tag home")
