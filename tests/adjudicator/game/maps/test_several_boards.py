"""Boards that run on are drawn on as one; boards that lie apart are not."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.errors import UsageError
from adjudicator.game.maps.opening import open_map
from adjudicator.game.maps.traced import Traced
from adjudicator.game.pack_files import draft
from adjudicator.model.theatre import load_theatre
from adjudicator.tracing.picture import ImagePart, pixels_of
from tests.helpers import FIXTURES

BOARDS = FIXTURES / "boards"
SEAM = ("0804", "right.0103")


def version(joined: Traced) -> int:
    return joined.map.sheet.version


def test_hexes_on_both_sides_of_a_seam_share_a_hexside(joined: Traced) -> None:
    (ground,) = joined.map.grounds
    across = [(one, other) for one, other, _ in ground.sides if ground.places[one].board != ground.places[other].board]
    assert {(ground.places[one].number, ground.places[other].number) for one, other in across} >= {SEAM}
    assert len(across) == 13 and ground.size == (776, 380)


def test_a_road_over_the_seam_is_saved(joined: Traced) -> None:
    joined.map.draw(version(joined), "a", {f"side:{'-'.join(SEAM)}": ["road"]})
    drawn = load_theatre(joined.map.folder)
    assert drawn.features(drawn.at(SEAM[0]).at, drawn.at(SEAM[1]).at) == {"road"}


def test_proposals_go_on_over_the_seam(joined: Traced) -> None:
    examples = {
        f"side:{one}-{other}": ["road"] for one, other in (("0204", "0303"), ("0503", "0604"), ("0604", "0703"))
    }
    joined.map.draw(version(joined), "a", examples)
    queue = joined.proposer(0)
    queue.ask("line")
    assert queue._tracer is not None
    found = {each.subject for each in queue._tracer.proposals(queue._tracer.vocabulary.layer("road")) if each.present}
    assert found >= {SEAM, ("right.0303", "right.0404")} and len(found) == 12


def test_each_board_has_its_grid_moved_by_itself(joined: Traced) -> None:
    joined.map.draw(version(joined), "a", {"nudge:Main Map / Right": [3, -2]})
    with pytest.raises(UsageError, match="for a board"):
        joined.map.draw(version(joined), "b", {"nudge:Main Map / Left + Main Map / Right": [3, -2]})


def test_boards_that_do_not_run_on_are_drawn_on_one_by_one(tmp_path: Path) -> None:
    module = BOARDS / "two_boards.vmod"
    draft(module, tmp_path / "mine")
    assert {each.name for each in open_map(tmp_path / "mine", module=module)[0].grounds} == {
        "Main Map / West",
        "Main Map / East",
    }


@pytest.mark.parametrize("factor", [1.0, 0.5])
def test_pictures_laid_as_one_are_the_picture_they_were_cut_from(factor: float) -> None:
    whole = Image.radial_gradient("L").convert("RGB").resize((90, 60))
    parts = [((0, 0, 50, 60), 0, 0), ((50, 0, 90, 40), 50, 0), ((50, 40, 90, 60), 50, 40)]
    laid = [ImagePart(_png(whole.crop(box)), x, y) for box, x, y in parts]
    assert (pixels_of(laid, factor) == pixels_of(_png(whole), factor)).all()


def _png(picture: Image.Image) -> bytes:
    data = io.BytesIO()
    picture.save(data, "PNG")
    return data.getvalue()
