"""The list of games, and a new one."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adjudicator.desk.pages import desk_of, go
from adjudicator.desk.rendering import render


async def show(request: Request) -> Response:
    """All games on the shelf; nothing is judged for it."""
    desk = desk_of(request)
    return render(request, "games.html.j2", games=[desk.look(place) for place in desk.shelf])


async def begin(request: Request) -> Response:
    """Make a folder for a new game, named after the file that it begins with."""
    title = Path(request.query_params.get("name", "")).stem
    place = desk_of(request).shelf.new(title)
    return JSONResponse({"game": place.key, "name": place.name}, 201)


async def remove(request: Request) -> Response:
    """Take a game off the shelf, also if its folder is gone."""
    shelf = desk_of(request).shelf
    place = shelf.find(request.path_params["key"])
    if place is not None:
        shelf.remove(place)
    return go("/")
