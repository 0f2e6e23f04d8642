"""Random small theatres and positions for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Place
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import NUMBERS, position, theatre

COLUMNS, ROWS = 7, 5


def _adjacent() -> list[str]:
    found = []
    for c in range(COLUMNS):
        for r in range(ROWS):
            for dc in (0, 1):
                for dr in (-1, 0, 1):
                    other = (c + dc, r + dr)
                    inside = other[0] < COLUMNS and 0 <= other[1] < ROWS and other > (c, r)
                    if inside and NUMBERS.hex(c, r).distance(NUMBERS.hex(*other)) == 1:
                        found.append(f"{c:02d}{r:02d}-{other[0]:02d}{other[1]:02d}")
    return found


SIDES = _adjacent()
NUMBERED = [f"{c:02d}{r:02d}" for c in range(COLUMNS) for r in range(ROWS)]
KINDS = ("city supply_city", "city", "edge", "city supply_city edge")


@st.composite
def networks(draw: st.DrawFn) -> Network:
    """A map of 35 hexes with woods, mountains, some sea, rivers, lakes, rails and places."""
    rows = [draw(st.text("....ffm~", min_size=COLUMNS, max_size=COLUMNS)) for _ in range(ROWS)]
    rails = draw(st.sets(st.sampled_from(SIDES), max_size=30))
    sides = dict.fromkeys(rails, "rail")
    for side in draw(st.sets(st.sampled_from(SIDES), max_size=10)):
        sides[side] = (sides.get(side, "") + " river").strip()
    for side in draw(st.sets(st.sampled_from(SIDES), max_size=4)):
        sides[side] = "lake"
    places = tuple(
        Place(
            name=f"p{number}",
            hex=number,
            kinds=frozenset(draw(st.sampled_from(KINDS)).split()),
            owner=draw(st.sampled_from(("red", "blue"))),
        )
        for number in sorted(draw(st.sets(st.sampled_from(NUMBERED), max_size=7)))
    )
    return Network.of(theatre("\n".join(rows), sides, places))


@st.composite
def positions(draw: st.DrawFn, rules: Pack) -> Position:
    """Up to ten units of two sides that share no hex, headquarters and markers, in some weather."""
    on = draw(networks())
    texts, owner = [], {}
    for number in draw(st.lists(st.sampled_from(NUMBERED), max_size=10)):
        side = owner.setdefault(number, draw(st.sampled_from(("red", "blue"))))
        kind = draw(st.sampled_from(("leg", "motor")))
        size = draw(st.sampled_from(("large", "medium", "small", "small heavy", "small truck")))
        texts.append(f"{side} {kind} {number} {size}")
    markers = []
    for number in sorted(draw(st.sets(st.sampled_from(NUMBERED), max_size=3))):
        kind = draw(st.sampled_from(("red hq", "blue hq", "- countdown", "- air_supply")))
        markers.append(f"{kind} {number} {draw(st.integers(0, 4))}")
    weather = draw(st.sampled_from(("clear", "snow")))
    return position(on, rules, *texts, markers=tuple(markers), weather=weather)
