"""Two game turns of Sudden Storm by both sides: legal, and with seventy-two mistakes of all areas, each found, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.audit.sample_games import TWO_SEAS, areas_of, chain, found_in, mistakes, recipe, to_be_found

MISTAKES = mistakes(TWO_SEAS)


def test_the_legal_turns_have_no_finding() -> None:
    audit = chain(TWO_SEAS, "legal")
    assert audit.findings == ()
    assert audit.chain.sound
    assert len(audit.acts) > 250


def test_every_planted_mistake_is_found_and_nothing_else() -> None:
    audit = chain(TWO_SEAS, "planted")
    assert found_in(audit) == to_be_found(TWO_SEAS)
    assert audit.chain.sound


def test_the_mistakes_are_of_every_area() -> None:
    assert len(MISTAKES) == 72
    assert areas_of(TWO_SEAS) >= {
        "air",
        "airbase",
        "airborne",
        "amphibious",
        "combat",
        "conversion",
        "engineering",
        "fortification",
        "movement",
        "naval",
        "overrun",
        "production",
        "rail",
        "reinforcement",
        "replacement",
        "retreat-advance",
        "sequence",
        "special",
        "stacking",
        "supply",
        "victory",
        "weather",
    }


@pytest.mark.parametrize("mistake", MISTAKES, ids=[str(each["number"]) for each in MISTAKES])
def test_every_mistake_says_what_it_is(mistake: dict[str, object]) -> None:
    assert mistake["why"]
    assert mistake["found"]


@pytest.mark.parametrize("game", ["legal", "planted"])
def test_the_recipe_makes_the_same_logs(game: str, tmp_path: Path) -> None:
    recipe(TWO_SEAS.folder).make(tmp_path)
    lying = {path.name: path.read_bytes() for path in sorted((TWO_SEAS.folder / game).glob("*.vlog"))}
    assert {path.name: path.read_bytes() for path in sorted((tmp_path / game).glob("*.vlog"))} == lying
