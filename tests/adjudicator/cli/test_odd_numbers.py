"""Numbers that Java reads and nothing can be drawn by: the save opens, is drawn, compared and converted, and a note says so."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from adjudicator.errors import CorruptFile
from adjudicator.importers.native.wire.forms import Number, Shared
from adjudicator.importers.tabletop_simulator.wire import number, parse
from adjudicator.importers.vassal.images import measure
from adjudicator.importers.vassal.wire.numbers import decimal, drawable, whole
from tests.adjudicator.cli.conftest import Run
from tests.helpers import vassal_save
from tests.importers.vassal.games import piece, save

ODD = (
    "NaN",
    "Infinity",
    "-Infinity",
    "1e308",
    "-1e308",
    "2147483647",
    "-2147483648",
    "99999999999999999999",
    "1e-320",
    "",
)
LAYER = "emb2;;130;;;130;;;130;;;;1;false;{off};{off};r.png,r.png;,;false;Size;;;false;;1;1;true;;;;;{scale};;"
LABEL = "label;76,130;Text;{size};255,255,255;0,0,0;t;{off};c;{off};b;c;$label$;Dialog;0;{turned};TextLabel;;false"
PLACES = {
    "rotation": lambda odd: piece("1", "r", traits=(("rotate;1;82,130;Rotate;;;Rotate;;;;false", odd),)),
    "facing": lambda odd: piece("1", "r", traits=(("rotate;6;82,130;82,131;a;b;;;Rotate;;;;false", odd),)),
    "facings": lambda odd: piece("1", "r", traits=((f"rotate;{odd};82,130;82,131;a;b;;;Rotate;;;;false", "1"),)),
    "scale": lambda odd: piece("1", "r", traits=((LAYER.format(off=0, scale=odd), "1"),)),
    "offset": lambda odd: piece("1", "r", traits=((LAYER.format(off=odd, scale=1), "1"),)),
    "level": lambda odd: piece("1", "r", traits=((LAYER.format(off=0, scale=1), odd),)),
    "font": lambda odd: piece("1", "r", traits=((LABEL.format(size=odd, off=0, turned=0), "hello"),)),
    "label": lambda odd: piece("1", "r", traits=((LABEL.format(size=10, off=odd, turned=odd), "hello"),)),
    "place": lambda odd: piece("1", "r", f"Main;{odd};{odd}"),
}
COMMANDS = (
    ("inspect",),
    ("render", "-o", "out.png"),
    ("render", "-o", "out.svg"),
    ("convert", "out.ztb"),
    ("convert", "out.tts.json"),
    ("convert", "out.json"),
)
MODULE = """<VASSAL.build.GameModule name="Odd" version="1"><VASSAL.build.module.Map mapName="Main">
<VASSAL.build.module.map.BoardPicker><setup>MainBoardPicker\tB\t0\t0</setup>
<VASSAL.build.module.map.boardPicker.Board name="B" width="300" height="200"/></VASSAL.build.module.map.BoardPicker>
</VASSAL.build.module.Map></VASSAL.build.GameModule>"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path, image = tmp_path / "odd.vmod", io.BytesIO()
    Image.new("RGB", (40, 40), "red").save(image, "PNG")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("buildFile.xml", MODULE)
        archive.writestr("images/r.png", image.getvalue())
    return path


@pytest.mark.parametrize("place", PLACES)
def test_no_number_in_a_save_stops_a_command(place: str, module: Path, tmp_path: Path, run: Run) -> None:
    for at, odd in enumerate(ODD):
        path = vassal_save(tmp_path / f"{at}.vsav", save(PLACES[place](odd)))
        for name, *more in COMMANDS:
            out = [tmp_path / f"{at}{word}" if word.startswith("out.") else word for word in more]
            ran = run(name, path, *out, "-m", module)
            assert ran.code == 0, (place, odd, name, more, ran.err)
        assert run("diff", path, path, "-m", module).code == 0, (place, odd)


@pytest.mark.parametrize(
    "odd",
    [
        ("rotation", "NaN", "turned by NaN"),
        ("rotation", "1e308", "turned by 1e308"),
        ("scale", "Infinity", "scale=Infinity"),
        ("scale", "1e308", "scale=1e308"),
        ("offset", "2147483647", "xOff=2147483647, yOff=2147483647"),
        ("font", "2147483647", "size=2147483647"),
    ],
)
def test_a_note_names_the_counter_and_the_number(
    odd: tuple[str, str, str], module: Path, tmp_path: Path, run: Run
) -> None:
    place, number, told = odd
    path = vassal_save(tmp_path / "a.vsav", save(PLACES[place](number)))
    assert f"r is drawn as if these numbers were not there: {told}" in run("inspect", path, "-m", module).out


def test_numbers_are_read_as_java_reads_them_and_kept_within_bounds() -> None:
    read = {
        "1.5": 1.5,
        " 2d ": 2.0,
        "-.5f": -0.5,
        "1e3": 1000.0,
        "1_0": 7.0,
        "nan": 7.0,
        "": 7.0,
        "1e10": 7.0,
        "x": 7.0,
    }
    assert {text: decimal(text, 7.0) for text in read} == read
    assert all(decimal(odd, 7.0) == 7.0 for odd in ("NaN", "Infinity", "-Infinity", "1e308", "9" * 90))
    assert [drawable(text) for text in ("1", "x", "", "NaN", "-Infinity", "1e308")] == [True, True, True, *[False] * 3]
    assert whole("99999999999999999999", 3) == 3


@pytest.mark.parametrize("size", ['width="9e999" height="1"', 'viewBox="0 0 .. ."', f'width="{"9" * 400}" height="1"'])
def test_a_picture_of_no_measure_has_none(size: str) -> None:
    assert measure(f"<svg {size}></svg>".encode()) is None


@pytest.mark.parametrize("odd", ["1e999", "-1e999", "NaN", "1" + "0" * 400])
def test_odd_numbers_in_the_json_of_another_program_count_as_none(odd: str) -> None:
    assert number(parse(f'{{"posX": {odd}}}'.encode()), "posX", 3.0) == 3.0


@pytest.mark.parametrize("odd", [1e300, 10**400])
def test_numbers_beyond_all_measure_in_our_own_json_are_refused(odd: float) -> None:
    with pytest.raises(CorruptFile, match="expected number"):
        Number().read(odd, Shared(), "counters[0].angles")
