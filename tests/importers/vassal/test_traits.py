"""The trait table: chains taken apart in one pass, decoded and encoded by the same rows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import CorruptFile
from adjudicator.importers.vassal.wire import chains, trait_table, traits
from adjudicator.importers.vassal.wire.numbers import whole

LETTERS = st.text(alphabet="a;\\'\t", max_size=14)


def test_the_table_holds_every_trait_and_the_three_innermost():
    assert len(trait_table.TRAITS) == 50
    assert {prefix for prefix, spec in trait_table.TRAITS.items() if spec.innermost} == {"piece;", "stack", "deck;"}


def test_a_chain_comes_apart_outermost_first():
    kind = "mark;A\tmark;B\\\tpiece;;;a.png;Inf"
    assert chains.split_chain(kind, "1\t2\\\tMain;1;2;7;0") == [
        ("mark;A", "1"),
        ("mark;B", "2"),
        ("piece;;;a.png;Inf", "Main;1;2;7;0"),
    ]


def test_a_tab_within_a_trait_stays_in_it():
    chain = [("placemark;x;;+/null/mark;Q\tpiece;;;;/\t", ""), ("mark;B", "a\tb"), ("piece;;;;Inf", "Main;1;2")]
    assert chains.split_chain(*chains.join_chain(chain)) == chain


@given(LETTERS, st.none() | st.integers(2, 4))
def test_one_pass_is_level_by_level(text, most):
    assert chains.split_levels(text, most) == chains._peel(text, most)


def test_a_missing_state_names_the_trait_and_the_place():
    with pytest.raises(CorruptFile, match=r"@ 40: 3 traits but 1 states: no state for trait 'mark;'"):
        chains.split_chain("mark;A\tmark;B\\\tpiece;;;a.png;Inf", "1", start=40)


@given(st.sampled_from(sorted(trait_table.TRAITS)), LETTERS, LETTERS)
def test_encoding_undoes_decoding(prefix, kind, state):
    assert traits.encode(traits.decode(prefix + kind, state)) == (prefix + kind, state)


@given(LETTERS, LETTERS)
def test_an_unknown_trait_rides_along(kind, state):
    assert traits.encode(traits.decode("mine;" + kind, state)) == ("mine;" + kind, state)


def test_fields_that_a_file_stops_before_have_the_engines_defaults():
    trait = traits.decode("immob;g;N", "")
    assert (trait.text("selection"), trait.text("stacking")) == ("g", "R")


def test_a_rotator_of_one_angle_has_fields_of_its_own():
    assert traits.decode("rotate;1;90,130;Turn", "45.0").text("setText") == "Turn"
    assert traits.decode("rotate;6;93,130;91,130;CW;CCW", "2").text("clockwiseText") == "CW"


def test_a_trait_reads_as_a_line():
    assert traits.describe(traits.decode("mark;Side,Type", "Blue,Inf")) == "mark: names=Side,Type, values=Blue,Inf"


@pytest.mark.parametrize(
    ("text", "value"), [("12", 12), ("", 0), ("x", 0), ("99999999999", 0), ("2147483648", 0), ("-2147483648", -(2**31))]
)
def test_numbers_are_javas(text, value):
    assert whole(text) == value
