"""Sentences that keep what they were made from, so that another language can make them anew.

    because = say("{unit} attacks {target}, and no enemy unit is there", unit, target)

`Said` is the English text: whoever wants text uses it as any other. Beside it stand its template, by which a catalogue
finds the translation, and its values, which may be sentences themselves. A template is a whole clause, or what stands for
one thing ("a major river"); what merely puts clauses in a row (`strung`, `+`) keeps them apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import lru_cache
from operator import is_
from typing import Any

from adjudicator.lean import replace

_PLACE = re.compile(r"\{(\w+)\}")


class Said(str):
    """English, with what it was made from. `several` is the template for any `number` but one, "" where nothing is counted."""

    __slots__ = ("number", "several", "template", "values")

    template: str
    values: Mapping[str, str]
    several: str
    number: int

    def __add__(self, other: str) -> Said:
        return strung((self, other))

    def __radd__(self, other: str) -> Said:
        return strung((other, self))


def say(template: str, *values: object) -> Said:
    """A sentence: the template with the values in its places, in the order in which these first appear."""
    return made(template, _placed(template, values))


def say_number(one: str, several: str, number: int, *values: object) -> Said:
    """A sentence about a number of things, which stands in the place {number}: template `one` for 1, else `several`.

    The other values stand in the places of both in the same order.
    """
    others = tuple(name for name in names(several) if name != "number")
    return made(one, {"number": str(number), **_placed(several, values, others)}, several, number)


def of_number(said: Said, number: int) -> Said:
    """The same sentence about another number of things."""
    return made(said.template, {**said.values, "number": str(number)}, said.several, number)


def quoted(text: str) -> Said:
    """Text that is its own template: a pack's word, the title of one of its rules."""
    return made(text, {})


def made(template: str, values: Mapping[str, str], several: str = "", number: int = 1) -> Said:
    """A sentence from its parts."""
    said = Said(filled(several if several and number != 1 else template, values))
    said.template, said.values, said.several, said.number = template, values, several, number
    return said


def strung(parts: Iterable[object], by: str = "") -> Said:
    """Clauses or names in a row, each of which is translated by itself; `by` may be a sentence too (" or ")."""
    told = [_text(part) for part in parts]
    row, places = _row(len(told))
    values = dict(zip(places, told, strict=True))
    if len(told) > 1:
        values["by"] = by
    return made(row, values)


@lru_cache(maxsize=512)
def _row(count: int) -> tuple[str, tuple[str, ...]]:
    """The template of so many parts in a row, and the names of their places."""
    places = tuple(f"part{number}" for number in range(count))
    return "{by}".join(f"{{{name}}}" for name in places), places


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with its values; a place without a value stays as it is."""
    form, places = _form(template)
    try:
        return form % tuple([values[name] for name in places])
    except KeyError:
        return form % tuple(values.get(name, f"{{{name}}}") for name in places)


def retold(value: Any, told: Callable[[str], str]) -> Any:
    """A record, or a row or table of such, with every text in it told otherwise. What has no text in it stays the same object."""
    match value:
        case str():
            return value if isinstance(value, Enum) else told(value)
        case tuple() | list() if type(value) in (tuple, list):
            row = [retold(each, told) for each in value]
            return value if all(map(is_, row, value)) else type(value)(row)
        case dict():
            return {key: retold(each, told) for key, each in value.items()}
        case _ if is_dataclass(value) and not isinstance(value, type):
            held = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
            changed = {name: new for name, each in held.items() if (new := retold(each, told)) is not each}
            return replace(value, **changed) if changed else value
    return value


@lru_cache(maxsize=8192)
def names(template: str) -> tuple[str, ...]:
    """The names of the places in a template, each once, in order."""
    return tuple(dict.fromkeys(_form(template)[1]))


def _placed(template: str, values: Sequence[object], given: Sequence[str] | None = None) -> dict[str, str]:
    """The values by the names of their places; ValueError if they are not as many."""
    wanted = names(template) if given is None else given
    return {name: _text(value) for name, value in zip(wanted, values, strict=True)}


@lru_cache(maxsize=8192)
def _form(template: str) -> tuple[str, tuple[str, ...]]:
    """The template as Python fills it in, and the names of its places in turn."""
    pieces = _PLACE.split(template)
    return "%s".join(text.replace("%", "%%") for text in pieces[::2]), tuple(pieces[1::2])


def _text(value: object) -> str:
    return value if isinstance(value, str) else str(value)
