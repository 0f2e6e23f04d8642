"""What would be found under an assumption on who held what before is told beside the verdict, and changes nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from adjudicator.analysis.assumed import as_at_first, as_the_counters_stand
from adjudicator.findings import Finding, Severity
from adjudicator.game.game import Game
from adjudicator.game.opening import open_game
from adjudicator.model.known import Known
from adjudicator.play.assuming import Assumption, assumed_words
from adjudicator.said import say
from tests.helpers import FIXTURES

LINE = FIXTURES / "vassal" / "dvina_line" / "turn_4.vlog"
SAID = (
    "2 doubts about who held what before: if the front moved as the counters stand or nothing was taken before, no rule more "
    "would be broken, and no doubt would stay"
)


def doubt(rule: str, datum: str = "control of 0101") -> Finding:
    return Finding(("0101",), "because", ("a",), Known.open(say(datum)), rule=rule, severity=Severity.DOUBT)


def breach(rule: str) -> Finding:
    return Finding(("0101",), "otherwise told", ("a",), rule=rule)


def under(front: Sequence[Finding], first: Sequence[Finding]) -> Callable[[Assumption], Sequence[Finding]]:
    return lambda assume: {as_the_counters_stand: front, as_at_first: first}[assume]


def test_what_each_assumption_decides() -> None:
    doubts = [doubt("x:1"), doubt("x:2"), doubt("x:3", "the weather")]
    told = assumed_words([*doubts, breach("x:4")], under([breach("x:1"), breach("x:4")], [doubts[1]]))
    assert told == (
        "2 doubts about who held what before: if the front moved as the counters stand, 1 violation more (1 at 0101), and no "
        "doubt would stay",
        "2 doubts about who held what before: if nothing was taken before, no rule more would be broken, and 1 would stay in "
        "doubt",
    )


def test_nothing_is_judged_anew_where_no_doubt_is_about_that() -> None:
    def never(_: Assumption) -> Sequence[Finding]:
        raise AssertionError

    assert assumed_words([breach("x:1"), doubt("x:3", "the weather")], never) == ()


@pytest.fixture(scope="module")
def game() -> Game:
    charts = FIXTURES / "charts" / "fire_in_the_east_invented.toml"
    said = {"weather": "clear"}
    return open_game(
        LINE, pack="fire_in_the_east", theatre="dvina_line", charts=charts, conditions=said, viewer="umpire"
    )


def test_a_log_that_begins_late_is_told_what_hangs_on_that(game: Game, tmp_path: Path) -> None:
    plain = game.check()
    assert plain.report.assumed == ()
    assumed = game.check(assume=True)
    assert assumed.report.assumed == (SAID,)
    assert assumed.findings == plain.findings
    assert assumed.as_json() == plain.as_json() | {"assumed": [SAID]}
    assumed.write(tmp_path / "report.md")
    assert "no rule more would be broken" in (tmp_path / "report.md").read_text(encoding="utf-8")


def test_an_audit_tells_the_same(game: Game) -> None:
    audited = game.audit(assume=True)
    assert audited.record.assumed == (SAID,)
    assert audited.record.findings == game.audit().record.findings
