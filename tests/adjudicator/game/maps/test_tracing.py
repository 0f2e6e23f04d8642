"""A drafted pack's map in hand: where its hexes lie, what may be drawn, how it is saved, and what two pages do to each other."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from math import hypot
from pathlib import Path

import pytest

from adjudicator.editing import journal
from adjudicator.errors import UsageError
from adjudicator.game.maps.opening import open_map, tiles_of
from adjudicator.game.maps.tracing import MapInHand, Stale
from adjudicator.game.pack_files import draft
from adjudicator.model.theatre import load_theatre
from tests.helpers import FIXTURES, SHARED, needs_shared

MODULE = FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod"


@pytest.fixture
def traced(own_pack: Path) -> MapInHand:
    return open_map(own_pack, module=MODULE)[0]


def files(traced: MapInHand) -> dict[str, bytes]:
    """The map's files; the journal is no part of the map."""
    there = (path for path in sorted(traced.folder.iterdir()) if path.is_file() and path.name != journal.NAME)
    return {path.name: path.read_bytes() for path in there}


def version(traced: MapInHand) -> int:
    told = traced.state()["version"]
    assert isinstance(told, int)
    return told


def test_a_stroke_is_written_at_once_and_undo_gives_the_bytes_back(traced: MapInHand) -> None:
    before = files(traced)
    traced.draw(1, "a", {"terrain:0101": "forest", "side:0101-0102": ["river"], "checked:0101": "1"})
    loaded = load_theatre(traced.folder)
    assert loaded.at("0101").terrain == "forest"
    assert loaded.features(loaded.at("0101").at, loaded.at("0102").at) == {"river"}
    assert "tracing.json" in files(traced)
    traced.undo(version(traced))
    assert files(traced) == before


def test_the_second_page_is_told_and_nothing_of_it_is_taken(traced: MapInHand) -> None:
    seen = version(traced)
    traced.draw(seen, "a", {"terrain:0101": "forest"})
    with pytest.raises(Stale):
        traced.draw(seen, "b", {"terrain:0101": "sea"})
    assert load_theatre(traced.folder).at("0101").terrain == "forest"


def test_what_an_editor_wrote_meanwhile_is_read_and_not_overwritten(traced: MapInHand) -> None:
    path = traced.folder / "hexes.txt"
    seen = version(traced)
    path.write_text(path.read_text(encoding="utf-8").replace("0101 blank", "0101 marsh"), encoding="utf-8")
    with pytest.raises(Stale):
        traced.draw(seen, "a", {"terrain:0102": "forest"})
    values = traced.state()["values"]
    assert isinstance(values, dict) and values["terrain:0101"] == "marsh"
    traced.draw(version(traced), "a", {"terrain:0102": "forest"})
    assert load_theatre(traced.folder).at("0101").terrain == "marsh"


@pytest.mark.parametrize(
    "changes",
    [
        {"terrain:9999": "forest"},
        {"terrain:0101": "lava"},
        {"side:0101-0105": ["river"]},
        {"side:0102-0101": ["river"]},
        {"side:0101-0102": ["wall"]},
        {"side:0101-0102": "river"},
        {"tags:0101": ["nowhere"]},
        {"place:0": {"name": "", "hex": "0101"}},
        {"place:0": {"name": "Mill", "hex": "9999"}},
        {"place:0": {"name": "Mill\n[[places]]", "hex": "0101"}},
        {"place:x": {"name": "Mill", "hex": "0101"}},
        {"place:0": {"name": "Mill", "hex": "0101", "path": "x"}},
        {"refused:0101 lava": "1"},
        {"audit:0101": "1"},
        {"nudge:No board": [1, 2]},
        {"height:0101": "3"},
        ["terrain:0101"],
    ],
)
def test_what_no_theatre_of_the_pack_can_hold_is_refused(traced: MapInHand, changes: object) -> None:
    before = files(traced)
    with pytest.raises(UsageError):
        traced.draw(1, "a", changes)
    assert files(traced) == before


def test_places_and_tags(traced: MapInHand) -> None:
    place = {"name": "Riverton", "hex": "0101", "kinds": ["town"], "owner": "fr", "values": {"garrison": 2}}
    traced.draw(1, "a", {"place:n1": place, "tags:0101": ["coast"]})
    loaded = load_theatre(traced.folder)
    town = loaded.place("Riverton")
    assert town is not None and town.values == {"garrison": 2} and loaded.at("0101").tags == {"coast"}


def test_a_shipped_map_is_not_traced_into() -> None:
    with pytest.raises(UsageError, match="came with a shipped pack"):
        open_map("two_rivers", module=MODULE)


