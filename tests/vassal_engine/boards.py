"""The board seen anew: VASSAL keeps a board's tiles, and must not show old ones after a module was built or scaled again."""

from __future__ import annotations

import zipfile
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from tests.vassal_engine.engine import Engine
from tests.vassal_engine.files import MODULE, SAVE
from tests.vassal_engine.rows import Row, Tried, adjudicator, read_by_us, row_of

MAP = "Main Map"
ALIKE = 2.0
"""Shades, of 255, by which the middle pixel may differ; counters cover less than half of the board."""


def seen_anew(engine: Engine) -> list[Row]:
    """A module as it was, built again with other hexes, and scaled: each opened by one VASSAL, which remembers tiles."""
    folder = engine.work / "boards"
    home = folder / "home"
    home.mkdir(parents=True)
    return [_seen(name, engine, home, *made) for name, made in _versions(folder).items()]


def _versions(folder: Path) -> dict[str, tuple[Path, Path | None]]:
    """Modules in the order in which they are opened, each with a save that goes with it."""
    made: dict[str, tuple[Path, Path | None]] = {"board of the sample": (MODULE, SAVE)}
    for height in (64, 80):
        module = folder / f"built{height}.vmod"
        adjudicator("module", "build", "two_rivers", "--height", height, "-o", module)
        made[f"board built again, hexes of {height} pixels"] = (module, None)
    for scale in (0.5, 1.5):
        module = folder / f"scaled{scale}.vmod"
        adjudicator("module", "edit", MODULE, "--scale", scale, "--save", SAVE, "-o", module)
        made[f"board after `edit --scale {scale}`"] = (module, folder / f"{module.stem}_{SAVE.name}")
    return made


def _seen(name: str, engine: Engine, home: Path, module: Path, save: Path | None) -> Row:
    """The module cut into tiles and opened; the map as VASSAL paints it beside the picture in the module."""
    engine.slice_tiles(module, home)
    picture = home.parent / f"{module.stem}.png"
    opened: list[object] = ["load", save] if save else ["setup"]
    answers = engine.play(module, "French", [opened, ["paint", MAP, picture]], home=home)
    return row_of(name, answers, read_by_us(save, module) if save else answers[0].pieces, [_compared(module, picture)])


def _compared(module: Path, painted: Path) -> Tried:
    """The middle difference between what was painted and the board's picture."""
    with zipfile.ZipFile(module) as archive, archive.open("images/board.png") as held, Image.open(held) as board:
        ours = board.convert("RGB")
    with Image.open(painted) as seen:
        theirs = seen.convert("RGB")
    if theirs.size != ours.size:
        return Tried("map painted", went=False, seen=f"{theirs.size}, the board is {ours.size}")
    median = max(ImageStat.Stat(ImageChops.difference(ours, theirs)).median)
    return Tried("map painted", median <= ALIKE, f"{ours.width} × {ours.height}, the board of this module")
