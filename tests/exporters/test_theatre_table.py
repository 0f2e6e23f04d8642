"""Positions drawn on the theatre's own map, where no module is at hand."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from adjudicator.exporters.map_picture import MapView, map_drawing
from adjudicator.exporters.png import to_image
from adjudicator.exporters.theatre_table import BOARD, lay_table
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position

GIVEN = ["turn 2, French movement", "0805: fr.1inf, fr.1cav", "1107: au.1inf"]


@pytest.fixture(scope="module")
def position() -> Position:
    pack = load_pack("two_rivers")
    return position_from(GIVEN, pack, Network.of(load_theatre_for(pack)))


def test_every_unit_lies_in_its_hex_bottom_to_top(position: Position) -> None:
    module, state = lay_table(position)
    for stack in state.stacks.values():
        names = [position.unit(member).id for member in stack.members]
        assert names == [unit.id for unit in position.at(stack.spot.location)]
        found = module.spot(state, stack.spot.map, stack.spot.x, stack.spot.y)
        assert found.location == stack.spot.location


def test_the_board_and_every_counter_have_a_picture(position: Position) -> None:
    module, state = lay_table(position, height=60)
    for name in [BOARD, *(counter.design.image for counter in state.counters.values())]:
        data = module.image(name)
        assert data is not None
        assert Image.open(io.BytesIO(data)).size[0] > 20
    assert module.image("something else") is None


def test_a_counter_shows_on_the_drawn_map(position: Position) -> None:
    module, state = lay_table(position, height=60)
    empty = to_image(map_drawing(module, lay_table(position.without(position.at("1107")[0].id), height=60)[1])[0])
    full = to_image(map_drawing(module, state, view=MapView())[0])
    assert full.size == empty.size
    assert full.tobytes() != empty.tobytes()
