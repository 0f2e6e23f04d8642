"""Who may be replaced, how many, where and for what, read from the books once more; nothing of the program is asked.

Fire in the East 34B, 34B1, 34B2, 34E and the errata; Sudden Storm 33B, 33B1, 33B2, 33E. A unit is what its counter shows.
A breach is "sure" or "open": open where what was replaced earlier in a span of turns is not told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

GUNS = ("artillery", "rocket_artillery", "siege_artillery", "railroad_artillery")
SAPPERS = ("construction_engineer", "engineer", "assault_engineer", "railroad_engineer")
JUMPERS = ("parachute", "parachute_infantry", "air_landing")
SOUTH = ("kiev", "odessa", "kharkov", "volga", "north_caucasus", "transcaucasus")
"""Military districts in weather zones C and D."""
DISTRICTS = (
    "arkhangelsk",
    "baltic",
    "kharkov",
    "kiev",
    "leningrad",
    "moskva",
    "north_caucasus",
    "odessa",
    "orel",
    "western",
)
"""Those with pools of their own on the map."""
ARMORED = (
    "tank", "light_tank", "mechanized", "motorized_rifle", "assault_gun", "nkvd", "antitank", "heavy_antiaircraft",
    "light_antiaircraft", "motorcycle", *GUNS,
)  # fmt: skip
"""Soviet units of Fire in the East that armor points replace, with the errata."""
SIZES = {"division": Fraction(3), "brigade": Fraction(1), "regiment": Fraction(1), "battalion": Fraction(1, 2)}
CADRE = Fraction(1)


@dataclass(frozen=True)
class Piece:
    """A counter: its strengths as (attack, defense), those of its cadre if it has one, and what it counts as."""

    name: str
    nation: str
    kind: str
    size: str
    front: tuple[int, int]
    back: tuple[int, int] | None = None
    movement: int = 6
    marks: frozenset[str] = frozenset()

    @property
    def soviet(self) -> bool:
        return self.nation == "soviet"

    @property
    def rating(self) -> str:
        """The strengths as they are printed: attack and movement, with defense between where it differs."""
        attack, defense = self.front
        return f"{attack}-{self.movement}" if attack == defense else f"{attack}-{defense}-{self.movement}"


@dataclass(frozen=True)
class Deed:
    """A counter that comes back at full strength or as a cadre, or whose cadre is rebuilt; where, with the tags of the hex."""

    piece: Piece
    how: str
    """ "full", "cadre" or "rebuilt"."""
    place: str
    tags: frozenset[str]

    @property
    def built(self) -> bool:
        return self.how != "rebuilt"

    @property
    def size(self) -> Fraction:
        """What is replaced or rebuilt, in regimental equivalents."""
        full = SIZES[self.piece.size]
        return {"full": full, "cadre": CADRE, "rebuilt": full - CADRE}[self.how]

    @property
    def price(self) -> Fraction:
        """Points: one for each of attack, of defense without any, one for a unit without strength."""
        if self.piece.kind == "truck":
            return Fraction(4)
        front, back = self.piece.front, self.piece.back or (0, 0)
        if self.how == "rebuilt":
            return Fraction(front[0] - back[0])
        attack, defense = front if self.how == "full" else back
        return Fraction(attack or defense or 1)

    def district(self, *names: str) -> bool:
        return any(f"md_{name}" in self.tags for name in names)

    @property
    def east(self) -> bool:
        """Whether it comes from beyond the east edge."""
        return "east_edge_rail" in self.tags


Told = dict[str, Fraction]
Found = dict[str, str]
"""By limit "sure" or "open"."""


def in_span(turn: int, turns: int) -> bool:
    """Whether a turn begins a span: a month begins with its I turn, Jul I 41 is turn 2."""
    return (turn - 2) % turns == 0


def most(deeds: Iterable[Deed], limit: Fraction, before: Fraction | None) -> str:
    """Whether more than the limit is gained with what was before (None: nobody tells); "" if not."""
    now = sum((each.size for each in deeds), Fraction(0))
    if not now:
        return ""
    if now + (before or 0) > limit:
        return "sure"
    return "open" if before is None else ""


def fire(deeds: list[Deed], turn: int, told: Told, *, own_initial: bool) -> Found:
    """What Fire in the East forbids of it."""
    found: Found = {}
    built = [each for each in deeds if each.built]

    def limit(name: str, who: Iterator[Deed], number: str, turns: int, bound: Fraction) -> None:
        chosen = list(who)
        for nation in sorted({each.piece.nation for each in chosen}):
            before = Fraction(0) if in_span(turn, turns) else told.get(f"{number}.{nation}")
            answer = most((each for each in chosen if each.piece.nation == nation), bound, before)
            found[name] = "sure" if "sure" in (answer, found.get(name)) else answer or found.get(name, "")

    one = Fraction(1)
    axis, reds = [e for e in built if not e.piece.soviet], [e for e in built if e.piece.soviet]
    limit("engineers", (e for e in axis if e.piece.kind in SAPPERS), "replaced.engineers", 2, one)
    limit("artillery", (e for e in axis if e.piece.kind in GUNS), "replaced.artillery", 2, one)
    limit("airborne", (e for e in axis if e.piece.kind in JUMPERS), "replaced.airborne", 6, one)
    limit("brandenburgers", (e for e in axis if e.piece.kind == "commando"), "replaced.brandenburgers", 2, one / 2)
    limit("nkvd", (e for e in reds if e.piece.kind == "nkvd"), "replaced.nkvd", 2, one)
    limit("soviet engineers", (e for e in reds if e.piece.kind == "engineer"), "replaced.engineers", 2, one)
    limit("soviet airborne", (e for e in reds if e.piece.kind in JUMPERS), "replaced.airborne", 6, one)

    for each in reds:
        kind, marks = each.piece.kind, each.piece.marks
        mountain = kind in ("mountain", "mountain_cavalry") or ("mountain" in marks and kind != "cavalry")  # 14E
        elsewhere = each.district(*(name for name in DISTRICTS if name not in SOUTH))
        if "cavalry" in kind and not (each.district(*SOUTH) or ({"zone_c", "zone_d"} & each.tags and not elsewhere)):
            found["cavalry"] = "sure"
        if mountain and not (each.district("transcaucasus") or each.east):
            found["mountain"] = "sure"
        elif kind == "ski" and not (each.district("arkhangelsk", "leningrad", "moskva") or each.east):
            found["ski"] = "sure"
        other = "winterized" in marks and not mountain and kind not in ("ski", "mountain_cavalry")
        if other and not (each.district("arkhangelsk") or each.east):
            found["winterized"] = "sure"
    for each in deeds:
        if each.built and "militia" in each.piece.marks:
            found["militia"] = "sure"
        if each.built and each.piece.kind == "fortified_area":
            found["fortified areas"] = "sure"
        if each.built and each.piece.nation not in ("german", "finnish", "rumanian", "soviet"):
            found["nations"] = "sure"
        if each.piece.soviet and each.piece.size == "division" and each.piece.back is not None:
            found["fragile"] = "sure"
        if not own_initial:
            found["time"] = "sure"
    return {name: answer for name, answer in found.items() if answer}


def storm(deeds: list[Deed], turn: int, told: Told, *, own_initial: bool) -> Found:
    """What Sudden Storm forbids of it."""
    found: Found = {}
    built = [each for each in deeds if each.built]
    month = Fraction(0) if in_span(turn, 2) else None
    guns = [each for each in built if each.piece.nation == "german" and each.piece.kind in GUNS]
    before = month if month is not None else told.get("replaced.artillery.german")
    found["artillery"] = most(guns, Fraction(1), before)
    reds = [each for each in deeds if each.piece.soviet]
    found["cavalry"] = most((e for e in reds if "cavalry" in e.piece.kind), Fraction(6), Fraction(0))
    before = month if month is not None else told.get("replaced.winterized.soviet")
    if turn <= 19:
        found["winterized"] = most((e for e in reds if _warm(e.piece)), Fraction(3), before)
    for each in deeds:
        piece = each.piece
        division, guards = piece.soviet and piece.size == "division", "guards" in piece.marks
        security = piece.kind == "nkvd" or "nkvd" in piece.marks
        if division and each.built and (piece.kind == "tank" or "militia" in piece.marks or security):
            found["never"] = "sure"
        if division and not each.built and piece.kind == "tank":
            found["tank cadres"] = "sure"
        if division and not guards and not security and _fragile(piece):
            found["fragile" if each.built else "fragile cadres"] = "sure"
        if piece.nation == "finnish" and piece.size == "division" and piece.rating == "6-6" and each.built:
            found["fragile Finns"] = "sure"
        if not own_initial:
            found["time"] = "sure"
    return {name: answer for name, answer in found.items() if answer}


def _warm(piece: Piece) -> bool:
    """Whether a Soviet unit is winterized in Sudden Storm, whose list of Soviet units is lost: as in Fire in the East."""
    return piece.kind in ("ski", "mountain") or bool(piece.marks & {"winterized", "guards", "nkvd", "ski", "mountain"})


def _fragile(piece: Piece) -> bool:
    mountain = piece.kind in ("mountain", "mountain_cavalry") or "mountain" in piece.marks
    if "cavalry" in piece.kind:
        return piece.rating in (("3-2-8",) if mountain else ("4-3-8", "5-4-8"))
    if piece.kind == "rifle" and not mountain:
        return piece.rating in ("5-6", "6-6", "7-6")
    return piece.kind in ("motorized", "motorized_rifle", "mechanized") or mountain


def pool(book: str, each: Deed) -> str:
    """The pool that pays for it; "" if it takes a mixture that only a chart tells."""
    piece = each.piece
    if piece.soviet:
        if book == "fire":
            armored = piece.kind in ARMORED
            guns = False
        else:
            armored = "cm" in piece.marks
            guns = piece.kind in ("antitank", *GUNS)
        if armored:
            return "armor.soviet"
        if guns:
            return "artillery.soviet"
        names = (tag[3:] for tag in sorted(each.tags) if tag.startswith("md_"))
        return next((f"infantry.{name}" for name in names if name in DISTRICTS), "")
    if piece.kind == "truck":
        return "armor.german" if piece.nation == "german" else ""
    if piece.nation == "german":
        small = piece.size != "division"
        if piece.kind == "panzer" and small:
            return "armor.german"
        if book == "fire" and piece.kind in ("reconnaissance", "flammpanzer", "assault_gun"):
            return "armor.german"
        if piece.kind in ("panzer", "panzergrenadier", "motorized"):
            return ""
    if book == "fire" and piece.nation not in ("finnish", "rumanian", "german"):
        return ""
    return f"infantry.{piece.nation}"


def due(book: str, deeds: Iterable[Deed]) -> dict[str, Fraction] | None:
    """What each pool has to pay; None where a chart would tell."""
    found: dict[str, Fraction] = {}
    for each in deeds:
        name = pool(book, each)
        if not name:
            return None
        found[name] = found.get(name, Fraction(0)) + each.price
    return found
