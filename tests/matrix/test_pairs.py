"""Every two writers of one number are listed, and where both apply the number is what each makes of it."""

from __future__ import annotations

from zlib import crc32

import pytest

from adjudicator.packs.load import load_pack
from tests.matrix import kept
from tests.matrix.bans import BOOKS
from tests.matrix.contradictions import contradiction
from tests.matrix.kept import PAIRS, Kept
from tests.matrix.pairs import again, why_not
from tests.matrix.writers import Writer, pairs_of
from tests.shares import commits

LISTED = [book for book in BOOKS if kept.read(book, PAIRS)]
"""The books whose pairs were looked for."""
TURNS = 4
"""Of so many kept positions one is played again, another with each commit."""


@pytest.mark.parametrize("book", LISTED)
def test_every_pair_is_listed(book: str) -> None:
    pack, found = load_pack(book), {each.about: each for each in kept.read(book, PAIRS)}
    pairs = [(one.number, one.name, other.name) for one, other in pairs_of(pack)]
    assert sorted(pairs) == sorted(found), f"python -m tests.matrix --book {book} --only pairs --write"
    for number, one, other in pairs:
        each, writers = found[number, one, other], (Writer(number, one), Writer(number, other))
        apart = contradiction(pack, *writers) or why_not(book, *writers)
        assert each.source or apart or each.state == "missing", each


@pytest.mark.parametrize("book", LISTED)
def test_a_number_is_what_each_makes_of_it_alone(book: str) -> None:
    for each in _due(book):
        number, one, other = each.about
        assert not again(book, number, one, other, each.source), each


def _due(book: str) -> list[Kept]:
    turn = commits() % TURNS
    return [each for each in kept.read(book, PAIRS) if each.source and crc32(repr(each.about).encode()) % TURNS == turn]
