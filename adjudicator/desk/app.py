"""Which address is answered by what."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from adjudicator.desk.desk import Desk
from adjudicator.desk.jobs import Full
from adjudicator.desk.pages import arriving, door, events, game, games, inbox, later, settings, sharing
from adjudicator.desk.rendering import in_words_of, render
from adjudicator.desk.security import Gate
from adjudicator.desk.watching import watch
from adjudicator.desk.worker import sentence
from adjudicator.errors import AdjudicatorError
from adjudicator.said import say

GAME, DROP, MAP = "/g/{key}", "/arriving/{drop}", "/map/{map}"
OF_GAME = (
    Route(GAME, game.show),
    Route(GAME + "/report/{signature}", game.report),
    Route(GAME + "/table.webp", game.table),
    Route(GAME + "/files", arriving.receive, methods=["POST"]),
    Route(GAME + "/files", game.files),
    Route(GAME + "/settings", settings.show),
    Route(GAME + "/settings", settings.save, methods=["POST"]),
    Route(GAME + "/bind", later("binder", "show")),
    Route(GAME + "/bind", later("binder", "answer"), methods=["POST"]),
    Route(GAME + "/bind/picture/{side:int}/{counter:path}", later("binder", "picture")),
    Route(GAME + "/rules", later("rules", "show")),
    Route(GAME + "/rules", later("rules", "answer"), methods=["POST"]),
    Route(GAME + "/umpire", sharing.umpire),
    Route(GAME + "/share", sharing.share),
    Route(GAME + "/make/{wish}", sharing.make, methods=["POST"]),
    Route(GAME + "/made/{name}", sharing.made),
    Route(GAME + "/wake", arriving.wake, methods=["POST"]),
    Route(GAME + "/judge", game.judge, methods=["POST"]),
    Route(GAME + "/choose", game.choose, methods=["POST"]),
    Route(GAME + "/dice", settings.dice, methods=["POST"]),
    Route(GAME + "/leave-out", game.leave_out, methods=["POST"]),
    Route(GAME + "/move", game.move, methods=["POST"]),
    Route(GAME + "/remove", games.remove, methods=["POST"]),
    Route(GAME + "/map", later("tracing", "of_game"), methods=["POST"]),
)
OF_MAP = (
    Route(MAP, later("tracing", "show")),
    Route(MAP + "/state", later("tracing", "state")),
    Route(MAP + "/board/{board:int}", later("tracing", "board")),
    Route(MAP + "/board/{board:int}/{part:int}/{level:int}/{column:int}_{row:int}", later("tracing", "tile")),
    Route(MAP + "/draw", later("tracing", "draw"), methods=["POST"]),
    Route(MAP + "/undo", later("tracing", "undo"), methods=["POST"]),
    Route(MAP + "/redo", later("tracing", "redo"), methods=["POST"]),
    Route(MAP + "/spots", later("tracing", "spots")),
    Route(MAP + "/board/{board:int}/proposals/{layer}", later("tracing", "propose")),
    Route(MAP + "/board/{board:int}/sure/{layer}", later("tracing", "sure")),
    Route(MAP + "/board/{board:int}/trial/{layer}", later("tracing", "trial")),
    Route(MAP + "/board/{board:int}/progress", later("tracing", "progress")),
    Route(MAP + "/board/{board:int}/answer", later("tracing", "answer"), methods=["POST"]),
    Route(MAP + "/board/{board:int}/accept", later("tracing", "accept"), methods=["POST"]),
    Route(MAP + "/look/{group}/{word}", later("tracing", "look")),
)


def make_app(desk: Desk) -> Starlette:
    """The application of a desk."""
    app = Starlette(
        routes=[
            Route("/enter", door.enter),
            Mount("/static", StaticFiles(directory=Path(str(files("adjudicator.desk") / "static")))),
            Route("/", games.show),
            Route("/others", door.others),
            Route("/umpire", games.side_by_side),
            Route("/umpire", games.make_all, methods=["POST"]),
            Route("/new", games.begin, methods=["POST"]),
            Route("/arriving", inbox.begin, methods=["POST"]),
            Route(DROP + "/files", inbox.receive, methods=["POST"]),
            Route(DROP + "/sort", inbox.sort, methods=["POST"]),
            Route(DROP + "/put", inbox.put, methods=["POST"]),
            Route("/refused", arriving.dealt_with, methods=["POST"]),
            Route("/events", events.stream),
            Route("/jobs/{number:int}/cancel", events.cancel, methods=["POST"]),
            *OF_GAME,
            *OF_MAP,
        ],
        middleware=[Middleware(Gate, doors=desk.doors)],
        exception_handlers={HTTPException: _refused, AdjudicatorError: _mistaken, Full: _full},
        lifespan=_lifespan,
    )
    app.state.desk = desk
    return app


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    desk: Desk = app.state.desk
    going = [asyncio.create_task(desk.jobs.run()), asyncio.create_task(watch(desk.folders, desk.arrived))]
    try:
        yield
    finally:
        for task in going:
            task.cancel()
        for task in going:
            with suppress(asyncio.CancelledError):
                await task


async def _refused(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _told(request, status, getattr(error, "detail", "") or str(error))


async def _mistaken(request: Request, error: Exception) -> Response:
    return _told(request, 400, sentence(error) if isinstance(error, AdjudicatorError) else str(error))


async def _full(request: Request, error: Exception) -> Response:
    del error
    answer = _told(request, 503, say("too much is waiting to be done already; try again in a while"))
    answer.headers["Retry-After"] = "10"
    return answer


def _told(request: Request, status: int, why: str) -> Response:
    """An error as the asker can read it: a page for people, JSON for our scripts."""
    why = in_words_of(request, why)
    if "text/html" in request.headers.get("accept", ""):
        return render(request, "error.html.j2", status, why=why, code=status)
    return JSONResponse({"error": why}, status)
