"""Tabletop Simulator saves read: tiles, decks, bags, states, piles, hands, grids; bad ones refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator import budget, importers
from adjudicator.errors import CorruptFile, ReadError
from adjudicator.importers.format import Imported
from adjudicator.model.grid import HexGrid
from adjudicator.notes import NoteKind
from tests.helpers import SHARED, needs_shared
from tests.importers.tabletop_simulator.saves import save, tile


def read(folder: Path, document: Any) -> Imported:
    path = folder / "save.json"
    path.write_text(json.dumps(document) if not isinstance(document, str) else document, encoding="utf-8")
    return importers.read(path)


def test_things_are_counters_on_one_table(tmp_path: Path) -> None:
    state = read(tmp_path, save()).state
    assert state is not None
    unit = state.counters["bbbbbb"]
    assert (unit.name, unit.spot.map, unit.spot.x, unit.spot.y, unit.angles) == ("Second", "Table", 5200, 5150, (60.0,))
    assert unit.design.image == "http://example.com/bbbbbb.png" and unit.levels == (-1,)
    assert state.scenario_notes == "Six turns" and state.public_notes == "Red to move"
    assert str(state.trackers[0]) == "Red"


def test_loose_things_on_one_point_are_a_stack_by_height(tmp_path: Path) -> None:
    state = read(tmp_path, save()).state
    assert state is not None
    assert state.stacks["pile:bbbbbb"].members == ("bbbbbb", "cccccc")


def test_decks_and_bags_hold_their_things_top_first(tmp_path: Path) -> None:
    state = read(tmp_path, save()).state
    assert state is not None
    deck, bag = state.stacks["eeeeee"], state.stacks["baaaaa"]
    assert deck.members == ("c00003", "c00002", "c00001") and deck.deck is not None and deck.deck.face_down
    assert state.counters["c00001"].design.image == "http://example.com/f.jpg#0"
    assert bag.members == ("b00001",)


def test_states_are_levels_of_a_layer(tmp_path: Path) -> None:
    state = read(tmp_path, save()).state
    assert state is not None
    found = state.counters["dddddd"]
    assert [layer.name for layer in found.design.layers] == ["back", "state"]
    assert found.levels == (-1, 1) and found.design.layers[1].names == ("First face", "Second face")


def test_what_lies_in_a_hand_is_hidden_by_its_colour(tmp_path: Path) -> None:
    read_ = read(tmp_path, save())
    assert read_.state is not None and read_.module is not None
    assert read_.state.counters["d00001"].hidden_by == "Red" and read_.module.sides == ("Red",)


def test_the_grid_is_the_table_s(tmp_path: Path) -> None:
    module = read(tmp_path, save()).module
    assert module is not None
    grid = module.maps[0].boards[0].grid
    assert isinstance(grid, HexGrid) and (grid.dx, grid.x0, grid.y0, grid.sideways) == (75.0, 5025, 4975, False)


def test_nothing_remote_is_fetched_and_nothing_is_run(tmp_path: Path) -> None:
    notes = read(tmp_path, save()).notes
    fetched = [note for note in notes if note.text.startswith("not fetched")]
    assert "http://example.com/map.jpg" in {note.subject for note in fetched}
    assert any(note.kind is NoteKind.CARRIED and "never run" in note.text for note in notes)


def test_pictures_outside_the_save_s_own_folder_stay_shut(tmp_path: Path) -> None:
    (tmp_path / "save_files").mkdir()
    (tmp_path / "save_files" / "inside.png").write_bytes(b"inside")
    (tmp_path / "secret.png").write_bytes(b"secret")
    (tmp_path / "save_files" / "link.png").symlink_to(tmp_path / "secret.png")
    module = read(tmp_path, save()).module
    assert module is not None
    assert module.image(f"file:///{tmp_path}/save_files/inside.png") == b"inside"
    for address in ("file:///etc/passwd", f"file:///{tmp_path}/secret.png", f"file:///{tmp_path}/save_files/link.png"):
        assert module.image(address) is None


def test_a_save_without_ids_gets_ids(tmp_path: Path) -> None:
    twins = [tile("abcabc", "One", (0, 1, 0)), tile("abcabc", "Two", (9, 1, 0)), {"Name": "Die_6"}]
    state = read(tmp_path, save(ObjectStates=twins)).state
    assert state is not None and sorted(state.counters) == ["abcabc", "abcabc#2", "object#1"]


@needs_shared
def test_a_real_save_is_read_whole() -> None:
    path = SHARED / "data" / "tts" / "0000000.json"
    document = json.loads(path.read_text(encoding="utf-8"))
    state = importers.read(path).state
    assert state is not None
    contained = sum(len(each.get("ContainedObjects") or []) for each in document["ObjectStates"])
    containers = sum(stack.deck is not None for stack in state.stacks.values())
    assert len(state.counters) + containers == len(document["ObjectStates"]) + contained


@needs_shared
def test_a_taken_apart_mod_says_what_lies_elsewhere() -> None:
    read_ = importers.read(SHARED / "data" / "tts" / "StarWarsLegion.json")
    assert read_.notes[0].kind is NoteKind.MISSING and "175 objects" in read_.notes[0].text


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ('{"SaveName": "x", "ObjectStates": [', "not JSON"),
        ('{"SaveName": "x"}', "no 'ObjectStates'"),
        ('{"SaveName": "x", "ObjectStates": {}}', "wants a list of objects"),
        ('{"SaveName": "x", "ObjectStates": ' + "[" * 5000 + "]" * 5000 + "}", "not JSON|too deep"),
        ('{"SaveName": "x", "X": NaN, "ObjectStates": ' + "[" * 50000, "not JSON|too deep"),
    ],
    ids=["cut", "empty", "kind", "deep", "deeper"],
)
def test_a_bad_save_is_one_clear_error(tmp_path: Path, document: str, message: str) -> None:
    with pytest.raises(ReadError, match=message) as caught:
        read(tmp_path, document)
    assert caught.value.source.file == "save.json"


def test_absurd_numbers_are_not_believed(tmp_path: Path) -> None:
    wild = tile("aaaaaa", "Wild", (1e300, 1, 0))
    state = read(tmp_path, save(ObjectStates=[wild])).state
    assert state is not None and state.counters["aaaaaa"].spot.x == 5000
    text = json.dumps(save(ObjectStates=[wild])).replace("1e+300", "Infinity")
    assert "Infinity" in text and read(tmp_path, text).state is not None


def test_a_huge_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    with budget.allowed(megabytes=0.00001), pytest.raises(ReadError, match="1e-05 MB of memory"):
        read(tmp_path, save())


def test_our_own_documents_are_not_taken_for_saves(tmp_path: Path) -> None:
    path = tmp_path / "ours.json"
    path.write_text(
        '{"format": "adjudicator-state-1", "kind": "state", "state": {"module": "SaveName"}}', encoding="utf-8"
    )
    assert importers.recognise(path).name == "adjudicator JSON"
    assert issubclass(CorruptFile, ReadError)
