"""Settings: what the rulebook leaves open, and what the files do not tell."""

from __future__ import annotations

from pathlib import Path

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from adjudicator.desk.pages import desk_of, game_page, go, place_of
from adjudicator.desk.questions import answer, questions_of
from adjudicator.desk.rendering import in_words_of
from adjudicator.errors import AdjudicatorError
from adjudicator.game.settings import home_of
from adjudicator.game.settings_edit import forget_dice, teach_dice
from adjudicator.languages import OWN_NAMES
from adjudicator.said import say

MOST_FIELDS = 20_000


async def show(request: Request) -> Response:
    """All questions, with what was answered so far."""
    return await _page(request)


async def save(request: Request) -> Response:
    """Write the answers down, and have the game judged anew."""
    place = place_of(request)
    form = await request.form(max_fields=MOST_FIELDS)
    told = {key: str(value) for key, value in form.items()}
    try:
        lost = await to_thread.run_sync(answer, place.folder, told)
    except AdjudicatorError as error:
        if _of_script(request):
            raise
        return await _page(request, str(error), 400)
    if lost:
        names = ", ".join(each.partition(":")[2] or each for each in lost)
        why = say("changed elsewhere meanwhile, and left as it is there: {names}. All else was saved.", names)
        return (
            JSONResponse({"error": in_words_of(request, why)}, 409)
            if _of_script(request)
            else await _page(request, why, 409)
        )
    if _of_script(request):  # one field as it is typed; what is judged anew is what all of them say
        return JSONResponse({"saved": sorted(told)})
    desk_of(request).again(place)
    return go(f"/g/{place.key}/settings?saved=1")


async def dice(request: Request) -> Response:
    """Have lines read as dice by a pattern that was offered, or no longer if the form says so; nothing else can be taught."""
    place, form = place_of(request), await request.form()
    desk, pattern = desk_of(request), str(form.get("pattern", ""))
    if form.get("forget"):
        await to_thread.run_sync(forget_dice, place.folder, pattern)
        desk.again(place)
        return go(f"/g/{place.key}/settings?saved=1")
    card = desk.look(place).card
    offered = next((each for each in card.dice if each.pattern == pattern), None) if card else None
    if offered is None:
        raise HTTPException(404, say("these dice were not offered"))
    await to_thread.run_sync(teach_dice, place.folder, offered.toml)
    desk.again(place)
    return go(f"/g/{place.key}")


async def _page(request: Request, problem: str = "", status: int = 200) -> Response:
    place, desk = place_of(request), desk_of(request)
    asked = await to_thread.run_sync(questions_of, place.folder, desk.look(place).card)
    saved = "saved" in request.query_params
    modules = [each.name for each in place.modules()]
    told = {"asked": asked, "problem": problem, "saved": saved, "languages": OWN_NAMES, "modules": modules}
    return game_page(request, "settings.html.j2", status, own_map=_has_own_map(place.folder), **told)


def _of_script(request: Request) -> bool:
    """Whether the page's own script asks, and no form."""
    return "application/json" in request.headers.get("accept", "")


def _has_own_map(folder: Path) -> bool:
    """Whether the game is judged by a pack of its owner's own, whose map may be traced."""
    try:
        return home_of(folder).own_pack is not None
    except AdjudicatorError:
        return False
