"""The page of acts: every type of thing that a player may do, by the word that packs and the notation have for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

from adjudicator.record import acts
from adjudicator.record.acts import Act
from adjudicator.reference.docstrings import field_texts

ACTS_PAGE = "acts.md"
INTRODUCTION = """# Acts

What players did, one type for each thing that they can do. The words in `code` are those by which the terms of a rule name an act
(`kinds = ["move", "rail"]`) and by which the [notation](../notation.md) writes them. A program finds the types in
`adjudicator.record.acts`.
"""
WORDS: Mapping[object, str] = {str: "text", int: "whole number", bool: "true or false"}


def acts_page() -> list[str]:
    """The lines of the page."""
    lines = [INTRODUCTION, "## What every act has", "", *_fields(Act, frozenset())]
    for kind in kinds_of_act():
        lines += _kind(kind)
    return lines


def kinds_of_act() -> Iterator[type[Act]]:
    """Every type of act, in the order of the source."""
    for kind in vars(acts).values():
        if isinstance(kind, type) and issubclass(kind, Act) and kind is not Act:
            yield kind


def _kind(kind: type[Act]) -> Iterator[str]:
    yield f"## {kind.__name__}" + (f": `{kind.word}`" if kind.word else "")
    yield ""
    yield " ".join((kind.__doc__ or "").split())
    yield ""
    above = {each.name for base in kind.__bases__ if issubclass(base, Act) for each in fields(base)}
    yield from _fields(kind, frozenset(above))


def _fields(kind: type[Act], known: frozenset[str]) -> Iterator[str]:
    described: type = kind
    hints, texts = get_type_hints(kind), field_texts(described)
    own = [each.name for each in fields(kind) if each.name not in known]
    for name in own:
        yield f"- **`{name}`** ({_in_words(hints[name])}): {texts.get(name, '')}"
    if own:
        yield ""


def _in_words(hint: Any) -> str:
    inner = [each for each in get_args(hint) if each is not Ellipsis and each is not type(None)]
    if get_origin(hint) is tuple:
        return "list of words" if inner == [str] else f"list of {_in_words(inner[0])}"
    if inner and isinstance(get_origin(hint), type):
        return "table"
    return _in_words(inner[0]) if inner else WORDS.get(hint, hint.__name__)
