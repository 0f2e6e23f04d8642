"""The module of the sample game, built once."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.exporters.vassal.box import PlannedModule
from adjudicator.exporters.vassal.scribe import LogWriter
from tests.adjudicator.audit import game


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, PlannedModule]:
    return game.build(tmp_path_factory.mktemp("audit"))


@pytest.fixture
def module(made: tuple[Path, PlannedModule]) -> Path:
    return made[0]


@pytest.fixture
def table(made: tuple[Path, PlannedModule]) -> LogWriter:
    return game.table(made[1])


@pytest.fixture
def two_logs(table: LogWriter, tmp_path: Path) -> tuple[Path, Path]:
    """Two logs of one game: marches, dice, a step loss, the next phase."""
    table.record()
    table.say("Off we go.")
    table.move("fr.1inf", "0405", "0505")
    table.move("fr.2cav", "0405", "0505")
    table.say("At the bridge.")
    table.roll(3, 5)
    first = game.write(tmp_path / "one.vlog", table.log())
    game.next_log(table)
    table.move("fr.1inf", "0605")
    table.flip("fr.2cav")
    table.roll(6, 2)
    table.advance()
    second = game.write(tmp_path / "two.vlog", table.log())
    return first, second
