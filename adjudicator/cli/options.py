"""Options that several commands share, said once."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar, get_type_hints

import typer

from adjudicator.lean import dataclass

Out = TypeVar("Out", Path, list[Path], Path | None)
Code = TypeVar("Code")
OUTPUTS = "outputs"
"""Under this name a command's context keeps the outputs that the user named."""


def _packs(begun: str) -> list[str]:
    """The packs whose names begin so, for a shell that completes a word."""
    from adjudicator.game.books import packs  # noqa: PLC0415 - kept out of --help

    return [str(pack["id"]) for pack in packs() if str(pack["id"]).startswith(begun)]


def _language(name: str) -> str:
    """Refuse a language that nothing is said in."""
    from adjudicator.languages import LANGUAGES  # noqa: PLC0415 - kept out of --help

    if name and name not in LANGUAGES:
        raise typer.BadParameter(f"wants one of {', '.join(LANGUAGES)}")
    return name


def writable(context: typer.Context, out: Out) -> Out:
    """Refuse an output that cannot be written, or not be replaced, before anything is read."""
    if out:
        from adjudicator import writing  # noqa: PLC0415 - kept out of --help

        named = [out] if isinstance(out, Path) else out
        context.meta.setdefault(OUTPUTS, []).extend(named)
        with writing.run(), writing.forced(bool(context.params.get("force"))):
            for each in named:
                writing.refuse_overwrite(each)
    return out


FORCE: Any = typer.Option(
    False,
    "--force",
    is_eager=True,  # known before outputs are looked at
    help="Write over what is named whatever it is: a game file that adjudicator did not write, a file that was read.",
)
MODULE: Any = typer.Option(
    None, "--module", "-m", metavar="FILE", help="The game's module (.vmod); by default one in the same folder."
)
PACK: Any = typer.Option(
    "fitting",
    "--pack",
    "-p",
    metavar="PACK",
    show_default=False,
    autocompletion=_packs,
    help="The rule pack: a name (see 'packs') or a folder; by default the one that the game's folder names, or that knows the "
    "game's counters. 'none' judges nothing.",
)
PACK_IF_ANY: Any = typer.Option(
    None,
    "--pack",
    "-p",
    metavar="PACK",
    autocompletion=_packs,
    help="The rule pack (name or folder); by default the one that the game's folder names, if any.",
)
THEATRE: Any = typer.Option(
    None, "--theatre", "-t", metavar="NAME", help="The theatre (the map as data): a name in the pack, or a folder."
)
CHARTS: Any = typer.Option(None, "--charts", metavar="FILE", help="A chart sheet you filled in (see 'packs charts').")
READING: Any = typer.Option(
    [],
    "--reading",
    metavar="ID=CHOICE",
    help="Choose another reading where the rulebook is silent (see 'packs show'); repeatable.",
)
OPTION: Any = typer.Option([], "--option", metavar="NAME=on|off", help="Turn an optional rule on or off; repeatable.")
CONDITION: Any = typer.Option(
    [], "--condition", metavar="NAME=VALUE", help="A condition the file does not tell, such as weather=mud; repeatable."
)
TURN: Any = typer.Option(
    0, "--turn", min=0, max=10_000, show_default=False, metavar="N", help="The game turn, if the file does not tell it."
)
PHASE: Any = typer.Option(
    [],
    "--phase",
    metavar="[[FILE:]STEPS=]PHASE",
    help="The phase, if the file does not tell it: by id, name, kind or side. 12-40=PHASE is said of these steps of a log, "
    "turn_1.vlog:12-40=PHASE of those of one of several logs; repeatable.",
)
AS: Any = typer.Option(
    "",
    "--as",
    metavar="SIDE",
    help="Show what this side may see; or 'everybody', or 'umpire' (everything). A courtesy, not a lock: who has the file "
    "has everything.",
)
UMPIRE: Any = typer.Option(False, "--umpire", help="Same as --as umpire: show masked and hidden counters too.")
AT: Any = typer.Option("end", "--at", metavar="STEP", help="For a log: start, end or a step number.")
LANGUAGE: Any = typer.Option(
    "",
    "--language",
    metavar="CODE",
    callback=_language,
    help="The language of the answer and of reports: en, de, fr or es; JSON stays English.",
)
JSON: Any = typer.Option(False, "--json", help="Print JSON.")


@dataclass(frozen=True, slots=True)
class JudgingOptions:
    """How a game is to be judged, and for whom: each field is an option, NAME=VALUE texts still unread.

    No pack is the one that the game's folder names.
    """

    module: Path | None = MODULE
    pack: str | None = PACK
    theatre: str | None = THEATRE
    charts: Path | None = CHARTS
    reading: list[str] = READING
    option: list[str] = OPTION
    condition: list[str] = CONDITION
    turn: int = TURN
    phase: list[str] = PHASE
    seat: str = AS
    umpire: bool = UMPIRE
    language: str = LANGUAGE


def judging(*, without: Sequence[str] = (), pack: Any = PACK) -> Callable[[Callable[..., Code]], Callable[..., Code]]:
    """A command that takes `asked: Asked` gets the options of its fields there; those left out keep their default."""
    options: dict[str, Any] = {each.name: each.default for each in fields(JudgingOptions)} | {"pack": pack}
    absent = {name: options.pop(name).default for name in without}
    kinds = get_type_hints(JudgingOptions)
    offered = [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=each) for name, each in options.items()]

    def with_options(command: Callable[..., Code]) -> Callable[..., Code]:
        @wraps(command)
        def called(**given: Any) -> Code:
            said = {name: given.pop(name) for name in options}
            return command(**given, asked=JudgingOptions(**absent, **said))

        own = inspect.signature(command)
        shown = [part for each in own.parameters.values() for part in (offered if each.name == "asked" else [each])]
        # typer reads both: what parameters there are, and of what types
        called.__signature__ = own.replace(parameters=shown)  # type: ignore[attr-defined]
        called.__annotations__ = {**command.__annotations__, **{name: kinds[name] for name in options}}
        del called.__annotations__["asked"]
        return called

    return with_options
