"""Counters that are called alike: a draft tells them apart by side, image and entry, and leaves open what nothing tells."""

from __future__ import annotations

import tomllib

import pytest

from adjudicator.identify.lines import BindingLine, first_of
from adjudicator.importers.vassal.module import read_module
from adjudicator.lean import replace
from adjudicator.model.binding import Binding
from adjudicator.model.module import Module
from adjudicator.packs.drafting.counters import counters_of, sides_of
from tests.importers.vassal.boxes import box

WIDGET = "VASSAL.build.widget"


def slot(gpid: str, image: str, name: str = "Foot", marks: str = "") -> str:
    """An entry whose counter has this image, and a mark Side if one is given."""
    traits = ("mark;Side\t", f"{marks}\t") if marks else ("", "")
    piece = f"+/null/{traits[0]}piece;;;{image};{name}/{traits[1]}null;0;0;{gpid};0"
    return f'<{WIDGET}.PieceSlot entryName="{name}" gpid="{gpid}">{piece}</{WIDGET}.PieceSlot>'


def module(**palettes: str) -> Module:
    """A module with a palette for each side."""
    seats = "".join(f"<entry>{side}</entry>" for side in ("Crown", "League", "Duke"))
    tabs = "".join(
        f'<{WIDGET}.TabWidget entryName="{name}">{slots}</{WIDGET}.TabWidget>' for name, slots in palettes.items()
    )
    roster = f"<VASSAL.build.module.PlayerRoster>{seats}</VASSAL.build.module.PlayerRoster>"
    window = f'<VASSAL.build.module.PieceWindow name="Pieces">{tabs}</VASSAL.build.module.PieceWindow>'
    return read_module(box(roster + window), "alder.vmod", [])[0]


def drafted(made: Module) -> tuple[list[BindingLine], dict[str, str]]:
    """The lines of the drafted binding, and whose each drafted unit is."""
    counters = counters_of(made, sides_of(made))
    lines = tomllib.loads("\n".join(counters.lines))["counters"]
    units = tomllib.loads("\n".join(counters.types))["unit"]
    return [BindingLine.of(Binding.CounterRule(**each)) for each in lines], {each["id"]: each["side"] for each in units}


def whose(made: Module, at: int, gpid: str | None = None) -> str:
    """The side of the unit that the counter of an entry is taken for, as if it came from another entry; "" if none."""
    lines, sides = drafted(made)
    counter = made.slots[at].counter
    found = first_of(lines, replace(counter, slot=counter.slot if gpid is None else gpid))
    return sides[found[1]] if found else ""


@pytest.mark.parametrize("marks", [True, False])
def test_two_counters_of_one_name_are_their_own_sides(marks: bool) -> None:
    made = module(
        Crown=slot("2", "c.png", marks="Crown" if marks else ""),
        League=slot("8", "l.png", marks="League" if marks else ""),
    )
    assert [whose(made, at) for at in (0, 1)] == ["crown", "league"]
    assert [whose(made, at, "77") for at in (0, 1)] == ["crown", "league"]  # of an older module
    assert [whose(made, at, "") for at in (0, 1)] == ["crown", "league"]  # placed by a trait
    assert [whose(made, 1, "2"), whose(made, 0, "8")] == ["", ""]  # its image and its entry contradict each other


def test_three_sides_with_the_same_image_are_told_by_their_entries_alone() -> None:
    made = module(Crown=slot("2", "foot.png"), League=slot("8", "foot.png"), Duke=slot("9", "foot.png"))
    assert [whose(made, at) for at in range(3)] == ["crown", "league", "duke"]
    assert [whose(made, 1, "77"), whose(made, 1, "")] == ["", ""]


def test_a_name_that_one_side_has_twice_is_two_units() -> None:
    made = module(Crown=slot("2", "a.png") + slot("3", "b.png") + slot("4", "a.png"))
    lines, sides = drafted(made)
    found = [first_of(lines, each.counter) for each in made.slots]
    names = [each[1] for each in found if each]
    assert len(sides) == 2 and names == [names[0], names[1], names[0]] and names[0] != names[1]


def test_a_copy_in_a_palette_of_no_side_is_of_the_kind_that_looks_so() -> None:
    made = module(Crown=slot("2", "c.png"), League=slot("8", "l.png"), Later=slot("20", "l.png"))
    assert whose(made, 2) == "league"
    shared = module(Crown=slot("2", "f.png"), League=slot("8", "f.png"), Later=slot("20", "f.png"))
    assert whose(shared, 2) == "unknown"


def test_a_name_that_is_the_number_of_another_entry_is_no_other_counter() -> None:
    made = module(Crown=slot("2", "c.png", name="8"), League=slot("8", "l.png", name="Foot"))
    assert [whose(made, at) for at in (0, 1)] == ["crown", "league"]
