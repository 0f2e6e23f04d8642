"""The pack and the map of a game are told from its counters; where several fit alike, none is chosen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.errors import PackError
from adjudicator.game.fitting import Traits, fitting
from adjudicator.model.module import Module
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState
from adjudicator.packs.load import load_pack
from adjudicator.persistent import PersistentMap
from tests.adjudicator.audit.sample_games import SAMPLES, Sample
from tests.helpers import FIXTURES

EUROPA = {"europa", "fire_in_the_east", "sudden_storm"}


def opened(sample: Sample) -> tuple[GameState, Module]:
    module = importers.read(sample.module).module
    log = importers.read(sample.path, module).log
    assert module is not None and log is not None
    return log.start, module


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.pack not in EUROPA], ids=lambda sample: sample.pack)
def test_each_sample_game_finds_its_pack_and_map(sample: Sample) -> None:
    (choice,) = fitting(Traits.of_game(*opened(sample)))
    assert (choice.pack, choice.theatre) == (sample.pack, sample.theatre)


def test_of_packs_that_share_their_counters_the_module_decides() -> None:
    """Every book of a series knows the counters; the module says of which pack it was made."""
    state, module = opened(next(sample for sample in SAMPLES if sample.pack == "fire_in_the_east"))
    assert {choice.pack for choice in fitting(Traits.of_game(state, module))} == {"europa"}
    nameless = replace(state, module="The Dvina Line, my own box", module_version="1")
    assert {choice.pack for choice in fitting(Traits.of_game(nameless, module))} == EUROPA


def test_a_game_that_no_pack_knows_fits_none() -> None:
    module = importers.read(FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod").module
    state, _ = opened(SAMPLES[0])
    strangers = {
        name: replace(counter, name="?", properties=PersistentMap(), design=replace(counter.design, name="?"))
        for name, counter in state.counters.items()
    }
    assert fitting(Traits.of_game(replace(state, counters=PersistentMap(strangers)), module)) == []


def test_a_module_alone_tells_its_pack_too() -> None:
    module = importers.read(FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod").module
    assert module is not None
    (choice,) = fitting(Traits.of_module(module))
    assert (choice.pack, choice.theatre) == ("two_rivers", "valley")


def test_packs_that_cannot_know_the_counters_are_not_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def noted(folder: Path) -> Pack:
        loaded.append(folder.name)
        return load_pack(folder)

    monkeypatch.setattr("adjudicator.game.fitting._pack", noted)
    state, module = opened(next(sample for sample in SAMPLES if sample.pack == "two_rivers"))
    assert [choice.pack for choice in fitting(Traits.of_game(state, module))] == ["two_rivers"]
    assert loaded == ["two_rivers"]


def test_a_pack_with_a_mistake_gives_way_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoilt(folder: Path) -> Pack:
        if folder.name == "europa":
            raise PackError("a mistake")
        return load_pack(folder)

    monkeypatch.setattr("adjudicator.game.fitting._pack", spoilt)
    state, module = opened(next(sample for sample in SAMPLES if sample.pack == "fire_in_the_east"))
    assert {choice.pack for choice in fitting(Traits.of_game(state, module))} == EUROPA - {"europa"}
