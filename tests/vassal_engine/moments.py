"""A log's moment as a save: ours beside the engine's own, stack by stack in the order in which they are drawn."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from adjudicator.importers.vassal.wire import commands, obfuscation
from tests.vassal_engine.engine import Engine
from tests.vassal_engine.rows import Row, Tried, adjudicator, read_by_us, row_of

HEAPS = ("stack", "deck;")
PARTS = 6
"""At how many moments of a log, its end among them, the engine saves."""


def saved_alike(name: str, engine: Engine, module: Path, log: Path) -> Row:
    """The log stepped through and saved on the way, and each moment written by us."""
    steps = int(engine.play(module, "", [["load", log], ["step", -1]])[1].told)
    moments = sorted({steps * part // PARTS for part in range(1, PARTS + 1)})
    commands: list[list[object]] = [["load", log]]
    for before, at in zip((0, *moments), moments, strict=False):
        commands += [["step", at - before], ["save", engine.work / f"{log.stem}_{at}.vsav"]]
    answers = engine.play(module, "", commands)
    tried = [_compared(at, engine.work, module, log) for at in moments]
    return row_of(f"{log.name} of {name}, saved on the way", answers, read_by_us(log, module), tried)


def _compared(at: int, work: Path, module: Path, log: Path) -> Tried:
    """The same stacks in the same order?"""
    ours = work / f"ours_{log.stem}_{at}.vsav"
    adjudicator("convert", log, ours, "--module", module, "--at", at)
    mine, theirs = (_written(file) for file in (ours, work / f"{log.stem}_{at}.vsav"))
    other = next((f"{a} where VASSAL has {b}" for a, b in zip(mine, theirs, strict=False) if a != b), "")
    if len(mine) != len(theirs):
        other = f"{len(mine)} where VASSAL has {len(theirs)}"
    return Tried(f"step {at}", not other, other or f"{len(mine)} stacks and counters in VASSAL's order")


def _written(save: Path) -> list[tuple[str, ...]]:
    """The stacks of a save as each layer of each map has them, and counters that lie in none: map, layer, the ids of those in it.

    VASSAL gives stacks new ids, and leaves out empty ones. It writes those in stacks first, in the order of a hash, and mixes
    layers: neither has a meaning.
    """
    with zipfile.ZipFile(save) as archive:
        text = obfuscation.reveal(archive.read("savedGame"))
    leaves = [leaf for leaf in commands.leaves(commands.split_stream(text)) if leaf.startswith("+/")]
    pieces = [piece for piece in map(commands.decode, leaves) if isinstance(piece, commands.AddPiece)]
    known = {piece.id for piece in pieces}
    heaps = {piece.id: re.split("[;,]", piece.state) for piece in pieces if piece.type.startswith(HEAPS)}
    stacked = {each for state in heaps.values() for each in state}
    lying = [_lying(piece, heaps, known) for piece in pieces if piece.id not in stacked]
    return sorted((each for each in lying if len(each) > 2), key=lambda each: each[:2])


def _lying(piece: commands.AddPiece, heaps: dict[str, list[str]], known: set[str]) -> tuple[str, ...]:
    state = heaps.get(piece.id)
    if state is None:
        return piece.state.rpartition("\t")[2].split(";")[0].lstrip("\\"), "", piece.id
    layer = state[-1] if state[-1].startswith("@@") else ""
    return state[0], layer, *(each for each in state[1:] if each in known)
