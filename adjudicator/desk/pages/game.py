"""A game: its verdict, what is new in it, its files."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from adjudicator.desk.cards import history_of, page_of, table_of, table_picture
from adjudicator.desk.desk import said_in
from adjudicator.desk.headers import REPORT
from adjudicator.desk.pages import attached, desk_of, game_page, go, place_of
from adjudicator.desk.rendering import language_for
from adjudicator.desk.uploads import copy_into, take_over
from adjudicator.game.settings_edit import change_settings
from adjudicator.said import say

LOOK_AGAIN = 0.2


async def show(request: Request) -> Response:
    """The verdict, or what is still wanted for one."""
    desk, place = desk_of(request), place_of(request)
    desk.wake(place, soon=True)
    look = desk.look(place)
    return game_page(
        request,
        "game.html.j2",
        settled=desk.settled.get(place.key),
        table=table_of(place.folder),
        drawn=look.card is not None and not desk.drawing(place, look.card.signature),
        modules=[each.name for each in place.modules()],
    )


async def files(request: Request) -> Response:
    """The files in order of play, with what was found in each, and the audits of the past."""
    place = place_of(request)
    others = [each for each in desk_of(request).shelf if each.there and each.key != place.key]
    return game_page(request, "files.html.j2", history=history_of(place.folder), others=others)


async def move(request: Request) -> Response:
    """Move files to another game, or to a new one, which gets the module too: a game is split, or two become one."""
    desk, place, form = desk_of(request), place_of(request), await request.form()
    picked = {str(each) for each in form.getlist("name")}
    files = [each for each in place.files() if each.name in picked]
    to = str(form.get("to", ""))
    if not files:
        return go(f"/g/{place.key}/files")
    target = (
        desk.shelf.new(f"{place.name} {files[0].stem}", language_for(request)) if to == "new" else desk.shelf.find(to)
    )
    if target is None or not target.there or target.key == place.key:
        raise HTTPException(404, say("this game is not on the shelf"))
    await to_thread.run_sync(_move, files, place.modules() if to == "new" else (), target.folder)
    desk.again(place)
    desk.wake(target, soon=True)
    return go(f"/g/{target.key}")


def _move(files: Sequence[Path], modules: Sequence[Path], folder: Path) -> None:
    for box in modules:
        copy_into(box, folder)
    for each in files:
        take_over(each, folder)


async def report(request: Request) -> Response:
    """The report page of an audit, in a sandbox of its own."""
    place = place_of(request)
    desk, signature = desk_of(request), request.path_params["signature"]
    body = page_of(place.folder, signature)
    while body is None and desk.drawing(place, signature):
        await asyncio.sleep(LOOK_AGAIN)
        body = page_of(place.folder, signature)
    if body is None:
        raise HTTPException(404, say("this report is no longer kept"))
    headers = {"Content-Security-Policy": REPORT}
    if "download" in request.query_params:
        headers["Content-Disposition"] = attached(f"{place.name}.html")
    return HTMLResponse(body, headers=headers)


async def table(request: Request) -> Response:
    """The picture of the newest file's last table."""
    place = place_of(request)
    picture = table_picture(place.folder)
    if not picture:
        raise HTTPException(404, say("there is no such file"))
    return Response(picture, media_type="image/webp")


async def judge(request: Request) -> Response:
    """Look again for what is to be done."""
    place = place_of(request)
    desk_of(request).again(place)
    return go(f"/g/{place.key}")


async def leave_out(request: Request) -> Response:
    """Let a file of the folder count no longer, or again if the form says so."""
    place, form = place_of(request), await request.form()
    name, again = str(form.get("name", "")), bool(form.get("again"))
    before = said_in(place.folder).leave_out
    if not again and name not in {each.name for each in place.files()}:
        raise HTTPException(404, say("there is no such file"))
    kept = [each for each in before if each != name]
    change_settings(place.folder, {"leave_out": kept if again else [*kept, name]})
    desk_of(request).again(place)
    return go(f"/g/{place.key}{'/files' if again else ''}")


async def choose(request: Request) -> Response:
    """Take one of several packs that fit, and the player's side."""
    place, form = place_of(request), await request.form()
    pack, _, theatre = str(form.get("fit", "")).partition("|")
    told = {"pack": pack, "theatre": theatre, "side": str(form.get("side", ""))}
    change_settings(place.folder, {key: value for key, value in told.items() if value})
    desk_of(request).wake(place)
    return go(f"/g/{place.key}")
