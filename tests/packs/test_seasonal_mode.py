"""A mode of movement that is for some times only: a finding says what of the time does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves

PACK = """
id = "winter"
short = "winter"
title = "Two Rivers in winter"
extends = "two_rivers"
options = { ice = false }
"""
RULES = """
[[rule]]
id = "30.1"
check = "movement.mode"
terms = { kinds = ["sledge"] }
"""
SAID = "nobody moves by sledge"


def told(when: str, tmp_path: Path, weather: str = "weather clear") -> tuple[str, str]:
    """What is said of a sledge in turn 2, French movement, and what is missing."""
    (tmp_path / "pack.toml").write_text(PACK, encoding="utf-8")
    (tmp_path / "rules.toml").write_text(RULES, encoding="utf-8")
    (tmp_path / "movement.toml").write_text(f"[mode.sledge]\nwhen = {{ {when} }}\ncost = 1\n", encoding="utf-8")
    pack = load_pack(tmp_path)
    start = ("turn 2, French movement", weather, "0106: fr.1inf")
    position = position_from([line for line in start if line], pack, Network.of(load_theatre_for(pack, "valley")))
    findings = adjudicate(play_moves(["sledge fr.1inf 0106-0206"], position)).findings
    (found,) = [each for each in findings if each.rule == "winter:30.1"]
    return str(found.because).partition(SAID)[2], str(found.missing)


@pytest.mark.parametrize(
    ("when", "why"),
    [
        ('phases = ["combat"]', " in the French movement"),
        ('conditions = { weather = ["rain"] }', " now: weather is clear, not rain"),
        ("first_turn = 3", " now: it is turn 2, and that is before turn 3"),
        ("last_turn = 1", " now: it is turn 2, and that is after turn 1"),
        ('options = ["ice"]', " now: the optional rule ice is not in play"),
        (
            'phases = ["combat"], first_turn = 3',
            " now: it is the French movement; it is turn 2, and that is before turn 3",
        ),
    ],
)
def test_the_finding_says_what_does_not_fit(when: str, why: str, tmp_path: Path) -> None:
    assert told(when, tmp_path)[0].removesuffix(".") == why


def test_weather_that_nobody_tells_is_named(tmp_path: Path) -> None:
    said, missing = told('conditions = { weather = ["rain"] }', tmp_path, "")
    assert said.removesuffix(".") == " now: nobody says whether weather is rain"
    assert "weather" in missing
