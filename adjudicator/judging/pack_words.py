"""What sentences call a pack's words: `called` of its vocabulary.toml, else the words themselves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.tables import load_table
from adjudicator.model.vocabulary import Vocabulary
from adjudicator.said import Said, made, quoted, retold, say

_NUMBER = re.compile(r"(\w+)\.(\w+)")
"""A number that is kept for somebody: "lost.german"."""


def in_pack_words(finding: Finding, pack: Pack) -> Finding:
    """A finding in whose sentences the pack's words have the names that people read."""
    names = _names(pack)
    if not names:
        return finding
    tell = partial(_told, names)
    return replace(finding, because=tell(finding.because), broken=retold(finding.broken, tell))


@remembered(16)
def _names(pack: Pack) -> Mapping[str, str]:
    """The names by word, as tables and as sentences write it; nations, sides and phases by their own."""
    listed = load_table(pack, "vocabulary", Vocabulary).called if "vocabulary" in pack.tables else {}
    if not listed:
        return {}
    people = (*pack.sides, *(nation for side in pack.header.factions for nation in side.nations))
    own = {name: name.replace("_", " ").title() for name in people}
    phases = {phase.id: str(phase.name) for phase in pack.header.sequence.phases if "." in phase.id}
    words = {**own, **phases, **listed}
    return {**words, **{word.replace("_", " "): name for word, name in words.items()}}


def _told(names: Mapping[str, str], text: str) -> str:
    """A sentence with every part of it that is a word called by its name."""
    if not isinstance(text, Said) or not text.values:
        return _name(names, text)
    values = {place: _told(names, part) for place, part in text.values.items()}
    if all(values[place] is part for place, part in text.values.items()):
        return text
    return made(text.template, values, text.several, text.number)


def _name(names: Mapping[str, str], word: str) -> str:
    if word in names:
        return quoted(names[word])
    number = _NUMBER.fullmatch(word)
    if number is None or f"{number[1]}.*" not in names:
        return word
    template = names[f"{number[1]}.*"]
    return say(template, _name(names, number[2])) if "{" in template else quoted(template)
