"""The bundled sample game: made anew it is what lies in the folder, and it is wrong exactly where it says so."""

from __future__ import annotations

import importlib.util
import tomllib
import zipfile
from pathlib import Path

import pytest

from adjudicator.findings import Severity
from adjudicator.identify import Identifier, identify
from adjudicator.importers import read
from adjudicator.judge import adjudicate
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import play_log

FOLDER = Path(__file__).parents[3] / "fixtures" / "vassal" / "two_rivers"
FILES = ("start.vsav", "midgame.vsav", "turn_1.vlog")


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = importlib.util.spec_from_file_location("make_two_rivers", FOLDER / "make.py")
    assert spec is not None and spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    folder = tmp_path_factory.mktemp("two_rivers")
    script.make(folder)
    return folder


def entries(path: Path) -> dict[str, bytes]:
    """What a file holds; how it is packed depends on the zlib at hand."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.mark.parametrize("name", FILES)
def test_saves_and_logs_are_as_the_script_makes_them(anew: Path, name: str) -> None:
    assert entries(anew / name) == entries(FOLDER / name)


@pytest.mark.parametrize("name", FILES)
def test_they_read_without_notes(name: str) -> None:
    module = read(FOLDER / "two_rivers.vmod").module
    assert not read(FOLDER / name, module).notes


def test_the_start_is_legal_and_the_middle_breaks_what_is_listed() -> None:
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack, "valley")
    module = read(FOLDER / "two_rivers.vmod").module
    expected = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
    wanted = {"start.vsav": [], "midgame.vsav": sorted((each["rule"], each["at"]) for each in expected["position"])}
    for name, breaches in wanted.items():
        state = read(FOLDER / name, module).state
        assert state is not None
        position = identify(state, module, pack, theatre)
        assert not position.unidentified
        found = [finding for finding in adjudicate(position).findings if finding.severity == Severity.VIOLATION]
        assert sorted((finding.rule.removeprefix("two:"), finding.at[0]) for finding in found) == breaches


def test_the_log_breaks_what_is_listed_and_nothing_else() -> None:
    pack = load_pack("two_rivers")
    module = read(FOLDER / "two_rivers.vmod").module
    log = read(FOLDER / "turn_1.vlog", module).log
    assert log is not None
    play = play_log(log, Identifier(log.start, module, pack, load_theatre_for(pack, "valley"), sees="umpire"))
    expected = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["log"]
    found = [finding for finding in adjudicate(play).findings if finding.severity == Severity.VIOLATION]
    assert len(found) == len(expected)
    for each in expected:
        assert any(finding.rule == f"two:{each['rule']}" and each["unit"] in finding.units for finding in found), each
