"""The files under `fixtures/` for tabletops other than VASSAL, and how they are made: `python -m tests.importers.tabletops`."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from tests.helpers import FIXTURES
from tests.importers.cyberboard import builder
from tests.importers.tabletop_simulator.saves import save
from tests.importers.zuntzu.boxes import BOX, GAME, OLD_GAME, contents

EPOCH = (1980, 1, 1, 0, 0, 0)


def ztb(xml: str = BOX, **entries: str | bytes) -> bytes:
    """The box with a fixed date in its zip."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in contents(xml, **entries).items():
            about = zipfile.ZipInfo(name, EPOCH)
            about.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(about, data)
    return out.getvalue()


def tts(**more: object) -> bytes:
    return json.dumps(save(**more), indent=2, ensure_ascii=False).encode("utf-8")


def promising() -> bytes:
    """A box that promises 2^60 tiles in a set."""
    data = bytearray(builder.box(builder.V4))
    at = data.index(b"Counters") + len("Counters")
    data[at : at + 8] = struct.pack("<Q", 1 << 60)
    return bytes(data)


FILES: dict[str, Callable[[], bytes]] = {
    "zuntzu/steppe.ztb": ztb,
    "zuntzu/old_form.zts": OLD_GAME.encode,
    "tabletop_simulator/table.json": tts,
    "cyberboard/version_3.gbx": lambda: builder.box(builder.V3),
    "cyberboard/version_3.gsn": lambda: bytes(builder.scenario(builder.V3).data),
    "cyberboard/version_3.gam": lambda: builder.game(builder.V3),
    "cyberboard/version_3.gmv": lambda: builder.moves(builder.V3),
    "cyberboard/version_4.gbx": lambda: builder.box(builder.V4),
    "cyberboard/version_4.gsn": lambda: bytes(builder.scenario(builder.V4).data),
    "cyberboard/version_4.gam": lambda: builder.game(builder.V4),
    "cyberboard/version_4.gmv": lambda: builder.moves(builder.V4),
}

BROKEN: dict[str, tuple[Callable[[], bytes], str]] = {
    "zuntzu/doctype.ztb": (lambda: ztb(BOX.replace("<game-box", "<!DOCTYPE a><game-box")), "DOCTYPE"),
    "zuntzu/no_rows.ztb": (lambda: ztb(BOX.replace('rows="2"', 'rows="0"')), "0 × 2 pieces"),
    "zuntzu/unknown_piece.ztb": (lambda: ztb(start_zts=GAME.replace('id="3"', 'id="300"')), "piece 300 is not among"),
    "zuntzu/cut.zts": (OLD_GAME[:150].encode, "line"),
    "tabletop_simulator/no_objects.json": (lambda: b'{"SaveName": "x"}', "no 'ObjectStates'"),
    "tabletop_simulator/objects_are_text.json": (lambda: tts(ObjectStates="none"), "wants a list of objects"),
    "tabletop_simulator/nested_too_deep.json": (lambda: b'{"SaveName": "x", "a": ' + b"[" * 3000, "not JSON"),
    "cyberboard/newer_version.gbx": (lambda: b"GBOX\x07\x00\x04\x00", "file version 7.00"),
    "cyberboard/cut_in_a_board.gbx": (lambda: builder.box(builder.V3)[:700], "are wanted|are promised"),
    "cyberboard/promises_too_much.gbx": (promising, "are promised"),
    "cyberboard/unknown_record.gmv": (
        lambda: builder.moves(builder.V3).replace(
            b"\x0a\x00\x01\x00\x01\x00\x02\x00", b"\x2a\x00\x01\x00\x01\x00\x02\x00", 1
        ),
        "no move record has the type 42",
    ),
}


def write(folder: Path) -> None:
    """Put all of them into the folder."""
    for name, make in FILES.items():
        _put(folder / name, make())
    for name, (make, _) in BROKEN.items():
        _put(folder / "broken" / name, make())


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    write(FIXTURES)
