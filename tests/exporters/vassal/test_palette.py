"""What a player finds in a built module: counters by side and type, boxes to send them to, namesakes told apart."""

from __future__ import annotations

import pytest
from lxml import etree

from adjudicator.exporters.vassal.box import PlannedModule, plan_box
from adjudicator.exporters.vassal.box.buildfile import build_file
from adjudicator.exporters.vassal.box.sending import MOST_IN_MENU, Boxes
from adjudicator.packs.load import load_pack, load_theatre_for, theatre_folder

WIDGET = "VASSAL.build.widget."


def planned(name: str) -> PlannedModule:
    pack = load_pack(name)
    return plan_box(pack, load_theatre_for(pack, theatre_folder(pack)))


@pytest.fixture(scope="module")
def fire() -> etree._Element:
    window: etree._Element = next(
        etree.fromstring(build_file(planned("fire_in_the_east"), {})).iter("VASSAL.build.module.PieceWindow")
    )
    return window


def test_every_counter_is_in_one_list_of_its_side_and_type(fire: etree._Element) -> None:
    lists = list(fire.iter(WIDGET + "ListWidget"))
    assert 20 < len(lists) < 60
    pack = load_pack("fire_in_the_east")
    assert sum(len(each) for each in lists) == len(pack.units) + len(pack.markers) > 1000
    sides = [each.get("entryName") for each in fire.iter(WIDGET + "BoxWidget")]
    assert sides == ["Axis", "Soviet"]
    assert {"Infantry", "Panzer", "Rifle", "Others", "Markers"} <= {each.get("entryName") for each in lists}


def test_names_in_a_list_come_by_their_numbers(fire: etree._Element) -> None:
    (cavalry,) = (each for each in fire.iter(WIDGET + "ListWidget") if each.get("entryName") == "Light tank")
    numbers = [
        int(name.split(".", maxsplit=1)[0])
        for slot in cavalry
        if (name := str(slot.get("entryName")))[0].isdecimal() and "." in name
    ]
    assert len(numbers) > 5 and numbers == sorted(numbers)


def test_namesakes_in_a_list_are_told_apart(fire: etree._Element) -> None:
    (infantry,) = (each for each in fire.iter(WIDGET + "ListWidget") if each.get("entryName") == "Infantry")
    assert any(str(slot.get("entryName")).startswith("1. Infantry division (") for slot in infantry)


def test_a_small_game_has_tabs() -> None:
    window = next(etree.fromstring(build_file(planned("two_rivers"), {})).iter("VASSAL.build.module.PieceWindow"))
    tabs = {
        each.get("entryName"): [child.get("entryName") for child in each] for each in window.iter(WIDGET + "TabWidget")
    }
    assert tabs["French"] == ["Infantry", "Others"] and list(tabs) == ["Counters", "French", "Austrian"]


def test_a_side_sends_to_its_own_boxes_and_to_nobodys() -> None:
    boxes = Boxes("Boxes", "Board", ("French reserve", "French eliminated", "Austrian reserve", "Pool", "Turn 1"))
    kinds = [kind for kind, _ in boxes.sending("French eliminated", ["Austrian"])]
    menus = [kind for kind in kinds if kind.startswith("submenu;")]
    assert menus == ["submenu;Send to box;French reserve,French eliminated,Pool;", "submenu;Send to turn;Turn 1;"]
    assert sum(kind.startswith("sendto;Eliminate;69,130;Boxes;Board;") for kind in kinds) == 1
    assert any('!LocationOfCommand.startsWith("Austrian ")' in kind for kind in kinds)


def test_a_menu_is_never_higher_than_a_screen() -> None:
    boxes = Boxes("Boxes", "Board", tuple(f"Turn {turn}" for turn in range(1, 60)))
    menus = [kind for kind, _ in boxes.sending() if kind.startswith("submenu;")]
    assert [kind.split(";")[1] for kind in menus] == ["Send to turn (1)", "Send to turn (2)"]
    assert max(kind.count("Turn ") for kind in menus) <= MOST_IN_MENU
    assert Boxes("Boxes", "Board", ()).sending() == ()


@pytest.mark.parametrize("name", ["thunder_in_the_east", "thunder_in_the_east_10"])
def test_a_binding_that_offers_a_choice_of_words_gives_a_box_for_each(name: str) -> None:
    names = {each.name for each in planned(name).boxes}
    assert {"Axis Force Pool", "Soviet Force Pool", "Axis Change box", "Soviet Holding box", "Untried pool"} <= names
