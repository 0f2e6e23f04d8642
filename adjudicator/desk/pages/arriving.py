"""Files that are dropped on a game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adjudicator.desk.pages import desk_of, go, place_of
from adjudicator.desk.uploads import Arrived
from adjudicator.desk.uploads import receive as take_in
from adjudicator.desk.worker import sentence
from adjudicator.errors import AdjudicatorError
from adjudicator.harmless import harmless


async def receive(request: Request) -> Response:
    """Take one file in, as the body of the request; its name stands in the address. The last of several wakes the judge."""
    place, desk = place_of(request), desk_of(request)
    arrived = await taken(request, place.folder, place.key)
    for each in arrived:
        if not each.known:
            desk.dropped(place.folder / each.name)
    more = request.query_params.get("more") == "1"
    job = None if more else desk.wake(place)
    return JSONResponse({**as_json(arrived), "job": job.number if job else 0}, 201)


async def taken(request: Request, folder: Path, game: str = "") -> list[Arrived]:
    """What came of a dropped file; one that is refused stays listed with its reason."""
    name, inbox = unquote(request.query_params.get("name", "")), desk_of(request).inbox
    try:
        arrived = await take_in(name, request.stream(), folder)
    except AdjudicatorError as error:
        inbox.refuse(game, harmless(name), sentence(error))
        raise
    inbox.taken(game, harmless(name))
    return arrived


def as_json(arrived: Sequence[Arrived]) -> dict[str, object]:
    """The name under which a file is kept, the first of those that a zip held, and all of them."""
    files = [{"name": each.name, "known": each.known, "renamed": each.renamed} for each in arrived]
    return {**files[0], "files": files}


async def dealt_with(request: Request) -> Response:
    """List a refused file no longer."""
    form = await request.form()
    number = str(form.get("number", ""))
    if number.isdecimal():
        desk_of(request).inbox.dealt_with(int(number[:9]))
    game = desk_of(request).shelf.find(str(form.get("game", "")))
    return go(f"/g/{game.key}" if game else "/")


async def wake(request: Request) -> Response:
    """Have judged what has come, if the last of several files did not."""
    job = desk_of(request).wake(place_of(request))
    return JSONResponse({"job": job.number if job else 0})
