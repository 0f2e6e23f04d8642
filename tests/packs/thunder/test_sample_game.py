"""The Smolensk Corridor as a VASSAL game: the set-up is clean, the log breaks what expected.toml lists and nothing else."""

from __future__ import annotations

import importlib.util
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from adjudicator import importers
from adjudicator.analysis.supply.status import supply
from adjudicator.findings import Report, Severity
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.folders import BUNDLED
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import Play, play_log
from adjudicator.record.position import Position
from tests.helpers import FIXTURES

PACK = "thunder_in_the_east"
GAME = FIXTURES / "vassal" / "smolensk_corridor"
CHARTS = BUNDLED / PACK / "theatres" / "smolensk_corridor" / "charts.toml"
EXPECTED = tomllib.loads((GAME / "expected.toml").read_text(encoding="utf-8"))["mistake"]


@cache
def rules() -> tuple[Pack, Network]:
    pack = load_pack(PACK, charts=CHARTS)
    return pack, Network.of(load_theatre_for(pack, "smolensk_corridor"))


@cache
def module() -> Module:
    found = importers.read(GAME / "smolensk_corridor.vmod").module
    assert found is not None
    return found


@cache
def start() -> Position:
    state = importers.read(GAME / "start.vsav", module()).state
    assert state is not None
    return Identifier(state, module(), *rules()).position


@cache
def played() -> Play:
    log = importers.read(GAME / "turn.vlog", module()).log
    assert log is not None
    return play_log(log, Identifier(log.start, module(), *rules()))


@cache
def report() -> Report:
    return adjudicate(played())


def accused(rule: str, units: list[str]) -> list[int]:
    """The steps at which a rule accuses just these units."""
    wanted = f"tite:{rule}", tuple(units)
    return [finding.step for finding in report().findings if (finding.rule, finding.units) == wanted]


def test_every_counter_is_identified_but_the_cards_in_closed_decks() -> None:
    assert {(each.location, each.why) for each in start().unidentified} == {
        ("axis deck", "concealed"),
        ("soviet deck", "concealed"),
    }
    assert len(start().units) > 60


def test_nothing_is_wrong_with_the_set_up_and_everyone_is_supplied() -> None:
    assert adjudicate(start()).findings == ()
    for side in start().pack.sides:
        assert set(supply(start(), side).states().values()) == {"supplied"}


def test_the_log_tells_turn_and_step() -> None:
    assert start().moment.turn == 1
    assert {record.moment.phase.id for record in played().phases() if record.moment.phase} >= {
        "axis.special_movement",
        "axis.ground_battles",
        "soviet.regular_movement",
        "housekeeping",
    }


def test_the_log_holds_all_kinds_of_acts() -> None:
    assert {act.kind for act in played().acts} >= {"move", "attack", "flip", "mark", "swap", "transfer", "roll", "say"}
    assert sum(act.kind not in ("say", "roll") for act in played().acts) >= 150


@pytest.mark.parametrize("mistake", EXPECTED, ids=[entry["rules"][0] for entry in EXPECTED])
def test_a_mistake_is_found_once_where_it_was_made(mistake: dict[str, object]) -> None:
    steps = [accused(rule, mistake["units"]) for rule in mistake["rules"]]  # type: ignore[attr-defined, arg-type]
    assert [len(found) for found in steps] == [1] * len(steps)
    assert steps[0] == [mistake["step"]]


def test_a_dozen_mistakes_are_listed_and_nothing_else_is_found() -> None:
    assert len(EXPECTED) == 12
    assert {finding.severity for finding in report().findings} == {Severity.VIOLATION}
    listed = sorted(f"tite:{rule}" for entry in EXPECTED for rule in entry["rules"])
    assert sorted(finding.rule for finding in report().findings) == listed


def test_without_the_chart_no_move_is_called_illegal_for_its_cost() -> None:
    log = importers.read(GAME / "turn.vlog", module()).log
    assert log is not None
    bare = load_pack(PACK)
    findings = adjudicate(play_log(log, Identifier(log.start, module(), bare, rules()[1]))).findings
    by_rule = {(finding.rule, finding.units): finding for finding in findings}
    doubt = by_rule["tite:16.3", ("ax.27inf",)]
    assert doubt.severity == Severity.DOUBT
    assert "terrain.open.cost.leg" in doubt.missing
    # what needs no chart is still found
    assert by_rule["tite:5.1c", ("sov.61rc",)].severity == Severity.VIOLATION


def test_the_same_bytes_are_made_again(tmp_path: Path) -> None:
    made = recipe()
    made.make(tmp_path)
    for name in ("start.vsav", "turn.vlog"):
        assert (tmp_path / name).read_bytes() == (GAME / name).read_bytes(), name


def recipe() -> ModuleType:
    """The script beside the files."""
    spec = importlib.util.spec_from_file_location("corridor_recipe", GAME / "make.py")
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


@pytest.fixture(autouse=True)
def _no_recipe_left() -> Iterator[None]:
    yield
    sys.modules.pop("corridor_recipe", None)
