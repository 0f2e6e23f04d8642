"""Answers taken up: what they write into a pack's files, what was edited by hand and stays, what is taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from adjudicator.errors import AdjudicatorError, UnknownName, UsageError
from adjudicator.game.interview.answer import Answer, read_answer
from adjudicator.game.interview.facts import Facts
from adjudicator.game.interview.items import RULES, TomlEntry, fingerprint, items
from adjudicator.game.interview.question import Question, question, questions
from adjudicator.game.interview.record import BEGUN, NAME, AnsweredQuestion, Record, begun, read_record, record_text
from adjudicator.game.interview.sheet import MISSING, BlockFile
from adjudicator.lean import dataclass, replace
from adjudicator.packs import load
from adjudicator.packs.folders import known_folders
from adjudicator.toml import read_text
from adjudicator.writing import remove, rewrite_text

EDITED, DELETED = "was edited by hand", "was taken out by hand"


@dataclass(frozen=True, slots=True)
class KeptByHand:
    """What a person changed by hand and an answer left alone: where, and how it differs."""

    at: str
    why: str


@dataclass(frozen=True, slots=True)
class AnswerOutcome:
    """What one answer did."""

    question: str
    wrote: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[KeptByHand, ...] = ()

    @property
    def files(self) -> list[str]:
        """The files that it changed."""
        return sorted({at.partition(" ")[0] for at in (*self.wrote, *self.removed)})


@dataclass(frozen=True)
class Interview:
    """A pack's rules as they are asked for."""

    facts: Facts
    record: Record
    own: Path | None
    """The pack's folder, if it may be written to."""

    def answer_of(self, each: Question) -> Answer | None:
        """What was answered, None if nobody has."""
        entry = self.record.get(each.id)
        return entry.answer if entry else None


def open_interview(pack: str | Path) -> Interview:
    """A pack beside what was answered of it; one that came with the program is only looked at."""
    facts = _facts(pack)
    own = facts.pack.folder if facts.pack.folder not in known_folders() else None
    return Interview(facts, read_record(facts.pack.folder), own)


def _facts(pack: str | Path) -> Facts:
    loaded = load.load_pack(pack)
    try:
        return Facts(loaded, load.load_theatre_for(loaded))
    except UnknownName:
        return Facts(loaded)


def take_up(
    interview: Interview, told: Mapping[str, Mapping[str, object]], *, overwrite: bool = False
) -> tuple[Interview, list[AnswerOutcome]]:
    """Write down answers that differ from those given before; with `overwrite` hand edits are written over too.

    Each is understood by what the pack has after those before it. What the pack cannot be loaded with is not written: the
    error names the answer.
    """
    outcomes = []
    for name in told:
        question(name)
    for each in questions():
        if each.id not in told:
            continue
        answer = read_answer(each, told[each.id], interview.facts)
        entry = interview.record.get(each.id)
        if entry and answer == entry.answer and not entry.begun and not overwrite:
            continue
        interview, outcome = _one(interview, each, answer, overwrite)
        outcomes.append(outcome)
    return interview, outcomes


def _one(interview: Interview, each: Question, answer: Answer, overwrite: bool) -> tuple[Interview, AnswerOutcome]:
    if interview.own is None:
        raise UsageError(
            "is part of the program and stays as it is: begin a pack of your own with 'packs draft MODULE'",
            "pack",
            interview.facts.pack.id,
        )
    folder = interview.own
    desk = _Writing(interview, each, overwrite)
    for item in items(each, answer, interview.facts, desk.taken):
        desk.write(item)
    desk.take_back()
    record = {**interview.record, each.id: AnsweredQuestion(answer, desk.marks)}
    texts = {folder / f"{name}.toml": sheet.text for name, sheet in desk.sheets.items() if name in desk.touched}
    texts[folder / NAME] = record_text(record)
    facts = _kept_if_loaded(desk.begun(), texts, folder, each)
    outcome = AnswerOutcome(each.id, tuple(desk.wrote), tuple(desk.removed), tuple(desk.kept))
    return replace(interview, facts=facts, record=record), outcome


def _kept_if_loaded(record: Record, texts: Mapping[Path, str], folder: Path, each: Question) -> Facts:
    """Write files of the pack and load it; if it cannot be loaded then, the files stay as they were.

    First of all is written that it is begun (`record`), so that what is written is known to be ours whenever we are ended.
    """
    old = {path: read_text(path) if path.exists() else None for path in texts}
    try:
        for path, text in ((folder / NAME, record_text(record)), *texts.items()):
            rewrite_text(path, text)
        return _facts(folder)
    except AdjudicatorError as error:
        for path, before in old.items():
            rewrite_text(path, before) if before is not None else remove(path)
        raise UsageError(f"not written: {error}", "answers", each.id) from error


