"""Layers through time, and the theatre's own map where the box is not at hand."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.exporters.judged import supply_hexes, zone_hexes
from adjudicator.exporters.report.layers import kinds_of, snapshots, without_assuming
from adjudicator.exporters.report.scene import scene
from adjudicator.record.position import Position
from tests.exporters.report.games import judged_turn
from tests.exporters.test_judged import midgame


def later() -> list[tuple[int, Position]]:
    play = judged_turn().play
    assert play is not None
    return [(act.step, act.after) for act in play.acts]


def test_the_last_snapshot_is_what_the_analyses_say_at_the_end() -> None:
    play = judged_turn().play
    assert play is not None
    kinds = kinds_of(play.start)
    numbers = {entry.number: place for place, entry in enumerate(play.start.network.hexes)}
    found = snapshots(play.start, later(), kinds, numbers)
    last = {kinds[int(place)]: set(hexes) for place, hexes in found[-1].hexes.items()}
    for side, hexes in zone_hexes(play.end).items():
        assert next(told for kind, told in last.items() if (kind.layer, kind.words) == ("zoc", side)) == {
            numbers[each] for each in hexes
        }
    supplied = {each for kind, told in last.items() if kind.layer == "supply" for each in told}
    assert supplied == {numbers[each] for each in supply_hexes(play.end)}
    assert [each.step for each in found] == sorted({each.step for each in found})


def test_a_long_game_is_surveyed_phase_by_phase() -> None:
    play = judged_turn().play
    assert play is not None
    kinds = kinds_of(play.start)
    numbers = {entry.number: place for place, entry in enumerate(play.start.network.hexes)}
    every = snapshots(play.start, later(), kinds, numbers)
    few = snapshots(play.start, later(), kinds, numbers, most_work=3 * len(play.start.units))
    assert 1 < len(few) <= 5 < len(every)
    assert few[-1].hexes == every[-1].hexes


def test_every_look_has_a_sample_with_names_of_its_own() -> None:
    play = judged_turn().play
    assert play is not None
    samples = [kind.sample() for kind in kinds_of(play.start)]
    names = [part.split('"')[0] for sample in samples for part in sample.split('<pattern id="')[1:]]
    assert len(names) == len(set(names)) == len(samples)


def test_without_its_box_the_game_is_shown_on_the_theatres_map() -> None:
    play = judged_turn().play
    assert play is not None
    made = scene(replace(judged_turn(), module=None))
    assert made is not None
    assert made.maps == (play.start.network.theatre.title,)
    assert any(made.data["changes"])  # type: ignore[call-overload]


def test_what_is_assumed_of_supply_has_looks_of_its_own_and_is_said() -> None:
    """Where a game begins in its middle; the page says what is assumed, and a game known from its start has no such looks."""
    position, _ = midgame()
    kinds = kinds_of(position)
    assumed = [kind for kind in kinds if kind.assumed]
    assert [kind.words for kind in assumed] == ["Supplied, assumed", "Out of supply, assumed"]
    numbers = {entry.number: place for place, entry in enumerate(position.network.hexes)}
    (shot,) = snapshots(position, (), kinds, numbers)
    shown = {kinds[int(place)].words for place in shot.hexes}
    assert "Supplied, assumed" in shown and "Undetermined" not in shown
    unassumed = without_assuming(kinds)
    assert [kinds[int(place)] for place in unassumed] == assumed
    assert {kinds[place].words for place in unassumed.values()} == {"Undetermined"}
    known = kinds_of(replace(position, joined=False))
    assert not any(kind.assumed for kind in known) and without_assuming(known) == {}
