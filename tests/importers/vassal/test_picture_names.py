"""Pictures that a format or an expression may name while the game runs."""

from __future__ import annotations

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


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a" * 2_000_000 + "$", 0),
        ("$.png" * 200_000, 33),
        ('"{' * 500_000, 0),
        ("a $" * 500_000 + ".png", 1),
        ("".join(f'"{at}$x$.png' for at in range(20_000)), 10_000),
    ],
)
def test_of_a_text_that_is_all_names_the_first_are_looked_at(text, count):
    assert len(computed_names([text])) == count
