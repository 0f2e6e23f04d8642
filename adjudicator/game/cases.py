"""Cases: positions and moves as text, and every finding that they must lead to (docs/cases.md).

    [[case]]
    id     = "6.A.2"
    title  = "Passing through a friendly unit is not stacking"
    given  = ["turn 2, French movement", "0805: fr.1inf", "0905: fr.2cav"]
    moves  = ["fr.1inf 0805-0905-1005"]
    expect = [{ rule = "3.1", at = ["1005"], units = ["fr.1inf"], severity = "doubt" }]

`expect` is complete: whatever is found beyond it fails. Our own cases and those that somebody wrote for a pack of his are
judged here alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict

from adjudicator.analysis.control import zones
from adjudicator.budget import bounded
from adjudicator.errors import AdjudicatorError, UsageError, nearest
from adjudicator.findings import Finding, Report
from adjudicator.game.computed import alike, computed, with_stand_ins
from adjudicator.judge import adjudicate
from adjudicator.lean import dataclass
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.notes import NoteKind
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from adjudicator.toml import load_toml

Json = dict[str, Any]


class Expected(BaseModel):
    """One finding that a case must lead to."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    rule: str
    at: tuple[str, ...] | None = None
    units: tuple[str, ...] | None = None
    severity: str = "violation"

    def fits(self, finding: Finding, short: str) -> bool:
        return (
            finding.rule == f"{short}:{self.rule}"
            and finding.severity == self.severity
            and (self.at is None or sorted(self.at) == sorted(finding.at))
            and (self.units is None or sorted(self.units) == sorted(finding.units))
        )


