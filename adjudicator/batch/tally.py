"""A store added up, row by row: what is held are the sums, and the first of each list, never the rows."""

from __future__ import annotations

import heapq
import math
from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from dataclasses import asdict, field
from pathlib import Path
from typing import Any

from adjudicator.audit.dice import Series, faces_p, holm, sum_p
from adjudicator.audit.totals import FileTotal, FlawTotal, RuleTotal, Totals, Unjudged
from adjudicator.batch.places import absolute
from adjudicator.batch.store import DAMAGED, Store
from adjudicator.batch.unit import AUDIT, DONE, IN_PART
from adjudicator.errors import ReadError, Source
from adjudicator.exporters.report.totals_page import facts, verdict, write_totals
from adjudicator.game.listener import Counting
from adjudicator.game.outputs import require_ending
from adjudicator.languages import language as language_called
from adjudicator.lean import dataclass, replace
from adjudicator.writing import forced

MOST = 50
"""How many of the worst files, of what was not judged, and of the series of dice are named."""
EXACT = 2_000
"""So many dice at most have their sum's chance reckoned exactly; more of them fall as the normal curve says (to 0.001)."""
GAMES = ("games", "copies", "without_pack", "nothing_judged", "without_module")
COUNTED = ("steps", "acts", "legal", "illegal", "undetermined")
FACTS = ("unit", "status", "reason", "same_as", "pack", "module", "module_version", "processor_seconds", "peak_bytes")
COLUMNS = [*FACTS, *COUNTED, "rules_judged", "module_file", "what", "files", "findings", "dice", "problems"]
Values = Mapping[str, Any]


@dataclass(slots=True)
class DiceTotals:
    """Dice of one size thrown by one player in all games; `faces` is empty where single dice are not always told."""

    count: int = 0
    total: int = 0
    faces: Tally[int] | None = field(default_factory=Tally)

    def add(self, told: Values) -> None:
        """Count the dice of one game."""
        self.count += told["count"]
        self.total += told["total"]
        if not told["faces"]:
            self.faces = None
        elif self.faces is not None:
            self.faces.update(dict(enumerate(told["faces"], 1)))

    def series(self, player: str, sides: int) -> Series:
        """The same as a series, its chances not yet corrected."""
        faces = tuple(self.faces[face] for face in range(1, sides + 1)) if self.faces is not None else ()
        mean, chance = self.total / self.count, sum_chance(self.total, self.count, sides)
        of_faces = faces_p(faces) if faces else 1.0
        return Series(player, f"d{sides}", sides, self.count, faces, mean, (sides + 1) / 2, chance, of_faces)


@dataclass(slots=True)
class Sums:
    """What has been added up so far."""

    counts: Tally[str] = field(default_factory=Tally)
    by_status: Tally[str] = field(default_factory=Tally)
    by_pack: Tally[str] = field(default_factory=Tally)
    rules: dict[tuple[str, str], Tally[str]] = field(default_factory=dict)
    titles: dict[tuple[str, str], str] = field(default_factory=dict)
    flaws: dict[str, Tally[str]] = field(default_factory=dict)
    modules: set[tuple[str, str]] = field(default_factory=set)
    worst: list[tuple[int, int, str, str]] = field(default_factory=list)
    unjudged: list[Unjudged] = field(default_factory=list)
    dice: dict[tuple[str, int], DiceTotals] = field(default_factory=dict)
    processor_seconds: float = 0.0
    most_bytes: int = 0

    def add(self, row: Values) -> None:
        """Count a game. What is found in a copy was found already."""
        self.by_status[row["status"]] += 1
        self.counts.update({"games": 1, "files": len(row["files"]) or 1, "copies": bool(row["same_as"])})
        self.counts["bytes"] += sum(each["bytes"] or 0 for each in row["files"])
        self._note_unjudged(row)
        if row["same_as"] or row["status"] == DAMAGED:
            return
        self.processor_seconds += row["processor_seconds"]
        self.most_bytes = max(self.most_bytes, row["peak_bytes"])
        self.modules.add((row["module"], row["module_version"]))
        self.by_pack[row["pack"]] += bool(row["pack"])
        if row["files"] and row["status"] in {DONE, IN_PART}:
            self.counts["without_pack"] += AUDIT in row["what"] and not row["pack"]
            self.counts["nothing_judged"] += AUDIT in row["what"] and bool(row["pack"]) and row["rules_judged"] == 0
            self.counts["without_module"] += not row["module_file"]
        self.counts.update({name: row[name] for name in COUNTED})
        self._add_findings(row)
        for kind, count in Tally(each["kind"] for each in row["problems"]).items():
            self.flaws.setdefault(kind, Tally()).update({"problems": count, "modules": 1})
        for each in row["dice"]:
            for player in {each["player"], ""}:
                self.dice.setdefault((player, each["sides"]), DiceTotals()).add(each)

    def _note_unjudged(self, row: Values) -> None:
        if row["status"] != DONE:
            self.counts["left"] += 1
            if len(self.unjudged) < MOST:
                self.unjudged.append(Unjudged(row["unit"], row["status"], row["reason"]))

    def _add_findings(self, row: Values) -> None:
        standing = [each for each in row["findings"] if not each["ruling"]]
        for (rule, severity), count in Tally((each["rule"], each["severity"]) for each in standing).items():
            self.rules.setdefault((row["pack"], rule), Tally())[severity] += count
        for rule, title in {each["rule"]: each["title"] for each in standing}.items():
            self.rules[row["pack"], rule]["games"] += 1
            self.titles.setdefault((row["pack"], rule), title)
        by_file: dict[str, Tally[str]] = {}
        for each in standing:
            by_file.setdefault(each["file"], Tally())[each["severity"]] += 1
        for name, found in by_file.items():
            self._add_file((found["violation"], found["doubt"], row["unit"], name))

    def _add_file(self, file: tuple[int, int, str, str]) -> None:
        if file[:2] == (0, 0):
            return
        self.counts["bad_files"] += 1
        heapq.heappush(self.worst, file)
        if len(self.worst) > MOST:
            heapq.heappop(self.worst)


