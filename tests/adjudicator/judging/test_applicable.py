"""A rule about acts is asked only of acts of the kinds that its check declares; what declares none is asked of all."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator.findings import Ran
from adjudicator.judge import adjudicate
from adjudicator.judging.applicable import Rule, applicable_rules, rules_in_force
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import Play
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act
from adjudicator.terms.act import known_kinds
from tests.cases import Filed, all_cases, network_of, pack_of

PACK = load_pack("two_rivers")
COMBAT = next(PACK.header.sequence.kinds("combat"))


def asked(kind: str, pack: Pack = PACK) -> set[str]:
    """The checks that are asked of an act of a kind."""
    return {each.rule.check.name for each in applicable_rules(pack, Act, Moment(1, COMBAT), kind).asked}


def test_a_rule_about_attacks_is_asked_of_attacks_alone() -> None:
    assert {kind for kind in known_kinds(PACK) if "combat.adjacent" in asked(kind)} == {"attack"}


def test_rules_about_moves_are_asked_of_the_modes_of_the_pack() -> None:
    assert {kind for kind in known_kinds(PACK) if "movement.terrain" in asked(kind)} >= {"move", "overrun"}
    assert "movement.terrain" not in asked("flip") | asked("attack")


def test_what_declares_no_kind_is_asked_of_every_act() -> None:
    assert all("weather.changes" in asked(kind) for kind in known_kinds(PACK))


def test_a_rule_that_holds_in_other_phases_is_on_no_list() -> None:
    timed = next(rule for rule in rules_in_force(PACK) if rule.phases and rule.phases.isdisjoint(COMBAT.names))
    listed = applicable_rules(PACK, timed.check.examines, Moment(1, COMBAT), "move")
    assert timed.entry.id not in {*(each.rule.entry.id for each in listed.asked), *listed.unasked}


def test_what_forbids_something_outright_is_kept_by_all_else() -> None:
    blitz = load_pack("blitz_in_the_east")
    never = next(rule for rule in rules_in_force(blitz) if rule.check.outright and not rule.phases)
    given = ["turn 2, Axis ground movement", "weather clear", "0405: de.11inf"]
    position = position_from(given, blitz, Network.of(load_theatre_for(blitz)))
    report = adjudicate(play_moves(["de.11inf 0405-0404"], position))
    row = next(each for each in report.coverage if each.rule == f"bl:{never.entry.id}")
    assert (row.ran, row.why) == (Ran.JUDGED, "1 act looked at: none broken")


def of_two_rivers() -> tuple[Filed, ...]:
    return tuple(filed for filed in all_cases("two_rivers") if filed.case.moves)


@pytest.mark.parametrize("filed", of_two_rivers(), ids=lambda filed: filed.name)
def test_no_rule_would_find_anything_in_acts_of_other_kinds(filed: Filed) -> None:
    pack = pack_of(filed)
    play = play_moves(filed.case.moves, position_from(filed.case.given, pack, network_of(filed)))
    assert [(act.kind, rule.entry.id) for act, rule in unasked(pack, play) if finds(rule, act)] == []


def unasked(pack: Pack, play: Play) -> Iterator[tuple[Act, Rule]]:
    """Each act with the rules that are not asked of it."""
    rules = {rule.entry.id: rule for rule in rules_in_force(pack)}
    for act in play.acts:
        listed = applicable_rules(pack, Act, act.moment, act.kind)
        yield from ((act, rules[name]) for name in listed.unasked)


def finds(rule: Rule, act: Act) -> bool:
    return any(breach.broken.possible for breach in rule.check.judge(act, rule.terms))
