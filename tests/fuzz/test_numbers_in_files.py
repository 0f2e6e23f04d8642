"""A sample of the odd numbers in every field; `python -m tests.fuzz.numbers_in_files` runs all."""

from __future__ import annotations

from tests.fuzz.numbers_in_files import components, faults, traits


def test_no_odd_number_ends_as_a_fault_of_ours() -> None:
    assert len(list(traits())) > 900
    assert len(list(components())) > 500
    assert list(faults(every=180)) == []


def test_numbers_that_were_once_faults() -> None:
    once = {
        "HexGridNumbering vLeading=-2147483648",
        "HexGrid x0=-2147483648",
        "HexGrid y0=-2147483648",
    }
    assert once <= {name for name, _ in components()}
    assert list(faults(only=once)) == []
