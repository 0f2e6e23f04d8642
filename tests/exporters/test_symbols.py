"""Counters of our own making."""

from __future__ import annotations

import pytest
from lxml import etree

from adjudicator.exporters.counter_names import kind_in, size_in, spec_in
from adjudicator.exporters.liveries import LIVERIES, livery
from adjudicator.exporters.pictures import from_svg
from adjudicator.exporters.symbols import SIZES, UNIT_KINDS, CounterSpec, counter_svg, marker_svg
from tests.exporters.golden import assert_text


def test_every_kind_of_unit_has_a_symbol_of_its_own() -> None:
    drawn = [from_svg(counter_svg(CounterSpec(name)), 60, 60).tobytes() for name in UNIT_KINDS]
    assert len(set(drawn)) == len(UNIT_KINDS)


def test_size_marks_differ() -> None:
    assert len({counter_svg(CounterSpec("infantry", size)) for size in ("", *SIZES)}) == len(SIZES) + 1


def test_a_counter_as_it_should_look() -> None:
    spec = CounterSpec(
        "mechanized", "XX", LIVERIES["german"], ("8", "6"), "17", "XXIV", "2", steps=2, of_steps=3, band="#7a1f1f"
    )
    assert_text("counter.svg", counter_svg(spec, 75))


def test_hostile_texts_stay_texts() -> None:
    for markup in (counter_svg(CounterSpec(name="<script>\x00&")), marker_svg('"><svg onload=x>')):
        root = etree.fromstring(markup.encode())
        assert not [element for element in root.iter() if etree.QName(element).localname in ("script", "foreignObject")]
        assert len(root.xpath("//@onload")) == 0


@pytest.mark.parametrize(
    ("name", "kind", "size"),
    [
        ("1st Guards Tank Corps", "armour", "XXX"),
        ("3 Cavalry Bde", "cavalry", "X"),
        ("4th Mountain Division", "mountain", "XX"),
        ("88mm Flak", "anti-aircraft", ""),
        ("Panzergrenadier Regiment", "mechanized", "III"),
        ("Army HQ", "headquarters", "XXXX"),
        ("Ney", "generic", ""),
    ],
)
def test_a_name_tells_kind_and_size(name: str, kind: str, size: str) -> None:
    assert (kind_in(name), size_in(name)) == (kind, size)


def test_ratings_and_nation_are_read_from_the_name() -> None:
    spec = spec_in("17 German Inf XX 4-3")
    assert (spec.ratings, spec.livery, spec.left) == (("4", "3"), LIVERIES["german"], "17")


def test_an_unknown_side_always_has_the_same_colours() -> None:
    assert livery("Aesir") == livery("Aesir")
    assert livery("Germans") == LIVERIES["german"]
