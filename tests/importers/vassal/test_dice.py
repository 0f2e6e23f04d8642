"""What a module's dice buttons report, read back by their own formats."""

from __future__ import annotations

import pytest

from adjudicator.importers.vassal.buildfile import parse
from adjudicator.importers.vassal.dice import Button, buttons_of, read_roll, shown_roll

SYMBOLS = """<VASSAL.build.module.SpecialDiceButton name="Fate"
 format="** $name$ = [$result1$] [$result2$] *** &lt;$PlayerName$&gt;"
 resultChatter="true" resultWindow="{window}" resultButton="false">
 <VASSAL.build.module.SpecialDie name="one"><VASSAL.build.module.SpecialDieFace icon="h.png" text="Hit" value="1"/>
 <VASSAL.build.module.SpecialDieFace icon="m.png" text="Miss" value="0"/></VASSAL.build.module.SpecialDie>
 <VASSAL.build.module.SpecialDie name="two"><VASSAL.build.module.SpecialDieFace icon="h.png" text="Hit" value="1"/>
 <VASSAL.build.module.SpecialDieFace icon="m.png" text="Miss" value="0"/></VASSAL.build.module.SpecialDie>
 </VASSAL.build.module.SpecialDiceButton>"""


def buttons(*parts: str) -> tuple[Button, ...]:
    return buttons_of(parse(f"<VASSAL.build.GameModule>{''.join(parts)}</VASSAL.build.GameModule>".encode()))


def dice(name: str, **attributes: object) -> str:
    given = {"nDice": 1, "nSides": 6, "reportFormat": "** $name$ = $result$ *** &lt;$PlayerName$&gt;"} | attributes
    told = " ".join(f'{key}="{value}"' for key, value in given.items())
    return f'<VASSAL.build.module.DiceButton name="{name}" {told}/>'


def test_the_usual_report_tells_name_dice_sides_and_player() -> None:
    roll = read_roll("*** 2d6 = 3,5 *** &lt;Anne&gt;", buttons(dice("2d6", nDice=2)))
    assert roll is not None
    assert (roll.name, roll.dice, roll.sides, roll.player, roll.sum_of) == ("2d6", (3, 5), 6, "Anne", 0)


def test_a_format_of_the_module_s_own_is_read_by_it() -> None:
    own = buttons(dice("Attack", nSides=10, reportFormat="$PlayerSide$ attacks with $name$: $result$!"))
    roll = read_roll("* Axis attacks with Attack: 7!", own)
    assert roll is not None
    assert (roll.dice, roll.sides, roll.player) == ((7,), 10, "Axis")
    assert read_roll("* Axis attacks with Attack: seven!", own) is None


def test_a_total_is_a_sum_of_so_many_dice() -> None:
    roll = read_roll(
        "* 2d6: 9", buttons(dice("2d6", nDice=2, reportTotal="true", addToTotal=1, reportFormat="$name$: $result$"))
    )
    assert roll is not None
    assert (roll.dice, roll.sum_of, roll.plus, roll.sides) == ((9,), 2, 1, 6)


def test_what_is_added_to_each_die_is_not_part_of_its_face() -> None:
    roll = read_roll("*** d = 0,9 *** &lt;A&gt;", buttons(dice("d", nDice=2, nSides=10, plus=-1)))
    assert roll is not None
    assert (roll.plus, roll.dice) == (-1, (0, 9))


def test_dice_that_are_asked_for_have_sides_only_if_the_report_tells() -> None:
    plain = read_roll("*** any = 17 *** &lt;A&gt;", buttons(dice("any", prompt="true")))
    told = read_roll(
        "* any (d20) = 17", buttons(dice("any", prompt="true", reportFormat="$name$ (d$nSides$) = $result$"))
    )
    assert plain is not None and told is not None
    assert (plain.sides, told.sides) == (0, 20)


def test_symbol_dice_that_only_chat_are_read_from_the_chat() -> None:
    roll = read_roll("*** Fate = [Hit] [Miss] *** <Anne>", buttons(SYMBOLS.format(window="false")))
    assert roll is not None
    assert (roll.symbols, roll.dice, roll.sides) == (("Hit", "Miss"), (1, 2), 2)


