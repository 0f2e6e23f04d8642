"""Games from elsewhere as VASSAL modules and saves: read back they lose no more than the report says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

import importers
from exporters.losses import Aspect, Content, unaccounted
from exporters.vassal import translated
from tests.exporters.states import contents

SLOW = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def back(path: Path) -> Content:
    module = importers.read(path.with_suffix(".vmod")).module
    return Content(module, importers.read(path, module).state)


@SLOW
@given(contents())
def test_any_game_loses_no_more_than_the_report_says(
    tmp_path_factory: pytest.TempPathFactory, content: Content
) -> None:
    path = tmp_path_factory.mktemp("vassal") / "out.vsav"
    report = translated.export(content, path, "ours")
    after = back(path)
    assert unaccounted(report, content, after) == []
    assert after.state is not None and len(after.state.counters) == report.after[Aspect.COUNTERS]