@dataclass
class _Writing:
    """One answer on its way into the files."""

    interview: Interview
    question: Question
    overwrite: bool
    sheets: dict[str, BlockFile] = field(default_factory=dict)
    touched: set[str] = field(default_factory=set)
    marks: dict[str, str] = field(default_factory=dict)
    wrote: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    kept: list[KeptByHand] = field(default_factory=list)
    done: list[str] = field(default_factory=list)

    @property
    def before(self) -> Mapping[str, str]:
        """What the question wrote when it was last answered."""
        entry = self.interview.record.get(self.question.id)
        return entry.wrote if entry else {}

    def begun(self) -> Record:
        """The record as it is while the files are written."""
        entry = self.interview.record.get(self.question.id)
        wrote = {at: begun(self.marks[at], " ".join(self._marks(at))) for at in self.wrote}
        return {
            **self.interview.record,
            self.question.id: AnsweredQuestion(entry.answer if entry else None, {**self.before, **wrote}),
        }

    def _marks(self, at: str) -> list[str]:
        """The fingerprints of what we wrote there: of two, if we were ended before we knew which it is."""
        return [each for each in self.before.get(at, "").split() if each != BEGUN]

    @property
    def taken(self) -> set[str]:
        """The ids of rules that this question did not write."""
        mine = {TomlEntry(RULES, "rule", name, "", {}).at: name for name in self.interview.facts.pack.rules}
        return {name for at, name in mine.items() if at not in self.before}

    def sheet(self, name: str) -> BlockFile:
        """A file of the pack as it is now."""
        if name not in self.sheets:
            path = (self.interview.own or Path()) / f"{name}.toml"
            text = read_text(path) if path.is_file() else f"#:schema schemas/pack-{name}.json\n"
            self.sheets[name] = BlockFile(path, text)
        return self.sheets[name]

    def write(self, item: TomlEntry) -> None:
        """Write an item, unless a person said otherwise there."""
        sheet, mark = self.sheet(item.file), fingerprint(item.value)
        now, before = sheet.value(item), self.before.get(item.at)
        self.done.append(item.at)
        unsaid = now is MISSING or now in item.over
        if now is not MISSING and fingerprint(now) == mark:
            self.marks[item.at] = mark
            return
        ours = now is not MISSING and fingerprint(now) in self._marks(item.at)
        gone = now is MISSING and before is not None and not before.startswith(BEGUN)
        if not self.overwrite and not ours and (not unsaid or gone):
            self.kept.append(KeptByHand(item.at, DELETED if now is MISSING else EDITED))
            self.marks |= {item.at: before} if before is not None else {}
            return
        sheet.put(item, self._ranks())
        self.touched.add(item.file)
        self.marks[item.at] = mark
        self.wrote.append(item.at)

    def take_back(self) -> None:
        """Take out what the question wrote before and writes no more."""
        for at in self.before:
            if at in self.done:
                continue
            item = _item_at(at, self.question)
            sheet = self.sheet(item.file)
            now = sheet.value(item)
            if now is MISSING:
                continue
            if fingerprint(now) not in self._marks(at) and not self.overwrite:
                self.kept.append(KeptByHand(at, EDITED))
                continue
            sheet.drop(item)
            self.touched.add(item.file)
            self.removed.append(at)

    def _ranks(self) -> dict[tuple[str, str], int]:
        """The places of entries in the order of questions, and of what each wrote."""
        found: dict[tuple[str, str], int] = {}
        for each in questions():
            entry = self.interview.record.get(each.id)
            told = self.done if each is self.question else list(entry.wrote) if entry else []
            for count, at in enumerate(dict.fromkeys(told)):
                other = _item_at(at, each)
                found[other.table, other.id] = each.order * 1000 + count
        return found


def _item_at(at: str, each: Question) -> TomlEntry:
    """The item of a place as the record has it, without its value."""
    name, _, rest = at.partition(".toml ")
    table, bracket, entry = rest.partition("[")
    if bracket:
        ident, _, key = entry.rpartition("]")
        return TomlEntry(name, table, ident, key.removeprefix("."), {}, _over(each, name, key.removeprefix(".")))
    outer, _, key = rest.rpartition(".")
    return TomlEntry(name, outer, "", key, {}, _over(each, name, key))


def _over(each: Question, file: str, key: str) -> tuple[object, ...]:
    return next((write.over for write in each.writes if write.file == file and key in write.keys), ())


def unanswered(interview: Interview, among: Sequence[Question] = ()) -> list[Question]:
    """Questions that nobody has answered yet."""
    return [each for each in among or questions() if interview.answer_of(each) is None]


def asked(names: Sequence[str]) -> list[Question]:
    """The questions of these names, all if none is named."""
    return [question(name) for name in names] if names else list(questions())
