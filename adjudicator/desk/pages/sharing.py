"""What is given away: a chapter, each player's page, the verdict as a file, a picture, a text, a judged log."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from starlette.datastructures import FormData
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response

from adjudicator.desk.headers import REPORT
from adjudicator.desk.making import BUNDLE, PICTURE, Make, MakeWish, chapters_in, made_in, reports_folder
from adjudicator.desk.pages import attached, desk_of, game_page, go, place_of
from adjudicator.lean import replace
from adjudicator.said import say

KINDS = ("turn", "file")
MOST_CHAPTERS, MOST_DIGITS = 3, 9
SHOWN = (".html", ".png", ".webp")


async def umpire(request: Request) -> Response:
    """One page for each player, and one with everything."""
    folder = place_of(request).folder
    pages = [each for each in made_in(folder) if each.name.startswith("for ") or each.name == BUNDLE]
    return game_page(request, "umpire.html.j2", pages=pages, reports=reports_folder(folder))


async def share(request: Request) -> Response:
    """The verdict to send to others."""
    folder = place_of(request).folder
    there = made_in(folder)
    chapters = [chapters_in(folder, private=private) for private in (False, True)]
    return game_page(
        request,
        "share.html.j2",
        open=_shown(chapters[0]),
        private=_shown(chapters[1]),
        picture=[each for each in there if each.name == PICTURE],
        logs=[each for each in there if each.suffix == ".vlog"],
    )


def _shown(chapters: Mapping[str, Mapping[str, Path]]) -> list[tuple[str, Mapping[str, Path], str]]:
    """The chapters made last: their names, their files by ending, and what the text says."""
    newest = list(chapters.items())[:MOST_CHAPTERS]
    return [(name, made, made[".txt"].read_text(encoding="utf-8") if ".txt" in made else "") for name, made in newest]


async def make(request: Request) -> Response:
    """Have something made; a script gets the job, a form the page again."""
    place, name = place_of(request), request.path_params["wish"]
    if name not in list(MakeWish):
        raise HTTPException(404, say("there is nothing of that name to make"))
    wanted = Make(place.key, place.folder, MakeWish(name))
    job = desk_of(request).jobs.submit(_chapter(wanted, await request.form()) if name == MakeWish.CHAPTER else wanted)
    if "text/html" in request.headers.get("accept", ""):
        return go(f"/g/{place.key}/{'umpire' if name == MakeWish.PAGES else 'share'}")
    return JSONResponse({"job": job.number})


def _chapter(wanted: Make, form: FormData) -> Make:
    """The steps that a form names; what is not said in so many words to be for oneself is for everybody."""
    kind, _, steps = str(form.get("chapter", "")).partition("|")
    first, _, last = steps.partition("|")
    private = form.get("eyes") == "mine"
    if not (kind in KINDS and first.isdecimal() and last.isdecimal()):
        return replace(wanted, private=private)
    return replace(wanted, kind=kind, first=int(first[:MOST_DIGITS]), last=int(last[:MOST_DIGITS]), private=private)


async def made(request: Request) -> Response:
    """A file that was made, by its name: nothing else can be asked for."""
    name = request.path_params["name"]
    found = next((each for each in made_in(place_of(request).folder) if each.name == name), None)
    if found is None:
        raise HTTPException(404, say("there is no such file"))
    shown = found.suffix in SHOWN and "download" not in request.query_params
    kept = {} if shown else {"Content-Disposition": attached(name)}
    return FileResponse(found, headers={"Content-Security-Policy": REPORT, **kept})
