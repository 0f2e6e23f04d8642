"""A TOML file as the blocks in which people read it: each from its header to the next, comments above it with it.

Changing one block leaves every other as it was written, to the letter.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import tomli

from adjudicator.lean import dataclass

_HEADER = re.compile(r"\[\[?\s*[A-Za-z0-9_.\"'-]+\s*\]\]?\s*(#.*)?\Z")


@dataclass(frozen=True, slots=True)
class TomlBlock:
    """The text of a block and what its header says, "" of what stands before the first."""

    header: str
    text: str

    @property
    def said(self) -> Mapping[str, Any]:
        """The keys of its table."""
        tables: Any = tomli.loads(self.text)
        for part in self.header.strip("[] ").split("."):
            found = tables.get(part, {}) if part else tables
            tables = found[-1] if isinstance(found, list) else found
        return dict(tables)


def split(text: str) -> list[TomlBlock]:
    """The blocks of a file; joined they are its text again."""
    blocks: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines(keepends=True):
        if _HEADER.fullmatch(line.rstrip("\r\n")):
            above = blocks[-1][1]
            taken: list[str] = []
            while above and above[-1].startswith("#") and (blocks[-1][0] or len(above) > 1):
                taken.insert(0, above.pop())
            blocks.append((line.partition("#")[0].strip(), [*taken, line]))
        else:
            blocks[-1][1].append(line)
    return [TomlBlock(header, "".join(lines)) for header, lines in blocks]


def joined(blocks: list[TomlBlock]) -> str:
    """The text of a file, an empty line between its blocks where one of them is new."""
    return "".join(each.text for each in blocks)


def block(header: str, lines: str, note: str = "") -> TomlBlock:
    """A new block; `note` stands behind its header."""
    remark = "  # " + re.sub(r"[\x00-\x1f\x7f]", " ", note) if note else ""
    return TomlBlock(header, f"{header}{remark}\n{lines.rstrip()}\n\n")


def remainder(each: TomlBlock) -> str:
    """What stands behind the table of a block and belongs to nobody: remarks after an empty line."""
    lines = each.text.splitlines(keepends=True)
    last = max((at for at, line in enumerate(lines) if line.strip() and not line.startswith("#")), default=-1)
    while last + 1 < len(lines) and lines[last + 1].startswith("#"):
        last += 1
    rest = "".join(lines[last + 1 :])
    return rest.lstrip("\n") if rest.strip() else ""


def replaced(blocks: list[TomlBlock], at: int, new: TomlBlock | None) -> list[TomlBlock]:
    """The blocks with another one in a place, or none; remarks that stood behind the old one stay."""
    rest = remainder(blocks[at])
    kept = [TomlBlock("", rest.rstrip("\n") + "\n\n")] if rest else []
    return [*blocks[:at], *([new] if new else []), *kept, *blocks[at + 1 :]]


def ending_blank(blocks: list[TomlBlock]) -> list[TomlBlock]:
    """The blocks, the last one ending with an empty line, so that another may follow."""
    if not joined(blocks).strip():
        return blocks
    last = blocks[-1]
    return [*blocks[:-1], TomlBlock(last.header, last.text.rstrip("\n") + "\n\n")]
