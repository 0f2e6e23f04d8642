"""Factories sent off by rail (Fire in the East 31D)."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from adjudicator.analysis.situation import Situation
from adjudicator.findings import Finding
from adjudicator.packs.europa.rules import factories
from adjudicator.packs.europa.rules.factories import factories_sent_away
from adjudicator.record.acts import Act, Lifted
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from tests.adjudicator.analysis.maps import blank, pack, position, theatre
from tests.packs.europa.small import at_moment, breaches, counter, missing, network, sure, with_blank

RULES = pack(control="[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n")
FROM_TURN_2 = When(phases=frozenset({"initial"}), phasing="own", first_turn=2)
IN_A_FOREST = Situation(where=Where(terrains=frozenset({"forest"})))


def sending(
    number: str = "0101",
    *,
    turn: int = 2,
    phase: str = "initial",
    side: str = "red",
    kind: str = "factory",
    drawn: str = "forest",
    owner: str = "red",
) -> list[Finding]:
    given = theatre("..\n.f") if drawn == "forest" else theatre(blank(2, 2))
    known = network(with_blank(given, "0101") if drawn == "blank" else given)
    bare = at_moment(position(known, RULES, control={"0101": owner, "0000": owner}), turn, phase, side)
    before = bare.with_marker(counter("f", kind, number))
    act: Act = Lifted(before=before, after=bare, where=number, marker_ids=("f",))
    with patch.object(factories, "RAIL_TO_THE_EAST", IN_A_FOREST):
        return breaches(factories_sent_away(act, FROM_TURN_2))


@pytest.mark.parametrize(
    ("turn", "phase", "side", "wrong"),
    [
        (2, "initial", "red", 0),
        (1, "initial", "red", 1),
        (2, "move", "red", 1),
        (1, "move", "blue", 0),
    ],
)
def test_a_factory_leaves_at_its_time(turn: int, phase: str, side: str, wrong: int) -> None:
    """31D3: in its side's own turn; in the enemy's it is lost, not sent."""
    found = sending(turn=turn, phase=phase, side=side)
    assert sure(found) == wrong
    if wrong:
        assert f"leaves 0101 in the {phase}; allowed only" in found[0].because


def test_a_factory_leaves_from_where_a_line_leads() -> None:
    assert sure(sending(drawn="clear")) == 1
    assert "from which no line leads" in sending(drawn="clear")[0].because
    assert missing(sending(drawn="blank")) == ("the terrain of 0101",)


def test_in_enemy_hands_a_factory_is_lost() -> None:
    """Where nobody knows whose the hex is, either may have come about."""
    assert sending(drawn="clear", owner="blue") == []
    assert sending(turn=1, owner="blue") == []
    assert missing(sending(turn=1, owner="?")) == ("control of 0101",)
    assert missing(sending(drawn="clear", owner="?")) == ("control of 0101",)
    assert sending(owner="?") == []


def test_other_markers_leave_as_they_please() -> None:
    assert sending(turn=1, kind="fort") == []
    assert sending("9999", turn=1) == []


def test_when_nobody_knows_the_moment_a_departure_is_open() -> None:
    assert missing(sending(turn=0, phase="initial")) == ("the turn",)
    (unknown,) = sending(phase="", side="")
    assert unknown.broken.is_open
    assert "in the unknown phase" in unknown.because
