"""A game as it is sent to a worker: names, sizes and places of its files, never their bytes; and what is wanted of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.errors import UsageError
from adjudicator.lean import dataclass
from adjudicator.model.canonical import digest

INSPECT, VALIDATE, AUDIT, RENDER = "inspect", "validate", "audit", "render"
STEPS = (INSPECT, VALIDATE, AUDIT, RENDER)
DONE, IN_PART, UNREADABLE = "done", "in part", "unreadable"
NOT_JUDGED, OUT_OF_REACH = "not judged", "out of reach"
"""How a game may end: the last two are said by those who watch it from outside."""
OUT_OF_MEMORY, OUT_OF_TIME = "too much memory", "too much time"
KILLED, UNSTARTED = "was killed from outside", "the process that judges does not start"
"""What the game itself has no part in."""
READY = b"ready\n"
"""The first line of a process that works on games: what it takes to start is no game's fault."""
MEGABYTE = 1_000_000
Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class File:
    """A file as its folder lists it. `stamp` changes when the file does (time or tag of the system it lies on), "" if none."""

    name: str
    path: str
    size: int
    stamp: str


@dataclass(frozen=True, slots=True)
class GameUnit:
    """A game: the saves and logs of a folder that were made with one module, and that module; or a module alone.

    `name` is its folder, with the module's name where the folder holds several games. `own` says that the module lies in
    that folder and is looked through with this game. `others` are saves and logs of the folder that are of other games, `strays`
    what is named as a file of a game there and is none.
    """

    name: str
    folder: str
    files: tuple[File, ...] = ()
    module: File | None = None
    own: bool = True
    settings: File | None = None
    others: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()

    @property
    def all_files(self) -> tuple[File, ...]:
        """Everything that its answer follows from."""
        return tuple(each for each in (*self.files, self.module, self.settings) if each is not None)

    @property
    def size(self) -> int:
        """Bytes of its files, and of its module where that is looked through with it."""
        return sum(each.size for each in self.files) + (self.module.size if self.module and self.own else 0)

    @property
    def stamp(self) -> str:
        """What stands for its files as listed; "" if the system does not tell when a file was changed."""
        told = [(each.name, each.size, each.stamp) for each in self.all_files]
        return (
            digest(self.name, told, self.own, list(self.others), list(self.strays))
            if all(stamp for *_, stamp in told)
            else ""
        )

    @property
    def place(self) -> str:
        """What stands for where it lies: the name of its file in the store."""
        return digest(self.name)


def steps_called(text: str) -> tuple[str, ...]:
    """The steps out of their names with commas between, in the order in which they are done; UsageError for any other."""
    named = {each.strip() for each in text.split(",")} - {""}
    if not named or not named <= set(STEPS):
        raise UsageError(f"wants some of {', '.join(STEPS)}, with commas between", "what", text)
    return tuple(step for step in STEPS if step in named)


@dataclass(frozen=True, slots=True)
class GameJob:
    """A game whose files lie here: `files` are the names that count, `others` those of the folder that do not."""

    folder: str
    files: tuple[str, ...]
    others: tuple[str, ...]
    module: str
    module_digest: str
    own: bool
    what: tuple[str, ...]
    pack: str
    viewer: str
    picture: str = ""

    @classmethod
    def of_values(cls, told: Mapping[str, Any]) -> GameJob:
        values: Values = {name: tuple(each) if isinstance(each, list) else each for name, each in told.items()}
        return cls(**values)


@dataclass(frozen=True, slots=True)
class StepsWanted:
    """What is wanted of each game: the steps, the pack ("" = the folder's, or the one that fits), and for whose eyes."""

    what: tuple[str, ...] = (INSPECT, VALIDATE, AUDIT)
    pack: str = ""
    viewer: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What one game may use: seconds of processor time (of waiting, ten times as many) and bytes of memory."""

    seconds: float = 600.0
    memory: int = 4_000 * MEGABYTE

    @property
    def clock(self) -> float:
        """Seconds by the clock in which it waits and does not work; for a processor it may wait as long as it must."""
        return 10 * self.seconds

    def within(self, other: Bounds) -> bool:
        """Whether nothing may be used here that may not be used there."""
        return self.seconds <= other.seconds and self.memory <= other.memory
