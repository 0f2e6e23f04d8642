"""What a file in a game's folder is, by its name."""

from __future__ import annotations

from pathlib import Path

from importers.vassal.wire.endings import GAMES, MODULES


def is_game_file(path: Path) -> bool:
    """Whether it is named as a save or a log is."""
    return path.suffix.lower() in GAMES


def is_module_file(path: Path) -> bool:
    """Whether it is named as a module is."""
    return path.suffix.lower() in MODULES
