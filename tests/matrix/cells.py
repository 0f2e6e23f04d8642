"""The cells of the matrix: each ban by each kind of act that its words mean, with an illegal and a legal position."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

from adjudicator import judge
from adjudicator.analysis.air.terms import air_table
from adjudicator.errors import AdjudicatorError
from adjudicator.findings import Finding, Severity
from adjudicator.judge import adjudicate
from adjudicator.judging.applicable import ApplicableRule
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act
from tests.cases import Filed, position_of
from tests.matrix.acts import Deed, Scene, deed_of, done_by, done_in, others, scenes_of
from tests.matrix.bans import Ban

HERE = Path(__file__).parent
SEEDS = 3
"""How many cases of a ban are looked at."""
FOUND = frozenset(("ok", "by another", "open"))
"""States of cells that need no reason."""
NO_MISSION = frozenset(("trial", "said"))
"""What a kind of mission is called that is none."""
NEUTRAL = 2
"""How many counterparts of an act are judged by all rules."""
WRITTEN = "as written"
"""The kind of act of a ban that is shown by cases alone."""


@dataclass(frozen=True)
class Cell:
    """A ban and a kind of act, with what was made of it: the state, the case it was made from, both scenes."""

    ban: Ban
    kind: str
    state: str
    seed: str = ""
    illegal: str = ""
    legal: str = ""
    why: str = ""


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads((HERE / "verbs.toml").read_text("utf-8"))


def kinds_meant(ban: Ban, deed: Deed) -> tuple[str, ...]:
    """The kinds of act that the words of a ban mean, of those that such units do."""
    table, text, done = _table(), ban.text, done_in(ban.book)
    titled = f"{text} {ban.chapter}"
    words = {kind for row in table["word"] if _has(row, text) for kind in row["acts"]}
    if deed.position.units[deed.units[0]].type.flies:
        if "missions" not in words or re.search(rf"\b({table['named']['missions']})\b", titled):
            return ()
        missions = air_table(deed.position).mission.items()
        return tuple(sorted(name for name, kind in missions if name in done and kind.role not in NO_MISSION))
    rows = [row for row in table["mode"] if _has(row, titled)]
    modes = {kind for row in [row for row in rows if "alone" in row] or rows for kind in row["acts"]}
    meant = (modes | (words & {"attack"})) if modes else words
    there = {*deed.position.pack.modes, "attack", "advance", "retreat", "overrun", "place"} & done
    return tuple(sorted(kind for kind in meant & there if kind != deed.kind and done_by(deed, kind)))


def _has(row: Mapping[str, Any], text: str) -> bool:
    return re.search(rf"\b({row['words']})\b", text) is not None


def deed_in(filed: Filed, ban: Ban) -> Deed | None:
    """The act of a case that breaks a ban."""
    try:
        with only({ban.id}):
            play = play_moves(filed.case.moves, position_of(filed))
            found = [each for each in adjudicate(play, brief=True).findings if _breaks(each, ban)]
    except AdjudicatorError:
        return None
    for each in found:
        act = next((act for act in play.acts if act.step == each.step), None)
        if act is not None and (deed := deed_of(act, each.at)) is not None:
            return deed
    return None


def verdict(scene: Scene, rules: frozenset[str]) -> str:
    """What the rules of a ban say of a scene: "illegal", "open", "legal", or "" of one that cannot be played."""
    try:
        with only(rules):
            found = adjudicate(scene.play(), brief=True)
    except AdjudicatorError:
        return ""
    if any(each.severity is Severity.VIOLATION for each in found.findings):
        return "illegal"
    return "open" if found.findings else "legal"


def _breaks(found: Finding, ban: Ban) -> bool:
    return found.rule.partition(":")[2] == ban.id and found.severity is Severity.VIOLATION


@contextmanager
def only(rules: Iterable[str]) -> Iterator[None]:
    """Only these rules are asked."""
    names, run = frozenset(rules), judge._Judge.run

    def asked(self: judge._Judge, applicable: ApplicableRule, scene: judge._Scene) -> Iterator[Finding]:
        return run(self, applicable, scene) if applicable.rule.entry.id in names else iter(())

    with mock.patch.object(judge._Judge, "run", asked):
        yield


def cells_of(ban: Ban) -> Iterator[Cell]:
    """The cells of a ban; one that is not as it should be is "not meant" where the table says why."""
    for cell in _cells_of(ban):
        why = "" if cell.state in FOUND else why_not(ban, cell.kind)
        yield replace(cell, state="not meant", why=why) if why else cell


def why_not(ban: Ban, kind: str) -> str:
    """Why a ban does not bind a kind of act, as the table has it; "" if it does not."""
    for row in _table()["not"]:
        if (
            ban.book in row["books"].split()
            and ban.id in row["bans"].split()
            and kind in (*row["kinds"].split(), row["kinds"])
        ):
            why: str = row["why"]
            return why
    return ""


def _cells_of(ban: Ban) -> Iterator[Cell]:
    """The cells of a ban: of the kinds of act that break it in cases and, of a ban on acts, of all others that its words mean."""
    if ban.rule.check.examines is not Act:
        yield _as_written(ban)
        return
    deeds = [(filed, deed) for filed in _seeds(ban) if (deed := deed_in(filed, ban)) is not None]
    if not deeds:
        yield _as_written(ban)
        return
    own = {deed.kind: (filed, deed) for filed, deed in reversed(deeds)}
    for kind, (filed, deed) in sorted(own.items()):
        yield _with_legal(Cell(ban, kind, "ok", filed.name, "; ".join(filed.case.moves)), deed, kind)
    for kind in sorted({kind for _, deed in deeds for kind in kinds_meant(ban, deed)} - own.keys()):
        yield _cell(ban, kind, deeds[:SEEDS])


def _seeds(ban: Ban) -> Iterator[Filed]:
    """The shortest cases in which a ban is broken, and of each further kind of act the shortest."""
    kinds: set[str] = set()
    for count, filed in enumerate(ban.seeds):
        words = {line.split()[0] for line in filed.case.moves}
        if count < SEEDS or words & done_in(ban.book) - kinds:
            yield filed
        kinds |= words


def _as_written(ban: Ban) -> Cell:
    """The cell of a ban on what no other kind of act does: a case that breaks it, and the case most like that which does not."""
    if not ban.seeds:
        return Cell(ban, WRITTEN, "open" if ban.doubted else "no case", ban.doubted)
    ways = ((filed, anywhere) for anywhere in (False, True) for filed in ban.seeds[: SEEDS if anywhere else None])
    pairs = ((filed, ban.twin(filed.name, anywhere=anywhere)) for filed, anywhere in ways)
    filed, twin = next((pair for pair in pairs if pair[1]), (ban.seeds[0], ""))
    return Cell(ban, WRITTEN, "ok" if twin else "no legal", filed.name, "; ".join(filed.case.moves), twin)


def _cell(ban: Ban, kind: str, deeds: list[tuple[Filed, Deed]]) -> Cell:
    found, passed = Cell(ban, kind, "unwritten"), []
    for filed, deed in deeds:
        for scene in scenes_of(deed, kind, ban.book):
            said = verdict(scene, ban.article)
            if said == "illegal":
                whole = _with_legal(Cell(ban, kind, "ok", filed.name, scene.words), deed, kind)
                if whole.state == "ok":
                    return whole
                found = whole if found.state != "no legal" else found
            elif said and found.state == "unwritten":
                found = Cell(ban, kind, {"legal": "missing"}.get(said, said), filed.name, scene.words)
            if said == "legal":
                passed.append((filed, deed, scene))
    by_others = (_by_another(ban, kind, *each) for each in passed[:2]) if found.state == "missing" else ()
    return next((cell for cell in by_others if cell is not None), found)


def _by_another(ban: Ban, kind: str, filed: Filed, deed: Deed, scene: Scene) -> Cell | None:
    """The cell where rules of other articles accuse the act, and not the same kind of act elsewhere."""
    accused = violated(scene)
    for each in islice(others(deed, kind, ban.book), NEUTRAL) if accused else ():
        left = accused - violated(each)
        if left:
            return Cell(ban, kind, "by another", filed.name, scene.words, each.words, " ".join(sorted(left)))
    return None


def _with_legal(cell: Cell, deed: Deed, kind: str) -> Cell:
    """The cell with the same kind of act that the ban leaves alone: a generated one, or the case most like the seed."""
    for each in others(deed, kind, cell.ban.book):
        if verdict(each, cell.ban.article) == "legal":
            return replace(cell, legal=each.words)
    twin = cell.ban.twin(cell.seed) or cell.ban.twin(cell.seed, anywhere=True)
    return replace(cell, legal=twin) if twin else replace(cell, state="no legal")


def violated(scene: Scene) -> frozenset[str]:
    """The rules that a scene breaks, of all."""
    try:
        found = adjudicate(scene.play(), brief=True).findings
    except AdjudicatorError:
        return frozenset()
    return frozenset(each.rule for each in found if each.severity is Severity.VIOLATION)