def test_a_module_in_the_packs_folder_needs_no_name(own_pack: Path) -> None:
    with pytest.raises(UsageError, match="name one with --module"):
        open_map(own_pack)
    shutil.copy(MODULE, own_pack)
    assert open_map(own_pack)[0].grounds


def test_hexes_that_are_neighbours_share_the_edge_between_them(traced: MapInHand) -> None:
    _require_true_edges(traced)


@needs_shared
@pytest.mark.parametrize(
    "module", ["ragnarok/ragnarok-exploded.vmod", "cc-napoleonics/CCNapoleonics-small-images.vmod"]
)
def test_edges_of_real_boards_and_their_tiles(module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))
    path = SHARED / "data" / "vassal" / module
    draft(path, tmp_path / "mine")
    traced, box = open_map(tmp_path / "mine", module=path)
    _require_true_edges(traced)
    board = traced.grounds[0].boards[0].board
    tiles = tiles_of(board, box)
    assert tiles is not None and tiles.size == board.size
    assert tiles.tile(0, 0, 0) and tiles.tile(tiles.levels - 1, 0, 0) and not tiles.tile(tiles.levels - 1, 1, 0)


def _require_true_edges(traced: MapInHand) -> None:
    """The two hexes of a hexside agree on where it lies, to a pixel or two of rounding."""
    ground = traced.grounds[0]
    assert len(ground.sides) > 2.5 * len(ground.places) - 60
    for one, other, edge in ground.sides:
        a, b = ground.places[one].printed, ground.places[other].printed
        corners = a.corners()
        middle = [(corners[edge][at] + corners[(edge + 1) % 6][at]) / 2 for at in (0, 1)]
        assert hypot(middle[0] - (a.x + b.x) / 2, middle[1] - (a.y + b.y) / 2) < 3


def anew(traced: MapInHand) -> MapInHand:
    """The same map in a desk that was started again."""
    return MapInHand(traced.folder, traced.title, traced.grounds, traced.vocabulary, traced.at, traced.module)


def test_a_desk_started_again_takes_back_what_an_earlier_one_drew(traced: MapInHand) -> None:
    before = files(traced)
    traced.draw(1, "a", {"terrain:0101": "forest", "side:0101-0102": ["river"]})
    traced.draw(version(traced), "b", {"terrain:0102": "sea"})
    traced.draw(version(traced), "c", {"terrain:0103": "sea"})
    traced.undo(version(traced))
    drawn = files(traced)
    again = anew(traced)
    assert files(again) == drawn and again.sheet.steps == (2, 1)
    again.redo(version(again))
    assert load_theatre(again.folder).at("0103").terrain == "sea"
    last = anew(again)
    for _ in range(3):
        last.undo(version(last))
    assert files(last) == before and last.sheet.steps == (0, 3)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace("forest", "marsh"),
        lambda text: text.replace('"stroke"', '"struck"'),
        lambda text: '["no", "journal"]\n' + text,
        lambda text: text.replace("terrain:0101", "altitude:0101"),
        lambda _: "",
    ],
)
def test_a_journal_that_does_not_lead_to_the_files_is_worth_nothing(
    traced: MapInHand, spoil: Callable[[str], str]
) -> None:
    traced.draw(1, "a", {"terrain:0101": "forest"})
    path, drawn = traced.folder / journal.NAME, files(traced)
    path.write_text(spoil(path.read_text(encoding="utf-8")), encoding="utf-8")
    again = anew(traced)
    assert again.sheet.steps == (0, 0) and files(again) == drawn
    again.draw(version(again), "b", {"terrain:0102": "sea"})
    assert anew(again).sheet.steps == (1, 0)


def test_a_line_torn_by_a_crash_costs_nothing_but_itself(traced: MapInHand) -> None:
    traced.draw(1, "a", {"terrain:0101": "forest"})
    with (traced.folder / journal.NAME).open("a", encoding="utf-8") as file:
        file.write('{"stroke": "b", "changes": {"terrain:01')
    assert anew(traced).sheet.steps == (1, 0)


def test_a_journal_that_grows_too_long_keeps_the_last_strokes(
    traced: MapInHand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "KEPT", 3)
    for count in range(1, 8):
        traced.draw(version(traced), str(count), {f"terrain:01{count:02}": "forest"})
    (traced.folder / journal.NAME).write_text(journal.begun(traced.sheet), encoding="utf-8")
    again = anew(traced)
    assert again.sheet.steps == (3, 0)
    for _ in range(3):
        again.undo(version(again))
    assert [load_theatre(again.folder).at(f"01{count:02}").terrain for count in (4, 5)] == ["forest", "blank"]
