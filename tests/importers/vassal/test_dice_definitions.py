"""Every report format with every way of keeping dice: all is read, honest dice stay unremarked, loaded ones do not."""

from __future__ import annotations

import math
import random
import re
from itertools import product

import pytest

from adjudicator.audit.dice import DiceRoll, law_of, series
from adjudicator.importers.vassal import dice_odds
from adjudicator.importers.vassal.buildfile import parse
from adjudicator.importers.vassal.dice import buttons_of, read_roll
from adjudicator.importers.vassal.dice_odds import Throw
from tests.importers.vassal.dice_engine import FORMATS, KEEPS, Definition

ROLLS, SERIES = 60, 20
LOADED = (1, 1, 1, 1, 1, 12)


def decided(definition):
    """Whether the report tells anything of how the dice fell: what is always the same does not."""
    sized = definition.option in (">", "<", "=")
    if "$keepCount$ of" in definition.form:
        return sized
    value = 5 + definition.plus
    kept = {">": value >= definition.keep, "=": value == definition.keep, "<": False}.get(definition.option, True)
    return "$count5$ fives" not in definition.form or kept


EVERY = [
    Definition(form, option=option, keep=keep, total=total, sort=sort, plus=plus, add=add)
    for (form, (option, keep)), (total, sort, plus, add) in product(
        product(FORMATS, KEEPS), ((False, False, 0, 0), (True, False, 0, 2), (False, True, -1, 0))
    )
]
ALL = [each for each in EVERY if decided(each)]


def test_a_report_that_is_always_the_same_is_read_and_not_tested():
    silent = [each for each in EVERY if not decided(each)]
    assert len(silent) == 13
    for each in silent:
        roll = read_roll(each.report(random.Random(1)), button_of(each))
        assert roll is not None
        assert roll.untested == "the report does not tell how the dice fell"


def button_of(definition):
    element = definition.element()
    if definition.form.startswith("{"):
        assert "result" in element or "numericalTotal" in element
    return buttons_of(parse(f"<VASSAL.build.GameModule>{element}</VASSAL.build.GameModule>".encode()))


def written(definition, chance):
    """A roll's line; a format in braces says the same as one of signs and variables."""
    if not definition.form.startswith("{"):
        return definition.report(chance)
    plain = re.sub(
        r'"([^"]*)"|(\w+)', lambda found: found[1] if found[1] is not None else f"${found[2]}$", definition.form[1:-1]
    )
    return Definition(**{**_fields(definition), "form": plain.replace(" + ", "")}).report(chance)


def _fields(definition):
    return {name: getattr(definition, name) for name in Definition.__dataclass_fields__}


def thrown(definition, chance, number):
    """Rolls of one button as read back, of which none may stay unread."""
    known = button_of(definition)
    found = []
    for step in range(number):
        line = written(definition, chance)
        roll = read_roll(line, known)
        assert roll is not None, line
        assert not roll.untested, (line, roll.untested)
        told = (roll.dice, roll.sides, roll.text, roll.plus, roll.sum_of)
        found.append(DiceRoll("a", step, "p", "D", *told, untested=roll.untested, odds=roll.odds, draws=roll.draws))
    return found


@pytest.mark.parametrize("definition", ALL[::7], ids=lambda each: f"{each.form[:20]}{each.option}{each.total}")
def test_each_is_read_and_an_honest_series_is_unremarkable(definition):
    found = series(thrown(definition, random.Random(str(definition)), ROLLS))
    assert found
    assert all(min(one.sum_adjusted, one.faces_adjusted) > 1e-5 for one in found)


@pytest.mark.parametrize("definition", ALL[::11], ids=lambda each: f"{each.form[:20]}{each.option}{each.total}")
def test_a_loaded_die_is_found_in_each(definition):
    loaded = Definition(**{**_fields(definition), "loaded": LOADED})
    found = series(thrown(loaded, random.Random(1), 400))
    assert min(min(one.sum_adjusted, one.faces_adjusted) for one in found) < 1e-3


