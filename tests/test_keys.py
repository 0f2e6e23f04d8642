"""No key of the rule language is unused, and those that have one value everywhere become no more."""

from __future__ import annotations

from tests.helpers import ROOT
from tests.keys import measured

LISTED = ROOT / "tests" / "keys_of_one_value.txt"
"""The keys that packs, fixtures, pages and questions set to one value only. What leaves the list does not come back."""


def test_no_key_is_unused_and_no_further_one_has_one_value() -> None:
    found = measured(ROOT)
    assert [key for key, values in found.items() if not values] == []
    listed = LISTED.read_text(encoding="utf-8").split()
    assert sorted({key for key, values in found.items() if len(values) == 1} - {*listed}) == []
    assert sorted({*listed} - {key for key, values in found.items() if len(values) == 1}) == [], "take these out"
