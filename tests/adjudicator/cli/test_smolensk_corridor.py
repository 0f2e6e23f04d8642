"""The commands on the sample game of Thunder in the East: check finds the dozen, render shows it."""

from __future__ import annotations

import tomllib
from pathlib import Path

from PIL import Image

from adjudicator.packs.folders import BUNDLED
from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "smolensk_corridor"
CHARTS = BUNDLED / "thunder_in_the_east" / "theatres" / "smolensk_corridor" / "charts.toml"
RULES = ("--pack", "thunder_in_the_east", "--charts", CHARTS)
BROKEN = 1


def test_the_set_up_is_clean(run: Run) -> None:
    assert run("check", GAME / "start.vsav", *RULES).code == 0


def test_the_dozen_is_found_by_the_command(run: Run) -> None:
    expected = tomllib.loads((GAME / "expected.toml").read_text(encoding="utf-8"))["mistake"]
    ran = run("check", GAME / "turn.vlog", *RULES, "--json")
    assert ran.code == BROKEN
    found = {(finding["rule"], finding["step"]) for finding in ran.json["findings"]}
    assert found >= {(f"tite:{entry['rules'][0]}", entry["step"]) for entry in expected}
    assert len(ran.json["findings"]) == sum(len(entry["rules"]) for entry in expected)
    assert "invented-id" not in ran.out + ran.err


def test_the_final_position_is_drawn(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "end.png"
    ran = run("render", GAME / "turn.vlog", *RULES, "--layers", "supply,zoc,findings", "-o", picture, "--scale", 0.3)
    assert ran.code == 0
    with Image.open(picture) as drawn:
        assert drawn.width > 900
        assert len(drawn.convert("P").getcolors() or ()) > 20


def test_a_game_of_a_module_that_the_pack_does_not_know_is_refused(run: Run) -> None:
    ran = run("check", FIXTURES / "vassal" / "two_rivers" / "start.vsav", *RULES)
    assert ran.code not in (0, BROKEN)
    assert "has no binding for the module 'Two Rivers" in ran.err
