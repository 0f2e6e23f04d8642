"""Hands kept by a worker: started when wanted, watched while they work, ended at a game's bounds, and then replaced."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, field
from typing import Any

import psutil

from adjudicator.batch.unit import KILLED, OUT_OF_MEMORY, OUT_OF_TIME, READY, Bounds, Values
from adjudicator.lean import dataclass

COMMAND = [sys.executable, "-m", "adjudicator.batch.hand"]
WATCHED_EVERY = 0.05
"""Seconds between two looks at a hand."""
SIGKILL = 9
"""No process does this to itself: somebody else has ended it, or the system for want of memory."""


PATIENCE = 300.0
"""Seconds in which a hand has to say that it is ready: a machine that does much besides takes its time."""
STARTS = 3


class Unstarted(Exception):  # noqa: N818 - reads as what it says
    """No hand could be had: it ended, or never said a word, before anybody asked it for a game."""


class Died(Exception):  # noqa: N818 - reads as what it says
    """The hand ended in the middle of a game: at a bound, or by itself."""


@dataclass(slots=True)
class WorkerProcess:
    """One process that works on one game at a time."""

    process: subprocess.Popen[bytes]
    about: psutil.Process
    used: float = 0.0
    """Seconds of processor time that it had used when it began the game."""
    cause: str = ""

    @classmethod
    def start(cls) -> WorkerProcess:
        """A new one, ready to be asked; Unstarted if it cannot be had, though it was tried again."""
        for _ in range(STARTS):
            with suppress(OSError):
                if (made := cls._started()) is not None:
                    return made
        raise Unstarted

    @classmethod
    def _started(cls) -> WorkerProcess | None:
        process = subprocess.Popen(  # noqa: S603 - our own program
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        made = cls(process, psutil.Process(process.pid))
        late = threading.Timer(PATIENCE, process.kill)
        late.start()
        ready = process.stdout is not None and process.stdout.readline() == READY
        late.cancel()
        if ready:
            return made
        made.close()
        return None

    def ask(self, job: Mapping[str, Any], bounds: Bounds) -> Values:
        """Have a game done; Died if the hand comes to its end over it. A hand must be alive to be asked."""
        assert self.process.stdin is not None and self.process.stdout is not None  # noqa: S101 - both are pipes
        self.used, self.cause, began = self._processor_time(), "", time.monotonic()
        over = threading.Event()
        watching = threading.Thread(target=self._watch, args=(bounds, over), daemon=True)
        try:
            self.process.stdin.write(json.dumps({"job": job, "bounds": asdict(bounds)}).encode() + b"\n")
            self.process.stdin.flush()
            watching.start()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = b""
        finally:
            over.set()
        answer = json.loads(line) if line.endswith(b"\n") else {"died": self._end()}
        if "died" in answer:
            self.close()
            raise Died(self.cause or answer["died"])
        used = self._processor_time() - self.used
        return {**answer, "seconds": time.monotonic() - began, "processor_seconds": used}

    @property
    def ready(self) -> bool:
        """Whether it lives, and may be asked again."""
        return self.process.poll() is None

    def memory(self) -> int:
        """Bytes in use now; 0 if it is gone."""
        try:
            return int(self.about.memory_info().rss)
        except psutil.Error:
            return 0

    def close(self) -> None:
        """End it, whatever it is doing."""
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                _shut(pipe)

    def _watch(self, bounds: Bounds, over: threading.Event) -> None:
        waited, before = 0.0, time.monotonic()
        while not over.wait(WATCHED_EVERY):
            now = time.monotonic()
            waited, before = waited + (now - before if self._waits() else 0.0), now
            if self.memory() > bounds.memory:
                self.cause = OUT_OF_MEMORY
            elif self._processor_time() - self.used > bounds.seconds or waited > bounds.clock:
                self.cause = OUT_OF_TIME
            if self.cause:
                self.process.kill()
                return

    def _waits(self) -> bool:
        """Whether it waits for something; not for a processor, which a busy machine gives to others."""
        try:
            return bool(self.about.status() != psutil.STATUS_RUNNING)
        except psutil.Error:
            return False

    def _processor_time(self) -> float:
        try:
            told = self.about.cpu_times()
        except psutil.Error:
            return self.used
        return float(told.user + told.system)

    def _end(self) -> str:
        """How it ended by itself, in words."""
        code = self.process.wait()
        if code == -SIGKILL:
            return KILLED
        return f"crashed (signal {-code})" if code < 0 else f"crashed (code {code})"


@dataclass(slots=True)
class Hands:
    """The hands of one worker: as many as it has threads, each taken by one thread at a time."""

    idle: list[WorkerProcess] = field(default_factory=list)
    _changing: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, job: Mapping[str, Any], bounds: Bounds, *, fresh: bool = False) -> Values:
        """Have a game done by a hand that is idle, or by a new one; Died if that ends over it."""
        hand = WorkerProcess.start() if fresh else self._taken()
        answer = hand.ask(job, bounds)
        if hand.memory() > bounds.memory // 2:
            hand.close()
        else:
            with self._changing:
                self.idle.append(hand)
        return answer

    def close(self) -> None:
        """End all that are idle."""
        with self._changing:
            for hand in self.idle:
                hand.close()
            self.idle.clear()

    def _taken(self) -> WorkerProcess:
        with self._changing:
            while self.idle:
                hand = self.idle.pop()
                if hand.ready:
                    return hand
                hand.close()
        return WorkerProcess.start()


def _shut(pipe: Any) -> None:
    """Close a pipe whose reader may be gone."""
    try:
        pipe.close()
    except BrokenPipeError:
        return
