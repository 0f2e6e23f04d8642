"""`adjudicator init`: what a game's folder should know of its game, found out and written down."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from adjudicator.cli.lines import remark, say
from adjudicator.cli.options import CHARTS, FORCE, JSON, MODULE, THEATRE

if TYPE_CHECKING:
    from adjudicator.game.folders import FolderSettings
    from adjudicator.game.settings import Settings

NONE = "none"


def init(
    folder: Path = typer.Argument(Path(), metavar="FOLDER", help="The game's folder; by default this one."),
    *,
    module: Path | None = MODULE,
    pack: str | None = typer.Option(
        None, "--pack", "-p", metavar="PACK", help="The rule pack (name or folder); by default the one that fits."
    ),
    theatre: str | None = THEATRE,
    charts: Path | None = CHARTS,
    side: str | None = typer.Option(None, "--side", metavar="SIDE", help="Your side: answers show what it may see."),
    replace: bool = typer.Option(False, "--replace", help="Write the file anew if it is there already."),
    force: bool = FORCE,
    yes: bool = typer.Option(False, "--yes", "-y", help="Ask nothing; take what can be found out."),
    as_json: bool = JSON,
) -> None:
    """Write adjudicator.toml into a game's folder: its module, rule pack and map, so that no command has to be told."""
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game.folders import look_into  # noqa: PLC0415
    from adjudicator.game.settings import Settings, write_settings  # noqa: PLC0415

    said = Settings(
        module=_meant(module, folder),
        pack=pack or "",
        theatre=theatre or "",
        charts=_meant(charts, folder),
        side=side or "",
    )
    found = look_into(folder, said, printing.Shown())
    if not yes and sys.stdin.isatty():
        found_out = _asked(found)
    else:
        found_out = found.settings
        _remark_choices(found)
    path = write_settings(folder, found_out, replace=replace, force=force)
    if as_json:
        printing.print_json(found_out.model_dump() | {"wrote": str(path)})
    else:
        printing.print_facts(found_out.model_dump(include={"module", "pack", "theatre", "side"}).items())
        say(f"Next: adjudicator audit {folder}")


def _meant(path: Path | None, folder: Path) -> str:
    """A file that an option names from where we are, as the settings of the folder name it."""
    from adjudicator.game.folders import from_folder  # noqa: PLC0415 - kept out of --help

    return from_folder(folder, path) if path else ""


def _remark_choices(found: FolderSettings) -> None:
    if len(found.choices) > 1:
        remark(f"rules: {_listed(found)} fit this game alike; name one with --pack")
    elif not found.settings.pack:
        remark("rules: no pack knows this game; `adjudicator packs draft MODULE` begins one")


def _asked(found: FolderSettings) -> Settings:
    """The settings with what only the player knows: which of several packs, and his side."""
    told: dict[str, str] = {}
    if len(found.choices) > 1:
        by_name = {choice.pack: choice for choice in found.choices}
        pack = _one_of("Which rules?", [*by_name, NONE])
        if pack != NONE:
            told |= {"pack": pack, "theatre": by_name[pack].theatre}
    else:
        _remark_choices(found)
    if found.sides and not found.settings.side:
        side = _one_of("Which side do you play?", [*found.sides, NONE])
        told |= {"side": side} if side != NONE else {}
    return found.settings.model_copy(update=told)


def _one_of(question: str, answers: Sequence[str]) -> str:
    """An answer out of these; asked again until it is one."""
    while True:
        answer = str(typer.prompt(f"{question} ({', '.join(answers)})", default=answers[-1], err=True))
        if answer in answers:
            return answer
        remark(f"'{answer}' is none of them")


def _listed(found: FolderSettings) -> str:
    return ", ".join(choice.pack for choice in found.choices)
