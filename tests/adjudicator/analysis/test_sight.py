"""Lines of sight, against a walk along the line in small steps."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.analysis.combat.sight import sight
from adjudicator.model.hexes import Hex

HEXES = st.builds(Hex, st.integers(-3, 3), st.integers(-3, 3))
STEPS = 31


def walked(one: Hex, other: Hex) -> set[Hex]:
    """The hexes within which points of the line lie, well off their borders."""
    found = set()
    for count in range(STEPS + 1):
        part = Fraction(count, STEPS)
        q, r = one.q + part * (other.q - one.q), one.r + part * (other.r - one.r)
        near = [Hex(int(q) + dq, int(r) + dr) for dq in (-1, 0, 1) for dr in (-1, 0, 1)]
        off = {at: _off(q - at.q, r - at.r) for at in near}
        found |= {at for at, distance in off.items() if distance < 1}
    return found - {one, other}


def _off(q: Fraction, r: Fraction) -> Fraction:
    """How far from a hex's centre a point lies: 1 on its border."""
    return max(abs(2 * q + r), abs(q + 2 * r), abs(q - r))


@given(HEXES, HEXES)
def test_a_line_crosses_the_hexes_that_a_walk_along_it_meets(one: Hex, other: Hex) -> None:
    assert walked(one, other) <= set(sight(one, other).crossed)


@given(HEXES, HEXES)
def test_a_line_is_the_same_both_ways(one: Hex, other: Hex) -> None:
    there, back = sight(one, other), sight(other, one)
    assert set(there.crossed) == set(back.crossed)
    assert {frozenset(pair) for pair in there.along} == {frozenset(pair) for pair in back.along}


def test_what_lies_between() -> None:
    assert sight(Hex(0, 0), Hex(0, 3)).crossed == (Hex(0, 1), Hex(0, 2))
    assert sight(Hex(0, 0), Hex(0, 1)).crossed == ()
    along = sight(Hex(0, 0), Hex(1, 1))
    assert along.crossed == ()
    assert {frozenset(pair) for pair in along.along} == {frozenset((Hex(1, 0), Hex(0, 1)))}
    assert len(sight(Hex(0, 0), Hex(2, 2)).along) == 2
    assert sight(Hex(0, 0), Hex(2, 2)).crossed == (Hex(1, 1),)
