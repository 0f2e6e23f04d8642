"""What is known of differences: explained.toml. Each entry names rules and kinds of change, the article, and the reason."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tests.side_by_side.compare import Difference

EXPLAINED = Path(__file__).parent / "explained.toml"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Differences of these rules and changes (shell patterns), in cases and files whose names fit `subject`."""

    rules: tuple[str, ...]
    changes: tuple[str, ...]
    article: str
    why: str
    subject: str = "*"

    @classmethod
    def of(cls, table: dict[str, Any]) -> Explanation:
        """An entry as the file has it."""
        return cls(**table | {"rules": tuple(table["rules"]), "changes": tuple(table["changes"])})

    def covers(self, difference: Difference) -> bool:
        """Whether it speaks of a difference."""
        return (
            fnmatchcase(difference.subject, self.subject)
            and any(fnmatchcase(difference.rule, rule) for rule in self.rules)
            and any(fnmatchcase(difference.change, change) for change in self.changes)
        )

    def __str__(self) -> str:
        return f"{self.article}: {self.why}"


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: so many verdicts of a rule went from one to another, and what explains that, if anything does."""

    rule: str
    change: str
    by: Explanation | None
    count: int
    example: Difference

    def __str__(self) -> str:
        return f"{self.count:5}  {self.rule:<22} {self.change:<36} {self.by or f'UNEXPLAINED, as in {self.example.subject}'}"


def explanations(path: Path = EXPLAINED) -> tuple[Explanation, ...]:
    """The entries of the file."""
    tables = tomllib.loads(path.read_text(encoding="utf-8")).get("explained", [])
    return tuple(map(Explanation.of, tables))


def table(differences: Iterable[Difference], known: Iterable[Explanation]) -> Iterator[Row]:
    """The differences counted by rule, change and the first entry that explains them."""
    entries = tuple(known)
    counts: Counter[tuple[str, str, Explanation | None]] = Counter()
    examples: dict[tuple[str, str, Explanation | None], Difference] = {}
    for each in differences:
        key = (each.rule, each.change, next((entry for entry in entries if entry.covers(each)), None))
        counts[key] += 1
        examples.setdefault(key, each)
    for key in sorted(counts, key=lambda key: (key[0], key[1], str(key[2]))):
        yield Row(*key, counts[key], examples[key])
