"""What was undone, or set right at once, accuses nobody; what was done meanwhile stands."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path

import pytest

from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.packs.load import load_pack
from tests.adjudicator.audit import game
from tests.adjudicator.audit.test_undo import undo
from tests.adjudicator.play.test_phases import begun, opened

ATTACK = '\n[[chat]]\nkind = "attack"\npattern = "attack (?P<hex>[0-9]{4}): (?P<units>.+)"\n\n[[chat]]\nkind = "phase"'
COMBAT = ("turn 2, French combat", "weather clear", "0605: fr.2inf", "0905: au.1cav")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    return game.build(tmp_path_factory.mktemp("slips"))


def rules(
    table: LogWriter, made: tuple[Path, PlannedModule], folder: Path, pack: Path | str = "two_rivers"
) -> set[str]:
    return {each.rule for each in opened(table, made, folder, pack).check().report.findings}


def to_a_box(table: LogWriter) -> None:
    table.move("fr.1inf", "[French reserve]", drag=True)


def to_the_enemys_counter(table: LogWriter) -> None:
    table.move("au.1cav", "1203", drag=True)


def weather(table: LogWriter) -> None:
    table.set("weather", "rain")


def deleted(table: LogWriter) -> None:
    table.remove("fr.hq")


@pytest.mark.parametrize("slip", [to_a_box, to_the_enemys_counter, weather, deleted])
def test_what_was_undone_accuses_nobody(
    slip: Callable[[LogWriter], None], made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    table = begun(made)
    before = deepcopy(table)
    slip(table)
    table = undo(table, before)
    table.move("fr.1inf", "0405")
    assert rules(table, made, tmp_path) == set()


def test_an_attack_that_was_told_and_undone_was_never_made(made: tuple[Path, PlannedModule], tmp_path: Path) -> None:
    pack = tmp_path / "two_rivers"
    shutil.copytree(load_pack("two_rivers").folder, pack)
    binding = pack / "bindings" / "vassal.toml"
    binding.write_text(
        binding.read_text(encoding="utf-8").replace('\n[[chat]]\nkind = "phase"', ATTACK), encoding="utf-8"
    )
    table = begun(made, COMBAT)
    before = deepcopy(table)
    table.say("attack 0905: fr.2inf")
    assert "two:7.1" in rules(table, made, tmp_path, pack)
    assert rules(undo(table, before), made, tmp_path, pack) == set()


@pytest.mark.parametrize(
    ("between", "found"), [("", set()), ("word", set()), ("roll", {"two:9.4"}), ("move", {"two:9.4"})]
)
def test_a_weather_that_is_set_right_at_once_was_a_slip(
    between: str, found: set[str], made: tuple[Path, PlannedModule], tmp_path: Path
) -> None:
    table = begun(made)
    table.set("weather", "rain")
    if between == "word":
        table.say("wrong button")
    elif between == "roll":
        table.roll(6)
    elif between == "move":
        table.move("fr.3inf", "0606")
    table.set("weather", "clear")
    table.move("fr.1inf", "0405")
    assert rules(table, made, tmp_path) >= found
    assert bool(rules(table, made, tmp_path)) == bool(found)
