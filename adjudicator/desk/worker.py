"""The process that judges, apart from the one that answers: it may take its time, run out of memory or be ended.

It is started anew (`spawn`) with the first task, kept for the next ones, and replaced when it is gone. It says how far it is
through a pipe; the task's answer comes last.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from adjudicator.errors import AdjudicatorError
from adjudicator.lean import dataclass
from adjudicator.said import Said, say, strung

Hear = Callable[["Progress"], None]
Do = Callable[[Any, Hear], Any]
"""What the process does with a task: it tells its progress and gives the answer back."""
PATIENCE = 0.2
SPARING = {"MALLOC_MMAP_THRESHOLD_": str(1 << 17), "MALLOC_ARENA_MAX": "2"}
"""What the memory of a new process asks, where it is that of GNU: images that are let go are given back to the machine."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a task is: what is being done, with which file, how many of how many; 0 of 0 if nobody can tell.

    `news` says that there is something to be seen already.
    """

    doing: str
    what: str = ""
    done: int = 0
    total: int = 0
    news: bool = False


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What a task came to: its value, or an error in a sentence."""

    value: Any = None
    error: str = ""


class Crashed(Exception):  # noqa: N818 - reads as what it says
    """The process ended in the middle of a task."""


class Cancelled(Exception):  # noqa: N818
    """Somebody wanted the task no longer."""


class Worker:
    """One process at a time, asked from one thread at a time. What it imports `ahead`, no first task waits for."""

    def __init__(self, do: Do, ahead: str = "") -> None:
        self._do, self._ahead = do, ahead
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._changing = threading.RLock()

    def run(self, task: object, hear: Hear, cancelled: threading.Event) -> TaskResult:
        """Have the task done, however long it takes; Crashed or Cancelled if it is not."""
        pipe = self._started()
        try:
            pipe.send(task)
            while True:
                told = self._next(pipe, cancelled)
                if isinstance(told, TaskResult):
                    return told
                hear(told)
        except (EOFError, OSError) as error:
            code = self._code()
            self.close()
            raise Crashed(say("the process that judges ended by itself (code {code})", code)) from error
        except Cancelled:
            self.close()
            raise

    def warm(self) -> None:
        """Start the process before there is anything to do: it takes a while until it can."""
        with suppress(OSError):
            self._started()

    def close(self) -> None:
        """End the process, if there is one, whatever it is doing."""
        with self._changing:
            if self._process is not None:
                self._process.kill()
                self._process.join()
            if self._pipe is not None:
                self._pipe.close()
            self._process = self._pipe = None

    def _started(self) -> Connection:
        with self._changing:
            if self._pipe is not None and self._process is not None and self._process.is_alive():
                return self._pipe
            self.close()
            for name, value in SPARING.items():
                os.environ.setdefault(name, value)
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, self._do, self._ahead), daemon=True)
            process.start()
            theirs.close()
            self._process, self._pipe = process, ours
            return ours

    def _next(self, pipe: Connection, cancelled: threading.Event) -> Progress | TaskResult:
        while not pipe.poll(PATIENCE):
            if cancelled.is_set():
                raise Cancelled
        told: Progress | TaskResult = pipe.recv()
        return told

    def _code(self) -> int | None:
        if self._process is None:
            return None
        self._process.join(1)
        return self._process.exitcode


def _serve(pipe: Connection, do: Do, ahead: str) -> None:
    """What the process does: a task after another, until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError, AttributeError):
        os.nice(5)
    if ahead:
        import_module(ahead)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(_answered(pipe.recv(), do, pipe.send))


def _answered(task: object, do: Do, hear: Hear) -> TaskResult:
    """The task's answer. What nobody foresaw is told like an error: the next task has nothing to do with it."""
    try:
        return TaskResult(do(task, hear))
    except AdjudicatorError as error:
        return TaskResult(error=sentence(error))
    except MemoryError:
        return TaskResult(error=say("there is not enough memory for this; close other programs"))
    except Exception as error:  # noqa: BLE001 - a fault must not end the worker, nor look like a verdict
        return TaskResult(
            error=say("a fault of the program, not of your files ({what})", f"{type(error).__name__}: {error}")
        )


def sentence(error: AdjudicatorError) -> str:
    """An error with its place, as one that other languages can tell if what it says is."""
    place, told = str(error.source), error.message
    sentence = strung((place, told), ": ") if place else told
    return sentence if isinstance(told, Said) and sentence == str(error) else str(error)
