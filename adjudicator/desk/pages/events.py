"""What goes on, told to the pages as it happens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import orjson
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from adjudicator.desk.jobs import END, Event, Full
from adjudicator.desk.pages import desk_of
from adjudicator.desk.rendering import in_words_of
from adjudicator.said import say

HEARTBEAT = 15.0


async def stream(request: Request) -> Response:
    """Server-sent events: each job as it changes, each file that arrives."""
    return StreamingResponse(_lines(request), media_type="text/event-stream")


async def cancel(request: Request) -> Response:
    """Want a job no longer."""
    jobs = desk_of(request).jobs
    job = jobs.find(request.path_params["number"])
    if job is None:
        raise HTTPException(404, say("there is no such job"))
    jobs.cancel(job)
    return JSONResponse(in_words_of(request, job.as_json()))


async def _lines(request: Request) -> AsyncIterator[bytes]:
    try:
        with desk_of(request).jobs.listening() as queue:
            # from here on nothing is missed: what ended before, the page can ask for now
            yield b"retry: 2000\nevent: heard\ndata: {}\n\n"
            while True:
                try:
                    event = await asyncio.wait_for(queue.get(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                yield _line(in_words_of(request, event))
                if event[0] == END:
                    return
    except Full:
        yield b"retry: 30000\n\n"


def _line(event: Event) -> bytes:
    kind, told = event
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), orjson.dumps(told))
