"""Tracing a map: the page, the board's tiles, and what is drawn."""

from __future__ import annotations

from typing import Any

import orjson
from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from adjudicator.desk.maps import MapToTrace
from adjudicator.desk.pages import desk_of, go, place_of
from adjudicator.desk.rendering import render
from adjudicator.extras import install_command
from adjudicator.game.maps.traced import Traced
from adjudicator.game.maps.tracing import Stale
from adjudicator.game.settings import home_of


async def show(request: Request) -> Response:
    """The page."""
    wanted = install_command("trace")
    return render(request, "map.html.j2", traced=_traced(request), key=request.path_params["map"], install_trace=wanted)


async def of_game(request: Request) -> Response:
    """The map of a game's pack."""
    home = home_of(place_of(request).folder)
    wanted = MapToTrace(home.pack, home.theatre, home.module)
    return go(f"/map/{await to_thread.run_sync(desk_of(request).maps.open, wanted)}")


async def state(request: Request) -> Response:
    """Everything that is said of the map, with its words and boards."""
    return _json(await to_thread.run_sync(_traced(request).about))


async def board(request: Request) -> Response:
    """The hexes and tiles of a board, or of several that run on."""
    return _json(await to_thread.run_sync(_traced(request).ground, request.path_params["board"]))


async def tile(request: Request) -> Response:
    """A tile of a board's picture."""
    told = request.path_params
    tiles = await to_thread.run_sync(_traced(request).tiles, told["board"], told["part"])
    path = tiles.tile(told["level"], told["column"], told["row"]) if tiles else None
    if path is None:
        raise HTTPException(404, "there is no such tile")
    return FileResponse(path, media_type="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})


async def draw(request: Request) -> Response:
    """Take what was drawn. A page that saw an older map gets the newer one, and nothing of it is taken."""
    told = await _told(request)
    return await _answered(
        request, _traced(request).map.draw, _number(told), str(told.get("stroke")), told.get("changes")
    )


async def undo(request: Request) -> Response:
    """Take the last stroke back."""
    return await _answered(request, _traced(request).map.undo, _number(await _told(request)))


async def redo(request: Request) -> Response:
    """Do again what was taken back."""
    return await _answered(request, _traced(request).map.redo, _number(await _told(request)))


async def spots(request: Request) -> Response:
    """What looks like a slip."""
    return _json({"spots": await to_thread.run_sync(_traced(request).slips)})


async def propose(request: Request) -> Response:
    """What to look at next."""
    told = request.path_params
    return _json(await to_thread.run_sync(_traced(request).propose, told["board"], told["layer"]))


async def sure(request: Request) -> Response:
    """All that is proposed to be there, with how certain that is."""
    told = request.path_params
    return _json(await to_thread.run_sync(_traced(request).sure, told["board"], told["layer"]))


async def trial(request: Request) -> Response:
    """How proposals did on what was held back."""
    told = request.path_params
    return _json(await to_thread.run_sync(_traced(request).trial, told["board"], told["layer"]))


async def progress(request: Request) -> Response:
    """How far the program is that looks at a board or learns."""
    return _json(_traced(request).progress(request.path_params["board"]))


async def accept(request: Request) -> Response:
    """Take many proposals at once."""
    told, place = await _told(request), request.path_params["board"]
    return await _answered(request, _traced(request).accept, place, _number(told), str(told.get("stroke")), told)


async def answer(request: Request) -> Response:
    """A person's answer to a question."""
    told, place = await _told(request), request.path_params["board"]
    return await _answered(request, _traced(request).answer, place, _number(told), str(told.get("stroke")), told)


async def look(request: Request) -> Response:
    """How a word of the owner's own looks."""
    return _json(_traced(request).map.words.look(request.path_params["group"], request.path_params["word"]))


def _traced(request: Request) -> Traced:
    traced = desk_of(request).maps.find(request.path_params["map"])
    if traced is None:
        raise HTTPException(404, "this map is not open; start 'adjudicator trace' again")
    return traced


async def _answered(request: Request, ask: Any, *told: object) -> Response:
    try:
        return _json(await to_thread.run_sync(ask, *told))
    except Stale as error:
        newer = await to_thread.run_sync(_traced(request).map.state)
        return _json({"error": str(error), **newer}, 409)


async def _told(request: Request) -> dict[str, Any]:
    try:
        told = orjson.loads(await request.body())
    except orjson.JSONDecodeError as error:
        raise HTTPException(400, "this is no JSON") from error
    if not isinstance(told, dict):
        raise HTTPException(400, "a table of keys and values is wanted")
    return told


def _number(told: dict[str, Any]) -> int:
    version = told.get("version")
    if not isinstance(version, int):
        raise HTTPException(400, "which version of the map was drawn on?")
    return version


def _json(told: dict[str, Any], status: int = 200) -> JSONResponse:
    return JSONResponse(told, status)
