"""A shipped game's rules on a module of one's own: the pack loads, what it lacks is a note, and an empty map accuses nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.cli.main import status
from adjudicator.packs.load import is_sample, list_samples, load_pack, load_theatre_for, theatre_folder
from adjudicator.packs.verify import lacking
from tests.helpers import FIXTURES

GENERATED = FIXTURES / "vassal" / "smolensk_corridor"
BOUGHT = FIXTURES / "boards" / "bought.vmod"
PARENT = "thunder_in_the_east"


def draft(module: Path, folder: Path) -> Path:
    assert status(["packs", "draft", str(module), "--extends", PARENT, "-o", str(folder)]) == 0
    return folder


def test_a_bought_module_has_the_parents_rules_and_its_own_map_and_counters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = draft(BOUGHT, tmp_path / "mine")
    told = capsys.readouterr().err
    pack, parent = load_pack(folder), load_pack(PARENT)
    assert pack.rules.keys() == parent.rules.keys()
    assert parent.units.keys() < pack.units.keys()
    assert pack.sides == parent.sides
    assert {unit.name: unit.side for name, unit in pack.units.items() if name not in parent.units} == {
        "24. PzK": "axis",
        "Luftflotte 2": "axis",
        "16 A": "soviet",
    }
    theatre = load_theatre_for(pack)
    assert theatre_folder(pack) == folder / "theatres" / "map"
    assert "0101" in theatre.by_number
    assert "bound to units of the pack extended, since they are called alike: 3 counters" in told
    assert "side 'unknown', since no palette above them names a side: 1 unit" in told
    assert f"the units of '{PARENT}' are samples" in told


def test_a_counter_called_as_the_parents_is_bound_with_the_side_that_is_up(tmp_path: Path) -> None:
    pack = load_pack(draft(GENERATED / "smolensk_corridor.vmod", tmp_path / "mine"))
    lines = {rule.unit: rule for rule in pack.bindings["vassal"].counters}
    assert lines["ax.24pz"].face_layer == "Step"


def test_a_map_that_nobody_has_traced_accuses_nobody(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = draft(GENERATED / "smolensk_corridor.vmod", tmp_path / "mine")
    capsys.readouterr()
    assert status(["check", str(GENERATED / "start.vsav"), "--pack", str(folder), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert {each["severity"] for each in told["findings"]} == {"doubt"}
    assert any("unfinished" in json.dumps(each) for each in told["findings"])


def test_a_kind_that_the_child_lacks_is_a_note(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = draft(BOUGHT, tmp_path / "mine")
    parent = load_pack(PARENT)
    gone = [unit.id for unit in parent.units.values() if unit.kind == "leader" or unit.kind.endswith("hq")]
    gone = gone or [next(unit.id for unit in parent.units.values())]
    kinds = {parent.units[name].kind for name in gone}
    gone = [unit.id for unit in parent.units.values() if unit.kind in kinds]
    with (folder / "units.toml").open("a", encoding="utf-8") as file:
        file.writelines(f'\n[[unit]]\nid = "{name}"\ngone = true\n' for name in gone)
    pack = load_pack(folder)
    assert not pack.units.keys() & set(gone)
    assert any(f"'{kind}'" in note for kind in kinds for note in lacking(pack))
    capsys.readouterr()
    assert status(["packs", "show", str(folder)]) == 0
    assert "note: no counter of mine is a" in capsys.readouterr().err


def test_a_word_that_nobody_has_is_an_error_still(tmp_path: Path) -> None:
    folder = draft(BOUGHT, tmp_path / "mine")
    (folder / "stacking.toml").write_text(
        '[[limit]]\nname = "x"\nmost = 1\nby = "units"\nwho = { kinds = ["leder"] }\n'
    )
    assert status(["packs", "show", str(folder)]) == 3


def test_a_unit_that_no_parent_has_cannot_be_gone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = draft(BOUGHT, tmp_path / "mine")
    with (folder / "units.toml").open("a", encoding="utf-8") as file:
        file.write('\n[[unit]]\nid = "nobody"\ngone = true\n')
    capsys.readouterr()
    assert status(["packs", "show", str(folder)]) == 3
    assert "gone: no pack that this one extends has it" in capsys.readouterr().err


def test_samples_are_called_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = draft(BOUGHT, tmp_path / "mine")
    capsys.readouterr()
    assert status(["packs", "list"]) == 0
    listed = capsys.readouterr().out
    assert "smolensk_corridor (sample)" in listed
    assert "valley (sample)" not in listed
    pack = load_pack(folder)
    assert list_samples(pack) == ("smolensk_corridor",)
    assert not is_sample(theatre_folder(pack))
    assert status(["packs", "show", PARENT]) == 0
    assert "samples, not the game's own counter mix" in capsys.readouterr().out
