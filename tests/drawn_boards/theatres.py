"""Our own theatres, and how their words are drawn. Words that no map prints (a sea's own hexsides) are left out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tests.drawn_boards.style import Pen
from tests.helpers import ROOT

PACKS = ROOT / "adjudicator" / "packs"
RAIL = Pen("black", 0.03, ticks=0.14)
THIN_RAIL = Pen("black", 0.025, dash=0.1)
ROAD = Pen("road", 0.045, case=False)


@dataclass(frozen=True)
class Printed:
    """A theatre's folder in a pack, and its words as grounds and pens ("" is bare paper)."""

    folder: str
    grounds: Mapping[str, str]
    along: Mapping[str, Pen]
    across: Mapping[str, Pen]


PRINTED = (
    Printed(
        "two_rivers/theatres/valley",
        {"clear": "", "forest": "green", "hills": "brown", "marsh": "marsh", "sea": "water"},
        {"river": Pen("blue", 0.09), "bridge": Pen("black", 0.0, box=True)},
        {"road": ROAD, "rail": RAIL},
    ),
    Printed(
        "blitz_in_the_east/theatres/prut_front",
        {"open": "", "heavy": "green", "rough": "rough", "sea": "water", "urban": "town", "edge": "off"},
        {"river": Pen("blue", 0.08), "lower_volga": Pen("blue", 0.17), "red_dot": Pen("red", 0.06, dash=0.12)},
        {},
    ),
    Printed(
        "europa/theatres/dvina_line",
        {
            "clear": "", "forest": "dark", "lake": "lake", "major_city": "town", "mountain": "peak", "rough": "rough",
            "sea": "water", "swamp": "marsh", "wooded_rough": "brown", "woods": "green",
        },
        {"river": Pen("blue", 0.06), "major_river": Pen("blue", 0.15), "border": Pen("red", 0.05, dash=0.2)},
        {"rail_broad": RAIL, "rail_standard": THIN_RAIL, "road": ROAD},
    ),
    Printed(
        "thunder_in_the_east/theatres/smolensk_corridor",
        {
            "open": "", "forest": "green", "hill": "brown", "lake": "lake", "mountain": "peak", "swamp": "marsh",
            "all_sea": "deep",
        },
        {"minor_river": Pen("blue", 0.05), "major_river": Pen("blue", 0.14)},
        {"rail": RAIL, "road": ROAD},
    ),
)  # fmt: skip
