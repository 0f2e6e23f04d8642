"""A kind that is read beside a known one is what it would be alone."""

from __future__ import annotations

from dataclasses import asdict

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.importers.vassal import trait_parts
from adjudicator.importers.vassal.kinds import PieceType, kind_of
from adjudicator.importers.vassal.table.items import is_empty_stack, not_empty
from adjudicator.importers.vassal.wire import chains, traits

TRAITS = (
    "emb2;Flip;130;F;;0;;;;;;false;0;0;a.png,b.png;one,two;true;Layer;;;false;;1;1;true",
    "emb2;;0;;;0;;;0;;;0;0;0;unit.png;Unit;true;Own;;;false;;1;1;true;;;;;;1.0;;true",
    "emb2;;0;;;0;;;0;;;0;0;0;other.png;;true;Own;;;true;Step;1;1;true;;;;;;1.0;;true",
    "label;;Remark;12;255,255,255;0,0,0;b;0;c;0;b;c;$pieceName$ ($label$);Dialog;0;0;Text;;;",
    "mark;Side,Class",
    "hide;73,130;Invisible;255,255,255;player:",
    "strange;quoted\tand 'so'\\",
    "'",
)
INNERMOST = ("piece;;;base.png;First", "piece;;;base.png;Second", "'piece'")
types = st.builds(
    lambda outer, inner: [*outer, inner], st.lists(st.sampled_from(TRAITS), max_size=6), st.sampled_from(INNERMOST)
)


def said(kind: PieceType) -> object:
    """All that a kind says."""
    parts = [(part.prefix, part.trait, part.layer, part.answers, part.asks) for part in kind.parts]
    levels = [None if part.levels is None else asdict(part.levels) for part in kind.parts]
    return kind.text, kind.types, parts, levels, kind.inner, kind.frame, kind.design, kind.mentions


@given(types, types, st.text(alphabet="a\t\\'", max_size=6))
def test_a_kind_beside_a_known_one_is_what_it_is_alone(first: list[str], second: list[str], noise: str) -> None:
    known = kind_of(chains.join_levels(first))
    for text in (chains.join_levels(second), chains.join_levels(second) + noise, known.text + noise):
        assert said(kind_of(text, known)) == said(kind_of(text))


def test_a_layer_with_an_image_of_its_own_is_a_layer_like_any() -> None:
    for text in TRAITS[:3]:
        assert trait_parts.part_of(text).layer == trait_parts.layer_of(traits.parse(text))


@given(
    st.text(alphabet="a;@'\\/", max_size=12), st.sampled_from(("+/1/stack/Main;", "+/1/stack/Main;1;2;@@", "-/", ""))
)
def test_empty_stacks_are_those_that_the_few_characters_tell(end: str, start: str) -> None:
    assert not_empty([start + end]) == ([] if is_empty_stack(start + end) else [0])
