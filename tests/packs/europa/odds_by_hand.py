"""A battle of Europa reckoned by hand, a second time and slowly, straight from the articles of both books.

Fire in the East: articles 3C, 3G, 9A, 10, 11, 12D, 14A2, 14A3, 14B, 14B1, 14C, 28E, 29C1, 29D1, 29D2; Sudden Storm: 3C, 3F,
9A, 9B8, 10, 11, 12D, 14B, 28C1, 28D1, 28D2. Ground and tables are those of the invented sheet.
It shares nothing with the pack but the words of the position.

    python -m tests.packs.europa.odds_by_hand 2000        compares so many random battles of each game
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from random import Random
from tomllib import loads

from adjudicator.analysis.combat.odds import battle
from adjudicator.model.units import Unit
from adjudicator.play.setting_up import position_from
from adjudicator.record.position import Position
from tests.helpers import ROOT
from tests.packs.europa.test_examples import GAMES, game

HALF = Fraction(1, 2)
SIZES = {"division": Fraction(3), "battalion": HALF, "battery": HALF}
GUNS = {"artillery", "siege_artillery", "railroad_artillery", "rocket_artillery"}
ENGINEERS = {"engineer", "assault_engineer", "flammpanzer"}
HARD = {"woods", "forest", "rough", "wooded_rough", "swamp", "mountain", "sand", "major_city"}
EASY_FOR_MOUNTAINEERS = {"rough", "wooded_rough", "mountain"}
LADDER = ("1:4", "1:3", "1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1", "8:1", "9:1")


@dataclass(frozen=True)
class ByHand:
    """What a battle comes to: both strengths, the column, all that is added to the die."""

    attack: Fraction
    defense: Fraction
    column: str
    die: int


def by_hand(at: Position, attackers: tuple[Unit, ...], target: str, fire: bool) -> ByHand:
    """The battle under Fire in the East (`fire`) or Sudden Storm."""
    field = Field(at, attackers, target, fire)
    attack = _with_guns([(unit, field.attacking(unit)) for unit in attackers], Fraction(1))
    left_over = Fraction(0 if fire and field.defenders[0].side == "soviet" else 1)
    defense = _with_guns([(unit, field.defending(unit)) for unit in field.defenders], left_over)
    return ByHand(attack, defense, _column(attack, defense, fire), field.on_the_die())


class Field:
    """One battle, its places and its two sides."""

    def __init__(self, at: Position, attackers: tuple[Unit, ...], target: str, fire: bool) -> None:
        self.at, self.attackers, self.target, self.fire = at, attackers, target, fire
        self.defenders = tuple(unit for unit in at.at(target) if unit.side != attackers[0].side)
        network = at.network
        self.terrain = network.hexes[network.index[target]].terrain
        self.tags = network.hexes[network.index[target]].tags
        self.places = {kind for place in network.places_at.get(network.index[target], ()) for kind in place.kinds}
        self.marks = {marker.type.kind for marker in at.markers_at(target)}
        self.marks |= {ship.type.kind for ship in at.afloat_at(target)}
        self.weather = at.moment.condition("weather")
        self.severe = at.moment.condition("severe")
        self.turn = at.moment.turn
        self.fortress = "fortress" in self.marks
        self.city = "major_city" in self.places or self.fortress
        self.walled = self.city or "fort" in self.marks
        self.partial = "major_city" in self.places and self.terrain != "major_city"

    def attacking(self, unit: Unit) -> Fraction:
        strength = Fraction(unit.shown.attack or 0)
        if _out(unit) >= 1:
            strength *= HALF
        water = self.water(unit)
        if water in {"river", "major river", "frozen major river"}:
            strength *= HALF
        if self.fire and water in {"river", "major river"} and "flotilla" in self.marks:
            strength *= HALF if unit.side == "axis" and unit.type.kind not in GUNS else 1
        mountaineer = unit.has("mountain") or unit.has("ski")
        if self.terrain in HARD and not (mountaineer and self.terrain in EASY_FOR_MOUNTAINEERS):
            strength *= HALF
        if self.partial:  # 3G, 3F: every hex of a major city is a major city hex; the sheet halves there too
            strength *= HALF
        if self.fire and not self.supported(unit, [each for each in self.attackers if each.hex == unit.hex]):
            strength *= HALF
        if self.fire and self.city and unit.type.kind in {"assault_engineer", "siege_artillery", "railroad_artillery"}:
            strength *= 2
        return strength

    def water(self, unit: Unit) -> str:
        """What water a unit attacks across, "" for none; the weather is the same in all zones here.

        29D2: in snow rivers of the zones A, B and C are frozen; a frozen major river is as a river, a frozen river nothing,
        and no flotilla is of use in the ice. 28D2: frozen they stay while it is cold, in zone G too; the chart says what they
        do. 29C1: a hexside between two zones is in the northern one.
        """
        network = self.at.network
        here, there = network.index[unit.hex], network.index[self.target]
        side = network.hexside(here, there)
        water = "major river" if "major_river" in side else "river" if "river" in side else ""
        zones = (network.hexes[here].tags | network.hexes[there].tags) & {"zone_a", "zone_b", "zone_c", "zone_g"}
        if self.fire:
            frozen = self.weather == "snow" and bool(zones - {"zone_g"})
        else:
            frozen = self.weather in {"frost", "snow"} and self.severe == "yes" and bool(zones)
        return f"frozen {water}" if frozen and water else water

    def defending(self, unit: Unit) -> Fraction:
        strength = Fraction(unit.shown.defense or 0)
        if _out(unit) >= 2:
            strength *= HALF
        if self.fire and not self.supported(unit, self.defenders):
            strength *= HALF
        if self.fire and self.city and unit.type.kind == "assault_engineer":
            strength *= 2
        return strength

    def supported(self, unit: Unit, beside: Iterable[Unit]) -> bool:
        kind = unit.type.kind
        by_itself = (
            _division(unit)
            or kind in GUNS | {"headquarters", "truck", "fortified_area"}
            or unit.has("cadre")
            or unit.has("supported")
            or (unit.side == "soviet" and kind == "rifle" and unit.type.size == "brigade")
            or (self.walled and kind in {"engineer", "assault_engineer"})
            or (self.walled and kind == "flammpanzer" and unit in self.attackers)
        )
        return by_itself or any(_division(each) or each.type.kind in GUNS | {"headquarters"} for each in beside)

    def on_the_die(self) -> int:
        total = self._ground() + self._armor() + self._winter()
        if self.fire and (self.walled or any(each.type.kind == "fortified_area" for each in self.defenders)):
            counted = [each for each in self.attackers if each.type.kind not in GUNS | {"truck"}]
            twice = 2 if self.city else 1
            weight = {each.id: _size(each) * (twice if each.type.kind == "assault_engineer" else 1) for each in counted}
            able = sum((weight[each.id] for each in counted if each.type.kind in ENGINEERS), Fraction(0))
            whole = sum(weight.values(), Fraction(0))
            total += 1 if whole and able / whole >= Fraction(1, 5) else 0
        return total

    def _ground(self) -> int:
        found = -1 if self.terrain in {"mountain", "major_city"} else 0
        if self.fortress:
            found -= 2
        elif "fort" in self.marks or any(each.type.kind == "fortified_area" for each in self.defenders):
            found -= 1
        if all(self.water(each) == "major river" for each in self.attackers):
            found -= 1
        return found

    def _winter(self) -> int:
        zone = bool(self.tags & {"zone_a", "zone_b"}) or {"zone_c", "ussr"} <= self.tags
        if self.weather != "snow" or not 9 <= self.turn <= 19 or not zone:
            return 0
        found = -1 if any(each.side == "axis" and each.type.nation != "finnish" for each in self.attackers) else 0
        if "city" in self.places or self.fortress:
            return found
        return found + _level(self.attackers) - _level(self.defenders)

    def _armor(self) -> int:
        able = _share(self.attackers, "aeca", self.fire)
        barred = self.weather in {"mud", "snow"} or "dot_city" in self.places or self.terrain in BARRED
        barred = barred or self.partial or bool(self.marks & {"fort"})
        used = Fraction(0) if barred else _share(self.attackers, "aeca", self.fire, self._barred_across())
        found = _step(used, (1, 2, 3))
        if able >= HALF:
            return found + _step(_share(self.defenders, "atec", self.fire), (-1, -2, -4))
        return found + (0 if barred else _step(_share(self.defenders, "aecd", self.fire), (-1, -2, -2)))

    def _barred_across(self) -> frozenset[str]:
        across = {"major river"} if self.fire else {"major river", "frozen major river"}
        return frozenset(each.id for each in self.attackers if self.water(each) in across)


BARRED = {"forest", "swamp", "mountain", "major_city"}


def _division(unit: Unit) -> bool:
    return unit.type.size == "division" and not unit.has("cadre")


def _size(unit: Unit) -> Fraction:
    return SIZES.get("cadre" if unit.has("cadre") else unit.type.size, Fraction(1))


def _out(unit: Unit) -> int:
    return next((turns for turns in (1, 2, 3, 4) if unit.has(f"out_{turns}")), 0)


def _with_guns(forces: list[tuple[Unit, Fraction]], left_over: Fraction) -> Fraction:
    """The sum, artillery beyond the other REs counting so much together; the owner tries every choice."""
    guns = [(unit, strength) for unit, strength in forces if unit.type.kind in GUNS]
    rest = [(unit, strength) for unit, strength in forces if unit.type.kind not in GUNS]
    room = sum((_size(unit) for unit, _ in rest if unit.type.kind != "truck"), Fraction(0))
    others = sum((strength for _, strength in rest), Fraction(0))
    best = Fraction(0)
    for count in range(len(guns) + 1):
        for chosen in combinations(guns, count):
            if sum((_size(unit) for unit, _ in chosen), Fraction(0)) > room:
                continue
            full = sum((strength for _, strength in chosen), Fraction(0))
            over = sum((strength for gun in guns if gun not in chosen for strength in (gun[1],)), Fraction(0))
            best = max(best, full + min(left_over, over))
    return others + best


def _column(attack: Fraction, defense: Fraction, fire: bool) -> str:
    if defense == 0:
        return "9:1"
    ratio = attack / defense
    if ratio < Fraction(1, 4):
        return "?" if fire else "AE"
    if ratio >= 10 and fire:
        return "?"
    reached = [name for name in LADDER if Fraction(*map(int, name.split(":"))) <= ratio]
    return reached[-1]


def _level(units: Iterable[Unit]) -> int:
    counted = [unit for unit in units if unit.type.kind != "truck"]
    whole = sum((_size(unit) for unit in counted), Fraction(0))
    tags = ("mountain", "ski", "winterized", "nkvd", "nkvd_force", "guards", "luftwaffe", "ss")
    warm = sum(
        (_size(unit) for unit in counted if unit.type.nation == "finnish" or any(map(unit.has, tags))), Fraction(0)
    )
    share = warm / whole if whole else Fraction(0)
    return 2 if share >= HALF else 1 if share >= Fraction(1, 5) else 0


def _share(units: Iterable[Unit], name: str, fire: bool, barred: frozenset[str] = frozenset()) -> Fraction:
    """The best proportion, units capable to a part taken for neutral or not."""
    sizes = [
        (_size(unit), _capable(unit, name, fire), unit.id)
        for unit in units
        if unit.type.kind not in {"truck", "fortified_area"}
    ]
    partly = [each for each in sizes if each[1] is not None and 0 < each[1] < 1]
    best = Fraction(-1)
    for count in range(len(partly) + 1):
        for aside in combinations(partly, count):
            best = max(best, _proportion(sizes, {each[2] for each in aside}, barred))
    return best


def _proportion(
    sizes: list[tuple[Fraction, Fraction | None, str]], aside: set[str], barred: frozenset[str]
) -> Fraction:
    whole = capable = base = neutral = Fraction(0)
    for size, part, name in sizes:
        whole += size
        if part is None or name in aside:
            neutral += size
        elif part and name not in barred:
            capable, base = capable + size * part, base + size
    counted = whole - min(neutral, 2 * base)
    return capable / counted if counted > 0 else Fraction(0)


def _capable(unit: Unit, name: str, fire: bool) -> Fraction | None:
    """How far a unit is capable: the books' words first, then the invented sheet; None is neutral."""
    if _out(unit) >= 2:
        return Fraction(0)
    kind = unit.type.kind
    if kind in GUNS or kind == "headquarters":
        return None
    if fire and ((kind == "motorized" and name != "aecd") or (kind == "motorized_rifle" and name == "atec")):
        return None
    if not fire and kind in {"motorized", "motorized_rifle"}:
        return Fraction(1, 7)
    if fire and name == "atec" and kind in {"mechanized", "panzergrenadier"}:
        return Fraction(1)
    return WORTH[SHEET["armor"].get(kind, {}).get(name, "none")]


