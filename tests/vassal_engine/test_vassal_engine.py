"""What we write, VASSAL plays: every row of the table without a fault. Only where there is an engine to ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.vassal_engine.__main__ import rows
from tests.vassal_engine.engine import Engine, engine_in, why_not

pytestmark = pytest.mark.skipif(bool(why_not()), reason=why_not())


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return engine_in(tmp_path_factory.mktemp("engine"))


@pytest.mark.parametrize("name", [name for name, _ in rows(Engine(Path(), Path()))])
def test_vassal_plays_what_we_write(name: str, engine: Engine) -> None:
    attempts = dict(rows(engine))
    assert {row.file: row.faults for row in attempts[name]() if row.faults} == {}
