"""A mapping as a value: whatever is done to it, it is the dict to which the same was done, in content and in order."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.persistent import ChangingMap, PersistentMap

CHANGES = st.lists(st.tuples(st.sampled_from(("set", "delete")), st.integers(0, 40), st.integers(0, 9)), max_size=120)


@given(st.dictionaries(st.integers(0, 40), st.integers(0, 9)), CHANGES)
def test_it_is_as_the_dict_to_which_the_same_was_done(
    start: dict[int, int], changes: list[tuple[str, int, int]]
) -> None:
    plain, made = dict(start), PersistentMap(start)
    row = [(plain.copy(), made)]
    for change, key, value in changes:
        if change == "set":
            plain[key] = value
            made = made.set(key, value)
        elif key in plain:
            del plain[key]
            made = made.delete(key)
        else:
            with pytest.raises(KeyError):
                made.delete(key)
        row.append((plain.copy(), made))
    for expected, found in row:  # all at the end: a later copy changes no earlier one
        assert list(found.items()) == list(expected.items())
        assert (list(found), list(found.keys()), list(found.values())) == (
            list(expected),
            list(expected.keys()),
            list(expected.values()),
        )
        assert (len(found), bool(found)) == (len(expected), bool(expected))
        for key in range(-1, 42):
            assert (key in found, found.get(key), found.get(key, -1)) == (
                key in expected,
                expected.get(key),
                expected.get(key, -1),
            )
        assert found == PersistentMap(expected)
        assert hash(found) == hash(PersistentMap(expected))


@given(st.dictionaries(st.integers(0, 40), st.integers(0, 9)), CHANGES)
def test_one_that_changes_itself_ends_as_the_one_that_does_not(
    start: dict[int, int], changes: list[tuple[str, int, int]]
) -> None:
    kept = before = PersistentMap(start)
    changing: PersistentMap[int, int] = ChangingMap(before)
    for change, key, value in changes:
        if change == "set":
            kept, changing = kept.set(key, value), changing.set(key, value)
        elif key in kept:
            kept, changing = kept.delete(key), changing.delete(key)
        else:
            with pytest.raises(KeyError):
                changing.delete(key)
    assert (list(changing.items()), len(changing)) == (list(kept.items()), len(kept))
    assert changing == kept == PersistentMap(changing)
    ended = PersistentMap(changing)
    changing.update({99: 1}).set(98, 2)
    assert (ended, dict(before)) == (kept, start)
    assert (len(changing), changing[99], changing[98]) == (len(kept) + 2, 1, 2)


def test_what_is_not_there_is_a_key_error() -> None:
    made = PersistentMap({"a": 1}).delete("a")
    for absent in ("a", "b"):
        with pytest.raises(KeyError):
            made[absent]


def test_a_key_that_comes_again_stands_last() -> None:
    made = PersistentMap({"a": 1, "b": 2, "c": 3})
    assert list(made.set("b", 5)) == ["a", "b", "c"]
    assert list(made.delete("b").set("b", 5)) == ["a", "c", "b"]
    assert list(made.update({"d": 4, "a": 0}).items()) == [("a", 0), ("b", 2), ("c", 3), ("d", 4)]


def test_what_it_was_made_from_may_change_afterwards() -> None:
    source = {"a": 1}
    made = PersistentMap(source)
    source["a"] = 2
    assert made["a"] == 1


def test_it_is_equal_to_its_like_alone_and_survives_a_pickle() -> None:
    made = PersistentMap({"a": 1}).set("b", 2)
    assert made != {"a": 1, "b": 2}
    assert made == PersistentMap({"b": 2, "a": 1}) != made.set("b", 3)
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301 - our own bytes


def test_a_long_row_of_copies_shares_its_wholes() -> None:
    """2,000 copies of 2,000 keys: the dicts behind them hold far less than four million entries."""
    row = [PersistentMap((number, number) for number in range(2_000))]
    for number in range(2_000):
        row.append(row[-1].set(number, -number))
    wholes = {id(each._whole): len(each._whole) for each in row}
    assert sum(wholes.values()) + sum(len(each._layer) for each in row) < 2_000 * 150
