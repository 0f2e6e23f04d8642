"""What is made of a game to be given away: a chapter, each player's page, a picture of the map, the judged log.

Runs in the worker.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path

from adjudicator.desk.places import safe_name
from adjudicator.desk.worker import Hear, Progress
from adjudicator.game.answers import GameAudit
from adjudicator.game.game import Game
from adjudicator.game.kinds import is_log_file
from adjudicator.game.listener import Listener
from adjudicator.game.opening import open_game
from adjudicator.game.rules_wanted import FITTING
from adjudicator.game.settings import home_of
from adjudicator.game.viewers import SEES_ALL, SEES_OPEN, UMPIRE
from adjudicator.lean import dataclass
from adjudicator.said import say
from adjudicator.writing import collected, free, free_name, make_folder, replacing

ENDINGS = (".html", ".png", ".webp", ".txt", ".vlog", ".zip")
USUAL = "reports"
OPEN, PRIVATE = "for everybody", "may see it"
"""How the names of a chapter's files end: for whose eyes they are stands in each."""
LONGEST_CHAPTER = 60
_NUMBERED = re.compile(r" \(\d+\)$")
PICTURE, BUNDLE = "map.png", "pages of all players.zip"


class MakeWish(StrEnum):
    """What can be made."""

    CHAPTER = "chapter"
    PAGES = "pages"
    PICTURE = "picture"
    LOG = "log"


@dataclass(frozen=True, slots=True)
class Make:
    """Make something of a game's folder.

    A chapter is a "turn" or a "file" by its first and last step, or all steps; it is for everybody unless it is `private`.
    """

    game: str
    folder: Path
    wish: MakeWish
    kind: str = ""
    first: int = 1
    last: int = 0
    private: bool = False


def make(task: Make, listener: Listener, hear: Hear) -> tuple[str, ...]:
    """Make it; the names of the files in the folder for reports."""
    target = reports_folder(task.folder)
    make_folder(target)
    match task.wish:
        case MakeWish.CHAPTER:
            made = tuple(_chapter(task, target, listener, hear))
        case MakeWish.PAGES:
            made = tuple(_pages(task.folder, target, listener, hear))
        case MakeWish.PICTURE:
            hear(Progress(say("drawing the map")))
            made = (_opened(task.folder, listener).render(free(target / PICTURE)).path.name,)
        case MakeWish.LOG:
            made = _judged_log(task.folder, target, listener, hear)
    return made


def reports_folder(folder: Path) -> Path:
    """The folder for reports: the one that the settings name, if it lies in the game's folder and is not that itself.

    Settings may come with somebody else's files, and what is made must not be taken for a file of the game.
    """
    named, usual = home_of(folder).output, folder / USUAL
    return named if named is not None and folder.resolve() in named.resolve().parents else usual


def made_in(folder: Path) -> list[Path]:
    """What was made of a game, by name."""
    reports = reports_folder(folder)
    there = sorted(reports.iterdir()) if reports.is_dir() else []
    return [each for each in there if each.suffix in ENDINGS and each.is_file()]


def chapters_in(folder: Path, *, private: bool) -> dict[str, dict[str, Path]]:
    """The chapters that were made for everybody, or for the desk's owner alone: the files of each by ending, the newest first."""
    wanted = PRIVATE if private else OPEN
    found: dict[str, dict[str, Path]] = {}
    there = [each for each in made_in(folder) if _NUMBERED.sub("", each.stem).endswith(f" {wanted}")]
    for each in sorted(there, key=lambda path: -path.stat().st_mtime_ns):
        found.setdefault(each.stem, {})[each.suffix] = each
    return found


def _chapter(task: Make, target: Path, listener: Listener, hear: Hear) -> Iterator[str]:
    """The steps as everybody may see them, or as the game's settings say that their owner may."""
    game = _opened(task.folder, listener, "" if task.private else SEES_OPEN)
    hear(Progress(say("replaying")))
    audited = game.audit(task.first, task.last)
    name = chapter_name(audited, task.kind)
    eyes = f"as {audited.record.viewer} {PRIVATE}" if task.private else OPEN
    hear(Progress(say("drawing the map")))
    flat = re.sub(r"[/\\]", "_", name)[:LONGEST_CHAPTER].strip()
    stem = safe_name(f"{flat} {eyes}.html").removesuffix(".html")
    yield from (saved.path.name for saved in audited.write_chapter(target / stem, name))


def chapter_name(audited: GameAudit, kind: str) -> str:
    """What a chapter is called by those for whom it is made: its turn or file, or the whole game."""
    record = audited.record
    if not kind or not record.steps:
        return record.title
    if kind == "file":
        return record.files[record.steps[0].file].name
    named = next((each.name for each in audited.chapters), "")
    return str(say("Turn {turn}", named)) if named.isdecimal() else named or str(say("Before the first turn"))


def _pages(folder: Path, target: Path, listener: Listener, hear: Hear) -> Iterator[str]:
    """One page for each side, as it may see the game, and one with everything; then all of them in one archive."""
    seats = _opened(folder, listener).state("end").seats
    sides = dict.fromkeys(seat.side for seat in seats if seat.side and not seat.side.startswith("<"))
    viewers = {side: side for side in sides} | {SEES_ALL: UMPIRE}
    made: list[Path] = []
    for number, (viewer, called) in enumerate(viewers.items()):
        hear(Progress(say("making the page for"), called, number, len(viewers)))
        path = free(target / _page_for(called, made))
        made.append(_opened(folder, listener, viewer).audit().write(path).path)
    with collected() as written, replacing(free(target / BUNDLE)) as beside:
        _pack(made, beside)
    yield from (path.name for path in (*made, *written))


def _pack(files: Sequence[Path], archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as made:
        for each in files:
            made.write(each, each.name)


def _page_for(called: str, made: Iterable[Path]) -> str:
    """The file for a side; two sides whose names make one file name get two."""
    flat = called.replace("/", "_").replace("\\", "_")
    return free_name(safe_name(f"for {flat}.html"), {path.name for path in made})


def _judged_log(folder: Path, target: Path, listener: Listener, hear: Hear) -> tuple[str, ...]:
    game = _opened(folder, listener)
    hear(Progress(say("judging")))
    last = next((path for path in reversed(game.paths) if is_log_file(path)), game.paths[-1])
    path = free(target / f"{last.stem}_judged.vlog")
    return tuple(saved.path.name for saved in game.audit().write_judged(path))


def _opened(folder: Path, listener: Listener, viewer: str = "") -> Game:
    return open_game(folder, pack=FITTING, listener=listener, viewer=viewer, keep=True, lenient=True)
