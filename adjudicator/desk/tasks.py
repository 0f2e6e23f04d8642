"""What the worker can do: judge a game, find out what a new one is, make the pages of all players.

Everything here runs in the worker's process. A task is a small value; its answer is one too.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter as Tally
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from adjudicator.desk.cards import (
    AuditCard,
    ChapterLine,
    DiceLine,
    EndsLine,
    FileLine,
    TableCard,
    UnreadLine,
    card_of,
    files_signature,
    keep_audit,
    keep_page,
    keep_table,
    last_audit,
    signature_of,
    table_of,
    table_picture,
)
from adjudicator.desk.making import Make, make
from adjudicator.desk.shelf import entries
from adjudicator.desk.sorting import SortFiles, sort
from adjudicator.desk.worker import Hear, Progress
from adjudicator.errors import AdjudicatorError, NotationError, ReadError
from adjudicator.findings import Finding, asked_back, cause_words, headlines, none_broken, of_one_cause, reach
from adjudicator.game.answers import GameAudit
from adjudicator.game.first_look import first_looks, newest_alone
from adjudicator.game.folders import FolderSettings, look_into, told_by
from adjudicator.game.game import Game
from adjudicator.game.kinds import is_game_file
from adjudicator.game.listener import Counting, Listener
from adjudicator.game.opening import open_game
from adjudicator.game.rules_wanted import FITTING
from adjudicator.game.settings import GameFolder, home_of
from adjudicator.game.settings_edit import change_settings
from adjudicator.harmless import harmless, json_bytes
from adjudicator.lean import dataclass
from adjudicator.plain_words import plainly
from adjudicator.said import say

MOST_FINDINGS = 300
MOST_DICE = 6
MANY = 3
"""From so many files on, the newest is judged by itself before the game is judged for the first time."""
FEW = 3
"""So many lines of chat that look alike are rolls in words of their own, where other rolls are read; fewer are talk."""
STAGES = {"replaying": say("replaying"), "identifying": say("telling the counters apart"), "judging": say("judging")}
"""What an audit calls its stages, as players call them."""
PLAYED = ("move", "place", "remove", "flip", "step loss", "marker", "rotate", "roll")
"""The kinds of act that show whose turn a log is."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Audit all files of a game's folder, which is as the signature says: what is asked twice of the same is done once."""

    game: str
    folder: Path
    signature: str = ""


@dataclass(frozen=True, slots=True)
class FindRules:
    """Find out module, pack and map of a new game of which only the module is there, and write them down if that is clear."""

    game: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Fit:
    """A pack that fits a game, and the map of it."""

    pack: str
    theatre: str
    title: str


@dataclass(frozen=True, slots=True)
class RulesFound:
    """What a new game is: the packs that fit alike (one, if it was written down), and the sides."""

    fits: tuple[Fit, ...]
    sides: tuple[str, ...]
    remarks: tuple[str, ...] = ()


@dataclass(slots=True)
class RemoteListener(Listener):
    """A listener whose hearer is in another process."""

    hear: Hear = lambda told: None

    @contextmanager
    def working(self, label: str) -> Iterator[None]:
        self.hear(Progress(label))
        yield

    @contextmanager
    def counting(self, label: str) -> Iterator[Counting]:
        def told(what: str, done: int, total: int) -> None:
            stage = STAGES.get(what)
            self.hear(Progress(label, what, done, total) if stage is None else Progress(stage, "", done, total))

        yield told


def do(task: object, hear: Hear) -> object:
    """Do what is asked."""
    match task:
        case Judge():
            return judge(task.folder, hear)
        case FindRules():
            return find_rules(task.folder, hear)
        case Make():
            return make(task, RemoteListener(hear=hear), hear)
        case SortFiles():
            return sort(task, hear)
    raise TypeError(f"nobody taught the worker to do {task!r}")


def find_rules(folder: Path, hear: Hear) -> RulesFound:
    """Look into the folder of a new game; what is settled is written into its `adjudicator.toml`."""
    listener = RemoteListener(hear=hear)
    hear(Progress(say("looking which rules fit")))
    home = home_of(folder)
    found = look_into(folder, home.said, listener)
    _write_down(folder, home, found)
    fits = tuple(Fit(each.pack, each.theatre, each.title) for each in found.choices)
    return RulesFound(fits, found.sides, tuple(listener.remarks))


