"""What is done in a production phase and what is paid for it: the bill, judged on a strip of our own.

Red pays goods and oil. Who stands in 0200 is at the front where a blue unit stands in 0300; 0000 is far behind.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.model.known import YES as SURE
from adjudicator.model.known import Known
from adjudicator.model.network import Network
from adjudicator.model.theatre import Place
from adjudicator.model.units import Face
from adjudicator.packs.blitz_in_the_east.rules.production import expenditure, points_produced
from adjudicator.persistent import PersistentMap
from adjudicator.record.acts import Act, ConditionsTold, Flipped, Movement, Transfer, Unmarked, ValuesChanged
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.analysis.maps import pack, position, theatre, unit

MILLS = tuple(Place(name=f"Mill {n}", hex=f"0{n}00", kinds=frozenset({"mine"}), owner="red") for n in (0, 1))
WELL = Place(name="Well", hex="0700", kinds=frozenset({"oilfield"}), owner="red")
STRIP = Network.of(theatre("........", {"0300-0400": "red_dot"}, (*MILLS, WELL)))
TABLES = {
    "spending": "[pool.'goods.red']\nside = 'red'\n[pool.'oil.red']\nside = 'red'\n[pool.'goods.blue']\nside = 'blue'\n",
    "supply": (
        "[[status]]\nname = 'producing'\nspots = { kinds = ['mine'] }\n"
        "[[status]]\nname = 'producing'\nspots = { kinds = ['oilfield'], where = { weather = ['clear'] } }\n"
    ),
    "control": "[[test]]\nby = 'occupation'\n[[test]]\nby = 'history'\n",
}


def start(*units: str, goods: str = "10", oil: str = "10", **conditions: str) -> Position:
    told = {"chit": "none", **conditions}
    at = position(STRIP, pack(**TABLES), phase="production", **told)
    faces = (Face(attack=2, defense=2, movement=2, steps=2), Face(attack=1, defense=1, movement=2, steps=1))
    for count, text in enumerate(units):
        words = text.split()
        made = unit(" ".join(word for word in words if word not in ("/2", "+disorganized", "+hurt")), count)
        made = replace(made, type=made.type.model_copy(update={"faces": faces}), face=int("/2" in words))
        at = at.with_unit(replace(made, marks=frozenset(word[1:] for word in words if word.startswith("+"))))
    pools = {f"{name}.red": value for name, value in (("goods", goods), ("oil", oil)) if value}
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


def judged(at: Position, *deeds: str) -> list[Known]:
    return [each.broken for each in expenditure(played(at, *deeds)) if each.broken.possible]


REST = "unmark red0 disorganized"
FOOT, TANK = "red infantry 0200", "red armor 0200"
ENEMY = "blue infantry 0300"


@pytest.mark.parametrize(
    ("units", "deeds", "wrong"),
    [
        ((), (), 0),
        ((), ("pay goods 9",), 1),
        ((), ("pay goods 9", "pay oil 9"), 2),
        ((f"{FOOT} +disorganized",), (REST, "pay goods 9"), 0),
        ((f"{FOOT} +disorganized",), (REST,), 1),
        ((f"{FOOT} +disorganized",), (REST, "pay goods 8"), 1),
        ((f"{FOOT} +disorganized",), (REST, "pay goods 9", "pay oil 9"), 1),
        ((f"{FOOT} +hurt",), ("unmark red0 hurt",), 0),
        (("blue infantry 0200 +disorganized",), ("unmark blue0 disorganized",), 0),
        ((f"{TANK} +disorganized",), (REST, "pay oil 9"), 0),
        ((f"{FOOT} +disorganized", ENEMY), (REST, "pay goods 8"), 0),
        ((f"{FOOT} +disorganized", ENEMY), (REST, "pay goods 9"), 1),
        ((f"{TANK} +disorganized", ENEMY), (REST, "pay oil 8"), 0),
        ((f"{FOOT} +disorganized", "blue air 0300"), (REST, "pay goods 9"), 0),
        (("red infantry 0400 +disorganized", ENEMY), (REST, "pay goods 9"), 0),  # a red dot parts them
        ((f"{FOOT} /2",), ("flip red0 1", "pay goods 8"), 0),
        ((f"{FOOT} /2",), ("flip red0 1", "pay goods 9"), 1),
        ((FOOT,), ("flip red0 2",), 0),
        ((f"{TANK} /2",), ("flip red0 1", "pay goods 9", "pay oil 9"), 0),
        ((f"{TANK} /2",), ("flip red0 1", "pay goods 8"), 2),
        ((f"{FOOT} /2", ENEMY), ("flip red0 1", "pay goods 7"), 0),
        ((f"{TANK} /2", ENEMY), ("flip red0 1", "pay goods 9", "pay oil 8"), 0),
        (("red air 0200 /2", ENEMY), ("flip red0 1", "pay goods 8", "pay oil 8"), 0),
        ((FOOT,), ("move red0 0100",), 0),
        ((FOOT,), ("send red0 dead",), 0),
        (("red cavalry 0200 nation:hungarian cadre",), ("send red0 dead", "pay goods 8"), 0),
        (("red cavalry 0200 nation:hungarian cadre",), ("send red0 dead",), 1),
        (("red cavalry 0200 nation:hungarian cadre", ENEMY), ("send red0 dead", "pay goods 8", "pay oil 9"), 0),
        (("red infantry 0200 nation:italian cadre alpine",), ("send red0 dead",), 0),
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
        ("destroyed", ("send red0 0100", "flip red0 2", "pay goods 8"), 0),
        ("destroyed", ("send red0 0100", "flip red0 2"), 1),
        ("destroyed", ("send red0 0100", "pay goods 8"), 1),
        ("destroyed", ("flip red0 2", "send red0 0100", "pay goods 8"), 0),
        ("home", ("send red0 0100",), 0),
        ("destroyed", ("send red0 home",), 0),
    ],
)
def test_who_comes_out_of_a_box_comes_in_its_strength(box: str, deeds: tuple[str, ...], wrong: int) -> None:
    """1.5: what is resurrected comes with its weaker side up, and is paid for."""
    assert judged(boxed(start(FOOT), "red0", box), *deeds) == [SURE] * wrong


CHIT = "now chit bought"
BOUGHT = (CHIT, "pay oil 8")
TIRED = tuple(f"red infantry 0{n}00 +disorganized" for n in (0, 1, 2))
RESTS = tuple(f"unmark red{n} disorganized" for n in (0, 1, 2))


@pytest.mark.parametrize(
    ("enemy", "deeds", "wrong"),
    [
        ((), (*BOUGHT, "pay goods 8"), 0),
        ((), (CHIT,), 2),
        ((), (CHIT, "pay goods 8"), 1),
        ((), ("now chit none",), 0),
        ((), (*BOUGHT, *RESTS[:2], "pay goods 8"), 0),
        ((), (*BOUGHT, *RESTS[:2], "pay goods 7"), 0),  # nobody has to take what is free
        ((), (*BOUGHT, *RESTS[:2], "pay goods 6"), 0),
        ((), (*BOUGHT, *RESTS[:2], "pay goods 5"), 1),
        ((), (*BOUGHT, *RESTS, "pay goods 7"), 0),
        ((), (*BOUGHT, *RESTS, "pay goods 8"), 1),
        ((ENEMY,), (*BOUGHT, *RESTS[2:], "pay goods 8"), 0),
        ((ENEMY,), (*BOUGHT, *RESTS[1:], "pay goods 8"), 1),
        ((ENEMY,), (*BOUGHT, *RESTS[1:], "pay goods 7"), 0),
        ((ENEMY,), (*BOUGHT, *RESTS, "pay goods 6"), 0),
        ((ENEMY,), (*BOUGHT, *RESTS, "pay goods 7"), 1),
        ((ENEMY,), (*RESTS, "pay goods 6"), 0),
        ((ENEMY,), (*RESTS, "pay goods 8"), 1),
    ],
)
def test_the_chit_makes_others_free_and_the_front_counts_for_two(
    enemy: tuple[str, ...], deeds: tuple[str, ...], wrong: int
) -> None:
    """1.5: with the chit two units are reorganized free, one at the front counting for two."""
    assert judged(start(*TIRED, *enemy), *deeds) == [SURE] * wrong


def test_a_chit_bought_before_costs_nothing_and_one_that_nobody_told_of_is_open() -> None:
    assert judged(start(chit="bought"), CHIT) == []
    untold = start(chit="")
    assert judged(untold, CHIT) == [Known.open("the chit before")] * 2
    assert judged(untold, *BOUGHT, "pay goods 8") == [Known.open("the chit before")] * 2
    assert judged(untold, "now chit none") == []


def test_what_nobody_told_of_a_pool_is_open_only_where_something_is_due() -> None:
    at = start(f"{FOOT} +disorganized", oil="", goods="")
    assert judged(at, REST) == [Known.open("the value goods.red")]
    front = start(f"{TANK} /2", ENEMY, oil="")
    assert judged(front, "flip red0 1", "pay goods 9") == [Known.open("the value oil.red")]


def test_nobodys_phase_has_no_bill() -> None:
    at = start(f"{FOOT} +disorganized")
    assert judged(replace(at, moment=replace(at.moment, phase=None)), REST) == []


def said(at: Position, *deeds: str) -> list[str]:
    return [each.because for each in expenditure(played(at, *deeds))]


def test_what_it_says() -> None:
    (found,) = said(start(), "pay goods 9")
    assert found == "nothing that was done costs 0 goods.red, and 1 was spent"
    (found,) = said(start(f"{FOOT} +disorganized"), REST)
    assert found.startswith("reorganize ") and found.endswith(" costs 1 goods.red, and 0 was spent")
    (found,) = said(boxed(start(FOOT), "red0", "destroyed"), "send red0 0100", "pay goods 8")
    assert "comes with face 1 up, and must with 2" in found


def produced(at: Position, *deeds: str) -> list[Known]:
    """What is said of the goods; the oil is always told as it is due in clear weather."""
    return [each.broken for each in points_produced(played(at, "pay oil 11", *deeds)) if each.broken.possible]


@pytest.mark.parametrize(
    ("units", "goods", "wrong"),
    [
        ((), "12", False),
        ((), "11", True),
        ((), "13", True),
        ((), "10", True),
        (("blue infantry 0000",), "11", False),
        (("blue infantry 0000",), "12", True),
        (("blue infantry 0000", "blue infantry 0100"), "10", False),
    ],
)
def test_a_point_for_each_works_that_is_still_ones_own(units: tuple[str, ...], goods: str, wrong: bool) -> None:
    """1.4: a point for each own centre in land supply, and for nothing else."""
    assert produced(start(*units), f"pay goods {goods}") == [SURE] * wrong


def test_works_that_hang_on_the_weather_leave_the_income_open_up_to_their_number() -> None:
    assert produced(start(weather=""), "pay goods 12") == [Known.open("weather")]
    assert produced(start(weather=""), "pay goods 12", "pay oil 12") == [SURE]


def test_an_untold_pool_leaves_the_income_open() -> None:
    assert produced(start(goods="")) == [Known.open("the value goods.red")]
    made = points_produced(played(start("blue infantry 0000"), "pay oil 11", "pay goods 12"))
    assert [each.because for each in made] == ["goods.red gained 2, and 1 was made"]
