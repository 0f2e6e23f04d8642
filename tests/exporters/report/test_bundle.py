"""The folder for huge maps: tiles beside the page, and nothing overwritten that is no report."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.errors import UsageError
from adjudicator.exporters.report.bundle import write_bundle
from tests.exporters.report.games import judged_turn


def test_a_bundle_has_its_map_in_tiles_and_is_replaced_whole(tmp_path: Path) -> None:
    folder = tmp_path / "report"
    for _ in range(2):
        write_bundle(judged_turn(), folder)
        assert (folder / "index.html").is_file()
        assert list((folder / "tiles").rglob("*.webp"))
        assert [each.name for each in tmp_path.iterdir()] == ["report"]
    assert "data:image/webp" in (folder / "index.html").read_text(encoding="utf-8")


def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(UsageError, match="name a new or empty folder"):
        write_bundle(judged_turn(), tmp_path)
    assert (tmp_path / "letters.txt").read_text(encoding="utf-8") == "dear"
