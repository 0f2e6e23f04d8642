"""What an audit tells, as plain values: every output (page, Markdown, JSON) says this and nothing else.

All of it is already what one viewer may know: concealed counters are "a hidden counter" without an id, and no player's id
occurs. Steps are numbered from 1 through all the logs of the game; a `StepEntry` tells which file's step that is.
`Audited` pairs the record with the files it is about, for those who draw: they ask `viewer` what may be shown.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Literal

from adjudicator.audit.chain import Recorded
from adjudicator.audit.dice import Series
from adjudicator.excerpts import NO_FINDING, Excerpt, finding_of
from adjudicator.findings import Area, Coverage, Finding, Outcome, PhaseTold, Severity, outcome
from adjudicator.languages import IN_ENGLISH, Language
from adjudicator.lean import dataclass, replace
from adjudicator.model.module import Module
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from adjudicator.notes import Note, NoteKind
from adjudicator.said import of_number, say
from adjudicator.words import counted, listed, untested_words

if TYPE_CHECKING:
    # writing a file needs no rules, and loading them takes a while
    from adjudicator.play.session import Play
from adjudicator.audit.act_kinds import KIND_WORDS

FORMAT = "adjudicator-audit-1"


@dataclass(frozen=True, slots=True)
class PlaceEntry:
    """A spot of a map as players call it, and its pixels. "out of sight" has no map."""

    name: str
    map: str = ""
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class CounterEntry:
    """A counter by its id in the files and its name; one the viewer may not know has no id."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """Somebody who sat at the table: the pseudonym that stands for his id, the name he goes by, and his side if he has one."""

    player: str
    name: str
    side: str = ""


@dataclass(frozen=True, slots=True)
class FileEntry:
    """One file of the game. `first` is the number of its first step, counted through the game; `saved` ms since 1970.

    `read_by` stands for the module that it was read by, with its extensions; "" if it was read without one.
    """

    name: str
    kind: str
    module: str
    module_version: str
    first: int
    steps: int
    saved: int | None = None
    read_by: str = ""


@dataclass(frozen=True, slots=True)
class StepEntry:
    """A step of a log and what became of it: `acts` by number, or `ignored` says why it is none.

    `digest` stands for all that the viewer may know of the step, so that a later audit can tell whether it was changed.
    """

    step: int
    file: int
    file_step: int
    turn: str
    acts: tuple[int, ...] = ()
    ignored: str = ""
    digest: str = ""


@dataclass(frozen=True, slots=True)
class ActEntry:
    """One thing that a player did. `steps` are those it took; `path` the places from first to last, `changes` in words.

    `kind` is one of KINDS. `undone` is the step that took it back, 0 if it stands. `verdict` is "legal", "illegal" or
    "undetermined" where a pack judged it, else "". Never "legal" is what was done in a phase that nobody knows, if a rule asks
    for the phase, or beside a counter that nobody can read. `phase_told_by` is who told the phase, as in `phases`. `findings`
    are ids.
    """

    number: int
    kind: str
    steps: tuple[int, ...]
    side: str = ""
    player: str = ""
    turn: str = ""
    phase: str = ""
    counters: tuple[CounterEntry, ...] = ()
    path: tuple[PlaceEntry, ...] = ()
    changes: tuple[str, ...] = ()
    text: str = ""
    dice: tuple[int, ...] = ()
    undone: int = 0
    verdict: str = ""
    findings: tuple[str, ...] = ()
    phase_told_by: str = ""


FINDING = Excerpt(
    "FindingEntry",
    "A finding, the act it is about (0-based number, -1 = a position or phase), and an umpire's ruling if there is one. "
    "In their order findings are numbered from 1 in every report.",
    dict.fromkeys(
        (
            *("id", "severity", "rule", "title", "citation", "because", "at", "units", "names", "counters", "sides"),
            *("missing", "reading", "turn", "phase", "step", "file", "file_step", "act", "traces", "ruling", "reasons"),
        ),
        "",
    ),
    frozenset(("id", "severity", "rule", "title", "citation", "because")),
    NO_FINDING,
    {"citation": str},
    strict=False,
    read=finding_of,
)
"""What the record tells of a finding, and how its schema calls that."""


@dataclass(frozen=True, slots=True)
class DifferenceEntry:
    """One thing that two states do not share, as the viewer may know it."""

    change: str
    counter: CounterEntry | None
    subject: str
    was: str
    now: str
    before: PlaceEntry | None = None
    after: PlaceEntry | None = None
    harmless: bool = False


@dataclass(frozen=True, slots=True)
class LinkEntry:
    """How a file joins the one before it (`joint` as in `chain.Joint`), in a sentence, and what differs."""

    before: str
    after: str
    joint: str
    text: str
    sound: bool
    with_file: str = ""
    differences: tuple[DifferenceEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class ContradictionEntry:
    """A step whose account of the past is not what the log shows; `step` counted through the game."""

    file: str
    step: int
    file_step: int
    subject: str
    says: str
    found: str


@dataclass(frozen=True, slots=True)
class ChainEntry:
    """The verdict on the row of files, and what became of the steps of an earlier audit if one was given."""

    sound: bool
    links: tuple[LinkEntry, ...] = ()
    contradictions: tuple[ContradictionEntry, ...] = ()
    remarks: tuple[str, ...] = ()
    changed_since: tuple[str, ...] = ()


AFTERMATHS = {
    "undone": say("taken back"),
    "perhaps": say("perhaps taken back"),
    "restarted": say("in a turn that was played again"),
    "nothing": say("followed by nothing"),
}
"""What may follow a roll at once, and how people say it."""


@dataclass(frozen=True, slots=True)
class RollEntry:
    """Dice that fell. `aftermath` is what followed at once: "undone", "perhaps" undone, "restarted", "nothing", "" for an act.

    `untested` says why the chance of these dice is not worked out, "" if it is.
    """

    step: int
    file: str
    file_step: int
    player: str
    side: str
    what: str
    dice: tuple[int, ...]
    sides: int
    text: str
    purpose: str = ""
    turn: str = ""
    aftermath: str = ""
    symbols: tuple[str, ...] = ()
    untested: str = ""

    @property
    def thrown(self) -> str:
        """What fell: words of symbolic dice, numbers of others, else the line that reported it."""
        return " ".join(self.symbols or map(str, self.dice)) or self.text

    @property
    def followed(self) -> str:
        """What came of it in words, "" where the game simply went on."""
        return AFTERMATHS.get(self.aftermath, self.aftermath)


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """An umpire's ruling of the file given: its reason, the findings it overrides now, none if it is stale."""

    about: str
    reason: str
    findings: tuple[str, ...] = ()

    @property
    def stale(self) -> bool:
        return not self.findings


