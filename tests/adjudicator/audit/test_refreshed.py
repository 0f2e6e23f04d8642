"""Counters that VASSAL made anew ("Refresh Counters") are those that lay there, by slot and place."""

from __future__ import annotations

from adjudicator.audit.difference import DifferenceKind, agree, differences, refreshed
from adjudicator.lean import replace
from adjudicator.model.counters import Counter, Design, Spot, Stack
from adjudicator.model.state import GameState
from adjudicator.persistent import PersistentMap

MORE = Design(name="Inf", image="inf.png", parts=("image",))


def counter(name, x, slot="1", stack="", **more):
    return Counter(name, name[0], Spot("Main", x, 0), Design(name="Inf"), slot=slot, stack=stack, **more)


def state(*counters, **stacks):
    made = {name: Stack(name, Spot("Main", 10, 0), tuple(members)) for name, members in stacks.items()}
    return GameState(counters=PersistentMap({each.id: each for each in counters}), stacks=PersistentMap(made))


BEFORE = state(counter("a1", 10, stack="s"), counter("a2", 10, stack="s"), counter("b1", 20, "2"), s=["a1", "a2"])


def made_anew(*left_out, **moved):
    new = [counter("n2", 10, stack="t"), counter("n1", 10, stack="t"), counter("n3", 20, "2")]
    new = [replace(each, design=MORE, spot=Spot("Main", moved.get(each.id, each.spot.x), 0)) for each in new]
    return state(*(each for each in new if each.id not in left_out), t=["n2", "n1"])


def test_each_is_found_again_in_the_order_of_its_stack():
    assert refreshed(BEFORE, made_anew()) == {"n2": "a1", "n1": "a2", "n3": "b1"}
    found = differences(BEFORE, made_anew())
    assert {each.change for each in found} == {DifferenceKind.REFRESHED}
    assert agree(BEFORE, made_anew())


def test_what_changed_since_is_told_as_usual():
    found = differences(BEFORE, made_anew(n3=99))
    assert [(each.change, each.was, each.now) for each in found if not each.harmless] == [
        (DifferenceKind.MOVED, "Main (20, 0)", "Main (99, 0)")
    ]
    assert not agree(BEFORE, made_anew(n3=99))


def test_what_is_gone_is_gone():
    assert [each.change for each in differences(BEFORE, made_anew("n3")) if not each.harmless] == [
        DifferenceKind.VANISHED
    ]


def test_a_property_that_it_had_before_counts():
    was, now = state(counter("a1", 10)), state(counter("n1", 10))
    assert agree(was, _marked(now, "2"))
    assert any(each.change is DifferenceKind.MARKED for each in differences(_marked(was, "1"), _marked(now, "2")))


def _marked(found, value):
    marked = {key: replace(each, properties={"Step": value}) for key, each in found.counters.items()}
    return replace(found, counters=PersistentMap(marked))


def test_without_one_in_its_place_nothing_is_paired():
    assert refreshed(state(counter("a1", 10)), state(counter("n1", 30))) == {}
