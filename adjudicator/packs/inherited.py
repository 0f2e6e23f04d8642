"""What the packs that a pack extends have in their counter mixes, kept by it or not.

A pack with another counter mix, such as that of somebody's own module, leaves out kinds of units that the rules it inherits
speak of. Such a rule finds nothing and is no mistake of whoever wrote the new pack: it is told, and the pack loads.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.vocabulary import KIND, MARKER, MOVEMENT_CLASS, NATION, SIZE, UNIT, Names
from adjudicator.toml import read_toml

_UNIT_WORDS: Mapping[Names, str] = {
    KIND: "kind",
    SIZE: "size",
    MOVEMENT_CLASS: "movement_class",
    NATION: "nation",
    UNIT: "id",
}


@remembered(16)
def inherited_words(pack: Pack) -> Mapping[Names, frozenset[str]]:
    """The words for counters of the packs that this one extends."""
    entries = [(key, entry) for key in ("unit", "marker") for entry in _entries(pack, key)]
    found = {
        names: {str(entry[word]) for key, entry in entries if key == "unit" and word in entry}
        for names, word in _UNIT_WORDS.items()
    }
    found[MARKER] = {str(entry["kind"]) for key, entry in entries if key == "marker" and "kind" in entry}
    found[KIND] |= found[MARKER]
    return {names: frozenset(words) for names, words in found.items()}


@remembered(16)
def inherited_ids(pack: Pack) -> frozenset[str]:
    """The ids of units and markers of the packs that this one extends."""
    return frozenset(str(entry.get("id", "")) for key in ("unit", "marker") for entry in _entries(pack, key))


def _entries(pack: Pack, key: str) -> Iterator[Mapping[str, object]]:
    for folder in pack.folders[:-1]:
        path = folder / "units.toml"
        listed = read_toml(path).get(key, []) if path.is_file() else []
        yield from (entry for entry in listed if isinstance(entry, dict)) if isinstance(listed, list) else ()
