"""Every two writers of one number meet in a position, and where they do the number is what each makes of it."""

from __future__ import annotations

from zlib import crc32

import pytest

from adjudicator.packs.load import load_pack
from tests.matrix import kept
from tests.matrix.bans import BOOKS
from tests.matrix.contradictions import contradiction
from tests.matrix.kept import KeptPair
from tests.matrix.pairs import again, why_not
from tests.matrix.writers import Writer, pairs_of
from tests.shares import commits

TURNS = 12
"""Of so many kept positions one is made again, another with each commit."""


@pytest.mark.parametrize("book", BOOKS)
def test_no_further_pair_is_missing(book: str) -> None:
    pack, found = load_pack(book), {each[:3]: each for each in kept.read_pairs(book)}
    pairs = [(one.number, one.name, other.name) for one, other in pairs_of(pack)]
    assert sorted(pairs) == sorted(found), f"python -m tests.matrix --book {book} --pairs --write"
    for number, one, other in pairs:
        each, writers = found[number, one, other], (Writer(number, one), Writer(number, other))
        apart = contradiction(pack, *writers) or why_not(book, *writers)
        assert bool(each.source) != bool(apart), each


@pytest.mark.parametrize("book", BOOKS)
def test_a_number_is_what_each_makes_of_it_alone(book: str) -> None:
    for each in _due(book):
        assert not again(book, each.number, each.one, each.other, each.source), each


def _due(book: str) -> list[KeptPair]:
    turn = commits() % TURNS
    met = [each for each in kept.read_pairs(book) if each.source]
    return [each for each in met if crc32(repr(each[:3]).encode()) % TURNS == turn]
