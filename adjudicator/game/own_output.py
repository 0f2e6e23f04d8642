"""Files that this program made of others which lie beside them: they tell nothing that those do not, and are no turns.

A judged log and a save for one side are known by their mark. A scrubbed or converted file may be the only one that somebody
has, and somebody may play on from it; so the file beside it must also hold what it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path

from adjudicator import importers
from adjudicator.audit.difference import agree
from adjudicator.errors import AdjudicatorError
from adjudicator.importers.format import Imported
from adjudicator.importers.vassal.pseudonyms import without_ids
from adjudicator.lean import dataclass
from adjudicator.marks import OutputKind, occasion, origin_of, read_mark
from adjudicator.said import Said, say
from adjudicator.words import listed

COPIES = (OutputKind.CONVERTED, OutputKind.JUDGED, OutputKind.SCRUBBED, OutputKind.FOR_ONE)
PROVED = (OutputKind.CONVERTED, OutputKind.SCRUBBED)


@dataclass(frozen=True, slots=True)
class Copy:
    """A file that we made, its kind, and what stands for the file that it was made from."""

    path: Path
    kind: OutputKind
    origin: str


def made_of_others(paths: Sequence[Path], beside: Iterable[Path]) -> dict[Copy, Path]:
    """Those of the paths that we made of a file that lies beside them and is no such copy itself, each with that file."""
    waiting = sorted((copy for path in paths if (copy := _copy(path))), key=_rank)
    if not waiting:
        return {}
    ours = {copy.path for copy in waiting}
    kept: dict[str, list[Path]] = {}
    for path in beside:
        if path not in ours:
            _keep(path, kept)
    found: dict[Copy, Path] = {}
    while waiting:
        more = {copy: original for copy in waiting if (original := _original(copy, kept))}
        found |= more
        waiting = [copy for copy in waiting if copy not in more]
        if not more:
            _keep(waiting.pop(0).path, kept)
    return found


def told(copies: dict[Copy, Path]) -> Said:
    """What to say of files that are passed over, in one line."""
    named = listed(say("{file} ({what})", copy.path.name, _what(copy, original)) for copy, original in copies.items())
    return say("passed over, since adjudicator made them of files that are here: {files}", named)


def _what(copy: Copy, original: Path) -> Said:
    match copy.kind:
        case OutputKind.JUDGED:
            return say("the judged log of {file}", original.name)
        case OutputKind.FOR_ONE:
            return say("{file} as one side may see it", original.name)
        case OutputKind.SCRUBBED:
            return say("{file} without players' ids", original.name)
        case _:
            return say("converted from {file}", original.name)


def _copy(path: Path) -> Copy | None:
    """The file as a copy that we made; None for any other."""
    mark = read_mark(path)
    if mark is None or mark.kind not in COPIES:
        return None
    origin = mark.origin or occasion(path)
    return Copy(path, mark.kind, origin) if origin else None


def _rank(copy: Copy) -> tuple[int, str]:
    return COPIES.index(copy.kind), str(copy.path)


def _keep(path: Path, kept: dict[str, list[Path]]) -> None:
    """Put a file that counts under what stands for it."""
    for name in {origin_of(path), occasion(path)} - {""}:
        kept.setdefault(name, []).append(path)


def _original(copy: Copy, kept: dict[str, list[Path]]) -> Path | None:
    """The file that counts and that the copy was made from."""
    there = kept.get(copy.origin, ())
    return next((each for each in there if copy.kind not in PROVED or _holds(each, copy.path)), None)


def _holds(original: Path, copy: Path) -> bool:
    """Whether a file holds all that another does, read each for itself: players get the same pseudonyms then."""
    try:
        one, other = importers.read(original), importers.read(copy)
    except AdjudicatorError:
        return False
    if one.log is None or other.log is None:
        return other.log is None and _passes(one, other)
    mine, theirs = without_ids(one.log), without_ids(other.log)
    steps = [step.events for step in mine.steps] == [step.events for step in theirs.steps]
    return steps and agree(mine.start, theirs.start)


def _passes(one: Imported, other: Imported) -> bool:
    """Whether a game stands at some moment as a save has it."""
    start, saved = one.log.start if one.log else one.state, other.state
    if start is None or saved is None:
        return False
    later = (state for _, state in one.log.states()) if one.log else ()
    return any(agree(state, saved) for state in chain((start,), later))
