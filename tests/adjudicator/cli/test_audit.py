"""`audit` from the shell: several logs as one game, the outputs, what is asked wrongly."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.adjudicator.cli.conftest import Run
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"
START, TURN, MIDGAME = GAME / "start.vsav", GAME / "turn_1.vlog", GAME / "midgame.vsav"
CLEAN, BROKEN, USAGE, UNREADABLE = 0, 1, 2, 3


def test_without_a_pack_everything_else_is_told(run: Run) -> None:
    told = run("audit", START, TURN, "--pack", "none", "--json")
    assert told.code == CLEAN
    assert told.json["format"] == "adjudicator-audit-1"
    assert told.json["findings"] == []
    assert len(told.json["steps"]) == 75
    assert told.json["chain"]["sound"]


def test_with_a_pack_the_mistakes_are_found(run: Run) -> None:
    told = run("audit", START, TURN, "--pack", "two_rivers")
    assert told.code == BROKEN
    assert "two:5.1" in told.out
    assert "turn_1.vlog step 21" in told.out


def test_the_documents_say_the_same(run: Run, tmp_path: Path) -> None:
    page, text, record = (tmp_path / f"a.{ending}" for ending in ("html", "md", "json"))
    run("audit", TURN, "--pack", "two_rivers", "-o", page, "-o", text, "-o", record)
    ids = [finding["id"] for finding in json.loads(record.read_text())["findings"]]
    assert ids
    assert all(
        (each in page.read_text() and each.replace("-", "\\-") in text.read_text()) or each in text.read_text()
        for each in ids
    )


def test_a_ruling_makes_a_broken_game_clean(run: Run, tmp_path: Path) -> None:
    rulings = tmp_path / "rulings.toml"
    found = run("audit", TURN, "--pack", "two_rivers", "--json").json["findings"]
    rules = sorted({each["rule"] for each in found})
    rulings.write_text("".join(f'[[ruling]]\nrule = "{rule}"\nreason = "agreed"\n' for rule in rules))
    told = run("audit", TURN, "--pack", "two_rivers", "--rulings", rulings, "--json")
    assert told.code == CLEAN
    assert {each["ruling"] for each in told.json["findings"]} == {"agreed"}


def test_an_audit_is_compared_with_an_earlier_one(run: Run, tmp_path: Path) -> None:
    earlier = tmp_path / "earlier.json"
    run("audit", TURN, "--pack", "two_rivers", "-o", earlier)
    told = run("audit", TURN, "--pack", "two_rivers", "--against", earlier, "--json").json
    assert told["comparison"]["new"] == told["comparison"]["gone"] == []
    assert len(told["comparison"]["same"]) == len(told["findings"])


def test_only_the_steps_asked_for(run: Run) -> None:
    told = run("audit", TURN, "--pack", "two_rivers", "--from", "20", "--to", "30", "--json").json
    assert (told["steps"][0]["step"], told["steps"][-1]["step"]) == (20, 30)
    assert {20 <= each["step"] <= 30 for each in told["findings"]} == {True}


def test_a_save_alone_can_be_audited(run: Run) -> None:
    told = run("audit", MIDGAME, "--pack", "two_rivers", "--json")
    assert told.code == BROKEN
    assert told.json["steps"] == []


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("-o", "a.docx"), USAGE),
        (("--from", "9", "--to", "3"), USAGE),
        (("--as", "Prussian"), USAGE),
        (("--as", "French", "--umpire"), USAGE),
        (("--rulings", "absent.toml"), UNREADABLE),
        (("--against", "absent.json"), UNREADABLE),
        (("--pack", "no such"), USAGE),
    ],
)
def test_what_is_asked_wrongly_is_one_line(run: Run, words: tuple[str, ...], code: int) -> None:
    ran = run("audit", TURN, *words)
    assert (ran.code, ran.out) == (code, "")
    assert "Traceback" not in ran.err


def test_a_failing_output_leaves_the_old_one(run: Run, tmp_path: Path) -> None:
    old = tmp_path / "a.json"
    old.write_text("old")
    assert run("audit", TURN, tmp_path / "absent.vlog", "-o", old).code == UNREADABLE
    assert old.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["a.json"]


def test_check_of_no_pack_judges_nothing_and_says_so(run: Run) -> None:
    told = run("check", START, "--pack", "none")
    assert told.code == 0
    assert "no rules were asked for" in told.out + told.err
