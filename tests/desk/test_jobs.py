"""The queue and its worker: one after another, bounded, and alive whatever becomes of the process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress

import pytest

from adjudicator.desk import jobs as queue
from adjudicator.desk.jobs import Full, Jobs, JobStage, RunningTask
from adjudicator.desk.worker import Worker
from tests.desk.conftest import apart
from tests.desk.doing import Deed, do


@asynccontextmanager
async def running() -> AsyncIterator[Jobs]:
    """A queue that is being worked on."""
    made = Jobs(Worker(do))
    working = asyncio.create_task(made.run())
    try:
        yield made
    finally:
        working.cancel()
        with suppress(asyncio.CancelledError):
            await working


async def over(*wanted: RunningTask) -> list[JobStage]:
    async with asyncio.timeout(60):
        while not all(job.over for job in wanted):
            await asyncio.sleep(0.02)
    return [job.stage for job in wanted]


def run(test: Callable[[], Coroutine[object, object, None]]) -> None:
    apart(test())


def test_a_crash_is_told_and_the_rest_goes_on() -> None:
    async def test() -> None:
        async with running() as jobs:
            dead = [jobs.submit(Deed(how, how)) for how in ("crash", "refuse", "fault")]
            well = [jobs.submit(Deed(str(number), "well")) for number in range(2)]
            assert await over(*dead, *well) == [*[JobStage.FAILED] * 3, *[JobStage.DONE] * 2]
            assert "ended by itself (code 3)" in dead[0].error
            assert dead[1].error == "this is no save"
            assert "a fault of the program" in dead[2].error and "nobody foresaw" in dead[2].error
            assert well[0].value == well[1].value  # the same process

    run(test)


def test_what_takes_too_long_can_be_cancelled() -> None:
    async def test() -> None:
        async with running() as jobs:
            long, waiting, well = (jobs.submit(Deed(how, how)) for how in ("hang", "crash", "well"))
            async with asyncio.timeout(30):
                while long.progress.doing != "doing":
                    await asyncio.sleep(0.02)
            jobs.cancel(waiting)
            jobs.cancel(long)
            assert await over(long, waiting, well) == [JobStage.CANCELLED, JobStage.CANCELLED, JobStage.DONE]

    run(test)


def test_progress_is_heard() -> None:
    async def test() -> None:
        async with running() as jobs:
            with jobs.listening() as heard:
                await over(jobs.submit(Deed("game", "well")))
                told = [heard.get_nowait()[1] for _ in range(heard.qsize())]
            assert [each["stage"] for each in told] == ["waiting", "working", "working", "done"]
            assert (told[2]["doing"], told[2]["what"], told[2]["done"], told[2]["total"]) == ("doing", "game", 1, 2)

    run(test)


def test_the_queue_is_bounded_and_holds_nothing_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "MOST_WAITING", 3)

    async def test() -> None:
        jobs = Jobs(Worker(do))
        made = [jobs.submit(Deed(str(number % 3), "well")) for number in range(30)]
        assert len({job.number for job in made}) == 3
        with pytest.raises(Full):
            jobs.submit(Deed("4", "well"))

    run(test)


def test_what_somebody_looks_at_comes_first() -> None:
    async def test() -> None:
        jobs = Jobs(Worker(do))
        first, second, third = (jobs.submit(Deed(name, "well")) for name in "abc")
        assert jobs.submit(Deed("c", "well"), soon=True) is third
        fourth = jobs.submit(Deed("d", "well"), soon=True)
        assert list(jobs._waiting) == [fourth, third, first, second]

    run(test)


def test_listeners_who_do_not_listen_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queue, "MOST_UNHEARD", 5)
    monkeypatch.setattr(queue, "MOST_LISTENERS", 1)

    async def test() -> None:
        jobs = Jobs(Worker(do))
        with jobs.listening() as heard:
            for number in range(50):
                jobs.announce("arrived", {"number": number})
            assert heard.qsize() == 5 and heard.get_nowait()[1] == {"number": 45}
            with pytest.raises(Full), jobs.listening():
                pass

    run(test)
