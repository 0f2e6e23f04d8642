"""Features with a direction: read from a theatre's files, seen from either hex, asked for by rules, drawn."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from adjudicator.analysis.supply.passage import Passage
from adjudicator.errors import PackError
from adjudicator.exporters.theatre_map import draw_theatre
from adjudicator.exporters.theatre_map.marks import Layer
from adjudicator.model.hexes import Hexside
from adjudicator.model.network import Network, from_beyond
from adjudicator.model.one_way import across, found, written
from adjudicator.model.theatre import MapHex, Numbering, Theatre, load_theatre
from tests.cases import OWN_PACKS

HEIGHTS = load_theatre(OWN_PACKS / "high_ground" / "theatres" / "heights")
HEADER = 'title = "t"\nterrains = ["clear"]\nfeatures = ["bluff", "river"]\none_way = ["bluff"]\n'


def seen(one: str, other: str) -> frozenset[str]:
    return HEIGHTS.features(HEIGHTS.at(one).at, HEIGHTS.at(other).at)


def test_a_bluff_is_seen_from_above_and_from_below() -> None:
    assert seen("0302", "0303") == {"bluff", "bluff>"} and seen("0303", "0302") == {"bluff", "bluff<"}
    assert seen("0402", "0303") == {"bluff", "bluff>"} and seen("0303", "0402") == {"bluff", "bluff<"}


def test_what_is_written_is_what_was_read() -> None:
    words = frozenset(("bluff>", "river"))
    assert written(found(words)) == ("bluff>", "river")
    assert across(across(found(words))) == found(words) == {"bluff", "bluff>", "river"}


def test_a_map_compiled_knows_each_side_from_its_own_hex() -> None:
    network = Network.of(HEIGHTS)
    down = network.sides_with(["bluff>"])
    assert (from_beyond(network, down) == network.sides_with(["bluff<"])).all()
    assert ((down | network.sides_with(["bluff<"])) == network.sides_with(["bluff"])).all()
    i, j = network.index["0303"], network.index["0302"]
    turned = network.redrawn({(i, j): frozenset(("bluff", "bluff>"))}, {})
    assert turned.hexside(j, i) == {"bluff", "bluff<"} and network.hexside(j, i) == {"bluff", "bluff>"}


def test_a_line_that_goes_one_way_leads_where_steps_lead() -> None:
    network = Network.of(HEIGHTS)
    everywhere = network.neighbours[:, 0] < len(network)
    none, there = ~everywhere, network.neighbours >= 0
    into = there & ~from_beyond(network, network.sides_with(["bluff<", "slope<"]))
    passage = Passage(network, everywhere, none, none, into, None, 1, (), np.zeros_like(into), none)
    low, high = none.copy(), none.copy()
    low[network.index["0304"]] = high[network.index["0301"]] = True
    assert passage.unlimited(low).all()
    assert {number[2:] for number in network.numbers(passage.unlimited(high).nonzero()[0].tolist())} == {"01", "02"}


@pytest.mark.parametrize(
    ("header", "side", "said"),
    [
        (HEADER, "0101-0102 bluff", "line 1: 'bluff' has a direction: write bluff> or bluff<"),
        (HEADER, "0101-0102 river>", "line 1: 'river>': 'river' is not among one_way in theatre.toml"),
        (HEADER.replace('["bluff"]', '["ridge"]'), "0101-0102 river", "one_way: 'ridge' is not among features"),
    ],
)
def test_an_arrow_that_lacks_or_means_nothing_is_refused(tmp_path: Path, header: str, side: str, said: str) -> None:
    (tmp_path / "theatre.toml").write_text(header, encoding="utf-8")
    (tmp_path / "hexes.txt").write_text("0101 clear\n0102 clear\n", encoding="utf-8")
    (tmp_path / "hexsides.txt").write_text(side, encoding="utf-8")
    with pytest.raises(PackError) as caught:
        load_theatre(tmp_path)
    assert caught.value.message == said


def drawn(layer: Layer, words: str) -> str:
    """What is drawn in a layer of two hexes, one south of the other."""
    numbering = Numbering()
    north, south = numbering.parse("0201"), numbering.parse("0202")
    hexes = {north: MapHex("0201", north, "clear"), south: MapHex("0202", south, "clear")}
    sheet = draw_theatre(Theatre("t", numbering, hexes, {Hexside.between(north, south): found(words.split())}))
    return "".join(mark.markup for mark in sheet.marks if mark.layer is layer)


@pytest.mark.parametrize(("words", "down", "up"), [("bluff>", 7, 0), ("bluff<", 0, 7), ("bluff> bluff<", 7, 7)])
def test_teeth_stand_on_the_side_to_which_a_cliff_points(words: str, down: int, up: int) -> None:
    teeth = [float(dy) for dy in re.findall(r"l-?[0-9.]+ (-?[0-9.]+)", drawn(Layer.CLIFF, words))]
    assert (sum(dy > 0 for dy in teeth), sum(dy < 0 for dy in teeth)) == (down, up)


def test_what_is_no_cliff_has_a_head_that_points_there() -> None:
    def ys(words: str) -> list[float]:
        return [float(y) for y in re.findall(r"[ML]-?[0-9.]+ (-?[0-9.]+)", drawn(Layer.BRIDGE, words))]

    assert ys("current>")[0] > max(ys("current>")[1:3]) and ys("current<")[0] < min(ys("current<")[1:3])
    assert not drawn(Layer.BRIDGE, "wall")