def totals(store: str, counting: Counting) -> Totals:
    """A store added up; ReadError if it is none."""
    kept = Store(absolute(store))
    if not kept.has_units():
        raise ReadError("is no store of a batch, or nothing is in it", Source(store))
    sums = Sums()
    for number, row in enumerate(kept.rows(COLUMNS), 1):
        sums.add(row)
        counting(store, number, 0)
    return _totals(store, sums)


def as_json(found: Totals) -> dict[str, Any]:
    """The totals as plain values."""
    return asdict(found)


def write_page(found: Totals, path: Path, language: str, *, force: bool = False) -> None:
    """Write the page (.html) in a language; `force` writes over what else would not be replaced."""
    require_ending(path, ".html")
    with forced(force):
        write_totals(found, path, language_called(language))


def told(found: Totals, language: str) -> tuple[str, list[tuple[str, str]]]:
    """The verdict and the facts of the page, for a terminal."""
    tongue = language_called(language)
    return tongue.told(verdict(found)), [(tongue.told(name), value) for name, value in facts(found)]


def _totals(store: str, sums: Sums) -> Totals:
    league = _corrected([dice.series(player, sides) for (player, sides), dice in sorted(sums.dice.items())])
    players = sorted((each for each in league if each.player), key=_oddness)
    counts = sums.counts
    numbers: dict[str, Any] = {name: counts[name] for name in (*GAMES, "files", "bytes", *COUNTED)}
    return Totals(
        store=store,
        **numbers,
        modules=len(sums.modules - {("", "")}),
        by_status=tuple(sums.by_status.most_common()),
        by_pack=tuple((pack, count) for pack, count in sums.by_pack.most_common() if count),
        rules=tuple(sorted((_rule(sums, name) for name in sums.rules), key=_most_broken)),
        flaws=tuple(FlawTotal(kind, each["problems"], each["modules"]) for kind, each in sorted(sums.flaws.items())),
        worst=tuple(FileTotal(game, name, bad, open_) for bad, open_, game, name in sorted(sums.worst, reverse=True)),
        bad_files=counts["bad_files"],
        unjudged=tuple(sums.unjudged),
        left=counts["left"],
        series=tuple(players[:MOST]),
        thrown=len(players),
        everybody=tuple(each for each in league if not each.player),
        processor_seconds=round(sums.processor_seconds, 1),
        most_bytes=sums.most_bytes,
    )


def _rule(sums: Sums, name: tuple[str, str]) -> RuleTotal:
    found = sums.rules[name]
    return RuleTotal(*name, sums.titles[name], found["violation"], found["doubt"], found["reminder"], found["games"])


def _most_broken(rule: RuleTotal) -> tuple[int, int, int, str, str]:
    return -rule.violations, -rule.doubts, -rule.reminders, rule.pack, rule.rule


def _oddness(series: Series) -> tuple[float, str, int]:
    return min(series.sum_adjusted, series.faces_adjusted), series.player, series.sides


def _corrected(found: Iterable[Series]) -> list[Series]:
    """Series with the chances that are left after looking at so many of them (Holm)."""
    series = list(found)
    adjusted = iter(holm([chance for each in series for chance in (each.sum_p, each.faces_p)]))
    return [replace(each, sum_adjusted=next(adjusted), faces_adjusted=next(adjusted)) for each in series]


def sum_chance(total: int, dice: int, sides: int) -> float:
    """The chance that fair dice give a sum at least as far from the mean, both tails; of very many dice by the normal curve."""
    if dice <= EXACT:
        return sum_p(total, dice, sides)
    away = abs(total - dice * (sides + 1) / 2) - 0.5
    deviation = math.sqrt(dice * (sides**2 - 1) / 12)
    return min(1.0, math.erfc(max(0.0, away) / deviation / math.sqrt(2)))