WORTH = {"full": Fraction(1), "half": HALF, "none": Fraction(0)}
SHEET = loads((ROOT / "fixtures" / "charts" / "europa_invented.toml").read_text(encoding="utf-8"))


def _step(share: Fraction, values: tuple[int, int, int]) -> int:
    low, middle, high = values
    return high if share == 1 else middle if share >= HALF else low if share >= Fraction(1, 7) else 0


PLACES = (
    ("1B/2914", ("1B/2915", "1B/3014", "1B/2814")),
    ("1B/3005", ("1B/2905", "1B/3004", "1B/3105")),
    ("2A/2713", ("2A/2612", "2A/2712", "2A/2813")),
    ("2A/2504", ("2A/2403", "2A/2603", "2A/2505")),
    ("2A/2309", ("2A/2308", "2A/2408", "2A/2310")),
    ("1B/2207", ("1B/2208", "1B/2308", "1B/2107")),
    ("1B/1509", ("1B/1510", "1B/1508", "1B/1609")),
    ("2A/2707", ("2A/2606", "2A/2708", "2A/2607")),
)
"""Hexes to attack, and hexes next to them: open ground, woods, cities, rivers, the north."""
AXIS = (
    "ge.1inf", "ge.11inf", "ge.1pz", "ge.6pz", "ge.3mot", "ge.2mtn", "ge.1cav", "ge.1art", "ge.2art", "ge.3art", "ge.1reg",
    "ge.2reg", "ge.gdmot", "ge.pzreg", "ge.1stug", "ge.2stug", "ge.1aa", "ge.1eng", "ge.1ceng", "ge.rrart", "ge.hq", "ge.truck",
    "fi.1inf", "fi.1jag", "hu.1mot", "ge.1inf#2/2", "ge.1pz#2/2",
)  # fmt: skip
FIRE_AXIS = (
    "ge.assault_engineer.battalion.43", "ge.flammpanzer.battalion.100", "ge.siege_artillery.battalion.624",
    "ge.siege_artillery.regiment.814",
)  # fmt: skip
SOVIET = (
    "so.10rif", "so.23rif", "so.1gds", "so.2tnk", "so.202mot", "so.6cav", "so.46lt", "so.1cdr", "so.1tkb", "so.1rbr", "so.1art",
    "so.2art", "so.3art", "so.1mg", "so.2mg", "so.1eng", "so.fort", "so.truck", "so.nkvd",
)  # fmt: skip


