"""Files of one game share a memory of its pieces; whatever it recalls, a file reads as it does alone."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator import importers
from adjudicator.importers.vassal import savegame
from adjudicator.importers.vassal.memory import KnownPieces
from adjudicator.importers.vassal.wire import commands
from adjudicator.importers.vassal.wire.commands import AddPiece, Tree
from adjudicator.model.module import Module
from tests.helpers import FIXTURES, SHARED

SAVES = sorted(FIXTURES.glob("vassal/*/*.v[sl]*")) + sorted(SHARED.glob("data/vassal/**/*.v[sl]*"))


def scrambled(text: str, seed: int) -> str:
    """A file's text with every third piece or stack elsewhere and every seventh in another state."""
    chance = random.Random(seed)

    def changed(tree: Tree) -> Tree:
        if not isinstance(tree, str):
            return [changed(each) for each in tree]
        if not tree.startswith("+/"):
            return tree
        command = commands.decode(tree)
        if not isinstance(command, AddPiece):
            return tree
        state = command.state
        if chance.random() < 1 / 3:
            head, tab, basic = state.rpartition("\t")
            tokens = basic.split(";")
            if len(tokens) > 2 and tokens[1].isdigit():
                state = f"{head}{tab}{';'.join([tokens[0], str(int(tokens[1]) + 40), *tokens[2:]])}"
        if chance.random() < 1 / 7:
            state = state.replace("true", "false", 1) if "true" in state else state.replace("1", "2", 1)
        return commands.encode(replace(command, state=state))

    tree = commands.split_stream(text)
    return commands.join_stream([changed(each) for each in tree] if isinstance(tree, list) else [changed(tree)])


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_a_file_reads_alike_alone_and_after_others(path: Path) -> None:
    module = _module(path.parent)
    document = savegame.open_document(path)
    memory = KnownPieces()
    savegame.load(document, module, memory)
    other = replace(document, text=scrambled(document.text, seed=1))
    assert savegame.load(other, module, memory).state == savegame.load(other, module).state
    assert savegame.load(document, module, memory).state == savegame.load(document, module).state


@cache
def _module(folder: Path) -> Module | None:
    """The one module in a folder, if there is just one."""
    boxes = sorted(folder.glob("*.vmod"))
    return importers.read(boxes[0]).module if len(boxes) == 1 else None


@given(st.lists(st.text(alphabet="a/\\'", max_size=10), min_size=2, max_size=4))
def test_a_piece_that_another_file_had_is_read_as_if_it_were_new(texts: list[str]) -> None:
    memory = KnownPieces()
    for text in (f"+/1/piece/{each}" for each in texts):
        command, faithful = memory.decode(text)
        assert command == commands.decode(text)
        assert isinstance(command, AddPiece)
        assert faithful == (commands.encode(command) == text)