def test_symbol_dice_that_show_their_faces_are_read_from_the_command_and_not_twice() -> None:
    known = buttons(SYMBOLS.format(window="true"))
    assert read_roll("*** Fate = [Hit] [Miss] *** <Anne>", known) is None
    roll = shown_roll(("Fate", "0", "1"), "SHOW_RESULTS", known)
    assert (roll.symbols, roll.dice, roll.sides) == (("Hit", "Miss"), (1, 2), 2)


def test_a_format_that_ends_in_a_space_is_read() -> None:
    roll = read_roll("* Fate: 4 ", buttons(dice("Fate", reportFormat="$name$: $result$ ")))
    assert roll is not None and roll.dice == (4,)
    worded = buttons(SYMBOLS.format(window="false").replace("&lt;$PlayerName$&gt;", " "))
    told = read_roll("*** Fate = [Hit] [Miss] ***", worded)
    assert told is not None and told.symbols == ("Hit", "Miss")


def test_a_button_with_words_is_a_die_and_one_with_sentences_is_none() -> None:
    word = '<VASSAL.build.module.RandomTextButton name="Wind" nDice="1" faces="North,South" reportFormat="$name$: $result$"/>'
    quote = (
        f'<VASSAL.build.module.RandomTextButton name="Quote" nDice="1" faces="{"x" * 50},y" reportFormat="$result$"/>'
    )
    known = buttons(word, quote)
    roll = read_roll("* Wind: South", known)
    assert roll is not None
    assert (roll.symbols, roll.dice) == (("South",), (2,))
    assert [each.name for each in known] == ["Wind"]


@pytest.mark.parametrize(
    ("line", "faces", "sum_of"),
    [
        ("&lt;Anne&gt; - attack 2d6 = 3, 5", (3, 5), 0),
        ("<Anne> - 3d6: 4+4+1", (4, 4, 1), 0),
        ("<Anne> - 2d10+3 -> 14", (14,), 2),
    ],
)
def test_dice_in_a_player_s_own_words_are_marked_as_typed(line: str, faces: tuple[int, ...], sum_of: int) -> None:
    roll = read_roll(line, ())
    assert roll is not None
    assert (roll.dice, roll.sum_of, roll.typed, roll.player) == (faces, sum_of, True, "Anne")


@pytest.mark.parametrize(
    "line", ["<Anne> - I moved 2d6 hexes", "<Anne> - see 1d6", "hello", "* Anne rolls the dice", ""]
)
def test_other_lines_are_no_rolls(line: str) -> None:
    assert read_roll(line, buttons(dice("2d6"))) is None


def test_a_format_that_fits_anything_is_not_trusted() -> None:
    free = buttons(dice("x", reportFormat="$a$$b$$c$$d$$e$$result$"), dice("y", reportFormat="{name + 2 * result}"))
    assert [each.pattern for each in free] == [None, None]


def test_a_hostile_line_costs_no_time() -> None:
    slow = buttons(dice("x", reportFormat="$a$ $b$ $c$ $d$ $result$"))
    assert read_roll("* " + "1 " * 290, slow) is None or True
    assert read_roll("* " + "x " * 10_000, slow) is None


