"""Saves of Tabletop Simulator: unchanged ones come back the same, other games lose no more than the report says."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from adjudicator import importers
from adjudicator.errors import WriteError
from adjudicator.exporters import tabletop_simulator
from adjudicator.exporters.losses import Aspect, Content, LossKind, unaccounted
from adjudicator.model.counters import Counter, Design, Spot, Stack
from adjudicator.model.events import Place, Remove
from adjudicator.model.module import Module
from adjudicator.persistent import PersistentMap
from tests.exporters.states import IMAGES, contents
from tests.helpers import SHARED, needs_shared
from tests.importers.tabletop_simulator.saves import save

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def written(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def back(path: Path) -> Content:
    read = importers.read(path)
    return Content(read.module, read.state)


def opened(folder: Path, document: Any) -> Content:
    path = folder / "in.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return back(path)


def unmarked(path: Path) -> Any:
    """A document without the key by which it says that we wrote it."""
    return {key: value for key, value in written(path).items() if key != "made_by"}


@needs_shared
def test_a_real_save_comes_back_with_the_same_tree(tmp_path: Path) -> None:
    original = SHARED / "data" / "tts" / "0000000.json"
    content = back(original)
    report = tabletop_simulator.export(content, tmp_path / "out.tts.json")
    assert unmarked(tmp_path / "out.tts.json") == json.loads(original.read_text(encoding="utf-8"))
    assert unaccounted(report, content, back(tmp_path / "out.tts.json")) == []
    assert report.losses == () and report.before == report.after


def test_an_unchanged_save_comes_back_with_the_same_tree(tmp_path: Path) -> None:
    tabletop_simulator.export(opened(tmp_path, save()), tmp_path / "out.tts.json")
    assert unmarked(tmp_path / "out.tts.json") == save()


def test_only_what_changed_differs(tmp_path: Path) -> None:
    content = opened(tmp_path, save())
    state = content.state
    assert state is not None
    unit = state.counters["aaaaaa"]
    moved = replace(unit, spot=Spot("Table", 5100, 4900, "Table"), angles=(90.0,), levels=(1,), name="Renamed")
    two = state.counters["dddddd"]
    flipped = replace(two, levels=(-1, 2))
    changed = replace(state, counters=state.counters.set("aaaaaa", moved).set("dddddd", flipped))
    tabletop_simulator.export(Content(content.module, changed), tmp_path / "out.tts.json")
    before, after = save(), written(tmp_path / "out.tts.json")
    differing = [
        index
        for index, (one, other) in enumerate(zip(before["ObjectStates"], after["ObjectStates"], strict=True))
        if one != other
    ]
    names = [before["ObjectStates"][index]["GUID"] for index in differing]
    assert names == ["aaaaaa", "dddddd"]
    where = after["ObjectStates"][differing[0]]["Transform"]
    assert (where["posX"], where["posZ"], where["rotY"], where["rotZ"]) == (2.0, 2.0, 270.0, 180.0)
    again = back(tmp_path / "out.tts.json").state
    assert again is not None
    assert (again.counters["aaaaaa"].name, again.counters["aaaaaa"].levels) == ("Renamed", (1,))
    shown = after["ObjectStates"][differing[1]]
    assert shown["Nickname"] == "Second face" and list(shown["States"]) == ["1"]


def test_a_new_counter_becomes_a_tile_and_a_removed_one_is_gone(tmp_path: Path) -> None:
    content = opened(tmp_path, save())
    state = content.state
    assert state is not None
    new = Counter("fresh", "Fresh unit", Spot("Table", 5000, 5000, "Table"), Design("fresh", "red.png"), order=99)
    changed = state.after(Remove("bbbbbb")).after(Place(new, order=99))
    module = replace(content.module or Module("", ""), image=IMAGES.get)
    report = tabletop_simulator.export(Content(module, changed), tmp_path / "out.tts.json")
    names = [each["Nickname"] for each in written(tmp_path / "out.tts.json")["ObjectStates"]]
    assert "Fresh unit" in names and "Second" not in names
    assert report.lost(Aspect.LOOKS) == {"fresh"}
    assert unaccounted(report, Content(module, changed), back(tmp_path / "out.tts.json")) == []


def test_cards_drawn_from_a_deck_leave_its_list(tmp_path: Path) -> None:
    content = opened(tmp_path, save())
    state = content.state
    assert state is not None
    deck = state.stacks["eeeeee"]
    drawn = replace(state.counters[deck.members[-1]], stack="", order=50, spot=Spot("Table", 5200, 5200, "Table"))
    rest = replace(deck, members=deck.members[:-1])
    changed = replace(state, counters=state.counters.set(drawn.id, drawn), stacks=state.stacks.set("eeeeee", rest))
    tabletop_simulator.export(Content(content.module, changed), tmp_path / "out.tts.json")
    found = next(each for each in written(tmp_path / "out.tts.json")["ObjectStates"] if each["GUID"] == "eeeeee")
    assert found["DeckIDs"] == [101, 102] and [card["CardID"] for card in found["ContainedObjects"]] == [101, 102]


@SLOW
@given(contents())
def test_any_game_loses_no_more_than_the_report_says(
    tmp_path_factory: pytest.TempPathFactory, content: Content
) -> None:
    path = tmp_path_factory.mktemp("tts") / "out.tts.json"
    report = tabletop_simulator.export(content, path, "ours")
    after = back(path)
    assert unaccounted(report, content, after) == []
    assert after.state is not None and content.state is not None
    assert len(after.state.counters) == report.after[Aspect.COUNTERS] == len(content.state.counters)


@SLOW
@given(contents())
def test_pictures_and_places_keep_their_relations(tmp_path_factory: pytest.TempPathFactory, content: Content) -> None:
    path = tmp_path_factory.mktemp("tts") / "out.tts.json"
    report = tabletop_simulator.export(content, path)
    after = back(path)
    assert content.state is not None and after.state is not None and after.module is not None
    offsets: dict[str, set[tuple[int, int]]] = {}
    for counter in content.state.counters.values():
        found = after.state.counters[report.renamed[counter.id]]
        if counter.spot.map:
            offsets.setdefault(counter.spot.map, set()).add(
                (found.spot.x - counter.spot.x, found.spot.y - counter.spot.y)
            )
        assert after.module.image(found.design.image)
    assert all(len(found) == 1 for found in offsets.values())


def test_a_box_alone_is_no_save(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="wants a game"):
        tabletop_simulator.export(Content(Module("box", "")), tmp_path / "out.tts.json")
    assert list(tmp_path.iterdir()) == []


def test_a_masked_counter_lies_face_down(tmp_path: Path) -> None:
    design = Design("secret", "red.png", mask="mask.png")
    counter = Counter("x", "Secret", Spot("Front", 5, 5), design, masked_by="Player 1")
    state = replace(
        opened(tmp_path, save()).state or pytest.fail("no state"),
        counters=PersistentMap({"x": counter}),
        stacks=PersistentMap(),
        carried={},
    )
    report = tabletop_simulator.export(Content(Module("m", "", image=IMAGES.get), state), tmp_path / "out.tts.json")
    tile = written(tmp_path / "out.tts.json")["ObjectStates"][-1]
    assert tile["Transform"]["rotZ"] == 180.0 and tile["CustomImage"]["ImageSecondaryURL"]
    assert any(loss.aspect is Aspect.CONCEALMENT and loss.fate is LossKind.APPROXIMATED for loss in report.losses)


def test_pictures_lie_in_the_folder_of_that_name_again_once_it_is_gone(tmp_path: Path) -> None:
    counter = Counter("x", "Alone", Spot("Front", 5, 5), Design("d", "red.png"))
    base = opened(tmp_path, save()).state or pytest.fail("no state")
    state = replace(base, counters=PersistentMap({"x": counter}), stacks=PersistentMap(), carried={})
    for _ in range(2):
        tabletop_simulator.export(Content(Module("m", "", image=IMAGES.get), state), tmp_path / "out.tts.json")
        assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["out.tts_files"]
        shutil.rmtree(tmp_path / "out.tts_files")


def test_a_stack_of_one_is_told_to_be_no_pile(tmp_path: Path) -> None:
    counter = Counter("x", "Alone", Spot("Front", 5, 5), Design("d", "red.png"), stack="s")
    base = opened(tmp_path, save()).state or pytest.fail("no state")
    state = replace(
        base,
        counters=PersistentMap({"x": counter}),
        stacks=PersistentMap({"s": Stack("s", counter.spot, ("x",))}),
        carried={},
    )
    report = tabletop_simulator.export(Content(Module("m", "", image=IMAGES.get), state), tmp_path / "out.tts.json")
    assert report.lost(Aspect.STACKS) == {"s"}
