"""How much of a book a pack decides: per area, from its catalogue and its rules."""

from __future__ import annotations

import ast
import importlib
import io
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import field
from enum import StrEnum
from pathlib import Path

from adjudicator.errors import PackError, Source, nearest
from adjudicator.findings import Area
from adjudicator.lean import dataclass
from adjudicator.model.memo import remembered
from adjudicator.model.pack import CatalogueEntry, Pack, RuleEntry
from adjudicator.packs.charts import cells, charts_of
from adjudicator.said import say

COMPUTED_BY = {
    "adjudicator.analysis.control:zones": "zones of control",
    "adjudicator.analysis.control:controller": "who controls a hex",
    "adjudicator.analysis.stacking:unit_size": "how much a unit counts in a stack",
    "adjudicator.analysis.movement.reach:cost_of": "what a step costs",
    "adjudicator.analysis.movement.reach:budget": "a unit's movement points",
    "adjudicator.analysis.supply.status:supply": "who is in supply",
    "adjudicator.analysis.combat.strength:strength": "a unit's strength in a battle",
    "adjudicator.analysis.combat.odds:battle": "odds, shifts and the column",
    "adjudicator.analysis.combat.results:outcomes": "the results of a column",
    "adjudicator.analysis.weather:effects": "what the weather does",
    "adjudicator.analysis.ground:ground_at": "a map that changes in play (`ground.toml`, bridges)",
    "adjudicator.analysis.victory:standing_of": "points and the level of victory",
    "adjudicator.model.units:Unit": "what a counter shows",
    "adjudicator.packs.load:load_theatre_for": "what the map says",
}
"""What a catalogue mostly names as `computed_by`, each with what it gives; any function of ours will do."""

BY_PEOPLE = "human"
"""The `check` of an article that people alone can judge."""


class ArticleState(StrEnum):
    """What a pack does with one article."""

    DECIDED = "decided"
    COMPUTED = "computed"
    UNDETERMINED = "undetermined"
    NOT_YET = "not yet"
    NOT_DECIDABLE = "not decidable"
    ABSENT = "not in this printing"


@dataclass(frozen=True, slots=True)
class ArticleCoverage:
    """One article and what becomes of it; `why` names the rule, the function, the missing chart or the reason.

    An article that is not in this printing is none of the book's articles: no count of these has it.
    """

    article: CatalogueEntry
    standing: ArticleState
    why: str = ""


@dataclass(frozen=True, slots=True)
class AreaCoverage:
    """One area of the book."""

    area: str
    articles: tuple[ArticleCoverage, ...] = field(default=())

    @property
    def printed(self) -> tuple[ArticleCoverage, ...]:
        """The articles that this printing of the book has."""
        return tuple(each for each in self.articles if each.standing is not ArticleState.ABSENT)

    def count(self, standing: ArticleState) -> int:
        """How many of its articles stand so."""
        return sum(entry.standing == standing for entry in self.articles)

    def reasons(self, standing: ArticleState) -> dict[str, int]:
        """Why, and how often, for the articles that stand so."""
        found: dict[str, int] = {}
        for entry in self.articles:
            if entry.standing == standing:
                found[entry.why] = found.get(entry.why, 0) + 1
        return found


def coverage(pack: Pack) -> tuple[AreaCoverage, ...]:
    """Every area of the catalogue in the book's order; PackError where an entry names what does not exist."""
    for article in pack.catalogue.values():
        _verify(pack, article)
    return _by_area(pack)


@remembered(8)
def areas_left(pack: Pack) -> tuple[Area, ...]:
    """How much of each area of the book no rule judges, as a report says it; without a catalogue nothing."""
    return tuple(
        Area(each.area, len(each.printed), each.count(ArticleState.NOT_YET), each.count(ArticleState.NOT_DECIDABLE))
        for each in _by_area(pack)
    )


@dataclass(frozen=True, slots=True)
class CoverageShare:
    """How many of the articles that are not for people alone are decided or computed, and `of` how many there are."""

    decided: int
    of: int

    @property
    def percent(self) -> float:
        """The share in per cent, with one digit after the point, rounded down."""
        return 1000 * self.decided // self.of / 10 if self.of else 0.0


