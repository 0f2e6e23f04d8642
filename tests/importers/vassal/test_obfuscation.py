"""The disguise of `savedGame`: there and back, upper case too, and each way of breaking it."""

from __future__ import annotations

import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import CorruptFile, ReadError
from adjudicator.importers.vassal.wire import obfuscation
from adjudicator.importers.vassal.wire.obfuscation import (
    Disguise,
    disguise_of,
    disguised,
    key_of,
    obfuscate,
    read,
    reveal,
)


@given(st.text(max_size=40), st.integers(0, 255), st.sampled_from(Disguise))
def test_there_and_back(text, key, disguise):
    key = None if disguise in (Disguise.PLAIN, Disguise.XZ) else key
    raw = disguised(text, key, disguise)
    assert reveal(raw) == text
    assert disguise is Disguise.PLAIN or (disguise_of(raw), key_of(raw)) == (disguise, key)


def test_what_vassal_3_8_writes():
    """`VOBS`, the key as it is, and every byte XOR it; before that for a time `!VCSZ`, packed and in hex digits."""
    told = "begin_save Grüningen"
    assert reveal(b"VOBS\x5a" + bytes(byte ^ 0x5A for byte in told.encode())) == told
    packed = zlib.compress(told.encode())
    assert reveal(b"!VCSZ5a" + bytes(byte ^ 0x5A for byte in packed).hex().encode()) == told


def test_lower_case_is_written_and_upper_case_read():
    raw = obfuscate("Grüningen", 0xAB)
    assert raw == raw.replace(b"A", b"a")
    assert reveal(b"!VCSK" + raw[5:].upper()) == "Grüningen"


def test_without_the_header_it_is_plain_text():
    assert (key_of(b"begin_save"), reveal(b"begin_save\xc3\xbc")) == (None, "begin_saveü")


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"VOBS", "@ 4: a byte of key"),
        (b"!VCSZzz", "@ 5: two hex digits of key"),
        (b"!VCSZ0078", "@ 7: packed text that breaks off"),
        (b"!VCSZ0061ff", "@ 7: packed text that cannot be unpacked"),
        (b"!VCSKzz00", "@ 5: two hex digits of key"),
        (b"!VCSK", "@ 5: two hex digits of key"),
        (b"!VCSK00616", "@ 10: obfuscated text wants an even number"),
        (b"!VCSK006x", "@ 8: obfuscated text wants hex digits, found byte 0x78"),
        (b"\xfd7zXZ\x00", "@ 6: an XZ stream that breaks off"),
        (b"\xfd7zXZ\x00\x09\x09\x09\x09\x09\x09", "@ 6: an XZ stream that cannot be unpacked"),
    ],
)
def test_what_is_broken_says_where(raw, message):
    with pytest.raises(CorruptFile, match=message):
        reveal(raw)


@given(st.binary(max_size=60), st.sampled_from(Disguise))
def test_any_bytes_are_a_text_or_a_read_error(raw, disguise):
    try:
        assert isinstance(reveal(disguise.header + raw), str)
    except ReadError as error:
        assert error.source.offset is not None


@given(st.text(max_size=30), st.sampled_from(Disguise), st.lists(st.integers(0, 60), max_size=6))
def test_an_entry_in_pieces_is_the_whole_entry(text, disguise, cuts):
    key = None if disguise is Disguise.PLAIN else 0x5A
    raw = obfuscation.disguised(text, key, disguise)
    ends = sorted({min(cut, len(raw)) for cut in cuts} | {len(raw)})
    pieces = [raw[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    assert obfuscation.read(pieces) == (obfuscation.reveal(raw), obfuscation.key_of(raw), obfuscation.disguise_of(raw))


@pytest.mark.parametrize("flawed", [b"!VCSK5a4g", b"!VCSK5a4142g1", b"!VCSK5a414"])
def test_a_flaw_is_found_at_its_place_in_pieces_too(flawed):
    with pytest.raises(CorruptFile) as whole:
        obfuscation.reveal(flawed)
    with pytest.raises(CorruptFile) as pieces:
        obfuscation.read([flawed[:8], flawed[8:9], flawed[9:]])
    assert str(pieces.value) == str(whole.value)


def test_a_plain_xz_stream_is_unpacked_and_written_so_again():
    packed = disguised("Grüningen", None, Disguise.XZ)
    assert (disguise_of(packed), key_of(packed), reveal(packed)) == (Disguise.XZ, None, "Grüningen")
    assert read([packed[:3], packed[3:]]) == ("Grüningen", None, Disguise.XZ)


@pytest.mark.parametrize("raw", [b"Gr\xfcningen", b"VOBS\x00Gr\xfcningen", b"!VCSK00" + b"Gr\xfcningen".hex().encode()])
def test_bytes_that_are_not_utf8_are_read_as_the_engine_reads_them(raw):
    assert reveal(raw) == "Gr\ufffdningen"
