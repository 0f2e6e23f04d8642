"""Two game turns of Fire in the East by both sides: legal, and with sixty-nine mistakes, each found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.audit.sample_games import AUTUMN, areas_of, chain, found_in, mistakes, recipe, to_be_found

MISTAKES = mistakes(AUTUMN)


def test_the_legal_chain_has_no_finding() -> None:
    audit = chain(AUTUMN, "legal")
    assert found_in(audit) == []
    assert audit.chain.sound
    assert len(audit.files) == 4
    assert len(audit.acts) > 150


def test_every_planted_mistake_is_found_and_nothing_else() -> None:
    audit = chain(AUTUMN, "planted")
    assert found_in(audit) == to_be_found(AUTUMN)
    assert audit.chain.sound


def test_the_mistakes_are_of_every_area() -> None:
    assert len(MISTAKES) == 69
    assert areas_of(AUTUMN) >= {
        "air",
        "airbase",
        "airborne",
        "antiair",
        "combat",
        "conversion",
        "engineering",
        "fortification",
        "movement",
        "naval",
        "objective",
        "overrun",
        "rail",
        "reinforcement",
        "replacement",
        "retreat-advance",
        "sequence",
        "supply",
        "victory",
        "weather",
    }


def test_the_logs_are_as_the_script_makes_them(tmp_path: Path) -> None:
    recipe(AUTUMN.folder).make(tmp_path)
    for game in ("legal", "planted"):
        kept = sorted((AUTUMN.folder / game).glob("*.vlog"))
        assert [each.name for each in kept] == ["01.vlog", "02.vlog", "03.vlog", "04.vlog"]
        for each in kept:
            assert each.read_bytes() == (tmp_path / game / each.name).read_bytes()


@pytest.mark.parametrize("mistake", MISTAKES, ids=[str(each["number"]) for each in MISTAKES])
def test_every_mistake_says_what_it_is(mistake: dict[str, object]) -> None:
    assert mistake["why"]
    assert mistake["found"]
