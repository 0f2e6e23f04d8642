"""The Prut front as a VASSAL game: the set-up is clean, the log breaks what expected.toml lists, and nothing else."""

from __future__ import annotations

import importlib.util
import tomllib
import zipfile
from pathlib import Path

import pytest

from adjudicator.analysis.supply.status import supply
from adjudicator.findings import Finding
from adjudicator.identify import Identifier, identify
from adjudicator.importers import read
from adjudicator.judge import adjudicate
from adjudicator.play.session import Play, play_log
from tests.adjudicator.audit.sample_games import Sample, audited, cut, listed, log_of, rules, whole

GAME = Sample("prut_front", "turn.vlog", "blitz_in_the_east", "prut_front")
EXPECTED = tomllib.loads((GAME.folder / "expected.toml").read_text(encoding="utf-8"))["mistake"]


@pytest.fixture(scope="module")
def play() -> Play:
    return play_log(log_of(GAME), Identifier(log_of(GAME).start, read(GAME.module).module, *rules(GAME)))


@pytest.fixture(scope="module")
def findings(play: Play) -> tuple[Finding, ...]:
    return adjudicate(play).findings


def test_the_files_are_as_the_script_makes_them(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("make_prut_front", GAME.folder / "make.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    script.make(tmp_path)
    for name in ("start.vsav", "turn.vlog"):
        assert (tmp_path / name).read_bytes() == (GAME.folder / name).read_bytes(), name
    with zipfile.ZipFile(tmp_path / "prut_front.vmod") as made, zipfile.ZipFile(GAME.module) as kept:
        assert made.namelist() == kept.namelist()
        # Pictures depend on the machine's fonts, the rest does not.
        for entry in kept.namelist():
            assert entry.endswith(".png") or made.read(entry) == kept.read(entry), entry


def test_every_counter_of_the_set_up_is_known_and_nothing_is_wrong() -> None:
    module = read(GAME.module).module
    state = read(GAME.folder / "start.vsav", module).state
    assert state is not None
    position = identify(state, module, *rules(GAME))
    assert position.unidentified == ()
    assert len(position.units) == 21
    assert (position.moment.turn, position.moment.condition("weather")) == (1, "clear")
    assert adjudicate(position).findings == ()
    for side in position.pack.sides:
        assert set(supply(position, side).states().values()) == {"supplied"}


def test_the_log_tells_every_kind_of_act(play: Play) -> None:
    kinds = {act.kind for act in play.acts}
    assert kinds >= {
        "move",
        "attack",
        "flip",
        "mark",
        "unmark",
        "lay",
        "lift",
        "transfer",
        "now",
        "value",
        "roll",
        "say",
    }


@pytest.mark.parametrize("mistake", EXPECTED, ids=[f"{each['rules'][0]}-{each['step']}" for each in EXPECTED])
def test_a_mistake_is_found_once_where_it_was_made(mistake: dict[str, object], findings: tuple[Finding, ...]) -> None:
    first, *others = mistake["rules"]  # type: ignore[misc]
    severity = mistake.get("severity", "violation")
    accused = [
        (each.step, each.severity.value)
        for each in findings
        if each.rule == f"bl:{first}" and list(each.units) == mistake["units"]
    ]
    assert accused == [(mistake["step"], severity)]
    for rule in others:
        assert any(each.rule == f"bl:{rule}" for each in findings)


def test_check_and_audit_find_what_is_listed_and_nothing_else(findings: tuple[Finding, ...]) -> None:
    assert sorted((each.rule, each.severity.value) for each in findings) == listed(GAME)
    assert sorted((each.rule, each.severity.value) for each in whole(GAME).findings) == listed(GAME)
    assert len({rule for rule, severity in listed(GAME) if severity == "violation"}) >= 10
    assert any(severity == "doubt" for _, severity in listed(GAME))


@pytest.mark.parametrize("share", [0.3, 0.5, 0.8])
def test_the_halves_give_the_findings_of_the_whole(share: float, tmp_path: Path) -> None:
    halves = audited(GAME, cut(GAME, int(len(log_of(GAME).steps) * share), tmp_path)).audit
    assert halves.chain.sound
    assert [finding.id for finding in halves.findings] == [finding.id for finding in whole(GAME).findings]
