"""Files that are dropped on a game."""

from __future__ import annotations

from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adjudicator.desk.pages import desk_of, place_of
from adjudicator.desk.uploads import receive as take_in


async def receive(request: Request) -> Response:
    """Take one file in, as the body of the request; its name stands in the address. The last of several wakes the judge."""
    place = place_of(request)
    arrived = await take_in(unquote(request.query_params.get("name", "")), request.stream(), place.folder)
    if not arrived.known:
        desk_of(request).dropped(place.folder / arrived.name)
    more = request.query_params.get("more") == "1"
    job = None if more else desk_of(request).wake(place)
    told = {"name": arrived.name, "known": arrived.known, "renamed": arrived.renamed}
    return JSONResponse(told | {"job": job.number if job else 0}, 201)


async def wake(request: Request) -> Response:
    """Have judged what has come, if the last of several files did not."""
    job = desk_of(request).wake(place_of(request))
    return JSONResponse({"job": job.number if job else 0})
