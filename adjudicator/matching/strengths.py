"""What a counter says of its own strengths, in marks or in names such as `4-6-5`; proposed, never taken over."""

from __future__ import annotations

import re
from collections.abc import Mapping

from adjudicator.model.module import Slot

KEYS = ("attack", "defense", "movement", "steps")
_STRENGTHS = re.compile(
    r"(?:.*[^0-9A-Za-z-])?\(?([0-9]{1,2})\)?-\(?([0-9]{1,2})\)?(?:-([0-9]{1,2}))?(?:[^0-9A-Za-z-].*)?"
)
_INSIDE = re.compile(r"(?<![0-9A-Za-z-])\(?([0-9]{1,2})\)?-\(?([0-9]{1,2})\)?-([0-9]{1,2})(?![0-9A-Za-z-])")
_WORDS = {
    "attack": ("attack", "attack strength", "att", "attack factor"),
    "defense": ("defense", "defence", "defense strength", "defence strength", "def"),
    "both": ("combat", "combat strength", "strength", "cf", "combat factor"),
    "movement": ("movement", "movement allowance", "movement points", "move", "ma", "mp", "mf", "speed"),
    "steps": ("steps", "step"),
}
_MEANS = {word: what for what, words in _WORDS.items() for word in words}


def strengths(slot: Slot) -> Mapping[str, int]:
    """What marks, or the names of a counter and its prototypes, say of its strengths, by the keys of a face."""
    counter = slot.counter
    found: dict[str, int] = {}
    for name, value in sorted(counter.properties.items()):
        means = _MEANS.get(re.sub(r"[^a-z]+", " ", name.casefold()).strip())
        if means and re.fullmatch(r"[0-9]{1,3}", value.strip()):
            for key in ("attack", "defense") if means == "both" else (means,):
                found.setdefault(key, int(value))
    if found:
        return {key: found[key] for key in KEYS if key in found}
    prototypes = slot.carried.get("prototypes", "").split("\n")
    for text in (slot.name, counter.name, *counter.texts, *prototypes):
        match = _STRENGTHS.fullmatch(text.replace("_", " "))
        if match is not None:
            one, two, three = match.groups()
            return {"attack": int(one), "defense": int(two if three else one), "movement": int(three or two)}
    return {}


def without_strengths(name: str) -> str:
    """A name without three strengths written in it (`24 Pz 12-9-6`)."""
    bare = _INSIDE.sub(" ", name)
    return bare if bare.strip() else name
