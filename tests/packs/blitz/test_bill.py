"""What is done in a production phase and what is paid for it: the bill, judged on a strip of our own.

Red pays gold and oil. Who stands in 0200 is at the front where a blue unit stands in 0300; 0000 is far behind.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from adjudicator.model.known import YES as SURE
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.model.units import Face
from adjudicator.packs.blitz_in_the_east.checks.spending.bill import Bill, pays_what_it_does
from adjudicator.persistent import PersistentMap
from adjudicator.record.acts import Act, ConditionsTold, Flipped, Movement, Transfer, Unmarked, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, theatre, unit

MILLS = tuple(Place(name=f"Mill {n}", hex=f"0{n}00", kinds=frozenset({"mill"}), owner="red") for n in (0, 1))
WELL = Place(name="Well", hex="0700", kinds=frozenset({"well"}), owner="red")
STRIP = Network.of(theatre("........", {"0300-0400": "river"}, (*MILLS, WELL)))
TABLES = {
    "spending": "[pool.'gold.red']\nside = 'red'\n[pool.'oil.red']\nside = 'red'\n[pool.'gold.blue']\nside = 'blue'\n",
    "supply": (
        "[[status]]\nname = 'works'\nspots = { kinds = ['mill'] }\n"
        "[[status]]\nname = 'thaw'\nspots = { kinds = ['mill'], where = { weather = ['clear'] } }\n"
        "[[status]]\nname = 'works'\nspots = { kinds = ['well'] }\n"
    ),
    "control": "[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n",
}
BILL = Bill.model_validate(
    {
        "front": {"of": {"kinds": ["leg"]}, "closed": [{"features": ["river"], "weather": ["clear"]}]},
        "charges": [
            {
                "name": "chit",
                "becomes": {"chit": "bought"},
                "costs": {"gold": 2, "oil": 1},
                "waives": "rest",
                "free": 2,
                "front_weight": 2,
            },
            {
                "name": "rest",
                "kinds": ["unmark"],
                "marks": ["tired"],
                "costs": {"gold": 1},
                "at_front": {"gold": 1, "oil": 1},
            },
            {"name": "refit", "kinds": ["flip"], "faces": [1], "who": {"kinds": ["tank"]}, "costs": {"gold": 5}},
            {"name": "refit", "kinds": ["flip"], "faces": [1], "costs": {"gold": 2}, "at_front": {"oil": 1}},
            {
                "name": "raise",
                "kinds": ["transfer"],
                "comes": True,
                "boxes": ["dead"],
                "costs": {"gold": 3},
                "shows": [2],
            },
            {"name": "disband", "kinds": ["transfer"], "comes": False, "costs": {"oil": 2}},
        ],
    }
)


def start(*units: str, gold: str = "10", oil: str = "10", **conditions: str) -> Position:
    told = {"chit": "none", **conditions}
    at = position(STRIP, pack(**TABLES), phase="production", **told)
    faces = (Face(attack=2, defense=2, movement=2, steps=2), Face(attack=1, defense=1, movement=2, steps=1))
    for count, text in enumerate(units):
        words = text.split()
        made = unit(" ".join(word for word in words if word not in ("/2", "+tired", "+hurt")), count)
        made = replace(made, type=made.type.model_copy(update={"faces": faces}), face=int("/2" in words))
        at = at.with_unit(replace(made, marks=frozenset(word[1:] for word in words if word.startswith("+"))))
    pools = {f"{name}.red": value for name, value in (("gold", gold), ("oil", oil)) if value}
    conditions_now = tuple((name, value) for name, value in at.moment.conditions if value)
    return replace(at, values=PersistentMap(pools), moment=replace(at.moment, conditions=conditions_now))


def boxed(at: Position, name: str, box: str) -> Position:
    return at.with_unit(replace(at.unit(name), hex="", location=box))


def done(at: Position, verb: str, words: list[str]) -> Act:
    """One deed: see `played`."""
    own = at.units.get(words[0])
    if verb == "pay":
        values = {f"{words[0]}.red": words[1]}
        return ValuesChanged(before=at, after=replace(at, values=at.values.update(values)), values=values)
    if verb == "now":
        told = tuple(sorted({**dict(at.moment.conditions), words[0]: words[1]}.items()))
        after = replace(at, moment=replace(at.moment, conditions=told))
        return ConditionsTold(before=at, after=after, conditions={words[0]: words[1]})
    assert own is not None
    if verb == "unmark":
        after = at.with_unit(replace(own, marks=own.marks - {words[1]}))
        return Unmarked(before=at, after=after, units=(own.id,), off=(words[1],))
    if verb == "flip":
        face = int(words[1]) - 1
        return Flipped(before=at, after=at.with_unit(replace(own, face=face)), units=(own.id,), faces=(face,))
    if verb == "move":
        return Movement(before=at, after=at.moved(own.id, words[1]), units=(own.id,), way=(own.hex, words[1]))
    to = words[1]
    after = boxed(at, own.id, to) if not to.isdigit() else at.moved(own.id, to)
    return Transfer(before=at, after=after, units=(own.id,), way=(own.hex or f"[{own.location}]", to))


def played(at: Position, *deeds: str) -> PhaseRecord:
    """ "unmark red0 tired", "flip red0 1", "send red0 dead" or "send red0 0100", "now chit bought", "pay gold 8"."""
    acts: list[Act] = []
    for deed in deeds:
        verb, *words = deed.split()
        acts.append(done(acts[-1].after if acts else at, verb, words))
    return PhaseRecord(at, acts[-1].after if acts else at, tuple(acts))


def judged(at: Position, *deeds: str, terms: Bill = BILL) -> list[Known]:
    return [each.broken for each in pays_what_it_does(played(at, *deeds), terms)]


REST = "unmark red0 tired"


@pytest.mark.parametrize(
    ("units", "deeds", "wrong"),
    [
        ((), (), 0),
        ((), ("pay gold 9",), 1),
        ((), ("pay gold 9", "pay oil 9"), 2),
        (("red leg 0200 +tired",), (REST, "pay gold 9"), 0),
        (("red leg 0200 +tired",), (REST,), 1),
        (("red leg 0200 +tired",), (REST, "pay gold 8"), 1),
        (("red leg 0200 +tired",), (REST, "pay gold 9", "pay oil 9"), 1),
        (("red leg 0200 +hurt",), ("unmark red0 hurt",), 0),
        (("blue leg 0200 +tired",), ("unmark blue0 tired",), 0),
        (("red leg 0200 +tired", "blue leg 0300"), (REST, "pay gold 8", "pay oil 9"), 0),
        (("red leg 0200 +tired", "blue leg 0300"), (REST, "pay gold 9"), 2),
        (("red leg 0200 +tired", "blue leg 0300"), (REST, "pay gold 9", "pay oil 9"), 1),
        (("red leg 0200 +tired", "blue gun 0300"), (REST, "pay gold 9"), 0),
        (("red leg 0400 +tired", "blue leg 0300"), (REST, "pay gold 9"), 0),  # a river parts them
        (("red leg 0200 +tired", "red leg 0100 +tired"), (REST, "unmark red1 tired", "pay gold 8"), 0),
        (("red leg 0200 +tired", "red leg 0100 +tired"), (REST, "unmark red1 tired", "pay gold 9"), 1),
        (("red leg 0200 /2",), ("flip red0 1", "pay gold 8"), 0),
        (("red leg 0200 /2",), ("flip red0 1", "pay gold 9"), 1),
        (("red leg 0200",), ("flip red0 2",), 0),
        (("red tank 0200 /2",), ("flip red0 1", "pay gold 5"), 0),
        (("red tank 0200 /2",), ("flip red0 1", "pay gold 8"), 1),
        (("red leg 0200 /2", "blue leg 0300"), ("flip red0 1", "pay gold 8", "pay oil 9"), 0),
        (("red leg 0200 /2", "blue leg 0300"), ("flip red0 1", "pay gold 8"), 1),
        (("red tank 0200 /2", "blue leg 0300"), ("flip red0 1", "pay gold 5"), 0),
        (("red leg 0200",), ("move red0 0100",), 0),
        (("red leg 0200",), ("send red0 dead", "pay oil 8"), 0),
        (("red leg 0200",), ("send red0 dead",), 1),
    ],
)
def test_what_is_done_is_paid_for_no_more_and_no_less(
    units: tuple[str, ...], deeds: tuple[str, ...], wrong: int
) -> None:
    """1.5: every unit that is reorganized, replenished or upgraded costs what the book says, more beside an enemy."""
    assert judged(start(*units), *deeds) == [SURE] * wrong


@pytest.mark.parametrize(
    ("box", "deeds", "wrong"),
    [
        ("dead", ("send red0 0100", "flip red0 2", "pay gold 7"), 0),
        ("dead", ("send red0 0100", "flip red0 2"), 1),
        ("dead", ("send red0 0100", "pay gold 7"), 1),
        ("dead", ("flip red0 2", "send red0 0100", "pay gold 7"), 0),
        ("home", ("send red0 0100",), 0),
        ("dead", ("send red0 home", "pay oil 8"), 0),
        ("dead", ("send red0 home",), 1),
    ],
)
def test_who_comes_out_of_a_box_comes_in_its_strength(box: str, deeds: tuple[str, ...], wrong: int) -> None:
    """1.5: what is raised again comes with its weaker side up, and is paid for."""
    at = boxed(start("red leg 0200"), "red0", box)
    assert judged(at, *deeds) == [SURE] * wrong


CHIT = "now chit bought"
TIRED = tuple(f"red leg 0{n}00 +tired" for n in (0, 1, 2))
RESTS = tuple(f"unmark red{n} tired" for n in (0, 1, 2))


@pytest.mark.parametrize(
    ("enemy", "deeds", "wrong"),
    [
        ((), (CHIT, "pay gold 8", "pay oil 9"), 0),
        ((), (CHIT,), 2),
        ((), (CHIT, "pay gold 8"), 1),
        ((), ("now chit none",), 0),
        ((), (CHIT, *RESTS[:2], "pay gold 8", "pay oil 9"), 0),
        ((), (CHIT, *RESTS[:2], "pay gold 7", "pay oil 9"), 0),  # nobody has to take what is free
        ((), (CHIT, *RESTS[:2], "pay gold 6", "pay oil 9"), 0),
        ((), (CHIT, *RESTS[:2], "pay gold 5", "pay oil 9"), 1),
        ((), (CHIT, *RESTS, "pay gold 7", "pay oil 9"), 0),
        ((), (CHIT, *RESTS, "pay gold 8", "pay oil 9"), 1),
        (("blue leg 0300",), (CHIT, *RESTS[2:], "pay gold 8", "pay oil 9"), 0),
        (("blue leg 0300",), (CHIT, *RESTS[1:], "pay gold 8", "pay oil 9"), 1),
        (("blue leg 0300",), (CHIT, *RESTS[1:], "pay gold 7", "pay oil 9"), 0),
        (("blue leg 0300",), (CHIT, *RESTS[1:], "pay gold 6", "pay oil 8"), 0),
        (("blue leg 0300",), (CHIT, *RESTS, "pay gold 6", "pay oil 8"), 0),
        (("blue leg 0300",), (CHIT, *RESTS, "pay gold 7", "pay oil 9"), 1),
        (("blue leg 0300",), (*RESTS, "pay gold 6", "pay oil 9"), 0),
        (("blue leg 0300",), (*RESTS, "pay gold 8", "pay oil 9"), 1),
    ],
)
def test_the_chit_makes_others_free_and_the_front_counts_for_two(
    enemy: tuple[str, ...], deeds: tuple[str, ...], wrong: int
) -> None:
    """1.5: with the chit so many units are reorganized free, one at the front counting for two."""
    assert judged(start(*TIRED, *enemy), *deeds) == [SURE] * wrong


def test_a_chit_bought_before_costs_nothing_and_one_that_nobody_told_of_is_open() -> None:
    assert judged(start(chit="bought"), CHIT) == []
    paid = ("pay gold 8", "pay oil 9")
    untold = start(chit="")
    assert judged(untold, CHIT) == [Known.open("the chit before")] * 2
    assert judged(untold, CHIT, *paid) == [Known.open("the chit before")] * 2
    assert judged(untold, "now chit none") == []


def test_a_front_that_hangs_on_the_weather_is_open_and_one_without_a_river_is_not() -> None:
    weather = Known.open("weather")
    for units, found in (
        (("red leg 0400 +tired", "blue leg 0300"), [weather, weather]),
        (("red leg 0200 +tired", "blue leg 0300"), [SURE, SURE]),
        (("red leg 0000 +tired", "blue leg 0300"), []),
    ):
        assert judged(start(*units, weather=""), REST, "pay gold 9") == found
    both = start("red leg 0400 +tired", "blue leg 0300", weather="")
    assert judged(both, REST, "pay gold 8", "pay oil 9") == [weather, weather]
    # What is no dearer at the front hangs on no weather.
    tank = start("red tank 0400 /2", "blue leg 0300", weather="")
    assert judged(tank, "flip red0 1", "pay gold 5") == []
    assert judged(tank, "flip red0 1", "pay gold 6") == [SURE]


def test_what_is_wrong_in_any_case_is_sure_though_the_front_is_open() -> None:
    """At the front it is 2 gold and 1 oil, else 1 gold: nothing spent is too little, and 3 too much."""
    weather, at = Known.open("weather"), start("red leg 0400 +tired", "blue leg 0300", weather="")
    assert judged(at, REST) == [SURE]
    assert judged(at, REST, "pay gold 7") == [SURE]
    assert judged(at, REST, "pay gold 8") == [weather]
    assert judged(at, REST, "pay oil 8") == [SURE, SURE]


def test_of_very_much_that_is_open_nothing_is_sure() -> None:
    at = start(*("red leg 0400 +tired" for _ in range(6)), "blue leg 0300", weather="")
    rests = [f"unmark red{count} tired" for count in range(6)]
    assert judged(at, *rests) == [Known.open("weather")]
    assert judged(at, *rests[:5]) == [SURE]


def test_what_nobody_told_of_a_pool_is_open_only_where_something_is_due() -> None:
    at = start("red leg 0200 +tired", oil="", gold="")
    assert judged(at, REST) == [Known.open("the value gold.red")]
    front = start("red leg 0200 +tired", "blue leg 0300", oil="")
    assert judged(front, REST, "pay gold 8") == [Known.open("the value oil.red")]


def test_nobodys_phase_has_no_bill() -> None:
    at = start("red leg 0200 +tired")
    assert judged(replace(at, moment=replace(at.moment, phase=None)), REST) == []


def said(at: Position, *deeds: str, terms: Bill = BILL) -> list[str]:
    return [each.because for each in pays_what_it_does(played(at, *deeds), terms)]


def test_what_it_says() -> None:
    (found,) = said(start(), "pay gold 9")
    assert found == "nothing that was done costs 0 gold.red, and 1 was spent"
    (found,) = said(start("red leg 0200 +tired"), REST)
    assert found.startswith("rest ") and found.endswith(" costs 1 gold.red, and 0 was spent")
    (found,) = said(boxed(start("red leg 0200"), "red0", "dead"), "send red0 0100", "pay gold 7")
    assert "comes with face 1 up, and must with 2" in found


INCOME = Bill.model_validate(
    {
        "income": [
            {
                "pool": "gold",
                "status": "works",
                "kinds": ["mill"],
                "bonus": [{"who": {"kinds": ["leg"]}, "boxes": ["camp"], "sides": ["red"]}],
            }
        ]
    }
)
THAW = Bill.model_validate({"income": [{"pool": "gold", "status": "thaw", "kinds": ["mill"]}]})


def prisoner(kind: str = "leg", box: str = "camp", counted: bool | None = False) -> Callable[[Position], Position]:
    def put(at: Position) -> Position:
        there = boxed(at.with_unit(unit(f"blue {kind} 0500", 9)), "blue9", box)
        known = {} if counted is None else {"blue9": counted}
        return replace(there, memory=replace(there.memory, counted=there.memory.counted.update(known)))

    return put


@pytest.mark.parametrize(
    ("units", "gold", "wrong"),
    [
        ((), "12", False),
        ((), "11", True),
        ((), "13", True),
        ((), "10", True),
        (("blue leg 0000",), "11", False),
        (("blue leg 0000",), "12", True),
        (("blue leg 0000", "blue leg 0100"), "10", False),
    ],
)
def test_a_point_for_each_works_that_is_still_ones_own(units: tuple[str, ...], gold: str, wrong: bool) -> None:
    """1.4: a point for each own centre in land supply, and for nothing else."""
    assert judged(start(*units), f"pay gold {gold}", terms=INCOME) == [SURE] * wrong


@pytest.mark.parametrize(
    ("held", "gold", "wrong"),
    [
        (prisoner(), "13", False),
        (prisoner(), "12", True),
        (prisoner(counted=True), "12", False),
        (prisoner(counted=True), "13", True),
        (prisoner(kind="tank"), "12", False),
        (prisoner(box="dead"), "12", False),
    ],
)
def test_prisoners_bring_something_once(held: Callable[[Position], Position], gold: str, wrong: bool) -> None:
    assert judged(held(start()), f"pay gold {gold}", terms=INCOME) == [SURE] * wrong


def test_prisoners_that_may_have_been_counted_leave_a_doubt_within_what_may_be() -> None:
    at = prisoner(counted=None)(start())
    assert [judged(at, f"pay gold {gold}", terms=INCOME)[0].truth.value for gold in (11, 14)] == ["yes", "yes"]
    (found,) = judged(at, "pay gold 13", terms=INCOME)
    assert found.is_open and "counted before" in found.missing[0]
    assert "at most 1 more for those counted or not" in said(at, "pay gold 11", terms=INCOME)[0]
    told = prisoner()(start())
    assert "1 for units that surrendered" in said(told, "pay gold 12", terms=INCOME)[0]
    elsewhere = INCOME.model_dump()
    elsewhere["income"][0]["bonus"][0]["sides"] = ["blue"]
    assert judged(prisoner()(start()), "pay gold 12", terms=Bill.model_validate(elsewhere)) == []


def test_works_that_hang_on_the_weather_leave_the_income_open_up_to_their_number() -> None:
    at = start(weather="")
    assert judged(at, "pay gold 12", terms=THAW) == [Known.open("weather")]
    assert judged(at, terms=THAW) == [Known.open("weather")]
    assert judged(at, "pay gold 13", terms=THAW) == [SURE]
    assert judged(at, "pay gold 9", terms=THAW) == [SURE]


def test_an_untold_pool_leaves_the_income_open() -> None:
    found = judged(start(gold=""), terms=INCOME)
    assert found == [Known.open("the value gold.red")]
    assert said(start("blue leg 0000"), "pay gold 12", terms=INCOME) == ["gold.red gained 2, and 1 was made"]
    assert said(start(), "pay gold 11", terms=INCOME) == ["gold.red gained 1, and 2 were made"]
