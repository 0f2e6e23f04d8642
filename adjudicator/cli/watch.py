"""`adjudicator watch`: judge a game's folder whenever a file has arrived in it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from adjudicator.cli.lines import remark, say
from adjudicator.cli.options import FORCE, JSON, JudgingOptions, judging, writable
from adjudicator.lean import dataclass

if TYPE_CHECKING:
    from adjudicator.game.answers import GameAudit


@judging(without=("turn", "phase"))
def watch(
    folder: Path = typer.Argument(Path(), metavar="FOLDER", help="The game's folder; by default this one."),
    *,
    asked: JudgingOptions,
    output: list[Path] = typer.Option(
        [],
        "--output",
        "-o",
        metavar="FILE",
        callback=writable,
        help="A report to write anew each time: .html, .md, .txt or .json.",
    ),
    force: bool = FORCE,
    as_json: bool = JSON,
) -> None:
    """Judge a game's folder whenever a save or log has arrived in it, until Ctrl-C. What is new is told."""
    from adjudicator.game.arrivals import arrivals  # noqa: PLC0415

    if not folder.is_dir():
        raise typer.BadParameter(f"{folder} is no folder")
    watched = _WatchedFolder(folder, asked, output, force, as_json)
    with suppress(KeyboardInterrupt):
        coming = arrivals(lambda: [folder])  # what comes while the rest is judged counts too
        watched.judge(())
        remark(f"watching {folder}; Ctrl-C ends it")
        for arrived in coming:
            watched.judge(arrived)


@dataclass(slots=True)
class _WatchedFolder:
    """A folder with how it is judged, and the findings that were told."""

    folder: Path
    asked: JudgingOptions
    output: Sequence[Path]
    force: bool
    as_json: bool
    known: frozenset[str] = frozenset()

    def judge(self, arrived: tuple[Path, ...]) -> None:
        """Judge all files and tell what is new; a file that cannot be read is told, and the watch goes on."""
        from adjudicator.cli import asking, printing  # noqa: PLC0415 - kept out of --help
        from adjudicator.errors import AdjudicatorError  # noqa: PLC0415
        from adjudicator.game.listener import Listener  # noqa: PLC0415

        listener = Listener() if arrived else printing.Shown()  # what was assumed is said once
        try:
            game = asking.whole_game([self.folder], self.asked, listener)
            for note in game.unread if arrived else ():
                remark(f"{note.subject} is left aside: {note.text}")
            audited = game.audit()
            for each in self.output:
                audited.write(each, force=self.force)
        except AdjudicatorError as error:
            remark(str(error))
            return
        self._tell(audited, arrived)

    def _tell(self, audited: GameAudit, arrived: tuple[Path, ...]) -> None:
        from adjudicator.cli import account, printing  # noqa: PLC0415 - kept out of --help

        findings = audited.record.findings
        new = [each for each in findings if each.id not in self.known]
        self.known = frozenset(each.id for each in findings)
        names = [path.name for path in arrived]
        if self.as_json:
            printing.print_json({"arrived": names, "new": [each.id for each in new], **audited.summary().as_json()})
            return
        say(f"{datetime.now().astimezone():%H:%M}  {', '.join(names) or 'as it stands'}: {audited.summary().verdict}")
        account.print_findings(new)
