"""From options to what a game is opened with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from adjudicator.cli.command import UNREADABLE
from adjudicator.cli.options import JudgingOptions
from adjudicator.cli.printing import Shown
from adjudicator.game.game import Game
from adjudicator.game.listener import Listener
from adjudicator.game.opening import open_game
from adjudicator.game.rules_wanted import NO_RULES

if TYPE_CHECKING:
    from adjudicator.game.answers import GameAudit
    from adjudicator.game.rules import Rules

CLEAN, BROKEN = 0, 1
UMPIRE = "umpire"


def viewer(seat: str, umpire: bool) -> str:
    """For whose eyes, by --as and --umpire together."""
    if umpire and seat not in ("", UMPIRE):
        raise typer.BadParameter(f"--umpire and --as {seat} cannot both be")
    return UMPIRE if umpire else seat


def game(files: Path | list[Path], module: Path | None, seat: str, umpire: bool) -> Game:
    """A game that is looked at and not judged, whatever rules its folder names."""
    return open_game(files, pack=NO_RULES, module=module, viewer=viewer(seat, umpire), listener=Shown())


def judged_game(
    files: Path | Sequence[Path],
    asked: JudgingOptions,
    listener: Listener,
    *,
    rules: Rules | None = None,
    keep: bool = False,
    lenient: bool = False,
) -> Game:
    """A game under the rules that the options ask for; `rules` are these if they were loaded before.

    With `keep` its judgements are kept in the game's folder; `lenient` leaves aside what of a folder cannot be read.
    """
    return open_game(
        files,
        viewer=viewer(asked.seat, asked.umpire),
        pack=rules or asked.pack,
        module=asked.module,
        theatre=asked.theatre or "",
        charts=asked.charts,
        readings=_pairs(asked.reading, "--reading"),
        options={name: _on(choice) for name, choice in _pairs(asked.option, "--option").items()},
        conditions=_pairs(asked.condition, "--condition"),
        turn=asked.turn,
        phase=asked.phase,
        listener=listener,
        keep=keep,
        lenient=lenient,
        language=asked.language,
    )


def whole_game(paths: list[Path], asked: JudgingOptions, listener: Listener, *, fresh: bool = False) -> Game:
    """All files of a game, or its folder: there judgements are kept and used again, if not `fresh`.

    What of it cannot be read is left aside.
    """
    there = files(paths)
    return judged_game(there, asked, listener, keep=isinstance(there, Path) and not fresh, lenient=True)


def code_of(audited: GameAudit) -> int:
    """The exit code of an audit: 3 if a file of the game could not be read, 1 if a rule is broken or a file does not follow."""
    if audited.record.unread:
        return UNREADABLE
    return CLEAN if audited.clean else BROKEN


def files(paths: list[Path]) -> Path | list[Path]:
    """The files of a game, or the one folder that holds them."""
    return paths[0] if len(paths) == 1 and paths[0].is_dir() else paths


def _on(choice: str) -> bool:
    if choice not in ("on", "off"):
        raise typer.BadParameter(f"--option: wants on or off, found '{choice}'")
    return choice == "on"


def _pairs(given: Iterable[str], option: str) -> dict[str, str]:
    """NAME=VALUE options as a mapping."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"{option} {text}: wants NAME=VALUE")
        found[name] = value
    return found
