"""What the settings page asks: pack and map, side, readings, optional rules, conditions, and the cells of charts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from adjudicator.desk.cards import AuditCard
from adjudicator.errors import UsageError
from adjudicator.game import books
from adjudicator.game.settings import GameFolder, Settings, home_of
from adjudicator.game.settings_edit import Changes, Value, change_settings
from adjudicator.game.sheets import ChartCell, ChartSheet, fill_in, sheets
from adjudicator.lean import dataclass
from adjudicator.said import say

CELL = re.compile(r"[^\s,()]+")
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A cell that verdicts wait for, the chart that it is of, and how many verdicts."""

    box: ChartCell
    sheet: ChartSheet
    verdicts: int


@dataclass(frozen=True, slots=True)
class Questions:
    """All of it, with what is answered so far. `book` is empty if no pack is chosen."""

    said: Settings
    packs: tuple[Json, ...]
    book: Json
    sheets: tuple[ChartSheet, ...] = ()
    waiting: tuple[Waiting, ...] = ()
    was: str = "{}"
    """What stands in the fields, for the answer to be held against."""

    @property
    def cells(self) -> int:
        """How many cells all charts have."""
        return sum(len(sheet.boxes) for sheet in self.sheets)

    @property
    def waiting_ids(self) -> frozenset[str]:
        return frozenset(each.box.id for each in self.waiting)


def questions_of(folder: Path, card: AuditCard | None) -> Questions:
    """The questions of a game's folder."""
    home, packs = home_of(folder), tuple(books.packs())
    was = orjson.dumps(standing(home)).decode()
    if not home.pack:
        return Questions(home.said, packs, {}, was=was)
    found = sheets(home.pack, home.charts)
    return Questions(home.said, packs, books.contents(home.pack), found, tuple(waited_for(found, card)), was)


def waited_for(found: Iterable[ChartSheet], card: AuditCard | None) -> Iterable[Waiting]:
    """The blank cells that doubts name as missing, those that most doubts wait for first."""
    named: dict[str, int] = {}
    for each in card.findings if card else ():
        for name in set(CELL.findall(each.missing)):
            named[name] = named.get(name, 0) + 1
    blank = [(box, sheet) for sheet in found for box in sheet.boxes if box.name in named and not box.value]
    return [Waiting(box, sheet, named[box.name]) for box, sheet in sorted(blank, key=lambda pair: -named[pair[0].name])]


WAS = "was"
"""The field of a form that tells, as JSON, what stood in the others when the page was made."""


def answer(folder: Path, told: Mapping[str, str]) -> list[str]:
    """Write down what a form says; fields are called side, language, map (pack|theatre), player:SIDE, reading:ID and so on.

    What is not in the form, or is as it was when the form was made, stays as it stands; so does what was changed elsewhere
    meanwhile: the names of such fields are the answer.
    """
    home = home_of(folder)
    told, lost = _changed(told, standing(home)) if WAS in told else (told, [])
    changes: dict[str, Value | Mapping[str, Value]] = {}
    changes.update(_single(home, told))
    changes.update(_named(home.said, told))
    if "pack" not in changes and home.pack:
        book = books.contents(home.pack)
        changes.update(_tables(home.said, told, book))
    if changes:
        change_settings(folder, changes)
    blanks = _under("cell:", told)
    if blanks and "pack" not in changes and home.pack:
        _fill(home, folder, blanks)
    return lost


def standing(home: GameFolder) -> dict[str, str]:
    """What stands in each field of the form; a blank one is left out."""
    said = home.said
    found = {"side": said.side, "language": said.language, "title": said.title, "module": said.module}
    found["map"] = f"{said.pack}|{said.theatre}" if said.pack else ""
    found |= {f"player:{side}": name for side, name in said.players.items()}
    if home.pack:
        book = books.contents(home.pack)
        found |= {f"reading:{each['id']}": said.readings.get(each["id"], each["chosen"]) for each in book["readings"]}
        options = book["options"] | said.options
        found |= {f"option:{name}": "on" if on else "off" for name, on in options.items()}
        found |= {f"condition:{name}": value for name, value in said.conditions.items()}
        found |= {f"cell:{box.id}": box.value for sheet in sheets(home.pack, home.charts) for box in sheet.boxes}
    return {name: value for name, value in found.items() if value}


def _changed(told: Mapping[str, str], now: Mapping[str, str]) -> tuple[dict[str, str], list[str]]:
    """The fields that somebody changed in a form, and those of them that were changed elsewhere meanwhile."""
    before = _before(told[WAS])
    changed = {
        name: value.strip() for name, value in told.items() if name != WAS and before.get(name, "") != value.strip()
    }
    lost = [name for name, value in changed.items() if now.get(name, "") not in (before.get(name, ""), value)]
    return {name: value for name, value in changed.items() if name not in lost}, lost


def _before(text: str) -> dict[str, str]:
    try:
        found = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise UsageError(say("this form was made by another version of the desk; load the page anew")) from error
    return {str(key): str(value) for key, value in found.items()} if isinstance(found, dict) else {}


def _single(home: GameFolder, told: Mapping[str, str]) -> dict[str, Value]:
    """Side, language, title, module, pack and map, as far as they are said to be others."""
    pack, _, theatre = told.get("map", "").partition("|")
    wanted = {key: told[key].strip() for key in ("side", "language", "title", "module") if key in told}
    wanted |= {"pack": pack, "theatre": theatre} if pack else {}
    return {key: value for key, value in wanted.items() if value != getattr(home.said, key)}


def _named(said: Settings, told: Mapping[str, str]) -> Changes:
    """Players who go by another name than before."""
    players = {side: name.strip() for side, name in _under("player:", told).items()}
    changed = {side: name for side, name in players.items() if said.players.get(side, "") != name}
    return {"players": changed} if changed else {}


def _tables(said: Settings, told: Mapping[str, str], book: Json) -> Changes:
    """Readings, options and conditions that are said to be others than those in force."""
    readings = {each["id"]: each["chosen"] for each in book["readings"]} | said.readings
    chosen = {key: value for key, value in _under("reading:", told).items() if readings.get(key, value) != value}
    options = book["options"] | said.options
    switched = {
        key: value == "on" for key, value in _under("option:", told).items() if options.get(key) != (value == "on")
    }
    conditions = {
        key: value for key, value in _under("condition:", told).items() if said.conditions.get(key, "") != value
    }
    found: dict[str, Mapping[str, Value]] = {"readings": chosen, "options": switched, "conditions": conditions}
    return {key: values for key, values in found.items() if values}


def _fill(home: GameFolder, folder: Path, told: Mapping[str, str]) -> None:
    before = {box.id: box.value for sheet in sheets(home.pack, home.charts) for box in sheet.boxes}
    changed = {key: value for key, value in told.items() if before.get(key, "") != value.strip()}
    if changed:
        fill_in(folder, changed)


def _under(start: str, told: Mapping[str, str]) -> dict[str, str]:
    return {key.removeprefix(start): value for key, value in told.items() if key.startswith(start)}
