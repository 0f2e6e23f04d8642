"""Proposals for a board of our own: examples in, questions out, and only answers reach the map."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from adjudicator.errors import UsageError
from adjudicator.game.maps.traced import Traced
from adjudicator.lean import replace
from adjudicator.model.theatre import load_theatre
from adjudicator.packs.folders import BUNDLED
from adjudicator.tracing.auditing import sampled
from adjudicator.tracing.proposals import OFF, TracedLayer
from tests.helpers import FIXTURES

MODULE = FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod"
VALLEY = load_theatre(BUNDLED / "two_rivers" / "theatres" / "valley")


@pytest.fixture
def traced(own_pack: Path) -> Traced:
    """The map with the hexes that it lacks taken out, and three examples of each terrain and of rivers and roads."""
    made = Traced.open(own_pack, module=MODULE)
    off = {f"terrain:{each.number}": "" for each in made.map.grounds[0].places if each.number not in VALLEY.by_number}
    said: dict[str, list[str]] = {}
    for each in VALLEY.hexes.values():
        said.setdefault(each.terrain, []).append(each.number)
    ground = {f"terrain:{number}": word for word, numbers in said.items() for number in sorted(numbers)[1::4][:3]}
    made.map.draw(1, "a", {**off, **ground, **_sides("river"), **_sides("road")})
    return made


def _sides(word: str) -> dict[str, list[str]]:
    named = {at: each.number for at, each in VALLEY.hexes.items()}
    having = [sorted((named[side.low], named[side.high])) for side, words in VALLEY.hexsides.items() if words == {word}]
    return {f"side:{one}-{other}": [word] for one, other in sorted(having)[:3]}


def version(traced: Traced) -> int:
    return traced.map.sheet.version


def test_most_of_what_is_proposed_is_right_and_none_of_it_on_the_map(traced: Traced) -> None:
    before = (traced.map.folder / "hexes.txt").read_bytes()
    told = traced.propose(0, "terrain")
    queue, left = told["queue"], told["left"]
    assert isinstance(queue, list) and isinstance(left, int) and left > 200
    listed = json.loads((traced.map.folder / "proposals.json").read_text(encoding="utf-8"))
    right = [VALLEY.at(each["subject"][0]).terrain == each["kind"] for each in listed["proposals"]]
    assert sum(right) > 0.95 * len(right) and listed["model"]
    certain = [each["certainty"] for each in listed["proposals"]]
    assert certain == sorted(certain)
    assert (traced.map.folder / "hexes.txt").read_bytes() == before


def test_a_yes_is_drawn_a_no_is_asked_no_more_and_both_can_be_taken_back(traced: Traced) -> None:
    before = _queue(traced, "terrain")
    first, second = [each for each in before if each["kind"] != OFF][:2]
    traced.answer(0, version(traced), "b", {**first, "yes": True})
    traced.answer(0, version(traced), "c", {**second, "yes": False})
    drawn = load_theatre(traced.map.folder)
    assert {drawn.at(number).terrain for (number,) in first["subjects"]} == {first["kind"]}
    assert {drawn.at(number).terrain for (number,) in second["subjects"]} == {"blank"}
    asked = {(tuple(subject), each["kind"]) for each in _queue(traced, "terrain") for subject in each["subjects"]}
    assert asked.isdisjoint((tuple(subject), second["kind"]) for subject in second["subjects"])
    assert {subject for subject, _ in asked}.isdisjoint(map(tuple, first["subjects"]))
    traced.map.undo(version(traced))
    traced.map.undo(version(traced))
    assert {load_theatre(traced.map.folder).at(number).terrain for (number,) in first["subjects"]} == {"blank"}
    assert _queue(traced, "terrain") == before


def test_what_a_person_drew_is_not_overwritten(traced: Traced) -> None:
    first = _queue(traced, "terrain")[0]
    drawn = {f"terrain:{number}": "sea" for (number,) in first["subjects"]}
    traced.map.draw(version(traced), "b", drawn)
    with pytest.raises(UsageError, match="decided meanwhile"):
        traced.answer(0, version(traced), "c", {**first, "yes": True})


def test_of_several_that_are_asked_about_those_drawn_meanwhile_stay(traced: Traced) -> None:
    several = next(each for each in _queue(traced, "terrain") if len(each["subjects"]) > 1 and each["kind"] != OFF)
    (one,), *others = several["subjects"]
    traced.map.draw(version(traced), "b", {f"terrain:{one}": "sea"})
    traced.answer(0, version(traced), "c", {**several, "yes": True})
    drawn = load_theatre(traced.map.folder)
    assert drawn.at(one).terrain == "sea"
    assert {drawn.at(number).terrain for (number,) in others} == {several["kind"]}


def test_some_of_it_draws_nothing_and_halves_the_question(traced: Traced) -> None:
    several = max(_queue(traced, "terrain"), key=lambda each: len(each["subjects"]))
    before = (traced.map.folder / "hexes.txt").read_bytes()
    traced.answer(0, version(traced), "b", {**several, "some": True})
    assert (traced.map.folder / "hexes.txt").read_bytes() == before
    about = set(map(tuple, several["subjects"]))
    shares = [about & set(map(tuple, each["subjects"])) for each in _queue(traced, "terrain")]
    assert max(map(len, shares)) <= (len(about) + 1) // 2
    assert sum(map(len, shares)) > 1


def test_a_word_said_instead_is_drawn_and_the_other_refused(traced: Traced) -> None:
    first = _queue(traced, "terrain")[0]
    other = next(word for word in ("hills", "forest", "clear") if word != first["kind"])
    traced.answer(0, version(traced), "b", {**first, "yes": False, "instead": other})
    drawn = load_theatre(traced.map.folder)
    assert {drawn.at(number).terrain for (number,) in first["subjects"]} == {other}


def test_what_is_not_on_the_map_is_said_so_and_what_looks_like_it_is_proposed_as_such(traced: Traced) -> None:
    first = _queue(traced, "terrain")[0]
    traced.answer(0, version(traced), "b", {**first, "yes": False, "instead": "-"})
    numbers = {number for (number,) in first["subjects"]}
    assert numbers.isdisjoint(load_theatre(traced.map.folder).by_number)
    assert all(numbers.isdisjoint(subject) for layer in TracedLayer for subject in _subjects(traced, layer))


def test_a_hex_that_is_none_of_the_words_comes_to_an_end(traced: Traced) -> None:
    """Each word once, then whether it is on the map at all, then no more."""
    number = _queue(traced, "terrain")[0]["subjects"][0][0]
    asked = []
    for count in range(12):
        told = [each for each in traced.proposer(0).proposals("terrain") if each.subject == (number,)]
        if not told:
            break
        asked.append(told[0].kind)
        answer = {"subject": [number], "kind": told[0].kind, "present": True, "yes": False}
        traced.answer(0, version(traced), f"s{count}", answer)
    else:
        pytest.fail(f"asked again and again: {asked}")
    assert len(set(asked)) == len(asked) and "-" in asked


def test_nothing_that_is_proposed_is_left_undrawn(traced: Traced) -> None:
    for layer in TracedLayer:
        for count in range(200):
            queue = _queue(traced, layer)
            if not queue:
                break
            traced.answer(0, version(traced), f"{layer}{count}", {**queue[0], "yes": True})
        else:
            pytest.fail(f"still asked after 200 answers: {queue[0]}")
        assert [each for each in traced.proposer(0).proposals(layer) if each.present] == []


def test_what_is_sure_is_taken_together_and_back_as_one(traced: Traced) -> None:
    listed = traced.sure(0, "terrain")["proposals"]
    assert isinstance(listed, list) and len(listed) > 200
    sure = [each for each in listed if each[2] >= 0.95]
    before = (traced.map.folder / "hexes.txt").read_bytes()
    traced.accept(0, version(traced), "b", {"proposals": sure})
    drawn = load_theatre(traced.map.folder)
    assert all(drawn.at(number).terrain == word for number, word, *_ in sure)
    traced.map.undo(version(traced))
    assert (traced.map.folder / "hexes.txt").read_bytes() == before


def test_a_new_word_has_no_board_looked_at_anew(traced: Traced) -> None:
    traced.propose(0, "terrain")
    proposer = traced.proposer(0)
    before = proposer._tracer
    proposer.map.vocabulary = replace(
        traced.map.vocabulary, terrains={**traced.map.vocabulary.terrains, "moor": "Moor"}
    )
    traced.propose(0, "terrain")
    assert proposer._tracer is not before
    assert before is not None and proposer._tracer is not None and proposer._tracer.board is before.board
    assert traced.progress(0) == {"done": 1.0}


def test_how_proposals_did_on_what_was_held_back_is_told(traced: Traced) -> None:
    told = traced.trial(0, "terrain")["told"]
    assert isinstance(told, list) and len(told) > 10
    assert sum(right for _, right in told) > 0.9 * len(told)


def test_answers_that_come_while_others_are_asked_for_break_nothing(traced: Traced) -> None:
    """Four answers a second and a slow look at the map: what is said is looked through while others draw."""
    tag = next(iter(traced.map.words.tags))
    faults: list[BaseException] = []

    def asking() -> None:
        try:
            for _ in range(20):
                traced.propose(0, "hexside")
                traced.about()
        except BaseException as fault:  # noqa: BLE001 - told below
            faults.append(fault)

    asker = threading.Thread(target=asking)
    asker.start()
    for count, place in enumerate(traced.map.grounds[0].places):
        traced.map.draw(version(traced), f"s{count}", {f"tags:{place.number}": [tag]})
    asker.join()
    assert not faults


@pytest.mark.parametrize(("layer", "word"), [("hexside", "river"), ("line", "road")])
def test_hexsides_are_proposed_with_both_answers(traced: Traced, layer: str, word: str) -> None:
    traced.propose(0, layer)
    written = json.loads((traced.map.folder / "proposals.json").read_text(encoding="utf-8"))["proposals"]
    one, other = [each for each in written if each["kind"] == word and each["present"]][:2]
    traced.answer(0, version(traced), "b", {**one, "yes": True})
    traced.answer(0, version(traced), "c", {**other, "yes": False})
    drawn = load_theatre(traced.map.folder)
    for told, there in ((one, True), (other, False)):
        a, b = (drawn.at(number).at for number in told["subject"])
        assert (word in drawn.features(a, b)) is there


def test_the_random_share_tells_how_much_error_remains(traced: Traced) -> None:
    traced.answer(0, version(traced), "b", {**_of_the_share(traced), "yes": False})
    told = traced.propose(0, "terrain")["remaining"]
    assert isinstance(told, dict) and (told["asked"], told["wrong"]) == (1, 1) and told["high"] == 100


def test_every_answer_about_one_of_the_random_share_is_counted(traced: Traced) -> None:
    first = max(_queue(traced, "terrain"), key=lambda each: sum(sampled(tuple(one)) for one in each["subjects"]))
    traced.answer(0, version(traced), "b", {**first, "yes": True})
    told = traced.propose(0, "terrain")["remaining"]
    assert isinstance(told, dict)
    assert (told["asked"], told["wrong"]) == (sum(sampled(tuple(one)) for one in first["subjects"]), 0)
    assert told["asked"] > 3


def test_every_tenth_question_is_about_one_of_the_random_share(traced: Traced) -> None:
    for count in range(9):
        first = _queue(traced, "terrain")[-1]
        answer = {"subject": first["subject"], "kind": first["kind"], "present": True, "yes": True}
        traced.answer(0, version(traced), f"s{count}", answer)
    assert _queue(traced, "terrain")[0]["why"] == "audit sample"


def test_what_a_person_draws_over_a_wrong_opinion_counts_as_an_answer(traced: Traced) -> None:
    asked = _of_the_share(traced)
    other = next(word for word in ("sea", "clear") if word != asked["kind"])
    traced.map.draw(version(traced), "b", {f"terrain:{asked['subject'][0]}": other})
    told = traced.propose(0, "terrain")["remaining"]
    assert isinstance(told, dict) and (told["asked"], told["wrong"]) == (1, 1)


def test_without_the_extra_the_page_is_told_what_is_missing(traced: Traced, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adjudicator.tracing.board", None)
    assert "missing" in traced.propose(0, "terrain")


def _of_the_share(traced: Traced) -> dict[str, Any]:
    """A proposal of the random share as a page would answer it."""
    traced.propose(0, "terrain")
    found = next(each for each in traced.proposer(0).proposals("terrain") if sampled(each.subject))
    return {"subject": list(found.subject), "kind": found.kind, "present": True}


def _subjects(traced: Traced, layer: str) -> set[tuple[str, ...]]:
    return {each.subject for each in traced.proposer(0).proposals(layer)}


def _queue(traced: Traced, layer: str) -> list[dict[str, Any]]:
    queue = traced.propose(0, layer)["queue"]
    assert isinstance(queue, list)
    return queue
