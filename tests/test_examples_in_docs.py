"""The examples in docs/ run: positions and moves are judged, cases hold, TOML is what its schema takes, a map loads."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from adjudicator.analysis.combat.spoken import spoken_attack
from adjudicator.findings import Severity
from adjudicator.game.cases import try_cases
from adjudicator.game.computed import computed, computes_list
from adjudicator.identify.announced import announced_phase
from adjudicator.model.binding import Binding
from adjudicator.model.notation import format_position, parse_position
from adjudicator.model.theatre import load_theatre
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.reference.schema_files import kind_of, schema_texts
from tests.cases import CASES, Case, CaseFile, Filed, computes, differences, judged, position_of
from tests.helpers import ROOT

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(\w+) ?(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
TEACHING = "two_rivers"
BESIDE = ("answers.toml",)
"""Files that are given to a command and are no part of a pack; tests of those commands read the examples."""


def blocks(page: str, *languages: str) -> list[tuple[str, str, str]]:
    """The fenced blocks of a page in some languages: language, the word behind it, text."""
    found = BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))
    return [(language, word, text) for language, word, text in found if language in languages]


def written() -> Iterator[tuple[str, list[str], list[str]]]:
    """Pack, position and moves of the examples of the notation."""
    found = blocks("notation.md", "position", "moves")
    for (language, pack, text), after in zip(found, [*found[1:], ("", "", "")], strict=True):
        if language == "position":
            yield pack or TEACHING, text.splitlines(), after[2].splitlines() if after[0] == "moves" else []


@pytest.mark.parametrize(("pack", "given", "moves"), tuple(written()))
def test_a_written_example_breaks_no_rule(pack: str, given: list[str], moves: list[str]) -> None:
    filed = Filed(pack, CASES / pack / "docs.toml", Case(id="docs", title="", given=tuple(given), moves=tuple(moves)))
    found = [finding for finding in judged(filed).findings if finding.severity == Severity.VIOLATION]
    assert found == []


def test_a_written_position_reads_the_same_when_it_is_written_again() -> None:
    pack = load_pack(TEACHING)
    theatre = load_theatre_for(pack)
    for name, given, _ in written():
        if name == TEACHING:
            once = parse_position(given, pack, theatre)
            assert parse_position(format_position(once), pack, theatre) == once


@pytest.mark.parametrize("text", [text for _, _, text in blocks("cases.md", "toml")])
def test_the_cases_of_the_page_hold(text: str) -> None:
    for case in CaseFile.model_validate(tomllib.loads(text)).case:
        filed = Filed(TEACHING, CASES / TEACHING / "docs.toml", case)
        assert differences(filed, judged(filed)) == []
        assert asked(filed) == {**case.control, **case.computes}


def asked(filed: Filed) -> dict[str, str]:
    """What the position answers to what a case asks besides findings."""
    position = position_of(filed)
    control = {place: computed(position, f"controller {place}") for place in filed.case.control}
    return {**control, **computes(filed.case, position)}


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ('computes = { "strength fr.1inf" = "2" }', "it is asked as 'strength UNIT attack HEX'"),
        ('computes = { "odds 0604 fr.1inf" = "6:1" }', "it is asked as 'odds HEX: UNIT, UNIT'"),
        ('computes = { "odds 0605: fr.1inf" = "6:1" }', "no enemy stands in 0605"),
        ('computes = { "cost fr.1inf 0405-9999" = "1" }', "no hex '9999'"),
        ('zones = { "au.1inf" = [] }', "'au.1inf' is no side; sides: fr, au"),
    ],
)
def test_what_a_case_cannot_ask_is_said_in_one_line(more: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "cases.toml"
    given = 'given = ["turn 2, French movement", "weather clear", "0405: fr.1inf", "0604: au.1inf"]'
    file.write_text(f'[[case]]\nid = "1"\ntitle = "asks amiss"\n{given}\n{more}\n', encoding="utf-8")
    ((told,),) = [each.wrong for each in try_cases(TEACHING, file)]
    assert why in told


def test_the_page_of_cases_lists_what_may_be_computed() -> None:
    assert "\n".join(computes_list()) in (DOCS / "cases.md").read_text(encoding="utf-8")


def test_the_page_of_cases_names_every_key() -> None:
    page = (DOCS / "cases.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE) == list(Case.model_fields)


@pytest.mark.parametrize("page", [*sorted(path.name for path in DOCS.glob("*.md")), "tutorial/next.md"])
def test_toml_that_names_its_file_fits_the_schema_of_that_file(page: str) -> None:
    for _, _, text in blocks(page, "toml"):
        name = re.match(r"# (\S+\.toml)", text)
        if name and name[1] not in BESIDE:
            kind = kind_of("theatres/x/theatre.toml" if name[1] == "theatre.toml" else name[1])
            assert kind is not None, name[1]
            schema = json.loads(schema_texts()[kind.schema_file])
            assert [error.message for error in Draft202012Validator(schema).iter_errors(tomllib.loads(text))] == []


def chat_of_the_page(kind: str) -> tuple[str, list[Binding.ChatRule]]:
    """What the page says of chat, and its example of lines of that kind."""
    page = (DOCS / "notation.md").read_text(encoding="utf-8").partition("## In chat")[2]
    entries = [entry for _, _, text in BLOCK.findall(page) for entry in tomllib.loads(text)["chat"]]
    return page, [Binding.ChatRule.model_validate(entry) for entry in entries if entry["kind"] == kind]


def test_the_line_of_chat_tells_what_the_page_says() -> None:
    page, rules = chat_of_the_page("attack")
    (line,) = re.findall(r"^    (attack .+)$", page, re.MULTILINE)
    (tells,) = re.findall(r"^tells `(attack .+?)`", page, re.MULTILINE)
    given = ("turn 2, French combat", "0805: fr.1inf", "0806: fr.2inf", "0804: au.1inf")
    position = position_of(Filed(TEACHING, CASES, Case(id="", title="", given=given)))
    told = spoken_attack(line, rules, position)
    assert told is not None
    values = " ".join(f"{name}={value}" for name, value in told.values.items())
    assert f"attack {told.hex}: {', '.join(told.units)} {values}" == tells


def test_the_lines_of_chat_that_the_page_shows_tell_phases() -> None:
    page, rules = chat_of_the_page("phase")
    pack = load_pack(TEACHING)
    binding = pack.bindings["vassal"].model_copy(update={"chat": tuple(rules)})
    (lines,) = re.findall(r"^With it `(.+)` and `(.+)` begin that phase", page, re.MULTILINE)
    told = [announced_phase(line, "", binding, pack) for line in lines]
    assert [(each.turn, [phase.id for phase in each.phases]) for each in told if each] == [
        (0, ["fr.movement"]),
        (3, ["fr.combat"]),
    ]


def test_the_map_of_the_page_loads(tmp_path: Path) -> None:
    for _, _, text in blocks("theatres.md", "toml", "text"):
        name = re.match(r"# (\S+)", text)
        assert name is not None
        (tmp_path / name[1]).parent.mkdir(exist_ok=True)
        (tmp_path / name[1]).write_text(text, encoding="utf-8")
    theatre = load_theatre(tmp_path)
    assert theatre.at("0201").values == {"height": "2"}
    assert theatre.features(theatre.at("0102").at, theatre.at("0202").at) == {"river", "road"}
    lines = (tmp_path / "setups" / "start.txt").read_text(encoding="utf-8").splitlines()
    assert parse_position(lines, load_pack(TEACHING), theatre).units[0][0] == "0102"
