"""The disguise of `savedGame`: there and back, upper case too, and each way of breaking it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import CorruptFile, ReadError
from importers.vassal.wire.obfuscation import key_of, obfuscate, reveal


@given(st.text(max_size=40), st.integers(0, 255))
def test_there_and_back(text, key):
    assert reveal(obfuscate(text, key)) == text


def test_lower_case_is_written_and_upper_case_read():
    raw = obfuscate("Grüningen", 0xAB)
    assert raw == raw.replace(b"A", b"a")
    assert reveal(b"!VCSK" + raw[5:].upper()) == "Grüningen"


def test_without_the_header_it_is_plain_text():
    assert (key_of(b"begin_save"), reveal(b"begin_save\xc3\xbc")) == (None, "begin_saveü")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"!VCSKzz00", "@ 5: two hex digits of key"),
        (b"!VCSK", "@ 5: two hex digits of key"),
        (b"!VCSK00616", "@ 10: obfuscated text wants an even number"),
        (b"!VCSK006x", "@ 8: obfuscated text wants hex digits, found byte 0x78"),
        (b"!VCSK0061ff", "@ 9: the text is not UTF-8"),
    ],
)
def test_what_is_broken_says_where(raw, message):
    with pytest.raises(CorruptFile, match=message):
        reveal(raw)


@given(st.binary(max_size=60), st.booleans())
def test_any_bytes_are_a_text_or_a_read_error(raw, headed):
    try:
        assert isinstance(reveal(b"!VCSK" + raw if headed else raw), str)
    except ReadError as error:
        assert error.source.offset is not None
