"""From options to what a game is opened with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from adjudicator.cli.command import UNREADABLE
from adjudicator.cli.printing import Shown
from adjudicator.game.answers import GameAudit
from adjudicator.game.game import Game
from adjudicator.game.listener import Listener
from adjudicator.game.opening import open_game
from adjudicator.game.rules import Rules
from adjudicator.game.wanted import NO_RULES

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


@dataclass(frozen=True, slots=True)
class Said:
    """What the options say of the rules, NAME=VALUE texts still unread; no pack is the one that the game's folder names."""

    pack: str | None
    theatre: str | None
    charts: Path | None
    readings: Sequence[str]
    options: Sequence[str]
    conditions: Sequence[str]
    turn: int
    phases: Sequence[str]


def judged_game(
    files: Path | Sequence[Path],
    said: Said,
    module: Path | None,
    eyes: str,
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
        pack=rules or said.pack,
        module=module,
        viewer=eyes,
        theatre=said.theatre or "",
        charts=said.charts,
        readings=_pairs(said.readings, "--reading"),
        options={name: _on(choice) for name, choice in _pairs(said.options, "--option").items()},
        conditions=_pairs(said.conditions, "--condition"),
        turn=said.turn,
        phase=said.phases,
        listener=listener,
        keep=keep,
        lenient=lenient,
    )


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
