"""Hexes closed for what they lack: a map that does not know the tag at all cannot tell."""

from __future__ import annotations

import pytest

from adjudicator.checks.placement.forbidden import ForbiddenHexes, stands_where_it_may
from adjudicator.model.known import YES, Known
from adjudicator.model.network import Network
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.maps import pack, position, theatre

MAP = Network.of(theatre("...."))


@pytest.mark.parametrize(("drawn", "wanted"), [((), YES), (("home",), Known.open("the theatre's tag home"))])
def test_a_unit_outside_its_home_is_accused_only_where_homes_are_drawn(drawn: tuple[str, ...], wanted: Known) -> None:
    terms = ForbiddenHexes(where=Where(without=frozenset({"home"})), drawn=frozenset(drawn))
    at = position(MAP, pack(), "red leg 0100")
    assert [each.broken for each in stands_where_it_may(at, terms)] == [wanted]
