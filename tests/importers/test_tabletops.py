"""The fixtures of other tabletops: whole ones read, each broken one is one clear error, all are as they were made."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.errors import ReadError
from tests.helpers import FIXTURES
from tests.importers.tabletops import BROKEN, FILES

PACKED = (".ztb", ".gbx")
"""What another zlib may pack into other bytes."""


@pytest.mark.parametrize("name", FILES)
def test_a_fixture_is_as_it_is_made_and_reads(name: str) -> None:
    if not name.endswith(PACKED):
        assert (FIXTURES / name).read_bytes() == FILES[name]()
    read = importers.read(FIXTURES / name)
    assert read.module is not None or read.state is not None


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_fixture_is_one_clear_error(name: str) -> None:
    path = FIXTURES / "broken" / name
    with pytest.raises(ReadError, match=BROKEN[name][1]) as caught:
        importers.read(path)
    assert caught.value.source.file == path.name and "\n" not in str(caught.value)


def test_every_folder_says_where_its_files_are_from() -> None:
    folders = {Path(name).parent for name in FILES} | {Path("broken") / Path(name).parent for name in BROKEN}
    assert all((FIXTURES / folder / "SOURCE.md").is_file() for folder in folders)
