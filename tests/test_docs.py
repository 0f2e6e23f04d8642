"""The pages tell the truth: the guide to packs is followed word by word, and what a page names is there."""

from __future__ import annotations

import io
import re
import shlex
import shutil
from pathlib import Path

import pytest

from adjudicator.cli.main import status
from adjudicator.packs.installed import API
from tests.helpers import FIXTURES, ROOT

GUIDE = (ROOT / "docs" / "packs.md").read_text(encoding="utf-8")


def test_the_guide_to_packs_can_be_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("two_rivers.vmod", "midgame.vsav"):
        shutil.copy(FIXTURES / "vassal" / "two_rivers" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    begin, judge, *others = re.findall(r"^    adjudicator (.+)$", GUIDE, re.MULTILINE)
    assert status(shlex.split(begin)) == 0
    for name, text in re.findall(r"```toml\n# (\S+)\n(.*?)```", GUIDE, re.DOTALL):
        (tmp_path / "small_rivers" / name).write_text(text, encoding="utf-8")
    (cases,) = re.findall(r"```toml\n# cases of [^\n]+\n(.*?)```", GUIDE, re.DOTALL)
    (tmp_path / "cases.toml").write_text(cases, encoding="utf-8")
    assert status(shlex.split(judge)) == 1
    for command in others:
        assert status(shlex.split(command)) == 0
    assert (tmp_path / "small.png").stat().st_size


def test_a_bought_module_can_be_bound_by_its_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, page = FIXTURES / "vassal" / "smolensk_corridor", (ROOT / "docs" / "bind.md").read_text(encoding="utf-8")
    shutil.copy(folder / "smolensk_corridor.vmod", tmp_path / "my_module.vmod")
    shutil.copy(folder / "start.vsav", tmp_path)
    monkeypatch.chdir(tmp_path)
    texts = re.findall(r"```toml\n# (\S+\.toml)[^\n]*\n(.*?)```", page, re.DOTALL)
    for command in re.findall(r"^    adjudicator (.+)$", page, re.MULTILINE):
        if command.startswith("packs show"):
            for name, text in texts:
                with (tmp_path / "mine" / name).open("a", encoding="utf-8") as file:
                    file.write(f"\n{text}")
        assert status(shlex.split(command)) == 0
    assert (tmp_path / "numbers.png").stat().st_size and (tmp_path / "turn.png").stat().st_size


def test_the_commands_around_tracing_run_as_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, page = FIXTURES / "vassal" / "smolensk_corridor", (ROOT / "docs" / "trace.md").read_text(encoding="utf-8")
    shutil.copy(folder / "smolensk_corridor.vmod", tmp_path / "my_module.vmod")
    shutil.copy(folder / "start.vsav", tmp_path)
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    adjudicator (.+)$", page, re.MULTILINE)
    for command in commands:
        if not command.startswith("trace "):  # the page itself, which tests/browser opens
            assert status(shlex.split(command)) == 0
    assert len(commands) == 5 and (tmp_path / "turn.png").stat().st_size


def test_a_pack_is_shared_as_its_page_says(
    own_pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("two_rivers.vmod", "start.vsav"):
        shutil.copy(FIXTURES / "vassal" / "two_rivers" / name, tmp_path)
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    page = (ROOT / "docs" / "share.md").read_text(encoding="utf-8")
    publish, add, check, again = re.findall(r"^    adjudicator (.+)$", page, re.MULTILINE)
    assert [status(shlex.split(command)) for command in (publish, add)] == [0, 0]
    own_pack.rename(tmp_path / "yours")
    assert [status(shlex.split(command)) for command in (check, add, again)] == [0, 2, 0]


def test_rules_can_be_answered_as_their_page_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for name in ("two_rivers.vmod", "midgame.vsav"):
        shutil.copy(FIXTURES / "vassal" / "two_rivers" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    (answers,) = re.findall(r"```toml\n# answers.toml\n(.*?)```", page, re.DOTALL)
    (tmp_path / "answers.toml").write_text(answers, encoding="utf-8")
    draft, ask, *others, one, judge = re.findall(r"^    adjudicator (.+)$", page, re.MULTILINE)
    assert status(shlex.split(draft)) == 0
    assert status(shlex.split(ask)) == 2  # nobody sits at this terminal
    for command in others:
        assert status(shlex.split(command)) == 0
    monkeypatch.setattr("sys.stdin", io.StringIO("yes\n3\n" + "\n" * 6 + "-\n"))
    assert status(shlex.split(one)) == 0
    assert "most = 3" in (tmp_path / "small_rivers" / "stacking.toml").read_text(encoding="utf-8")
    assert status(shlex.split(judge)) == 0


PAGES = [
    *(path for folder in ("docs", "docs/tutorial") for path in sorted((ROOT / folder).glob("*.md"))),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
]
OURS = ("adjudicator/", "importers/", "exporters/", "tests/", "fixtures/", "schemas/", "docs/")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_what_a_page_names_is_there(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [page.parent / place for place in re.findall(r"\]\(([\w./-]+)(?:#[\w-]*)?\)", text)]
    named = [ROOT / place for place in re.findall(r"`([a-z_./0-9-]+)`", text) if place.startswith(OURS)]
    assert [str(path) for path in [*links, *named] if not path.exists()] == []


def test_the_page_of_versions_tells_the_number_of_the_interface() -> None:
    page = (ROOT / "docs" / "versions.md").read_text(encoding="utf-8")
    assert re.findall(r"now \*\*(\d+)\*\*", page) == [str(API)]
    assert all(name in page for name in (path.name for path in (ROOT / "schemas").glob("adjudicator-*.json")))


def test_commands_of_contributing_name_tests_that_are_there() -> None:
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r" (tests/[a-z_/.]+)", "\n".join(re.findall(r"^    .+$", page, re.MULTILINE)))
    assert named
    assert [name for name in named if not (ROOT / name).exists()] == []
