"""What a file of a game is, by its name; which save is the newest."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from adjudicator.importers.vassal.wire.endings import GAMES, LOGS, MODULES, SAVES


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
    return max((each for each in files if is_save_file(each)), key=lambda each: each.stat().st_mtime, default=None)
