"""What is said of a log's phases: of the whole of it ("movement"), or of some of its steps ("12-40=Movement Phase")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Protocol

from adjudicator.errors import NotationError, UsageError, nearest
from adjudicator.lean import dataclass, replace
from adjudicator.model.pack import Pack
from adjudicator.model.phases import told_in
from adjudicator.model.sequence import OPTION, Stretch, Told

_STEPS = re.compile(r"(?:(?P<file>[^=]+):)?(?P<first>\d{1,7})(?:-(?P<last>\d{1,7}))?=(?P<words>.*)", re.DOTALL)


NOTHING = Told()


class Steps(Protocol):
    """What of a file is asked here: by what names it was given, and how many steps it has."""

    @property
    def path(self) -> Path: ...

    @property
    def names(self) -> tuple[str, ...]: ...

    @property
    def last_step(self) -> int: ...


@dataclass(frozen=True, slots=True)
class PhasesSaid:
    """What is said of the phase of whole files, and of some of their steps."""

    always: Told = NOTHING
    stretches: tuple[Stretch, ...] = ()

    def of(self, file: Steps, files: Sequence[Steps]) -> tuple[Stretch, ...]:
        """What is said of one of these files, its own steps counted from 1."""
        before = 0
        for each in files:
            if each is file:
                break
            before += each.last_step
        found = tuple(_within(each, file, before) for each in self.stretches if _about(each, file, before))
        _require_apart(found)
        return found

    def of_all(self, files: Sequence[Steps]) -> tuple[Stretch, ...]:
        """What is said of these files, their steps counted through all of them."""
        self.require(files)
        found, before = [], 0
        for file in files:
            own = self.of(file, files)
            found += [replace(each, first=each.first + before, last=each.last + before) for each in own]
            before += file.last_step
        return tuple(found)

    def only(self, file: Steps, files: Sequence[Steps]) -> PhasesSaid:
        """What is said of one of several files that are judged apart: steps without a file's name could be of any log."""
        self.require(files)
        logs = [each for each in files if each.last_step]
        for each in self.stretches if len(logs) > 1 else ():
            if not each.file:
                said = _steps_of(each)
                raise UsageError(
                    f"there are several logs: say which, such as {logs[0].path.name}:{said}", "phase", said
                )
        return replace(self, stretches=self.of(file, files))

    def require(self, files: Sequence[Steps]) -> None:
        """Refuse steps that these files do not have; those without a file's name are counted through all."""
        names = {name for file in files for name in file.names}
        for each in self.stretches:
            if each.file and each.file not in names:
                known = nearest(each.file, names) or f"; there are {', '.join(sorted(names))}"
                raise UsageError(f"no file of that name is given{known}", "phase", _steps_of(each))
            most = sum(file.last_step for file in files if not each.file or each.file in file.names)
            if each.last > most:
                there = f"are only steps 1 to {most}" if most > 1 else "is only step 1" if most else "are no steps"
                raise UsageError(f"there {there}", "phase", _steps_of(each))


def read_phases(texts: Iterable[str], pack: Pack) -> PhasesSaid:
    """What is said of phases, in words; UsageError for a phase that the pack does not have, or two for one step."""
    always, stretches = NOTHING, list[Stretch]()
    for text in texts:
        match = _STEPS.fullmatch(text)
        told = _told(match["words"] if match else text, text, pack)
        if match is None:
            if always.phases:
                raise UsageError("a phase of the whole log is named already", "phase", text)
            always = told
            continue
        first = int(match["first"])
        last = int(match["last"] or first)
        if not 1 <= first <= last:
            raise UsageError("wants steps from the first to the last, counted from 1", "phase", text)
        stretches.append(Stretch(first, last, told, match["file"] or ""))
    _require_apart(stretches)
    return PhasesSaid(always, tuple(stretches))


def _told(words: str, text: str, pack: Pack) -> Told:
    try:
        return told_in(words, pack, OPTION)
    except NotationError as error:
        raise UsageError(error.message, "phase", text) from error


def _require_apart(stretches: Iterable[Stretch]) -> None:
    """Refuse two that speak of one step."""
    ordered = sorted(stretches, key=lambda each: (each.file, each.first))
    for one, other in pairwise(ordered):
        if one.file == other.file and other.first <= one.last:
            raise UsageError("the phase of a step is said once", "phase", f"of step {other.first} twice")


def _about(stretch: Stretch, file: Steps, before: int) -> bool:
    if stretch.file:
        return stretch.file in file.names
    return stretch.first <= before + file.last_step and stretch.last > before


def _within(stretch: Stretch, file: Steps, before: int) -> Stretch:
    """What is said of steps as what it says of a file's own."""
    ago = 0 if stretch.file else before
    return Stretch(max(1, stretch.first - ago), min(file.last_step, stretch.last - ago), stretch.told)


def _steps_of(stretch: Stretch) -> str:
    """The steps as they were written."""
    steps = f"{stretch.first}-{stretch.last}" if stretch.last != stretch.first else str(stretch.first)
    return f"{stretch.file}:{steps}" if stretch.file else steps