def share(areas: Iterable[AreaCoverage]) -> CoverageShare:
    """How much of what this printing has, and is not for people alone, is decided or computed."""
    ours = [each for area in areas for each in area.printed if each.article.check != BY_PEOPLE]
    return CoverageShare(
        sum(each.standing in (ArticleState.DECIDED, ArticleState.COMPUTED) for each in ours), len(ours)
    )


def unprinted(pack: Pack, entry: RuleEntry) -> str:
    """The text that this printing of the book does not have of a rule that is judged all the same, in words; "" if it has it."""
    name = entry.id
    while name and name not in pack.catalogue:
        name = name.rpartition(".")[0]
    article = pack.catalogue.get(name)
    if article is None or not article.absent:
        return ""
    return say("the text of {article} ({title}) in edition {edition}", article.id, article.title, pack.header.edition)


def _by_area(pack: Pack) -> tuple[AreaCoverage, ...]:
    areas: dict[str, list[ArticleCoverage]] = {}
    decided = _decided(pack)
    for article in pack.catalogue.values():
        areas.setdefault(article.area, []).append(_article_coverage(pack, article, decided))
    return tuple(AreaCoverage(area, tuple(articles)) for area, articles in areas.items())


def python_lines(folder: Path) -> int:
    """Lines of code in a pack's own folder: neither blank, nor comment, nor docstring."""
    return sum(len(code_lines(path.read_text(encoding="utf-8"))) for path in sorted(folder.rglob("*.py")))


def code_lines(source: str) -> frozenset[int]:
    """The numbers of a source's lines that hold code."""
    silent = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    held = {n for each in tokens if each.type not in silent for n in range(each.start[0], each.end[0] + 1)}
    return frozenset(held - set(_docstring_lines(ast.parse(source))))


def _docstring_lines(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                yield from range(first.lineno, (first.end_lineno or first.lineno) + 1)


def _decided(pack: Pack) -> dict[str, str]:
    """Articles that a rule with a check decides: its own and those it covers."""
    found: dict[str, str] = {}
    for rule in pack.rules.values():
        if rule.check and not rule.retired:
            found |= dict.fromkeys((rule.id, *rule.covers), rule.id)
    return found


def _article_coverage(pack: Pack, article: CatalogueEntry, decided: dict[str, str]) -> ArticleCoverage:
    if article.absent:
        return ArticleCoverage(article, ArticleState.ABSENT, article.absent)
    if article.chart and not _chart_known(pack, article):
        return ArticleCoverage(article, ArticleState.UNDETERMINED, article.chart)
    if article.id in decided:
        rest = f"{decided[article.id]}, but not {article.partly}" if article.partly else decided[article.id]
        return ArticleCoverage(article, ArticleState.DECIDED, rest)
    if article.computed_by:
        return ArticleCoverage(article, ArticleState.COMPUTED, article.computed_by)
    if article.why:
        return ArticleCoverage(article, ArticleState.NOT_DECIDABLE, article.why)
    return ArticleCoverage(article, ArticleState.NOT_YET, "")


def _chart_known(pack: Pack, article: CatalogueEntry) -> bool:
    """Whether every cell of the chart that the article needs is filled in."""
    wanted = _cells_of(pack, article)
    return bool(wanted) and all(cell in pack.charts for cell in wanted)


def _cells_of(pack: Pack, article: CatalogueEntry) -> list[str]:
    return [cell.name for cell in cells(charts_of(pack.folders)) if cell.chart.id == article.chart]


def _verify(pack: Pack, article: CatalogueEntry) -> None:
    """The chart and the function that an article names must be there."""
    if article.chart and not _cells_of(pack, article):
        raise PackError(f"[article {article.id}] chart: charts.toml has no '{article.chart}'", _catalogue(pack))
    if article.computed_by:
        _resolve(pack, article)


def _resolve(pack: Pack, article: CatalogueEntry) -> None:
    module, _, name = article.computed_by.partition(":")
    try:
        found = importlib.import_module(module) if module.startswith("adjudicator.") else None
    except ModuleNotFoundError:
        found = None
    if not callable(getattr(found, name, None)):
        hint = (
            nearest(article.computed_by, COMPUTED_BY) or f"; it is MODULE:FUNCTION, such as '{next(iter(COMPUTED_BY))}'"
        )
        raise PackError(
            f"[article {article.id}] computed_by: nothing is named '{article.computed_by}'{hint}", _catalogue(pack)
        )


def _catalogue(pack: Pack) -> Source:
    return Source(str(pack.folder / "catalogue.toml"))
