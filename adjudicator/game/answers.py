"""What a game answers. Each answer holds its values, is JSON for programs, and some can be written as files.

All of it is what the game's viewer may know: the files and states that it was made from stay inside.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from adjudicator import exporters
from adjudicator.findings import Finding, Report
from adjudicator.game.judged import Originals
from adjudicator.game.kinds import is_log_file
from adjudicator.harmless import json_bytes
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.lean import dataclass
from adjudicator.model.taught_dice import Proposal
from adjudicator.notes import Note

if TYPE_CHECKING:
    from adjudicator.audit.dice import Series
    from adjudicator.audit.record import Audit, Audited, ChainEntry, DifferenceEntry, RollEntry
    from adjudicator.exporters.drawing import Drawing
    from adjudicator.exporters.losses import LossReport
    from adjudicator.exporters.move_log import MoveLog

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Saved:
    """A file that was written: what it could not hold, and what reading its source had lost or guessed."""

    path: Path
    notes: tuple[Note, ...] = ()
    losses: LossReport | None = None
    reading: tuple[Note, ...] = ()

    def as_json(self) -> Json:
        from adjudicator.exporters.report.record import note_json  # noqa: PLC0415 - slow to load, and only for this

        return {"wrote": str(self.path), "notes": [note_json(note) for note in self.notes]}

    @property
    def carried_whole(self) -> str:
        """What lost nothing, in a line, if something else did; else ""."""
        return self.losses.whole() if self.losses is not None and self.losses.losses else ""

    def write_losses(self, path: str | Path) -> None:
        """The whole account of losses as JSON."""
        account = self.losses.record() if self.losses else {}
        from adjudicator.exporters.atomic import write_bytes  # noqa: PLC0415 - slow to load, and only for this

        told = {**account, "reading": [str(note) for note in self.reading]}
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

    def write(self, path: str | Path) -> Saved:
        """The report as .md, .json or .html (a page with its map)."""
        path = Path(path)
        subject = self._audited() if path.suffix.lower() == ".html" else self.report
        return Saved(path, exporters.write(path, subject).notes)


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

    def write(self, path: str | Path) -> Saved:
        """The report as .html (a page with map and timeline), .md, .txt or .json; as .vlog the judged log (`write_judged`)."""
        path = Path(path)
        if is_log_file(path):
            return self.write_judged(path)[0]
        self._originals.spare(path)
        return Saved(path, exporters.write(path, self._audited).notes)

    def write_judged(self, path: str | Path, *, doubts: bool = False) -> list[Saved]:
        """The last log as a .vlog that says in the chat, after each step that breaks a rule, which one and why.

        A folder gets such a copy of every log. With `doubts` the chat tells them too. Nothing else of the log is altered; it
        holds all that the original holds, so it is not made for one viewer, save the umpire.
        """
        made = self._originals.write_judged(self._audited, Path(path), doubts=doubts)
        return [Saved(target, notes) for target, notes in made]

    def summary(self) -> Summary:
        """The verdict in ten plain lines, none wider than an e-mail leaves whole."""
        return Summary(self.record, self._audited.language)

    def write_folder(self, folder: str | Path) -> None:
        """The page as a folder with its maps as tiles, for maps too large to stand in one file."""
        from adjudicator.exporters.report.bundle import write_bundle  # noqa: PLC0415 - slow to load, and only for this

        write_bundle(self._audited, Path(folder))


@dataclass(frozen=True, slots=True)
class Summary:
    """An audit in ten plain lines: who, what was judged, the verdict, the worst findings, doubts, dice, the files."""

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
    proposals: tuple[Proposal, ...] = ()
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

    def draw(self, path: str | Path, map_name: str = "") -> Saved:
        """The later table with arrows, as .png or .svg."""
        drawing, notes = self._drawing(map_name)
        return Saved(Path(path), (*notes, *exporters.write(path, drawing).notes))


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

    def write(self, path: str | Path) -> Saved:
        """The list as .txt, .md, .csv or .jsonl."""
        return Saved(Path(path), exporters.write(path, self.record).notes)
