"""Marks are a person's and stay; proposals are the machine's, with a score, a model and a reason."""

from __future__ import annotations

import pytest

from adjudicator.errors import AdjudicatorError
from adjudicator.tracing.auditing import remaining, sampled
from adjudicator.tracing.board import TracedBoard
from adjudicator.tracing.proposals import KindVocabulary, Mark, TracedLayer, Why, hexside
from adjudicator.tracing.tracer import Tracer
from tests.drawn_boards.drawing import Drawing
from tests.drawn_boards.small import at, number, small_board, told, tracer_of

WORDS = KindVocabulary(("clear", "woods"), ("river",), ("road",))
EXAMPLES = [(("0102",), "woods"), (("0204",), "woods"), (("0707",), "clear"), (("0501",), "clear")]


@pytest.fixture(scope="module")
def board() -> TracedBoard:
    def woods(drawing: Drawing) -> None:
        for column in (1, 2, 3):
            for row in (2, 3, 4):
                drawing.ground(at(column, row), "green")

    return small_board(woods)


def test_nothing_is_proposed_before_anything_is_marked(board: TracedBoard) -> None:
    tracer = Tracer(board, WORDS)
    assert [tracer.proposals(layer) for layer in TracedLayer] == [(), (), ()]
    assert tracer.queue(5) == ()


def test_what_a_person_set_is_never_proposed_nor_changed(board: TracedBoard) -> None:
    tracer = tracer_of(board, WORDS, EXAMPLES)
    wrong_on_purpose = Mark(("0505",), "woods")
    tracer.mark(wrong_on_purpose)
    proposed = {each.subject for each in tracer.proposals(TracedLayer.TERRAIN)}
    assert proposed.isdisjoint({mark.subject for mark in tracer.marks})
    assert wrong_on_purpose in tracer.marks


def test_a_hex_has_one_terrain_and_the_last_mark_counts(board: TracedBoard) -> None:
    tracer = tracer_of(board, WORDS, EXAMPLES)
    tracer.mark(Mark(("0102",), "clear"))
    assert [mark.kind for mark in tracer.marks if mark.subject == ("0102",)] == ["clear"]
    tracer.unmark(("0102",), "clear")
    assert ("0102",) in {each.subject for each in tracer.proposals(TracedLayer.TERRAIN)}


def test_a_refused_terrain_is_not_proposed_again(board: TracedBoard) -> None:
    tracer = tracer_of(board, WORDS, EXAMPLES)
    tracer.mark(Mark(("0203",), "woods", present=False))
    found = next(each for each in tracer.proposals(TracedLayer.TERRAIN) if each.subject == ("0203",))
    assert found.kind == "clear"


def test_a_refused_hexside_is_not_proposed_again(board: TracedBoard) -> None:
    tracer = tracer_of(board, WORDS, [(hexside("0101", "0102"), "river")])
    refused = tracer.proposals(TracedLayer.HEXSIDE)[0]
    tracer.mark(Mark(refused.subject, "river", present=False))
    assert refused.subject not in told(tracer, TracedLayer.HEXSIDE, "river")


def test_a_proposal_names_the_model_that_made_it(board: TracedBoard) -> None:
    tracer = tracer_of(board, WORDS, EXAMPLES)
    before = tracer.proposals(TracedLayer.TERRAIN)[0].model
    tracer.mark(Mark(("0606",), "clear"))
    assert tracer.proposals(TracedLayer.TERRAIN)[0].model == tracer.model != before


def test_the_least_certain_come_first_and_every_fifth_is_of_the_audit(board: TracedBoard) -> None:
    queue = tracer_of(board, WORDS, EXAMPLES).queue(20)
    audit = [place for place, each in enumerate(queue) if each.why is Why.AUDIT]
    assert audit
    assert all(place % 5 == 4 for place in audit)
    assert all(sampled(queue[place].subject) for place in audit)
    others = [each.certainty for each in queue if each.why is Why.LEAST_CERTAIN]
    assert others == sorted(others)


def test_beside_a_correction_proposals_come_sooner_and_say_so(board: TracedBoard) -> None:
    tracer = tracer_of(board, WORDS, EXAMPLES)
    said = next(each for each in tracer.proposals(TracedLayer.TERRAIN) if each.subject == ("0606",)).kind
    assert said == "clear"
    tracer.mark(Mark(("0606",), "woods"))
    near = {each.subject[0] for each in tracer.queue(90) if each.why is Why.NEIGHBOUR}
    around = {number(6, 5), number(6, 7), number(5, 5), number(5, 6), number(7, 5), number(7, 6)}
    assert near
    assert near <= around


def test_the_sample_is_the_same_every_time_and_about_its_share() -> None:
    chosen = [sampled((number(column, row),)) for column in range(50) for row in range(60)]
    assert chosen == [sampled((number(column, row),)) for column in range(50) for row in range(60)]
    assert 100 < sum(chosen) < 200


def test_the_remaining_error_has_an_interval() -> None:
    told_ = remaining([True] * 57 + [False] * 3)
    assert (told_.asked, told_.wrong, told_.share) == (60, 3, 0.05)
    # the interval of Clopper and Pearson, as R's binom.test(3, 60) gives it
    assert (round(told_.low, 4), round(told_.high, 4)) == (0.0104, 0.1392)
    assert remaining([]).high == 1.0
    assert remaining([True] * 20).low == 0.0


def test_an_answer_to_the_audit_counts_as_it_stood(board: TracedBoard) -> None:
    tracer = tracer_of(board, WORDS, EXAMPLES)
    audited = next(each for each in tracer.queue(90) if each.why is Why.AUDIT)
    other = "woods" if audited.kind == "clear" else "clear"
    tracer.mark(Mark(audited.subject, other))
    assert (tracer.remaining().asked, tracer.remaining().wrong) == (1, 1)


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        (Mark(("0101",), "desert"), "no 'desert'"),
        (Mark(("9999",), "woods"), "9999"),
        (Mark(("0101", "0909"), "river"), "0101-0909"),
        (Mark(("0101", "0102"), "woods"), "0101-0102"),
    ],
)
def test_marks_of_nothing_are_refused(board: TracedBoard, mark: Mark, said: str) -> None:
    with pytest.raises(AdjudicatorError, match=said):
        Tracer(board, WORDS).mark(mark)
