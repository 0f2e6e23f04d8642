"""Game turns by both sides of two games of the Europa series: legal, and with mistakes of all areas, each found, nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.audit.sample_games import (
    AUTUMN,
    TWO_SEAS,
    Sample,
    areas_of,
    chain,
    found_in,
    mistakes,
    recipe,
    to_be_found,
)

LEAST_ACTS = {AUTUMN.name: 150, TWO_SEAS.name: 250}
IN_BOTH = {
    "air",
    "airbase",
    "airborne",
    "combat",
    "conversion",
    "engineering",
    "fortification",
    "movement",
    "naval",
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
AREAS = {
    AUTUMN.name: IN_BOTH | {"antiair", "objective"},
    TWO_SEAS.name: IN_BOTH | {"amphibious", "production", "special", "stacking"},
}
COUNTED = {AUTUMN.name: 69, TWO_SEAS.name: 72}
EVERY_MISTAKE = [
    pytest.param(each, id=f"{sample.name} {each['number']}")
    for sample in (AUTUMN, TWO_SEAS)
    for each in mistakes(sample)
]

both_games = pytest.mark.parametrize("sample", [AUTUMN, TWO_SEAS], ids=lambda sample: sample.name)


@both_games
def test_the_legal_chain_has_no_finding(sample: Sample) -> None:
    audit = chain(sample, "legal")
    assert found_in(audit) == []
    assert audit.chain.sound
    assert len(audit.acts) > LEAST_ACTS[sample.name]


@both_games
def test_every_planted_mistake_is_found_and_nothing_else(sample: Sample) -> None:
    audit = chain(sample, "planted")
    assert found_in(audit) == to_be_found(sample)
    assert audit.chain.sound


@both_games
def test_the_mistakes_are_of_every_area(sample: Sample) -> None:
    assert len(mistakes(sample)) == COUNTED[sample.name]
    assert areas_of(sample) >= AREAS[sample.name]


@both_games
@pytest.mark.parametrize("game", ["legal", "planted"])
def test_the_logs_are_as_the_recipe_makes_them(sample: Sample, game: str, tmp_path: Path) -> None:
    recipe(sample.folder).make(tmp_path)
    kept, made = (
        {path.name: path.read_bytes() for path in (top / game).glob("*.vlog")} for top in (sample.folder, tmp_path)
    )
    assert kept
    assert made == kept


@pytest.mark.parametrize("mistake", EVERY_MISTAKE)
def test_every_mistake_says_what_it_is(mistake: dict[str, object]) -> None:
    assert mistake["why"]
    assert mistake["found"]
