"""What an answer writes: entries of lists and keys of tables, made from a question's templates and the answer's values.

In a template the text `{field}` alone is the field's value; within other text it is what people read. What is not given
takes the key that asks for it out, and the table that has nothing left with it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.game.interview.answer import Answer, Value, holds, named
from adjudicator.game.interview.facts import ALL, Facts, shown
from adjudicator.game.interview.question import Column, Field, Judged, Question, Write
from adjudicator.lean import dataclass

_WHOLE = re.compile(r"\{(\w+)\}")
_ABSENT = object()
RULES = "rules"
COUNTERS = "counters"
"""Among what a template is written for: each counter that a line's last column names."""
ONLY_IF, VALUE = "only_if", "value"
"""Key of a table in a template: the table, or its `value`, is there only where fields have one of these values."""
FOR_EACH = "for_each"
"""The same: it is there once for each line of this field."""
GIVEN = "given"
"""The same: it is there only where these fields are given."""


@dataclass(frozen=True, slots=True)
class TomlEntry:
    """An entry of a list (`key` is "") or a key of a table or entry; `over` are values that say nothing yet."""

    file: str
    table: str
    id: str
    key: str
    value: Value
    over: tuple[Any, ...] = ()

    @property
    def at(self) -> str:
        """Where it stands, as the record and people have it: "stacking.toml limit[stacking]"."""
        entry = f"[{self.id}]" if self.id else ""
        return f"{self.file}.toml {self.table}{entry}{'.' if self.key and self.table else ''}{self.key}"


def fingerprint(value: Value) -> str:
    """The same for the same value, however it is written."""
    plain = json.dumps(value, sort_keys=True, default=str)
    return hashlib.sha256(plain.encode()).hexdigest()[:12]


def items(question: Question, answer: Answer, facts: Facts, taken: Container[str]) -> list[TomlEntry]:
    """All that an answer writes, in order; of what two lines write in one place the first counts.

    `taken` are ids of rules that others have.
    """
    if answer.no:
        return []
    found: dict[str, TomlEntry] = {}
    for item in (*_written(question, answer, facts), *_rules(question, answer, facts, taken)):
        found.setdefault(item.at, item)
    return list(found.values())


def _written(question: Question, answer: Answer, facts: Facts) -> Iterator[TomlEntry]:
    for write in question.writes:
        for values in _rounds(question, write, answer, facts):
            table, ident = _plain(write.table, values), _plain(write.id, values)
            if write.entry:
                entry = {"id": ident, **(_filled(write.entry, values) or {})}
                yield TomlEntry(write.file, table, ident, "", entry)
            for key, template in write.keys.items():
                value = _filled(template, values)
                if value is not _ABSENT:
                    yield TomlEntry(write.file, table, ident, _plain(key, values), value, write.over)


def _rules(question: Question, answer: Answer, facts: Facts, taken: Container[str]) -> Iterator[TomlEntry]:
    mine: list[str] = []
    for rule in question.rules:
        base = str(answer.values.get(rule.article) or answer.article or question.id)
        for values in _rounds(question, rule, answer, facts):
            ident = next(each for each in _numbers(base) if each not in mine and each not in taken)
            mine.append(ident)
            yield TomlEntry(RULES, "rule", ident, "", _rule(question, rule, ident, values, facts))


def _numbers(base: str) -> Iterator[str]:
    """An article's number, then with letters: 3.1, 3.1b, 3.1c ...; of a word, with numbers."""
    yield base
    if base[-1].isdigit():
        yield from (f"{base}{chr(letter)}" for letter in range(ord("b"), ord("z")))
    yield from (f"{base}-{count}" for count in range(2, 1000))


def _rule(question: Question, rule: Judged, ident: str, values: Mapping[str, Value], facts: Facts) -> dict[str, Value]:
    when = _filled(rule.when if isinstance(rule.when, str) else list(rule.when), values)
    terms = _filled(rule.terms, values)
    made: dict[str, Value] = {
        "id": ident,
        "area": question.area,
        "title": _text(rule.title, values),
        "check": rule.check,
    }
    known = {*facts.words["phases"], *(f"end of {name}" for name in facts.words["phases"])}
    told = [when] if isinstance(when, str) else when if isinstance(when, list) else []
    kept = [name for name in told if not facts.words["phases"] or name in known]
    made |= {"when": kept} if kept else {}
    during = _filled(rule.during, values)
    made |= {"during": during} if during not in (_ABSENT, {}) else {}
    made |= {"terms": terms} if terms not in (_ABSENT, {}) else {}
    return made | {"says": _text(rule.says, values)}


def _rounds(question: Question, of: Write | Judged, answer: Answer, facts: Facts) -> Iterator[dict[str, Value]]:
    """The values with which a template is filled, once or for each entry of fields; none if it is not meant."""
    values = prepared(question, answer, facts)
    if not holds(of.only, answer.values) or any(name not in answer.values for name in of.given):
        return
    found = [values]
    for name in of.each:
        if name == COUNTERS:
            found = [{**each, "unit": unit} for each in found for unit in each["names_ids"]]
            continue
        field = question.field(name)
        found = [{**each, **more} for each in found for more in _entries(field, answer.values.get(name, ()), facts)]
        if isinstance(of, Write) and of.alike:
            found = _as_one(found, of.alike, [each.name for each in field.columns if each.name != of.alike])
    yield from found


