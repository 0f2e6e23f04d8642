"""The command stream: nesting in one pass, and every command's text there and back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.errors import CorruptFile, UnsafeFile
from adjudicator.importers.vassal.wire import commands, sequences
from adjudicator.importers.vassal.wire.additions import Additions
from adjudicator.importers.vassal.wire.commands import ChangePiece, MovePiece, NamedCommand, Verbatim

LETTERS = st.text(alphabet="ab\\'\x1b", max_size=18)
TREES = st.recursive(
    st.text(alphabet="ab /", max_size=4), lambda inner: st.lists(inner, min_size=2, max_size=4), max_leaves=9
)


def test_nesting_is_as_deep_as_the_backslashes():
    text = "a\x1bb\\\x1bc\\\\\x1bd\\\x1be\x1bf"
    assert commands.split_stream(text) == ["a", ["b", ["c", "d"], "e"], "f"]


def test_a_save_is_flat_but_for_its_pieces():
    assert commands.split_stream("begin_save\x1b\x1b\\\x1b+/1\\\x1b+/2\x1bend_save") == [
        "begin_save",
        "",
        ["", "+/1", "+/2"],
        "end_save",
    ]


@given(LETTERS)
def test_one_pass_is_level_by_level(text):
    assert commands.split_stream(text) == commands._split_quoted(text, 0)


@given(TREES)
def test_a_tree_is_read_as_it_was_written(tree):
    assert commands.split_stream(commands.join_stream(tree)) == tree


@given(LETTERS)
def test_any_text_comes_back_or_its_flaw_is_the_engines(text):
    """Texts that no encoder writes may come back otherwise, but what they say stays: the same tree."""
    tree = commands.split_stream(text)
    assert commands.split_stream(commands.join_stream(tree)) == tree or "'" in text or "\\" in text


def test_leaves_come_in_the_order_of_execution():
    assert commands.leaves(["a", ["b", ["c"]], "d"]) == ["a", "b", "c", "d"]


def test_nesting_beyond_reason_is_refused():
    with pytest.raises(UnsafeFile, match="nested 100000 deep"):
        commands.split_stream("a" + "\\" * 100_000 + "\x1bb")


@pytest.mark.parametrize(
    "text",
    [
        "+/1/mark;a\\/b\tpiece;;;x.png;Inf/v\tMain;1;2;3;0",
        "-/1",
        "D/1/new",
        "D/1/new/old",
        "M/1/Main/1/2/null/Main/3/4/null/me",
        "M/1/Main/1/2/9/null/3/4/null",
        "CHAT<me> - hello",
        "PLAYER\tid\tAnna\tFrench",
        "PYREMOVE\tid",
        "MainBoardPicker\tEast/rev\t0\t1",
        "GlobalProperty\t;Turn;3;Module",
        "GlobalProperty\t;a\\;b;1;Main:Zone",
        "MutableProperty\tTurn\t3\t4\tModule",
        "TURNTurnTracker0\t0|1;0;false;-1",
        "NOTES\ttwo|lines",
        "PNOTES\t",
        "PNOTE\tid\ttext",
        "SNOTE\tn\tid\tfalse\ttext\t0\th",
        "SETUP_STACK\t",
        "SGKC\tSGKC0\ttrue",
        "UNDO\ttrue",
        "UNMASK\ta\tb",
        "EXT\tAir\t1.2",
        "AUDIO\tclip.wav",
        "FLARE\tFlare0\t1\t2",
        "SHOW_RESULTS\tdice\t1\t6",
        "LOCKSPOTAB\ttab\t\t\t",
        "DECK\t",
        "begin_save",
        "end_save",
        "mystery\t1",
        "",
    ],
)
def test_every_command_comes_back_as_it_was(text):
    assert commands.encode(commands.decode(text)) == text


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("D/1/a/b", ChangePiece("1", "a", "b")),
        ("M/1/null/0/0/null/Main/3/4/2/me", MovePiece("1", "", 0, 0, "", "Main", 3, 4, "2", "me")),
        ("CHAT* x", NamedCommand("say", ("* x",))),
        ("Old MapBoardPicker\tA\t0\t0", NamedCommand("boards", ("Old Map", "A", "0", "0"))),
        ("mystery\t1", Verbatim("mystery\t1")),
    ],
)
def test_commands_say_what_they_mean(text, command):
    assert commands.decode(text) == command


@pytest.mark.parametrize("text", ["+/1/piece", "D/1", "M/1/Main/1", "M/1/Main/x/2/null/Main/3/4/null/me"])
def test_a_piece_command_without_its_fields_is_an_error(text):
    with pytest.raises(CorruptFile, match="@ 12"):
        commands.decode(text, 12)


@given(st.text(alphabet="a/\\'", max_size=14))
def test_an_addition_is_read_in_few_cuts_as_any_command_is(text):
    try:
        command = commands.decode(f"+/{text}")
    except CorruptFile:
        with pytest.raises(CorruptFile):
            Additions().read(f"+/{text}")
        return
    assert Additions().read(f"+/{text}") == (command, commands.encode(command) == f"+/{text}")


_TRAITS = st.lists(st.sampled_from(["a", "b/", "c\\/d", "'e'", "\\f", ""]), min_size=1, max_size=4).map("\t".join)


@given(st.lists(st.tuples(st.sampled_from(["1", "2", "'", "3\\/"]), _TRAITS, _TRAITS), max_size=6))
def test_an_addition_says_the_same_whatever_was_read_before(pieces):
    additions = Additions()
    for piece in pieces:
        text = "+/" + "/".join(piece)
        if len(sequences.split(text, "/")) < 4:
            continue
        command = commands.decode(text)
        assert additions.read(text) == (command, commands.encode(command) == text)
