"""Three printers' ways of drawing a map, and what becomes of it on a scanner."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageFilter

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Pen:
    """How a hexside feature or line is drawn; widths are shares of the pitch.

    `dash` is the length of dashes (0: unbroken), `ticks` their distance on a railway, `hatch` whether strokes stand on
    one side, `case` a darker outline, `box` a bridge's box.
    """

    ink: str
    width: float
    dash: float = 0.0
    ticks: float = 0.0
    hatch: bool = False
    case: bool = False
    box: bool = False


@dataclass(frozen=True)
class Style:
    """Colours and a scanner's faults: `noise` in levels, `uneven` as a share of brightness, `turn` in degrees."""

    name: str
    paper: Colour
    grid: Colour
    inks: dict[str, Colour]
    grounds: dict[str, Colour]
    noise: float
    uneven: float
    turn: float
    quality: int = 85
    blur: float = 0.6
    blobs: bool = True
    names: Colour = (60, 60, 60)
    extra: dict[str, Colour] = field(default_factory=dict)


PAPER = Style(
    "paper",
    paper=(250, 240, 212),
    grid=(150, 140, 125),
    inks={"blue": (70, 130, 190), "road": (205, 125, 60), "black": (40, 38, 36), "red": (190, 50, 45), "brown": (110, 75, 45)},
    grounds={
        "green": (120, 160, 85), "dark": (80, 95, 60), "brown": (205, 170, 120), "peak": (150, 110, 75),
        "water": (130, 185, 215), "marsh": (205, 220, 190), "town": (120, 112, 105), "rough": (225, 205, 160),
        "lake": (175, 205, 235), "deep": (70, 110, 160), "off": (196, 190, 182),
    },
    noise=4.0, uneven=0.06, turn=0.35,
)  # fmt: skip
CLASSIC = Style(
    "classic",
    paper=(236, 230, 205),
    grid=(60, 60, 60),
    inks={"blue": (60, 150, 200), "road": (160, 60, 40), "black": (20, 20, 20), "red": (200, 90, 30), "brown": (90, 60, 30)},
    grounds={
        "green": (165, 190, 125), "dark": (110, 140, 90), "brown": (215, 190, 140), "peak": (180, 145, 100),
        "water": (110, 180, 220), "marsh": (190, 215, 205), "town": (230, 150, 130), "rough": (200, 185, 160),
        "lake": (150, 205, 205), "deep": (60, 120, 180), "off": (160, 150, 140),
    },
    noise=7.0, uneven=0.10, turn=-0.7, quality=70, blur=0.9,
)  # fmt: skip
MODERN = Style(
    "modern",
    paper=(214, 208, 170),
    grid=(245, 243, 230),
    inks={"blue": (40, 95, 150), "road": (240, 235, 215), "black": (25, 25, 30), "red": (215, 30, 60), "brown": (75, 50, 35)},
    grounds={
        "green": (86, 120, 66), "dark": (60, 84, 52), "brown": (180, 150, 100), "peak": (128, 100, 80),
        "water": (75, 125, 165), "marsh": (150, 170, 130), "town": (90, 88, 90), "rough": (190, 170, 120),
        "lake": (130, 180, 190), "deep": (40, 70, 110), "off": (140, 135, 125),
    },
    noise=3.0, uneven=0.04, turn=0.9, quality=90, blur=0.4, blobs=False, names=(30, 30, 40),
)  # fmt: skip
STYLES = (PAPER, CLASSIC, MODERN)


def scanned(image: Image.Image, style: Style, rng: np.random.Generator) -> np.ndarray:
    """The print as it comes off a scanner: turned about its middle, unevenly lit, with grain and a fold, compressed."""
    image = image.rotate(style.turn, Image.Resampling.BICUBIC, fillcolor=style.paper)
    image = image.filter(ImageFilter.GaussianBlur(style.blur))
    values = np.asarray(image, dtype=np.float32)
    height, width = values.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height))
    a, b, c = rng.normal(size=3)
    light = a * x + b * y + c * (x**2 - y**2)
    light = 1 + style.uneven * light / np.abs(light).max()
    fold = 1 - 0.05 * np.exp(-((x - 0.07) ** 2) / 2e-5)
    values = values * (light * fold)[..., None]
    grain = rng.normal(scale=style.noise, size=(height, width, 1)) + rng.normal(
        scale=style.noise / 2, size=values.shape
    )
    return np.clip(values + grain, 0, 255).astype(np.uint8)
