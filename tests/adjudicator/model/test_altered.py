"""What is made quickly, field by field, is what `dataclasses.replace` makes: no field is left out."""

from __future__ import annotations

from dataclasses import fields, replace

from adjudicator.model.counters import Counter, Deck, Design, Spot, Stack
from adjudicator.model.state import GameState
from adjudicator.persistent import PersistentMap


def filled(kind, **known):
    """A value whose every field is something of its own."""
    return kind(**{each.name: known.get(each.name, f"own {each.name}") for each in fields(kind)})


def test_a_counter_elsewhere():
    counter, spot = filled(Counter, design=Design("die")), Spot("Main", 1, 2)
    assert counter.lying(spot, "pile", 3) == replace(counter, spot=spot, stack="pile", order=3)
    assert counter.lying(spot) == replace(counter, spot=spot, stack="", order=0)


def test_a_stack_with_other_members():
    stack = filled(Stack, deck=Deck("Draw"))
    assert stack.holding(("a", "b")) == replace(stack, members=("a", "b"))


def test_a_state_with_other_pieces():
    state = filled(GameState, counters=PersistentMap(), stacks=PersistentMap(), next_order=4)
    counter, stack = filled(Counter), filled(Stack, members=("a",))
    expected = replace(
        state, counters=PersistentMap({counter.id: counter}), stacks=PersistentMap({stack.id: stack}), next_order=9
    )
    assert state.with_pieces((counter,), (stack,), (), 9) == expected
