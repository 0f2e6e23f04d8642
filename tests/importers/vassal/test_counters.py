"""What traits say of a counter."""

from __future__ import annotations

from itertools import pairwise

import pytest

from adjudicator.importers.vassal.counters import counter_of
from adjudicator.importers.vassal.trait_parts import colour_of
from adjudicator.model.counters import Spot

PIECE = ("piece;;;inf.png;Infantry", "Front;1;2;42;0")
SPOT = Spot("Front", 1, 2)


def layer(*, names="", images="front.png,back.png", follow="false", prop="", first="1", name="Face", always="false"):
    fields = [
        "",
        "128",
        "A",
        "",
        "128",
        "",
        "",
        "128",
        "",
        "",
        "",
        "1",
        "false",
        "3",
        "-4",
        images,
        names,
        "true",
        name,
    ]
    return "emb2;" + ";".join([*fields, "", "", follow, prop, first, "1", always])


def made(*traits):
    return counter_of("1", [*traits, PIECE], SPOT)


def test_a_bare_piece():
    counter = made()
    assert (counter.name, counter.slot, counter.design.image, counter.spot) == ("Infantry", "42", "inf.png", SPOT)
    assert counter.design.stacks


def test_marks_and_dynamic_properties_and_sheets_are_properties():
    counter = made(
        ("mark;Side,Type", "French,Inf"),
        ("PROP;Steps;true,0,3,false;;", "2"),
        ("propertysheet;0Name~1Notes~2Title;Edit;;0;;;;;", "1st~two|lines~x"),
    )
    assert counter.properties == {
        "Side": "French",
        "Type": "Inf",
        "Steps": "2",
        "Name": "1st",
        "Notes": "two\nlines",
        "Title": "x",
    }


def test_of_equal_names_the_outermost_counts():
    assert made(("mark;Side", "outer"), ("mark;Side", "inner")).properties["Side"] == "outer"


@pytest.mark.parametrize(
    ("state", "level"), [("1", 1), ("-2", -2), ("9", 2), ("-9", -2), ("", -1), ("x", -1), ("2;AB", 2)]
)
def test_levels_are_clamped_and_signed(state, level):
    assert made((layer(), state)).levels == (level,)


def test_a_layer_that_follows_a_property_is_worked_out_anew():
    assert made((layer(follow="true", prop="Step"), "1"), ("mark;Step", "2")).levels == (2,)
    assert made((layer(follow="true", prop="Step", first="0"), "-1"), ("mark;Step", "1")).levels == (-2,)
    assert made((layer(follow="true", prop="{Step+1}"), "1"), ("mark;Step", "1")).levels == (2,)


def test_a_layer_that_follows_what_nobody_knows_shows_its_first_level():
    assert made((layer(follow="true", prop="Nothing"), "2")).levels == (1,)


def test_layers_of_a_design_lie_from_the_inside_out():
    counter = made((layer(name="Outer"), "1"), (layer(name="Inner"), "-1"))
    assert [each.name for each in counter.design.layers] == ["Inner", "Outer"]
    assert counter.levels == (-1, 1)
    assert counter.design.parts == ("image", "layer:0", "layer:1")
    assert counter.design.layers[0].offset == (3, -4)


@pytest.mark.parametrize(
    ("names", "state", "name"),
    [
        ("Full,Half", "2", "Half"),
        ("Full,+ (half)", "2", "Infantry (half)"),
        ("Full,half +", "2", "half Infantry"),
        ("Full,Half", "-2", "Infantry"),
        ("Full,", "2", "Infantry"),
    ],
)
def test_level_names_make_the_name(names, state, name):
    assert made((layer(names=names), state)).name == name


def test_an_old_layer_of_activation_letters_is_always_on_without_them():
    assert not made(("emb2;Flip;2;F;;2;;;2;;;;;false;0;0;a.png", "1")).design.layers[0].always_active
    assert made(("emb2;Flip;2;;;2;;;2;;;;;false;0;0;a.png", "1")).design.layers[0].always_active


def test_the_oldest_layer_form():
    counter = made(("emb;F;Flip;U;Up;D;Down;1;2;a.png,Front;b.png,Back", "2"))
    assert (counter.levels, counter.name) == ((2,), "Back")
    assert counter.design.layers[0].images == ("a.png", "b.png")


def test_labels_are_read_and_named():
    label = "label;;;12;255,255,0;0,0,0;t;0;c;5;b;c;$pieceName$ ($label$);Serif;1;0;Strength"
    counter = made((label, " 4-6 "))
    assert (counter.texts, counter.name) == (("4-6",), "Infantry (4-6)")
    first = counter.design.labels[0]
    assert (first.size, first.background, first.offset, first.bold) == (12, "#ffff00", (5, 0), True)