def honest_and_flagged(definitions, rolls, number, seed=0):
    """How many honest series were tested, and how many of them a chance of 0.1 % calls unlikely."""
    chance = random.Random(seed)
    tested = flagged = 0
    for definition in definitions:
        for _ in range(number):
            for one in series(thrown(definition, chance, rolls)):
                tested += 1
                flagged += min(one.sum_adjusted, one.faces_adjusted) < 1e-3
    return tested, flagged


def test_few_honest_series_are_flagged():
    tested, flagged = honest_and_flagged(ALL[::23], 20, SERIES)
    assert flagged <= tested * 1e-3 + 3 * math.sqrt(tested * 1e-3) + 1


def shares(law):
    whole = sum(law.values())
    return {value: weight / whole for value, weight in law.items()}


def counted(throw, what):
    """The odds of something by counting every throw."""
    law = {}
    for fell in product(throw.faces, repeat=throw.count):
        law[what(fell)] = law.get(what(fell), 0) + 1
    return shares(law)


def close(odds, law):
    known = law_of(odds)
    return known.keys() == law.keys() and all(math.isclose(known[value], law[value]) for value in law)


@pytest.mark.parametrize("option", ["", "l", "s", ">", "<", "="])
@pytest.mark.parametrize("faces", [(1, 2, 3, 4, 5, 6), (0, 1, 1, 4)])
def test_the_odds_are_those_of_counting_every_throw(option, faces):
    throw = Throw(faces, 4, option, 2, 3)

    def kept(fell):
        if option in ("l", "s"):
            return sorted(fell)[-2:] if option == "l" else sorted(fell)[:2]
        return [value for value in fell if throw.keeps(value)]

    assert close(dice_odds.total(throw), counted(throw, lambda fell: sum(kept(fell)) + 3))
    assert close(dice_odds.ranked(throw, 1), counted(throw, lambda fell: sorted(fell)[1]))
    assert close(dice_odds.hits(throw, (4,)), counted(throw, lambda fell: fell.count(4)))
    if option in (">", "<", "="):
        one = counted(throw, lambda fell: (*sorted(kept(fell)), *(throw.out,) * 4)[1])
        assert close(dice_odds.kept_at(throw, 1), one)
        first = counted(throw, lambda fell: (*kept(fell), *(throw.out,) * 4)[1])
        assert close(dice_odds.kept_unsorted(throw, 1), first)


SPECIAL = """<VASSAL.build.module.SpecialDiceButton name="Fate" format="$name$: {shown} by $PlayerName$">
 <VASSAL.build.module.SpecialDie><VASSAL.build.module.SpecialDieFace text="Hit" value="2"/>
 <VASSAL.build.module.SpecialDieFace text="Miss" value="0"/></VASSAL.build.module.SpecialDie>
 <VASSAL.build.module.SpecialDie><VASSAL.build.module.SpecialDieFace text="A" value="1"/>
 <VASSAL.build.module.SpecialDieFace text="B" value="2"/><VASSAL.build.module.SpecialDieFace text="B" value="2"/>
 </VASSAL.build.module.SpecialDie></VASSAL.build.module.SpecialDiceButton>"""
WORDS = '<VASSAL.build.module.RandomTextButton name="W" nDice="2" faces="{faces}" reportFormat="{form}" {more}/>'


