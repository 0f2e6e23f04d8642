"""An answer as it was given: read from a file, a form or a terminal, and put into the values that entries are made of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import Any

from adjudicator.errors import UsageError
from adjudicator.game.interview.facts import ALL, Facts
from adjudicator.game.interview.question import ARTICLE, NO, WROTE, Column, Field, Question
from adjudicator.lean import dataclass
from adjudicator.model.theatre import UNKNOWN_TERRAIN

Value = Any
YES, NOT = ("yes", "y", "true", "on", "1"), ("no", "n", "false", "off", "0", "")
BLANK: Mapping[str, Value] = {"yes": False, "words": [], "units": [], "lines": []}
"""What stands for nothing said, by the kind of field; "" for others."""
_FRACTION = re.compile(r"[0-9]+/[1-9][0-9]*")
TOLLS = ("-", "retreat", "half", "all", "removed")
"""What a result does to a side; "-" is nothing."""
_CELLS = ("no", "unlimited", "?", "half+1")
ANYHOW = frozenset({("terrains", UNKNOWN_TERRAIN)})
"""Words that may be named though no map has them drawn."""
_PART = re.compile(r"\s*,\s*")


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said to a question: its values by field, the user's own article, or that his game has no such rule."""

    values: Mapping[str, Value] = field(default_factory=dict)
    article: str = ""
    no: bool = False

    def as_table(self, question: Question) -> dict[str, Value]:
        """As files and JSON have it: what was left blank too, where something would be proposed."""
        said: dict[str, Value] = {ARTICLE: self.article} if self.article else {}
        if self.no:
            return said | {NO: True}
        blanks = {each.name: BLANK.get(each.kind, "") for each in question.fields if each.default is not None}
        return said | {**blanks, **self.values}


def read_answer(question: Question, told: Mapping[str, object], facts: Facts | None = None) -> Answer:
    """An answer with every value as its field wants it; UsageError names the field that does not fit.

    With `facts` its words must be those of the pack, and what is not mentioned is what would be proposed.
    """
    article = str(told.get(ARTICLE, "")).strip()
    if told.get(NO):
        return Answer(article=article, no=True)
    for name in told:
        if name not in (ARTICLE, NO, WROTE):
            question.field(name)
    values: dict[str, Value] = {}
    for each in question.fields:
        if not holds(each.only, values):
            continue
        said = told.get(each.name, _unmentioned(each, facts))
        value = _value(each, said, facts, f"{question.id}.{each.name}")
        if value in (None, "", [], ()):
            if each.needed:
                raise UsageError("wants an answer", "answers", f"{question.id}.{each.name}")
            continue
        values[each.name] = value
    return Answer(values, article)


def holds(only: Mapping[str, Sequence[Any]], values: Mapping[str, Value]) -> bool:
    """Whether fields have one of the values that are asked for; False stands for one that is not given."""
    return all(values.get(name, False) in wanted for name, wanted in only.items())


def _unmentioned(each: Field, facts: Facts | None) -> Value:
    """What counts where a file does not mention a field."""
    begun = each.kind == "lines" and isinstance(each.default, str)
    return None if facts is None or begun else proposed(each, facts)


def _value(each: Field, told: object, facts: Facts | None, where: str) -> Value:
    if each.kind == "lines":
        return _lines(each, told, facts, where)
    if each.kind in ("words", "units"):
        words = [str(word) for word in told] if isinstance(told, list | tuple) else _parts(told)
        return [_word(word, each.of, facts) for word in words] if each.kind == "words" else _units(words, facts)
    return _single(each, told, where, facts)


def _single(each: Field | Column, told: object, where: str, facts: Facts | None) -> Value:
    """One value; None for nothing said."""
    text = str(told).strip() if told is not None else ""
    if each.kind in ("yes", "flag"):
        said = _yes(text.casefold(), where)
        return said if each.kind == "flag" else said or None
    if not text:
        return None
    if each.kind == "number":
        return _number(text, where)
    if each.kind == "cell":
        return _cell(text, where)
    if each.kind == "toll":
        if text not in TOLLS:
            raise UsageError(f"is none of {', '.join(TOLLS)}", where, text)
        return text
    if each.kind == "odds":
        return re.sub(r"(?<=[0-9])\s*[-/]\s*(?=[0-9])", ":", text)
    if isinstance(each, Field) and each.kind == "choice" and text not in each.choices:
        raise UsageError(f"is none of {', '.join(each.choices)}", where, text)
    return _word(text, each.of, facts) if each.of and facts else text


