"""Expressions: what we read has the engine's value, what we do not has none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.importers.vassal.expressions import evaluate, format_text, say
from adjudicator.importers.vassal.functions import Asking

WORLD = {
    "Zeros": "007",
    "Half": "0.5",
    "Tenth": "0.1",
    "Big": "12345678901",
    "Side": "French",
    "Step": "2",
    "Old": "true",
    "gFrench": "7",
    "Empty": "",
}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("1 + 2 * 3", "7"),
        ("-7 / 2", "-3"),
        ("-7 % 2", "-1"),
        ("Step + 1", "3"),
        ('Side + "-" + Step', "French-2"),
        ('Side == "French" ? 1 : 2', "1"),
        ('Side=="X"||Old', "true"),
        ("!Old && nonsense(1)", "false"),
        ("Old ? 1 : sin(2)", "1"),
        ('GetProperty("g" + Side)', "7"),
        ('Side.startsWith("Fr") && !Side.contains("x")', "true"),
        ("Step >= 2", "true"),
        ("Unknown", ""),
        ('"a\\"b"', 'a"b'),
        ("If(Old, 3, 4)", "3"),
        ('Integer.parseInt("12") + 1', "13"),
        ("Math.max(Step, 5) - Math.min(3, 1)", "4"),
        ("Math.abs(-3)", "3"),
        ("Math.floor(7 / 2)", "3.0"),
        ("(int) Math.ceil(Half)", "1"),
        ("Math.round(2.5)", "3"),
        ("Half + 1", "1.5"),
        ("2147483647 + 1", "-2147483648"),
        ("Big", "12345678901"),
        ('Side.replaceAll("[aeiou]", "")', "Frnch"),
        ('Side.replaceAll("n.+", "")', "Fre"),
        ("Side.substring(1, 3)", "re"),
        ("Side.substring(3)", "nch"),
        ('Side.matches("F.*h")', "true"),
        ('Side.equalsIgnoreCase("french") && Side.indexOf("e", 3) == -1', "true"),
        ("String.valueOf(Step) + 1", "21"),
        ('GetString("Step") + 1', "21"),
    ],
)
def test_values(expression, value):
    assert evaluate(expression, WORLD.get) == value


@pytest.mark.parametrize(
    "expression",
    [
        'Integer.parseInt("x")',
        'Integer.parseInt("")',
        "Math.sqrt(-1)",
        "Math.random()",
        'Side.replaceAll("(a+)+b", "")',
        'Side.replaceAll("a", "$1")',
        "Side.substring(9)",
        'Side.split("e")',
        "Step.contains(2)",
        'System.exit("1")',
        'Runtime.getRuntime("x")',
        "Side.getClass()",
        'SumStack("Step")',
        "10000000 * 1.0",
        "",
        "1 +",
        "sin(1)",
        "new Date()",
        "Side - 1",
        "1 / 0",
        "Empty || Old",
        "x = 1",
        "(" * 500,
        "1" * 5000,
    ],
)
def test_what_says_more_has_no_value(expression):
    assert evaluate(expression, WORLD.get) is None


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("$Side$ ($Step$)", "French (2)"),
        ("5 $", "5 "),
        ("5\\$", "5$"),
        ("$Nobody$", "Nobody"),
        ("a$$b", "ab"),
        ("plain", "plain"),
    ],
)
def test_formatted_texts(pattern, text):
    assert format_text(pattern, WORLD.get) == text


def test_braces_make_an_expression():
    assert (say("{Step + 1}", WORLD.get), say("Step + 1", WORLD.get)) == ("3", "Step + 1")


@given(st.text(alphabet='aS1"+-*/%<>=!&|?:(). ', max_size=25))
def test_any_text_is_worked_out_or_refused(expression):
    assert isinstance(evaluate(expression, WORLD.get), str | None)


class Counter(Asking):
    """A counter of a stack of three, which may keep zeros in front of numbers."""

    def __init__(self, own, others=(), zeros=False, open_to_all=True):
        self.own, self.zeros, self.open_to_all = own, zeros, open_to_all
        self.others = [self, *others]

    def __call__(self, name):
        return self.own.get(name)

    def keeps_zeros(self):
        return self.zeros

    def failed(self, name):
        return name == "Beyond"

    def around(self, where, place=None, ground=None):
        if (where, place, ground) in (("map", None, "Main"), ("location", "0101", "Main"), ("", None, None)):
            return [*self.others, Counter({"Str": "10", "Kind": "inf"})]
        return self.others if self.open_to_all and where == "stack" else None

    def is_map(self, name):
        return name == "Main"

    def attached(self, name):
        return {"Crew": self.others[1:], "None": []}.get(name)

    def kept(self, containers, name):
        return {("Main", "Rain"): "3"}.get((containers[0], name))


STACK = Counter(
    {"Str": "4", "Kind": "inf"}, [Counter({"Str": "3", "Kind": "art"}), Counter({"Str": "x", "Kind": "inf"})]
)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ('SumStack("Str")', "7"),
        ('SumStack("Str", "{Kind==\\"inf\\"}")', "4"),
        ("CountStack()", "3"),
        ('CountStack("Str")', "3"),
        ('CountStack("{Kind==\\"inf\\"}")', "2"),
        ('CountStack("Nothing")', "0"),
        ('SumStack("Str") > 3 ? 2 : 1', "2"),
        ('GetMapProperty("Rain", "Main") + 1', "4"),
        ('SumLocation("Str")', None),
        ('SumStack("Beyond")', None),
        ("Beyond", None),
        ('CountStack("{Kind==$Kind$}")', "0"),
        ('CountStack("{Kind==\\"$Kind$\\"}")', "2"),
        ('CountStack("{Kind==\\"$Beyond$\\"}")', None),
        ('CountStack("{Kind==\\"$\\"}")', "0"),
        ('Sum("Str", "{Kind==\\"inf\\"}")', "14"),
        ('Sum("Str", "{Kind==\\"inf\\"}", "Nowhere")', "0"),
        ('Count("{Str==\\"$Str$\\"}")', "1"),
        ('Count("Str")', None),
        ('SumMap("Str", "Main")', "17"),
        ('CountMap("Main", "Kind", "{Str > 3}")', "3"),
        ('CountMap("Main", "{Kind==\\"inf\\"}")', "3"),
        ('CountMap("Elsewhere", "Kind")', "0"),
        ('SumLocation("Str", "0101", "Main")', "17"),
        ('CountLocation("0101", "Main", "Kind")', "4"),
        ('CountLocation("0101", "Main", "Kind", "{Kind==\\"art\\"}")', "1"),
        ('SumZone("Str", "East", "Nowhere")', "0"),
        ('SumStack("Str", "{true}", "Main")', None),
        ('SumAttach("Crew", "Str")', "3"),
        ('SumAttach("Crew", "Str", "{Kind==\\"inf\\"}")', "0"),
        ('CountAttach("Crew", "Kind")', "2"),
        ('CountAttach("Crew", "{Kind==\\"art\\"}")', "1"),
        ('CountAttach("Crew", "Kind", "{true}")', None),
        ('MaxAttach("Crew", "Str") + MinAttach("None", "Str")', "3"),
        ('GetAttachProperty("Crew", "Str") + 1', "4"),
        ('GetAttachProperty("Crew", "Kind", 2)', "inf"),
        ('GetAttachProperty("Crew", "Str", "{Kind==\\"inf\\"}")', "x"),
        ('GetAttachProperty("None", "Str")', ""),
        ('SumAttach("Hidden", "Str")', None),
    ],
)
def test_counters_around_are_counted(expression, value):
    assert evaluate(expression, STACK) == value


def test_a_stack_with_a_concealed_counter_tells_no_sum():
    assert evaluate('SumStack("Str")', Counter({"Str": "4"}, open_to_all=False)) is None


@pytest.mark.parametrize(("zeros", "value"), [(True, "007"), (False, "7")])
def test_numbers_with_zeros_in_front(zeros, value):
    assert evaluate("Lead", Counter({"Lead": "007"}, zeros=zeros)) == value
    parsed = evaluate("Integer.parseInt(Lead) + 1", Counter({"Lead": "007"}, zeros=zeros))
    assert parsed == ("8" if zeros else None)  # `parseInt` takes a text, and a number is an error


def test_what_could_not_be_read_is_no_empty_text():
    assert say("$Beyond$ men", STACK) is None
    assert say("{true ? 1 : Beyond}", STACK) == "1"
    assert say("{If(true, 1, Beyond)}", STACK) is None  # a function works out both


ENGINE = json.loads((Path(__file__).parent / "engine_values.json").read_text(encoding="utf-8"))
"""Expressions made at random, the properties that they ask, and what VASSAL 3.8 made of each; null where it failed."""


@pytest.mark.parametrize(("expression", "properties", "value"), ENGINE, ids=[row[0] for row in ENGINE])
def test_values_are_those_of_the_engine(expression, properties, value):
    assert evaluate(expression, properties.get) == value


@pytest.mark.parametrize(
    ("expression", "properties", "value"),
    [
        ("Strength == 0", {}, "true"),
        ("Strength > 0", {"Strength": "none"}, "true"),
        ('"" + Step + 1', {"Step": "2"}, "3"),
        ('Spaces.contains("7")', {"Spaces": "17"}, "true"),
        ('Zone =~ "(AP|CP) Reserve.*"', {"Zone": "CP Reserve Box"}, "true"),
        ('Zone !~ ".*Card.*"', {"Zone": "Card 3"}, "false"),
        ("$Hits$ + 1", {"Hits": "4"}, "5"),
        ('"0".repeat(3 - code.length()) + code', {"code": "7"}, "007"),
    ],
)
def test_what_real_modules_write(expression, properties, value):
    assert evaluate(expression, properties.get) == value


def test_a_pattern_that_never_ends_has_no_value():
    assert evaluate('Name =~ "(a+)+b"', {"Name": "a" * 4000}.get) is None


@pytest.mark.parametrize(
    ("written", "said"),
    [("+1", "1"), ("007", "7"), (" 12 ", "12"), ("  ", ""), (" $A$ ", "5"), (" men ", " men "), ("1 - 2", "1 - 2")],
)
def test_a_text_is_said_as_the_engine_says_it(written, said):
    assert say(written, {"A": "5"}.get) == said
