"""What a file of a game is, by its name."""

from __future__ import annotations

from pathlib import Path

from importers.vassal.wire.endings import GAMES, LOGS, MODULES, SAVES


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
