"""Cases: positions and moves as text, and every finding they must lead to. Data in fixtures/cases/<pack>/*.toml.

    [[case]]
    id     = "6.A.2"
    title  = "Passing through a friendly unit is not stacking"
    given  = ["turn 2, French movement", "0805: fr.1inf", "0905: fr.2cav"]
    moves  = ["fr.1inf 0805-0905-1005"]
    expect = [{ rule = "3.1", at = ["1005"], units = ["fr.1inf"], severity = "doubt" }]

`expect` is complete: whatever is found beyond it fails. A case that breaks several rules says in `several` how it breaks
each of them (tests/test_citations.py). `at` and `units` are compared where they are given, `severity` is
"violation" if it is not. `theatre` (a bundled one, or a folder beside the case), `readings`, `options` and `charts` (a file
beside the case) choose what is judged under;
`supply` lists the state that units must have, `control` who must control hexes ("axis", "disputed"), `zones` for a unit's
side all the hexes that its zones reach, all of these as the position begins; `computes` asks questions (tests/computed.py)
of the position as it ends. `example` names the worked example of the rulebook that the case plays; `differs` the articles
(by their ids in the later book) of which two books of a series say different things of the same position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from adjudicator.findings import Finding, Report
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from adjudicator.toml import load_toml
from tests.computed import computed

CASES = Path(__file__).parent.parent / "fixtures" / "cases"


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
    """A case and where it stands."""

    pack: str
    path: Path
    case: Case

    @property
    def name(self) -> str:
        return f"{self.pack}:{self.path.stem}:{self.case.id}"


def all_cases(pack: str = "*") -> Iterator[Filed]:
    """Every case of a pack, or of all."""
    for path in sorted(CASES.glob(f"{pack}/*.toml")):
        if path.name.startswith("charts"):
            continue
        yield from (Filed(path.parent.name, path, case) for case in load_toml(path, CaseFile).case)


@cache
def pack_and_network(
    name: str, theatre: str, readings: frozenset, options: frozenset, charts: str
) -> tuple[Pack, Network]:
    pack = load_pack(name, dict(readings), Path(charts) if charts else None, dict(options))
    return pack, Network.of(load_theatre_for(pack, theatre))


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
    return pack_and_network(filed.pack, theatre, frozenset(case.readings.items()), options, charts)


def judged(filed: Filed) -> Report:
    """What we say of a case."""
    position = position_of(filed)
    return adjudicate(play_moves(filed.case.moves, position) if filed.case.moves else position)


def computes(case: Case, position: Position) -> dict[str, str]:
    """The answers to a case's questions when its moves have been made from a position."""
    end = play_moves(case.moves, position).end if case.moves and case.computes else position
    return {question: computed(end, question) for question in case.computes}


def differences(filed: Filed, report: Report) -> list[str]:
    """What is missing and what is too much, one line each."""
    short = load_pack_short(filed.pack)
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


@cache
def load_pack_short(name: str) -> str:
    return load_pack(name).header.short