def _as_one(found: list[dict[str, Value]], alike: str, columns: Sequence[str]) -> list[dict[str, Value]]:
    """The rounds with those put together that have the same value in a column; `NAME_either` is their words in a sentence."""
    groups: dict[str, list[dict[str, Value]]] = {}
    for each in found:
        groups.setdefault(str(each[alike]), []).append(each)
    return [{**group[0], **_together(group, columns)} for group in groups.values()]


def _together(group: list[dict[str, Value]], columns: Sequence[str]) -> dict[str, Value]:
    words = {column: list(dict.fromkeys(each[column] for each in group)) for column in columns}
    return {**words, **{f"{column}_either": " or ".join(map(str, told)) for column, told in words.items()}}


def prepared(question: Question, answer: Answer, facts: Facts) -> dict[str, Value]:
    """An answer's values as templates take them up; `NAME_words` is what people read."""
    found: dict[str, Value] = {"article": answer.article or question.id}
    for field in question.fields:
        value = answer.values.get(field.name)
        if value is None:
            continue
        found[field.name] = facts.selector(value) if field.kind == "units" else value
        found[f"{field.name}_words"] = _words(field, value)
        if field.kind == "lines":
            found[f"{field.name}_first"] = [line[0] for line in value]
            found[f"{field.name}_entries"] = list(_entries(field, value, facts))
    return found


def _words(field: Field, value: Value) -> str:
    if field.kind == "units":
        return "every unit" if any(word in ALL for word in value) else " and ".join(str(each) for each in value)
    if field.kind == "lines":
        return "; ".join(" ".join(str(cell) for cell in line) for line in value)
    if isinstance(value, list):
        return ", ".join(shown(str(each)).lower() for each in value)
    return field.choices.get(str(value), str(value))


def _entries(field: Field, value: Value, facts: Facts) -> Iterator[dict[str, Value]]:
    """What each entry of a field adds to the values: its columns, or the word itself."""
    for each in value:
        if field.kind != "lines":
            faction = next((one.name for one in facts.pack.header.factions if one.id == each), "")
            yield {field.name: each, f"{field.name}_words": faction or shown(str(each))}
            continue
        told = named(field, each)
        for column in field.columns:
            told |= _more(column, told.pop(column.name)) if column.pairs or column.of == "sides" else {}
        words = {f"{name}_words": shown(str(cell)) for name, cell in told.items() if isinstance(cell, str | int)}
        selected = {
            column.name: facts.selector(told[column.name] if column.rest else [told[column.name]])
            for column in field.columns
            if column.kind == "units"
        }
        counters = {
            f"{column.name}_ids": [one for word in told[column.name] for one in facts.called(word)]
            for column in field.columns
            if column.name == "names" and column.rest
        }
        told |= {column.name: "" for column in field.columns if column.kind == "toll" and told[column.name] == "-"}
        yield {**told, **words, **selected, **counters}


def _more(column: Column, value: Value) -> dict[str, Value]:
    """Costs by movement class apart from that of all others; a side as a list, nothing for all."""
    if column.of == "sides":
        return {f"{column.name}_words": value} | ({} if value in ALL else {column.name: [value]})
    by = {key: cell for key, cell in value.items() if key != "any"}
    told = {f"{column.name}_by": by} if by else {}
    return told | ({f"{column.name}_any": value["any"]} if "any" in value else {})


def _filled(template: Value, values: Mapping[str, Value]) -> Any:
    """A template with its values; _ABSENT if it asks for one that is not given."""
    if isinstance(template, str):
        whole = _WHOLE.fullmatch(template)
        value = values.get(whole[1], _ABSENT) if whole else _text(template, values)
        return _ABSENT if value == {} else value
    if isinstance(template, Mapping):
        if not holds(template.get(ONLY_IF, {}), values) or any(name not in values for name in template.get(GIVEN, ())):
            return _ABSENT
        if ONLY_IF in template and VALUE in template:
            return _filled(template[VALUE], values)
        made = {
            _plain(key, values): _filled(each, values) for key, each in template.items() if key not in (ONLY_IF, GIVEN)
        }
        kept = {key: each for key, each in made.items() if each is not _ABSENT}
        return kept if kept or not made else _ABSENT
    if isinstance(template, list | tuple):
        told = [each for one in template for each in _each(one, values) if each is not _ABSENT]
        return told if told or not template else _ABSENT
    return template


def _each(template: Value, values: Mapping[str, Value]) -> list[Any]:
    """An element of a list filled: once, or once for each line of the field that it names."""
    if not isinstance(template, Mapping) or FOR_EACH not in template:
        return [_filled(template, values)]
    plain = {key: each for key, each in template.items() if key != FOR_EACH}
    return [_filled(plain, {**values, **line}) for line in values.get(f"{template[FOR_EACH]}_entries", ())]


def _plain(template: str, values: Mapping[str, Value]) -> str:
    """A template as a name in files: the words of lists joined by a stroke."""

    def word(found: re.Match[str]) -> str:
        value = values.get(found[1], values.get(f"{found[1]}_words", ""))
        if isinstance(value, Mapping):
            value = [one for each in value.values() for one in each] or ["all"]
        return "-".join(str(each) for each in value) if isinstance(value, list) else str(value)

    return _WHOLE.sub(word, template)


def _text(template: str, values: Mapping[str, Value]) -> str:
    """A template as people read it."""

    def word(found: re.Match[str]) -> str:
        value = values.get(f"{found[1]}_words", values.get(found[1], ""))
        return ", ".join(str(each) for each in value) if isinstance(value, list) else str(value)

    return _WHOLE.sub(word, template)
