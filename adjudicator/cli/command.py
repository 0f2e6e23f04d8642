"""How commands tell what they do, and that what was asked for is not there: in the words of their options."""

from __future__ import annotations

import typer
from typer.core import TyperCommand, TyperGroup

from adjudicator.cli.lines import say
from adjudicator.errors import UsageError

USAGE = 2
"""The exit code of a command that was not fully said."""
UNREADABLE = 3
"""The exit code of input that cannot be read, in whole or in part."""
OPTIONS = {"viewer": "--as"}
"""Arguments of the library whose option has another name."""


# typer hands each command a Context of its own, while the classes that it derives from name the wider one: hence the ignores


class Command(TyperCommand):
    """A command whose library calls may raise a UsageError."""

    def get_short_help_str(self, limit: int = 0) -> str:
        return _in_full(self.help)

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        try:
            return super().invoke(ctx)
        except UsageError as error:
            raise typer.BadParameter(_said(error), ctx=ctx) from error


class Group(TyperGroup):
    """Commands under one word; without one of them it prints its help, which is no error to complain of."""

    def get_short_help_str(self, limit: int = 0) -> str:
        return _in_full(self.help)

    def parse_args(self, ctx: typer.Context, args: list[str]) -> list[str]:  # type: ignore[override]
        if not args and self.no_args_is_help and not ctx.resilient_parsing:
            say(ctx.get_help())
            ctx.exit(USAGE)
        return super().parse_args(ctx, args)


def _in_full(told: str | None) -> str:
    """A help text for a list of commands, which breaks it into lines: typer alone would cut it to one."""
    return " ".join((told or "").split())


def _said(error: UsageError) -> str:
    """The error with the option that it is about."""
    option = OPTIONS.get(error.argument, f"--{error.argument}") if error.argument else ""
    asked = " ".join(part for part in (option, error.given) if part)
    return f"{asked}: {error.message}" if asked else error.message
