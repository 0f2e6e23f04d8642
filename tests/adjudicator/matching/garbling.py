"""Our modules' counters under other names: written short, in other languages, in another order, by rules with a seed.

Two sets of rules. The binder's words were tuned on the first; the second was kept back and only measured.
"""

from __future__ import annotations

import html
import random
import re
import tomllib
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.model.module import Module, Slot

Garble = Callable[[str, random.Random], str]
ROMAN = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_NUMBER = re.compile(r"\b([0-9]+)(st|nd|rd|th)\b")


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a language writes ordinals, and what it calls things."""

    ordinal: str
    words: Mapping[str, str]
    adjectives_last: bool = False

    def __call__(self, name: str, chance: random.Random) -> str:
        said = _NUMBER.sub(lambda match: self.ordinal.format(match[1]), name)
        for english, other in sorted(self.words.items(), key=lambda pair: -len(pair[0])):
            said = re.sub(rf"(?<!\w){english}(?!\w)", other, said)
        return _last(said) if self.adjectives_last else said


def _last(said: str) -> str:
    """The rank before the branch, as Romance languages have it: `24e blindé corps` to `24e corps blindé`."""
    words = said.split()
    if len(words) >= 3 and words[0][:1].isdigit() and "," not in said:
        words = [words[0], words[-1], *words[1:-1]]
    return " ".join(words)


WORDS: Mapping[str, Mapping[str, str]] = tomllib.loads((Path(__file__).parent / "tongues.toml").read_text("utf-8"))
SHORT = WORDS["short"]
GERMAN = Tongue("{}.", WORDS["german"])
FRENCH = Tongue("{}e", WORDS["french"], adjectives_last=True)
SPANISH = Tongue("{}.º", WORDS["spanish"], adjectives_last=True)
RUSSIAN = Tongue("{}-ya", WORDS["russian"])
FINNISH = Tongue("{}.", WORDS["finnish"])


def short(name: str, chance: random.Random) -> str:
    """`24 Pz Cps`."""
    return Tongue("{}", SHORT)(name, chance)


def german(name: str, chance: random.Random) -> str:
    return GERMAN(name, chance)


def french(name: str, chance: random.Random) -> str:
    return FRENCH(name, chance)


def swapped(name: str, chance: random.Random) -> str:
    """The words in any order."""
    words = name.replace(",", "").replace(":", "").split()
    chance.shuffle(words)
    return " ".join(words)


def romans(name: str, chance: random.Random) -> str:
    """`XXIV Pz Cps`: numbers of corps in Roman numerals."""
    corps = "Corps" in name
    said = _NUMBER.sub(lambda match: _roman(int(match[1])) if corps else match[1], name)
    return short(said, chance)


def mixed(name: str, chance: random.Random) -> str:
    """Each word short, German or left, in any order."""
    way = chance.choice((short, german, french))
    return swapped(way(name, chance), chance)


def _roman(number: int) -> str:
    made = ""
    for value, sign in ROMAN:
        made += sign * (number // value)
        number %= value
    return made


def spanish(name: str, chance: random.Random) -> str:
    return SPANISH(name, chance)


def russian(name: str, chance: random.Random) -> str:
    return RUSSIAN(name, chance)


def finnish(name: str, chance: random.Random) -> str:
    return FINNISH(name, chance)


def signs(name: str, chance: random.Random) -> str:
    """`24 Pz XXX`: the signs of size that counters bear."""
    return Tongue("{}", WORDS["signs"])(name, chance)


def voweless(name: str, chance: random.Random) -> str:
    """`24 Pnzr Crps`."""
    words = _NUMBER.sub(r"\1", name).split()
    return " ".join(word[0] + re.sub(r"[aeiou]", "", word[1:]) if len(word) > 3 else word for word in words)


def cut(name: str, chance: random.Random) -> str:
    """Every word cut after three or four letters, in any order."""
    words = _NUMBER.sub(r"\1", name).split()
    return swapped(" ".join(word[: chance.choice((3, 4))] if word.isalpha() else word for word in words), chance)


def misspelt(name: str, chance: random.Random) -> str:
    """Two letters changed places in every longer word."""
    return " ".join(_typo(word, chance) if word.isalpha() and len(word) > 5 else word for word in name.split())


def _typo(word: str, chance: random.Random) -> str:
    at = chance.randrange(1, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def squeezed(name: str, chance: random.Random) -> str:
    """`24PzKps`: short and without blanks."""
    firm = Tongue("{}", {**SHORT, "Corps": "Kps", "Division": "D", "Infantry": "I"})(name, chance)
    return firm.replace(" ", "") if name[:1].isdigit() else firm


def dropped(name: str, chance: random.Random) -> str:
    """Without the words that tell nation or rank, where others are left."""
    words = [
        each for each in name.split() if each not in ("Soviet", "French", "Austrian", "German", "Corps", "Division")
    ]
    return " ".join(words) if len(words) > 1 else name


TUNED: dict[str, Garble] = {each.__name__: each for each in (short, german, french, swapped, romans, mixed)}
HELD: dict[str, Garble] = {
    each.__name__: each for each in (spanish, russian, finnish, signs, voweless, cut, misspelt, squeezed, dropped)
}


def garbled(module: Module, rule: Garble, seed: int, bare: bool = False) -> tuple[Module, dict[str, str]]:
    """The module with its counters renamed and all that names their types taken out; each counter's type by its id.

    `bare` takes out marks and palettes too, so that the name is all there is.
    """
    chance = random.Random(seed)
    truth: dict[str, str] = {}
    slots = []
    for slot in module.slots:
        marks = slot.counter.properties
        kind = "unit" if "PackUnit" in marks else "marker"
        truth[slot.gpid] = f"{kind} {marks.get('PackUnit') or marks['PackMarker']}"
        slots.append(_renamed(slot, rule(slot.name, chance), bare))
    return replace(module, slots=tuple(slots)), truth


def _renamed(slot: Slot, name: str, bare: bool) -> Slot:
    counter = slot.counter
    images = {"image": f"picture{slot.gpid}.png", "layers": ()}
    marks = {} if bare else {key: text for key, text in counter.properties.items() if not key.startswith("Pack")}
    design = replace(counter.design, name=name, **images)
    return replace(
        slot,
        name=name,
        path=() if bare else slot.path,
        counter=replace(counter, name=name, design=design, properties=marks),
    )


def garbled_file(module: Path, copy: Path, rule: Garble, seed: int) -> dict[str, str]:
    """A module's file written again with its counters renamed and their types taken out; each counter's type by its id."""
    chance = random.Random(seed)
    with zipfile.ZipFile(module) as box:
        entries = {name: box.read(name) for name in box.namelist()}
    tree = entries["buildFile.xml"].decode()
    truth: dict[str, str] = {}
    made = re.sub(
        r"<VASSAL\.build\.widget\.PieceSlot .*?</VASSAL\.build\.widget\.PieceSlot>",
        lambda match: _renamed_slot(match[0], rule, chance, truth),
        tree,
        flags=re.DOTALL,
    )
    with zipfile.ZipFile(copy, "w") as box:
        for name, data in {**entries, "buildFile.xml": made.encode()}.items():
            box.writestr(name, data)
    return truth


def _renamed_slot(text: str, rule: Garble, chance: random.Random, truth: dict[str, str]) -> str:
    named = re.match(r'<VASSAL\.build\.widget\.PieceSlot entryName="([^"]*)" gpid="(\d+)"', text)
    mark = re.search(r"mark;Pack(Unit|Marker)", text)
    if named is None or mark is None:
        return text
    kind = re.search(r"piece;[^;]*;[^;]*;[^;]*;[^/]*/(?:\t?\\*[^\\\t]*)*?\t\\*([a-z0-9]+[.a-z0-9_]*)[,\\\t]", text)
    old, new = html.unescape(named[1]), rule(html.unescape(named[1]), chance)
    truth[named[2]] = f"{mark[1].lower()} {kind[1] if kind else ''}"
    text = text.replace(f'entryName="{named[1]}"', f'entryName="{html.escape(new)}"')
    text = text.replace(f";{html.escape(old, quote=False)}/", f";{html.escape(new, quote=False)}/")
    return text.replace("mark;PackUnit", "mark;Was").replace("mark;PackMarker", "mark;Was")
