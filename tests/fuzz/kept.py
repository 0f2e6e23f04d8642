"""What lies in a pack's folder and in one's own, beside what harnesses.py names: every file of a pack, a map while it is traced,
marks of our own files, settings, translations."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from adjudicator.editing import header
from adjudicator.editing import record as decisions
from adjudicator.editing.sheet import Texts, TheatreSheet
from adjudicator.exporters import board_rows
from adjudicator.exporters.theatre_map import load_style
from adjudicator.exporters.vassal.box.build import read_setups
from adjudicator.exporters.vassal.module import fingerprint
from adjudicator.exporters.vassal.playing import lines
from adjudicator.game.digests import file_digest
from adjudicator.game.interview.record import NAME as ANSWERED
from adjudicator.game.interview.record import read_record
from adjudicator.game.keep import Keep, read_own
from adjudicator.game.settings_edit import change_settings
from adjudicator.game.toml_blocks import split
from adjudicator.game_files import is_game
from adjudicator.importers.zuntzu.pictures import decoded
from adjudicator.judge import adjudicate
from adjudicator.languages import catalogue
from adjudicator.marks import contents, occasion, read_mark
from adjudicator.model.move_notation import parse_moves
from adjudicator.model.network import Network
from adjudicator.model.notation import parse_position
from adjudicator.packs.load import PackTraits, load_pack, load_theatre_for
from adjudicator.play.setting_up import position_from
from tests.fuzz.harness import Harness, put, workshop
from tests.helpers import FIXTURES, ROOT

BUNDLED = ROOT / "adjudicator" / "packs"
SETUP = "# The start\nturn 1, French movement\n0805: fr.1inf\n"
STYLE = '[terrain.woods]\nfill = "#446622"\n\n[feature.river]\ncourse = "stream"\n'
ADDED = {
    "theatres/valley/setups/start.txt": SETUP,
    "theatres/valley/style.toml": STYLE,
    ANSWERED: "[length]\nlast = 12\n",
    "readings.toml": '[[reading]]\nid = "a"\nabout = "?"\nchoices = { b = "c" }\ndefault = "b"\n',
}
"""Files that a pack may have and our sample lacks."""


@cache
def own_pack() -> Path:
    """A copy of the sample pack, with every kind of file that a pack may have, in a folder that is written to."""
    folder = workshop() / "kept" / "two_rivers"
    shutil.copytree(BUNDLED / "two_rivers", folder, dirs_exist_ok=True)
    for name, text in ADDED.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@cache
def pack_files() -> tuple[str, ...]:
    """The places of its files, which the first byte of an input chooses from."""
    found = (path.relative_to(own_pack()).as_posix() for path in sorted(own_pack().rglob("*")) if path.is_file())
    return tuple(each for each in found if not each.endswith(".po"))


def with_pack(read: Callable[[Path], object]) -> Callable[[bytes], None]:
    """A reader of that pack, one of whose files has the bytes of an input; it is put back as it was."""

    def reading(data: bytes) -> None:
        if not data:
            return
        path = own_pack() / pack_files()[data[0] % len(pack_files())]
        good = path.read_bytes()
        path.write_bytes(data[1:])
        try:
            read(own_pack())
        finally:
            path.write_bytes(good)

    return reading


def packs() -> Iterator[bytes]:
    """Each of its files."""
    for number, name in enumerate(pack_files()):
        yield bytes([number]) + (own_pack() / name).read_bytes()


def _whole(folder: Path) -> None:
    """All that is read of a pack, and a position judged by it."""
    PackTraits.read(folder)
    pack = load_pack(folder)
    theatre = load_theatre_for(pack, "valley")
    load_style(theatre_folder(folder))
    list(read_setups(theatre_folder(folder)))
    read_record(folder)
    network = Network.of(theatre)
    given = ["turn 2, French movement", "0805: fr.1inf", "0806: au.1inf"]
    adjudicate(position_from(given, pack, network), brief=True)


def theatre_folder(pack: Path) -> Path:
    return pack / "theatres" / "valley"


def _translations(data: bytes) -> None:
    catalogue(data).gettext("a")


def _catalogues() -> Iterator[bytes]:
    yield (BUNDLED / "two_rivers" / "locale" / "de" / "LC_MESSAGES" / "pack.mo").read_bytes()


def _lines(data: bytes) -> None:
    """Moves and positions, one by one; the text is read as a file, too."""
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack, "valley")
    text = data.decode("utf-8", "replace")
    path = put("turn.txt", text.encode())
    list(lines(path))
    halves = text.partition("\n\n")
    parse_position(halves[0], pack, theatre)
    parse_moves(halves[2], pack, theatre)


def _forms() -> Iterator[bytes]:
    """Every form of a line."""
    position = (
        "turn 2, French movement",
        "weather clear",
        "control 0805 fr",
        "value fr.supply 12",
        "remember lost Riverton",
        "0805: fr.1inf, fr.2cav/2, ?, ?odd counter  # why",
        "[Reserve]: fr.guard",
    )
    moves = (
        "fr.1inf, fr.2cav 0805-0905-1005",
        "place fr.1inf 0805",
        "remove fr.1inf",
        "flip fr.1inf/2",
        "attack 0905: fr.1inf, fr.2cav odds=3 result=DR",
        "demolish 0805-0806: fr.1inf result=failure",
        "turn 2, French combat",
        "fr.1inf 0805>[Reserve]",
        "now weather rain",
        "value fr.supply 11",
        'say "hello\\u003b to all"',
        "say hello",
        "roll 3 4: Attack",
    )
    pack = load_pack("two_rivers")
    theatre = load_theatre_for(pack, "valley")
    yield "\n".join((*_read_alone(position, lambda line: parse_position(line, pack, theatre)), "")).encode()
    yield "\n".join(("", "", *_read_alone(moves, lambda line: parse_moves([line], pack, theatre)))).encode()


def _read_alone(lines: tuple[str, ...], read: Callable[[str], object]) -> Iterator[str]:
    """Those of the lines that the sample game has words for."""
    from adjudicator.errors import NotationError  # noqa: PLC0415

    for line in lines:
        try:
            read(line)
        except NotationError:
            continue
        yield line


def _drawn(data: bytes) -> None:
    """The files of a theatre as the tracer has them in hand, parted by lines of their own."""
    texts = (*data.decode("utf-8", "replace").split("\n=====\n"), "", "", "", "")[:4]
    sheet = TheatreSheet(Texts(*texts))
    decisions.read_record(texts[3])
    header.lists_in(texts[0])
    sheet.texts()


def _sheets() -> Iterator[bytes]:
    folder = theatre_folder(BUNDLED / "two_rivers")
    texts = [(folder / name).read_text(encoding="utf-8") for name in ("theatre.toml", "hexes.txt", "hexsides.txt")]
    yield "\n=====\n".join((*texts, '{"checked":{"0101":"yes"}}')).encode()


def _marked(data: bytes) -> None:
    """What is asked of any file in a game's folder before it is read."""
    path = put("any.file", data)
    is_game(path)
    read_mark(path)
    occasion(path)
    file_digest(path)
    fingerprint(path)
    try:
        contents(path)
    except Exception as error:
        from adjudicator.marks import _UNREADABLE  # noqa: PLC0415

        if not isinstance(error, _UNREADABLE):
            raise


