"""Every check shows right and wrong and serves a pack; every rule cites its article and is tried both ways."""

from __future__ import annotations

from functools import cache

import pytest

from adjudicator.analysis.movement.terms import MovementTable
from adjudicator.checks.registry import Check, checks
from adjudicator.findings import Ran, Report
from adjudicator.judge import adjudicate
from adjudicator.model.move_notation import is_move
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack, RuleEntry
from adjudicator.model.tables import load_table
from adjudicator.packs.coverage import unprinted
from adjudicator.packs.folders import BUNDLED
from adjudicator.packs.load import list_packs, load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from tests.cases import all_cases, judged
from tests.helpers import FIXTURES

PACKS = [info.folder.name for info in list_packs()]
FOR_PACKS = {name: load_pack(name) for name in PACKS}
SHOWING = {path.parent.name: load_pack(path.parent) for path in sorted(FIXTURES.glob("packs/*/pack.toml"))}
"""Packs that are only there to show what a pack can say; tests/packs/test_fixture_packs.py tries their rules."""
CHARTS = {
    "thunder_in_the_east": FIXTURES / "cases" / "thunder_in_the_east" / "charts_sample.toml",
    **{name: FIXTURES / "charts" / f"{name}_invented.toml" for name in ("europa", "fire_in_the_east", "sudden_storm")},
}
EVERY_CHECK = {
    (check.package, check.name): check for pack in FOR_PACKS.values() for check in checks(pack.packages).values()
}


def example(text: str, pack: Pack, network: Network) -> Report:
    """A docstring example judged: the lines up to the first move are the position."""
    lines = [line.strip() for line in text.split(";")]
    first = next((i for i, line in enumerate(lines) if is_move(line, pack, network.theatre)), len(lines))
    position = position_from(lines[:first], pack, network)
    return adjudicate(play_moves(lines[first:], position) if first < len(lines) else position)


@cache
def pack_and_network(name: str, *words: str, judged: str = "") -> tuple[Pack, Network]:
    """The pack that examples are judged under, its charts filled with invented values, and the theatre.

    An article that is in force under another reading than that of the pack is `judged` under that.
    """
    shown = (FOR_PACKS | SHOWING)[name]
    options = {word: True for word in words if word in shown.header.options}
    readings = {reading: answer for reading, equals, answer in (word.partition("=") for word in words) if equals}
    theatres = [word for word in words if word not in options and "=" not in word]
    beside = FIXTURES / "theatres" / theatres[0] if theatres else None
    leant = [
        reading.partition("=") for rule in shown.rules.values() if rule.check == judged for reading in rule.readings
    ]
    readings |= {
        name: choices.split("|")[0]
        for name, _, choices in leant
        if ":" in judged and choices and shown.chosen[name] not in choices.split("|")
    }
    pack = load_pack(shown.folder, readings, CHARTS.get(name), options)
    return pack, Network.of(load_theatre_for(pack, beside or ""))


def found_by(check: Check, text: str) -> list[str]:
    """What rules bound to a check find in an example."""
    pack, network = pack_and_network(*check.under, judged=check.name)
    rules = {f"{pack.header.short}:{rule.id}" for rule in pack.rules.values() if rule.check == check.name}
    return [
        f"{finding.rule} {finding.because}"
        for finding in example(text, pack, network).findings
        if finding.rule in rules
    ]


@pytest.mark.parametrize("check", EVERY_CHECK.values(), ids=lambda check: check.name)
def test_a_checks_examples_say_what_it_does(check: Check) -> None:
    assert check.examples("Legal")
    assert check.examples("Illegal")
    for text in check.examples("Legal"):
        assert found_by(check, text) == [], text
    for text in check.examples("Illegal"):
        assert found_by(check, text), text


def test_every_check_serves_a_pack() -> None:
    used = {
        (checks(pack.packages)[rule.check].package, rule.check)
        for pack in (FOR_PACKS | SHOWING).values()
        for rule in pack.rules.values()
        if rule.check
    }
    assert EVERY_CHECK.keys() - used == set()


