"""Files that are dropped on the list of games: taken in, sorted to the games that they belong to, asked for where unclear."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adjudicator.desk.desk import Desk
from adjudicator.desk.pages import desk_of
from adjudicator.desk.rendering import language_for
from adjudicator.desk.shelf import ShelfPlace, entries
from adjudicator.desk.sorting import NEW, UNCLEAR, SortedFile, SortFiles
from adjudicator.desk.uploads import receive as take_in
from adjudicator.desk.uploads import take_over
from adjudicator.errors import AdjudicatorError
from adjudicator.lean import dataclass
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
    arrived = await take_in(unquote(request.query_params.get("name", "")), request.stream(), _folder(request))
    return JSONResponse({"name": arrived.name, "known": arrived.known, "renamed": False}, 201)


async def sort(request: Request) -> Response:
    """Put each file into the game that it belongs to, and say where; what is unclear stays and is asked for."""
    desk, folder = desk_of(request), _folder(request)
    games = tuple(place.folder for place in desk.shelf if place.there)
    job = desk.jobs.submit(SortFiles(request.path_params["drop"], folder, games), soon=True)
    while not job.over:
        await asyncio.sleep(LOOK_AGAIN)
    found = job.value or tuple(SortedFile(each.name, why=UNCLEAR) for each in entries(folder))
    begun = _StartedGames(desk, language_for(request))
    rows = [await _row(desk, each, folder, begun) for each in found]
    _wake(desk, request.path_params["drop"], {row["game"] for row in rows if row["game"]})
    return JSONResponse({"files": rows})


async def put(request: Request) -> Response:
    """Put a file where the player says."""
    desk, form = desk_of(request), await request.form()
    path = desk.inbox.waiting(request.path_params["drop"], str(form.get("name", "")))
    if path is None:
        raise HTTPException(404, say("there is no such file"))
    to = str(form.get("to", ""))
    told = SortedFile(path.name, path.stem if to == ANEW else to, NEW if to == ANEW else "module")
    row = await _row(desk, told, path.parent, _StartedGames(desk, language_for(request)))
    _wake(desk, request.path_params["drop"], {row["game"]} - {""})
    return JSONResponse(row)


def _folder(request: Request) -> Path:
    folder = desk_of(request).inbox.folder(request.path_params["drop"])
    if folder is None:
        raise HTTPException(404, say("nothing waits there"))
    return folder


async def _row(desk: Desk, told: SortedFile, folder: Path, begun: _StartedGames) -> dict[str, Any]:
    """Where a file went, as the page tells it, or between which games the player has to choose."""
    row: dict[str, Any] = {"name": told.name, "game": "", "why": told.why, "beside": told.beside, "error": ""}
    if not told.to:
        return row | {"choices": list(_choices(desk, told))}
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
    there = [place for place in desk.shelf if place.there]
    meant = [place for place in there if place.key in told.choices] or there
    yield from ({"key": place.key, "name": place.name} for place in meant)


def _wake(desk: Desk, drop: str, games: set[str]) -> None:
    desk.inbox.end(drop)
    for place in [each for each in desk.shelf if each.key in games]:
        desk.wake(place)
