"""The audit of a game from its files: one pass over every step, then a pack's verdict, the chain, the dice and the rulings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any

from adjudicator.audit.against import changed_since, compared, read_otherwise
from adjudicator.audit.chain import Contradiction, FileLink, Recorded, contradictions_of, link_to, remarks_on
from adjudicator.audit.dice import DiceRoll, series
from adjudicator.audit.record import (
    ActEntry,
    Audit,
    Audited,
    ChainEntry,
    ContradictionEntry,
    FileEntry,
    LinkEntry,
    PlayerEntry,
    RollEntry,
)
from adjudicator.audit.rolls import Undoings, rolls_of, with_circumstances
from adjudicator.audit.rulings import Ruling, told
from adjudicator.audit.table_acts import Ledger
from adjudicator.audit.telling import Teller
from adjudicator.collector import paused
from adjudicator.findings import Finding, Report
from adjudicator.lean import dataclass, replace
from adjudicator.model.events import GameLog
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import EVERYTHING, PUBLIC, WITHHELD, Secrets, Viewer
from adjudicator.notes import Note, NoteKind

if TYPE_CHECKING:
    from adjudicator.identify import Identifier
    from adjudicator.judging.verdict_cache import VerdictCache
    from adjudicator.play.assuming import Assumption
    from adjudicator.play.session import Play

UMPIRE, EVERYBODY = "umpire", "everybody"

Judge = Callable[[GameState, Viewer], "Identifier"]
"""Makes the identifier that judges a game from its first state, seeing what the viewer sees."""

Progress = Callable[[str, int, int], None]
"""Told what is being done, how many are done and how many there are."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of an audit: for whose eyes ("" = everybody's), which steps, whose rulings, and an earlier audit.

    `eyes` are those that `seat` means, None where the first file tells.
    """

    seat: str = ""
    eyes: Viewer | None = None
    first: int = 1
    last: int = 0
    rulings: tuple[Ruling, ...] = ()
    earlier: dict[str, Any] | None = None
    earlier_name: str = ""
    title: str = ""
    theatre: str = ""
    assume: bool = False
    """Whether it is told what would be found under assumptions on who held what before."""
    players: Mapping[str, str] = field(default_factory=dict)
    """Names of players, by side or by what the files call them."""
    unread: tuple[Note, ...] = ()
    """The files of the game that could not be read."""


def viewer_of(seat: str, file: Recorded) -> Viewer:
    """Whose eyes `seat` means in a file."""
    if seat == UMPIRE:
        return EVERYTHING
    eyes = PUBLIC if seat in ("", EVERYBODY) else Viewer.seated(file.start, seat)
    return replace(eyes, unsure=not file.sure)


def audit(
    files: Sequence[Recorded],
    module: Module | None = None,
    judge: Judge | None = None,
    wish: Wish | None = None,
    progress: Progress = lambda _what, _done, _all: None,
    *,
    judged: tuple[Play, Report] | None = None,
    cache: VerdictCache | None = None,
) -> Audited:
    """Audit the files of one game, given in the order of play; `judged` is a pack's verdict that is there already.

    What the cache knows of the acts is not judged again.
    """
    wanted = wish or Wish()
    viewer = wanted.eyes or viewer_of(wanted.seat, files[0])
    called = UMPIRE if viewer.sees_all else wanted.seat if viewer.side or viewer.player else EVERYBODY
    teller = Teller(viewer, module)
    reader = _StepReader(teller, files)
    reader.read(progress)
    links = tuple(reader.links)
    play, report = judged or _judged(files, judge, viewer, wanted, progress=progress, cache=cache)
    findings = report.findings if report else ()
    acts, found = _linked(reader.ledger, files, play, report, wanted)
    read = (note for file in files for note in file.notes)
    shown = _Shown(wanted, len(reader.ledger.steps))
    rolls = with_circumstances(reader.rolls, reader.undoings.found, reader.ledger, files, links)
    made = Audit(
        title=wanted.title or files[0].start.module or files[0].name,
        viewer=called,
        module=module.name if module else files[0].start.module,
        module_version=module.version if module else files[0].start.module_version,
        files=tuple(_file(files)),
        steps=tuple(step for step in reader.ledger.steps if shown.step(step.step)),
        acts=tuple(act for act in acts if any(map(shown.step, act.steps))),
        chain=_chain(teller, files, links, reader.contradictions),
        rolls=tuple(roll for roll in rolls if shown.step(roll.step)),
        series=series(figures for _, figures in reader.rolls),
        pack=report.pack if report else "",
        theatre=wanted.theatre,
        findings=found,
        coverage=report.coverage if report else (),
        areas=report.areas if report else (),
        readings=report.readings if report else (),
        phases=report.phases if report else (),
        victory=report.victory if report else (),
        assumed=report.assumed if report else (),
        rulings=told(wanted.rulings, findings),
        players=tuple(_players(teller, files, wanted.players)),
        notes=tuple(_told_notes([*wanted.unread, *read, *_of_judging(play, report, anew=not judged)], teller.secrets)),
        first=shown.first,
        last=shown.last,
    )
    made = replace(made, verdict=made.outcome)
    if wanted.earlier is not None:
        changed, remarks = changed_since(made, wanted.earlier), read_otherwise(made, wanted.earlier)
        chain = replace(made.chain, changed_since=tuple(changed), remarks=(*made.chain.remarks, *remarks))
        made = replace(made, chain=chain, comparison=compared(made, wanted.earlier, wanted.earlier_name))
    return Audited(made, tuple(files), module, viewer, play, findings)


def _linked(
    ledger: Ledger, files: Sequence[Recorded], play: Play | None, report: Report | None, wish: Wish
) -> tuple[Iterable[ActEntry], tuple[Finding, ...]]:
    """The acts with what the rules made of them, and the findings with their acts; the acts alone if nothing was judged."""
    if play is None and report is None:
        return ledger.acts, ()
    from adjudicator.audit.linked import LinkedAudit  # noqa: PLC0415 - slow to load, and only where rules judge

    linked = LinkedAudit(ledger, files, play, report.findings if report else ())
    return linked.acts(), tuple(linked.findings(wish.rulings))


@dataclass(frozen=True, slots=True)
class _Shown:
    """The steps that are wanted."""

    wish: Wish
    steps: int

    @property
    def first(self) -> int:
        return max(1, self.wish.first)

    @property
    def last(self) -> int:
        return min(self.wish.last or self.steps, self.steps)

    def step(self, number: int) -> bool:
        return self.first <= number <= self.last


@dataclass(slots=True)
class _StepReader:
    """The one pass over all steps: acts, rolls, and what contradicts itself."""

    teller: Teller
    files: Sequence[Recorded]
    links: list[FileLink] = field(default_factory=list)
    rolls: list[tuple[RollEntry, DiceRoll]] = field(default_factory=list)
    undoings: Undoings = field(default_factory=Undoings)
    contradictions: list[tuple[int, Contradiction, GameState]] = field(default_factory=list)
    ledger: Ledger = field(init=False)

    def __post_init__(self) -> None:
        self.ledger = Ledger(self.teller)

    def read(self, progress: Progress) -> None:
        number = 0
        for index, file in enumerate(self.files):
            progress("replaying", index, len(self.files))
            if index:
                self.links.append(link_to(self.files, index))
            ended, follows = (self.files[index - 1].closes, self.links[-1].sound) if index else (None, True)
            self.ledger.begin(file.opens, ended, number + 1, follows=follows)
            number = self._read(file, index, number)

    @paused()
    def _read(self, file: Recorded, index: int, number: int) -> int:
        """Every step of one file; the number of its last one."""
        before = file.start
        self.teller.secrets.learn(before)
        for at, (step, after) in enumerate(file.states(), 1):
            number += 1
            self.ledger.take(step, (number, index, at), before, after)
            self.rolls += rolls_of(step, self.ledger.steps[-1], before, file.name)
            self.undoings.take(step, number, file.name)
            for found in contradictions_of(file.name, at, step, before, after) if file.sure else ():
                self.contradictions.append((number, found, after))
            before = after
        return number


def _judged(
    files: Sequence[Recorded],
    judge: Judge | None,
    viewer: Viewer,
    wish: Wish,
    *,
    progress: Progress,
    cache: VerdictCache | None,
) -> tuple[Play | None, Report | None]:
    """The play under the pack, judged within the steps that are wanted; a save alone is judged as it stands."""
    if judge is None:
        return None, None
    from adjudicator.judge import adjudicate  # noqa: PLC0415 - slow to load, and only where rules judge
    from adjudicator.play.session import Play, play_logs  # noqa: PLC0415

    identifier = judge(files[0].start, viewer)
    logs = tuple(_numbered(files))
    if not logs:
        alone = identifier.position
        report = adjudicate(alone, files[0].name, identifier.notes)
        return Play(alone, (), alone), _with_assumed(report, lambda assume: adjudicate(assume(alone), brief=True), wish)
    progress("identifying", 0, 1)
    play = _within(play_logs(logs, identifier), wish)
    acts = len(play.acts)
    report = adjudicate(play, wish.title, identifier.notes, cache, lambda done: progress("judging", done, acts))

    def under(assume: Assumption) -> Report:
        anew = judge(files[0].start, viewer)
        anew.position = assume(anew.position)
        return adjudicate(_within(play_logs(logs, anew), wish), brief=True)

    return play, _with_assumed(report, under, wish)


def _with_assumed(report: Report, under: Callable[[Assumption], Report], wish: Wish) -> Report:
    """The report with what would be found under assumptions, if that is wanted."""
    if not wish.assume:
        return report
    from adjudicator.play.assuming import assumed_words  # noqa: PLC0415 - slow to load, and only where rules judge

    return replace(report, assumed=assumed_words(report.findings, lambda assume: under(assume).findings))


def _numbered(files: Sequence[Recorded]) -> Iterator[GameLog]:
    """The logs, their steps counted through the game."""
    number = 0
    for file in files:
        if file.log is None:
            continue
        steps = tuple(replace(step, index=number + at) for at, step in enumerate(file.log.steps, 1))
        number += len(steps)
        yield replace(file.log, steps=steps)


def _within(play: Play, wish: Wish) -> Play:
    if wish.first <= 1 and not wish.last:
        return play
    acts = tuple(act for act in play.acts if act.step >= wish.first and (not wish.last or act.step <= wish.last))
    if not acts:
        return replace(play, acts=(), start=play.end)
    return replace(play, acts=acts, start=acts[0].before, end=acts[-1].after)


def _file(files: Sequence[Recorded]) -> Iterator[FileEntry]:
    first = 1
    for file in files:
        steps = len(file.log.steps) if file.log else 0
        about = file.start.module, file.start.module_version
        yield FileEntry(file.name, file.kind, *about, first, steps, file.saved, file.read_by)
        first += steps


def _players(teller: Teller, files: Sequence[Recorded], names: Mapping[str, str]) -> Iterator[PlayerEntry]:
    """Who sat at the table in any of the files, as the last of them has it; VASSAL adds the side to some names."""
    seats = {seat.player: seat for file in files for state in (file.opens, file.closes) for seat in state.seats}
    for seat in seats.values():
        told = (names[key] for key in (seat.player, seat.called, seat.side) if key in names)
        yield PlayerEntry(seat.player, next(told, "") or teller.words(seat.called), teller.words(seat.side))


def _chain(
    teller: Teller,
    files: Sequence[Recorded],
    links: Sequence[FileLink],
    found: Sequence[tuple[int, Contradiction, GameState]],
) -> ChainEntry:
    told_links = tuple(
        told_link(teller, link, before, after) for link, before, after in zip(links, files, files[1:], strict=False)
    )
    contradictions = tuple(told_contradiction(teller, each, number, state) for number, each, state in found)
    sound = not contradictions and all(link.sound for link in links)
    return ChainEntry(sound, told_links, contradictions, (*remarks_on(files), *_not_compared(teller, files)))


def _not_compared(teller: Teller, files: Sequence[Recorded]) -> Iterator[str]:
    """That the joints were proved only as far as the viewer sees, where something lies in sight that he cannot read."""
    if not all(teller.viewer.knows_all(file.opens, teller.module) for file in files[1:]):
        yield "what lies masked or in closed decks was not compared, since only the umpire may look (--as umpire)"


def told_link(teller: Teller, link: FileLink, before: Recorded, after: Recorded) -> LinkEntry:
    """A link as the viewer may know it."""
    told = teller.differences(link.differences, before.closes, after.opens)
    return LinkEntry(link.before, link.after, link.joint.value, link.text, link.sound, link.with_file, told)


def told_contradiction(teller: Teller, found: Contradiction, number: int, state: GameState) -> ContradictionEntry:
    """A contradiction as the viewer may know it: what a concealed counter was or shows stays unsaid."""
    counter = state.counters.get(found.subject)
    known = counter is None or teller.knows(counter, state)
    seen = counter is None or teller.sees(counter)
    entry = teller.counter(counter, known) if counter is not None else None
    subject = found.subject if entry is None else entry.name
    about_place = found.says.startswith("was at ")
    says, was = (found.says, found.found) if known or (seen and about_place) else ("something", "something else")
    says, was = teller.words(says), teller.words(was)
    return ContradictionEntry(found.file, number, found.step, subject, says, was)


def _of_judging(play: Play | None, report: Report | None, *, anew: bool) -> tuple[Note, ...]:
    """Notes on the pack, and on its counters where these were identified for this viewer."""
    if report is None or play is None:
        return ()
    from adjudicator.packs.drops import pack_notes  # noqa: PLC0415 - slow to load, and only where rules judge

    return report.notes if anew else pack_notes(play.start.pack)


def _told_notes(notes: Iterable[Note], secrets: Secrets) -> Iterator[Note]:
    """Notes on what was read; one that speaks of what the viewer may not know says only that it is there."""
    for note in notes:
        if secrets.in_text(note.text) or secrets.in_text(note.subject):
            named = note.subject if note.kind is NoteKind.UNREAD else ""  # a file's name
            yield replace(note, subject=named, text=WITHHELD)
        else:
            yield note
