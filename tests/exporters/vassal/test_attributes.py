"""Every attribute that a generated module states is one that VASSAL's own class reads: a misspelt one is ignored in silence."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from lxml import etree

from adjudicator.packs.load import load_pack, load_theatre_for
from exporters.vassal.box import build_module

ATTRIBUTES = Path(__file__).parents[4] / "shared" / "oracle" / "attributes.json"

READ_BY_HAND = {
    "VASSAL.build.widget.PieceSlot": {"entryName", "gpid", "width", "height"},
    "VASSAL.build.module.PrototypeDefinition": {"name", "description"},
    "VASSAL.build.module.map.BoardPicker": {"slotWidth", "slotHeight", "slotScale", "title", "boardPrompt"},
    "VASSAL.build.module.map.GlobalMap": {
        "scale", "color", "hotkey", "tooltip", "buttonText", "icon",
    },
    "entry": set(),
    "option": {"name"},
}  # fmt: skip
"""Elements whose class reads the tree itself (`build(Element)`), and what each of them asks for."""

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


@pytest.mark.skipif(not ATTRIBUTES.exists(), reason="what the engine's classes read lies in ../shared")
@pytest.mark.parametrize("game", ["two_rivers"])
def test_every_attribute_is_read(game: str, tmp_path: Path) -> None:
    known = {kind: set(entry["attributes"]) for kind, entry in json.loads(ATTRIBUTES.read_text()).items()}
    known |= READ_BY_HAND | {kind: set() for kind in PLAIN}
    pack = load_pack(game)
    build_module(pack, load_theatre_for(pack), tmp_path / "game.vmod", height=24)
    with zipfile.ZipFile(tmp_path / "game.vmod") as archive:
        tree = etree.fromstring(archive.read("buildFile.xml"))
    ignored = sorted(
        {f"{each.tag} {name}" for each in tree.iter() for name in each.attrib if name not in known[each.tag]}
    )
    assert ignored == []
