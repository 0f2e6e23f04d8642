"""What lies in a hand, a hidden zone or the fog, or on its face, is seen by whom the program shows it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator import open_game
from tests.importers.tabletop_simulator.saves import thing, tile

HAND = {"posX": 0, "posY": 3, "posZ": -20, "rotX": 0, "rotY": 30, "rotZ": 0, "scaleX": 12, "scaleY": 4, "scaleZ": 4}


def zone(name: str, **more: Any) -> dict[str, Any]:
    return {**thing(name, "zzzzzz", ""), "Transform": dict(HAND), **more}


def card(**more: Any) -> dict[str, Any]:
    return {**tile("aaaaaa", "Secret", (5, 40, -23)), "Name": "Card", "Hands": True, **more}


def down(found: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {**found, "Transform": {**found["Transform"], "rotZ": 180.0}, **more}


def seen(folder: Path, viewer: str, *things: dict[str, Any], hands: bool = False) -> str:
    """All that a viewer is told of a table with a red hand."""
    zones = [{"Color": "Red", "Transform": HAND}, {"Color": "Blue", "Transform": {**HAND, "posZ": 90}}]
    save = {
        "SaveName": "Zones",
        "ObjectStates": list(things),
        "Hands": {"HandTransforms": zones if hands else zones[1:]},
    }
    path = folder / "save.json"
    path.write_text(json.dumps(save))
    return json.dumps(open_game(path, viewer=viewer).inspect())


@pytest.mark.parametrize("yaw", [30, 90, 210])
def test_a_hand_at_any_angle_holds_what_lies_over_it(yaw: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HAND, "rotY", yaw)
    middle = {**card(), "Transform": {**card()["Transform"], "posX": 0, "posZ": -20, "posY": 40}}
    assert "Secret" in seen(tmp_path, "Red", middle, hands=True)
    assert "Secret" not in seen(tmp_path, "everybody", middle, hands=True)
    assert seen(tmp_path, "Blue", middle, hands=True) == seen(tmp_path, "Blue", hands=True)


def test_a_turned_hand_reaches_as_far_as_it_does(tmp_path: Path) -> None:
    assert "Secret" not in seen(tmp_path, "everybody", card(), hands=True)
    beside = {**card(), "Transform": {**card()["Transform"], "posX": 5, "posZ": -17}}
    assert "Secret" in seen(tmp_path, "everybody", beside, hands=True)


@pytest.mark.parametrize(
    ("of", "seeing"),
    [
        (zone("FogOfWarTrigger", FogColor="Red"), {"Red"}),
        (zone("FogOfWarTrigger", FogColor="Red", FogReverseHiding=True), {"Blue"}),
        (zone("FogOfWar"), set()),
    ],
    ids=["hidden zone", "reversed", "fog"],
)
def test_what_lies_in_a_zone_is_hidden(of: dict[str, Any], seeing: set[str], tmp_path: Path) -> None:
    red = zone("HandTrigger", FogColor="Red")
    red["Transform"] = {**HAND, "posZ": 60}
    found = {
        viewer
        for viewer in ("Red", "Blue", "everybody")
        if "Secret" in seen(tmp_path, viewer, red, of, tile("aaaaaa", "Secret", (0, 1, -20)))
    }
    assert found == seeing


def test_what_lies_on_its_face_is_nobodys_to_know(tmp_path: Path) -> None:
    away = (5, 1, 5)
    for hidden in (
        down({**tile("aaaaaa", "Secret", away), "Name": "Card"}),
        down(tile("aaaaaa", "Secret", away), HideWhenFaceDown=True),
    ):
        assert "Secret" not in seen(tmp_path, "Blue", hidden) and "Secret" in seen(tmp_path, "umpire", hidden)
    assert "Secret" in seen(tmp_path, "Blue", down(tile("aaaaaa", "Secret", away), HideWhenFaceDown=False))


def test_notes_of_the_master_are_his(tmp_path: Path) -> None:
    noted = {**tile("aaaaaa", "Infantry", (5, 1, 5)), "GMNotes": "Secret"}
    assert "Secret" not in seen(tmp_path, "Blue", noted) and "Secret" in seen(tmp_path, "umpire", noted)


def test_a_deck_in_a_hand_is_not_there_and_one_that_lies_open_has_no_order(tmp_path: Path) -> None:
    def deck(*names: str, at: tuple[float, float, float]) -> dict[str, Any]:
        inside = [{**tile(f"c{number}", name, at), "Name": "Card"} for number, name in enumerate(names)]
        return {**thing("Deck", "eeeeee", "", at), "ContainedObjects": inside}

    hand = deck("Secret", "Other", at=(0, 1, -20))
    assert seen(tmp_path, "Blue", hand, hands=True) == seen(tmp_path, "Blue", hands=True)
    lying = (5.0, 1.0, 5.0)
    assert seen(tmp_path, "Blue", deck("A one", "A two", at=lying)) == seen(
        tmp_path, "Blue", deck("A two", "A one", at=lying)
    )


def test_the_box_of_a_table_counts_nothing_hidden(tmp_path: Path) -> None:
    def told(*held: dict[str, Any]) -> tuple[str, str]:
        shown = seen(tmp_path, "Blue", *held, tile("bbbbbb", "Fort", (5, 1, 50)), hands=True)
        losses = open_game(tmp_path / "save.json", viewer="Blue").write(tmp_path / "out.csv", force=True).as_json()
        return shown, json.dumps(losses)

    held = {**card(), "Transform": {**card()["Transform"], "posX": 0, "posZ": -20}}
    other = {**held, "Nickname": "Other secret", "GUID": "cccccc"}
    assert told() == told(held) == told(held, other)
