"""theatre.toml while it is written: the closed lists grow by words that the map uses, places come, change and go."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import tomli
import tomlkit
from tomlkit.items import AoT, Array
from tomlkit.toml_document import TOMLDocument

from adjudicator.errors import PackError
from adjudicator.said import say

Place = Mapping[str, object]


def places_in(text: str) -> tuple[Place, ...]:
    """The places of a theatre.toml, each with all its keys."""
    listed = _tables(text).get("places", [])
    return tuple(dict(each) for each in listed if isinstance(each, dict)) if isinstance(listed, list) else ()


def lists_in(text: str) -> Mapping[str, tuple[str, ...]]:
    """The closed lists of words in a theatre.toml."""
    told = _tables(text)
    lists = {key: each for key, each in told.items() if isinstance(each, list)}
    return {key: tuple(map(str, lists.get(key, ()))) for key in ("terrains", "features", "tags", "kinds", "one_way")}


def _tables(text: str) -> dict[str, Any]:
    """What a theatre.toml says; PackError if it is no TOML, as when somebody else is writing it."""
    try:
        return tomli.loads(text)
    except (ValueError, RecursionError) as error:
        raise PackError(say("{file} is no TOML ({why})", "theatre.toml", error)) from error


def with_header(
    text: str, words: Mapping[str, Iterable[str]], places: Mapping[int, Place | None], new: Sequence[Place]
) -> str:
    """The text with further words in its lists, with places changed or gone (None) by their position, and with new ones."""
    lacking = {key: _lacking(text, key, each) for key, each in words.items()}
    if not any(lacking.values()) and not places and not new:
        return text
    document = tomlkit.parse(text)
    for key, each in lacking.items():
        _add_words(document, key, each)
    _set_places(document, places, new)
    return tomlkit.dumps(document)


def _lacking(text: str, key: str, words: Iterable[str]) -> list[str]:
    there = lists_in(text)[key]
    return [word for word in sorted(set(words)) if word not in there]


def _add_words(document: TOMLDocument, key: str, words: Sequence[str]) -> None:
    if not words:
        return
    if key not in document:
        document[key] = tomlkit.array()
    for word in words:
        document[key].append(word)


def _set_places(document: TOMLDocument, changed: Mapping[int, Place | None], new: Sequence[Place]) -> None:
    if not changed and not new:
        return
    listed: Any = document.get("places")
    if listed is None:
        document["places"] = tomlkit.aot()
        listed = document["places"]
    for at, place in sorted(changed.items(), reverse=True):
        if place is None:
            del listed[at]
        else:
            _fill(listed[at], place)
    for place in new:
        listed.append(_table(place, listed))
    if isinstance(listed, AoT) and new and _followed(document):
        listed[-1].add(tomlkit.nl())
    if not len(listed):
        del document["places"]


def _table(place: Place, listed: AoT | Array) -> Any:
    made: Any = tomlkit.table() if isinstance(listed, AoT) else tomlkit.inline_table()
    _fill(made, place)
    return made


def _fill(table: Any, place: Place) -> None:
    """Set the keys that say something else now; keys that the place no longer has go."""
    before = table.unwrap()
    for key in [key for key in before if key not in place]:
        del table[key]
    for key, value in place.items():
        if before.get(key) != value:
            table[key] = _in_place(table.get(key), value)


def _in_place(old: Any, value: object) -> Any:
    """A value with the comment of the one that stood there."""
    made = tomlkit.item(value)
    if old is not None:
        made.trivia.comment_ws, made.trivia.comment = old.trivia.comment_ws, old.trivia.comment
        made.trivia.trail = old.trivia.trail
    return made


def _followed(document: TOMLDocument) -> bool:
    """Whether something stands after the places."""
    return [*document][-1:] != ["places"]
