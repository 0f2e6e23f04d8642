"""Moves beside the enemy, moves together, full hexes and cards laid: single checks, judged on a strip of our own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.model.known import YES as SURE
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.packs.blitz_in_the_east.rules.cards import one_card_a_turn
from adjudicator.packs.blitz_in_the_east.rules.movement import no_stacks, room_for_who_moves, trains_away_from_enemies
from adjudicator.packs.blitz_in_the_east.rules.production import air_units_replenished_away_from_enemies
from adjudicator.packs.blitz_in_the_east.rules.status import no_replenishing
from adjudicator.record.acts import Act, Flipped, Laid, Movement, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position, Unidentified
from tests.adjudicator.analysis.maps import marker, pack, position, theatre

STRIP = Network.of(theatre("........", {"0300-0400": "red_dot"}))
LIMIT = "[[limit]]\nname = 'all'\nmost = 2\n"
WEATHER = Known.open("weather")


def start(*units: str, weather: str = "clear", stacking: str = LIMIT) -> Position:
    at = position(STRIP, pack(stacking=stacking), *units, phase="move", weather=weather)
    return at if weather else replace(at, moment=replace(at.moment, conditions=()))


def moved(at: Position, names: str, way: str, kind: type[Movement | Retreat] = Movement, mode: str = "move") -> Act:
    path, units, after = tuple(way.split("-")), tuple(names.split(",")), at
    for name in units:
        after = after.moved(name, path[-1])
    if kind is Movement:
        return Movement(before=at, after=after, units=units, way=path, mode=mode)
    return kind(before=at, after=after, units=units, way=path)


@pytest.mark.parametrize(
    ("enemy", "way", "found"),
    [
        ("blue armor 0300", "0000-0100", []),
        ("blue armor 0300", "0000-0100-0200", [("0200", SURE)]),
        ("blue armor 0300", "0200-0100-0000", [("0200", SURE)]),
        ("blue armor 0100", "0000-0100", [("0000", SURE)]),
        ("blue air 0300", "0000-0100-0200", []),
        ("red armor 0300", "0000-0100-0200", []),
        ("blue armor 0300", "0600-0500-0400", []),
    ],
)
def test_who_goes_by_rail_keeps_away_from_the_front(enemy: str, way: str, found: list[tuple[str, Known]]) -> None:
    """1.6: who travels by rail neither starts, passes nor ends next to an enemy ground unit."""
    breaches = trains_away_from_enemies(moved(start(f"red infantry {way[:4]}", enemy), "red0", way))
    assert [(each.at[0], each.broken) for each in breaches] == found


@pytest.mark.parametrize(
    ("units", "names", "mode", "count"),
    [
        (("red leg 0000", "red leg 0000"), "red0,red1", "move", 1),
        (("red leg 0000", "red leg 0000"), "red0", "move", 0),
        (("red leg 0000", "red leg 0000", "red gun 0000"), "red0,red1,red2", "move", 1),
    ],
)
def test_each_makes_its_own_move(units: tuple[str, ...], names: str, mode: str, count: int) -> None:
    """2.0: stacks do not move together; each ground unit makes its own move."""
    found = list(no_stacks(moved(start(*units), names, "0000-0100", mode=mode)))
    assert [each.broken for each in found] == [SURE] * count


def went_along(
    at: Position, names: str, first: str, last: str, *, side: str = "red", mode: str = "move"
) -> list[Known]:
    act = moved(at, names, "0000-0100", mode=mode)
    before = replace(act.before, unidentified=(Unidentified("c", "", first, first, "masked", side),))
    after = replace(act.after, unidentified=(Unidentified("c", "", last, last, "masked", side),))
    return [each.broken for each in no_stacks(replace(act, before=before, after=after))]


def test_a_counter_that_nobody_can_read_perhaps_moved_along() -> None:
    at = start("red leg 0000", "red leg 0000")
    assert [each.is_open for each in went_along(at, "red0", "0000", "0100")] == [True]
    assert went_along(at, "red0,red1", "0000", "0100") == [SURE]
    assert went_along(at, "red0", "0000", "0000") == []
    assert went_along(at, "red0", "0200", "0100") == []
    assert went_along(at, "red0", "0000", "0100", side="blue") == []


FULL = ("red leg 0100", "red leg 0100")


@pytest.mark.parametrize(
    ("units", "way", "kind", "found"),
    [
        (FULL, "0000-0100", Movement, ["0100"]),
        (FULL[:1], "0000-0100", Movement, []),
        (FULL, "0000-0100-0200", Movement, []),
        (FULL, "0000-0100-0200", Retreat, ["0100"]),
        (FULL[:1], "0000-0100-0200", Retreat, []),
        (FULL, "0000-0100", Retreat, ["0100"]),
        (("blue leg 0100", "blue leg 0100"), "0000-0100", Movement, []),
        (("red leg 0000", "red leg 0000"), "0000-0100", Retreat, []),
        (FULL, "0000-9999-0200", Retreat, []),
    ],
)
def test_who_ends_or_goes_back_finds_room(
    units: tuple[str, ...], way: str, kind: type[Movement | Retreat], found: list[str]
) -> None:
    """0: a unit ends where there is room; who retreats or advances passes only where there is."""
    act = moved(start("red leg 0000", *units), "red0", way, kind, mode="move")
    breaches = [each for each in room_for_who_moves(act) if each.broken.possible]
    assert [each.at[0] for each in breaches] == found
    assert all(each.broken == SURE for each in breaches)


SNOWED = "[[limit]]\nname = 'all'\nwhere = { weather = ['snow'] }\nmost = 1\n[[limit]]\nname = 'all'\nmost = 2\n"


def test_room_that_hangs_on_the_weather_or_on_a_hidden_counter_is_open() -> None:
    two, three = ("red leg 0000", "red leg 0100"), ("red leg 0000", *FULL)

    def answers(at: Position) -> list[Known]:
        act = moved(at, "red0", "0000-0100")
        return [each.broken for each in room_for_who_moves(act) if each.broken.possible]

    assert answers(start(*two, weather="", stacking=SNOWED)) == [WEATHER]
    assert answers(start(*three, weather="", stacking=SNOWED)) == [SURE]
    hidden = (Unidentified("c", "", "0100", "0100", "masked", "red"),)
    assert [each.is_open for each in answers(replace(start(*two), unidentified=hidden))] == [True]
    assert answers(replace(start(*three), unidentified=hidden)) == [SURE]
    elsewhere = (Unidentified("c", "", "0200", "0200", "masked", "red"),)
    assert answers(replace(start(*two), unidentified=elsewhere)) == []


def test_who_went_off_the_map_needs_no_room() -> None:
    act = moved(start("red leg 0000", *FULL), "red0", "0000-0100", mode="move")
    gone = replace(act, after=act.before.without("red0"))
    boxed = replace(act, after=act.before.moved("red0", "", "box"))
    assert [*room_for_who_moves(gone), *room_for_who_moves(boxed)] == []


CARD = "card_strategic"


def laid(at: Position, *texts: str) -> PhaseRecord:
    acts: list[Act] = []
    for count, text in enumerate(texts):
        before = acts[-1].after if acts else at
        new = marker(text, count + 10 * len(at.markers))
        acts.append(Laid(before=before, after=before.with_marker(new), where=new.hex, marker_ids=(new.id,)))
    return PhaseRecord(at, acts[-1].after if acts else at, tuple(acts))


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ((), []),
        (("red card_strategic 0100",), []),
        (("red card_strategic 0100", "red hut 0100"), []),
        (("red card_strategic 0100", "red card_strategic 0200"), [("0100", "0200")]),
        (("red card_strategic 0100", "red card_strategic 0200", "red card_strategic 0300"), [("0100", "0200", "0300")]),
    ],
)
def test_one_card_at_a_time(texts: tuple[str, ...], found: list[tuple[str, ...]]) -> None:
    """0: one card of a kind is used in a player's turn."""
    record = laid(start(), *texts)
    assert [each.at for each in one_card_a_turn(record, CARD)] == found