@dataclass(frozen=True, slots=True)
class Comparison:
    """This audit beside an earlier one, by finding ids; `words` says what each new or gone one is."""

    earlier: str
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    same: tuple[str, ...] = ()
    words: tuple[tuple[str, str], ...] = ()

    def told(self, name: str) -> str:
        """What a finding is."""
        return dict(self.words).get(name, "")


@dataclass(frozen=True, slots=True)
class Audit:
    """The whole record. `viewer` says for whose eyes: a side, "umpire", or "everybody" (what all may know)."""

    title: str
    viewer: str
    module: str
    module_version: str
    files: tuple[FileEntry, ...]
    steps: tuple[StepEntry, ...]
    acts: tuple[ActEntry, ...]
    chain: ChainEntry
    rolls: tuple[RollEntry, ...] = ()
    series: tuple[Series, ...] = ()
    pack: str = ""
    theatre: str = ""
    findings: tuple[Annotated[Finding, FINDING], ...] = ()
    coverage: tuple[Coverage, ...] = ()
    areas: tuple[Area, ...] = ()
    readings: tuple[tuple[str, str], ...] = ()
    rulings: tuple[RulingEntry, ...] = ()
    notes: tuple[Note, ...] = ()
    phases: tuple[PhaseTold, ...] = ()
    victory: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    """What would be found under assumptions on who held what before, a sentence each; the verdict stays as it is."""
    comparison: Comparison | None = None
    players: tuple[PlayerEntry, ...] = ()
    first: int = 1
    last: int = 0
    verdict: Outcome | Literal[""] = ""
    """How it came out, as in `outcome`; "" in an audit of an earlier version."""
    format: str = FORMAT

    def count(self, severity: Severity) -> int:
        """How many findings have this severity and no ruling against them."""
        return sum(1 for finding in self.findings if finding.severity is severity and not finding.ruling)

    @property
    def untested(self) -> tuple[str, ...]:
        """What dice were left out of the series, and why."""
        return tuple(untested_words((roll.what, roll.untested) for roll in self.rolls))

    def called(self, player: str) -> str:
        """The name that a player goes by; a name that is no pseudonym is his already."""
        return next(
            (each.name for each in self.players if each.player == player and each.name), player.removesuffix(" ()")
        )

    def doer(self, each: ActEntry | RollEntry) -> str:
        """Who did or rolled it: the side, else the player by name. VASSAL's "<observer>" is no side."""
        return each.side if each.side and not each.side.startswith("<") else self.called(each.player)

    @property
    def played(self) -> str:
        """What was done, in numbers: "19 moves, 3 rolls and 15 other things"."""
        kinds = Tally(act.kind for act in self.acts)
        told = [of_number(words, kinds[kind]) for kind, words in KIND_WORDS.items() if kinds[kind]]
        rest = len(self.acts) - sum(kinds[kind] for kind in KIND_WORDS)
        others = counted(rest, "other thing") if told else counted(rest, "thing")
        return listed([*told, *([others] if rest else [])]) or say("nothing done")

    @property
    def unread(self) -> tuple[str, ...]:
        """The files of the game's folder that could not be read: what is said here is said without them."""
        return tuple(note.subject for note in self.notes if note.kind is NoteKind.UNREAD)

    @property
    def carried(self) -> int:
        """How many notes tell of something in the files that was not understood."""
        return sum(note.kind is NoteKind.CARRIED for note in self.notes)

    @property
    def outcome(self) -> Outcome:
        """How it came out; without a pack nothing was judged."""
        return outcome(self.count(Severity.VIOLATION), self.coverage)

    @property
    def broken(self) -> bool:
        """Whether a rule was found broken that no ruling excuses."""
        return self.count(Severity.VIOLATION) > 0

    @property
    def ignored(self) -> tuple[StepEntry, ...]:
        """The steps that are no act."""
        return tuple(step for step in self.steps if step.ignored)


@dataclass(frozen=True, slots=True)
class Audited:
    """An audit with its material: the files as read, the box, the eyes, and with a pack the play and its findings."""

    audit: Audit
    files: tuple[Recorded, ...]
    module: Module | None
    viewer: Viewer
    play: Play | None = None
    findings: tuple[Finding, ...] = ()
    language: Language = field(default=IN_ENGLISH, repr=False, compare=False)

    def state_at(self, step: int) -> GameState:
        """The table after a step counted through the game; ask `viewer` before showing any of it."""
        left = step
        for file in self.files:
            steps = len(file.log.steps) if file.log else 0
            if file.log is not None and left <= steps:
                return file.log.state_at(left)
            left -= steps
        return self.files[-1].end

    @property
    def told(self) -> Audited:
        """The same with its sentences in its language."""
        return replace(self, audit=self.language.all_told(self.audit))

    def states(self) -> Iterator[tuple[int, GameState]]:
        """The table after each step counted through the game; 0 is the start. Ask `viewer` before showing any of it."""
        yield 0, self.files[0].start
        count = 0
        for file in self.files:
            for _, state in file.log.states() if file.log else ():
                count += 1
                yield count, state
