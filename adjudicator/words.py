"""Numbers and nouns as people write them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

IRREGULAR = {
    "child": "children",
    "entry": "entries",
    "box": "boxes",
    "hex": "hexes",
    "class": "classes",
    "die": "dice",
    "loss": "losses",
}
VOWELS = "aeio"
ADJECTIVES = ("al", "ic", "ive")
MEANING_OF_CHANCES = (
    "How often fair dice would fall at least this far from their average, or this unevenly. The more series are looked at, the "
    "sooner one of them is odd by chance, and the figures allow for that. A small one is a fact about numbers, no accusation."
)
DEEDS = {
    "move": "moves",
    "attack": "attacks",
    "bombard": "bombards",
    "overrun": "overruns",
    "retreat": "retreats",
    "advance": "advances",
    "redeploy": "redeploys",
    "place": "is placed",
    "remove": "is removed",
    "transfer": "is transferred",
    "shift": "is put elsewhere",
    "flip": "is turned over",
    "mark": "is marked",
    "unmark": "loses a marker",
    "lay": "is laid",
    "lift": "is taken away",
    "swap": "is exchanged",
}


def counted(number: int, what: str) -> str:
    """A number and its noun, in the singular for one."""
    return f"{number} {what if number == 1 else plural(what)}"


def plural(what: str) -> str:
    """The noun for several: its last word in the plural ("loose joint", "loose joints")."""
    head, space, last = what.rpartition(" ")
    return f"{head}{space}{IRREGULAR.get(last, f'{last}s')}"


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names as a sentence lists them: "a, b and c"."""
    *first, end = [*names] or [""]
    return f"{', '.join(first)} {last} {end}" if first else end


def plain(names: Iterable[str]) -> list[str]:
    """A pack's words as people read them, in order: "major river"."""
    return sorted(name.replace("_", " ") for name in names)


def either(names: Iterable[str]) -> str:
    """A pack's words, one of which will do: "city, port or town"."""
    return listed(plain(names), "or")


def article(noun: str) -> str:
    """A noun with its article: "a fort", "an airfield"."""
    return f"{'an' if noun[:1].lower() in VOWELS else 'a'} {noun}"


def condition(name: str) -> str:
    """A condition by its name: "weather", "weather of zone b"."""
    what, _, region = name.partition(":")
    return f"{what} of {region.replace('_', ' ')}" if region else what


def deed(kind: str, actors: int = 1) -> str:
    """What units do, by the word that packs have for it: "attacks", "are placed"; a mode of movement: "moves by rail"."""
    mode = kind.replace("_", " ")
    said = DEEDS.get(kind) or f"moves by {mode}{' movement' if mode.endswith(ADJECTIVES) else ''}"
    verb, space, rest = said.partition(" ")
    return said if actors == 1 else f"{'are' if verb == 'is' else verb.removesuffix('s')}{space}{rest}"


def times(count: int) -> str:
    """How often: "once", "twice", "3 times"."""
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def amount(number: Fraction) -> str:
    """A number as players write it: 3, 1/2, 2 1/2."""
    whole, rest = divmod(abs(number), 1)
    sign = "-" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def sentence(words: str) -> str:
    """Words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def chance(p: float) -> str:
    """A probability as people read it."""
    if p < 0.001:
        return "below 0.1 %"
    return f"{100 * p:.1f} %" if p < 0.1 else f"{100 * p:.0f} %"
