"""How commands tell what they do, and that what was asked for is not there: in the words of their options."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from adjudicator.cli.lines import remark, say
from adjudicator.cli.options import OUTPUTS
from adjudicator.errors import UsageError

USAGE = 2
"""The exit code of a command that was not fully said."""
UNREADABLE = 3
"""The exit code of input that cannot be read, in whole or in part."""
LIMITS = {"file_seconds": "ADJUDICATOR_FILE_SECONDS", "file_megabytes": "ADJUDICATOR_FILE_MEGABYTES"}
"""Options of every command, and the settings of the environment that they are."""
OPTIONS = {"viewer": "--as"}
"""Arguments of the library whose option has another name."""


_LIMITS = typer.Typer(add_completion=False, rich_markup_mode=None)


@_LIMITS.command()
def _limits(
    file_seconds: float | None = typer.Option(
        None, "--file-seconds", min=0.1, metavar="N", help="The time that reading one file may take; by default 20."
    ),
    file_megabytes: float | None = typer.Option(
        None, "--file-megabytes", min=1, metavar="N", help="The memory that reading one file may take; by default 600."
    ),
) -> None:
    """What every command takes, whatever else it takes."""


# typer hands each command a Context of its own, while the classes that it derives from name the wider one: hence the ignores


class Command(TyperCommand):
    """A command whose library calls may raise a UsageError; it also takes what reading one file may cost."""

    def __init__(self, name: str | None, **given: Any) -> None:
        limits = typer.main.get_command(_LIMITS).params
        super().__init__(name, **{**given, "params": [*(given.get("params") or ()), *limits]})

    def get_short_help_str(self, limit: int = 0) -> str:
        return _in_full(self.help)

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        """Run it, and tell what was written. What it is given to read is never written over."""
        from adjudicator import writing  # noqa: PLC0415 - kept out of --help

        outputs = ctx.meta.get(OUTPUTS, [])
        limits = {name: ctx.params.pop(option) for option, name in LIMITS.items()}
        told = {name: f"{value:g}" for name, value in limits.items() if value is not None}
        with writing.run() as run, writing.forced(bool(ctx.params.get("force"))), _environment(told):
            try:
                for each in set(_named(ctx.params.values())).difference(outputs):
                    run.note(each)
                for each in outputs:
                    writing.refuse_overwrite(each)
                return super().invoke(ctx)
            except UsageError as error:
                raise typer.BadParameter(_said(error), ctx=ctx) from error
            finally:
                for each in run.written:
                    remark(f"wrote {each}")


@contextmanager
def _environment(settings: Mapping[str, str]) -> Iterator[None]:
    """Meanwhile the environment says so, to this process and to those that it starts."""
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


class CommandGroup(TyperGroup):
    """Commands under one word; without one of them it prints its help, which is no error to complain of."""

    def get_short_help_str(self, limit: int = 0) -> str:
        return _in_full(self.help)

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            say(ctx.get_help())
            ctx.exit(USAGE)
        return super().parse_args(ctx, args)


def _named(values: Iterable[object]) -> Iterator[Path]:
    """The files among the values of options and arguments."""
    for value in values:
        if isinstance(value, list | tuple):
            yield from _named(value)
        elif value and isinstance(value, str | Path) and os.path.isfile(value):  # noqa: PTH113 - a text may be no path at all
            yield Path(value)


def _in_full(told: str | None) -> str:
    """A help text for a list of commands, which breaks it into lines: typer alone would cut it to one."""
    return " ".join((told or "").split())


def _said(error: UsageError) -> str:
    """The error with the option that it is about."""
    option = OPTIONS.get(error.argument, f"--{error.argument}") if error.argument else ""
    asked = " ".join(part for part in (option, error.given) if part)
    return f"{asked}: {error.message}" if asked else error.message
