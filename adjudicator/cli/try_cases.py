"""`adjudicator packs try`: do written cases lead to what they say?"""

from __future__ import annotations

from pathlib import Path

import typer

from adjudicator.cli.lines import say
from adjudicator.cli.options import JSON


def try_cases(
    pack: str = typer.Argument(..., metavar="PACK", help="A pack's name or folder."),
    files: list[Path] = typer.Argument(
        ..., metavar="CASES", help="Files of cases (.toml), as docs/cases.md shows them."
    ),
    as_json: bool = JSON,
) -> int:
    """Judge written cases by a pack: does each lead to the findings that it lists, and to no others?

    Exits with 1 if one does not.
    """
    from adjudicator.cli import printing  # noqa: PLC0415 - kept out of --help
    from adjudicator.game import cases  # noqa: PLC0415
    from adjudicator.words import counted  # noqa: PLC0415

    tried = cases.try_cases(pack, *files)
    failed = [each for each in tried if each.wrong]
    if as_json:
        printing.print_json([each.as_json() for each in tried])
        return 1 if failed else 0
    for each in failed:
        say(f"{each.file.name}: {each.case.id} {each.case.title}")
        for line in each.wrong:
            say(f"  {line}")
    good = len(tried) - len(failed)
    say(f"{good} of {counted(len(tried), 'case')} {'holds' if good == 1 else 'hold'}")
    return 1 if failed else 0
