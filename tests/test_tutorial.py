"""The tutorial is followed from an empty folder, and what its commands print is compared with its pages.

`pytest tests/test_tutorial.py --regen` writes what they print into the pages instead.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest

from adjudicator.game.cases import JudgedCase, try_cases
from adjudicator.importers.vassal.wire import obfuscation
from fixtures.tutorial.make import make
from tests.helpers import FIXTURES
from tests.tutorial import FOLDER, GIVEN, PAGES, Ran, empty_room, followed


def test_the_tutorial_leads_from_an_empty_folder_to_a_judged_log(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    request: pytest.FixtureRequest,
) -> None:
    monkeypatch.chdir(empty_room(tmp_path))
    ran = [each for page in PAGES for each in followed(page, tmp_path, capsys.readouterr)]
    different = [each for each in ran if not fits(each.shown, each.printed)]
    if request.config.getoption("--regen"):
        rewrite(different)
    else:
        assert [(each.page, each.command, each.printed) for each in different] == []
    assert [(each.case.id, each.wrong) for each in by_hand(tmp_path) if each.wrong] == []
    assert all((tmp_path / name).stat().st_size for name in ("start.png", "turn_1.png", "audit.html", "judged.vlog"))


def by_hand(folder: Path) -> list[JudgedCase]:
    """What the cases say of a pack whose rules are those that another page writes in an editor."""
    for path in (folder / "alder").glob("*.toml"):
        if path.stem not in ("units", "vocabulary"):
            path.unlink()
    assert list(followed("by-hand", folder, lambda: ("", ""))) == []
    return list(try_cases(folder / "alder", folder / "cases.toml"))


def test_the_files_of_the_game_are_what_their_script_makes(tmp_path: Path) -> None:
    make(tmp_path)
    for name in GIVEN:
        assert (tmp_path / name).read_bytes() == (FIXTURES / "tutorial" / name).read_bytes(), name


def test_the_commands_of_the_log_that_the_page_of_verdicts_shows_stand_in_it() -> None:
    page = (FOLDER.parent / "verdict.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    with zipfile.ZipFile(FIXTURES / "tutorial" / "turn_1.vlog") as log:
        text = obfuscation.reveal(log.read("savedGame"))
    assert [line for line in shown.splitlines() if line not in text] == []


def fits(shown: str, printed: str) -> bool:
    """Whether the page shows what was printed; a line "…" stands for lines left out, and "…" in a line for words."""
    lines = re.sub(re.escape(re.escape("…\n")), "(?:.*\\n)*?", re.escape(shown), flags=re.MULTILINE)
    return re.fullmatch(lines.replace("…", ".*?"), printed) is not None


def rewrite(different: Iterable[Ran]) -> None:
    """Put what was printed under each command that does not show it."""
    for each in different:
        path = FOLDER / f"{each.page}.md"
        text = path.read_text(encoding="utf-8")
        old = f"$ {each.command}\n{each.shown}"
        end = "```" if f"{old}```" in text else "$ "
        path.write_text(text.replace(f"{old}{end}", f"$ {each.command}\n{each.printed}{end}", 1), encoding="utf-8")
