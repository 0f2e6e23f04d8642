"""An output that cannot be written is refused before anything is read."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"
USAGE = 2


@pytest.mark.parametrize(
    "command",
    [
        "audit . -o absent/audit.html",
        "audit . --bundle absent/audit",
        "check turn_1.vlog -o absent/report.md",
        "convert turn_1.vlog absent/log.json",
        "convert turn_1.vlog log.json --report absent/losses.json",
        "diff start.vsav turn_1.vlog -o absent/diff.png",
        "log turn_1.vlog -o absent/moves.md",
        "module build two_rivers -o absent/built.vmod",
        "module edit two_rivers.vmod --scale 0.5 -o absent/small.vmod",
        "packs charts thunder_in_the_east -o absent/charts.toml",
        "packs draft two_rivers.vmod -o absent/pack",
        "packs export two_rivers -o absent/valley.geojson",
        "render turn_1.vlog -o absent/map.png",
        "scrub turn_1.vlog -o absent/clean.vlog",
        "watch . -o absent/audit.html",
    ],
)
def test_an_output_in_no_folder_is_refused_at_once(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: str
) -> None:
    """Nothing of the game is there either: had it been looked for first, that would have been the error."""
    monkeypatch.chdir(tmp_path)
    ran = run(*shlex.split(command))
    assert (ran.code, ran.err.count("\n")) == (USAGE, 1)
    assert "absent" in ran.err and "cannot be written: No such file or directory" in ran.err
    assert not list(tmp_path.iterdir())
