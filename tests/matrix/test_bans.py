"""No ban is without an illegal and a legal position for each kind of act that its words mean."""

from __future__ import annotations

from zlib import crc32

import pytest

from tests.matrix import kept
from tests.matrix.__main__ import GOOD
from tests.matrix.bans import BOOKS, Ban, bans_of
from tests.matrix.cells import cells_of
from tests.shares import commits

TURNS = 24
"""Of so many bans one has its cells made again, another with each commit."""


@pytest.mark.parametrize("book", BOOKS)
def test_every_ban_has_its_cells(book: str) -> None:
    found = kept.read(book)
    assert {ban.id for ban in bans_of(book)} == {each.ban for each in found}, (
        f"python -m tests.matrix --book {book} --write"
    )
    assert not [each for each in found if each.state not in GOOD]


@pytest.mark.parametrize("book", BOOKS)
def test_its_cells_are_as_they_were(book: str) -> None:
    before = kept.read(book)
    for ban in filter(_due, bans_of(book)):
        made = [(cell.kind, cell.state) for cell in cells_of(ban)]
        assert made == [(each.kind, each.state) for each in before if each.ban == ban.id], ban.id


def _due(ban: Ban) -> bool:
    return crc32(ban.id.encode()) % TURNS == commits() % TURNS
