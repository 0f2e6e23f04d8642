"""The `repr` of what a program gets is short and quick, however much hangs on it; digests go on from the whole."""

from __future__ import annotations

import time
from dataclasses import dataclass as library
from enum import Enum
from typing import Any

import pytest

import adjudicator
from adjudicator.lean import dataclass, in_full
from adjudicator.model.network import Network
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"


def short(value: object) -> None:
    begun = time.perf_counter()
    told = repr(value)
    assert len(told) <= 200, told[:300]
    assert time.perf_counter() - begun < 0.1


@pytest.fixture(scope="module")
def game() -> adjudicator.Game:
    return adjudicator.open_game([GAME / "turn_1.vlog"], module=GAME / "two_rivers.vmod", pack="two_rivers")


def test_whatever_has_a_public_name_is_short() -> None:
    for name in adjudicator.__all__:
        short(getattr(adjudicator, name))


@pytest.mark.parametrize("method", ["check", "audit", "chain", "dice", "moves", "state"])
def test_what_a_game_answers_is_short(method: str, game: adjudicator.Game) -> None:
    answer = getattr(game, method)()
    short(answer)
    for name in dir(answer):
        if name in (
            "record",
            "audited",
            "audit",
            "report",
            "play",
            "files",
            "state",
            "start",
            "end",
            "position",
            "pack",
        ):
            value = getattr(answer, name)
            for each in value if isinstance(value, tuple) else (value,):
                short(each)


def test_modules_states_logs_packs_and_plays_are_short(game: adjudicator.Game) -> None:
    module, log = adjudicator.read(GAME / "two_rivers.vmod"), adjudicator.read(GAME / "turn_1.vlog")
    assert log.log is not None and module.module is not None
    pack = adjudicator.load_pack("two_rivers")
    network = Network.of(adjudicator.load_theatre_for(pack))
    position = adjudicator.position_from(["turn 2, French movement", "0405: fr.1inf"], pack, network)
    play = adjudicator.play_moves("fr.1inf 0405-0505", position)
    for each in (
        game,
        module,
        log,
        log.log,
        log.log.start,
        module.module,
        pack,
        pack.header,
        position,
        play,
        play.acts[0],
    ):
        short(each)
    for each in (*log.log.start.counters.values(), *log.log.steps, *pack.rules.values()):
        short(each)


class Colour(Enum):
    RED = 1


@dataclass(frozen=True, slots=True)
class Big:
    name: str
    colour: Colour
    parts: tuple[Any, ...]
    number: int = 3
    more: str = ""


def test_a_repr_tells_the_first_fields_and_cuts_the_rest() -> None:
    assert (
        repr(Big("a", Colour.RED, (1, 2))) == "Big(name='a', colour=Colour.RED, parts=<tuple of 2>, number=3, more='')"
    )
    huge = Big("x" * 10_000_000, Colour.RED, (Big("", Colour.RED, ()),) * 1_000_000, 10**5_000, "y" * 1_000)
    short(huge)
    assert repr(huge).startswith("Big(name='xxxx")


def test_a_digest_s_text_is_what_the_library_wrote() -> None:
    def classes(made: Any) -> Any:
        @made(frozen=True)
        class Part:
            name: str

        @made(frozen=True)
        class Whole:
            parts: tuple[Any, ...]
            by_name: dict[str, Any]
            first: list[Any]

        return Whole((Part("a"),), {"b": Part("b")}, [Part("c"), (1, 2.5, None)])

    assert in_full(classes(dataclass)) == repr(classes(library))
