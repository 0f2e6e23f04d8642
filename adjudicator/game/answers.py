"""What a game answers. Each answer holds its values, is JSON for programs, and some can be written as files.

All of it is what the game's viewer may know: the files and states that it was made from stay inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from adjudicator import exporters
from adjudicator.errors import WriteError
from adjudicator.game.judged import Originals
from adjudicator.game.kinds import is_log_file
from adjudicator.harmless import json_bytes
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.lean import dataclass, replace
from adjudicator.model.taught_dice import PatternProposal
from adjudicator.notes import Note
from adjudicator.plain_words import plainly
from adjudicator.writing import collected, forced, free, refuse_overwrite, write_bytes, write_report

if TYPE_CHECKING:
    from adjudicator.audit.dice import Series
    from adjudicator.audit.record import Audit, Audited, ChainEntry, DifferenceEntry, RollEntry
    from adjudicator.exporters.drawing import Drawing
    from adjudicator.exporters.losses import LossReport
    from adjudicator.exporters.move_log import MoveLog
    from adjudicator.exporters.report.story import Chapter
    from adjudicator.findings import Finding, Report

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Saved:
    """A file that was written: what it could not hold, and what reading its source had lost or guessed."""

    path: Path
    notes: tuple[Note, ...] = ()
    losses: LossReport | None = None
    reading: tuple[Note, ...] = ()
    written: tuple[Path, ...] = ()
    """All that was written, with folders that were made: also what goes with the file, such as the module of a save."""

    def as_json(self) -> Json:
        written = [str(path) for path in self.written]
        return {"wrote": str(self.path), "written": written, "notes": [note.as_json() for note in self.notes]}

    def with_all(self, written: Sequence[Path]) -> Saved:
        """The same with all that was written for it. A file that nobody named may lie there already, and then stands in them."""
        return replace(self, path=self.path if self.path in written else written[-1], written=tuple(written))

    @property
    def carried_whole(self) -> str:
        """What lost nothing, in a line, if something else did; else ""."""
        return self.losses.whole() if self.losses is not None and self.losses.losses else ""

    def write_losses(self, path: str | Path, *, force: bool = False) -> None:
        """The whole account of losses as JSON; `force` writes over what else would not be replaced."""
        account = self.losses.record() if self.losses else {}
        told = {**account, "reading": [str(note) for note in self.reading]}
        with forced(force):
            write_bytes(Path(path), json_bytes(told, indented=True, ended=False))


@dataclass(frozen=True, slots=True)
class Judgement:
    """A file judged by a pack's rules."""

    report: Report
    _audited: Callable[[], Audited]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The broken rules, the doubts and the reminders, in a fixed order."""
        return self.report.findings

    @property
    def clean(self) -> bool:
        """Whether no rule was found broken; doubts and reminders do not count."""
        return self.report.clean

    def as_json(self) -> Json:
        from adjudicator.exporters.report.record import report_json  # noqa: PLC0415 - slow to load, and only for this

        return report_json(self.report)

    def write(self, path: str | Path, *, force: bool = False) -> Saved:
        """The report as .md, .json or .html (a page with its map); `force` writes over what else would not be replaced."""
        path = Path(path)
        subject = self._audited() if path.suffix.lower() == ".html" else self.report
        return _saved(path, subject, force)


@dataclass(frozen=True, slots=True)
class GameAudit:
    """A game gone through step by step: what was played, what is wrong, whether its files follow, its dice."""

    _audited: Audited
    judged: int = 0
    """How many acts were judged now; what was said of the others was kept from an earlier audit."""
    _originals: Originals = field(default_factory=Originals)

    @property
    def record(self) -> Audit:
        return self._audited.audit

    @property
    def language(self) -> Language:
        """In which the answer is told."""
        return self._audited.language

    @property
    def told(self) -> Audit:
        """The same with its sentences in the language of the answer; the record itself is English, as JSON is."""
        return self._audited.told.audit

    @property
    def clean(self) -> bool:
        """Whether no rule is broken, the files follow from one another, and none was changed since the earlier audit."""
        return not self.record.broken and self.record.chain.sound and not self.record.chain.changed_since

    def as_json(self) -> Json:
        from adjudicator.exporters.report.audit_json import audit_json  # noqa: PLC0415 - slow to load, and only for this

        return audit_json(self.record)

    def write(self, path: str | Path, *, force: bool = False) -> Saved:
        """The report as .html (a page with map and timeline), .md, .txt or .json; as .vlog the judged log (`write_judged`).

        As .png it is the map with all moves, as .webp the moves one after another, of 2 MB at most. `force` writes over what
        else would not be replaced.
        """
        path = Path(path)
        if is_log_file(path):
            return self.write_judged(path, force=force)[0]
        with forced(force):
            self._originals.refuse_overwrite(path)
        return _saved(path, self._audited, force)

    def page(self, hear: Callable[[str, int, int], None]) -> str:
        """The report as a page for those who type no commands; who `hear`s is told how far it is."""
        from adjudicator.exporters.report.page import audit_page  # noqa: PLC0415 - slow to load, and only for this

        return audit_page(self._plainly, hear)

    @property
    def _plainly(self) -> Audited:
        """The audit in its language, with notes and remarks that tell no option of a command."""
        told = self._audited.told
        notes = tuple(replace(note, text=plainly(str(note.text))) for note in told.audit.notes)
        chain = replace(told.audit.chain, remarks=tuple(plainly(str(each)) for each in told.audit.chain.remarks))
        return replace(told, audit=replace(told.audit, notes=notes, chain=chain))

    @property
    def chapters(self) -> tuple[Chapter, ...]:
        """The turns, then the files, each from its first step to its last."""
        from adjudicator.exporters.report.story import chapters  # noqa: PLC0415 - slow to load, and only for this

        return chapters(self._audited.audit)

    def write_chapter(self, stem: Path, name: str) -> Iterator[Saved]:
        """What was audited as a page, a picture, an animated picture and a text, each beside the other under a free name.

        `name` is what the chapter is called. A game without a map has no pictures.
        """
        from adjudicator.exporters.report.chapter_text import chapter_text  # noqa: PLC0415 - slow to load, and only for this

        for ending in (".html", ".png", ".webp"):
            with suppress(WriteError) if ending != ".html" else nullcontext():
                yield _saved(free(stem.with_name(stem.name + ending)), self._plainly, force=False)
        text = free(stem.with_name(f"{stem.name}.txt"))
        with collected() as written:
            write_report(text, chapter_text(self._audited.audit, name, self._audited.language))
        yield Saved(text).with_all(written)

    def write_judged(self, path: str | Path, *, doubts: bool = False, force: bool = False) -> list[Saved]:
        """The last log as a .vlog that says in the chat, after each step that breaks a rule, which one and why.

        A folder gets such a copy of every log. With `doubts` the chat tells them too. Nothing else of the log is altered; it
        holds all that the original holds, so it is not made for one viewer, save the umpire.
        """
        with forced(force):
            made = self._originals.write_judged(self._audited, Path(path), doubts=doubts)
        return [Saved(target, notes, written=(target,)) for target, notes in made]

    def summary(self) -> Summary:
        """The verdict as the text that an umpire would write: every violation, why it is one and what to undo."""
        return Summary(self.record, self._audited.language)

    def write_folder(self, folder: str | Path, *, force: bool = False) -> None:
        """The page as a folder with its maps as tiles, for maps too large to stand in one file.

        It takes the place of an earlier one; with `force` any other folder of that name is moved aside.
        """
        from adjudicator.exporters.report.bundle import write_bundle  # noqa: PLC0415 - slow to load, and only for this

        with forced(force):
            write_bundle(self._audited, Path(folder))


@dataclass(frozen=True, slots=True)
class Summary:
    """An audit as plain lines: who, what was judged, the verdict, every violation by player and turn, doubts, dice."""

    record: Audit
    language: Language = IN_ENGLISH

    @property
    def lines(self) -> tuple[str, ...]:
        from adjudicator.exporters.report import summary  # noqa: PLC0415 - slow to load, and only for this

        return summary.summary_lines(self.record, self.language)

    @property
    def verdict(self) -> str:
        """The verdict alone, in a few words."""
        from adjudicator.exporters.report import summary  # noqa: PLC0415 - slow to load, and only for this

        return summary.verdict(self.record)

    def as_text(self) -> str:
        from adjudicator.exporters.report import summary  # noqa: PLC0415 - slow to load, and only for this

        return summary.as_text(self.record, self.language)

    def as_json(self) -> Json:
        from adjudicator.exporters.report import summary  # noqa: PLC0415 - slow to load, and only for this

        return summary.as_json(self.record)


@dataclass(frozen=True, slots=True)
class Chain:
    """Whether each file begins where the one before it ended."""

    record: ChainEntry
    _json: Json

    @property
    def sound(self) -> bool:
        return self.record.sound

    def as_json(self) -> Json:
        return self._json


@dataclass(frozen=True, slots=True)
class Dice:
    """Every roll, and the series by player and kind of dice."""

    rolls: tuple[RollEntry, ...]
    series: tuple[Series, ...]
    _json: Json
    _called: Callable[[str], str] = str
    proposals: tuple[PatternProposal, ...] = ()
    """Patterns for lines of chat that look like rolls and were not read as such."""

    def called(self, player: str) -> str:
        """The name that a player goes by."""
        return self._called(player)

    def as_json(self) -> Json:
        return self._json


@dataclass(frozen=True, slots=True)
class Differences:
    """What differs between the first file's end and the last file's."""

    before: str
    after: str
    entries: tuple[DifferenceEntry, ...]
    _drawing: Callable[[str], tuple[Drawing, tuple[Note, ...]]]

    @property
    def harmless(self) -> bool:
        """Whether nothing differs that players would see."""
        return all(each.harmless for each in self.entries)

    def as_json(self) -> Json:
        return {"before": self.before, "after": self.after, "differences": [asdict(each) for each in self.entries]}

    def draw(self, path: str | Path, map_name: str = "", *, force: bool = False) -> Saved:
        """The later table with arrows, as .png or .svg; `force` writes over what else would not be replaced."""
        with forced(force):
            refuse_overwrite(Path(path))
        drawing, notes = self._drawing(map_name)
        saved = _saved(Path(path), drawing, force)
        return replace(saved, notes=(*notes, *saved.notes))


@dataclass(frozen=True, slots=True)
class Moves:
    """A log as a list of moves."""

    record: MoveLog

    def as_text(self) -> str:
        from adjudicator.exporters.move_log import to_text  # noqa: PLC0415 - slow to load, and only for this

        return to_text(self.record)

    def as_json(self) -> list[Mapping[str, Any]]:
        from adjudicator.exporters.move_log import to_json_lines  # noqa: PLC0415 - slow to load, and only for this

        return [orjson.loads(line) for line in to_json_lines(self.record).splitlines()]

    def write(self, path: str | Path, *, force: bool = False) -> Saved:
        """The list as .txt, .md, .csv or .jsonl; `force` writes over what else would not be replaced."""
        return _saved(Path(path), self.record, force)


def _saved(path: Path, subject: object, force: bool) -> Saved:
    """Write a subject, and tell all that was written for it."""
    with collected() as written:
        notes = exporters.write(path, subject, force=force).notes
    return Saved(path, notes).with_all(written)
