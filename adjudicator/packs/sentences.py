"""The sentences of a book's articles, each with what judges it: the file sentences.toml, which only `packs coverage` reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from pydantic import Field

from adjudicator.errors import PackError, Source
from adjudicator.model.pack import Pack
from adjudicator.model.theatre import Table
from adjudicator.packs.load import SENTENCES
from adjudicator.toml import read_toml, validated


class SentenceState(StrEnum):
    """What a pack does with one sentence."""

    JUDGED = "judged"
    IN_PART = "in part"
    FOR_PEOPLE = "for people"
    OPEN = "open"


class Sentence(Table):
    """A sentence of an article that demands, allows, forbids or reckons something, in our words."""

    says: str
    """What it says. Example: `says = "a unit that entrains stops where it is"`"""
    rule: str = ""
    """The rule that judges it; "" of a value that is reckoned."""
    case: str = ""
    """The id of a case that expects that rule to find something, so that it fails without the rule; without a `rule` of a
    case that expects the value (`computes`, `supply`, `control` or `zones`)."""
    left: str = ""
    """What of it the rule does not judge: it then is judged in part. Example: `left = "whether the HQ was asked"`"""
    people: str = ""
    """Why people alone can judge it. Example: `people = "it tells the players to agree"`"""
    open: str = ""
    """Why nobody judges it yet. Example: `open = "no line of the notation tells the choice"`"""

    @property
    def state(self) -> SentenceState:
        """Judged if its case is named, and nothing is left."""
        if self.people:
            return SentenceState.FOR_PEOPLE
        if self.open:
            return SentenceState.OPEN
        return SentenceState.IN_PART if self.left else SentenceState.JUDGED


class SentencesFile(Table):
    """The file sentences.toml: article by article what the book says, and what judges it; `packs coverage` counts them."""

    article: Mapping[str, tuple[Sentence, ...]] = Field(default={})
    """The sentences of each article, by its number."""


def sentences_of(pack: Pack) -> dict[str, tuple[Sentence, ...]]:
    """The sentences of every article that lists them, in the catalogue's order.

    Where two packs of a chain list an article, the one that extends the other has the word. PackError names an article that
    the catalogue does not have, a sentence that says neither what judges it nor why nothing does, and a rule that the pack
    does not have, of an article that stands in it.
    """
    found: dict[str, tuple[Sentence, ...]] = {}
    sources: dict[str, Source] = {}
    for folder in pack.folders:
        path = folder / f"{SENTENCES}.toml"
        if path.is_file():
            listed = validated(read_toml(path), SentencesFile, path).article
            for article, sentences in listed.items():
                _verify(pack, article, sentences, Source(str(path)))
            found |= listed
            sources |= dict.fromkeys(listed, Source(str(path)))
    standing = {name: found[name] for name, entry in pack.catalogue.items() if name in found and not entry.absent}
    for article, sentences in standing.items():
        for each in sentences:
            if each.rule and each.rule not in pack.rules:
                raise PackError(f"[article {article}] '{each.says}': there is no rule '{each.rule}'", sources[article])
    return standing


def count_states(sentences: Mapping[str, tuple[Sentence, ...]], articles: frozenset[str]) -> Counter[SentenceState]:
    """How many sentences of some articles stand how."""
    return Counter(each.state for name in articles & sentences.keys() for each in sentences[name])


def _verify(pack: Pack, article: str, sentences: tuple[Sentence, ...], source: Source) -> None:
    if article not in pack.catalogue:
        raise PackError(f"[article] '{article}' is no article of catalogue.toml", source)
    for each in sentences:
        if sum(map(bool, (each.case, each.people, each.open))) != 1 or ((each.rule or each.left) and not each.case):
            raise PackError(
                f"[article {article}] '{each.says}': name the case that shows it, or say why people must judge it, or why "
                "it is open",
                source,
            )
