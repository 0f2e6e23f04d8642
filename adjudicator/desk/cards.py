"""What is kept of a game's audits, so that a second visit judges nothing: the card for the list, the page, the history."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from adjudicator.desk.shelf import entries
from adjudicator.errors import AdjudicatorError
from adjudicator.excerpts import NO_FINDING, Excerpt, finding_of
from adjudicator.findings import Finding
from adjudicator.game.digests import program_digest
from adjudicator.game.keep import Keep
from adjudicator.game.kinds import is_game_file, is_module_file
from adjudicator.game.settings import NAME, home_of

CARD, HISTORY, AUDIT = "desk card", "desk history", "desk audit"
TABLE, TABLE_PICTURE = "desk table", "desk table picture"
MOST_VISITS = 30


class KeptRecord(BaseModel):
    """Something that is kept; what an older version wrote otherwise is as good as not kept."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class FileLine(KeptRecord):
    """A file of the game, in order of play, and what was found in it."""

    name: str
    kind: str
    steps: int
    violations: int = 0
    doubts: int = 0


FINDING = Excerpt(
    "FindingLine",
    "A finding as the list of a game shows it.",
    dict.fromkeys(
        (
            *("id", "severity", "rule", "citation", "title", "because", "at", "turn", "phase", "names", "missing"),
            "reading",
        ),
        "",
    ),
    frozenset(("id", "severity", "rule", "citation", "title", "because")),
    NO_FINDING,
    {"citation": str},
    read=finding_of,
)


class UnreadLine(KeptRecord):
    """A file of the folder that the audit was made without, and why."""

    name: str
    why: str


class EndsLine(KeptRecord):
    """A file with what stands for the tables with which it begins and ends."""

    name: str
    opens: str
    closes: str


class ChapterLine(KeptRecord):
    """A chapter that can be shared: a "turn" or a "file", with its first and last step."""

    kind: str
    name: str
    first: int
    last: int


class DiceLine(KeptRecord):
    """Lines of the chat that look like rolls: the pattern that would read them, one of them, and what it reads in that."""

    pattern: str
    toml: str
    example: str
    results: tuple[str, ...]
    count: int


Some = TypeVar("Some", bound=KeptRecord)


class AuditCard(KeptRecord):
    """The last audit of a game."""

    signature: str
    """What the folder's files were when it was made."""
    judged: float
    module: str = ""
    viewer: str = ""
    pack: str = ""
    theatre: str = ""
    turn: str = ""
    last_side: str = ""
    """Who played last; "" if both did, or nobody knows."""
    sides: tuple[str, ...] = ()
    may_be: tuple[str, ...] = ()
    """Who the desk's owner may say he is: a side, or a player where there are no sides."""
    players: tuple[str, ...] = ()
    files: tuple[FileLine, ...] = ()
    unread: tuple[UnreadLine, ...] = ()
    ends: tuple[EndsLine, ...] = ()
    """The first file's and the last one's: what begins with the table at the end of that goes on with this game."""
    seen: tuple[str, ...] = ()
    """The names of all saves and logs that lay there, also of those that say nothing new."""
    violations: int = 0
    doubts: int = 0
    reminders: int = 0
    rules_judged: int = 0
    rules_left: int = 0
    """How many rules could not be judged."""
    unjudged: str = ""
    """That no rule was judged, and why; "" if one was."""
    passed: tuple[str, ...] = ()
    """What was not judged of the game, and how much of its chat was not understood; sentences."""
    asked: tuple[str, ...] = ()
    """What to tell, since many doubts hang on it alone; sentences."""
    sound: bool = True
    """Whether the files follow from one another."""
    chain: tuple[str, ...] = ()
    findings: tuple[Annotated[Finding, FINDING], ...] = ()
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    """Findings, in words, that the audit before had and this one has not."""
    compared: bool = False
    remarks: tuple[str, ...] = ()
    dice: tuple[DiceLine, ...] = ()
    """Offered where no dice are known but those that the folder's settings teach."""
    chapters: tuple[ChapterLine, ...] = ()
    lines: tuple[str, ...] = ()
    """The verdict as a text to send."""

    @property
    def last_chapter(self) -> ChapterLine | None:
        """The turn that was played last, or the file."""
        kind = self.chapters[0].kind if self.chapters else ""
        return next((each for each in reversed(self.chapters) if each.kind == kind), None)

    @property
    def last_file(self) -> str:
        return self.files[-1].name if self.files else ""

    @property
    def fresh(self) -> tuple[Finding, ...]:
        """What is new since the audit before."""
        return tuple(each for each in self.findings if each.id in self.new)


