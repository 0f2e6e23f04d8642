"""The same for the sample games, with counters masked and hidden in them, and for real games with decks and hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers import FIXTURES, SHARED, needs_shared
from tests.leaks import real
from tests.leaks.table import Account

GAMES = {
    "two_rivers": ("start.vsav", "turn_1.vlog"),
    "dvina_line": ("start.vsav", "turn_4.vlog"),
    "prut_front": ("start.vsav", "turn.vlog"),
    "smolensk_corridor": ("start.vsav", "turn.vlog"),
}
PACKS = {"dvina_line": "europa", "prut_front": "blitz_in_the_east", "smolensk_corridor": "thunder_in_the_east"}
REAL = SHARED / "data" / "vassal" / "cc-napoleonics"
TABLE = Account()


@pytest.fixture(scope="module", autouse=True)
def shown() -> Iterator[None]:
    yield
    TABLE.show()


@pytest.mark.parametrize("name", GAMES)
def test_sample_games_with_something_hidden(name: str, tmp_path: Path) -> None:
    folder, pack = FIXTURES / "vassal" / name, PACKS.get(name, name)
    sources = [folder / each for each in GAMES[name]]
    chosen = real.choose(*sources)
    assert len(chosen.masked) == 2 and chosen.hidden
    told = []
    for edit in (real.conceal(chosen), real.exchange(chosen, real.pieces_in(sources[0]))):
        for source in sources:
            real.retell(source, tmp_path / source.name, edit)
        files = [tmp_path / source.name for source in sources]
        told.append(real.answers(files, folder / f"{name}.vmod", pack, "everybody", tmp_path / "out"))
    _compare(f"{name}: masks, ids, invisible", "everybody", *told)


@needs_shared
@pytest.mark.parametrize("save", ["EA01 - Majadahonda.vsav", "PM01 - Sagunto.vsav"])
def test_the_order_of_real_decks(save: str, tmp_path: Path) -> None:
    module = REAL / "CCNapoleonics-small-images.vmod"
    told = []
    for edit in (lambda piece: piece, real.turned_decks):
        real.retell(REAL / save, tmp_path / "a.vsav", edit)
        told.append(real.answers([tmp_path / "a.vsav"], module, "", "everybody", tmp_path / "out"))
    assert real.text_of(REAL / save) != real.text_of(tmp_path / "a.vsav")
    _compare(f"{save.partition(' ')[0]}: order of decks", "everybody", *told)


@pytest.mark.parametrize("viewer", ["everybody", "Axis"])
def test_the_order_of_our_own_decks(viewer: str, tmp_path: Path) -> None:
    folder = FIXTURES / "vassal" / "smolensk_corridor"
    told = []
    for edit in (lambda piece: piece, real.turned_decks):
        real.retell(folder / "start.vsav", tmp_path / "a.vsav", edit)
        module = folder / "smolensk_corridor.vmod"
        told.append(real.answers([tmp_path / "a.vsav"], module, "thunder_in_the_east", viewer, tmp_path / "out"))
    assert real.text_of(folder / "start.vsav") != real.text_of(tmp_path / "a.vsav")
    _compare("smolensk_corridor: order of decks", viewer, *told)


def _compare(kind: str, viewer: str, first: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert first.keys() == other.keys()
    differing = {name: _around(first[name], other[name]) for name in first if first[name] != other[name]}
    TABLE.enter(kind, viewer, first, differing)
    assert differing == {}


def _around(one: bytes, other: bytes) -> str:
    at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"{one[max(0, at - 80) : at + 80]!r} | {other[max(0, at - 80) : at + 80]!r}"
