"""How alike two tokens of names are: what they mean, how they are written, and whether one is the other cut short."""

from __future__ import annotations

from functools import cache

from rapidfuzz.distance import Indel

from adjudicator.matching.lexicon import FREE, NUMBER, Token, skeleton

NEAR = (
    frozenset({"infantry", "rifle", "jager", "grenadier", "field", "light"}),
    frozenset({"armor", "light_tank"}),
    frozenset({"mechanized", "motorized", "panzergrenadier"}),
    frozenset({"mountain", "alpine"}),
    frozenset({"parachute", "airborne", "air_landing"}),
    frozenset({"engineer", "construction_engineer", "railroad_engineer"}),
    frozenset({"artillery", "railroad_artillery", "rocket", "assault_gun", "anti_tank", "anti_air"}),
    frozenset({"army_group", "front", "direction"}),
    frozenset({"fleet", "air_fleet"}),
    frozenset({"guards", "grenadier"}),
    frozenset({"truck", "wagon"}),
    frozenset({"fort", "fortified"}),
    frozenset({"out", "unsupplied", "supply"}),
)
"""Words that one translator takes for another; the exact one goes before them."""
NEARLY = 0.45
LEAST = 0.35
"""Below this two tokens have nothing to do with one another."""


@cache
def alike(one: Token, other: Token) -> float:
    """From 0 to 1: whether two tokens say the same."""
    if one.text == other.text:
        return 1.0
    if (
        NUMBER in (one.category, other.category)
        and _numbers(one) != _numbers(other)
        and _numbers(one)
        and _numbers(other)
    ):
        return _same_meaning(one, other)
    return max(_same_meaning(one, other), _same_letters(one, other), _near(one, other))


def _numbers(token: Token) -> frozenset[str]:
    return frozenset(each.concept for each in token.readings if each.category == NUMBER)


def _same_meaning(one: Token, other: Token) -> float:
    shared = [
        min(a.sure, b.sure)
        for a in one.readings
        for b in other.readings
        if (a.category, a.concept) == (b.category, b.concept)
    ]
    return max(shared, default=0.0)


def _near(one: Token, other: Token) -> float:
    here = any(a in kin and b in kin and a != b for kin in NEAR for a in one.concepts for b in other.concepts)
    return NEARLY if here else 0.0


def _same_letters(one: Token, other: Token) -> float:
    """Whether two words are one word, misspelt or cut short; numbers never are."""
    a, b = sorted((one.text.replace(" ", ""), other.text.replace(" ", "")), key=len)
    if a.isdigit() or b.isdigit() or not a:
        return 0.0
    listed = FREE not in (one.category, other.category)
    if len(a) >= 4 and (ratio := Indel.normalized_similarity(a, b)) >= (0.92 if listed else 0.8):
        return ratio * 0.95
    if listed and one.readings and other.readings and max(each.sure for each in one.readings) >= 0.92:
        return NEARLY if len(a) in (3, 4) and b.startswith(a) else 0.0
    if b.startswith(a):
        return {1: 0.4, 2: 0.65}.get(len(a), 0.85)
    if a[0] == b[0] and len(a) >= 2 and _within(a, b):
        return 0.7 if skeleton(b).startswith(a) or skeleton(a) == skeleton(b) else 0.5
    return 0.0


def _within(short: str, long: str) -> bool:
    """Whether the letters of the short word stand in the long one in this order."""
    rest = iter(long)
    return all(letter in rest for letter in short)


def initials(short: str, names: tuple[str, ...]) -> int:
    """How many words, from the first that fits on, a short form is made of (`agc` of Army Group Center); 0 if of none."""
    if len(short) < 2 or short.isdigit():
        return 0
    return max((_made_of(short, names[start:]) for start in range(len(names))), default=0)


def _made_of(short: str, names: tuple[str, ...]) -> int:
    """How many of the first words give their beginnings to the short form, all of it."""
    if not short:
        return 0
    if not names:
        return -99
    shared = 0
    while shared < min(len(short), len(names[0])) and short[shared] == names[0][shared]:
        shared += 1
    best = max((1 + _made_of(short[cut:], names[1:]) for cut in range(shared, 0, -1)), default=-99)
    return best if best > 1 else (1 if best == 1 else -99)
