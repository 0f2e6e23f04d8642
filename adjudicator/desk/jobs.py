"""What is to be done, one thing after another: the queue in front of the worker, and who hears of it.

The queue is bounded, and a task that waits already is not queued twice. All of this lives in the loop that answers requests;
only `Worker.run` waits in a thread.
"""

from __future__ import annotations

import asyncio
import itertools
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import field
from enum import StrEnum
from typing import Any, Protocol

from anyio import to_thread

from adjudicator.desk.worker import Cancelled, Crashed, Progress, TaskResult, Worker
from adjudicator.lean import dataclass
from adjudicator.said import say

MOST_WAITING = 200
MOST_REMEMBERED = 200
MOST_LISTENERS = 64
MOST_UNHEARD = 256
END = "end"
"""The last event: nothing more is told."""


class JobStage(StrEnum):
    """How far a job is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Task(Protocol):
    """What a worker is asked; two that are equal want the same thing."""

    @property
    def game(self) -> str:
        """The key of the game that it is about."""


class Full(Exception):  # noqa: N818 - reads as what it says
    """So much waits already that nothing more is taken."""


@dataclass(eq=False, slots=True)
class RunningTask:
    """A task on its way."""

    number: int
    task: Task
    stage: JobStage = JobStage.WAITING
    progress: Progress = field(default_factory=lambda: Progress(say("waiting")))
    error: str = ""
    value: Any = None
    since: float = field(default_factory=time.monotonic)
    unwanted: threading.Event = field(default_factory=threading.Event)

    @property
    def over(self) -> bool:
        return self.stage in (JobStage.DONE, JobStage.FAILED, JobStage.CANCELLED)

    def as_json(self) -> dict[str, Any]:
        """What a page is told of it."""
        told = self.progress
        return {
            "job": self.number,
            "game": self.task.game,
            "stage": self.stage.value,
            "doing": told.doing,
            "what": told.what,
            "done": told.done,
            "total": told.total,
            "news": told.news,
            "seconds": round(time.monotonic() - self.since, 1),
            "error": self.error,
        }


Event = tuple[str, dict[str, Any]]
"""What listeners hear: its kind and what it tells."""


class Jobs:
    """The queue. `finished` is told of each job that is done, before the listeners are."""

    def __init__(self, worker: Worker, finished: Callable[[RunningTask], None] = lambda job: None) -> None:
        self._worker = worker
        self._finished = finished
        self._numbers = itertools.count(1)
        self._waiting: deque[RunningTask] = deque()
        self._working: RunningTask | None = None
        self._known: dict[int, RunningTask] = {}
        self._more = asyncio.Event()
        self._heard: set[asyncio.Queue[Event]] = set()
        self.done = 0
        """How many tasks the worker has finished, for those who want to know what a visit costs."""

    def submit(self, task: Task, *, soon: bool = False) -> RunningTask:
        """Queue a task, or find it in the queue or at work already; Full if too much waits. `soon` puts it before others."""
        for job in (*self._waiting, *([self._working] if self._working else [])):
            if job.task == task and not job.unwanted.is_set():
                if soon and job in self._waiting:
                    self._waiting.remove(job)
                    self._waiting.appendleft(job)
                return job
        if len(self._waiting) >= MOST_WAITING:
            raise Full
        job = RunningTask(next(self._numbers), task)
        (self._waiting.appendleft if soon else self._waiting.append)(job)
        self._known[job.number] = job
        self._forget()
        self._more.set()
        self._tell(job)
        return job

    def warm(self) -> None:
        """Have the worker ready for the first task."""
        self._worker.warm()

    def find(self, number: int) -> RunningTask | None:
        """A job by its number, as long as it is remembered."""
        return self._known.get(number)

    def of(self, game: str) -> list[RunningTask]:
        """The jobs about a game that wait, are being done, or were done lately; the newest last."""
        return [job for job in self._known.values() if job.task.game == game]

    def cancel(self, job: RunningTask) -> None:
        """Want a job no longer: it is taken out of the queue, or its process is ended."""
        job.unwanted.set()
        if job in self._waiting:
            self._waiting.remove(job)
            self._end(job, JobStage.CANCELLED)

    async def run(self) -> None:
        """Do one job after another, for ever."""
        try:
            while True:
                await self._more.wait()
                while self._waiting:
                    await self._work(self._waiting.popleft())
                self._more.clear()
        finally:
            self._worker.close()

    @contextmanager
    def listening(self) -> Iterator[asyncio.Queue[Event]]:
        """What happens from now on, for one listener; one who does not keep up misses the oldest."""
        if len(self._heard) >= MOST_LISTENERS:
            raise Full
        queue: asyncio.Queue[Event] = asyncio.Queue(MOST_UNHEARD)
        self._heard.add(queue)
        try:
            yield queue
        finally:
            self._heard.discard(queue)

    def announce(self, kind: str, told: dict[str, Any]) -> None:
        """Let all listeners hear of something."""
        for queue in self._heard:
            if queue.full():
                queue.get_nowait()
            queue.put_nowait((kind, told))

    async def _work(self, job: RunningTask) -> None:
        loop = asyncio.get_running_loop()

        def hear(progress: Progress) -> None:
            loop.call_soon_threadsafe(self._progressed, job, progress)

        self._working = job
        job.stage, job.since = JobStage.WORKING, time.monotonic()
        self._progressed(job, Progress(say("starting")))
        try:
            answer = await to_thread.run_sync(self._worker.run, job.task, hear, job.unwanted, abandon_on_cancel=True)
        except Cancelled:
            self._end(job, JobStage.CANCELLED)
        except Crashed as error:
            self._end(job, JobStage.FAILED, error.args[0])
        else:
            self._answered(job, answer)

    def _answered(self, job: RunningTask, answer: TaskResult) -> None:
        self.done += 1
        job.value = answer.value
        self._end(job, JobStage.FAILED if answer.error else JobStage.DONE, answer.error)

    def _progressed(self, job: RunningTask, progress: Progress) -> None:
        if not job.over:
            job.progress = progress
            self._tell(job)

    def _end(self, job: RunningTask, stage: JobStage, error: str = "") -> None:
        if self._working is job:
            self._working = None
        job.stage, job.error = stage, error
        self._finished(job)
        self._tell(job)

    def _tell(self, job: RunningTask) -> None:
        self.announce("job", job.as_json())

    def _forget(self) -> None:
        """Keep no more jobs in mind than anybody looks at."""
        over = [number for number, job in self._known.items() if job.over]
        for number in over[: max(0, len(self._known) - MOST_REMEMBERED)]:
            del self._known[number]
