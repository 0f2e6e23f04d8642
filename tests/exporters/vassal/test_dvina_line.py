"""The sample game of the Europa packs: made anew it is what lies in the folder, and wrong exactly where it says so."""

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
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import play_log
from tests.adjudicator.audit.sample_games import rule_in

FIXTURES = Path(__file__).parents[3] / "fixtures"
FOLDER = FIXTURES / "vassal" / "dvina_line"
GAMES = ("fire_in_the_east", "sudden_storm")


def game(name: str) -> Pack:
    """A game with the invented sheet."""
    return load_pack(name, charts=FIXTURES / "charts" / f"{name}_invented.toml")


@pytest.fixture(scope="module")
def anew(tmp_path_factory: pytest.TempPathFactory) -> Path:
    spec = importlib.util.spec_from_file_location("make_dvina_line", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    folder = tmp_path_factory.mktemp("dvina_line")
    script.make(folder)
    return folder


@pytest.mark.parametrize("name", ["start.vsav", "turn_4.vlog"])
def test_save_and_log_are_as_the_script_makes_them(anew: Path, name: str) -> None:
    with zipfile.ZipFile(anew / name) as made, zipfile.ZipFile(FOLDER / name) as kept:
        assert {each: made.read(each) for each in made.namelist()} == {
            each: kept.read(each) for each in kept.namelist()
        }


@pytest.mark.parametrize("name", GAMES)
def test_the_set_up_is_legal(name: str) -> None:
    pack, module = game(name), read(FOLDER / "dvina_line.vmod").module
    state = read(FOLDER / "start.vsav", module).state
    assert state is not None
    position = identify(state, module, pack, load_theatre_for(pack))
    assert not position.unidentified
    assert not adjudicate(position).findings


BEGUN_THERE = {"history": "whole"}
"""The scenario begins on the fourth turn: nothing was taken before."""


@pytest.mark.parametrize("name", GAMES)
def test_the_log_breaks_what_is_listed_and_nothing_else(name: str) -> None:
    pack, module = game(name), read(FOLDER / "dvina_line.vmod").module
    log = read(FOLDER / "turn_4.vlog", module).log
    assert log is not None
    play = play_log(log, Identifier(log.start, module, pack, load_theatre_for(pack), conditions=BEGUN_THERE))
    expected = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))["log"]
    found = adjudicate(play).findings
    assert len(found) == len(expected)
    for each in expected:
        fits = [
            finding
            for finding in found
            if finding.rule == f"{pack.header.short}:{rule_in(each, pack.header.short)}"
            and each["unit"] in finding.units
        ]
        assert fits, each
        assert fits[0].severity == Severity(each.get("severity", "violation"))
