"""Every attribute that a module of ours states is one that VASSAL's own class reads: a misspelt one is ignored in silence."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from adjudicator import open_game
from adjudicator.exporters.vassal.box import plan_box
from adjudicator.exporters.vassal.box.build import read_setups
from adjudicator.exporters.vassal.box.buildfile import build_file
from adjudicator.exporters.vassal.box.charts import pages
from adjudicator.packs.folders import known_folders
from adjudicator.packs.load import load_pack, load_theatre_for, theatre_folder
from tests.helpers import FIXTURES, SHARED

ATTRIBUTES = SHARED / "oracle" / "attributes.json"
SHIPPED = sorted((FIXTURES / "vassal").glob("*/*.vmod"))
CONVERTED = ("tabletop_simulator/table.json", "cyberboard/version_4.gam", "zuntzu/steppe.ztb", "zuntzu/old_form.zts")

READ_BY_HAND = {
    "VASSAL.build.GameModule": {
        "ModuleOther1", "ModuleOther2", "VassalVersion", "description", "name", "nextPieceSlotId", "version",
    },
    "VASSAL.build.widget.PieceSlot": {"entryName", "gpid", "width", "height"},
    "VASSAL.build.widget.CardSlot": {"entryName", "gpid", "width", "height"},
    "VASSAL.build.module.map.DrawPile": {"location", "useGridLocation"},
    "VASSAL.build.module.PrototypeDefinition": {"name", "description"},
    "VASSAL.build.module.map.BoardPicker": {"slotWidth", "slotHeight", "slotScale", "title", "boardPrompt"},
    "VASSAL.build.module.map.GlobalMap": {"scale", "color", "hotkey", "tooltip", "buttonText", "icon"},
    "entry": set(),
    "option": {"name"},
    "setup": set(),
}  # fmt: skip
"""Elements whose class reads the tree itself (`build(Element)`), and what each of them asks for; of a CardSlot its PieceSlot
does so, and a DrawPile leaves its place to SetupStack, which it extends.
"""

PLAIN = {
    "VASSAL.build.module.BasicCommandEncoder",
    "VASSAL.build.module.Chatter",
    "VASSAL.build.module.map.ForwardToChatter",
    "VASSAL.build.module.map.ForwardToKeyBuffer",
    "VASSAL.build.module.map.KeyBufferer",
    "VASSAL.build.module.map.MenuDisplayer",
    "VASSAL.build.module.map.StackExpander",
}
"""Elements that have no attributes."""

pytestmark = pytest.mark.skipif(
    not ATTRIBUTES.exists(), reason="what the engine's classes read lies in ../shared/oracle, which is not here"
)


def ignored(build: bytes) -> list[str]:
    """What a build file states and the engine does not read."""
    known = {kind: set(entry["attributes"]) for kind, entry in json.loads(ATTRIBUTES.read_text()).items()}
    known |= {kind: known.get(kind, set()) | read for kind, read in READ_BY_HAND.items()} | {
        kind: set() for kind in PLAIN
    }
    parts = (each for each in etree.fromstring(build).iter() if isinstance(each.tag, str))
    return sorted({f"{each.tag} {name}" for each in parts for name in each.attrib if name not in known[each.tag]})


def build_file_of(path: Path) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return archive.read("buildFile.xml")


@pytest.mark.parametrize("pack", [folder.name for folder in known_folders()])
def test_every_attribute_of_a_built_module_is_read(pack: str) -> None:
    loaded = load_pack(pack)
    folder = theatre_folder(loaded, "")
    box = plan_box(loaded, load_theatre_for(loaded, folder), setups=tuple(read_setups(folder)))
    charts = {file: title for file, (title, _) in pages(box).items()}
    assert box.setups
    assert ignored(build_file(box, charts)) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_every_attribute_of_a_sample_module_is_read(path: Path) -> None:
    assert ignored(build_file_of(path)) == []


@pytest.mark.parametrize("name", CONVERTED)
def test_every_attribute_of_a_converted_game_is_read(name: str, tmp_path: Path) -> None:
    open_game(FIXTURES / name).write(tmp_path / "out.vmod")
    assert ignored(build_file_of(tmp_path / "out.vmod")) == []
