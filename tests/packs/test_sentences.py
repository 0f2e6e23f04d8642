"""sentences.toml: what judges a sentence is shown by a case that fails without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.errors import PackError
from adjudicator.game.cases import Case
from adjudicator.packs.folders import BUNDLED
from adjudicator.packs.load import list_packs, load_pack
from adjudicator.packs.sentences import Sentence, SentencesFile, SentenceState, sentences_of
from adjudicator.toml import read_toml, validated
from tests.cases import all_cases

LISTING = sorted(BUNDLED.glob("*/sentences.toml"))
SHOWN = {(each.pack, each.case.id): each.case for each in all_cases()}
"""The cases by pack and id."""


def shows(case: Case, sentence: Sentence) -> bool:
    """Whether the case would fail without the rule, or without the value that is reckoned."""
    if sentence.rule:
        return any(expected.rule == sentence.rule for expected in case.expect)
    return bool(case.computes or case.supply or case.control or case.zones)


@pytest.mark.parametrize("path", LISTING, ids=lambda path: path.parent.name)
def test_each_sentence_that_is_judged_has_a_case_that_fails_without_its_rule(path: Path) -> None:
    folder = path.parent
    packs = {info.id for info in list_packs() if folder in load_pack(info.folder).folders} | {folder.name}
    wrong = [
        f"{article}: {each.says}"
        for article, sentences in validated(read_toml(path), SentencesFile, path).article.items()
        for each in sentences
        if each.case and not any(shows(SHOWN[key], each) for pack in packs if (key := (pack, each.case)) in SHOWN)
    ]
    assert not wrong


@pytest.mark.parametrize("path", LISTING, ids=lambda path: path.parent.name)
def test_sentences_are_short_and_stand_once(path: Path) -> None:
    for article, sentences in validated(read_toml(path), SentencesFile, path).article.items():
        said = [each.says for each in sentences]
        assert len(set(said)) == len(said), article
        assert all(len(each.split()) <= 30 for each in said), article


def test_a_sentence_says_what_judges_it_or_why_nothing_does(tmp_path: Path) -> None:
    pack = load_pack("two_rivers")
    assert sentences_of(pack)
    for wrong in (
        'says = "a"',
        'says = "a", rule = "3.1"',
        'says = "a", case = "b", open = "c"',
        'says = "a", left = "b"',
    ):
        (tmp_path / "pack.toml").write_text(
            'id = "own"\ntitle = "Own"\nextends = "two_rivers"\nshort = "own"\n', encoding="utf-8"
        )
        (tmp_path / "sentences.toml").write_text(f'[article]\n"3.1" = [{{ {wrong} }}]\n', encoding="utf-8")
        with pytest.raises(PackError, match="name the case"):
            sentences_of(load_pack(tmp_path))


@pytest.mark.parametrize("name", [path.parent.name for path in LISTING])
def test_the_rules_that_sentences_name_are_there(name: str) -> None:
    for sentences in sentences_of(load_pack(name)).values():
        assert all(isinstance(each.state, SentenceState) for each in sentences)
