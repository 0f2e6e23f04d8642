"""How much time and memory reading one file may take, whatever reads it. What takes more is one error that tells the option.

What is large is counted where it is made (`spend`): bytes read, unpacked or decoded. What is small and many is counted by the
interpreter itself, which knows how many blocks it has given out; so it is the same on every system. The time is that of the
reading thread's own work where the system tells it, so that a busy machine refuses no file.

A watch looks at both every few hundredths of a second and stops the reader as Ctrl-C would: no loop has to think of it. What
works in one long call of a library (a regular expression, a picture) it cannot stop: that is bounded where it is called.
"""

from __future__ import annotations

import _thread
import ctypes
import errno
import math
import os
import re
import stat
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import wraps
from io import BufferedReader
from pathlib import Path
from typing import ParamSpec, TypeVar

from adjudicator.errors import Source, UnsafeFile, UsageError
from adjudicator.lean import dataclass
from adjudicator.said import say

SECONDS, MEGABYTES = "ADJUDICATOR_FILE_SECONDS", "ADJUDICATOR_FILE_MEGABYTES"
"""Settings of the environment that say the budget: commands set them for all processes that they start."""
MEGABYTE = 1_000_000
BLOCK = 180
"""Bytes of a block that the interpreter gives out with all that hangs on it, as saves and modules measure."""
RATIO, RATIO_FROM = 200, 64 << 20
"""Above so many unpacked bytes nothing may be more than this many times as large as it was; real files have up to 471 times in
small entries."""
_WIDEST = 4
_WIDE = ((re.compile(rb"[\xf0-\xff]"), _WIDEST), (re.compile(rb"[\xc4-\xef]"), 2))
"""With what byte a sign in UTF-8 begins that takes so many bytes in memory, and so does every other sign of its text."""
_FIRST, _EVERY = 0.01, 0.05
"""Seconds after which the watch looks for the first time, and then again. Counting the blocks takes longer than most pictures."""
_STEPS = 100
"""Within so many steps an error that was sent arrives; one that a library swallowed never does."""

Given = ParamSpec("Given")
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Budget:
    """What reading one file may take."""

    seconds: float = 20.0
    megabytes: float = 600.0

    @property
    def memory(self) -> float:
        """The memory in bytes."""
        return self.megabytes * MEGABYTE


_asked: ContextVar[Budget | None] = ContextVar("budget", default=None)
_spending: ContextVar[_Spending | None] = ContextVar("spending", default=None)


def budget() -> Budget:
    """What holds here: as `allowed` said, else as the environment says, else the default."""
    told = _asked.get()
    if told is not None:
        return told
    return Budget(_setting(SECONDS, Budget().seconds), _setting(MEGABYTES, Budget().megabytes))


@contextmanager
def allowed(seconds: float | None = None, megabytes: float | None = None) -> Iterator[None]:
    """Meanwhile each file may take so much; None leaves what holds already."""
    now = budget()
    token = _asked.set(
        Budget(now.seconds if seconds is None else seconds, now.megabytes if megabytes is None else megabytes)
    )
    try:
        yield
    finally:
        _asked.reset(token)


def bounded(read: Callable[Given, Made]) -> Callable[Given, Made]:
    """A function that reads one file, under the budget; what it reads by others' help counts with it."""

    @wraps(read)
    def reading(*given: Given.args, **named: Given.kwargs) -> Made:
        if _spending.get() is not None:
            return read(*given, **named)
        spending = _Spending(budget())
        token = _spending.set(spending)
        # Twice, since the watch may stop even what ends it; it does not do so twice at once.
        try:
            try:
                made = read(*given, **named)
            except Exception:
                spending.require_in_time(given)
                raise
            finally:
                spending.end()
            spending.require_in_time(given)
            return made
        finally:
            spending.end()
            _spending.reset(token)
            if spending.refused is not None:  # whoever took the error for a small matter
                raise spending.refused

    return reading


def spend(count: float) -> None:
    """So many bytes are being made; UnsafeFile if they are more than the file may take."""
    spending = _spending.get()
    if spending is not None:
        spending.count(count)
    elif count > budget().memory:
        raise OverBudget


def spend_json(data: bytes) -> None:
    """The values that are about to be made of a JSON text: what a table, a list and what stands in them take at most."""
    lists, tables, parts = data.count(b"["), data.count(b"{"), data.count(b",")
    spend((_WIDEST if b"\\u" in data else _width(data)) * len(data) + 256 * tables + 64 * (lists + parts))


def open_file(path: Path) -> BufferedReader:
    """An ordinary file, opened to be read; OSError for a device, a pipe or a socket, which may never end."""
    file = open(path, "rb", opener=_without_waiting)  # noqa: SIM115 - a Path opens with no opener of ours
    if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        return file
    file.close()
    raise OSError(errno.EINVAL, "no ordinary file", str(path))


