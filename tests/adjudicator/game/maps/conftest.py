"""A pack drafted once from two boards that run on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.game.maps.traced import Traced
from adjudicator.game.pack_files import draft
from tests.helpers import FIXTURES

JOINED = FIXTURES / "boards" / "joined_boards.vmod"


@pytest.fixture(scope="session")
def joined_pack(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("joined") / "mine"
    draft(JOINED, folder)
    return folder


@pytest.fixture
def joined(joined_pack: Path, tmp_path: Path) -> Traced:
    """The map of two boards side by side, with a feature that has a direction."""
    folder = shutil.copytree(joined_pack, tmp_path / "mine")
    theatre = folder / "theatres" / "map" / "theatre.toml"
    text = theatre.read_text(encoding="utf-8")
    theatre.write_text(text.replace("features = []", 'features = ["slope"]\none_way = ["slope"]'), encoding="utf-8")
    return Traced.open(folder, module=JOINED)
