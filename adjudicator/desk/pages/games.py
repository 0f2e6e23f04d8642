"""The list of games, and a new one."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adjudicator.desk.making import Make, MakeWish
from adjudicator.desk.pages import desk_of, go
from adjudicator.desk.pages.inbox import questions
from adjudicator.desk.rendering import language_for, render


async def show(request: Request) -> Response:
    """All games on the shelf. What is new in them is judged behind it; the page waits for nothing."""
    desk = desk_of(request)
    return render(request, "games.html.j2", games=desk.looks(), asked=questions(desk), refused=desk.inbox.refused(""))


async def begin(request: Request) -> Response:
    """Make a folder for a new game, named after the file that it begins with."""
    title = Path(request.query_params.get("name", "")).stem
    place = desk_of(request).shelf.new(title, language_for(request))
    return JSONResponse({"game": place.key, "name": place.name}, 201)


async def remove(request: Request) -> Response:
    """Take a game off the shelf, also if its folder is gone."""
    shelf = desk_of(request).shelf
    place = shelf.find(request.path_params["key"])
    if place is not None:
        shelf.remove(place)
    return go("/")


async def side_by_side(request: Request) -> Response:
    """All games as an umpire follows them: a row for each."""
    looks = [look for look in desk_of(request).looks() if look.place.there]
    return render(request, "umpire_games.html.j2", games=looks)


async def make_all(request: Request) -> Response:
    """Have the pages of all players made in the games that were picked."""
    desk, form = desk_of(request), await request.form()
    picked = {str(each) for each in form.getlist("game")}
    for place in desk.shelf:
        if place.key in picked and place.there:
            desk.wake(place)
            desk.jobs.submit(Make(place.key, place.folder, MakeWish.PAGES))
    return go("/umpire")
