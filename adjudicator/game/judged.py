"""Judged logs: which of a game's logs is written again with its verdict in the chat, and for whom that may be done."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator import exporters
from adjudicator.errors import Source, WriteError
from adjudicator.game.files import GameFile
from adjudicator.game.kinds import is_log_file
from adjudicator.lean import dataclass
from adjudicator.marks import origin_of
from adjudicator.notes import Note, NoteKind
from adjudicator.writing import collected, inside, make_folder, refuse_overwrite

if TYPE_CHECKING:
    from adjudicator.audit.record import Audit, Audited, FileEntry

_FOR_ONE_SIDE = (
    "a judged log is the log itself, with everything in it, so none is made for one viewer: leave --as out; "
    "its lines then say what everybody may know, or the side that the game's folder names"
)
_UNJUDGED = "no rules judged this game, so there is no verdict to write into its log: name a pack"
_NO_LOG = "there is no log of VASSAL's among the files: a save has no steps to judge"


@dataclass(frozen=True, slots=True)
class Originals:
    """The files of a game, each with all that it holds; `whole` is whether copies of that may be made."""

    files: tuple[GameFile, ...] = ()
    whole: bool = False

    def write_judged(
        self, audited: Audited, path: Path, *, doubts: bool = False
    ) -> list[tuple[Path, tuple[Note, ...]]]:
        """Write the last log with its verdict to a file, or each log to a folder; where, and what is to be said of each."""
        audit = audited.audit
        logs = list(self._logs(audit))
        if not audit.pack:
            raise WriteError(_UNJUDGED, Source(str(path)))
        if not self.whole:
            raise WriteError(_FOR_ONE_SIDE, Source(str(path)))
        if not logs:
            raise WriteError(_NO_LOG, Source(str(path)))
        if is_log_file(path):
            self.refuse_overwrite(path)
            return [(path, (*_write(*logs[-1], audited, path, doubts), *_chosen(logs)))]
        make_folder(path)
        names = [file.path.stem for file, _ in logs]
        made = []
        for number, (file, entry) in enumerate(logs, 1):
            alone = names.count(file.path.stem) == 1
            target = inside(path, f"{file.path.stem}{'' if alone else f'.{number}'}_judged.vlog")
            self.refuse_overwrite(target)
            with collected() as written:
                notes = _write(file, entry, audited, target, doubts)
            made.append((written[-1], notes))
        return made

    def refuse_overwrite(self, out: Path) -> None:
        """Refuse an output that would take the place of one of the files."""
        refuse_overwrite(out, *(file.path for file in self.files))

    def _logs(self, audit: Audit) -> Iterator[tuple[GameFile, FileEntry]]:
        """The logs that VASSAL wrote, each with what the audit knows of it."""
        from adjudicator.exporters.vassal.fresh import is_vassal  # noqa: PLC0415 - slow to load, and only for this

        for file, entry in zip(self.files, audit.files, strict=False):
            if file.read.log is not None and is_vassal(file.held_at(0)):
                yield file, entry


def _write(file: GameFile, entry: FileEntry, audited: Audited, path: Path, doubts: bool) -> tuple[Note, ...]:
    from adjudicator.exporters.vassal.judged_log import JudgedLog, verdict_lines  # noqa: PLC0415 - slow to load, and only for this

    log = file.read.log
    if log is None:
        raise WriteError(_NO_LOG, Source(str(path)))
    lines = verdict_lines(audited.audit, entry, doubts=doubts, language=audited.language)
    return exporters.write(path, JudgedLog(log, lines, file.module, origin_of(file.path))).notes


def _chosen(logs: list[tuple[GameFile, FileEntry]]) -> Iterator[Note]:
    """Which of several logs it is."""
    if len(logs) > 1:
        name = logs[-1][0].path.name
        text = f"it replays {name}, the last of {len(logs)} logs; name a folder to get one for each"
        yield Note(NoteKind.CARRIED, name, text)
