"""An overrun that players tell in the chat is judged by the die that they tell with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator import importers
from adjudicator.exporters.vassal.box import build_module
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.tabletop import Player
from adjudicator.identify import Identifier
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.packs.load import load_pack, load_theatre_for
from adjudicator.play.session import play_log
from tests.adjudicator.audit import game
from tests.helpers import FIXTURES

PLAYERS = (Player("invented-id-1", "Anne", "Axis"), Player("invented-id-2", "Bruno", "Soviet"))
START = ("turn 1, Axis Special Movement Step", "weather clear", "season summer", "1616: ax.24pz", "1716: sov.30rc/2")


@pytest.mark.parametrize(("told", "found"), [("die 2, success", True), ("die 6, success", False)])
def test_a_result_that_the_die_does_not_give_is_found(told: str, found: bool, tmp_path: Path) -> None:
    pack = load_pack("thunder_in_the_east", charts=FIXTURES / "cases" / "thunder_in_the_east" / "charts_sample.toml")
    theatre = load_theatre_for(pack, "smolensk_corridor")
    folder = load_pack("thunder_in_the_east").folder / "theatres" / "smolensk_corridor"
    box = build_module(pack, theatre, tmp_path / "corridor.vmod", folder=folder, height=40)
    table = LogWriter.set_up(box, START, PLAYERS)
    table.acting = PLAYERS[0]
    table.record()
    table.move("ax.24pz", "1716")
    table.say(f"overrun 1716: ax.24pz; {told}")
    table.remove("sov.30rc")
    module = game.module_of(tmp_path / "corridor.vmod")
    log = importers.read(game.write(tmp_path / "overrun.vlog", table.log()), module).log
    assert log is not None
    play = play_log(log, Identifier(log.start, module, pack, Network.of(theatre)))
    rules = {finding.rule for finding in adjudicate(play).findings}
    assert ("tite:17.2d" in rules) is found