class Visit(KeptRecord):
    """An audit of the past."""

    signature: str
    judged: float
    last_file: str = ""
    turn: str = ""
    violations: int = 0
    doubts: int = 0
    new: int = 0
    gone: int = 0


class Visits(KeptRecord):
    """The audits of a game, the newest first."""

    visits: tuple[Visit, ...] = ()


def card_of(folder: Path) -> AuditCard | None:
    """The game's card; None if it was never judged."""
    return _read(folder, CARD, AuditCard)


def history_of(folder: Path) -> tuple[Visit, ...]:
    """The game's audits, the newest first."""
    found = _read(folder, HISTORY, Visits)
    return found.visits if found else ()


def page_of(folder: Path, signature: str) -> bytes | None:
    """The report page of an audit."""
    return Keep(folder).get(_page(signature))


def keep_audit(folder: Path, card: AuditCard, page: bytes, told: bytes) -> None:
    """Keep an audit: its card, its page (b"" if that is still being drawn), and what it told, for the next one."""
    keep = Keep(folder)
    if page:
        keep_page(folder, card.signature, page)
    keep.put(AUDIT, told)
    keep.put(CARD, card.model_dump_json().encode())
    visits = [_visit(card), *(each for each in history_of(folder) if each.signature != card.signature)]
    keep.put(HISTORY, Visits(visits=tuple(visits[:MOST_VISITS])).model_dump_json().encode())


def keep_page(folder: Path, signature: str, page: bytes) -> None:
    """Keep the report page of an audit."""
    Keep(folder).put(_page(signature), page)


class TableCard(KeptRecord):
    """A first look at a game's newest file: its moves (step, kind, what, by whom), and what its folder was then."""

    name: str
    signature: str
    moves: tuple[tuple[int, str, str, str], ...] = ()
    pictured: bool = False
    alone: AuditCard | None = None
    """The verdict on this file by itself, until there is one on the game."""


def keep_table(folder: Path, card: TableCard, picture: bytes) -> None:
    """Keep a first look."""
    Keep(folder).put(TABLE_PICTURE, picture)
    Keep(folder).put(TABLE, card.model_dump_json().encode())


def table_of(folder: Path) -> TableCard | None:
    """The first look at the folder as it is; None if there was none since something in it changed."""
    found = _read(folder, TABLE, TableCard)
    return found if found is not None and found.signature == files_signature(folder) else None


def table_picture(folder: Path) -> bytes | None:
    """The picture of the first look."""
    return Keep(folder).get(TABLE_PICTURE)


def files_signature(folder: Path) -> str:
    """What stands for the saves and logs of a folder, and whose eyes its settings name."""
    seed = hashlib.sha256(program_digest().encode())
    for path in entries(folder):
        if is_game_file(path):
            seed.update(f"{path.name}\0{_look_of(path)}\0".encode(errors="surrogateescape"))
    with suppress(AdjudicatorError):
        seed.update(home_of(folder).said.side.encode())
    return seed.hexdigest()[:32]


def last_audit(folder: Path) -> bytes | None:
    """What the last audit told."""
    return Keep(folder).get(AUDIT)


def signature_of(folder: Path) -> str:
    """What an audit of the folder follows from: its files, its settings, and this program.

    Files are told by name, size and time, not read: fifty games must be looked over in the time that a page takes.
    """
    seed = hashlib.sha256(program_digest().encode())
    for path in _of_account(folder):
        seed.update(f"{path.name}\0{_look_of(path)}\0".encode(errors="surrogateescape"))
    return seed.hexdigest()[:32]


def _look_of(path: Path) -> str:
    """Size and time of a file; "" if it is gone, or is a link that leads nowhere."""
    try:
        about = path.stat()
    except OSError:
        return ""
    return f"{about.st_size}\0{about.st_mtime_ns}"


def _of_account(folder: Path) -> Iterator[Path]:
    for each in entries(folder):
        if each.name == NAME or each.suffix == ".toml" or is_game_file(each) or is_module_file(each):
            yield each


def _page(signature: str) -> str:
    return f"desk page {signature}"


def _visit(card: AuditCard) -> Visit:
    return Visit(
        signature=card.signature,
        judged=card.judged,
        last_file=card.last_file,
        turn=card.turn,
        violations=card.violations,
        doubts=card.doubts,
        new=len(card.new),
        gone=len(card.gone),
    )


def _read(folder: Path, key: str, kind: type[Some]) -> Some | None:
    body = Keep(folder).get(key)
    try:
        return kind.model_validate_json(body) if body else None
    except ValidationError:
        return None
