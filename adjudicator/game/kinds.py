"""What a file of a game is, by its name; which save is the newest."""

from __future__ import annotations

from collections.abc import Iterable
from errno import ELOOP, ENOENT
from pathlib import Path
from stat import S_ISREG

from adjudicator.importers.vassal.wire.endings import GAMES, LOGS, MODULES, SAVES
from adjudicator.said import say

UNTEXT = say("this name is not text in your system's encoding; rename the file")
NOWHERE = say("this is a link that leads nowhere")
NO_FILE = say("this is no file")


def is_game_file(path: Path) -> bool:
    """Whether it is named as a save or a log is."""
    return path.suffix.lower() in GAMES


def is_save_file(path: Path) -> bool:
    """Whether it is named as a save is."""
    return path.suffix.lower() in SAVES


def is_log_file(path: Path) -> bool:
    """Whether it is named as a log is."""
    return path.suffix.lower() in LOGS


def is_module_file(path: Path) -> bool:
    """Whether it is named as a module is."""
    return path.suffix.lower() in MODULES


def newest_save(files: Iterable[Path]) -> Path | None:
    """The save among some files that was written last; None if none of them is one."""
    saves = (each for each in files if is_save_file(each) and not why_none(each))
    return max(saves, key=lambda each: each.stat().st_mtime, default=None)


def is_folder(path: Path) -> bool:
    """Whether a folder lies here that can be looked at."""
    try:
        return path.is_dir()
    except OSError:
        return False


def is_text(name: str) -> bool:
    """Whether the system could decode a name: what it could not stands there as half signs."""
    return not any("\ud800" <= letter <= "\udfff" for letter in name)


def why_none(path: Path) -> str:
    """Why nothing that lies here can be a file of a game, whatever it holds; "" if it may be one."""
    if not is_text(path.name):
        return UNTEXT
    try:
        mode = path.stat().st_mode
    except OSError as error:
        missing = error.errno in (ENOENT, ELOOP)
        return NOWHERE if missing and path.is_symlink() else error.strerror or str(error)
    return "" if S_ISREG(mode) else NO_FILE
