"""The map as a picture: as the engine draws it, for one viewer's eyes, in SVG and PNG alike."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from adjudicator.errors import WriteError
from adjudicator.exporters import write
from adjudicator.exporters.counters import Artist, drawn, lying_on
from adjudicator.exporters.drawing import Drawing, Stamp
from adjudicator.exporters.map_picture import MapView, hexes_of, map_drawing
from adjudicator.exporters.png import to_image
from adjudicator.exporters.svg import to_svg
from adjudicator.exporters.viewer import EVERYTHING, PUBLIC, Viewer
from adjudicator.marks import mark_of
from adjudicator.model.boards import PlacedBoard
from adjudicator.model.counters import Counter, Design, Layer, Stack
from adjudicator.model.module import GameMap, MapKind, Stacking
from adjudicator.notes import NoteKind
from tests.exporters.golden import assert_picture, assert_text
from tests.exporters.table import (
    BLUE,
    HIDDEN_IMAGE,
    HIDDEN_NAME,
    IMAGES,
    LOST,
    MASKED,
    RED,
    counter,
    full_state,
    module,
    spot,
    state,
)

MAGENTA = (255, 0, 255)


def stamps(drawing: Drawing) -> list[Stamp]:
    layer = drawing.layer("counters")
    return [shape for shape in layer.shapes if isinstance(shape, Stamp)] if layer else []


def colours(image: Image.Image) -> set[tuple[int, ...]]:
    return {pixel for _, pixel in image.convert("RGB").getcolors(1 << 24)}  # type: ignore[misc,union-attr]


def test_the_map_as_svg_and_png(tmp_path: Path) -> None:
    drawing, _ = map_drawing(module(), full_state(), view=MapView(title="A table of our own", scale=1.0, numbers="all"))
    write(tmp_path / "map.png", drawing)
    assert_picture("table.png", tmp_path / "map.png")
    # Embedded images depend on the compressor; what is drawn where does not.
    assert_text("table.svg", re.sub(r"base64,[^\"]*", "base64,…", to_svg(drawing)))


def test_svg_and_png_have_the_same_size() -> None:
    drawing, _ = map_drawing(module(), full_state(), view=MapView(title="x", scale=1.5))
    width, height = re.search(r'width="(\d+)" height="(\d+)"', to_svg(drawing)).groups()  # type: ignore[union-attr]
    assert to_image(drawing).size == (int(width), int(height))


@pytest.mark.parametrize("ending", [".png", ".svg"])
def test_nothing_of_a_masked_or_hidden_counter_is_in_the_file(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"map{ending}"
    drawing, notes = map_drawing(module(), full_state())
    notes = (*notes, *write(path, drawing).notes)
    data = path.read_bytes()
    for name in (HIDDEN_NAME, HIDDEN_IMAGE, "Ambush", "Queen", "Player 2"):
        assert name.encode() not in data
        assert name not in str(notes)
    assert base64.b64encode(IMAGES[HIDDEN_IMAGE])[:60] not in data
    assert MAGENTA not in colours(to_image(drawing))


def test_a_png_holds_pixels_and_says_who_made_it(tmp_path: Path) -> None:
    drawing, _ = map_drawing(module(), full_state())
    write(tmp_path / "map.png", drawing)
    data = (tmp_path / "map.png").read_bytes()
    kinds, at = [], 8
    while at < len(data):
        kinds.append(data[at + 4 : at + 8])
        at += 12 + int.from_bytes(data[at : at + 4], "big")
    assert set(kinds) <= {b"IHDR", b"IDAT", b"IEND", b"pHYs", b"bKGD", b"tEXt"}
    assert mark_of(tmp_path / "map.png") == "picture" and kinds.count(b"tEXt") == 1


def test_the_one_who_masked_or_hid_a_counter_sees_it() -> None:
    for viewer in (EVERYTHING, Viewer.seated(full_state(), "Red")):
        drawing, _ = map_drawing(module(), full_state(), view=MapView(viewer=viewer))
        titles = [stamp.title for stamp in stamps(drawing)]
        assert any(HIDDEN_NAME in title for title in titles)
        assert any("Ambush" in title for title in titles)
        assert MAGENTA in colours(to_image(drawing))


def test_a_missing_and_a_broken_image_give_a_plain_counter_and_a_note() -> None:
    drawing, notes = map_drawing(module(), full_state())
    assert {note.subject for note in notes if note.kind is NoteKind.MISSING} == {"not-in-the-box.png", "broken.png"}
    assert any("4-3 Rifle Division" in stamp.title for stamp in stamps(drawing))


def test_a_mark_does_not_pass_for_a_counter_without_its_image() -> None:
    marked = replace(LOST, layers=BLUE.layers, parts=("image", "layer:0"))
    face = Artist(IMAGES.get).face(counter("Lost Guard", marked, 0, 0, levels=(1,)), PUBLIC)
    assert face.picture is not None
    assert min(face.width, face.height) >= 40


def test_a_counter_of_symbols_that_are_missing_bears_its_name() -> None:
    markup = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><use href="symbols.svg#guard"/></svg>'
    box = module(image={**IMAGES, "guard.svg": markup.encode()}.get)
    drawing, notes = map_drawing(box, state(counter("Guard", replace(LOST, image="guard.svg"), 92, 70)))
    assert len(stamps(drawing)) == 1
    assert [note.subject for note in notes] == ["guard.svg"]


def test_many_missing_images_are_one_note() -> None:
    lost = [counter(f"Lost {each}", replace(LOST, image=f"lost-{each}.png"), 92, 70) for each in range(5)]
    _, notes = map_drawing(module(), state(*lost))
    assert [note.text for note in notes] == [
        "5 images are not in the game box, such as 'lost-0.png', 'lost-1.png', 'lost-2.png'; the name is drawn instead"
    ]


def test_a_map_without_any_board_is_plain_paper_and_says_so() -> None:
    bare = replace(module().maps[0], layout=())
    drawing, notes = map_drawing(module(maps=(bare,)), state(counter("Blue", BLUE, 400, 300)))
    assert len(stamps(drawing)) == 1
    assert [note.text for note in notes] == [
        "no board of map 'Main Map' is in the game box; its counters lie on plain paper, each in its place"
    ]


def test_a_missing_image_of_a_masked_counter_is_not_told() -> None:
    hidden = counter("Lost Guard", LOST, 92, 70, masked_by="Player 2")
    _, notes = map_drawing(module(), state(hidden))
    assert not notes


def test_stacked_counters_climb_to_the_right_and_hidden_ones_take_no_room() -> None:
    members = ("first", "unseen", "second")
    stack = Stack("s", spot(92, 70), members)
    unseen = counter("Unseen", BLUE, 92, 70, stack="s", hidden_by="Player 2")
    table = state(
        counter("First", BLUE, 92, 70, stack="s"), unseen, counter("Second", BLUE, 92, 70, stack="s"), stacks=(stack,)
    )
    lower, upper = stamps(map_drawing(module(), table)[0])
    assert (upper.x - lower.x, upper.y - lower.y) == (2, -4)


def test_counters_of_unequal_size_are_aligned_by_their_left_lower_corners() -> None:
    small = Design("Small", image="dot.svg")
    stack = Stack("s", spot(92, 70), ("first", "small"))
    table = state(
        counter("First", BLUE, 92, 70, stack="s"), counter("Small", small, 92, 70, stack="s"), stacks=(stack,)
    )
    artist = Artist(IMAGES.get)
    lower, upper = drawn(stack, table, replace(module().maps[0], stacking=Stacking()), artist, PUBLIC)
    assert isinstance(lower, Stamp)
    assert isinstance(upper, Stamp)
    assert upper.x == lower.x + 2
    assert upper.y + upper.height == lower.y + lower.height - 4


def test_what_never_stacks_lies_below_and_named_layers_order_the_rest() -> None:
    flat = replace(BLUE, stacks=False)
    late = counter("Late", flat, 92, 70, order=9)
    early = counter("Early", BLUE, 92, 70, order=1)
    table = state(late, early)
    assert [top.id for top in lying_on(table, module().maps[0])] == ["late", "early"]
    layered = replace(module().maps[0], draw_order=("low", "high"), draw_property="Layer")
    high = counter("High", BLUE, 92, 70, order=1, properties={"Layer": "high"})
    low = counter("Low", BLUE, 92, 70, order=2, properties={"Layer": "low"})
    assert [top.id for top in lying_on(state(high, low, late), layered)] == ["low", "high", "late"]


def test_a_rotator_turns_what_lies_below_it_clockwise() -> None:
    bar = Design("Bar", image="blue.png", rotations=(4,), parts=("image", "rotator:0"), size=(40, 40))
    straight = Artist(IMAGES.get).face(counter("A", bar, 0, 0, angles=(0.0,)), PUBLIC)
    turned = Artist(IMAGES.get).face(counter("A", bar, 0, 0, angles=(90.0,)), PUBLIC)
    assert straight.picture is not None
    assert turned.picture is not None
    pixels = Image.frombytes("RGBA", (40, 40), straight.picture.rgba)
    again = Image.frombytes("RGBA", (turned.picture.width, turned.picture.height), turned.picture.rgba)
    dark = (32, 32, 32, 255)
    assert pixels.getpixel((10, 12)) == dark
    assert again.getpixel((27, 10)) == dark


def test_a_layer_is_shown_only_while_it_is_active() -> None:
    def face(level: int) -> bytes:
        made = Artist(IMAGES.get).face(counter("A", BLUE, 0, 0, levels=(level,)), PUBLIC)
        return made.picture.rgba if made.picture else b""

    assert face(1) != face(-1)


def test_a_counter_that_shows_no_image_is_as_invisible_as_in_the_engine() -> None:
    blank = Design("Blank", layers=(Layer("on", ("blue.png",)),), parts=("image", "layer:0"))
    assert Artist(IMAGES.get).face(counter("A", blank, 0, 0, levels=(-1,)), PUBLIC).picture is None


def test_copies_of_a_counter_share_one_picture() -> None:
    drawing, _ = map_drawing(module(), state(*(counter(f"A{n}", BLUE, 92, 70) for n in range(1))))
    twins = Artist(IMAGES.get)
    one, other = counter("Same", BLUE, 1, 1), counter("Same", BLUE, 2, 2)
    assert twins.face(one, PUBLIC) is twins.face(other, PUBLIC)
    assert stamps(drawing)


def test_a_reversed_board_is_turned_and_so_are_its_hexes() -> None:
    board = module().maps[0].boards[0]
    turned = GameMap("Main Map", "Map0", MapKind.PUBLIC, (board,), (PlacedBoard(board, 0, 0, 0, 0, reversed=True),))
    upright = to_image(map_drawing(module(), state(), view=MapView(numbers="none"))[0])
    other = to_image(map_drawing(module(maps=(turned,)), state(), view=MapView(numbers="none"))[0])
    apart = Image.blend(upright.rotate(180), other, 0.5)
    assert apart.tobytes() == other.tobytes()
    hexes = hexes_of(turned, state())
    assert hexes.get("0101").centre == (330 - 40, 260 - 40)  # type: ignore[union-attr]


def test_two_boards_lie_side_by_side() -> None:
    board = module().maps[0].boards[0]
    wide = GameMap(
        "Main Map",
        "Map0",
        MapKind.PUBLIC,
        (board,),
        (PlacedBoard(board, 0, 0, 10, 10), PlacedBoard(board, 1, 0, 340, 10)),
        (10, 10),
    )
    drawing, _ = map_drawing(module(maps=(wide,)), state(), view=MapView(numbers="none"))
    image = to_image(drawing)
    assert image.size == (680, 280)
    assert image.crop((10, 10, 340, 270)).tobytes() == image.crop((340, 10, 670, 270)).tobytes()


def test_a_part_of_the_map_is_that_part_of_the_picture() -> None:
    whole = to_image(map_drawing(module(), full_state())[0])
    part = to_image(map_drawing(module(), full_state(), view=MapView(area=(60, 40, 200, 120)))[0])
    assert part.tobytes() == whole.crop((60, 40, 260, 160)).tobytes()


def test_bands_leave_no_seams(monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, _ = map_drawing(module(), full_state(), view=MapView(numbers="all", title="x"))
    whole = to_image(drawing)
    monkeypatch.setattr("adjudicator.exporters.png._BAND_BYTES", 1)
    monkeypatch.setattr("adjudicator.exporters.png._TILE", 100)
    apart = ImageChops.difference(to_image(drawing), whole)
    assert max(most for _, most in apart.getextrema()) <= 4


def test_numbers_are_drawn_where_the_board_prints_none() -> None:
    missing, _ = map_drawing(module(), state())
    every, _ = map_drawing(module(), state(), view=MapView(numbers="all"))
    assert missing.layer("numbers") is None
    assert every.layer("numbers") is not None


def test_a_board_without_its_image_shows_its_hexes_and_says_so() -> None:
    drawing, notes = map_drawing(module(image=lambda _: None), state())
    assert drawing.layer("grid") is not None
    assert drawing.layer("numbers") is not None
    assert "Main" in str([note.text for note in notes])


def test_a_board_whose_image_is_broken_is_plain_and_noted(tmp_path: Path) -> None:
    box = module(image={**IMAGES, "board.png": b"\x89PNG\r\n\x1a\nno"}.get)
    drawing, _ = map_drawing(box, state())
    notes = write(tmp_path / "map.png", drawing).notes
    assert [note.kind for note in notes] == [NoteKind.MISSING]


def test_a_private_map_is_for_its_owner() -> None:
    table = state(counter("Ace", BLUE, 10, 10))
    with pytest.raises(WriteError, match="private"):
        map_drawing(module(), table, "Blue Hand")
    map_drawing(module(), table, "Blue Hand", MapView(viewer=Viewer.seated(table, "Blue")))


def test_an_unknown_map_is_refused_by_naming_those_there_are() -> None:
    with pytest.raises(WriteError, match="Main Map"):
        map_drawing(module(), state(), "Nowhere")


def test_without_a_game_box_counters_are_drawn_by_their_names() -> None:
    bare = Counter("a", "1st Guards Tank Corps 6-5", spot(10, 10), Design("x"))
    drawing, _ = map_drawing(module(name="", maps=()), state(bare))
    assert [stamp.title for stamp in stamps(drawing)] == ["1st Guards Tank Corps 6-5 (0001)"]


def test_a_failure_leaves_the_old_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "map.png"
    path.write_bytes(b"old")
    drawing, _ = map_drawing(module(), full_state())

    def fail(*_: object) -> None:
        raise WriteError("the printer is on fire")

    monkeypatch.setattr("adjudicator.exporters.png._Tiles.draw", fail)
    with pytest.raises(WriteError, match="on fire"):
        write(path, drawing)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_ending_that_no_format_has_is_refused(tmp_path: Path) -> None:
    drawing, _ = map_drawing(module(), state())
    with pytest.raises(WriteError, match=r"\.png, \.svg"):
        write(tmp_path / "map.bmp", drawing)


def test_masked_cards_show_their_mask() -> None:
    guard = counter("Guard", MASKED, 92, 70, masked_by="Player 2")
    (stamp,) = stamps(map_drawing(module(), state(guard))[0])
    assert stamp.title == "? (0202)"
    assert stamp.picture.rgba[4 * (20 * 40 + 20) :][:3] == b"\x77\x77\x77"


def test_a_label_hangs_below_its_counter() -> None:
    labelled = Artist(IMAGES.get).face(counter("A", RED, 0, 0, angles=(0.0,), texts=("3rd",)), PUBLIC)
    assert labelled.top == -20
    assert labelled.height > 45
