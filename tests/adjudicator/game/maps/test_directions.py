"""Features with a direction: proposed with it, written with an arrow, never without."""

from __future__ import annotations

import pytest

from adjudicator.errors import UsageError
from adjudicator.game.maps.traced import Traced

ASKED = {"subject": ["0304", "0404"], "kind": "slope", "present": True, "yes": True}


def written(joined: Traced, told: dict[str, object]) -> object:
    joined.answer(0, joined.map.sheet.version, "b", {**ASKED, **told})
    return {str(key): value for key, value in joined.map.sheet.values.items()}["side:0304-0404"]


@pytest.mark.parametrize(("to", "word"), [("0404", "slope>"), ("0304", "slope<")])
def test_a_yes_writes_the_arrow(joined: Traced, to: str, word: str) -> None:
    assert written(joined, {"towards": to}) == (word,)


@pytest.mark.parametrize("to", ["", "0305", None])
def test_nothing_is_written_without_a_direction(joined: Traced, to: object) -> None:
    with pytest.raises(UsageError, match="say which hex it faces"):
        written(joined, {"towards": to})


def test_an_example_with_its_arrow_tells_which_way_the_others_face(joined: Traced) -> None:
    assert joined.propose(0, "hexside")["queue"] == []
    joined.map.draw(joined.map.sheet.version, "a", {"side:0104-0204": ["slope>"], "side:0103-0204": ["slope<"]})
    tracer = joined.proposer(0)
    assert joined.propose(0, "hexside")["left"]
    assert tracer._tracer is not None
    assert {(each.subject, each.towards) for each in tracer._tracer.marks} == {
        (("0104", "0204"), "0204"),
        (("0103", "0204"), "0103"),
    }
    assert all(
        each.towards in each.subject for each in tracer._tracer.proposals(tracer._tracer.vocabulary.layer("slope"))
    )


def test_a_run_that_faces_one_way_is_taken_with_every_direction(joined: Traced) -> None:
    subjects, facing = [["0104", "0204"], ["0103", "0204"]], ["0204", "0103"]
    told = {"subjects": subjects, "facing": facing, "kind": "slope", "present": True, "yes": True}
    joined.answer(0, joined.map.sheet.version, "a", told)
    assert joined.map.state()["values"]["side:0104-0204"] == ["slope>"]
    assert joined.map.state()["values"]["side:0103-0204"] == ["slope<"]
