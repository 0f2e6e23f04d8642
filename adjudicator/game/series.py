"""Several files as one game: what the audit wants of each, whether they belong together, and their order of play."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence

from adjudicator import importers
from adjudicator.audit.chain import Recorded, link_to
from adjudicator.errors import UsageError
from adjudicator.game.files import GameFile
from adjudicator.game.sight import is_blank, of_one_moment
from adjudicator.importers.vassal.container import is_save
from adjudicator.importers.vassal.outlines import module_named, saved_by
from adjudicator.lean import dataclass, in_full, replace
from adjudicator.model.counters import Counter
from adjudicator.model.state import GameState
from adjudicator.record.deeds import face, point


def recorded(file: GameFile) -> Recorded:
    """A file as the audit wants it; the module's name and version are what the file itself says."""
    about: tuple[str, str] = ("", "")
    written: tuple[int | None, str] = (None, "")
    if importers.recognise(file.path).sniff is is_save:
        about, written = module_named(file.path), saved_by(file.path)
    log = file.log
    state = _made_with(log.start if log else file.state_at(0), about)
    log = replace(log, start=state) if log else None
    first, last = (of_one_moment(_made_with(each, about)) for each in file.ends)
    sure = file.by_its_own_module
    by = _box_told(file)
    return Recorded(file.path.name, state, log, *written, file.read_notes, file.repeats, sure, first, last, by)


def _box_told(file: GameFile) -> str:
    """What stands for the module that a file is read by, with the extensions beside it: what everybody may know of them."""
    if file.module_path is None or file.module is None:
        return ""
    folder = file.module_path.with_name(f"{file.module_path.stem}_ext")
    beside = sorted(each.name for each in folder.iterdir() if each.is_file()) if folder.is_dir() else []
    told = json.dumps([file.module.name, file.module.version, *beside])
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def _made_with(state: GameState, about: tuple[str, str]) -> GameState:
    """The state, naming the module that the file itself names."""
    if not about[0] or about == (state.module, state.module_version):
        return state
    return replace(state, module=about[0], module_version=about[1])


def require_one_game(files: Sequence[Recorded]) -> None:
    """Refuse files of different games: made with modules of different names, and with no counter in common."""
    first = files[0]
    for other in files[1:]:
        names = first.start.module, other.start.module
        if all(names) and names[0] != names[1] and not _counters(first) & _counters(other):
            said = f"made with the module '{names[1]}', {first.name} with '{names[0]}'"
            raise UsageError(f"{other.name} is of another game: {said}")


def in_order_of_play(files: Sequence[GameFile]) -> list[GameFile]:
    """The files, each behind the one that it follows from, whatever order they come in.

    Where no file follows, the next is one that follows from none of those left: the one saved first, then the one of the
    earliest turn, then the first by name. A log that leaves the table as it was leads back to where it began: that is no
    following. Where several follow, a save comes before a log, which goes on from it, and such a log before any other.
    """
    known = _Known()
    left = sorted((_Placed.of(file, known) for file in files), key=lambda each: each.key)
    placed: list[_Placed] = []
    while left:
        placed.append(left.pop(_next(placed, left)))
    return [each.file for each in placed]


@dataclass(frozen=True, slots=True)
class _Placed:
    """A file with what tells its place among others."""

    record: Recorded
    file: GameFile
    start: int
    end: int

    @classmethod
    def of(cls, file: GameFile, known: _Known) -> _Placed:
        record = recorded(file)
        return cls(record, file, _table(record.opens, known), _table(record.closes, known))

    @property
    def key(self) -> tuple[int, tuple[int, ...], bool, str, str]:
        turn = (
            number for tracker in self.record.start.trackers for _, value in tracker.values for number in _number(value)
        )
        return self.record.saved or 0, tuple(turn), self.is_log, self.record.name, str(self.file.path)

    @property
    def is_log(self) -> bool:
        return self.record.log is not None

    def leads_to(self, other: _Placed) -> bool:
        """Whether the other begins where this one ended."""
        return self.end == other.start and link_to((self.record, other.record), 1).sound


def _next(placed: Sequence[_Placed], left: Sequence[_Placed]) -> int:
    """Which of those left comes next."""
    going_on = [at for at, file in enumerate(left) if placed and placed[-1].leads_to(file)]
    if going_on:
        return min(going_on, key=lambda at: (left[at].is_log, left[at].start != left[at].end))
    return next((at for at in range(len(left)) if _begins(at, left)), 0)


def _begins(at: int, left: Sequence[_Placed]) -> bool:
    """Whether a file follows from none of the others; those that come round to the table it begins with do not count."""
    before = {other for other, file in enumerate(left) if other != at and file.leads_to(left[at])}
    seen, open_ends = {at}, [at] if before else []
    while open_ends and not before <= seen:
        here = left[open_ends.pop()]
        new = [other for other, file in enumerate(left) if other not in seen and here.leads_to(file)]
        seen.update(new)
        open_ends += new
    return before <= seen


def _table(state: GameState, known: _Known) -> int:
    """A number that is the same for states in which the same counters lie in the same places and show the same."""
    return hash(frozenset(map(known.of, state.counters.values())))


class _Known(dict[int, tuple[Counter, int]]):
    """What stands for each counter as it lies and shows, worked out once for all the files that repeat it."""

    def of(self, counter: Counter) -> int:
        found = self.get(id(counter))
        if found is None:
            found = self[id(counter)] = counter, hash((counter.id, point(counter.spot), face(counter)))
        return found[1]


def table_digest(state: GameState) -> str:
    """What stands for a table for good: the same where the same counters lie in the same places and show the same.

    Who masked or hid a counter is left out, since players have pseudonyms that differ from reading to reading.
    """
    seen = sorted(
        (name, *point(counter.spot), in_full(face(counter)[:4]), bool(counter.masked_by), bool(counter.hidden_by))
        for name, counter in state.counters.items()
    )
    return hashlib.sha256(in_full(seen).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _number(value: str) -> Iterator[int]:
    """The first number in a turn tracker's words."""
    found = re.search(r"\d{1,9}", value)
    if found is not None:
        yield int(found[0])


def _counters(file: Recorded) -> set[tuple[str, str]]:
    return {(each.id, each.name) for each in file.start.counters.values() if not is_blank(each.id)}
