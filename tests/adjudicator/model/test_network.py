"""What a map's network tells of where its hexes lie."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.model.network import Network
from tests.adjudicator.analysis.maps import theatre

ON = Network.of(theatre("\n".join("." * 12 for _ in range(11))))
HEXES = st.integers(0, len(ON) - 1)


@given(HEXES, HEXES, st.integers(0, 60))
def test_the_hexes_between_two_are_those_that_are_near_both(one: int, other: int, most: int) -> None:
    near = {i for i in range(len(ON)) if ON.distance(one, i) + ON.distance(other, i) <= most}
    found = ON.between(one, other, most)
    assert set(found) == near
    assert len(found) == len(near)
