"""Proposals for a board of our own: examples in, questions out, and only answers reach the map."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from adjudicator.errors import UsageError
from adjudicator.game.maps.traced import Traced
from adjudicator.model.theatre import load_theatre
from adjudicator.packs.folders import BUNDLED
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
    first, second = _queue(traced, "terrain")[:2]
    traced.answer(0, version(traced), "b", {**first, "yes": True})
    traced.answer(0, version(traced), "c", {**second, "yes": False})
    assert load_theatre(traced.map.folder).at(first["subject"][0]).terrain == first["kind"]
    assert load_theatre(traced.map.folder).at(second["subject"][0]).terrain == "blank"
    asked = _queue(traced, "terrain")
    assert all((each["subject"], each["kind"]) != (second["subject"], second["kind"]) for each in asked)
    assert all(each["subject"] != first["subject"] for each in asked)
    traced.map.undo(version(traced))
    traced.map.undo(version(traced))
    assert load_theatre(traced.map.folder).at(first["subject"][0]).terrain == "blank"
    assert _queue(traced, "terrain")[:2] == [first, second]


def test_what_a_person_drew_is_not_overwritten(traced: Traced) -> None:
    first = _queue(traced, "terrain")[0]
    traced.map.draw(version(traced), "b", {f"terrain:{first['subject'][0]}": "sea"})
    with pytest.raises(UsageError, match="decided meanwhile"):
        traced.answer(0, version(traced), "c", {**first, "yes": True})


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
    asked = [each for each in _queue(traced, "terrain") if each["why"] == "audit sample"]
    traced.answer(0, version(traced), "b", {**asked[0], "yes": False})
    told = traced.propose(0, "terrain")["remaining"]
    assert isinstance(told, dict) and (told["asked"], told["wrong"]) == (1, 1) and told["high"] == 100


def test_the_random_share_is_asked_for_also_by_a_person_who_answers_one_by_one(traced: Traced) -> None:
    for count in range(10):
        first = _queue(traced, "terrain")[0]
        traced.answer(0, version(traced), f"s{count}", {**first, "yes": True})
    told = traced.propose(0, "terrain")["remaining"]
    assert isinstance(told, dict) and (told["asked"], told["wrong"]) == (2, 0)


def test_what_a_person_draws_over_a_wrong_opinion_counts_as_an_answer(traced: Traced) -> None:
    asked = next(each for each in _queue(traced, "terrain") if each["why"] == "audit sample")
    other = next(word for word in ("sea", "clear") if word != asked["kind"])
    traced.map.draw(version(traced), "b", {f"terrain:{asked['subject'][0]}": other})
    told = traced.propose(0, "terrain")["remaining"]
    assert isinstance(told, dict) and (told["asked"], told["wrong"]) == (1, 1)


def test_without_the_extra_the_page_is_told_what_is_missing(traced: Traced, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adjudicator.tracing.board", None)
    assert "missing" in traced.propose(0, "terrain")


def _queue(traced: Traced, layer: str) -> list[dict[str, object]]:
    queue = traced.propose(0, layer)["queue"]
    assert isinstance(queue, list)
    return queue