def _write_down(folder: Path, home: GameFolder, found: FolderSettings) -> None:
    told = {key: str(getattr(found.settings, key)) for key in ("module", "pack", "theatre")}
    new = {key: value for key, value in told.items() if value and value != getattr(home.said, key)}
    if new or not home.path.exists():
        change_settings(folder, new)


@dataclass(frozen=True, slots=True)
class Judged:
    """What an audit came to: its card, and what the game is, as far as its settings did not say so before."""

    card: AuditCard
    found: RulesFound | None


def judge(folder: Path, hear: Hear) -> Judged:
    """Show the newest table, and its verdict if the game has none yet; audit the folder, keep the card, then draw the page.

    Nothing is read twice but the newest file.
    """
    listener = RemoteListener(hear=hear)
    _show_newest(folder, hear)
    _judge_newest(folder, hear)
    audited, judged = _audited(folder, listener)
    hear(Progress(say("drawing the map"), news=True))
    with listener.counting(say("drawing the map")) as told:
        keep_page(folder, judged.card.signature, audited.page(told).encode())
    return judged


def _audited(folder: Path, listener: RemoteListener) -> tuple[GameAudit, Judged]:
    """The audit of the whole folder, its card kept; what was read for it and the page does not need is let go."""
    before = signature_of(folder)
    seen = tuple(harmless(each.name) for each in entries(folder) if is_game_file(each))
    game = open_game(folder, pack=FITTING, listener=listener, keep=True, lenient=True)
    found = _found(game, folder)
    if found is not None and game.rules is None and found.settings.pack:
        # told by counters that only the umpire reads, since the module is not at hand
        pack, theatre = found.settings.pack, found.settings.theatre
        game = open_game(folder, pack=pack, theatre=theatre, listener=listener, keep=True, lenient=True)
    listener.hear(Progress(say("judging")))
    with tempfile.TemporaryDirectory(prefix="adjudicator-") as made:
        audited = _compared(game, folder, Path(made))
    signature = _settled(folder, found, before)
    card = card_from(audited, signature, game).model_copy(update={"seen": seen})
    keep_audit(folder, card, b"", json_bytes(audited.as_json()))
    return audited, Judged(card, _told(found) if found else None)


def _show_newest(folder: Path, hear: Hear) -> None:
    """Keep a first look at the newest file, if there was none at it before."""
    if table_of(folder) is not None:
        return
    hear(Progress(say("looking at the newest file")))
    signature = files_signature(folder)
    for found in first_looks(home_of(folder), entries(folder)):
        card = TableCard(
            name=harmless(found.name), signature=signature, moves=found.moves, pictured=bool(found.picture)
        )
        keep_table(folder, card, found.picture)
        hear(Progress(say("reading"), news=True))


def _judge_newest(folder: Path, hear: Hear) -> None:
    """Keep the verdict on the newest file by itself where the first one on the whole game takes much longer."""
    table, files = table_of(folder), [each for each in entries(folder) if is_game_file(each)]
    if table is None or table.alone is not None or card_of(folder) is not None or len(files) < MANY:
        return
    hear(Progress(say("judging"), table.name))
    with suppress(AdjudicatorError):  # the verdict on the whole game says what is the matter
        game = newest_alone(home_of(folder), files)
        if game is None:
            return
        alone = card_from(game.audit(), table.signature, game)
        keep_table(folder, table.model_copy(update={"alone": alone}), table_picture(folder) or b"")
        hear(Progress(say("reading"), news=True))


def _found(game: Game, folder: Path) -> FolderSettings | None:
    """What a game is, None if its settings say so."""
    said = home_of(folder).said
    return None if said.pack and said.module else told_by(game, folder, said)


def _told(found: FolderSettings) -> RulesFound:
    return RulesFound(tuple(Fit(each.pack, each.theatre, each.title) for each in found.choices), found.sides)


def _settled(folder: Path, found: FolderSettings | None, before: str) -> str:
    """Write down what was found; what the folder is then, if nothing came meanwhile: the next audit is of that too."""
    if found is None or signature_of(folder) != before:
        return before
    _write_down(folder, home_of(folder), found)
    return signature_of(folder)


def _compared(game: Game, folder: Path, made: Path) -> GameAudit:
    """The audit beside the one before, unless that one was for other eyes."""
    before, earlier = last_audit(folder), made / "the last audit"
    if before is None:
        return game.audit(assume=True)
    earlier.write_bytes(before)
    try:
        return game.audit(against=earlier, assume=True)
    except (ReadError, NotationError):
        return game.audit(assume=True)