def test_no_line_of_a_pack_is_longer_than_people_read() -> None:
    long = [
        f"{path.relative_to(BUNDLED)}:{number}"
        for path in sorted(BUNDLED.rglob("*.toml"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 200
    ]
    assert long == []


def test_no_check_has_more_terms_than_a_reader_holds() -> None:
    assert [check.name for check in EVERY_CHECK.values() if len(check.terms.model_fields) > 6] == []


def test_a_shared_check_lies_in_the_module_of_its_name() -> None:
    """Else no rule would find it."""
    assert {name: each.judge.__module__ for name, each in checks().items()} == {
        name: f"adjudicator.checks.{name}" for name in checks()
    }


def test_a_check_of_another_series_is_not_known() -> None:
    assert "placement.schedule" in checks(FOR_PACKS["fire_in_the_east"].packages)
    assert "placement.schedule" not in checks(FOR_PACKS["thunder_in_the_east"].packages)
    assert "placement.schedule" not in checks()


@cache
def reports(pack: str) -> list[Report]:
    return [judged(filed) for filed in all_cases(pack)]


def rules() -> list[tuple[str, str]]:
    """Every rule of every pack; what a pack has from the one it extends, word for word, is tried there."""
    return [
        (name, rule.id)
        for name, pack in FOR_PACKS.items()
        for rule in pack.rules.values()
        if not rule.retired and rule != parents_rule(pack, rule.id)
    ]


def parents_rule(pack: Pack, rule: str) -> RuleEntry | None:
    parent = FOR_PACKS.get(pack.header.extends)
    return parent.rules.get(rule) if parent else None


@pytest.mark.parametrize(("pack", "rule"), rules())
def test_a_rule_is_cited_and_tried_both_ways(pack: str, rule: str) -> None:
    entry = FOR_PACKS[pack].rules[rule]
    assert FOR_PACKS[pack].cite(rule).book
    assert entry.says
    if not entry.check:
        return
    name = f"{FOR_PACKS[pack].header.short}:{rule}"
    broken, kept = tried_both_ways(pack)
    assert name in broken, "no case breaks it"
    # a verdict that waits for a text that this printing lacks is a doubt at best
    if not unprinted(FOR_PACKS[pack], entry):
        assert name in kept, "no case keeps it"


@cache
def tried_both_ways(pack: str) -> tuple[frozenset[str], frozenset[str]]:
    """The rules that some case of a pack breaks, and those that some case surely keeps."""
    broken: set[str] = set()
    kept: set[str] = set()
    for report in reports(pack):
        here = {finding.rule for finding in report.findings}
        broken |= here
        kept |= {each.rule for each in report.coverage if each.ran == Ran.JUDGED} - here
    return frozenset(broken), frozenset(kept)


JUDGED = ("fire_in_the_east", "sudden_storm", "blitz_in_the_east", "two_rivers")


@pytest.mark.parametrize("pack", JUDGED)
def test_every_article_that_a_pack_decides_is_tried_both_ways_in_its_own_cases(pack: str) -> None:
    """By a rule of its id, or one that covers it: broken in a case (a reminder of what is owed will do), kept in another."""
    found = FOR_PACKS[pack]
    short = found.header.short
    broken, kept = tried_both_ways(pack)
    for article in found.catalogue:
        rules = [rule.id for rule in found.rules.values() if rule.check and article in (rule.id, *rule.covers)]
        names = {f"{short}:{rule}" for rule in rules}
        assert not names or names & broken, f"no case breaks {article}"
        assert not names or names & kept, f"no case keeps {article}"


@pytest.mark.parametrize("pack", JUDGED)
def test_every_bar_to_movement_stops_somebody_in_a_case(pack: str) -> None:
    said = " ".join(each.because for report in reports(pack) for each in report.findings)
    bars = load_table(FOR_PACKS[pack], "movement", MovementTable).forbid
    assert [row.why for row in bars if row.why and row.why not in said] == []


def test_ids_are_unique_across_packs_and_cases() -> None:
    shorts = [pack.header.short for pack in FOR_PACKS.values()]
    assert len(set(shorts)) == len(shorts)
    names = [filed.name for filed in all_cases()]
    assert len(set(names)) == len(names)
