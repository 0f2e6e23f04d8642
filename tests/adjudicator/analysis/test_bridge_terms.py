"""Each term of bridges.toml on a corridor: what a bridge is, which markers close or make one, and who holds it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.analysis.bridges import bridge_holder, remember_bridges
from adjudicator.analysis.crossings import NO_CROSSINGS, crossed, crossings, in_force, is_bridge, is_down
from adjudicator.analysis.ownership import Owner
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.sequence import Phase, Sequence
from adjudicator.model.theatre import Place
from adjudicator.persistent import PersistentMap
from adjudicator.record.acts import Movement
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import marker, pack, position, theatre

CITY = Place(name="City", hex="0000", kinds=frozenset({"city"}), owner="red")
WATER = {"0200-0300": "river rail", "0400-0500": "river", "0500-0600": "rail", "0600-0700": "river rail"}
MAP = Network.of(
    theatre("........", WATER, (CITY,), tags={"0200": "west", "0300": "west", "0600": "west", "0700": "east"})
)
BRIDGES = """
lines = ['rail']
over = ['river']
down = [{ kinds = ['hit'], least = 3 }, { kinds = ['blown'] }]
built = [{ kinds = ['pontoon'], gives = ['span'] }, { kinds = ['raft'], gives = ['ferry'] }]
"""
CONTROL = "[starts]\nwest = 'red'\neast = 'blue'\n[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n"
SNOW = "when = { conditions = { weather = ['snow'] } }\n"
UNTOLD = Owner.untold("who controlled both 0200 and 0300 last")
ORDER = Sequence(
    phases=tuple(
        Phase(id=name, name=name, kind=name, side=side)
        for name, side in (("weather", ""), ("red march", "red"), ("red fight", "red"), ("blue march", "blue"))
    )
)


def start(
    *units: str, bridges: str = BRIDGES, weather: str = "clear", phase: str = "red march", turn: int = 1
) -> Position:
    rules = pack(bridges=bridges, control=CONTROL)
    rules = replace(rules, header=rules.header.model_copy(update={"sequence": ORDER}))
    at = position(MAP, rules, *units, weather=weather)
    at = at if weather else replace(at, moment=replace(at.moment, conditions=()))
    return replace(at, moment=replace(at.moment, turn=turn, phase=ORDER.phase(phase)))


def with_on(at: Position, *texts: str) -> Position:
    """The position with markers on hexsides: "hit 0200-0300 2" (its value), "hit 0200" (on which side nobody tells)."""
    for count, text in enumerate(texts):
        kind, where, *worth = text.split()
        one, _, other = where.partition("-")
        made = marker(f"- {kind} {one}", count)
        tags = frozenset() if "ground" in worth else frozenset({"hexside"})
        value = next((int(word) for word in worth if word.isdigit()), 0)
        made = replace(made, type=made.type.model_copy(update={"tags": tags, "value": value}), beyond=other)
        at = at.with_marker(made)
    return at


@pytest.mark.parametrize(
    ("markers", "ends", "found"),
    [
        ((), "0200-0300", True),
        ((), "0300-0200", True),
        ((), "0400-0500", False),  # a river without a line
        ((), "0500-0600", False),  # a line without a river
        ((), "0100-0200", False),
        (("pontoon 0400-0500",), "0400-0500", True),
        (("pontoon 0400-0500",), "0500-0400", True),
        (("raft 0400-0500",), "0400-0500", True),
        (("hit 0400-0500",), "0400-0500", False),
        (("pontoon 0100-0200",), "0400-0500", False),
    ],
)
def test_what_is_a_bridge(markers: tuple[str, ...], ends: str, found: bool) -> None:
    assert is_bridge(with_on(start(), *markers), *ends.split("-")) is found


@pytest.mark.parametrize(
    ("markers", "down"),
    [
        ((), False),
        (("blown 0200-0300",), True),
        (("blown 0300-0200",), True),
        (("blown 0600-0700",), False),
        (("pontoon 0200-0300",), False),
        (("hit 0200-0300 2",), False),
        (("hit 0200-0300 3",), True),
        (("hit 0200-0300 2", "hit 0200-0300 1"), True),
        (("hit 0200-0300", "hit 0200-0300"), False),
        (("hit 0200-0300", "hit 0200-0300", "hit 0300-0200"), True),
        (("hit 0200-0300 2", "pontoon 0200-0300 4"), False),
    ],
)
def test_a_bridge_is_down_by_its_marker_or_by_three_hits(markers: tuple[str, ...], down: bool) -> None:
    assert is_down(with_on(start(), *markers), "0200", "0300") is down
    assert is_down(with_on(start(), *markers), "0300", "0200") is down


def features(at: Position, one: str, other: str) -> set[str]:
    network = crossed(at).network
    there, back = (network.hexside(network.index[a], network.index[b]) for a, b in ((one, other), (other, one)))
    assert there == back
    return set(there)


@pytest.mark.parametrize(
    ("markers", "ends", "found"),
    [
        ((), "0200-0300", {"river", "rail"}),
        (("blown 0200-0300",), "0200-0300", {"river"}),
        (("blown 0300-0200",), "0200-0300", {"river"}),
        (("blown 0200-0300",), "0600-0700", {"river", "rail"}),
        (("hit 0200-0300 2",), "0200-0300", {"river", "rail"}),
        (("pontoon 0400-0500",), "0400-0500", {"river", "span"}),
        (("pontoon 0400-0500", "raft 0400-0500"), "0400-0500", {"river", "span", "ferry"}),
        (("pontoon 0200-0300", "blown 0200-0300"), "0200-0300", {"river", "span"}),
        (("blown 0200-0300 ground",), "0200-0300", {"river", "rail"}),
        (("other 0200-0300",), "0200-0300", {"river", "rail"}),
    ],
)
def test_what_markers_leave_of_a_hexside(markers: tuple[str, ...], ends: str, found: set[str]) -> None:
    assert features(with_on(start(), *markers), *ends.split("-")) == found


def test_what_a_bridge_loses_may_be_said() -> None:
    table = BRIDGES + "takes = ['river']\n"
    assert features(with_on(start(bridges=table), "blown 0200-0300"), "0200", "0300") == {"rail"}


def test_what_is_down_and_what_nobody_tells_the_hexside_of() -> None:
    at = start()
    index = at.network.index
    ends, others = (index["0200"], index["0300"]), (index["0600"], index["0700"])
    down = crossings(with_on(at, "blown 0200-0300", "hit 0600-0700 2"))
    assert down.down == {ends, ends[::-1]} and not down.open
    assert set(down.changed) == {ends, ends[::-1], others, others[::-1]}
    somewhere = crossings(with_on(at, "blown 0300"))
    assert somewhere.open == {ends, ends[::-1]} and not somewhere.down and not somewhere.changed
    assert crossings(with_on(at, "blown 0400")) == NO_CROSSINGS  # no bridge is near
    assert crossings(with_on(at, "blown 9999-0300")) is crossings(at) is NO_CROSSINGS
    assert crossed(at) is at
    assert crossed(with_on(at, "hit 0600-0700 2")).network is at.network  # nothing is otherwise than printed


@pytest.mark.parametrize(
    ("table", "weather", "found"),
    [
        (BRIDGES, "clear", True),
        (SNOW + BRIDGES, "clear", False),
        (SNOW + BRIDGES, "snow", True),
        (SNOW + BRIDGES, "", True),
        ("lines = ['rail']\n", "clear", False),
        ("built = [{ kinds = ['pontoon'] }]\n", "clear", True),
        ("over = ['river']\n", "clear", True),
    ],
)
def test_when_bridges_count_at_all(table: str, weather: str, found: bool) -> None:
    assert in_force(start(bridges=table, weather=weather)) is found


def test_out_of_force_or_out_of_season_markers_change_nothing() -> None:
    shut = with_on(start(bridges=SNOW + BRIDGES), "blown 0200-0300")
    assert crossings(shut) is NO_CROSSINGS
    winter = BRIDGES.replace(
        "{ kinds = ['blown'] }", "{ kinds = ['blown'], when = { conditions = { weather = ['snow'] } } }"
    )
    for weather, down in (("clear", False), ("snow", True), ("", True)):
        assert is_down(with_on(start(bridges=winter, weather=weather), "blown 0200-0300"), "0200", "0300") is down


@pytest.mark.parametrize(
    ("units", "kept", "history", "holder"),
    [
        ((), None, "whole", Owner("red")),
        (("blue leg 0200",), None, "whole", Owner("red")),
        (("blue leg 0200", "blue leg 0300"), None, "whole", Owner("blue")),
        (("red leg 0200",), "blue", "whole", Owner("red")),
        (("blue leg 0200",), "blue", "", Owner("blue")),
        (("blue leg 0200",), None, "", UNTOLD),
        (("blue leg 0200", "blue leg 0300"), None, "", Owner("blue")),
    ],
)
def test_who_holds_a_bridge(units: tuple[str, ...], kept: str | None, history: str, holder: Owner) -> None:
    at = start(*units, phase="blue march", turn=2)
    control = PersistentMap({} if kept is None else {"0200-0300": kept})
    conditions = (("history", history),) if history else ()
    at = replace(at, control=control, moment=replace(at.moment, conditions=conditions))
    assert bridge_holder(at, "0200", "0300") == holder


@pytest.mark.parametrize(
    ("phase", "turn", "stage", "told"),
    [
        ("red march", 1, "", True),
        ("red fight", 1, "", True),
        ("blue march", 1, "", False),
        ("red march", 2, "", False),
        ("red march", 1, "setup", False),
        ("", 1, "", False),
    ],
)
def test_in_the_first_player_turn_the_first_owners_are_known(phase: str, turn: int, stage: str, told: bool) -> None:
    at = start("blue leg 0200", phase=phase, turn=turn)
    conditions = (("stage", stage),) if stage else ()
    at = replace(at, moment=replace(at.moment, conditions=conditions))
    assert bridge_holder(at, "0200", "0300") == (Owner("red") if told else UNTOLD)
    assert bridge_holder(replace(at, joined=True), "0200", "0300") == UNTOLD


def test_a_bridge_on_the_border_is_nobodys_and_one_between_unknown_hexes_nobody_can_tell() -> None:
    at = start()
    assert bridge_holder(at, "0600", "0700") == Owner("")
    assert bridge_holder(at, "0400", "0500").told == Known.open("who controlled both 0400 and 0500 last")
    assert bridge_holder(at, "0300", "0400").told == Known.open("who controlled both 0300 and 0400 last")


def went(at: Position, name: str, *way: str) -> dict[str, str]:
    """Which bridges are remembered after a unit moved, and whose."""
    after = at.moved(name, way[-1])
    act = Movement(before=at, after=after, units=(name,), way=way)
    return {key: side for key, side in remember_bridges(after, act).control.items() if "-" in key}


@pytest.mark.parametrize(
    ("units", "way", "found"),
    [
        (("blue leg 0100", "blue leg 0300"), ("0100", "0200"), {"0200-0300": "blue"}),
        (("blue leg 0100", "red leg 0300"), ("0100", "0200"), {"0200-0300": "red"}),  # before the move both were red's
        (("blue leg 0200", "blue leg 0300"), ("0200", "0100"), {"0200-0300": "blue"}),
        (("blue leg 0500", "blue leg 0700"), ("0500", "0600"), {"0600-0700": "blue"}),
        (("red leg 0500",), ("0500", "0400"), {"0200-0300": "red"}),
        (("red leg 0000",), ("0000", "0000"), {}),
        (("blue leg 0500",), ("0500", "0600"), {"0600-0700": "blue"}),  # the far end was blue's from the first
        (("red leg 0100", "blue leg 0200"), ("0100", "0000"), {}),
    ],
)
def test_who_came_to_hold_both_ends_is_remembered(
    units: tuple[str, ...], way: tuple[str, ...], found: dict[str, str]
) -> None:
    assert went(start(*units), "blue0" if units[0].startswith("blue") else "red0", *way) == found


@pytest.mark.parametrize(
    ("table", "changed"),
    [
        ("down = [{ kinds = ['blown'] }]\n", True),
        ("built = [{ kinds = ['blown'], gives = ['span'] }]\n", True),
        ("", False),
    ],
)
def test_a_table_may_close_bridges_or_make_them(table: str, changed: bool) -> None:
    at = with_on(start(bridges="lines = ['rail']\nover = ['river']\n" + table), "blown 0200-0300")
    assert bool(crossings(at).changed) is changed


def test_a_unit_that_is_gone_still_shows_where_it_went() -> None:
    at = start("blue leg 0200", "blue leg 0300")
    act = Movement(before=at, after=at, units=("gone",), way=("0100", "0200"))
    assert dict(remember_bridges(at, act).control) == {"0200-0300": "blue"}


def test_nothing_is_remembered_where_bridges_do_not_count() -> None:
    assert went(start("red leg 0100", bridges=SNOW + BRIDGES), "red0", "0100", "0200") == {}
    at = start()
    act = Movement(before=at, after=at, units=(), way=("0200", "0300"))
    assert remember_bridges(at, act) is at