class Case(BaseModel):
    """One [[case]]."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: str
    title: str
    given: tuple[str, ...]
    moves: tuple[str, ...] = ()
    expect: tuple[Expected, ...] = ()
    several: str = ""
    supply: dict[str, str] = {}
    control: dict[str, str] = {}
    zones: dict[str, tuple[str, ...]] = {}
    computes: dict[str, str] = {}
    example: str = ""
    differs: tuple[str, ...] = ()
    theatre: str = ""
    readings: dict[str, str] = {}
    options: dict[str, bool] = {}
    charts: str = ""


class CaseFile(BaseModel):
    """A file of cases."""

    model_config = ConfigDict(extra="forbid")
    case: tuple[Case, ...]


@dataclass(frozen=True)
class Filed:
    """A case, where it stands, and the pack that judges it: by name, or its folder."""

    pack: str
    path: Path
    case: Case

    @property
    def name(self) -> str:
        return f"{Path(self.pack).name}:{self.path.stem}:{self.case.id}"


@dataclass(frozen=True, slots=True)
class JudgedCase:
    """A case that was judged, and what came out otherwise than it says, a line each."""

    file: Path
    case: Case
    wrong: tuple[str, ...]

    def as_json(self) -> Json:
        told = {"file": str(self.file), "id": self.case.id, "title": self.case.title}
        return {**told, "holds": not self.wrong, "wrong": list(self.wrong)}


def try_cases(pack: str | Path, *files: str | Path) -> tuple[JudgedCase, ...]:
    """Judge every case of some files by a pack, named or a folder. PackError: a file or the pack cannot be read.

    A case that cannot be set up or played, or over which the code of a rule fails, does not hold, and says why; the others are
    judged.
    """
    _loaded.cache_clear()  # a folder may have changed since
    load_pack(pack)
    filed = [each for path in files for each in cases_of(str(pack), Path(path))]
    return tuple(JudgedCase(each.path, each.case, tuple(_wrong(each))) for each in filed)


def cases_of(pack: str, path: Path) -> Iterator[Filed]:
    """The cases of a file."""
    yield from (Filed(pack, path, case) for case in load_toml(path, CaseFile).case)


def _wrong(filed: Filed) -> list[str]:
    try:
        return _compared(filed)
    except AdjudicatorError as error:
        return [str(error)]


@bounded
def _compared(filed: Filed) -> list[str]:
    report = judged(filed)
    failed = [f"failed: {note.text}" for note in report.notes if note.kind is NoteKind.FAILED]
    return failed + differences(filed, report) + answers_that_differ(filed)


def judged(filed: Filed) -> Report:
    """What we say of a case."""
    position = position_of(filed)
    return adjudicate(play_moves(filed.case.moves, position) if filed.case.moves else position, brief=True)


def differences(filed: Filed, report: Report) -> list[str]:
    """What is missing and what is too much, one line each."""
    short = pack_of(filed).header.short
    left = list(report.findings)
    lines = []
    for expected in filed.case.expect:
        found = next((finding for finding in left if expected.fits(finding, short)), None)
        if found is None:
            lines.append(f"missing: {expected.model_dump(exclude_none=True)}")
        else:
            left.remove(found)
    return lines + [
        f"extra: {f.severity} {f.rule} at {list(f.at)} units {list(f.units)}: {f.because} {f.missing}" for f in left
    ]


def answers_that_differ(filed: Filed) -> list[str]:
    """What else a case asks, and is otherwise than it says: supply, control, zones, values; one line each."""
    return [
        f"{question}: {answer}, and the case says {wanted}"
        for question, answer, wanted in _answers(filed.case, position_of(filed))
        if answer != wanted
    ]


def _answers(case: Case, position: Position) -> Iterator[tuple[str, str, str]]:
    for name, wanted in case.supply.items():
        if name not in position.units:
            raise UsageError(f"supply: no unit '{name}' is on the map")
        yield f"supply of {name}", computed(position, f"supply {name}"), wanted
    for number, wanted in case.control.items():
        yield f"control of {number}", computed(position, f"controller {number}"), wanted
    for side, hexes in case.zones.items():
        if side not in position.pack.sides:
            known = position.pack.sides
            raise UsageError(f"zones: '{side}' is no side{nearest(side, known) or '; sides: ' + ', '.join(known)}")
        reached = sorted(zones(position, side).numbers())
        yield f"zones of {side}", ", ".join(reached), ", ".join(sorted(hexes))
    answers = computes(case, position)
    yield from ((question, answers[question], wanted) for question, wanted in case.computes.items())


def computes(case: Case, position: Position) -> dict[str, str]:
    """The answers to a case's questions when its moves have been made from a position."""
    played = case.moves and case.computes
    end = play_moves(case.moves, position).end if played else position
    answers = {question: computed(end, question) for question in case.computes}
    for start in with_stand_ins(position) if played and position.unidentified else ():
        then = play_moves(case.moves, start).end
        answers = {question: alike(answer, computed(then, question)) for question, answer in answers.items()}
    return answers


def position_of(filed: Filed) -> Position:
    """The position a case begins with."""
    return position_from(filed.case.given, pack_of(filed), network_of(filed))


def pack_of(filed: Filed) -> Pack:
    """The pack a case is judged under, with its readings, options and charts."""
    return _pack_and_network(filed)[0]


def network_of(filed: Filed) -> Network:
    """The theatre a case is played on."""
    return _pack_and_network(filed)[1]


def _pack_and_network(filed: Filed) -> tuple[Pack, Network]:
    case = filed.case
    charts = str(filed.path.parent / case.charts) if case.charts else ""
    options = frozenset(case.options.items())
    beside = filed.path.parent / case.theatre
    theatre = str(beside) if case.theatre and (beside / "theatre.toml").is_file() else case.theatre
    return _loaded(filed.pack, theatre, frozenset(case.readings.items()), options, charts)


@lru_cache(maxsize=256)
def _loaded(
    name: str,
    theatre: str,
    readings: frozenset[tuple[str, str]],
    options: frozenset[tuple[str, bool]],
    charts: str,
) -> tuple[Pack, Network]:
    pack = load_pack(name, dict(readings), Path(charts) if charts else None, dict(options))
    return pack, Network.of(load_theatre_for(pack, theatre))
