"""Files that are dropped on the list of games: taken in, sorted to the games that they belong to, asked for where unclear."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adjudicator.desk.desk import Desk, said_in
from adjudicator.desk.pages import desk_of, go
from adjudicator.desk.pages.arriving import as_json, taken
from adjudicator.desk.rendering import language_for
from adjudicator.desk.shelf import ShelfPlace, entries
from adjudicator.desk.sorting import KIN, MODULE, NEW, UNCLEAR, SortedFile, SortFiles
from adjudicator.desk.uploads import copy_into, take_over
from adjudicator.errors import AdjudicatorError
from adjudicator.game.boxes import about
from adjudicator.game.settings_edit import change_settings
from adjudicator.lean import dataclass, replace
from adjudicator.said import say

ANEW = "new"
LOOK_AGAIN = 0.1


@dataclass(slots=True)
class _StartedGames:
    """The games that begin with one drop, by title, for a player who reads that language."""

    desk: Desk
    language: str
    games: dict[str, ShelfPlace] = field(default_factory=dict)

    def game(self, title: str) -> ShelfPlace:
        """The game under a title, begun now if it was not before."""
        if title not in self.games:
            self.games[title] = self.desk.shelf.new(title, self.language)
        return self.games[title]


async def begin(request: Request) -> Response:
    """A place for the files of one drop."""
    return JSONResponse({"drop": desk_of(request).inbox.begin()}, 201)


async def receive(request: Request) -> Response:
    """Take one file in, as the body of the request."""
    return JSONResponse(as_json(await taken(request, _folder(request))), 201)


async def sort(request: Request) -> Response:
    """Put each file into the game that it belongs to, and say where; what is unclear stays and is asked for."""
    desk, folder, drop = desk_of(request), _folder(request), request.path_params["drop"]
    games = tuple(place.folder for place in desk.shelf if place.there)
    job = desk.jobs.submit(SortFiles(drop, folder, games), soon=True)
    while not job.over:
        await asyncio.sleep(LOOK_AGAIN)
    found = job.value or tuple(SortedFile(each.name, why=UNCLEAR) for each in entries(folder))
    begun = _StartedGames(desk, language_for(request))
    rows = [await _row(desk, each, folder, begun) for each in sorted(found, key=lambda each: not each.to)]
    waiting = {row["name"] for row in rows if not row["game"]}
    titles = {title: place.key for title, place in begun.games.items()}
    desk.inbox.ask(drop, (_for_games(each, titles) for each in found if each.name in waiting))
    _wake(desk, drop, {row["game"] for row in rows if row["game"]})
    return JSONResponse({"files": rows})


async def put(request: Request) -> Response:
    """Put a file, with those that go along, where the player says; or throw it away."""
    desk, form, drop = desk_of(request), await request.form(), request.path_params["drop"]
    path = desk.inbox.waiting(drop, str(form.get("name", "")))
    if path is None:
        raise HTTPException(404, say("there is no such file"))
    if form.get("away"):
        desk.inbox.throw_away(drop, path.name)
        return go("/")
    to, asked = str(form.get("to", "")), desk.inbox.found(drop, path.name)
    title = asked.module or path.stem if asked.along else path.stem
    begun = _StartedGames(desk, language_for(request))
    told = replace(asked, to=title if to == ANEW else to, why=NEW if to == ANEW else MODULE)
    if to == ANEW and asked.choices:
        await to_thread.run_sync(_module_along, desk, asked, begun.game(title).folder)
    row = await _row(desk, told, path.parent, begun)
    for name in asked.along if row["game"] else ():
        if desk.inbox.waiting(drop, name) is not None:
            await _row(desk, replace(told, name=name, to=row["game"], why=MODULE), path.parent, begun)
    if row["game"] and asked.why == KIN and (place := desk.shelf.find(row["game"])):
        await to_thread.run_sync(_read_by, place)
    _wake(desk, drop, {row["game"]} - {""})
    return go("/") if "text/html" in request.headers.get("accept", "") else JSONResponse(row)


def _for_games(asked: SortedFile, titles: Mapping[str, str]) -> SortedFile:
    """A file that is asked for, the games that began with the same drop by their keys."""
    return replace(asked, choices=tuple(titles.get(each, each) for each in asked.choices))


def _module_along(desk: Desk, asked: SortedFile, folder: Path) -> None:
    """Give a new game the module of another one of its kind: one module serves many games."""
    others = (place for place in desk.shelf if place.key in asked.choices and place.folder != folder)
    boxes = (box for place in others for box in place.modules() if about(box)[0] == asked.module)
    if (box := next(boxes, None)) is not None:
        copy_into(box, folder)


def _read_by(place: ShelfPlace) -> None:
    """Have a game read by the one module that lies there, though its files name it otherwise: the player said so."""
    modules = place.modules()
    if len(modules) == 1 and not said_in(place.folder).module:
        change_settings(place.folder, {"module": modules[0].name})


def _folder(request: Request) -> Path:
    folder = desk_of(request).inbox.folder(request.path_params["drop"])
    if folder is None:
        raise HTTPException(404, say("nothing waits there"))
    return folder


def questions(desk: Desk) -> list[dict[str, Any]]:
    """All files that wait for an answer, each with the games that may be meant."""
    return [
        {
            "drop": drop,
            "name": each.name,
            "why": each.why,
            "along": len(each.along),
            "choices": list(_choices(desk, each)),
        }
        for drop, each in desk.inbox.asked()
    ]


async def _row(desk: Desk, told: SortedFile, folder: Path, begun: _StartedGames) -> dict[str, Any]:
    """Where a file went, as the page tells it, or between which games the player has to choose."""
    row: dict[str, Any] = {"name": told.name, "game": "", "why": told.why, "beside": told.beside, "error": ""}
    if not told.to:
        choices = tuple(begun.games[each].key if each in begun.games else each for each in told.choices)
        return row | {"choices": list(_choices(desk, replace(told, choices=choices))), "along": list(told.along)}
    place = begun.game(told.to) if told.why == NEW else desk.shelf.find(told.to)
    if place is None or not place.there:
        return row | {"why": UNCLEAR, "choices": list(_choices(desk, told))}
    try:
        arrived = await to_thread.run_sync(take_over, folder / told.name, place.folder)
    except AdjudicatorError as error:
        return row | {"error": str(error)}
    if not arrived.known:
        desk.dropped(place.folder / arrived.name)
    return row | {"game": place.key, "title": place.name, "kept": arrived.name, "known": arrived.known}


def _choices(desk: Desk, told: SortedFile) -> Iterator[dict[str, str]]:
    """The games that may be meant: those of the file's module, or all."""
    there = {place.key: place for place in desk.shelf if place.there}
    meant = [there[key] for key in told.choices if key in there]
    yield from ({"key": place.key, "name": place.name} for place in (meant if told.choices else there.values()))


def _wake(desk: Desk, drop: str, games: set[str]) -> None:
    desk.inbox.end(drop)
    for place in [each for each in desk.shelf if each.key in games]:
        desk.wake(place)
