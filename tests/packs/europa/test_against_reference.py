"""Supply and isolation of the Europa packs agree with a slow second implementation on random positions."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from adjudicator.acts import position_from
from adjudicator.analysis.network import Network
from adjudicator.analysis.position import Position
from adjudicator.analysis.supply import supply
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.packs.europa.reference import Lines

SHEET = Path(__file__).parents[3] / "fixtures" / "charts" / "fire_in_the_east_invented.toml"
MANY = settings(
    max_examples=int(os.environ.get("ADJUDICATOR_EXAMPLES", "15")),
    deadline=None,
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
MOST = 14


@cache
def game() -> tuple[Pack, Network]:
    pack = load_pack("fire_in_the_east", charts=SHEET)
    return pack, Network.of(load_theatre_for(pack))


@st.composite
def positions(draw: st.DrawFn) -> tuple[str, ...]:
    """Up to fourteen units of both sides somewhere on land, on turn five in clear weather."""
    pack, network = game()
    land = [entry.number for entry in network.hexes if entry.terrain not in ("sea", "lake")]
    names = sorted(name for name, kind in pack.units.items() if "sample" in kind.tags and kind.kind != "fortified_area")
    chosen = draw(st.lists(st.sampled_from(names), unique=True, min_size=1, max_size=MOST))
    owner: dict[str, str] = {}
    lines = ["turn 5, German Initial Phase", "weather clear"]
    for name in chosen:
        number = draw(st.sampled_from(land))
        if owner.setdefault(number, pack.units[name].side) == pack.units[name].side:
            lines.append(f"{number}: {name}")
    return tuple(lines)


def position(lines: tuple[str, ...]) -> Position:
    return position_from(lines, *game())


@MANY
@given(positions())
def test_supply_and_isolation_agree(lines: tuple[str, ...]) -> None:
    at = position(lines)
    for side in at.pack.sides:
        slow, found = Lines(at, side), supply(at, side)
        for unit in at.of_side(side):
            assert found.state(unit.id).state == slow.state(unit), unit
            assert (found.state(unit.id, "isolation").state == "reached") == slow.reached(unit), unit


@MANY
@given(positions())
def test_one_enemy_less_never_cuts_a_line(lines: tuple[str, ...]) -> None:
    at = position(lines)
    order = ("supplied", "special", "out_of_supply")
    gone = next((unit for unit in at.of_side("soviet")), None)
    if gone is None:
        return
    before, after = supply(at, "axis"), supply(at.without(gone.id), "axis")
    for unit in at.of_side("axis"):
        assert order.index(after.state(unit.id).state) <= order.index(before.state(unit.id).state)
