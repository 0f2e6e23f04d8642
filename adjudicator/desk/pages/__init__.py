"""One module for each page: it asks the desk and shows what that answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from importlib import import_module
from typing import Any
from urllib.parse import quote

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from adjudicator.desk.desk import Desk
from adjudicator.desk.rendering import render
from adjudicator.desk.shelf import ShelfPlace
from adjudicator.said import say


def later(module: str, page: str) -> Callable[[Request], Awaitable[Response]]:
    """A page whose module is loaded when it is first asked for: few look at it, and the desk starts sooner and is smaller."""

    async def answered(request: Request) -> Response:
        loaded = await to_thread.run_sync(import_module, f"{__name__}.{module}")
        answer: Response = await getattr(loaded, page)(request)
        return answer

    return answered


def desk_of(request: Request) -> Desk:
    """The desk that is asked."""
    desk: Desk = request.app.state.desk
    return desk


def place_of(request: Request) -> ShelfPlace:
    """The game that the address names."""
    place = desk_of(request).shelf.find(request.path_params["key"])
    if place is None:
        raise HTTPException(404, say("this game is not on the shelf"))
    if not place.there:
        raise HTTPException(404, say("the folder of this game is gone: {folder}", place.folder))
    return place


def game_page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    """A page of a game, with the head that all of them have."""
    desk, place = desk_of(request), place_of(request)
    running = [job.as_json() for job in desk.jobs.of(place.key) if not job.over]
    refused = desk.inbox.refused(place.key)
    told = {"look": desk.look(place), "running": running, "unmade": desk.unmade.get(place.key, ""), "refused": refused}
    return render(request, template, status, **told, **values)


def go(path: str) -> RedirectResponse:
    """Show another page, after something was changed."""
    return RedirectResponse(path, 303)


def attached(name: str) -> str:
    """The header that makes a browser keep an answer as a file of that name."""
    return f"attachment; filename*=UTF-8''{quote(name, safe='')}"