def drawn(random: Random, fire: bool, known: frozenset[str]) -> tuple[list[str], list[str], str]:
    """A random battle: the lines of its position, the attackers, the hex attacked."""
    target, starts = random.choice(PLACES)
    own: tuple[str, ...]
    enemy: tuple[str, ...]
    own, enemy = (AXIS + (FIRE_AXIS if fire else ()), SOVIET) if random.random() < 0.6 else (SOVIET, AXIS)
    own = tuple(each for each in own if each.split("/")[0].split("#")[0] in known and each != "so.fort")
    enemy = tuple(each for each in enemy if each.split("/")[0].split("#")[0] in known)
    attackers = random.sample(own, random.randint(1, 8))
    side = "German" if own[0][:2] in {"ge", "fi", "hu"} else "Soviet"
    lines = [
        f"turn {random.choice((5, 9, 12))}, {side} Combat Phase",
        f"weather {random.choice(WEATHERS)}",
        f"severe {random.choice(('yes', 'no'))}",
    ]
    stacks: dict[str, list[str]] = {}
    for each in attackers:
        stacks.setdefault(random.choice(starts), []).append(each + random.choice(MARKS))
    defenders = [each + random.choice(MARKS) for each in random.sample(enemy, random.randint(1, 6))]
    works = random.sample(WORKS, random.choice((0, 0, 1)))
    lines += [f"{number}: {', '.join(units)}" for number, units in stacks.items()]
    lines.append(f"{target}: {', '.join(defenders + works)}")
    return lines, attackers, target


