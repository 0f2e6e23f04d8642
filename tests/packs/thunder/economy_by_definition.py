"""Income, spending limit and morale of the campaign by the book's words, slowly, without asking the pack anything.

Sums are reckoned in half points, place by place, from a plain dictionary of what is told.
"""

from __future__ import annotations

from collections.abc import Mapping

Told = Mapping[str, str]
PERSONNEL = (
    *("Dnepropetrovsk", "Gorki", "Grozny", "Kazan", "Kharkov", "Kiev", "Kuybyshev", "Leningrad"),
    *("Lwow", "Minsk", "Moscow", "Odessa", "Rostov", "Stalingrad", "Tbilisi", "Voronezh"),
)
FACTORIES = ("Dnepropetrovsk", "Kharkov", "Leningrad", "Moscow", "Stalingrad", "Stalino")
FIELDS = ("Ploesti", "Grozny", "Maikop", "Tbilisi")


def soviet_personnel(told: Told) -> int:
    """205.1, in half PPs: nineteen locations, Moscow being two of them, two beyond the map."""
    locations = [*PERSONNEL, "Moscow"]
    full = sum(4 for city in locations if told[f"personnel.{city}"] == "2")
    again = sum(2 for city in locations if told[f"personnel.{city}"] == "1")
    return full + again + 2 * 4


def soviet_equipment(told: Told) -> int:
    """205.2 and 207.4, in half EPs: what works, what was restored, what reached the Urals, Lodz."""
    halves = 2 * 2
    for city in [*FACTORIES, "Moscow"]:
        if told[f"factory.{city}"] == "working":
            halves += 2
        if told[f"factory.{city}"] == "restored":
            halves += 1
        if told[f"urals.{city}"] == "relocated":
            halves += 1
    if told["factory.Lodz"] == "integrated" and told["held.Lodz"] == "soviet":
        halves += 1
    return halves


def axis_equipment(told: Told) -> int:
    """204.1, in half EPs."""
    halves = 18
    for city in (*FACTORIES, "Lodz"):
        if told[f"held.{city}"] == "axis" and told[f"factory.{city}"] == "integrated":
            halves += 1
    return halves


def fuel(told: Told, side: str) -> int:
    """204.1 and 205.3, in half FPs: wells that burn give nothing, mended ones three."""
    halves = 4 if side == "axis" else 0
    for field in FIELDS:
        if told[f"held.{field}"] != side:
            continue
        if told[f"oil.{field}"] == "recovered":
            halves += 6
        elif told[f"oil.{field}"] == "working" and side == "soviet":
            halves += 12
        elif told[f"oil.{field}"] == "working" and field == "Ploesti":
            halves += 10
    return halves


def limit(halves: int, most: int) -> int:
    """6.2: a tenth of the pool rounded up, at least 2, at most `most`; the pool in half points, the limit in whole ones."""
    tenths, points = halves, 0
    while tenths > 0:
        tenths -= 20
        points += 1
    if points < 2:
        return 2
    return most if points > most else points


def morale_of_cities(lost: list[str], regained: list[str]) -> int:
    """202.1: Objectives of the USSR that fell and that were won back."""
    change = 0
    for city in lost:
        change -= 10 if city == "Moscow" else 8 if city == "Leningrad" else 4
    for _ in regained:
        change += 4
    return change


def morale_of_casualties(units: list[tuple[str, bool, bool, bool]]) -> int:
    """202.3, in half points: size ("air": it costs nothing), whether airborne, face up, lost abroad by a small nation."""
    halves = 0
    for size, airborne, face_up, abroad in units:
        one = 0
        if airborne:
            one = 2
        elif size == "large":
            one = 2 if face_up else 1
        elif size == "medium":
            one = 1
        halves -= one + one if abroad else one
    return halves
