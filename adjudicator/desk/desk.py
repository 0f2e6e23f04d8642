"""The desk itself: the shelf, the queue and the doors together, and what follows when a file has come or a task is done."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.desk.cards import AuditCard, card_of, signature_of
from adjudicator.desk.inbox import Inbox
from adjudicator.desk.jobs import Full, Jobs, JobStage, RunningTask, Task
from adjudicator.desk.making import Make
from adjudicator.desk.maps import Maps
from adjudicator.desk.security import Doors
from adjudicator.desk.shelf import Shelf, ShelfPlace
from adjudicator.desk.sorting import SortFiles
from adjudicator.desk.tasks import FindRules, Judge, Judged, RulesFound
from adjudicator.desk.worker import Do, Worker
from adjudicator.errors import AdjudicatorError
from adjudicator.game.settings import GameFolder, Settings, home_of
from adjudicator.harmless import harmless
from adjudicator.lean import dataclass, replace

if TYPE_CHECKING:
    from adjudicator.desk.answering import Asking
    from adjudicator.desk.binding import BinderCache


@dataclass(frozen=True, slots=True)
class GameLook:
    """A game as the list shows it."""

    place: ShelfPlace
    card: AuditCard | None
    current: bool
    """Whether the card tells of the folder as it is now, and its page is drawn."""
    busy: bool
    new_files: int = 0
    error: str = ""
    side: str = ""
    left_out: tuple[str, ...] = ()
    """The files that do not count, as the settings say."""

    @property
    def blamed(self) -> tuple[str, ...]:
        """The files that the error names."""
        return tuple(each.name for each in self.place.files() if each.name in self.error)


@dataclass(slots=True)
class Desk:
    """What the pages ask."""

    shelf: Shelf
    doors: Doors
    do: Do
    outside: str = ""
    """This machine's address in its network, if other devices may come in."""
    jobs: Jobs = field(init=False)
    settled: dict[str, RulesFound] = field(default_factory=dict)
    """What was found out of new games."""
    inbox: Inbox = field(default_factory=Inbox)
    maps: Maps = field(default_factory=Maps)
    unmade: dict[str, str] = field(default_factory=dict)
    """Why what was last wished for of a game could not be made, "" if it was."""
    _dropped: set[Path] = field(default_factory=set)
    _settled_at: dict[str, str] = field(default_factory=dict)
    """The signature of a folder in which nothing more was to be found out."""
    _failed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By game: what could not be judged, as a signature, and why."""

    _workbench: BinderCache | None = None
    _asking: Asking | None = None

    def __post_init__(self) -> None:
        self.jobs = Jobs(Worker(self.do, ahead="adjudicator.exporters.first_look"), self._finished)

    @property
    def workbench(self) -> BinderCache:
        """The binders of games."""
        from adjudicator.desk.binding import BinderCache  # noqa: PLC0415 - few desks bind counters

        if self._workbench is None:
            self._workbench = BinderCache()
        return self._workbench

    @property
    def asking(self) -> Asking:
        """The interviews on rules."""
        from adjudicator.desk.answering import Asking  # noqa: PLC0415 - few desks write rules

        if self._asking is None:
            self._asking = Asking()
        return self._asking

    @property
    def lan(self) -> bool:
        """Whether other devices in the network may come in."""
        return bool(self.outside)

    def link_for_others(self) -> str:
        """A link that lets one more device in, once; "" if none may."""
        return self.doors.link(self.outside) if self.outside else ""

    def folders(self) -> list[Path]:
        """The folders of all games on the shelf."""
        return [place.folder for place in self.shelf]

    def look(self, place: ShelfPlace) -> GameLook:
        """The game as it stands, without judging anything."""
        card = card_of(place.folder)
        said = said_in(place.folder)
        known = {*said.leave_out, *((*card.seen, *(file.name for file in card.files)) if card else ())}
        return GameLook(
            place,
            card,
            current=card is not None
            and card.signature == signature_of(place.folder)
            and not self.drawing(place, card.signature),
            busy=any(not job.over for job in self.jobs.of(place.key)),
            new_files=sum(1 for each in place.files() if harmless(each.name) not in known) if card else 0,
            error=self._failed.get(place.key, ("", ""))[1] or place.closed,
            side=said.side,
            left_out=tuple(said.leave_out),
        )

    def drawing(self, place: ShelfPlace, signature: str) -> bool:
        """Whether the page of an audit, whose card is there already, is still being drawn."""
        card = card_of(place.folder)
        going = (job.task for job in self.jobs.of(place.key) if not job.over)
        return card is not None and card.signature == signature and any(isinstance(task, Judge) for task in going)

    def wake(self, place: ShelfPlace, *, soon: bool = False) -> RunningTask | None:
        """Have done what the folder is in need of: found out, judged, or nothing; `soon` if somebody looks at it."""
        task = self._next(place)
        return self.jobs.submit(task, soon=soon) if task else None

    def looks(self) -> list[GameLook]:
        """All games as they stand; what any of them is in need of is done behind it, as far as the queue takes it."""
        return [self._woken(self.look(place)) for place in self.shelf]

    def _woken(self, look: GameLook) -> GameLook:
        if look.current or look.busy or not look.place.there:
            return look
        with suppress(Full):
            return replace(look, busy=self.wake(look.place) is not None)
        return look

    def again(self, place: ShelfPlace) -> RunningTask | None:
        """Have done what failed before."""
        self._failed.pop(place.key, None)
        self._settled_at.pop(place.key, None)
        return self.wake(place)

    def arrived(self, path: Path) -> None:
        """A file lies in a game's folder: one that was not dropped here is told of, and the game judged."""
        place = next((each for each in self.shelf if each.folder == path.parent), None)
        if place is None:
            return
        told = path in self._dropped
        self._dropped.discard(path)
        try:
            job = self.wake(place)
        except Full:
            return
        if job is not None and not told:
            self.jobs.announce("arrived", {"game": place.name, "key": place.key, "name": path.name})

    def dropped(self, path: Path) -> None:
        """A file was dropped on a page, which says so itself."""
        self._dropped.add(path)

    def _next(self, place: ShelfPlace) -> Task | None:
        """What the folder is in need of. What failed is not tried again before something in the folder changes."""
        signature = signature_of(place.folder) if place.there else ""
        card = card_of(place.folder)
        if signature in ("", self._failed.get(place.key, ("", ""))[0], card.signature if card else ""):
            return None
        if place.files():
            return Judge(place.key, place.folder, signature)
        if self._settled_at.get(place.key) != signature and _unsettled(place):
            return FindRules(place.key, place.folder)
        return None

    def _finished(self, job: RunningTask) -> None:
        key = job.task.game
        if isinstance(job.task, Make):
            self.unmade[key] = job.error
        if isinstance(job.task, Make | SortFiles):
            return
        if job.stage is JobStage.FAILED:
            place = self.shelf.find(key)
            self._failed[key] = (signature_of(place.folder) if place else "", job.error)
            return
        self._failed.pop(key, None)
        if isinstance(job.value, Judged) and job.value.found is not None:
            self.settled[key] = job.value.found
        if isinstance(job.value, RulesFound):
            self.settled[key] = job.value
            if place := self.shelf.find(key):
                self._settled_at[key] = signature_of(place.folder)
                self.wake(place, soon=True)


def _unsettled(place: ShelfPlace) -> bool:
    """Whether its settings do not say by what it is judged, and something lies there that may tell."""
    home = _home(place.folder)
    unsaid = home is not None and not (home.said.pack and home.said.module)
    return unsaid and bool(place.modules())


def _home(folder: Path) -> GameFolder | None:
    """What the folder's settings say; None if they cannot be read, which judging will tell."""
    try:
        return home_of(folder)
    except AdjudicatorError:
        return None


def said_in(folder: Path) -> Settings:
    """What the settings of a folder say; nothing if they cannot be read."""
    home = _home(folder)
    return home.said if home else Settings()
