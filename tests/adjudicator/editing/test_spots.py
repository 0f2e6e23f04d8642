"""Each slip on a field of 7 by 7 hexes, and the same map without it."""

from __future__ import annotations

from adjudicator.editing.spots import Meanings, Slip, SlipPlace, spots
from adjudicator.editing.values import Value, ValueKey, ValueKind, side_name
from adjudicator.model.theatre import Numbering, Sheet

WORDS = Meanings(
    frozenset({"road"}), frozenset({"river"}), frozenset({"bridge"}), frozenset({"sea"}), frozenset({"bluff"})
)
NUMBERING = Numbering(sheets=(Sheet(),))
AT = {f"{column:02}{row:02}": NUMBERING.parse(f"{column:02}{row:02}") for column in range(1, 8) for row in range(1, 8)}
CLEAR: dict[ValueKey, Value] = {ValueKey(ValueKind.TERRAIN, number): "clear" for number in AT}


def found(*sides: tuple[str, str, str], terrain: dict[str, str] | None = None, town: str = "") -> tuple[SlipPlace, ...]:
    values = dict(CLEAR)
    for one, other, words in sides:
        values[ValueKey(ValueKind.SIDE, side_name(one, other))] = tuple(words.split())
    for number, word in (terrain or {}).items():
        values[ValueKey(ValueKind.TERRAIN, number)] = word
    if town:
        values[ValueKey(ValueKind.PLACE, "0")] = {"name": "Town", "hex": town}
    return spots(values, AT, WORDS)


def test_a_plain_field_has_nothing_odd() -> None:
    assert found() == ()


def test_a_road_ends_in_the_middle_and_not_at_the_edge_or_in_a_town() -> None:
    road = [(f"04{row:02}", f"04{row + 1:02}", "road") for row in range(1, 4)]
    assert found(*road) == (SlipPlace(Slip.LINE_ENDS, ("0404",), "road"),)
    assert found(*road, town="0404") == ()


def test_a_river_with_one_hexside_missing() -> None:
    ring = AT["0404"].neighbours()
    numbers = {at: number for number, at in AT.items()}
    river = [("0404", numbers[each], "river") for each in ring]
    assert found(*river) == ()
    lacking = found(*river[:2], *river[3:])
    assert lacking == (SlipPlace(Slip.GAP, tuple(sorted(("0404", river[2][1]))), "river"),)


def test_a_single_hex_of_another_terrain() -> None:
    assert found(terrain={"0404": "forest"}) == (SlipPlace(Slip.ODD_HEX, ("0404",), "forest"),)
    assert found(terrain={"0404": "forest", "0405": "forest"}) == ()
    assert found(terrain={"0404": "forest"}, town="0404") == ()


def test_a_terrain_that_lies_alone_everywhere_is_not_odd() -> None:
    assert found(terrain={"0202": "hill", "0206": "hill", "0602": "hill"}) == ()


def test_a_town_and_a_road_in_the_sea() -> None:
    sea = {"0303": "sea", "0304": "sea"}
    told = found(("0303", "0304", "road river"), terrain=sea, town="0303")
    assert [each.slip for each in told if each.slip is not Slip.LINE_ENDS] == [
        Slip.PLACE_IN_WATER,
        Slip.LINE_IN_WATER,
        Slip.STREAM_IN_WATER,
    ]


def test_a_bridge_wants_a_river() -> None:
    assert found(("0303", "0304", "bridge")) == (SlipPlace(Slip.NOTHING_TO_CROSS, ("0303", "0304"), "bridge"),)
    assert found(("0303", "0304", "bridge river")) == ()


def test_a_bluff_says_which_way_it_faces_and_keeps_to_it() -> None:
    bluff = [("0302", "0303", "bluff>"), ("0303", "0402", "bluff<"), ("0402", "0403", "bluff>")]
    assert found(*bluff) == ()
    assert found(("0302", "0303", "bluff")) == (SlipPlace(Slip.NO_ARROW, ("0302", "0303"), "bluff"),)
    turned = [*bluff[:1], ("0303", "0402", "bluff>"), *bluff[2:]]
    assert {(each.slip, each.hexes) for each in found(*turned)} == {
        (Slip.TURNED_ROUND, ("0302", "0303", "0402")),
        (Slip.TURNED_ROUND, ("0303", "0402", "0403")),
    }