WEATHERS = ("clear", "mud", "frost", "snow")
MARKS = ("",) * 8 + ("+out.b1", "+out.b2", "+out.b3")
WORKS = ("+fort", "+fortress", "so.flot1")


def compared(name: str, random: Random) -> tuple[str, ByHand, ByHand]:
    """One random battle, what the pack makes of it, and what is found by hand."""
    fire = name == "fire_in_the_east"
    pack, network = game(name, charted=True)
    lines, names, target = drawn(random, fire, frozenset(pack.units))
    at = position_from(lines, pack, network)
    attackers = tuple(at.unit(each.split("/")[0]) for each in names)
    found = battle(at, attackers, target)
    attack, defense = found.totals
    settled = attack.certain and defense.certain and found.rolls.certain
    seen = ByHand(
        Fraction(attack.low), Fraction(defense.low), found.column or "none", int(found.rolls.low) if settled else 99
    )
    return "; ".join(lines), seen, by_hand(at, attackers, target, fire)


def untold(name: str, random: Random) -> str:
    """What is wrong with a random battle in weather that nobody told: it must leave room for what each would make of it."""
    fire = name == "fire_in_the_east"
    pack, network = game(name, charted=True)
    lines, names, target = drawn(random, fire, frozenset(pack.units))
    told = [lines[1]] if random.random() < 0.5 else []
    whole, *rest = (
        position_from([lines[0], *weather, *lines[3:]], pack, network) for weather in (told, *_all_weather(told))
    )
    found = battle(whole, tuple(whole.unit(each.split("/")[0]) for each in names), target)
    for at in rest:
        by = by_hand(at, tuple(at.unit(each.split("/")[0]) for each in names), target, fire)
        attack, defense = found.totals
        within = attack.low <= by.attack <= attack.high and defense.low <= by.defense <= defense.high
        if not within or not found.rolls.low <= by.die <= found.rolls.high or found.column not in {None, by.column}:
            return f"{name}: {'; '.join(lines)}\n  the pack {found.words}\n  by hand  {by} in {at.moment.conditions}"
    return ""


def _all_weather(told: list[str]) -> list[tuple[str, str]]:
    return [
        (weather, f"severe {severe}")
        for weather in (told or [f"weather {each}" for each in WEATHERS])
        for severe in ("yes", "no")
    ]


def differences(count: int, seed: int = 1) -> list[str]:
    """What differs in so many random battles of each game."""
    found = []
    for name in GAMES:
        random = Random(seed)
        for _ in range(count):
            lines, seen, expected = compared(name, random)
            if seen != expected:
                found.append(f"{name}: {lines}\n  the pack {seen}\n  by hand  {expected}")
        found += filter(None, (untold(name, random) for _ in range(count // 4)))
    return found


if __name__ == "__main__":
    wrong = differences(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    print("\n".join(wrong[:10]))
    print(f"{len(wrong)} differences")
    sys.exit(bool(wrong))
