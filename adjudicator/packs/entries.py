"""The names of entries in a pack's tables that other tables and rules ask for: limits, statuses, lines, events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.events import UnitEvents
from adjudicator.analysis.zone_terms import ZocTable
from adjudicator.model.memo import remembered
from adjudicator.model.pack import Pack
from adjudicator.model.vocabulary import EVENT, LIMIT, LINE, RADIUS, READING, STATE, STATUS, STRENGTH, Names
from adjudicator.toml import read_toml

Tables = Mapping[str, Mapping[str, object]]

_NAMED: Mapping[Names, tuple[str, str, str]] = {
    LIMIT: ("stacking", "limit", "name"),
    STATUS: ("supply", "status", "name"),
    STATE: ("supply", "state", "state"),
    RADIUS: ("supply", "radius", "name"),
    LINE: ("supply", "line", ""),
    EVENT: ("events", "event", "name"),
}
"""The table that lists what goes by such names: the file, the key in it, and the key of an entry; "" = its entries are named."""

ENTRIES = frozenset((*_NAMED, STRENGTH, READING))


@remembered(16)
def entry_names(pack: Pack) -> Mapping[Names, frozenset[str]]:
    """What the pack's own tables list, by what it is."""
    found, besides = _of_tables(pack.tables), pack.figures_or_usual(UnitEvents)
    events = found[EVENT] | {event.name for event in besides.units}
    return found | {EVENT: events, READING: frozenset(pack.readings)}


@remembered(16)
def inherited_entry_names(pack: Pack) -> Mapping[Names, frozenset[str]]:
    """What the packs that it extends list, kept by it or not."""
    found: dict[Names, frozenset[str]] = {}
    for folder in pack.folders[:-1]:
        files = {stem: folder / f"{stem}.toml" for stem in ("stacking", "supply", "events", "zoc")}
        listed = _of_tables({stem: read_toml(path) for stem, path in files.items() if path.is_file()})
        found = {names: words | found.get(names, frozenset()) for names, words in listed.items()}
    return found


def _of_tables(tables: Tables) -> dict[Names, frozenset[str]]:
    strengths = tables.get("zoc", {}).get("strengths", ZocTable().strengths)
    zones = frozenset(map(str, strengths)) if isinstance(strengths, list | tuple) else frozenset()
    found = {
        names: frozenset(_names(tables.get(stem, {}).get(key), word)) for names, (stem, key, word) in _NAMED.items()
    }
    return found | {STRENGTH: zones | {"none"}}


def _names(listed: object, word: str) -> Iterator[str]:
    if isinstance(listed, Mapping):
        yield from listed
    for entry in listed if isinstance(listed, list) else ():
        if isinstance(entry, Mapping) and word in entry:
            yield str(entry[word])
