"""A hex whose terrain nobody has told: what hangs on it is open, what does not stays as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.ground import ground_at
from adjudicator.findings import Verdict
from adjudicator.judge import legality
from adjudicator.model.network import BLANK, Network
from adjudicator.model.theatre import UNKNOWN_TERRAIN
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.position import Position
from adjudicator.terms.where import Where

PACK = load_pack("two_rivers")
THEATRE = load_theatre_for(PACK)
TOLD = Network.of(THEATRE)
UNTOLD = Network.of(
    replace(THEATRE, hexes={at: replace(each, terrain=UNKNOWN_TERRAIN) for at, each in THEATRE.hexes.items()})
)
MARSH = next(entry.number for entry in TOLD.hexes if entry.terrain == "marsh")


def _position(network: Network) -> Position:
    return position_from(["turn 2, French movement", "weather clear", "0405: fr.1inf", "0106: fr.2inf"], PACK, network)


@pytest.mark.parametrize(
    "where",
    [
        Where(terrains=frozenset({"marsh"})),
        Where(tags=frozenset({"marsh"})),
        Where(without=frozenset({"clear"})),
        Where(tags=frozenset({"marsh"}), without=frozenset({"clear"})),
    ],
)
def test_terms_that_ask_of_terrain_are_open(where: Where) -> None:
    told, untold = ground_at(_position(TOLD)), ground_at(_position(UNTOLD))
    i = TOLD.index[MARSH]
    assert where.fits(told, i).is_yes
    assert where.fits(untold, i).missing == (f"the terrain of {MARSH}",)
    assert where.mask(untold).at(i).is_open


def test_terms_that_ask_of_nothing_else_are_not() -> None:
    where = Where(hexes=frozenset({MARSH}))
    assert where.fits(ground_at(_position(UNTOLD)), TOLD.index[MARSH]).is_yes


@pytest.mark.parametrize(
    ("move", "told", "untold"),
    [
        ("fr.1inf 0405-0505-0604", Verdict.LEGAL, Verdict.UNDETERMINED),
        ("fr.1inf 0405-1405", Verdict.ILLEGAL, Verdict.ILLEGAL),
        ("fr.2inf 0106-0206", Verdict.LEGAL, Verdict.LEGAL),
    ],
    ids=("across country", "farther than any ground allows", "along a road"),
)
def test_moves_over_untold_ground_are_undetermined(move: str, told: Verdict, untold: Verdict) -> None:
    for network, verdict in ((TOLD, told), (UNTOLD, untold)):
        (act,) = play_moves([move], _position(network)).acts
        assert legality(act).verdict is verdict


def test_a_word_that_is_a_tag_of_the_map_is_no_terrain() -> None:
    tag = next(iter(TOLD.tag_bits))
    assert UNTOLD.tagged([tag]).certain
    assert UNTOLD.tagged(["marsh"]).missing == (BLANK,)
    assert TOLD.tagged(["marsh"]).at(TOLD.index[MARSH]).is_yes
