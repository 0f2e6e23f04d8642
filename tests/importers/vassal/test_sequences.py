"""Sequences, against a second reading of the engine's rules, character by character."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.importers.vassal.wire.sequences import join, split, split_first

LETTERS = st.text(alphabet="ab;\\'\t\0", max_size=16)


def by_the_book(text, delimiter):
    """`SequenceEncoder.Decoder`, letter by letter."""
    tokens, at = [], 0
    while at < len(text):
        token, begun = "", at
        while at < len(text):
            if text[at] == delimiter and not (at > 0 and text[at - 1] == "\\"):
                break
            token = token[:-1] + delimiter if text[at] == delimiter else token + text[at]
            at += 1
        assert at >= begun
        tokens.append(token[1:-1] if len(token) > 1 and token[0] == token[-1] == "'" else token)
        if at == len(text):
            return tokens
        at += 1
    return [*tokens, ""]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", [""]),
        ("a,", ["a", ""]),
        ("a\\,b,c", ["a,b", "c"]),
        ("\\\\,x", ["\\,x"]),
        ("'\\a',b", ["\\a", "b"]),
        ("','", ["'", "'"]),
        ("'a\\,b'", ["a,b"]),
    ],
)
def test_read_as_the_engine_does(text, tokens):
    assert split(text, ",") == tokens


@pytest.mark.parametrize(
    ("tokens", "text"),
    [([""], ""), (["a", ""], "a,"), (["a,b"], "a\\,b"), (["\\a"], "'\\a'"), (["'"], "'''"), (["'x'"], "''x''")],
)
def test_written_as_the_engine_does(tokens, text):
    assert join(tokens, ",") == text


@given(LETTERS)
def test_any_text_reads_by_the_book(text):
    assert split(text, ";") == by_the_book(text, ";")


@given(LETTERS, st.integers(1, 4))
def test_the_first_tokens_are_the_first_of_all(text, count):
    assert split_first(text, ";", count) == split(text, ";")[:count]


@given(st.lists(LETTERS, min_size=1, max_size=5))
def test_what_is_written_is_read_again(tokens):
    """But for the engine's flaw: a backslash at a token's end, unless it is quoted, takes the delimiter behind it."""
    flawed = [token for token in tokens[:-1] if token.endswith("\\") and not token.startswith("\\")]
    if not flawed:
        assert split(join(tokens, ";"), ";") == tokens


def test_a_backslash_at_the_end_glues_the_next_token_on():
    assert split(join(["a\\", "b"], ","), ",") == ["a,b"]


@given(LETTERS)
def test_many_delimiters_are_read_like_few(text):
    assert split(text + ";" * 40, ";") == by_the_book(text + ";" * 40, ";")
