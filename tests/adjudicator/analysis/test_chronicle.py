"""What an act leaves to be remembered, and what is taken on the way: told act by act on a corridor."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from adjudicator.analysis.captures import remember
from adjudicator.analysis.chronicle import noted
from adjudicator.analysis.history import moved_so
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.record.acts import Act, Attack, Claim, Declaration, Laid, Lifted, Movement, Retreat, Transfer
from adjudicator.record.memory import Begun, FoughtBattle, Memory, Tenure, Went
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import marker, pack, position, theatre

CITY = Place(name="City", hex="0200", kinds=frozenset({"city"}), owner="red")
FREE = Place(name="Free", hex="0400", kinds=frozenset({"city"}))
MAP = Network.of(theatre("........", {}, (CITY, FREE), tags={"0500": "site", "0600": "old west", "0700": "west"}))
GROUND = """
built = { turn = 9, by = "red", delay = 0 }
[[change]]
hexes = ["site"]
built = true
gains = ["fort"]
[[change]]
hexes = ["old"]
once = "blue"
gains = ["ruin"]
"""
CONTROL = """
[takes]
without_tags = ['ghost']
[starts]
west = 'red'
[[test]]
by = 'occupation'
[[test]]
by = 'history'
"""
COUNTED = "[counted]\nboxes = ['camp']\nphases = ['count']\n"


def start(*units: str, turn: int = 3, phase: str = "march", weather: str = "clear", phasing: str = "red") -> Position:
    rules = pack(ground=GROUND, control=CONTROL, spending=COUNTED)
    at = position(MAP, rules, *units, phase=phase, weather=weather, phasing=phasing)
    return replace(at, moment=replace(at.moment, turn=turn))


def moved(at: Position, name: str, *way: str, kind: type[Movement | Retreat] = Movement) -> Act:
    after = remember(at.moved(name, way[-1]), at, (name,), way)
    return kind(before=at, after=after, units=(name,), way=way)


def after(act: Act) -> Memory:
    return noted(act.after, act).memory


@pytest.mark.parametrize(
    ("unit", "way", "ever", "lost", "taken"),
    [
        ("blue leg 0100", ("0100", "0200"), {("blue", "0200")}, {"City"}, {("blue", "0200"): 3}),
        ("blue leg 0100", ("0100", "0200", "0300"), {("blue", "0200")}, {"City"}, {("blue", "0200"): 3}),
        ("blue leg 0200", ("0200", "0300"), set(), set(), {}),
        ("red leg 0100", ("0100", "0200"), set(), set(), {}),
        ("blue leg 0100 ghost", ("0100", "0200"), set(), set(), {}),
        ("red leg 0300", ("0300", "0400"), {("red", "0400")}, set(), {("red", "0400"): 3}),
        ("blue leg 0700", ("0700", "0600"), {("blue", "0600")}, set(), {("blue", "0600"): 3}),
        ("red leg 0700", ("0700", "0600"), {("red", "0600")}, set(), {}),
        ("blue leg 0000", ("0000", "0100"), set(), set(), {}),
    ],
)
def test_who_took_a_place(
    unit: str, way: tuple[str, ...], ever: set[tuple[str, str]], lost: set[str], taken: dict[tuple[str, str], int]
) -> None:
    at = start(unit)
    memory = after(moved(at, next(iter(at.units)), *way))
    assert (set(memory.ever), set(memory.lost), dict(memory.taken)) == (ever, lost, taken)


def test_without_a_turn_a_taking_has_no_date_and_a_retreat_takes_nothing() -> None:
    memory = after(moved(start("blue leg 0100", turn=0), "blue0", "0100", "0200"))
    assert set(memory.ever) == {("blue", "0200")} and not memory.taken
    back = after(moved(start("blue leg 0100"), "blue0", "0100", "0200", kind=Retreat))
    assert not back.ever and not back.lost and not back.taken


def test_what_was_taken_before_is_not_taken_again_and_taking_back_is_no_loss() -> None:
    at = start("blue leg 0100", "red leg 0300")
    held = replace(at, control=at.control.set("0200", "blue"))
    assert not after(moved(held, "blue0", "0100", "0200")).taken
    regained = after(moved(held, "red1", "0300", "0200"))
    assert dict(regained.taken) == {("red", "0200"): 3} and not regained.lost


def test_where_units_were_driven_and_who_fled() -> None:
    at = start("blue leg 0100", phase="fight")
    memory = after(moved(at, "blue0", "0100", "0000", kind=Retreat))
    assert dict(memory.driven) == {"blue0": "0000"}
    assert dict(memory.fled) == {"blue0": FoughtBattle("0100", 3, "fight")}
    assert not after(moved(at, "blue0", "0100", "0000")).driven
    fight = Attack(before=at, after=replace(at, memory=memory), units=("red9",), targets=("0200",))
    begun = after(fight)
    assert begun.fought == FoughtBattle("0200", 3, "fight") and not begun.fled
    declared = Declaration(before=at, after=replace(at, memory=memory), units=("red9",), targets=("0200",))
    assert after(declared).fought is None and after(declared).fled == memory.fled
    aimless = replace(fight, targets=())
    assert after(aimless).fought is None


@pytest.mark.parametrize(
    ("lies", "turn", "player", "begun"),
    [
        ("red fort 0100", 3, "", Begun(3, "red", "clear")),
        ("blue fort 0100", 3, "", Begun(3, "blue", "clear")),
        ("- fort 0100", 3, "", Begun(3, "red", "clear")),
        ("- fort 0100", 3, "Anne", Begun(3, "red", "clear")),
        ("- fort 0100", 3, "blue", Begun(3, "blue", "clear")),
        ("red fort 0100", 0, "", None),
        ("red fort 9999", 3, "", None),
    ],
)
def test_what_was_begun_when_and_by_whom(lies: str, turn: int, player: str, begun: Begun | None) -> None:
    at = start(turn=turn)
    made = marker(lies, 1)
    act = Laid(before=at, after=at.with_marker(made), where=made.hex, marker_ids=(made.id,), player=player)
    assert dict(after(act).begun) == ({} if begun is None else {("fort", made.hex): begun})
    gone = Lifted(before=act.after, after=at, where=made.hex, marker_ids=(made.id,))
    assert not after(gone).begun


def boxed(at: Position, name: str, box: str) -> Position:
    return at.with_unit(replace(at.unit(name), hex="", location=box))


@pytest.mark.parametrize(
    ("phase", "box", "counted"),
    [("march", "camp", {"blue0": False}), ("march", "dead", {}), ("count", "camp", {"blue0": False})],
)
def test_who_came_into_a_box_was_not_counted_yet(phase: str, box: str, counted: dict[str, bool]) -> None:
    at = start("blue leg 0100", phase=phase)
    act = Transfer(before=at, after=boxed(at, "blue0", box), units=("blue0",), way=("0100", f"[{box}]"))
    assert dict(after(act).counted) == counted


@pytest.mark.parametrize(
    ("phase", "box", "counted"), [("count", "camp", {"blue0": True}), ("march", "camp", {}), ("count", "dead", {})]
)
def test_who_lay_there_in_the_phase_of_counting_was(phase: str, box: str, counted: dict[str, bool]) -> None:
    at = boxed(start("blue leg 0100", "red leg 0000", phase=phase), "blue0", box)
    assert dict(after(moved(at, "red1", "0000", "0100")).counted) == counted


def test_whose_a_site_was_from_which_turn_on() -> None:
    at = start("blue leg 0400", "red leg 0500")
    quiet = after(moved(at, "blue0", "0400", "0300"))
    assert quiet.held["0500"] == (Tenure(3, "red"),) and quiet.seen == 3
    left = moved(at, "red1", "0500", "0600")
    assert after(left).held["0500"] == (Tenure(3, "red"),)
    taken = moved(left.after.during(replace(at.moment, turn=4)), "blue0", "0400", "0500")
    told = replace(taken.before, memory=after(left))
    memory = after(replace(taken, before=told, after=replace(taken.after, memory=after(left))))
    assert memory.held["0500"] == (Tenure(3, "red"), Tenure(4, "blue")) and memory.seen == 4
    assert not after(moved(start("red leg 0500", turn=0), "red0", "0500", "0600")).held


ZONES = CONTROL.replace("[takes]", "zones_last = true\n[takes]") + "[[test]]\nby = 'zone'\n"


@pytest.mark.parametrize(
    ("units", "weather", "found"),
    [
        ((), "clear", {"0200": "red", "0100": "red", "0300": "red"}),
        (("blue leg 0300",), "clear", {"0200": "red", "0100": "red"}),
        (("blue tank 0400",), "clear", {"0200": "red", "0100": "red"}),
        (("blue tank 0600",), "clear", {"0200": "red", "0100": "red", "0300": "red"}),
        (("blue ski 0400",), "", {"0200": "red", "0100": "red", "0300": "?"}),
        (("blue ski 0400",), "clear", {"0200": "red", "0100": "red", "0300": "red"}),
        (("blue ski 0400",), "snow", {"0200": "red", "0100": "red"}),
    ],
)
def test_a_unit_takes_what_its_zone_alone_covers_on_its_way(
    units: tuple[str, ...], weather: str, found: dict[str, str]
) -> None:
    ski = "[[exert]]\nwho = { kinds = ['ski'] }\nwhen = { conditions = { weather = ['snow'] } }\n"
    rules = pack(control=ZONES, zoc="[[exert]]\nwho = { kinds = ['tank'] }\n" + ski)
    at = position(MAP, rules, "red tank 0200", *units, phase="march", weather=weather)
    at = at if weather else replace(at, moment=replace(at.moment, conditions=()))
    assert dict(remember(at, at, ("red0",), ("0200",)).control) == found


def test_a_zone_that_is_open_does_not_unsettle_what_was_ones_own() -> None:
    ski = "[[exert]]\nwho = { kinds = ['ski'] }\nwhen = { conditions = { weather = ['snow'] } }\n"
    rules = pack(control=ZONES, zoc="[[exert]]\nwho = { kinds = ['tank'] }\n" + ski)
    at = position(MAP, rules, "red tank 0200", "blue ski 0400", control={"0300": "red"}, phase="march")
    untold = replace(at, moment=replace(at.moment, conditions=()))
    assert remember(untold, untold, ("red0",), ("0200",)).control["0300"] == "red"
    lost = replace(untold, control=untold.control.set("0300", "blue"))
    assert remember(lost, lost, ("red0",), ("0200",)).control["0300"] == "?"


@pytest.mark.parametrize(
    ("row", "covered"),
    [
        ("[[test]]\nby = 'zone'\n", True),
        ("[[test]]\nby = 'zone'\nwhere = { hexes = ['0000'] }\n", True),
        ("[[test]]\nby = 'zone'\nwhere = { hexes = ['0300'] }\n", False),
        ("", False),
    ],
)
def test_a_zone_takes_where_and_when_the_table_says(row: str, covered: bool) -> None:
    table = CONTROL.replace("[takes]", "zones_last = true\n[takes]") + row
    at = position(MAP, pack(control=table, zoc="[[exert]]\n"), "red leg 0100", phase="march")
    assert ("0000" in remember(at, at, ("red0",), ("0100",)).control) is covered


REVERTS = CONTROL + "[reverts]\nkinds = ['raider']\n"


@pytest.mark.parametrize(
    ("units", "names", "found"),
    [
        (("red leg 0000",), ("red0",), True),
        (("red raider 0000",), ("red0",), False),
        (("red raider 0000", "red raider 0000"), ("red0", "red1"), True),
        (("red raider 0000", "red raider 0100"), ("red0",), True),
        (("red raider 0000", "blue raider 0100"), ("red0",), False),
        (("red raider 0000", "red raider 0300"), ("red0",), False),
    ],
)
def test_raiders_keep_what_they_took_only_together(units: tuple[str, ...], names: tuple[str, ...], found: bool) -> None:
    at = position(MAP, pack(control=REVERTS), *units, phase="march")
    for each in list(at.units.values()):
        at = at.with_unit(replace(each, type=each.type.model_copy(update={"stacking": Fraction(1, 2)})))
    assert ("0100" in remember(at, at, names, ("0100",)).control) is found


def test_ways_off_the_map_and_units_gone_take_nothing() -> None:
    at = start("red leg 0000")
    assert remember(at, at, ("red0",), ("9999",)) is at
    assert remember(at, at, ("none",), ("0100",)) is at
    gone = at.without("red0")
    assert dict(remember(gone, at, ("red0",), ("0100",)).control) == {"0100": "red"}


def test_a_drag_of_the_other_side_that_may_be_a_retreat_is_remembered_as_one() -> None:
    """The hex into which somebody was driven counts in a second battle there, in a log as in lines."""
    claims = (Claim(Retreat), Claim(Movement, "move"))
    foreign = replace(moved(start("blue leg 0100", phasing="red"), "blue0", "0100", "0200"), claims=claims)
    own = replace(moved(start("red leg 0100", phasing="red"), "red0", "0100", "0200"), claims=claims)
    assert dict(after(foreign).driven) == {"blue0": "0200"}
    assert dict(after(foreign).fled) == {"blue0": FoughtBattle("0100", 3, "march")}
    assert not after(own).driven and not after(own).fled


def test_who_moved_in_a_mode_that_combat_asks_about_is_remembered() -> None:
    asked = pack(control=CONTROL, combat="[[factor]]\nname = 'wet'\nmoved = 'boat'\n")
    at = position(MAP, asked, "red leg 0100", phase="march", phasing="red")
    by_boat = replace(moved(at, "red0", "0100", "0200"), mode="boat")
    assert dict(after(by_boat).went) == {"red0": Went("boat", at.moment.turn, "march")}
    assert not after(moved(at, "red0", "0100", "0200")).went
    then = noted(by_boat.after, by_boat)
    assert moved_so(then, "red0", "boat").is_yes and moved_so(then, "red0", "").is_yes
    assert moved_so(at, "red0", "boat").is_no and moved_so(then, "red0", "rail").is_no
    later = replace(then, moment=replace(then.moment, turn=then.moment.turn + 1))
    assert not moved_so(later, "red0", "boat").is_yes