def card_from(audited: GameAudit, signature: str, game: Game) -> AuditCard:
    """The card of an audit."""
    record, since = audited.record, audited.record.comparison
    counts = Tally(each.severity.value for each in record.findings if not each.ruling)
    reached = reach(record.coverage)
    seats = game.state("end").seats if record.files else ()
    return AuditCard(
        signature=signature,
        judged=time.time(),
        module=game.module_name,
        viewer=record.viewer,
        pack=record.pack,
        theatre=record.theatre,
        turn=record.steps[-1].turn if record.steps else "",
        last_side=last_side(audited),
        sides=tuple(dict.fromkeys(seat.side for seat in seats if seat.side)),
        may_be=game.may_be,
        players=tuple(dict.fromkeys(act.player for act in record.acts if act.player)),
        files=file_lines(audited),
        ends=tuple(EndsLine(name=name, opens=opens, closes=closes) for name, opens, closes in game.ends()),
        unread=tuple(
            UnreadLine(name=each.subject, why=plainly(str(game.language.told(each.text)))) for each in game.unread
        ),
        violations=counts["violation"],
        doubts=counts["doubt"],
        reminders=counts["reminder"],
        rules_judged=reached.judged,
        rules_left=reached.left,
        passed=tuple(map(plainly, _passed(audited))),
        asked=tuple(
            plainly(str(audited.language.told(line))) for line in (*asked_back(record.findings), *record.assumed)
        ),
        unjudged=game.language.told(none_broken(record.coverage)) if record.pack and not reached.judged else "",
        sound=record.chain.sound,
        chain=(*(each.text for each in record.chain.links if not each.sound), *record.chain.changed_since),
        findings=findings_shown(audited),
        new=since.new if since else (),
        gone=tuple(since.told(each) for each in since.gone) if since else (),
        compared=since is not None,
        remarks=tuple(map(plainly, game.remarks)),
        dice=tuple(_dice_lines(game, 1 if game.home.said.dice or not record.rolls else FEW)),
        chapters=tuple(
            ChapterLine(kind=each.kind, name=each.name, first=each.first, last=each.last) for each in audited.chapters
        ),
        lines=audited.summary().lines,
    )


def _passed(audited: GameAudit) -> Iterator[str]:
    """What stands before all else: what was not judged, and many doubts that have one cause."""
    told = audited.told
    yield from (str(note.text) for note in headlines(told.notes) if told.pack)
    if cause := cause_words(audited.record.findings):
        yield str(audited.language.told(cause))


def _dice_lines(game: Game, least: int) -> Iterator[DiceLine]:
    """Patterns that at least so many lines of chat fit."""
    for each in [each for each in game.dice_proposals() if each.count >= least][:MOST_DICE]:
        yield DiceLine(
            pattern=each.pattern, toml=each.toml, example=each.example, results=each.results, count=each.count
        )


def file_lines(audited: GameAudit) -> tuple[FileLine, ...]:
    """The files in order of play, with what was found in each."""
    record = audited.record
    found = Tally((each.file, each.severity.value) for each in record.findings if not each.ruling)
    return tuple(
        FileLine(
            name=file.name,
            kind=file.kind,
            steps=file.steps,
            violations=found[file.name, "violation"],
            doubts=found[file.name, "doubt"],
        )
        for file in record.files
    )


def findings_shown(audited: GameAudit) -> tuple[Finding, ...]:
    """The findings, the worst first, no more of them than a list shows."""
    order = ("violation", "doubt", "reminder")
    alike = frozenset(of_one_cause(audited.record.findings))
    apart = (each for place, each in enumerate(audited.told.findings) if place not in alike)
    found = [each for each in apart if not each.ruling]
    found.sort(key=lambda each: (order.index(each.severity.value), each.step))
    return tuple(found[:MOST_FINDINGS])


def last_side(audited: GameAudit) -> str:
    """Whose the last log is: the side that did most in it, "" if nobody or several did."""
    record = audited.record
    last = record.files[-1] if record.files else None
    if last is None or not last.steps:
        return ""
    sides = {act.side for act in record.acts if act.kind in PLAYED and act.side and act.steps[0] >= last.first}
    return sides.pop() if len(sides) == 1 else ""
