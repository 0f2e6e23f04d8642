"""Bad data in a copy of the pack: one error each, which names the file, the table and the key."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.errors import AdjudicatorError
from adjudicator.packs.folders import BUNDLED
from adjudicator.packs.load import load_pack, load_theatre_for

CORRIDOR = Path("theatres", "smolensk_corridor")


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """The data alone; a folder brings no checks, so it has them from the pack that it extends."""
    copy = tmp_path / "thunder"
    shutil.copytree(BUNDLED / "thunder_in_the_east", copy, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    header = copy / "pack.toml"
    text = header.read_text(encoding="utf-8").replace('id = "thunder_in_the_east"', 'id = "thunder_copy"', 1)
    header.write_text(f'extends = "thunder_in_the_east"\n{text}', encoding="utf-8")
    return copy


def change(path: Path, old: str, new: str) -> None:
    """Replace the first place where a text stands."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def loaded(pack: Path) -> None:
    """Everything a user of the copy would read."""
    load_theatre_for(load_pack(str(pack), charts=pack / CORRIDOR / "charts.toml"), "smolensk_corridor")


def unknown_unit_in_a_binding(pack: Path) -> None:
    change(pack / "bindings" / "vassal.toml", 'unit = "{id}"', 'unit = "ax.1pzaa"')


def unknown_kind_in_a_rule(pack: Path) -> None:
    change(pack / "rules.toml", 'kinds = ["garrison"]', 'kinds = ["garison"]')


def unknown_class_in_a_table(pack: Path) -> None:
    change(pack / "movement.toml", 'movement_classes = ["leg"]', 'movement_classes = ["foot"]')


def unit_of_no_side(pack: Path) -> None:
    change(pack / "units.toml", 'side = "axis"', 'side = "axix"')


def rail_to_nowhere(pack: Path) -> None:
    path = pack / CORRIDOR / "hexsides.txt"
    path.write_text(path.read_text(encoding="utf-8") + "4030-4130 rail\n", encoding="utf-8")


def rail_over_two_hexes(pack: Path) -> None:
    path = pack / CORRIDOR / "hexsides.txt"
    path.write_text(path.read_text(encoding="utf-8") + "1010-1012 rail\n", encoding="utf-8")


def unknown_feature(pack: Path) -> None:
    path = pack / CORRIDOR / "hexsides.txt"
    path.write_text(path.read_text(encoding="utf-8") + "2929-2930 monorail\n", encoding="utf-8")


def link_to_nowhere(pack: Path) -> None:
    change(pack / CORRIDOR / "theatre.toml", 'b = "4011"', 'b = "9999"')


def city_outside_the_theatre(pack: Path) -> None:
    change(pack / CORRIDOR / "theatre.toml", 'hex = "2215"', 'hex = "4115"')


def city_of_an_unknown_kind(pack: Path) -> None:
    change(pack / CORRIDOR / "theatre.toml", 'kinds = ["city"]', 'kinds = ["citty"]')


def chart_cell_of_the_wrong_kind(pack: Path) -> None:
    change(pack / CORRIDOR / "charts.toml", "leg = 1", 'leg = "soft"')


def chart_cell_that_is_no_count(pack: Path) -> None:
    change(pack / CORRIDOR / "charts.toml", "axis = 4", "axis = -4")


def chart_row_that_nobody_asked_for(pack: Path) -> None:
    change(pack / CORRIDOR / "charts.toml", "[terrain_costs.open]", "[terrain_costs.moor]")


def binding_that_matches_two_units(pack: Path) -> None:
    lines = '[[counters]]\nname = "4th Army"\nunit = "ax.4a"\n\n[[counters]]\nname = "4th Army"\nunit = "ax.9a"\n\n'
    change(pack / "bindings" / "vassal.toml", "[[counters]]", lines + "[[counters]]")


def binding_that_hides_another(pack: Path) -> None:
    lines = '[[counters]]\nname = ".* Army"\nunit = "ax.4a"\n\n[[counters]]\nname = "9th Army"\nunit = "ax.9a"\n\n'
    change(pack / "bindings" / "vassal.toml", "[[counters]]", lines + "[[counters]]")


def chat_that_names_no_hex(pack: Path) -> None:
    change(pack / "bindings" / "vassal.toml", "attack (?P<hex>", "attack (?P<place>")


FLAWS: tuple[tuple[Callable[[Path], None], str, str], ...] = (
    (unknown_unit_in_a_binding, "vassal.toml", r"\[\[counters\]\] number 1 unit: .*'ax.1pzaa'"),
    (
        unknown_kind_in_a_rule,
        "rules.toml",
        r"\[rule .*who\.kinds\] 'garison' is no kind of unit.*did you mean 'garrison'",
    ),
    (unknown_class_in_a_table, "movement.toml", r"\[.*who\.movement_classes\] 'foot' is no movement class"),
    (unit_of_no_side, "units.toml", r"\[unit ax\..*\] side: 'axix'"),
    (rail_to_nowhere, "hexsides.txt", r"4030-4130.*4130"),
    (rail_over_two_hexes, "hexsides.txt", r"1010-1012"),
    (unknown_feature, "hexsides.txt", r"line \d+: 'monorail' is no hexside feature"),
    (link_to_nowhere, "theatre.toml", r"links.*9999"),
    (city_outside_the_theatre, "theatre.toml", r"Smolensk.*hex.*4115"),
    (city_of_an_unknown_kind, "theatre.toml", r"\[\[places\]\] Torun: 'citty' .*kinds"),
    (chart_cell_of_the_wrong_kind, "charts.toml", r"terrain_costs.open\D*leg.*soft"),
    (chart_cell_that_is_no_count, "charts.toml", r"rail_capacity\D*axis.*-4"),
    (chart_row_that_nobody_asked_for, "charts.toml", r"terrain_costs.*moor"),
    (binding_that_matches_two_units, "vassal.toml", r"\[\[counters\]\] number 2: .*ax\.4a and ax\.9a"),
    (binding_that_hides_another, "vassal.toml", r"\[\[counters\]\] number 2: .*ax\.4a and ax\.9a"),
    (chat_that_names_no_hex, "vassal.toml", r"\[\[chat\]\] number 1 pattern: .*'hex'"),
)


def test_an_unbroken_copy_loads(pack: Path) -> None:
    loaded(pack)


@pytest.mark.parametrize(("spoil", "file", "says"), FLAWS, ids=[flaw.__name__ for flaw, _, _ in FLAWS])
def test_a_flaw_is_one_error_that_says_where(pack: Path, spoil: Callable[[Path], None], file: str, says: str) -> None:
    spoil(pack)
    with pytest.raises(AdjudicatorError) as caught:
        loaded(pack)
    assert Path(caught.value.source.file).name == file
    assert re.search(says, caught.value.message), caught.value.message
    assert "\n" not in str(caught.value)
