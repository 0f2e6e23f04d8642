"""While a file is read nothing looks for cycles, and afterwards its values are not the first to be looked through."""

from __future__ import annotations

import gc
import weakref

import pytest

from adjudicator import collector, importers
from adjudicator.collector import paused
from tests.helpers import FIXTURES


class Knot:
    """Holds itself, so that only the collector can free it."""

    def __init__(self) -> None:
        self.itself = self


def test_what_was_made_meanwhile_counts_as_old() -> None:
    with paused():
        assert not gc.isenabled()
        made = [[number] for number in range(5000)]
    young = {id(each) for each in gc.get_objects(generation=0)}
    assert gc.isenabled()
    assert not any(id(each) in young for each in made)


def test_a_knot_made_meanwhile_is_still_freed() -> None:
    with paused():
        freed = weakref.ref(Knot())
    gc.collect()
    assert freed() is None


def test_a_program_that_goes_on_for_long_frees_its_knots(monkeypatch: pytest.MonkeyPatch) -> None:
    with paused():
        freed = weakref.ref(Knot())
    with paused():
        pass
    assert freed() is not None
    monkeypatch.setattr(collector, "SELDOM", 0.0)
    with paused():
        pass
    assert freed() is None


def test_what_a_program_set_aside_stays_aside() -> None:
    gc.freeze()
    try:
        with paused():
            pass
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()


def test_a_file_that_is_read_leaves_no_knots() -> None:
    """Its table, of which each piece holds its stack and each stack its pieces, is let go of."""
    folder = FIXTURES / "vassal" / "smolensk_corridor"
    module = importers.read(folder / "smolensk_corridor.vmod").module
    importers.read(folder / "turn.vlog", module)
    gc.collect()
    with paused():
        made = importers.read(folder / "turn.vlog", module)
    assert made.log is not None
    assert gc.collect() < len(made.log.start.counters)