@pytest.mark.parametrize(
    ("part", "line", "draws", "odds"),
    [
        (SPECIAL.format(shown="$result1$, $result2$"), "* Fate: Miss, B by Anna", (2, 2), "1:1 2:1|1:1 2:2"),
        (SPECIAL.format(shown="$numericalTotal$"), "* Fate: 4 by Anna", (4,), "1:1 2:2 3:1 4:2"),
        (SPECIAL.format(shown="$result2$"), "* Fate: B by Anna", (2,), "1:1 2:2"),
        (
            WORDS.format(faces="Hit,Hit,Miss", form="$name$: $result$", more=""),
            "* W: Miss,Hit",
            (3, 1),
            "1:2 3:1|1:2 3:1",
        ),
        (
            WORDS.format(faces="Hit,Hit,Miss", form="$name$: $summary$", more=""),
            "* W: Hit x2",
            (1, 1),
            "1:2 3:1|1:2 3:1",
        ),
        (
            WORDS.format(
                faces="1,2,4", form="$name$: $result$", more='numeric="true" reportTotal="true" addToTotal="1"'
            ),
            "* W: 9",
            (9,),
            "3:1 4:2 5:1 6:2 7:2 9:1",
        ),
        (
            WORDS.format(faces="1,2,4", form="$name$: $result$", more='numeric="true" plus="1"'),
            "* W: 2,5",
            (2, 5),
            "2:1 3:1 5:1|2:1 3:1 5:1",
        ),
    ],
)
def test_words_and_pictures_on_dice(part, line, draws, odds):
    known = buttons_of(parse(f"<VASSAL.build.GameModule>{part}</VASSAL.build.GameModule>".encode()))
    roll = read_roll(line, known)
    assert roll is not None
    assert (roll.draws, roll.odds, roll.untested) == (draws, odds, "")


def test_a_server_s_dice_are_read_by_the_button():
    form = "$name$ [$rollDetails$]: $result$ ($PlayerName$)"
    element = Definition(form, dice=2, option="l").element("Net").replace("DiceButton", "InternetDiceButton")
    known = buttons_of(parse(f"<VASSAL.build.GameModule>{element}</VASSAL.build.GameModule>".encode()))
    roll = read_roll("* Net [id 4711]: 3,3 (Anna)", known)
    assert roll is not None
    assert (roll.dice, roll.sides, roll.player, roll.untested, roll.odds) == ((3, 3), 6, "Anna", "", "")


def test_an_option_that_is_switched_off_is_decided_by_what_the_report_shows():
    button = Definition("$name$: $result$", option="l", keep=2).element().replace('keepDice="true"', 'keepDice="false"')
    known = buttons_of(parse(f"<VASSAL.build.GameModule>{button}</VASSAL.build.GameModule>".encode()))
    three, two = read_roll("* D: 1,2,6", known), read_roll("* D: 2,6", known)
    assert three is not None and two is not None
    assert (three.odds, three.sides, bool(two.odds)) == ("", 6, True)


@pytest.mark.parametrize(
    ("written", "line", "dice", "odds"),
    [
        ('{"** " + name + " = " + ((result1*10)+result2) + " ***"}', "*** D = 64 ***", (6, 4), ""),
        ('{name + ": " + (result1 - result2)}', "* D: -4", (-4,), "-5:1 -4:2 -3:3 -2:4 -1:5 0:6 1:5 2:4 3:3 4:2 5:1"),
        ('{name + ": " + (numericalTotal * 2) + " by " + PlayerName}', "* D: 24 by Anna", (24,), "2n"),
    ],
)
def test_a_number_that_the_report_works_out_of_its_dice(written, line, dice, odds):
    known = button_of(Definition(written, dice=2))
    roll = read_roll(line, known)
    assert roll is not None
    law = " ".join(f"{2 * total}:{6 - abs(7 - total)}" for total in range(2, 13)) if odds == "2n" else odds
    assert (roll.dice, roll.odds, roll.untested) == (dice, law, "")
    assert bool(roll.sides) == (not odds)


def test_a_number_of_which_nobody_can_tell_how_it_comes_about_is_not_tested():
    asked = Definition('{name + ": " + (result1 * 10)}', option="l")
    roll = read_roll("* D: 40", button_of(asked))
    assert roll is not None
    assert roll.untested == "what the report reckons of its dice depends on more than their faces"
    assert read_roll("* D: 4 5", button_of(Definition('{name + ": " + (result1) + " " + (result2)}'))) is None
