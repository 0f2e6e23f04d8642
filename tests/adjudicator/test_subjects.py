"""A rule whose subject never occurred says so; one that met its subject and found nothing says that none is broken."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.checks.registry import check, checks
from adjudicator.errors import PackError
from adjudicator.findings import Finding, Ran
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.model.theatre import Table
from adjudicator.packs.load import list_packs, load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act

PACK = load_pack("two_rivers")
NETWORK = Network.of(load_theatre_for(PACK))
HAPPENED = (Ran.NOT_APPLICABLE, "nothing it judges happened")
LIES = (Ran.NOT_APPLICABLE, "nothing it judges is on the map")
COMBAT = "turn 2, French combat; 0805: fr.1inf; 0804: au.1inf"
MARCH = "turn 2, French movement; 0805: fr.1inf"


def rule_by(name: str) -> str:
    """The first rule of Two Rivers that a check judges."""
    return next(rule.id for rule in PACK.rules.values() if rule.check == name)


def became(rule: str, given: str, moves: str = "") -> tuple[Ran, str]:
    """What the coverage says of a rule."""
    position = position_from([line.strip() for line in given.split(";")], PACK, NETWORK)
    report = adjudicate(play_moves([line.strip() for line in moves.split(";")], position) if moves else position)
    return next((each.ran, each.why) for each in report.coverage if each.rule == f"two:{rule}")


def test_a_rule_about_attacks_says_that_there_was_none() -> None:
    adjacent = rule_by("combat.adjacent")
    assert became(adjacent, COMBAT, "attack 0804: fr.1inf") == (Ran.JUDGED, "1 act looked at: none broken")
    assert became(adjacent, COMBAT, "flip fr.1inf/2") == HAPPENED


def test_a_rule_about_some_units_says_that_none_of_them_is_there() -> None:
    assert became("3.8b", MARCH) == LIES
    assert became("3.8b", f"{MARCH}; 0806: fr.1art") == (Ran.JUDGED, "1 position looked at: none broken")


def test_a_rule_about_a_phase_says_that_nothing_of_its_kind_was_done_in_it() -> None:
    once = rule_by("combat.once")
    assert became(once, COMBAT, "attack 0804: fr.1inf") == (Ran.JUDGED, "1 phase looked at: none broken")
    assert became(once, COMBAT, "flip fr.1inf/2") == HAPPENED


def test_a_rule_about_markers_says_that_none_lies_there() -> None:
    assert became("3.7", MARCH) == LIES
    assert became("3.7", f"{MARCH}; 0806: +fort") == (Ran.JUDGED, "1 position looked at: none broken")


def test_every_check_on_acts_says_which_it_is_about() -> None:
    every = {each.name: each for info in list_packs() for each in checks(load_pack(info.id).packages).values()}
    on_acts = [each for each in every.values() if each.examines is Act]
    assert on_acts
    assert [each.name for each in on_acts if not (each.acts or each.acts_in or each.markers_in or each.met)] == []


def test_the_acts_that_a_check_names_are_acts() -> None:
    packs = [load_pack(info.id) for info in list_packs()]
    words = {each.word for each in subclasses(Act)} | {mode for pack in packs for mode in pack.modes}
    named = {
        word
        for pack in packs
        for each in checks(pack.packages).values()
        for word in (each.acts(pack) if callable(each.acts) else each.acts)
    }
    assert named - words == set()


def subclasses(kind: type[Act]) -> Iterator[type[Act]]:
    """Every type of act below one."""
    for each in kind.__subclasses__():
        yield from (each, *subclasses(each))


def test_a_check_cannot_name_its_acts_by_a_term_that_it_lacks() -> None:
    class Most(Table):
        most: int = 1

    def judge(act: Act, terms: Most) -> Iterator[Finding]:
        yield from ()

    with pytest.raises(PackError, match="has no term kinds"):
        check("a.test", Most, acts_in=("kinds",))(judge)
