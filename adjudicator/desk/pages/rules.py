"""The rules of a game's own pack, question by question."""

from __future__ import annotations

from anyio import to_thread
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from adjudicator.desk import answering
from adjudicator.desk.pages import desk_of, game_page, go, place_of
from adjudicator.errors import AdjudicatorError
from adjudicator.game.interview.picture import picture
from adjudicator.game.interview.question import ARTICLE, Question, questions
from adjudicator.said import say


async def show(request: Request) -> Response:
    """One question, with the list of all."""
    return await _page(request, _question(request.query_params.get("ask", "")), {})


async def answer(request: Request) -> Response:
    """Write an answer down, and show what it did and says."""
    place, form = place_of(request), await request.form()
    told = {key: str(value) for key, value in form.items()}
    each = _question(told.get("ask", ""))
    try:
        await to_thread.run_sync(desk_of(request).asking.answer, place, each, told)
    except AdjudicatorError as error:
        return await _page(request, each, told, str(error), 400)
    desk_of(request).again(place)
    return go(f"/g/{place.key}/rules?ask={each.id}&said=1")


def _question(name: str) -> Question:
    """The question of that name, the first if none is named."""
    found = next((each for each in questions() if name in ("", each.id)), None)
    if found is None:
        raise HTTPException(404, say("there is no such question"))
    return found


async def _page(
    request: Request, each: Question, told: dict[str, str], problem: str = "", status: int = 200
) -> Response:
    place, desk = place_of(request), desk_of(request)
    try:
        interview = await to_thread.run_sync(answering.interview_of, place)
    except AdjudicatorError as error:
        return game_page(request, "rules.html.j2", 400, problem=str(error), interview=None)
    if interview is None:
        return game_page(request, "rules.html.j2", status, problem=problem, interview=None)
    save, says = await to_thread.run_sync(answering.says, place, interview, each)
    last = desk.asking.outcomes.get(place.key) if "said" in request.query_params else None
    listed = questions()
    at = listed.index(each)
    said = interview.answer_of(each)
    return game_page(
        request,
        "rules.html.j2",
        status,
        problem=problem,
        interview=interview,
        listed=listed,
        each=each,
        at=at,
        before=listed[at - 1].id if at else "",
        after=listed[at + 1].id if at + 1 < len(listed) else "",
        answer=said,
        article=told.get(ARTICLE, said.article if said else ""),
        shown=answering.shown(interview, each, told),
        known={one.name: answering.known(interview, one) for one in each.fields},
        sketch=Markup(picture(each)),  # noqa: S704 - every text in it is escaped there
        newline=Markup("\n"),
        save=save,
        says=says,
        outcome=last if last and last.question == each.id else None,
    )
