"""The binders that the desk keeps: what is asked while an answer is written is told from before it or from after it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from adjudicator.desk.binding import BinderCache, BindingPage, begin
from adjudicator.desk.shelf import ShelfPlace
from adjudicator.game.binder import Binder
from tests.adjudicator.matching.garbling import HELD, garbled_file
from tests.helpers import FIXTURES


@pytest.fixture
def place(tmp_path: Path) -> ShelfPlace:
    """A game with a pack of its own, of whose counters nothing is decided yet."""
    folder = tmp_path / "game"
    folder.mkdir()
    garbled_file(FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod", folder / "mine.vmod", HELD["cut"], 1)
    (folder / "adjudicator.toml").write_text('pack = "two_rivers"\n', encoding="utf-8")
    begin(ShelfPlace(folder), BinderCache().case(ShelfPlace(folder)))
    return ShelfPlace(folder)


def bound(binder: Binder | None) -> dict[str, str]:
    assert binder is not None
    return {row.key: row.bound for row in binder.rows}


def test_a_file_that_is_being_written_is_no_part_of_the_pack(place: ShelfPlace) -> None:
    before = BinderCache().case(place)
    for folder in ("pack", "pack/bindings"):
        (place.folder / folder / ".adjudicator-0123456789ab-1-x.toml").write_text("half of it =", encoding="utf-8")
        (place.folder / folder / "._vassal.toml").write_bytes(b"\0\5\26\7 what a Mac leaves beside a file")
    assert bound(BinderCache().case(place).binder) == bound(before.binder)


def test_pictures_are_asked_for_while_answers_are_written(place: ShelfPlace) -> None:
    workbench, done = BinderCache(), Event()
    first = workbench.case(place).binder
    rows = [row.key for row in first.rows if row.bound][:6] if first else []
    assert rows

    def ask() -> list[BindingPage]:
        cases = []
        while not done.is_set():
            cases.append(workbench.case(place))
        return cases

    with ThreadPoolExecutor(4) as others:
        asked = [others.submit(ask) for _ in range(4)]
        try:
            told = [bound(first)]
            told.extend(bound(workbench.answer(place, {"row": key, "act": "loose"})) for key in rows)
        finally:
            done.set()
        seen = [case for each in asked for case in each.result()]
    assert all(bound(case.binder) in told for case in seen)
    assert len({tuple(each.items()) for each in told}) > 1
    assert bound(BinderCache().case(place).binder) == told[-1]
