"""What a worker of the tests can do, in a process of its own: go well, fail, fall dead, take for ever."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass

from adjudicator.desk.worker import Hear, Progress
from adjudicator.errors import ReadError


@dataclass(frozen=True, slots=True)
class Deed:
    """A task that says itself how it ends."""

    game: str
    how: str


def do(task: object, hear: Hear) -> object:
    assert isinstance(task, Deed)
    hear(Progress("doing", task.game, 1, 2))
    if task.how == "crash":
        os._exit(3)
    if task.how == "hang":
        time.sleep(600)
    if task.how == "refuse":
        raise ReadError("this is no save")
    if task.how == "fault":
        raise KeyError("what nobody foresaw")
    return os.getpid()