@pytest.mark.parametrize(
    ("given", "line", "why"),
    [
        ({"nDice": 3, "keepDice": "true", "keepOption": "l", "keepCount": 2}, "5,6,6", "3 results are told where 2"),
        ({"nDice": 3, "keepDice": "false", "keepOption": "l", "reportTotal": "true"}, "6", "the version of VASSAL"),
        ({"nDice": 3, "keepDice": "true", "keepOption": "&gt;=", "keepCount": 4}, "4,6,5", "keeps only some"),
        ({"nDice": 3, "keepDice": "true", "keepOption": "?", "keepCount": 4}, "4,6,5", "keeps only some of its dice"),
        ({"nDice": 3}, "5,6", "2 results are told where 3 were expected"),
        ({"nDice": 2, "prompt": "true", "reportTotal": "true", "lockSides": "true"}, "9", "chooses how many dice"),
        ({"nDice": 2, "prompt": "true", "lockSides": "true", "lockDice": "true"}, "3,4", "chooses what is added"),
        (
            {"nDice": 2, "prompt": "true", "lockPlus": "true", "lockDice": "true", "reportTotal": "true"},
            "9",
            "chooses what is added",
        ),
    ],
)
def test_dice_that_are_no_fair_ones_or_of_which_some_are_left_out_say_why(
    given: dict[str, object], line: str, why: str
) -> None:
    roll = read_roll(f"*** d = {line} *** <A>", buttons(dice("d", **given)))
    assert roll is not None
    assert why in roll.untested


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ({"nDice": 2, "sortDice": "true"}, "3,5"),
        ({"nDice": 3, "keepDice": "false", "keepOption": "l", "keepCount": 2}, "3,5,6"),
        ({"nDice": 2, "prompt": "true", "lockDice": "true", "lockSides": "true", "lockPlus": "true"}, "3,5"),
    ],
)
def test_sorted_dice_and_such_as_nobody_may_choose_are_fair_ones(given: dict[str, object], line: str) -> None:
    roll = read_roll(f"*** d = {line} *** <A>", buttons(dice("d", **given)))
    assert roll is not None
    assert (roll.untested, roll.sides) == ("", 6)


def test_two_buttons_that_report_alike_are_tested_only_if_they_throw_the_same_dice() -> None:
    plain, keeps = dice("d", nDice=2), dice("d", nDice=3, keepDice="true", keepOption="l", keepCount=2)
    told = [
        read_roll("*** d = 5,6 *** <A>", buttons(*each)) for each in ((plain, keeps), (keeps, plain), (plain, plain))
    ]
    assert [bool(each and each.untested) for each in told] == [True, True, False]


def test_a_button_whose_report_is_computed_is_not_tested() -> None:
    roll = read_roll("*** d = 12 *** <A>", buttons(dice("d", nDice=1, nSides=20, reportFormat="{name + 2 * result}")))
    assert roll is not None
    assert roll.untested == "the button's own report is another"


def test_what_is_added_counts_where_only_the_button_s_name_is_known() -> None:
    own = buttons(dice("d", nSides=10, plus=-1, reportFormat="$name$: $result$"))
    roll = read_roll("*** d = 0 *** <A>", own)
    assert roll is not None
    assert (roll.plus, roll.sides) == (-1, 10)


def words(name: str, faces: str, **attributes: object) -> str:
    told = " ".join(f'{key}="{value}"' for key, value in attributes.items())
    return (
        f'<VASSAL.build.module.RandomTextButton name="{name}" faces="{faces}" reportFormat="$name$: $result$" {told}/>'
    )


@pytest.mark.parametrize(
    ("button", "line", "why"),
    [
        (words("N", "1,2,4", nDice=1, numeric="true", plus=1, prompt="true"), "* N: 2", "chooses what is added"),
        (words("N", "a,b,c", nDice=2), "* N: b", "1 results are told where 2 were expected"),
    ],
)
def test_words_on_dice_that_are_not_all_as_likely_are_not_tested(button: str, line: str, why: str) -> None:
    roll = read_roll(line, buttons(button))
    assert roll is not None
    assert why in roll.untested


def test_a_format_that_shows_the_second_of_two_different_dice_reads_it_by_its_own_faces() -> None:
    other = SYMBOLS.replace(
        '<VASSAL.build.module.SpecialDie name="two"><VASSAL.build.module.SpecialDieFace icon="h.png" text="Hit"',
        '<VASSAL.build.module.SpecialDie name="two"><VASSAL.build.module.SpecialDieFace icon="h.png" text="Rout"',
    ).replace("[$result1$] ", "")
    roll = read_roll("*** Fate = [Rout] *** <Anne>", buttons(other.format(window="false")))
    assert roll is not None
    assert (roll.dice, roll.sides) == ((1,), 2)


def test_a_report_with_name_and_side_tells_both() -> None:
    own = buttons(dice("d", reportFormat="$PlayerName$ of $PlayerSide$: $result$"))
    roll = read_roll("* Bob of Red: 4", own)
    assert roll is not None
    assert roll.player == "Bob (Red)"
