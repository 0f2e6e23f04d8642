"""The binder: a game's counters beside the units of its pack."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from anyio import to_thread
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from adjudicator.desk import binding
from adjudicator.desk.pages import desk_of, game_page, go, place_of
from adjudicator.errors import AdjudicatorError

MOST_LISTED = 400
MOST_FIELDS = 2000


async def show(request: Request) -> Response:
    """The counters, one of them large, and what the newest save is read as."""
    return await _page(request)


async def answer(request: Request) -> Response:
    """Write an answer down and show the next counter."""
    place, desk = place_of(request), desk_of(request)
    bench = desk.workbench
    form = await request.form(max_fields=MOST_FIELDS)
    told = {key: str(value) for key, value in form.items()}
    try:
        if told.get("act") == "begin":
            await to_thread.run_sync(lambda: binding.begin(place, bench.case(place)))
            return go(f"/g/{place.key}/bind")
        before = await to_thread.run_sync(bench.case, place)
        after = await to_thread.run_sync(bench.answer, place, told)
    except AdjudicatorError as error:
        return await _page(request, str(error), 400)
    desk.again(place)
    group = told.get("show", "")
    listed = (
        [row.key for row in binding.groups(before.binder)[group]] if before.binder and group in binding.GROUPS else []
    )
    rows = binding.groups(after).get(group, [])
    following = binding.following(rows, told.get("row", ""), listed)
    told_on = {"show": group, "row": following, "said": "1"} | ({"save": told["save"]} if told.get("save") else {})
    return go(
        f"/g/{place.key}/bind?{urlencode({key: value for key, value in told_on.items() if value}, quote_via=quote)}"
    )


async def picture(request: Request) -> Response:
    """One side of a counter."""
    case = await to_thread.run_sync(desk_of(request).workbench.case, place_of(request))
    key, side = request.path_params["counter"], request.path_params["side"]
    try:
        found = await to_thread.run_sync(case.binder.looks, key) if case.binder else ()
    except AdjudicatorError as error:
        raise HTTPException(404, "there is no such counter") from error
    if side >= len(found):
        raise HTTPException(404, "this counter has no such picture")
    return Response(found[side], media_type="image/png", headers={"Cache-Control": "private, max-age=600"})


async def _page(request: Request, problem: str = "", status: int = 200) -> Response:
    place, asked = place_of(request), request.query_params
    try:
        case = await to_thread.run_sync(desk_of(request).workbench.case, place)
    except AdjudicatorError as error:
        return game_page(request, "binder.html.j2", 400, problem=str(error), case=None)
    if case.binder is None:
        return game_page(request, "binder.html.j2", status, problem=problem, case=case)
    groups = binding.groups(case.binder)
    group = asked.get("show", "")
    group = group if group in groups else next((name for name in binding.GROUPS if groups[name]), "bound")
    listed = groups[group]
    row = next((each for each in listed if each.key == asked.get("row")), listed[0] if listed else None)
    at = listed.index(row) if row else 0
    first = max(0, min(at - MOST_LISTED // 2, len(listed) - MOST_LISTED))
    tried = await to_thread.run_sync(binding.tried, case.binder, place, asked.get("save", ""))
    return game_page(
        request,
        "binder.html.j2",
        status,
        problem=problem,
        case=case,
        binder=case.binder,
        groups=groups,
        group=group,
        listed=listed[first : first + MOST_LISTED],
        row=row,
        at=at,
        before=listed[at - 1].key if at else "",
        after=listed[at + 1].key if at + 1 < len(listed) else "",
        strengths=binding.strengths,
        seats=binding.seats(case.binder),
        tried=tried,
        saves=[each.name for each in binding.saves(place)],
        said="said" in asked,
    )
