"""`validate` from the shell, on boxes with one flaw each and on real ones."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES, SHARED, needs_shared
from tests.importers.vassal.boxes import a_board, a_map, a_slot, box

GRID = "VASSAL.build.module.map.boardPicker.board"


def write(path: Path, inside: str, **images: str) -> Path:
    """A module with these components, and images of these names (`__` stands for a dot)."""
    made = box(inside, **{name: _picture() for name in ("1st__png", *images)})
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in made.entries.items():
            archive.writestr(name, content)
    return path


def _picture() -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (9, 9)).save(out, "PNG")
    return out.getvalue()


def hexes(numbering: str) -> str:
    named = f"<{GRID}.mapgrid.HexGridNumbering {numbering}/>"
    return a_map(a_board(f'<{GRID}.HexGrid dx="50" dy="60">{named}</{GRID}.HexGrid>', width="1200", height="1300"))


def found(run: Run, path: Path) -> list[tuple[str, str]]:
    return [(each["kind"], each["subject"]) for each in run("validate", path, "--json").json["problems"]]


SLOT = a_slot()
FLIP = a_slot("emb2;;2;;;2;;;2;;;;1;false;0;0;gone.png;;true;Flip;;;false;;1;1\t", "-1\t")
STACK = "VASSAL.build.module.map.SetupStack"
AWAY = f'<{STACK} owningBoard="East" x="400" y="5" useGridLocation="false">{a_slot(gpid="2", name="1st")}</{STACK}>'
GHOST = "VASSAL.build.widget.PieceSlot"
FLAWS: dict[str, tuple[str, dict[str, str], list[tuple[str, str]]]] = {
    "nothing": (SLOT, {}, []),
    "a prototype that is not defined": (a_slot("prototype;Soldier\t", "\t"), {}, [("dangling-prototype", "Soldier")]),
    "a prototype that is a remark": (a_slot("prototype;# marks below\t", "\t"), {}, []),
    "an image that is not there": (FLIP, {}, [("dangling-image", "gone.png")]),
    "an image that nothing names": (SLOT, {"spare__png": ""}, [("unused-image", "spare.png")]),
    "an image named in a format": (
        SLOT + '<VASSAL.build.module.DiceButton name="d" reportFormat="&lt;img src=spare.png&gt; $result$"/>',
        {"spare__png": ""},
        [],
    ),
    "pictures that the engine has": (
        a_slot("markmoved;moved;0;0;Mark;77,130\t", "false\t")
        + '<VASSAL.build.module.PlayerRoster buttonIcon="Retire"/><VASSAL.build.module.DiceButton icon="die.gif"/>',
        {},
        [],
    ),
    "a picture of the box with a name of the engine's": (
        a_slot("markmoved;moved.gif;0;0;Mark;77,130\t", "false\t"),
        {"moved__gif": ""},
        [],
    ),
    "two pieces of one gpid": (SLOT + a_slot(name="2nd"), {}, [("duplicate-gpid", "1")]),
    "a set-up without its file": (
        SLOT + '<VASSAL.build.module.PredefinedSetup name="Day one" useFile="true" file="one.vsav"/>',
        {},
        [("absent-setup", "Day one")],
    ),
    "numbers that run together": (SLOT + hexes('sep="" hLeading="0" vLeading="0"'), {}, [("repeated-number", "East")]),
    "numbers with zeros in front": (SLOT + hexes('sep="" hLeading="1" vLeading="1"'), {}, []),
    "a stack outside its board": (
        SLOT + a_map(a_board(width="100", height="100"), more=AWAY),
        {},
        [("off-the-map", "1st")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("flaw", FLAWS)
def test_each_flaw_is_found_and_nothing_else(flaw: str, run: Run, tmp_path: Path) -> None:
    inside, images, expected = FLAWS[flaw]
    assert found(run, write(tmp_path / "box.vmod", inside, **images)) == expected


def test_a_piece_that_shows_nothing_has_no_size(run: Run, tmp_path: Path) -> None:
    bare = f'<{GHOST} entryName="ghost" gpid="3">+/null/piece;;;;ghost/null;0;0;3;0</{GHOST}>'
    assert found(run, write(tmp_path / "box.vmod", SLOT + bare)) == [("piece-without-size", "ghost")]


def test_what_refers_to_an_image_is_listed(run: Run, tmp_path: Path) -> None:
    told = run("validate", write(tmp_path / "box.vmod", SLOT), "--json").json
    assert told["images"] == {"1st.png": ["PieceSlot [1st]"]}


def test_our_own_module_is_sound(run: Run) -> None:
    ran = run("validate", FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod")
    assert ran.code == 0
    assert ran.out.endswith("nothing found\n")


def test_a_new_build_file_without_metadata_is_told(run: Run) -> None:
    alone = FIXTURES / "broken" / "vassal_module" / "new_build_file_alone.vmod"
    assert found(run, alone) == [("absent-metadata", "moduledata")]


def test_a_save_is_no_module(run: Run) -> None:
    assert run("validate", FIXTURES / "vassal" / "two_rivers" / "start.vsav").code == 3


@needs_shared
@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        ("hex-template/jzhex-n-counters-template-v12-379.vmod", {"dangling-prototype", "dangling-image"}),
        ("ragnarok/ragnarok-exploded.vmod", {"dangling-image", "unused-image"}),
        ("module-template/vassal-module-template.vmod", set()),
        ("programming-sample/Vassal-Programming-Sample.vmod", {"absent-class"}),
        ("tour/tour.mod", {"unused-image"}),
    ],
)
def test_real_modules_are_accused_of_nothing_else(path: str, kinds: set[str], run: Run) -> None:
    """Each kind was checked by hand: what is named is not among the entries, what is unused stands in no text."""
    problems = run("validate", SHARED / "data" / "vassal" / path, "--json").json["problems"]
    assert {each["kind"] for each in problems} == kinds
