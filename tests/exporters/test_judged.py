"""A judged position over its map: which layers there are, and that they tell what the analyses say."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator import importers
from adjudicator.analysis.control import zones
from adjudicator.analysis.supply.status import UNDETERMINED
from adjudicator.exporters.judged import LAYERS, SeenSupply, numbered, overlays, seen_supply, supply_layer
from adjudicator.exporters.map_picture import MapHexes, Overlay, hexes_of
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.record.position import Position
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"


@cache
def midgame() -> tuple[Position, MapHexes]:
    module = importers.read(GAME / "two_rivers.vmod").module
    state = importers.read(GAME / "midgame.vsav", module).state
    assert module is not None
    assert state is not None
    pack = load_pack("two_rivers")
    identifier = Identifier(state, module, pack, load_theatre_for(pack))
    game_map = module.map("Main Map")
    assert game_map is not None
    return identifier.position, numbered(hexes_of(game_map, state), identifier.binding)


def layer(name: str) -> Overlay:
    position, hexes = midgame()
    (found,) = overlays(position, adjudicate(position).findings, (name,), hexes)
    return found


def test_the_map_and_the_theatre_number_the_same_hexes() -> None:
    position, hexes = midgame()
    assert set(position.network.index) <= set(hexes.by_number)


@pytest.mark.parametrize("name", [*LAYERS, "findings"])
def test_a_layer_brings_shapes_and_a_legend(name: str) -> None:
    found = layer(name)
    assert any(part.shapes for part in (*found.under, *found.over))
    assert found.keys


def test_only_the_layers_asked_for_are_made() -> None:
    position, hexes = midgame()
    assert overlays(position, (), (), hexes) == ()
    assert len(overlays(position, (), ("zoc", "stacks"), hexes)) == 2


def test_zones_are_drawn_of_every_side_that_has_some() -> None:
    position, _ = midgame()
    names = {faction.name for faction in position.pack.header.factions if zones(position, faction.id).numbers()}
    assert {key.text for key in layer("zoc").keys} == names


def test_supply_lines_run_under_the_counters() -> None:
    assert [part.name for part in layer("supply").under] == ["supply", "supply-lines"]


def test_every_finding_is_told_in_the_margin() -> None:
    position, _ = midgame()
    assert len(layer("findings").remarks) == len(adjudicate(position).findings)


def test_supply_that_nobody_knows_is_drawn_as_the_counters_stand() -> None:
    """French cavalry behind the front is supplied if its side holds the land about it; that it hangs on that is marked."""
    position, hexes = midgame()
    seen = {name: each for side in position.pack.sides for name, each in seen_supply(position, side).items()}
    assert sum(each.assumed for each in seen.values()) == 16
    assert not any(each.hangs or each.state == UNDETERMINED for each in seen.values())
    assert all(each.words.startswith("Undetermined; ") for each in seen.values() if each.assumed)
    keys = [key.text for key in layer("supply").keys]
    assert "Supplied, as if the front had moved as the counters stand" in keys
    assert "Cannot be decided" not in keys

    raided = position.moved("fr.1cav", "1804")
    raiders = {name: each for name, each in seen_supply(raided, "fr").items() if each.hangs}
    assert raiders == {"fr.1cav": SeenSupply("supplied", assumed=True, hangs=True)}
    marks = supply_layer(raided, hexes)
    assert "Otherwise, if nothing had been taken before" in [key.text for key in marks.keys]
