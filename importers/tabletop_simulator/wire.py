"""Tabletop Simulator's JSON, both ways: saves and saved objects, and how their places, sides and facings read as a map.

Facts are measured in saves of the program and its documented API. The table is a map of our own: 50 pixels to a unit of the
program, its middle at (5000, 5000), x to the right and y towards the player who sits at the bottom. A card that lies upright
for that player has `rotY` 180; `rotY` grows clockwise seen from above; with `rotZ` near 180 a thing lies face down.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import orjson

from adjudicator.budget import spend_json
from adjudicator.errors import CorruptFile, Source, UnsafeFile

Json = Any
"""What a JSON parser gives: None, bool, int, float, str, list, dict."""

FORMAT = "tabletop_simulator"
TABLE = "Table"
SCALE = 50
MIDDLE = 5000
TABLE_SIZE = (2 * MIDDLE, 2 * MIDDLE)
MOST_OBJECTS = 200_000
FARTHEST = 1e6
TILE_WIDTH = 2.0
BOARD_TAG = "adjudicator board"
CONTAINERS = ("Deck", "DeckCustom", "Bag", "Custom_Model_Bag", "Infinite_Bag", "Custom_Model_Infinite_Bag")
DECKS = ("Deck", "DeckCustom")
GM_NOTES = "GMNotes"
THING = "object"
"""Under which a counter carries the JSON that it was."""
CARDS = ("Card", "CardCustom")
CARDS_IN_SHEET = 100


def parse(data: bytes) -> dict[str, Json]:
    """The outermost object of a file; NaN and Infinity, which the program writes at times, are let through, and so is 1e999."""
    text = data.removeprefix(b"\xef\xbb\xbf")
    spend_json(text)
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        if b"NaN" not in text and b"Infinity" not in text and "infinity" not in error.msg:
            raise CorruptFile(f"not JSON: {error.msg}", Source(offset=error.pos)) from error
        found = _parse_loosely(text)
    if not isinstance(found, dict):
        raise CorruptFile(f"a save is an object, this is {type(found).__name__}", Source(offset=0))
    return found


def _parse_loosely(text: bytes) -> Json:
    try:
        return json.loads(text)
    except RecursionError as error:
        raise UnsafeFile("nested too deep to read") from error
    except (ValueError, UnicodeDecodeError) as error:
        raise CorruptFile(f"not JSON: {error}", Source(offset=getattr(error, "pos", 0))) from error


def dump(value: Json, *, indented: bool = False) -> bytes:
    """JSON as the program reads it."""
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2 if indented else 0)
    except orjson.JSONEncodeError:
        return json.dumps(value, indent=2 if indented else None).encode("utf-8")


def number(holder: Json, name: str, default: float = 0.0) -> float:
    """A number of an object; what is none, or beyond all measure, counts as the default."""
    value = holder.get(name) if isinstance(holder, dict) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return default
    return float(value) if -FARTHEST <= value <= FARTHEST else default


def text(holder: Json, name: str) -> str:
    """A text of an object, "" if it is none."""
    value = holder.get(name) if isinstance(holder, dict) else None
    return value if isinstance(value, str) else ""


def count(holder: dict[str, Json], name: str) -> int:
    """How many things a list of an object has, 0 if it is none."""
    value = holder.get(name)
    return len(value) if isinstance(value, list) else 0


def objects(holder: Json, name: str) -> list[dict[str, Json]]:
    """A list of objects; CorruptFile if it is something else."""
    value = holder.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        raise CorruptFile(f"'{name}' wants a list of objects, found {str(value)[:40]!r}", Source(entry=name))
    return value


def transform(found: dict[str, Json]) -> dict[str, Json]:
    """Where an object stands."""
    value = found.get("Transform")
    return value if isinstance(value, dict) else {}


def pixel(found: dict[str, Json]) -> tuple[int, int]:
    """The place of an object on our map."""
    where = transform(found)
    return round(MIDDLE + number(where, "posX") * SCALE), round(MIDDLE - number(where, "posZ") * SCALE)


def units(x: float, y: float) -> tuple[float, float]:
    """`posX` and `posZ` of a point of our map."""
    return (x - MIDDLE) / SCALE, (MIDDLE - y) / SCALE


def angle(found: dict[str, Json]) -> float:
    """The facing in degrees clockwise, to a tenth."""
    return round((number(transform(found), "rotY", 180.0) - 180.0) % 360.0, 1) % 360.0


def face_down(found: dict[str, Json]) -> bool:
    """Whether the object lies on its face."""
    return 90.0 < number(transform(found), "rotZ") % 360.0 < 270.0


def turned_away(found: dict[str, Json]) -> bool:
    """Whether it lies on its face and nobody may know what it is: cards always, other things unless they say otherwise."""
    return face_down(found) and (text(found, "Name") in CARDS or found.get("HideWhenFaceDown") is not False)


def joins_hands(found: dict[str, Json]) -> bool:
    """Whether a thing that lies in a hand is held there: it says so, or it is a card or a deck and says nothing."""
    said = found.get("Hands")
    return bool(said) if said is not None else text(found, "Name") in (*CARDS, *DECKS)


def height(found: dict[str, Json]) -> float:
    return number(transform(found), "posY")


def is_container(found: dict[str, Json]) -> bool:
    """Whether things lie in it: a deck or bag, or anything else that holds some."""
    return found.get("Name") in CONTAINERS or bool(found.get("ContainedObjects"))


def is_board(found: dict[str, Json]) -> bool:
    """Whether our own writer laid it as a board."""
    tags = found.get("Tags")
    return isinstance(tags, list) and BOARD_TAG in tags


def states(found: dict[str, Json]) -> list[tuple[int, dict[str, Json]]]:
    """Every state of an object in order, the one that shows included; one pair if it has no others.

    The file keeps the others under their numbers; the one that shows has the first number that is missing there.
    """
    others = found.get("States")
    if not isinstance(others, dict) or not others:
        return [(1, found)]
    numbered = {
        int(key): each for key, each in others.items() if key.isdecimal() and len(key) < 6 and isinstance(each, dict)
    }
    own = next(each for each in range(1, len(numbered) + 2) if each not in numbered)
    return sorted([*numbered.items(), (own, found)], key=lambda each: each[0])


def shown_state(found: dict[str, Json]) -> int:
    """Which of an object's states shows, counted from 0."""
    return next(index for index, (_, each) in enumerate(states(found)) if each is found)


