"""Counters that lie turned on the table say that they have moved: by 45 degrees on the ground, by 90 by road."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.errors import PackError
from adjudicator.exporters.vassal.box.plan import plan_box
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.tabletop import Player
from adjudicator.identify import Identifier, identify
from adjudicator.importers import read
from adjudicator.judge import adjudicate
from adjudicator.model.binding import Binding
from adjudicator.model.events import Alter, Move
from adjudicator.model.pack import Pack
from adjudicator.model.state import GameState
from adjudicator.packs.verify import verify
from adjudicator.play.session import play_log
from tests.adjudicator.audit.sample_games import rules
from tests.packs.blitz.test_sample_game import GAME

PACK, NETWORK = rules(GAME)
MODULE = read(GAME.module).module
START = read(GAME.folder / "start.vsav", MODULE).state


def counter_of(kind: str) -> str:
    assert START is not None
    position = identify(START, MODULE, PACK, NETWORK)
    return position.unit(kind).counter


def turned(kind: str, *angles: float) -> GameState:
    assert START is not None
    name = counter_of(kind)
    return START.with_counter(replace(START.counters[name], angles=angles))


@pytest.mark.parametrize(
    ("angles", "marks"),
    [
        ((45.0,), {"turned_ground"}),
        ((315.0,), {"turned_ground"}),
        ((90.0,), {"turned_operational"}),
        ((270.0,), {"turned_operational"}),
        ((45.0, 45.0), {"turned_operational"}),
        ((0.0,), set()),
        ((60.0,), set()),
        ((180.0,), set()),
    ],
)
def test_the_turn_of_a_counter_is_a_mark_on_its_unit(angles: tuple[float, ...], marks: set[str]) -> None:
    assert identify(turned("de.11inf", *angles), MODULE, PACK, NETWORK).unit("de.11inf").marks == marks


def test_aircraft_that_lie_turned_say_nothing() -> None:
    assert identify(turned("de.air", 90.0), MODULE, PACK, NETWORK).unit("de.air").marks == frozenset()


def test_the_mark_goes_with_the_unit_and_off_when_the_counter_is_turned_back() -> None:
    assert START is not None
    name = counter_of("de.11inf")
    counter = START.counters[name]
    identifier = Identifier(START, MODULE, PACK, NETWORK)
    identifier.after(Alter(replace(counter, angles=(90.0,)), (("angle", "0", "90"),)))
    assert identifier.position.unit("de.11inf").marks == {"turned_operational"}
    elsewhere = next(each for each in START.placed() if each.spot.location not in ("", counter.spot.location))
    identifier.after(Move(name, counter.spot, elsewhere.spot))
    unit = identifier.position.unit("de.11inf")
    assert unit.marks == {"turned_operational"}
    assert [each.hex for each in identifier.position.markers.values() if each.on == unit.id] == [unit.hex]
    identifier.after(Alter(replace(identifier.state.counters[name], angles=(0.0,)), (("angle", "90", "0"),)))
    assert identifier.position.unit("de.11inf").marks == frozenset()
    assert not [each for each in identifier.position.markers.values() if each.on == "de.11inf"]


def test_a_turn_that_stands_for_no_marker_of_the_pack_is_refused() -> None:
    strange = Binding(facings=(Binding.Facing(degrees=45, marker="asleep"),))
    with pytest.raises(PackError, match="asleep"):
        verify(Pack(**{**_fields(PACK), "bindings": {"vassal": strange}}))


def test_counters_of_our_module_are_turned_in_a_log_as_on_the_table(tmp_path: Path) -> None:
    axis = Player("invented-id-1", "Player 1", "Axis")
    lines = ("turn 2, Axis ground movement", "weather clear", "0405: de.11inf, de.6inf, de.rhs")
    table = LogWriter.set_up(plan_box(PACK, NETWORK.theatre), lines, (axis,))
    table.acting = axis
    table.rotate("de.11inf", 1)
    table.rotate("de.rhs", 6)
    table.record()
    for name in ("de.11inf", "de.6inf", "de.rhs"):
        table.move(name, "0404")
    table.rotate("de.6inf", 7)
    (tmp_path / "some.vlog").write_bytes(table.log())
    log = read(tmp_path / "some.vlog", MODULE).log
    assert log is not None
    play = play_log(log, Identifier(log.start, MODULE, PACK, NETWORK))
    told = {each.rule: each.units for each in adjudicate(play).findings if each.rule in ("bl:2.0.b", "bl:1.7.g")}
    assert told == {"bl:2.0.b": ("de.11inf",), "bl:1.7.g": ("de.rhs",)}
    assert play.end.unit("de.6inf").marks == {"turned_ground"}


def _fields(pack: Pack) -> dict[str, object]:
    return {name: getattr(pack, name) for name in pack.__dataclass_fields__}