def test_a_translated_message_answers_for_its_key():
    counter = made(("label;;;12;;;t;0;c;0;b;c;$label$;Serif;1;0;TextLabel", "$Note$"), ("locmsg;Note;;Summer only", ""))
    assert counter.texts == ("Summer only",)


@pytest.mark.parametrize("ask", ["{%s+%s}", "$%s$$%s$"])
def test_properties_that_ask_twice_for_the_next_are_each_worked_out_once(ask):
    names = [f"P{number}" for number in range(18)]
    chain = [(f"PROP;{name};false,0,0,false;;", ask % (following, following)) for name, following in pairwise(names)]
    counter = made(("label;;;12;;;t;0;c;0;b;c;$label$;Serif;1;0;TextLabel", "$P0$"), *chain, (f"mark;{names[-1]}", "x"))
    assert set(counter.texts[0]) == {"x"}
    assert len(counter.texts[0]) <= 100_000


def test_what_asks_for_itself_gets_nothing():
    counter = made(("label;;;12;;;t;0;c;0;b;c;$label$;Serif;1;0;TextLabel", "$A$"), ("calcProp;A;{A+A};", ""))
    assert counter.texts == ("",)


def test_labels_that_all_hold_the_name_are_read_in_time():
    label = "label;;;12;;;t;0;c;0;b;c;$pieceName$ $label$;Serif;1;0;L"
    assert len(made(*[(f"{label}{number}", "$PieceName$ $PieceName$") for number in range(25)]).texts) == 25


def test_a_label_may_ask_for_other_properties():
    counter = made(("label;;;12;;;t;0;c;0;b;c;$label$;Serif;1;0;TextLabel", "$Side$ no. 1"), ("mark;Side", "French"))
    assert counter.name == "French no. 1"


@pytest.mark.parametrize(
    ("kind", "state", "angle"),
    [("rotate;6;;;;;;;;", "2", 120.0), ("rotate;6;;;;;;;;", "99", 300.0), ("rotate;1;;;;;;", "-90.0", 90.0)],
)
def test_angles_are_clockwise(kind, state, angle):
    assert made((kind, state)).angles == (angle,)


def test_masks_and_hiding_name_their_owner():
    counter = made(("obs;;mask.png;Mask;I;?;", "id-1;"), ("hide;;Hide;;", "id-2"))
    assert (counter.masked_by, counter.hidden_by, counter.concealed) == ("id-1", "id-2", True)
    assert (counter.design.mask, counter.design.mask_name) == ("mask.png", "?")


def test_nobody_conceals():
    counter = made(("obs;;mask.png;Mask;I;?;", "null;"), ("hide;;Hide;;", "null"))
    assert not counter.concealed


def test_a_moved_flag_and_a_trail():
    counter = made(("markmoved;m.gif;0;0;;", "true"), ("footprint;;Trail;false;false", "true;Front;2;1,2;3,4;true"))
    assert (counter.moved, counter.trail) == (True, ((1, 2), (3, 4)))


def test_some_counters_never_stack():
    assert not made(("immob;n;V;R;", "")).design.stacks
    assert not made(("immob;n;V", "")).design.stacks
    assert made(("immob;n;V;L;", "")).design.stacks


def test_an_expression_may_name_the_counter():
    counter = made(('basicName;{Side + " Infantry"}', ""), ("mark;Side", "French"))
    assert (counter.name, counter.design.name) == ("French Infantry", "Infantry")


def test_names_that_ask_for_themselves_come_to_an_end():
    assert len(made(("basicName;$PieceName$!", "")).name) < 100


def test_an_unknown_trait_is_no_obstacle():
    assert made(("mine;1;2", "x")).carried["type"].startswith("mine;1;2\t")


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("255,0,16", "#ff0010"),
        ("1,2,3,4", "#010203"),
        ("0xFF00aa", "#ff00aa"),
        ("", ""),
        ("null", ""),
        ("999,-1,0", "#ff0000"),
    ],
)
def test_colours(text, colour):
    assert colour_of(text) == colour


@pytest.mark.parametrize("style", ["I", "2", "B", "P75,130", "Gsign.png"])
def test_the_others_see_the_back_whatever_the_owner_sees_of_it(style: str) -> None:
    counter = made((f"obs;;back.png;Mask;{style};?;", "id-1;"))
    assert counter.design.mask == "back.png"
