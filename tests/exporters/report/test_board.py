"""The board through time: changes lead to what a board made anew at that moment shows, and tell no secret."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.audit.chain import Recorded
from adjudicator.exporters.map_picture import artist_for, chosen_map
from adjudicator.exporters.report.board import Cast, Change, Item, PageBoard, StateFrame, frames
from adjudicator.exporters.report.scene import scene
from adjudicator.model.events import Move
from adjudicator.model.viewer import PUBLIC, Viewer
from tests.exporters.report.games import judged_turn


def board(viewer: Viewer = PUBLIC) -> PageBoard:
    module, start = judged_turn().module, judged_turn().files[0].start
    assert module is not None
    game_map = chosen_map(module, start, "", viewer)
    return PageBoard(game_map, artist_for(module, game_map, start, 1.0), viewer, Cast())


def applied(items: list[Item], changes: list[Change]) -> list[Item]:
    """What the page's script does."""
    made = list(items)
    for change in changes:
        at = change[0]
        assert isinstance(at, int)
        if len(change) == 1:
            del made[at]
        else:
            made.insert(at, change[1])  # type: ignore[arg-type]
    return made


def test_changes_lead_to_the_board_made_anew() -> None:
    following = board()
    items: list[Item] = []
    for frame in frames(judged_turn().files):
        following.advance(frame)
        items = applied(items, following.take_changes())
        anew = replace(following, changes=[], _order=[], _shown={})
        anew.advance(StateFrame(frame.step, None, frame.state))
        assert items == anew.items()
    assert len(items) > 10


def test_the_scene_holds_a_moment_for_every_deed_and_its_changes() -> None:
    made = scene(judged_turn())
    assert made is not None
    moments, changes = made.data["moments"], made.data["changes"]
    assert isinstance(moments, list)
    assert isinstance(changes, list)
    assert len(moments) == len(changes) == made.moments
    moved = {
        number
        for number, step in enumerate(judged_turn().files[0].log.steps, 1)  # type: ignore[union-attr]
        if any(isinstance(event, Move) for event in step.events)
    }
    assert moved <= set(moments)


def test_an_invisible_counter_is_in_no_frame_and_a_masked_one_is_nameless() -> None:
    start = judged_turn().files[0].start
    stack = next(each for each in start.stacks.values() if len(each.members) == 1)
    counter = start.counters[stack.members[0]]
    hidden = start.with_counter(replace(counter, hidden_by="Player 2", name="SECRET"))
    masked = start.with_counter(replace(counter, masked_by="Player 2", name="SECRET"))
    shown = {}
    for name, state in (("open", start), ("hidden", hidden), ("masked", masked)):
        fresh = board()
        fresh.advance(next(frames([Recorded("a", state)])))
        shown[name] = len(fresh.items())
        assert "SECRET" not in " ".join(fresh.cast.names)
    assert shown["hidden"] == shown["open"] - 1
    assert shown["masked"] == shown["open"]
