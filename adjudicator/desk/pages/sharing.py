"""What is given away: each player's page, the verdict as a file, a picture, a text, a judged log."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from adjudicator.desk.headers import REPORT
from adjudicator.desk.making import BUNDLE, PICTURE, Make, MakeWish, made_in, reports_folder
from adjudicator.desk.pages import attached, desk_of, game_page, go, place_of
from adjudicator.said import say


async def umpire(request: Request) -> Response:
    """One page for each player, and one with everything."""
    folder = place_of(request).folder
    pages = [each for each in made_in(folder) if each.name.startswith("for ") or each.name == BUNDLE]
    return game_page(request, "umpire.html.j2", pages=pages, reports=reports_folder(folder))


async def share(request: Request) -> Response:
    """The verdict to send to others."""
    folder = place_of(request).folder
    there = made_in(folder)
    return game_page(
        request,
        "share.html.j2",
        picture=[each for each in there if each.name == PICTURE],
        logs=[each for each in there if each.suffix == ".vlog"],
    )


async def make(request: Request) -> Response:
    """Have something made; a script gets the job, a form the page again."""
    place, name = place_of(request), request.path_params["wish"]
    if name not in list(MakeWish):
        raise HTTPException(404, say("there is nothing of that name to make"))
    job = desk_of(request).jobs.submit(Make(place.key, place.folder, MakeWish(name)))
    if "text/html" in request.headers.get("accept", ""):
        return go(f"/g/{place.key}/{'umpire' if name == MakeWish.PAGES else 'share'}")
    return JSONResponse({"job": job.number})


async def made(request: Request) -> Response:
    """A file that was made, by its name: nothing else can be asked for."""
    name = request.path_params["name"]
    found = next((each for each in made_in(place_of(request).folder) if each.name == name), None)
    if found is None:
        raise HTTPException(404, say("there is no such file"))
    shown = found.suffix == ".html" and "download" not in request.query_params
    kept = {} if shown or found.suffix == ".png" else {"Content-Disposition": attached(name)}
    return FileResponse(found, headers={"Content-Security-Policy": REPORT, **kept})
