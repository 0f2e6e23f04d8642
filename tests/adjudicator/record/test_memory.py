"""What a game remembers, as text and back."""

from __future__ import annotations

import pytest

from adjudicator.errors import NotationError
from adjudicator.record.memory import NOTHING, Begun, FoughtBattle, Tenure, read_memory, write_memory

LINES = (
    "held 0805 3 axis, 7 ?",
    "ever axis 0805",
    "taken axis 0805 5",
    "lost Two Rivers",
    "driven fr.1inf#2 0805",
    "fled fr.1inf#2 0904 3 fr.combat",
    "fought 0904 3 -",
    "went fr.1inf#2 advance 3 fr.combat",
    "begun fort 1B/2711 3 fr clear",
    "begun mine 0805 2 -",
    "counted fr.guard no",
    "played card.7 3",
    "announced 1817 ax.14mot, ax.24pz",
    "announced 1818",
    "seen 6",
)


def test_every_kind_of_fact_is_read_and_written() -> None:
    memory = read_memory(LINES)
    assert tuple(write_memory(memory)) == LINES
    assert memory.held["0805"] == (Tenure(3, "axis"), Tenure(7, "?"))
    assert memory.begun["mine", "0805"] == Begun(2, "", "")
    assert memory.fled["fr.1inf#2"] == FoughtBattle("0904", 3, "fr.combat")
    assert memory.fought == FoughtBattle("0904", 3, "")
    assert memory.lost == {"Two Rivers"}
    assert memory.announced["1818"] == ()


def test_a_battle_is_remembered_with_its_result() -> None:
    memory = read_memory(("fought 0904 3 fr.combat DR",))
    assert memory.fought == FoughtBattle("0904", 3, "fr.combat", "DR")
    assert tuple(write_memory(memory)) == ("fought 0904 3 fr.combat DR",)


def test_nothing_remembered_is_nothing_written() -> None:
    assert read_memory(()) == NOTHING
    assert list(write_memory(NOTHING)) == []


def test_a_word_that_nothing_is_remembered_by_is_named_with_its_like() -> None:
    with pytest.raises(NotationError, match="nothing is remembered as 'tekan'; did you mean 'taken'"):
        read_memory(("tekan axis 0805 5",))


@pytest.mark.parametrize(
    "line",
    [
        "held 0805",
        "ever axis",
        "taken axis 0805 soon",
        "lost",
        "counted fr.guard perhaps",
        "played card.7 today",
        "seen never",
        "begun x",
        "fled fr.1inf",
        "fought 0904",
    ],
)
def test_a_fact_half_told_says_what_is_wanted(line: str) -> None:
    with pytest.raises(NotationError, match=f"wants remember {line.split(maxsplit=1)[0]}"):
        read_memory((line,))
