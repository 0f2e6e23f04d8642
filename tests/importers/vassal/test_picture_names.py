"""Pictures that a format or an expression may name while the game runs."""

from __future__ import annotations

import time

import pytest

from adjudicator.importers.vassal.wire.picture_names import computed_names


@pytest.mark.parametrize(
    ("text", "named", "other"),
    [
        ('<img src="d6_$result1$_g.png">', "d6_4_g.png", "d8_4_g.png"),
        ("<img src=$Nation$-$Step$.GIF>", "fr-2.gif", "fr2.gif"),
        ('{"<img src=\'" + "d6_" + result + "_g.png" + "\'>"}', "d6_4_g.png", "d6_4.png"),
        ('{"red_" + Step}', "red_2.png", "blue_2.png"),
        ("plain d6_1.png", None, "d6_1.png"),
    ],
)
def test_what_may_be_named(text, named, other):
    forms = computed_names([text])
    assert named is None or any(form.fullmatch(named) for form in forms)
    assert not any(form.fullmatch(other) for form in forms)


@pytest.mark.parametrize("text", ["a" * 2_000_000 + "$", "$.png" * 200_000, '"{' * 500_000, "a $" * 500_000 + ".png"])
def test_no_text_takes_long(text):
    begun = time.process_time()
    computed_names([text])
    assert time.process_time() - begun < 4
