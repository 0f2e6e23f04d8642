"""A file of a pack while answers are written into it: whatever else stands in it stays as it is, to the letter."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomli
import tomlkit

from adjudicator.errors import PackError, Source
from adjudicator.game.interview.items import TomlEntry
from adjudicator.game.toml_blocks import TomlBlock, block, ending_blank, joined, replaced, split
from adjudicator.packs.drafting.texts import inline, toml_key

MISSING = object()
WIDE = 110
Ranks = Mapping[tuple[str, str], int]
"""The places of entries of lists among one another, by table and id."""


class BlockFile:
    """The text of one file as blocks."""

    def __init__(self, path: Path, text: str) -> None:
        self.path = path
        self.blocks = split(text)

    @property
    def text(self) -> str:
        return joined(self.blocks).rstrip("\n") + "\n"

    def value(self, item: TomlEntry) -> Any:
        """What stands there now; MISSING if nothing does."""
        at = self._find(item)
        if at < 0:
            return MISSING
        said = self.blocks[at].said
        return said if item.id and not item.key else said.get(item.key, MISSING)

    def put(self, item: TomlEntry, ranks: Ranks) -> None:
        """Write an item, into the block that is there or a new one."""
        self._refuse_inline(item)
        at = self._find(item)
        if at < 0:
            self._insert(item, ranks)
            return
        whole = item.id and not item.key
        wanted = item.value if whole else {item.key: item.value}
        self._change(at, wanted, [key for key in self.blocks[at].said if key not in wanted] if whole else ())

    def drop(self, item: TomlEntry) -> None:
        """Take an item out, and the block that has nothing left to say."""
        at = self._find(item)
        if at < 0:
            return
        left = set(self.blocks[at].said) - {item.key, "id"}
        if item.over and item.key:
            self._change(at, {item.key: item.over[0]})
        elif item.table and (not item.key or not left):
            self.blocks = replaced(self.blocks, at, None)
        else:
            self._change(at, {}, [item.key])

    def _find(self, item: TomlEntry) -> int:
        """The block that an item stands in, -1 if there is none."""
        header = header_of(item)
        fitting = (
            at
            for at, each in enumerate(self.blocks)
            if each.header.replace(" ", "") == header and (not item.id or each.said.get("id") == item.id)
        )
        return next(fitting, -1)

    def _refuse_inline(self, item: TomlEntry) -> None:
        first = item.table.partition(".")[0]
        top = self.blocks[0] if self.blocks and not self.blocks[0].header else None
        if item.table and top is not None and first in tomli.loads(top.text):
            raise PackError(
                f"'{first}' stands there on a line of its own: write it as tables first", Source(str(self.path))
            )

    def _insert(self, item: TomlEntry, ranks: Ranks) -> None:
        entry = item.value if item.id and not item.key else {item.key: item.value}
        told = {"id": item.id, **entry} if item.id else entry
        new = block(header_of(item), lines_of(told))
        self.blocks = ending_blank(self.blocks)
        self.blocks.insert(self._place(item, ranks), new)

    def _place(self, item: TomlEntry, ranks: Ranks) -> int:
        """Where a new block stands: among its own kind by rank, a table before the lists within it."""
        header = header_of(item)
        if not item.id:
            inner = (at for at, each in enumerate(self.blocks) if each.header.startswith(f"[[{item.table}."))
            return next(inner, len(self.blocks))
        mine = ranks.get((item.table, item.id), 0)
        own = [at for at, each in enumerate(self.blocks) if each.header.replace(" ", "") == header]
        for at in own:
            if ranks.get((item.table, str(self.blocks[at].said.get("id"))), -1) > mine:
                return at
        last = own[-1] + 1 if own else len(self.blocks)
        while last < len(self.blocks) and self.blocks[last].header.lstrip("[").startswith(f"{item.table}."):
            last += 1
        return last

    def _change(self, at: int, wanted: Mapping[str, Any], gone: list[str] | tuple[str, ...] = ()) -> None:
        """Set keys of a block and take others out; its remarks stay."""
        document = tomlkit.parse(self.blocks[at].text)
        table: Any = document
        for part in self.blocks[at].header.strip("[] ").split("."):
            table = table[part.strip('"')] if part else table
            table = table[-1] if isinstance(table, list) else table
        new = {key: value for key, value in wanted.items() if key not in table}
        for key, value in wanted.items():
            if key not in new and table[key] != value:
                table[key] = tomlkit.parse(f"x = {inline(value)}")["x"]
        for key in gone:
            table.pop(key, None)
        text = tomlkit.dumps(document)
        self.blocks[at] = TomlBlock(self.blocks[at].header, with_lines(text, lines_of(new)) if new else text)


def with_lines(text: str, lines: str) -> str:
    """The text of a block with further lines behind its last key, before the remarks and blank lines at its end."""
    listed = text.splitlines()
    said = [at for at, line in enumerate(listed) if line.strip() and not line.startswith("#")]
    if said:
        return "\n".join([*listed[: said[-1] + 1], lines, *listed[said[-1] + 1 :]]).rstrip("\n") + "\n\n"
    head = text.rstrip("\n")
    return f"{head}\n\n{lines}\n\n" if head else f"{lines}\n\n"


def header_of(item: TomlEntry) -> str:
    """The header under which an item stands, "" at the top of the file."""
    plain = ".".join(toml_key(part) for part in item.table.split("."))
    return "" if not item.table else f"[[{plain}]]" if item.id else f"[{plain}]"


def lines_of(entry: Mapping[str, Any]) -> str:
    """A table's keys, one a line."""
    return "\n".join(f"{toml_key(key)} = {written(value, WIDE - len(key))}" for key, value in entry.items())


def written(value: Any, width: int) -> str:
    """A value as a person would write it: a list that is wider than a line stands on several."""
    line = inline(value)
    if not isinstance(value, list | tuple) or len(line) <= width + len("[]"):
        return line
    return "[\n" + "".join(f"    {inline(each)},\n" for each in value) + "]"
