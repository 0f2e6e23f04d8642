"""From options to what a game is opened with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from adjudicator.game.listener import Listener
from adjudicator.game.rules import Rules, load_rules

UMPIRE = "umpire"


def viewer(seat: str, umpire: bool) -> str:
    """For whose eyes, by --as and --umpire together."""
    if umpire and seat not in ("", UMPIRE):
        raise typer.BadParameter(f"--umpire and --as {seat} cannot both be")
    return UMPIRE if umpire else seat


@dataclass(frozen=True, slots=True)
class Said:
    """What the options say beside the pack, NAME=VALUE texts still unread."""

    theatre: str | None
    charts: Path | None
    readings: Sequence[str]
    options: Sequence[str]
    conditions: Sequence[str]
    turn: int
    phases: Sequence[str]


def rules(pack: str, said: Said, listener: Listener) -> Rules:
    """The rules that the options ask for."""
    return load_rules(
        pack,
        theatre=said.theatre or "",
        charts=said.charts,
        readings=_pairs(said.readings, "--reading"),
        options={name: _on(choice) for name, choice in _pairs(said.options, "--option").items()},
        conditions=_pairs(said.conditions, "--condition"),
        turn=said.turn,
        phase=said.phases,
        listener=listener,
    )


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