def _files() -> Iterator[bytes]:
    yield (FIXTURES / "vassal" / "two_rivers" / "start.vsav").read_bytes()
    yield b'{\n  "format": "adjudicator-audit-1", "a": 1}'
    yield b"made by adjudicator: scrubbed; from " + b"0" * 64 + b"; sealed " + b"0" * 64
    yield b"\x89PNG\r\n\x1a\n\0\0\0\x05tEXtComment\0made by adjudicator: picture"


def _own(data: bytes) -> None:
    """What this user's own folder holds; nothing of it is believed."""
    read_own(put("desk.json", data))
    keep = Keep(workshop() / "kept_game")
    place = keep._path("a")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    keep.get("a")


def _edited(data: bytes) -> None:
    """Settings that are changed as a player would by hand, and any file of a pack in blocks."""
    folder = put("adjudicator.toml", data).parent
    change_settings(folder, {"pack": "europa", "conditions": {"weather": "clear"}})
    for each in split(data.decode("utf-8", "replace")):
        _ = each.header


def _scan(data: bytes) -> None:
    """An image as a scan of a box, and as a board."""
    decoded(data)


def _board(data: bytes) -> None:
    import pyvips  # noqa: PLC0415

    from adjudicator.errors import CorruptFile  # noqa: PLC0415

    try:
        image = board_rows.opened([data], workshop() / "board")
        image.resize(0.5).write_to_memory()
    except pyvips.Error as error:
        raise CorruptFile("no board") from error


def _images() -> Iterator[bytes]:
    from tests.fuzz.exchanged import EXCHANGED  # noqa: PLC0415

    return (each for each in EXCHANGED["picture"].seeds() if not each.startswith((b"<?", b"<svg", b"RIFF")))


TOML = ("[[", "]]", " = ", '"', "[", "{", "id = ")
KEPT: dict[str, Harness] = {
    "pack whole": Harness(with_pack(_whole), packs, (*TOML, "terms", "check", "extends")),
    "lines": Harness(_lines, _forms, ("turn ", "attack ", "say ", "roll ", ": ", "; ", "-", "#", "=")),
    "translations": Harness(_translations, _catalogues, ("\xde\x12\x04\x95", "Plural-Forms", "charset=")),
    "map in hand": Harness(_drawn, _sheets, ("\n=====\n", "[[places]]", "terrains", "clear", ">")),
    "any file": Harness(_marked, _files, ("PK\x03\x04", "made by adjudicator: ", "; sealed ")),
    "own settings": Harness(_own, lambda: [json.dumps({"games": ["/a"]}).encode()], ('"', "[", "{", ",")),
    "settings edited": Harness(_edited, lambda: [b'pack = "a"\n# theatre = "b"\n[conditions]\nhistory = "c"\n'], TOML),
    "scan": Harness(_scan, _images, ("IHDR", "GIF89a", "\xff\xd8")),
    "board": Harness(_board, _images, ("IHDR", "GIF89a", "\xff\xd8")),
}