def front_and_back(found: dict[str, Json], sheets: dict[str, Json] | None = None) -> tuple[str, str]:
    """The addresses of an object's two pictures, "" for none; a card's has its place in the sheet behind `#`."""
    own = found.get("CustomDeck")
    sheet_number, place = divmod(int(number(found, "CardID", -1.0)), CARDS_IN_SHEET)
    decks = own if isinstance(own, dict) and own else sheets or {}
    sheet = decks.get(str(sheet_number))
    if found.get("Name") in CARDS and isinstance(sheet, dict):
        face, back = text(sheet, "FaceURL"), text(sheet, "BackURL")
        single = number(sheet, "NumWidth", 1.0) <= 1 and number(sheet, "NumHeight", 1.0) <= 1
        unique = f"{back}#{place}" if sheet.get("UniqueBack") and back and not single else back
        return face if single or not face else f"{face}#{place}", unique
    image = found.get("CustomImage")
    if isinstance(image, dict):
        return text(image, "ImageURL"), text(image, "ImageSecondaryURL")
    return text(found.get("CustomMesh"), "DiffuseURL"), ""


def addresses(value: Json) -> Iterator[str]:
    """Every address in a save: the texts under keys that end in URL."""
    waiting = [value]
    while waiting:
        found = waiting.pop()
        if isinstance(found, dict):
            for key, each in found.items():
                if isinstance(each, str):
                    if each and key.lower().endswith("url"):
                        yield each
                else:
                    waiting.append(each)
        elif isinstance(found, list):
            waiting.extend(found)
