"""Overlays: every meaning has a look of its own, in colour and in grey."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from adjudicator.exporters.drawing import Caption, Drawing, Layer, LegendKey, hexagon, placed, polygon
from adjudicator.exporters.map_picture import MapHexes, MapView, hexes_of, map_drawing
from adjudicator.exporters.overlay import (
    ASSUMED_STYLES,
    CONTESTED,
    FINDING_STYLES,
    IN_COMMUNICATION,
    ISOLATED,
    SUPPLIED,
    SUPPLY_STYLES,
    UNDETERMINED,
    HexMark,
    TraceMark,
    control_overlay,
    control_style,
    findings_on,
    stacks_overlay,
    supply_overlay,
    united,
    zoc_overlay,
    zoc_style,
)
from adjudicator.exporters.png import to_image
from adjudicator.exporters.svg import to_svg
from adjudicator.findings import Citation, Finding, Severity, Trace
from tests.exporters.golden import assert_text
from tests.exporters.table import full_state, module, state

SIZE = 60
LOOKS = {
    **{f"supply: {kind}": style for kind, style in SUPPLY_STYLES.items()},
    **{f"supply, assumed: {kind}": style for kind, style in ASSUMED_STYLES.items()},
    **{f"zoc {side}": zoc_style(side) for side in range(4)},
    **{f"control {side}": control_style(side) for side in range(-1, 4)},
    **{f"finding: {severity}": style for severity, style in FINDING_STYLES.items()},
}


def hexes() -> MapHexes:
    return hexes_of(module().maps[0], state())


def mark(number: str, kind: str, label: str = "") -> HexMark:
    shape = hexes().get(number)
    assert shape is not None
    return HexMark(shape.corners, kind, label)


def finding(severity: Severity, at: tuple[str, ...], traces: tuple[Trace, ...] = ()) -> Finding:
    book = Citation("Rules", "1", "6.1")
    return Finding(
        at, "3 units, limit 2", traces=traces, rule="tr:6.1a", title="Stacking", citation=book, severity=severity
    )


def swatch(name: str) -> Image.Image:
    """A hex of that look on a mid-grey ground, in grey, with its mean brought to the middle so that only pattern counts."""
    area = polygon(hexagon(60, 60, 56), LOOKS[name].sized(SIZE))
    image = to_image(Drawing((0, 0, 120, 120), layers=(Layer("x", (area,)),), background="#b0b0b0")).convert("L")
    mean = ImageStat.Stat(image.crop((20, 20, 100, 100))).mean[0]
    return image.point([max(0, min(255, round(value - mean + 128))) for value in range(256)])


SWATCHES = {name: swatch(name) for name in LOOKS}


@pytest.mark.parametrize(("one", "other"), list(combinations(LOOKS, 2)))
def test_any_two_looks_differ_in_grey_and_at_equal_brightness(one: str, other: str) -> None:
    apart = ImageChops.difference(SWATCHES[one], SWATCHES[other])
    clearly = sum(apart.histogram()[24:]) / (apart.width * apart.height)
    assert clearly > 0.05


def test_touching_hexes_become_one_outline_with_a_hole_where_one_is_missing() -> None:
    ring = [mark(number, "x").outline for number in ("0201", "0301", "0302", "0203", "0102", "0101")]
    assert [len(rings) for rings in united(ring)] == [2]
    assert [len(rings) for rings in united([*ring[:2], mark("0404", "x").outline])] == [1, 1]


def test_only_what_is_shown_stands_in_the_legend() -> None:
    laid = supply_overlay([mark("0101", SUPPLIED)], [], [], 60)
    assert [key.text for key in laid.keys] == ["Supplied"]
    both = supply_overlay([mark("0101", ISOLATED)], [TraceMark(((0, 0), (9, 9)), "supply")], [mark("0102", "")], 60)
    assert [key.text for key in both.keys] == ["Isolated", "Line to its supply source", "A line is blocked here"]


def test_what_is_assumed_of_supply_is_marked_only_where_it_hangs_on_that() -> None:
    assumed = replace(mark("0101", SUPPLIED), assumed=True)
    plain, hangs = (supply_overlay([each], [], [], 60) for each in (assumed, replace(assumed, hangs=True)))
    assert plain.over[0].shapes == ()
    assert [shape.text for shape in hangs.over[0].shapes if isinstance(shape, Caption)] == ["?"]
    told = "Supplied, as if the front had moved as the counters stand"
    assert [key.text for key in plain.keys] == [told]
    assert [key.text for key in hangs.keys] == [told, "Otherwise, if nothing had been taken before"]
    assert plain.under != supply_overlay([mark("0101", SUPPLIED)], [], [], 60).under


def test_an_unknown_supply_status_is_shown_as_undetermined() -> None:
    assert [key.text for key in supply_overlay([mark("0101", "who knows")], [], [], 60).keys] == ["Cannot be decided"]


def test_findings_are_numbered_in_the_margin_even_without_a_place() -> None:
    laid = findings_on([finding(Severity.VIOLATION, ("0101",)), finding(Severity.DOUBT, ("off map",))], hexes())
    assert [remark.text for remark in laid.remarks] == [
        "tr:6.1a · 0101: 3 units, limit 2",
        "tr:6.1a · off map: 3 units, limit 2",
    ]
    numbers = [shape.text for shape in laid.over[0].shapes if isinstance(shape, Caption)]
    assert numbers == ["1"]


def test_several_findings_in_a_hex_stand_side_by_side() -> None:
    laid = findings_on([finding(Severity.VIOLATION, ("0202",))] * 3, hexes())
    places = {(shape.x, shape.y) for shape in laid.over[0].shapes if isinstance(shape, Caption)}
    assert len(places) == 3


def test_many_findings_do_not_make_an_endless_margin() -> None:
    laid = findings_on([finding(Severity.VIOLATION, ("0202",))] * 500, hexes())
    drawing, _ = map_drawing(module(), state(), view=MapView(overlays=(laid,)))
    assert "380 more" in to_svg(drawing)


def test_the_overlay_as_it_should_look() -> None:
    laid = (
        control_overlay([mark("0101", "Blue"), mark("0102", "Blue"), mark("0103", CONTESTED)], ("Blue", "Red"), 60),
        zoc_overlay([mark("0301", "Red"), mark("0302", "Red")], ("Blue", "Red"), 60),
        supply_overlay(
            [
                mark("0202", SUPPLIED),
                mark("0203", IN_COMMUNICATION),
                mark("0401", ISOLATED),
                mark("0402", UNDETERMINED),
            ],
            [TraceMark(((92, 70), (40, 40)), "supply", "First")],
            [mark("0303", "", "enemy zone")],
            60,
        ),
        stacks_overlay([mark("0202", "", "2/6"), mark("0302", "over", "7/6"), mark("0404", "doubt", "5?/6")], 60),
        findings_on(
            [
                finding(Severity.VIOLATION, ("0302",)),
                finding(Severity.REMINDER, ("0502",), (Trace("path", ("0502", "0602")),)),
            ],
            hexes(),
        ),
    )
    drawing, _ = map_drawing(module(), state(), view=MapView(overlays=laid, title="Overlay"))
    bare = Drawing(
        drawing.area,
        drawing.scale,
        (),
        drawing.layers,
        drawing.background,
        drawing.title,
        drawing.keys,
        drawing.remarks,
    )
    assert_text("overlay.svg", to_svg(bare))


@pytest.mark.parametrize("many", [1, 12])
def test_the_legend_takes_room_beside_the_map_where_it_fills_that_else_below_it(many: int) -> None:
    drawing, _ = map_drawing(module(), full_state())
    plain = to_image(drawing)
    sample = placed((polygon(hexagon(18, 13, 12), zoc_style(0).sized(30)),), 0, 0, 1)
    keys = tuple(LegendKey("Group", f"line {number} of the legend", sample) for number in range(many))
    laid = to_image(replace(drawing, keys=keys))
    assert (laid.width > plain.width, laid.width == plain.width and laid.height > plain.height) == (many > 1, many == 1)
    assert laid.crop((0, 0, plain.width, plain.height)).tobytes() == plain.tobytes()


def test_what_a_side_holds_leaves_terrain_and_what_runs_along_hexsides_as_they_are() -> None:
    drawing, _ = map_drawing(module(), state(), view=MapView())
    held = control_overlay([mark("0302", "Blue")], ("Blue", "Red"), 60)
    plain, laid = (to_image(replace(drawing, layers=layers)) for layers in ((), held.under))
    shape = hexes().get("0302")
    assert shape is not None
    scale, (left, top) = drawing.scale, drawing.area[:2]
    xs, ys = zip(*shape.corners, strict=True)
    box = ((min(xs) - left) * scale, (min(ys) - top) * scale, (max(xs) - left) * scale, (max(ys) - top) * scale)
    apart = ImageChops.difference(plain.crop(box), laid.crop(box)).convert("L")
    change = apart.point(lambda level: 255 if level else 0)
    assert 0.1 < ImageStat.Stat(change).mean[0] / 255 < 0.6
    (x, y), (x2, y2) = shape.corners[:2]
    middle = round(((x + x2) / 2 - left) * scale), round(((y + y2) / 2 - top) * scale)
    assert plain.getpixel(middle) == laid.getpixel(middle)
