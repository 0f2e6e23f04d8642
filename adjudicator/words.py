"""Numbers and nouns as people write them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from adjudicator.model.one_way import AGAINST, ALONG, arrow, without_arrow
from adjudicator.said import Said, quoted, say, say_number, strung

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
CELL = re.compile(r"[A-Za-z]\w*(?:\.[\w<>+-]+)+")
"""The name of a cell of a chart."""
MOST_CELLS = 3
"""So many cells are named one by one."""
ADJECTIVES = ("al", "ic", "ive")
MEANING_OF_CHANCES = say(
    "How often fair dice would fall at least this far from their average, or this unevenly. The more series are looked at, the "
    "sooner one of them is odd by chance, and the figures allow for that. A small one is a fact about numbers, no accusation."
)
DEEDS = {
    "move": say("moves"),
    "attack": say("attacks"),
    "bombard": say("bombards"),
    "demolish": say("blows up a bridge"),
    "repair": say("repairs a bridge"),
    "fly": say("takes off for a mission"),
    "strike": say("attacks from the air"),
    "dogfight": say("fights in the air"),
    "overrun": say("overruns"),
    "retreat": say("retreats"),
    "advance": say("advances"),
    "redeploy": say("redeploys"),
    "place": say("is placed"),
    "remove": say("is removed"),
    "transfer": say("is transferred"),
    "shift": say("is put elsewhere"),
    "flip": say("is turned over"),
    "mark": say("is marked"),
    "unmark": say("loses a marker"),
    "lay": say("is laid"),
    "lift": say("is taken away"),
    "swap": say("is exchanged"),
}

BARRED = {
    "move": say("may not move"),
    "overrun": say("may not overrun"),
    "retreat": say("may not retreat"),
    "advance": say("may not advance"),
    "redeploy": say("may not redeploy"),
    "place": say("may not be placed"),
    "transfer": say("may not be put"),
}
"""What a unit may not do that goes somewhere, by the word that packs have for it; modes of movement besides."""


def counted(number: int, what: str) -> Said:
    """A number and its noun, in the singular for one."""
    return say_number(f"{{number}} {what}", f"{{number}} {plural(what)}", number)


def plural(what: str) -> str:
    """The noun for several: its last word in the plural ("loose joint", "loose joints")."""
    head, space, last = what.rpartition(" ")
    return f"{head}{space}{IRREGULAR.get(last, f'{last}s')}"


def listed(names: Iterable[object], last: str = "and") -> Said:
    """Names as a sentence lists them: "a, b and c"; of things that have the same one, how many: "3 × a and b"."""
    *first, end = _gathered(names) or [""]
    if not first:
        return strung([end])
    row = strung(first, ", ")
    return say("{first} or {end}", row, end) if last == "or" else say("{first} and {end}", row, end)


def _gathered(names: Iterable[object]) -> list[object]:
    """Texts and numbers as they are; of other things the name of each, once for all that share it."""
    every = [*names]
    texts = [None if isinstance(each, (str, int)) or type(each) is Fraction else str(each) for each in every]
    alike = Counter(texts)
    found: dict[object, object] = {}
    for at, (each, text) in enumerate(zip(every, texts, strict=True)):
        count = 1 if text is None else alike[text]
        found.setdefault(text if count > 1 else at, say("{count} × {name}", count, each) if count > 1 else each)
    return [*found.values()]


def apart(thing: object, ident: str, others: Iterable[object]) -> Said:
    """A thing's name, numbered as its id is where another of the same name must be told from it: "Me 109E no. 2"."""
    alike = sum(str(each) == str(thing) for each in others) > 1
    return say("{name} no. {number}", thing, ident.partition("#")[2] or 1) if alike else quoted(str(thing))


def some_units(units: Iterable[object], most: int = 3) -> Said:
    """The first of some units, and how many more there are: "a, b, c and 4 more units"."""
    every = [*units]
    more = len(every) - most
    if more < 2:
        return listed(every)
    return listed([*every[:most], say_number("{number} more unit", "{number} more units", more)])


def word(name: str) -> Said:
    """A pack's word as people read it: "major river", "bluff along its arrow"."""
    plainly = quoted(without_arrow(name).replace("_", " "))
    if arrow(name) == ALONG:
        return say("{feature} along its arrow", plainly)
    return say("{feature} against its arrow", plainly) if arrow(name) == AGAINST else plainly


def plain(names: Iterable[str]) -> list[Said]:
    """A pack's words as people read them, in order: "major river"."""
    return sorted(map(word, names))