def _cell(text: str, where: str) -> int | str:
    return text if text in _CELLS else _number(text, where)


def _yes(told: str, where: str) -> bool:
    if told in YES:
        return True
    if told in NOT:
        return False
    raise UsageError("wants yes or no", where, told)


def _number(text: str, where: str) -> int | str:
    """A whole number, or a fraction as text."""
    if re.fullmatch(r"[+-]?[0-9]{1,6}", text):
        return int(text)
    if _FRACTION.fullmatch(text):
        return text
    raise UsageError("wants a number such as 2 or 1/2", where, text)


def _word(word: str, of: str, facts: Facts | None) -> str:
    """A word; if it names something of the pack, as the pack writes it."""
    if not of or facts is None:
        return word
    plain = word.strip().casefold().replace(" ", "_")
    return plain if plain in facts.words.get(of, ()) else facts.require(word.strip(), of)


def _units(words: Sequence[str], facts: Facts | None) -> list[str]:
    if facts is not None:
        facts.selector(words)
    return list(words)


def _parts(told: object) -> list[str]:
    text = str(told).strip() if told is not None else ""
    return [part for part in _PART.split(text) if part] if text else []


def _lines(each: Field, told: object, facts: Facts | None, where: str) -> list[list[Value]]:
    rows: Iterable[object] = told.splitlines() if isinstance(told, str) else told if isinstance(told, list) else ()
    found = [_line(each.columns, row, facts, where) for row in rows if row and str(row).strip()]
    return [line for line in found if line]


def _line(columns: Sequence[Column], row: object, facts: Facts | None, where: str) -> list[Value]:
    """The cells of a line, in the order of its columns; those of a last column that takes the rest follow one another."""
    cells = [str(cell) for cell in row] if isinstance(row, list | tuple) else _PART.split(str(row).strip())
    found: list[Value] = []
    for at, column in enumerate(columns):
        if column.rest or column.pairs:
            return found + [_single(column, cell, where, facts) for cell in cells[at:] if cell]
        if at >= len(cells) or not cells[at]:
            if column.default is None:
                raise UsageError(f"wants {', '.join(each.name for each in columns)}", where, row)
            found.append(column.default)
            continue
        allowed = (column.of, cells[at]) in ANYHOW or (column.of == "sides" and cells[at] in ALL)
        found.append(cells[at] if allowed else _single(column, cells[at], where, facts))
    if len(cells) > len(columns):
        raise UsageError(f"wants {', '.join(each.name for each in columns)} and no more", where, row)
    return found


def named(field_of: Field, line: Sequence[Value]) -> dict[str, Value]:
    """A line's cells by the names of their columns."""
    found: dict[str, Value] = {}
    for at, column in enumerate(field_of.columns):
        if column.pairs:
            found[column.name] = _pairs(line[at:])
        elif column.rest:
            found[column.name] = list(line[at:])
        else:
            found[column.name] = line[at]
    return found


def _pairs(cells: Sequence[Value]) -> dict[str, Value]:
    """`foot=2, wheels=no` as a table; a cell without a name is that of all others, under "any"."""
    found: dict[str, Value] = {}
    for cell in cells:
        name, equals, value = str(cell).partition("=")
        key, text = (name.strip(), value.strip()) if equals else ("any", name.strip())
        found[key] = _cell(text, key)
    return found


def proposed(each: Field, facts: Facts) -> Value:
    """What is proposed where nobody has answered: "@terrains" stands for all that the pack has."""
    if each.had and facts.words[each.had]:
        return list(facts.words[each.had])
    if isinstance(each.default, str) and each.default.startswith("@"):
        words = list(facts.words[each.default[1:]])
        return [[word] for word in words] if each.kind == "lines" else words
    return each.default


def as_text(each: Field, value: Value) -> str:
    """A value as it is typed: words with commas between, lines below one another."""
    if value in (None, ""):
        return ""
    if each.kind == "lines":
        return "\n".join(line if isinstance(line, str) else ", ".join(str(cell) for cell in line) for line in value)
    if isinstance(value, list | tuple):
        return ", ".join(str(word) for word in value)
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