def test_a_second_card_in_the_same_turn_is_one_too_many() -> None:
    first = laid(start(), "red card_strategic 0100")
    second = replace(laid(first.end, "red card_strategic 0200"), earlier=(first,))
    assert [each.at for each in one_card_a_turn(second, CARD)] == [("0100", "0200")]
    quiet = replace(laid(second.end), earlier=(first, second))
    assert list(one_card_a_turn(quiet, CARD)) == []  # said already, when it was laid


def turned(at: Position, name: str = "red0") -> Act:
    return Flipped(before=at, after=at, units=(name,), faces=(0,))


def test_who_is_starved_does_it_not() -> None:
    """1.3: who is out of supply is not replenished."""
    at = start("red leg 0100", "red leg 0100 out_of_supply")
    assert list(no_replenishing(turned(at))) == []
    (found,) = no_replenishing(turned(at, "red1"))
    assert (found.at, found.units, found.broken) == (("0100",), ("red1",), SURE)
    assert found.because.endswith("it is out of supply")
    assert list(no_replenishing(moved(at, "red1", "0100-0200"))) == []
    (boxed,) = no_replenishing(turned(at.moved("red1", "", "box"), "red1"))
    assert boxed.at == ()


@pytest.mark.parametrize(
    ("unit", "enemy", "count"),
    [
        ("red air 0200", "blue armor 0300", 1),
        ("red air 0100", "blue armor 0300", 0),
        ("red air 0200", "blue air 0300", 0),
        ("red gun 0200", "blue armor 0300", 0),
        ("red air 0400", "blue armor 0300", 0),
    ],
)
def test_nothing_is_replenished_under_the_eyes_of_the_enemy(unit: str, enemy: str, count: int) -> None:
    """1.5: an air unit next to an enemy ground unit is not replenished."""
    act = turned(start(unit, enemy))
    assert [each.broken for each in air_units_replenished_away_from_enemies(act)] == [SURE] * count