def either(names: Iterable[str]) -> Said:
    """A pack's words, one of which will do: "city, port or town"."""
    return listed(plain(names), "or")


def one_of(names: Sequence[object], most: int = 2) -> Said:
    """Names, one of which will do, the first of them and how many more there are: "a, b or one of 4 others"."""
    more = len(names) - most
    return listed(names if more < 2 else (*names[:most], say("one of {count} others", more)), "or")


def data_words(missing: Iterable[str]) -> Said:
    """Missing data in few words: of many cells of a chart how many they are, as "9 cells of crt.2_1"."""
    named = list(dict.fromkeys(missing))
    cells = [datum for datum in named if CELL.fullmatch(datum)]
    if len(cells) <= MOST_CELLS:
        return strung(named, ", ")
    groups: dict[str, list[str]] = {}
    for depth in range(max(cell.count(".") for cell in cells), 0, -1):
        groups = {}
        for cell in cells:
            groups.setdefault(".".join(cell.split(".")[:depth]), []).append(cell)
        if len(groups) <= MOST_CELLS:
            break
    charts = [
        quoted(each[0]) if len(each) == 1 else say("{count} cells of {chart}", len(each), chart)
        for chart, each in groups.items()
    ]
    return strung((*charts, *(datum for datum in named if not CELL.fullmatch(datum))), ", ")


def some_of(names: Sequence[str], most: int) -> Said:
    """The first names of a list, and how many more there are."""
    more = len(names) - most
    return strung((*names[:most], say("{count} more", more)) if more > 0 else names, ", ")


def article(noun: str) -> Said:
    """A noun with its article: "a fort", "an airfield"."""
    named = noun if isinstance(noun, Said) else quoted(noun)
    return say("an {noun}", named) if noun[:1].lower() in VOWELS else say("a {noun}", named)


def condition(name: str) -> Said:
    """A condition by its name: "weather", "weather of zone b"."""
    what, _, region = name.partition(":")
    return say("{what} of {region}", quoted(what), word(region)) if region else quoted(what)


def deed(kind: str, actors: int = 1) -> Said:
    """What units do, by the word that packs have for it: "attacks", "are placed"; a mode of movement: "moves by rail"."""
    if kind in DEEDS:
        return DEEDS[kind] if actors == 1 else quoted(of_several(DEEDS[kind]))
    mode = word(kind)
    if mode.endswith(ADJECTIVES):
        return say("moves by {mode} movement", mode) if actors == 1 else say("move by {mode} movement", mode)
    return say("moves by {mode}", mode) if actors == 1 else say("move by {mode}", mode)


def barred(kind: str) -> Said:
    """What a unit may not do: "may not overrun", "may not move by rail"."""
    if kind in BARRED:
        return BARRED[kind]
    if kind in DEEDS:
        return say("may not {does}", deed(kind, 2))
    mode = word(kind)
    if mode.endswith(ADJECTIVES):
        return say("may not move by {mode} movement", mode)
    return say("may not move by {mode}", mode)


def of_several(does: str) -> str:
    """What several do, where one "is placed" or "attacks"."""
    verb, space, rest = does.partition(" ")
    return f"{'are' if verb == 'is' else verb.removesuffix('s')}{space}{rest}"


def times(count: int) -> Said:
    """How often: "once", "twice", "3 times"."""
    return {1: say("once"), 2: say("twice")}.get(count) or say("{count} times", count)


def amount(number: Fraction | int) -> str:
    """A number as players write it: 3, 1/2, 2 1/2."""
    whole, rest = divmod(abs(Fraction(number)), 1)
    sign = "-" if number < 0 else ""
    if not rest:
        return f"{sign}{whole}"
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def sentence(words: str) -> str:
    """Words as they begin a sentence; call it last, for it makes plain text of them."""
    return words[:1].upper() + words[1:]


def chance(p: float) -> str:
    """A probability as people read it."""
    if p < 0.001:
        return "below 0.1 %"
    return f"{100 * p:.1f} %" if p < 0.1 else f"{100 * p:.0f} %"


def untested_words(rolls: Iterable[tuple[str, str]]) -> Iterator[str]:
    """What dice were left out of the figures and why, from each roll's kind and reason ("" if it was not)."""
    for (what, reason), count in Counter(roll for roll in rolls if roll[1]).items():
        yield say("not tested: {what} ({rolls}): {reason}", what, counted(count, "roll"), reason)
