"""What the tracer's page may send: keys and values that a theatre can hold, and no others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from adjudicator.editing.values import Value, ValueKey, ValueKind
from adjudicator.errors import UsageError
from adjudicator.game.maps.words import PaintWords
from adjudicator.lean import dataclass
from adjudicator.model.hexes import Hex
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.tracing.proposals import OFF

LONGEST = 120
_PLACE_KEY = re.compile(r"n?[0-9]{1,9}")


@dataclass(frozen=True)
class MapFacts:
    """What is known of a map: its words, where its hexes lie, and the boards on which they are traced."""

    words: PaintWords
    at: Mapping[str, Hex]
    boards: frozenset[str]


def read_changes(told: object, desk: MapFacts) -> dict[ValueKey, Value]:
    """The changes that a page sent; UsageError for what no theatre can hold."""
    if not isinstance(told, dict):
        raise UsageError("changes are a table of keys and values")
    return dict(_change(str(name), value, desk) for name, value in told.items())


def _change(name: str, value: object, desk: MapFacts) -> tuple[ValueKey, Value]:
    try:
        key = ValueKey.read(name)
    except ValueError as error:
        raise UsageError(f"'{name}' is nothing that a map says") from error
    return key, _READERS[key.kind](key.of, value, desk)


def _terrain(number: str, value: object, desk: MapFacts) -> Value:
    _require_hex(number, desk)
    word = _text(value)
    if word not in ("", UNKNOWN_TERRAIN) and not desk.words.takes("terrains", word):
        raise UsageError(f"the pack knows no terrain '{word}'")
    return word


def _tags(number: str, value: object, desk: MapFacts) -> Value:
    _require_hex(number, desk)
    return _known(value, "tags", desk)


def _side(name: str, value: object, desk: MapFacts) -> Value:
    ends = name.split("-")
    if len(ends) != 2 or not set(ends) <= desk.at.keys() or desk.at[ends[0]].distance(desk.at[ends[1]]) != 1:
        raise UsageError(f"'{name}' is no hexside of this map")
    if ends != sorted(ends):
        raise UsageError(f"'{name}' names the higher hex first")
    return _taken(value, desk.words.takes_side, "for a hexside")


def _place(of: str, value: object, desk: MapFacts) -> Value:
    if not _PLACE_KEY.fullmatch(of):
        raise UsageError(f"'{of}' is no place's key")
    if value is None:
        return None
    if not isinstance(value, dict) or not set(value) <= {"name", "hex", "kinds", "owner", "values"}:
        raise UsageError("a place has name, hex, kinds, owner and values")
    name, number = _text(value.get("name")).strip(), _text(value.get("hex"))
    if not name:
        raise UsageError("a place wants a name")
    _require_hex(number, desk)
    told: dict[str, object] = {"name": name, "hex": number, "kinds": list(_known(value.get("kinds"), "kinds", desk))}
    rest = {"owner": _text(value.get("owner")), "values": _values(value.get("values"))}
    return {**told, **{key: each for key, each in rest.items() if each}}


def _checked(number: str, value: object, desk: MapFacts) -> Value:
    _require_hex(number, desk)
    return "1" if value else None


def _refused(of: str, value: object, desk: MapFacts) -> Value:
    subject, _, word = of.partition(" ")
    group = "features" if "-" in subject else "terrains"
    known = desk.words.takes(group, word) or (group == "terrains" and word == OFF)
    if not set(subject.split("-")) <= desk.at.keys() or not known:
        raise UsageError(f"'{of}' is nothing that can be refused")
    return "1" if value else None


def _nudge(board: str, value: object, desk: MapFacts) -> Value:
    if board not in desk.boards or not isinstance(value, list) or len(value) != 2:
        raise UsageError("a nudge is two numbers of pixels for a board")
    if not all(isinstance(each, int | float) and abs(each) < 10_000 for each in value):
        raise UsageError("a nudge is two numbers of pixels")
    return () if not any(value) else tuple(f"{each:g}" for each in value)


def _never(of: str, value: object, desk: MapFacts) -> Value:
    raise UsageError(f"'{of}': nobody but the program writes this down")


_READERS = {
    ValueKind.TERRAIN: _terrain,
    ValueKind.TAGS: _tags,
    ValueKind.SIDE: _side,
    ValueKind.PLACE: _place,
    ValueKind.CHECKED: _checked,
    ValueKind.REFUSED: _refused,
    ValueKind.NUDGE: _nudge,
    ValueKind.AUDIT: _never,
}


def _require_hex(number: str, desk: MapFacts) -> None:
    if number not in desk.at:
        raise UsageError(f"'{number}' is no hex of this map")


def _known(value: object, group: str, desk: MapFacts) -> tuple[str, ...]:
    return _taken(value, partial(desk.words.takes, group), f"among {group}")


def _taken(value: object, takes: Callable[[str], bool], where: str) -> tuple[str, ...]:
    """The words of a list, each once; UsageError for one that is not taken there."""
    words = tuple(dict.fromkeys(_strings(value)))
    for word in words:
        if not takes(word):
            raise UsageError(f"the pack knows no word '{word}' {where}")
    return words


def _strings(value: object) -> Iterator[str]:
    if value is None:
        return
    if not isinstance(value, list | tuple):
        raise UsageError("words come as a list")
    for each in value:
        yield _text(each)


def _text(value: object) -> str:
    if value is None:
        return ""
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise UsageError("a word or name is one line of text")
    return value


def _values(value: object) -> dict[str, object]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(each, int | float | str | bool) for each in value.values()):
        raise UsageError("the values of a place are numbers and words by name")
    return {_text(key): each for key, each in value.items()}