def bytes_of(path: Path) -> bytes:
    """An ordinary file whole; OSError if it cannot be read, UnsafeFile if it is more than may be read at once."""
    with open_file(path) as file:
        spend(os.fstat(file.fileno()).st_size)
        return file.read()


def text_of(path: Path) -> str:
    """The text of an ordinary file in UTF-8, each line ended by a line feed; errors as of `bytes_of`, and UnicodeDecodeError."""
    data = bytes_of(path)
    spend(_width(data) * len(data))
    return data.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def check_growth(packed: int, size: int, ratio: int = RATIO, ratio_from: int = RATIO_FROM) -> None:
    """Refuse what has grown beyond measure while it was unpacked."""
    if size > ratio_from and size > ratio * max(1, packed):
        raise UnsafeFile(say("unpacks to more than {ratio} times its size", ratio), Source(offset=size))


class OverBudget(UnsafeFile):
    """A file takes more than it may. It is made without a word, since a watch has none to give."""

    def __init__(self, message: str = "", source: Source | None = None) -> None:
        spending = _spending.get()
        super().__init__(message or _told(spending), source)
        if spending is not None:
            spending.heard(self)


class _Spending:
    """What one file has taken so far, and the watch over it."""

    def __init__(self, limits: Budget) -> None:
        self.limits = limits
        self.refused: OverBudget | None = None
        self._counted = 0.0
        self._thread = threading.get_ident()
        self._clock = _clock_of(self._thread)
        self._began = self._clock()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._sent = False
        _thread.start_new_thread(self._watch, ())  # a threading.Thread is waited for until it runs

    def count(self, size: float) -> None:
        self._counted += size
        if self.refused is not None or self._counted > self.limits.memory:
            raise OverBudget

    def too_long(self) -> bool:
        """Whether it is the time that has run out."""
        return self._clock() - self._began > self.limits.seconds

    def require_in_time(self, given: Iterable[object]) -> None:
        """Compiled code keeps the watch from looking while it runs; what it read too slowly is told at its end."""
        if self.too_long() and self.refused is None:
            raise OverBudget(source=next((Source(str(each)) for each in given if isinstance(each, Path)), None))

    def heard(self, error: OverBudget) -> None:
        """The reader was stopped; should it go on all the same, it may be stopped again."""
        self.refused = self.refused or error
        self._sent = False

    def end(self) -> None:
        """Nobody is to be stopped any more. An error that is on its way is taken here.

        It is not called back: the interpreter would look out for it at every step from then on, and in 3.11 for ever where
        somebody traces it (coverage, a debugger).
        """
        with self._lock:
            self._ended.set()
        for _ in range(_STEPS):
            if not self._sent:
                return
            try:
                time.sleep(0)
            except OverBudget:
                continue  # heard, as it was made

    def _watch(self) -> None:
        if self._ended.wait(_FIRST):
            return
        before = sys.getallocatedblocks()
        while not self._ended.wait(_EVERY):
            if self._over(before):
                with self._lock:
                    if not self._ended.is_set() and not self._sent:
                        self._sent = True
                        _interrupt(self._thread, OverBudget)

    def _over(self, before: int) -> bool:
        made = (sys.getallocatedblocks() - before) * BLOCK
        return self.refused is not None or self._counted + made > self.limits.memory or self.too_long()


def _width(data: bytes) -> int:
    """How many bytes each sign of a text in UTF-8 takes in memory."""
    return next((width for lead, width in _WIDE if lead.search(data)), 1)


def _told(spending: _Spending | None) -> str:
    limits = spending.limits if spending is not None else budget()
    if spending is not None and spending.too_long():
        seconds = f"{limits.seconds:g}"
        return say("reading it takes more than {seconds} seconds; --file-seconds allows more", seconds)
    megabytes = f"{limits.megabytes:g}"
    return say("reading it takes more than {megabytes} MB of memory; --file-megabytes allows more", megabytes)


def _interrupt(thread: int, error: type[BaseException]) -> None:
    """Have a thread raise an error at its next step."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))


def _clock_of(thread: int) -> Callable[[], float]:
    """The processor time of a thread in seconds, where the system tells it to another; else the time that passes."""
    clock_of = getattr(time, "pthread_getcpuclockid", None)
    if clock_of is None:
        return time.monotonic
    clock = clock_of(thread)
    return lambda: time.clock_gettime(clock)


def _without_waiting(path: str, flags: int) -> int:
    """A pipe that nobody writes to would otherwise keep whoever opens it waiting."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _setting(name: str, default: float) -> float:
    text = os.environ.get(name)
    if not text:
        return default
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not value > 0:
        raise UsageError(say("the environment's {name} wants a number above 0", name), given=text)
    return value
