"""How a command says that what was asked for is not there: in the words of its options."""

from __future__ import annotations

import typer
from typer.core import TyperCommand

from adjudicator.errors import UsageError

OPTIONS = {"viewer": "--as"}
"""Arguments of the library whose option has another name."""


class Command(TyperCommand):
    """A command whose library calls may raise a UsageError."""

    def invoke(self, ctx: typer.Context) -> object:  # type: ignore[override]
        try:
            return super().invoke(ctx)
        except UsageError as error:
            raise typer.BadParameter(_said(error), ctx=ctx) from error


def _said(error: UsageError) -> str:
    """The error with the option that it is about."""
    option = OPTIONS.get(error.argument, f"--{error.argument}") if error.argument else ""
    asked = " ".join(part for part in (option, error.given) if part)
    return f"{asked}: {error.message}" if asked else error.message
