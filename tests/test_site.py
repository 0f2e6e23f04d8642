"""The site of the docs: each page has its place in it, and no link leads nowhere."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT


def test_every_page_that_people_write_has_its_place_in_the_site() -> None:
    """Pages made from the code are also found by the list of their overview."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    placed = set(re.findall(r": (\S+\.md)$", nav, re.MULTILINE))
    there = {path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")}
    assert sorted(placed - there) == []
    assert sorted(name for name in there - placed if not name.startswith("reference/")) == []


@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="mkdocs is not installed (make docs does that)")
def test_no_link_of_the_site_leads_nowhere(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        check=True,
    )
    assert (tmp_path / "tutorial" / "index.html").is_file()
