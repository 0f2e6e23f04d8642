"""The page on the library tells the truth: its example runs in at most ten lines, and its tables name what there is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import adjudicator
from adjudicator import Game
from tests.helpers import ROOT

PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")


def test_the_example_opens_a_folder_judges_prints_and_draws(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(code.strip().splitlines()) <= 10
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=here, capture_output=True, text=True, check=True
    )
    assert "violations" in ran.stdout and "two:" in ran.stdout
    assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")


def test_the_table_names_every_question() -> None:
    rows = "".join(line.split("|")[1] for line in PAGE.splitlines() if line.startswith("| `"))
    public = {name for name in vars(Game) if not name.startswith("_") and callable(getattr(Game, name))}
    assert set(re.findall(r"`(\w+)\(", rows)) == public - {"of", "only"}


def test_every_public_name_can_be_had() -> None:
    assert all(getattr(adjudicator, name) is not None for name in adjudicator.__all__)
