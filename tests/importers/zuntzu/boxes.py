"""A ZunTzu box of our own making: a map, a sheet of counters of both kinds, cards, terrain, a scenario."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

from PIL import Image

BOX = """<?xml version="1.0" encoding="windows-1252"?>
<game-box name="Steppe" description="Two armies" copyright="ours" startup-scenario="start.zts">
  <dice-hand type="D6"><dice count="2" color="ff0000" /></dice-hand>
  <map name="Steppe" image-file="map.png" resolution="150 dpi" />
  <map name="Detail" image-file="map.png" resolution="300 dpi" />
  <counter-sheet name="Armies" front-image-file="front.png" front-resolution="300 dpi"
      back-image-file="back.png" back-resolution="300 dpi">
    <card-section type="CardFacesAndBackOnFront" columns="2" face-left="0" face-top="100" face-right="80"
        face-bottom="160" back-left="100" back-top="100" back-right="140" back-bottom="160" />
    <counter-section rows="2" columns="2" front-left="0" front-top="0" front-right="80" front-bottom="80"
        back-left="0" back-top="0" back-right="80" back-bottom="80" supply="2" />
    <counter-section type="BackSideOnly" back-left="100" back-top="0" back-right="140" back-bottom="40" />
  </counter-sheet>
  <terrain-sheet name="Marsh" front-image-file="front.png">
    <terrain-section columns="2" front-left="0" front-top="0" front-right="80" front-bottom="40" supply="9" />
  </terrain-sheet>
</game-box>
"""

GAME = """<?xml version="1.0" encoding="windows-1252"?>
<game game-box="Steppe" hash="" scenario-name="First clash" scenario-description="Six turns" stacking="disabled">
  <layout board="Steppe" left="1.00" top="2.00" right="900.00" bottom="800.00" visible="true">
    <counter id="0" x="402.50" y="200.00" />
    <counter id="3" side="Back" x="800.00" y="400.00" rot="90" />
    <stack x="100.00" y="60.00"><counter id="1" /><counter id="9" rot="-30" /></stack>
    <counter id="11" x="40.00" y="40.00" />
    <counter id="11" x="80.00" y="40.00" />
  </layout>
  <layout board="Detail" tab="Close up"><counter id="2" x="200.00" y="100.00" /></layout>
  <layout tab="Scratch"><counter id="8" x="40.00" y="40.00" /></layout>
  <layout board="Armies" side="Back" />
  <layout board="Marsh" owner="00000000-0000-0000-0000-00000000beef" />
  <hand owner="12345678-1234-1234-1234-1234567890ab"><counter id="10" side="Back" /></hand>
</game>
"""

OLD_GAME = """<?xml version="1.0"?>
<game><game-box>Steppe</game-box>
  <scenario><name>Old clash</name><map id="m1">Steppe</map><counter-sheet id="s1">Armies</counter-sheet></scenario>
  <layout board="m1" left="0" top="0" right="10" bottom="10"><counter id="4" x="8" y="12" /></layout>
  <layout board="s1" left="0" top="0" right="10" bottom="10" />
</game>
"""


def scan(cells: dict[tuple[int, int, int, int], str], size: tuple[int, int] = (200, 200)) -> bytes:
    image = Image.new("RGB", size, "#ffffff")
    for area, colour in cells.items():
        image.paste(colour, area)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


FRONT = scan(
    {
        (0, 0, 40, 40): "#ff0000",
        (40, 0, 80, 40): "#00ff00",
        (0, 100, 40, 160): "#0000ff",
        (100, 100, 140, 160): "#111111",
    }
)
BACK = scan({(0, 0, 40, 40): "#ffff00", (40, 0, 80, 40): "#00ffff", (100, 0, 140, 40): "#ff00ff"})


def contents(xml: str = BOX, **entries: str | bytes) -> dict[str, str | bytes]:
    """The entries of a box by name; those given with a dot are written `start_zts` and the like."""
    return {
        "game-box.xml": xml,
        "map.png": scan({}, (300, 200)),
        "front.png": FRONT,
        "back.png": BACK,
        "start.zts": GAME,
        **{name.replace("_", "."): data for name, data in entries.items()},
    }


def box(path: Path, xml: str = BOX, **entries: str | bytes) -> Path:
    """The box as a file."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in contents(xml, **entries).items():
            archive.writestr(name, data)
    return path
