"""What once failed under the fuzzer is a value or one error now; and a harness notices what is neither."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.errors import AdjudicatorError
from tests.fuzz.__main__ import CORPUS, escaped
from tests.fuzz.harness import Unfit, attempt, place
from tests.fuzz.harnesses import HARNESSES


@pytest.mark.parametrize("name", HARNESSES)
def test_inputs_to_begin_with_are_read(name: str) -> None:
    harness = HARNESSES[name]
    seeds = list(harness.seeds())
    assert seeds
    for data in seeds:
        harness.read(data)


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*/*")), ids=lambda path: f"{path.parent.name}:{path.name}")
def test_what_once_failed_fails_no_more(path: Path) -> None:
    name = path.parent.name.replace("_", " ")
    assert attempt(HARNESSES[name].read, path.read_bytes()) is None


def test_a_foreign_error_and_an_unfit_one_are_found() -> None:
    def foreign(data: bytes) -> object:
        return data[99]

    class RingingError(AdjudicatorError):
        def __str__(self) -> str:
            return "\a"

    def loud(data: bytes) -> object:
        raise RingingError(data.decode())

    error = attempt(foreign, b"short")
    assert isinstance(error, IndexError)
    assert place(error).startswith("IndexError test_harnesses.py:")
    assert isinstance(attempt(loud, b"short"), Unfit)
    assert attempt(len, b"short") is None


def test_words_are_written_as_the_fuzzer_reads_them() -> None:
    assert escaped('\x1b"a\\') == "\\x1b\\x22a\\x5c"
