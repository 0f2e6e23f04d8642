"""A rule that leans on articles which nothing judges yet: in doubt until they are judged, whatever it finds."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.findings import Severity
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.packs.coverage import lacking
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from tests.helpers import FIXTURES

JUDGED = load_pack("sudden_storm", charts=FIXTURES / "charts" / "sudden_storm_invented.toml")
NETWORK = Network.of(load_theatre_for(JUDGED, "dvina_line"))
UNTOLD = ["30J.b"]


def _undone() -> Pack:
    """The pack as if nothing judged yet what cities add to their defense, on which the odds of overruns hang."""
    article = JUDGED.catalogue["30J.b"].model_copy(update={"computed_by": ""})
    odds = JUDGED.rules["13.d"].model_copy(update={"leans_on": tuple(UNTOLD)})
    return replace(JUDGED, catalogue={**JUDGED.catalogue, "30J.b": article}, rules={**JUDGED.rules, "13.d": odds})


PACK = _undone()


def _overrun(pack: Pack, victim: str) -> list[Severity]:
    """What is said by 13.d of an overrun by two panzer divisions of one rifle unit."""
    lines = [
        "turn 5, German Movement Phase",
        "weather clear",
        "severe no",
        "1B/2915: ge.1pz, ge.6pz",
        f"1B/2914: {victim}",
    ]
    moves = ["overrun ge.1pz, ge.6pz 1B/2915-1B/2914", f"remove {victim}"]
    report = adjudicate(play_moves(moves, position_from(lines, pack, NETWORK)))
    return [finding.severity for finding in report.findings if finding.rule == "sust:13.d"]


def _told() -> Pack:
    """The pack if its rule 13.d decided all that it leans on."""
    rules = {
        name: rule.model_copy(update={"covers": (*rule.covers, *rule.leans_on)}) for name, rule in PACK.rules.items()
    }
    return replace(PACK, rules=rules)


def test_the_articles_are_named() -> None:
    missing = lacking(PACK, PACK.rules["13.d"])
    assert all(name in missing for name in UNTOLD)
    assert missing.startswith("what no rule judges yet: 30J.b (Intrinsic defense attributes)")
    assert lacking(_told(), _told().rules["13.d"]) == ""


@pytest.mark.parametrize(("victim", "told"), [("so.1mg", []), ("so.10rif", [Severity.VIOLATION])])
def test_odds_are_in_doubt_until_all_they_hang_on_is_judged(victim: str, told: list[Severity]) -> None:
    assert _overrun(PACK, victim) == [Severity.DOUBT]
    assert _overrun(_told(), victim) == told
