"""How a pack's tables are laid over those of the pack that it extends, and which entries are lost by that.

Tables are merged key by key. A list of tables is merged entry by entry where every new entry has an `id`; any other list is
replaced. A file says in `replaces` which lists it means to replace ("overrun.closed"); of all others the loss is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.errors import PackError
from adjudicator.lean import dataclass

Raw = dict[str, object]
REPLACES = "replaces"


@dataclass(frozen=True, slots=True)
class Replaced:
    """A list of tables that was replaced without a word: its place in the file, and how many entries are gone by that."""

    path: str
    entries: int
    meant: bool


def own_tables(content: Mapping[str, object], inherited: Mapping[str, object]) -> Raw:
    """What a file itself states; PackError if it says that it replaces a list that is not there to be replaced."""
    own = {key: value for key, value in content.items() if key != REPLACES}
    lists = {each.path for each in replaced(inherited, content)}
    for path in sorted(_meant(content)):
        if path not in lists:
            known = ", ".join(sorted(lists)) or "none"
            raise PackError(f"[{REPLACES}] '{path}' is no list that loses entries here; such are {known}")
    return own


def replaced(old: Mapping[str, object], content: Mapping[str, object]) -> Iterator[Replaced]:
    """The lists of tables in a file that replace those of the packs before it, where entries of these are lost."""
    meant = _meant(content)
    for path, entries in _lost(old, content, ""):
        yield Replaced(path, entries, path in meant)


def _meant(content: Mapping[str, object]) -> frozenset[str]:
    named = content.get(REPLACES, [])
    if not isinstance(named, list) or not all(isinstance(each, str) for each in named):
        raise PackError(f"[{REPLACES}] wants a list of names of lists, found {named!r}")
    return frozenset(named)


def _lost(old: Mapping[str, object], new: Mapping[str, object], within: str) -> Iterator[tuple[str, int]]:
    for key, value in new.items():
        path, before = f"{within}{key}", old.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            yield from _lost(before, value, f"{path}.")
        elif _tables(before) and _tables(value) and not _by_id(value):
            kept = without_ids(value)
            lost = [each for each in _listed(without_ids(before)) if each not in _listed(kept)]
            if lost:
                yield path, len(lost)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _tables(value: object) -> bool:
    """Whether it is a list of tables. An empty one that replaces another is no oversight."""
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) for item in value)


def merged(old: Mapping[str, object], new: Mapping[str, object]) -> Raw:
    """`new` over `old`, key by key."""
    found = dict(old)
    for key, value in new.items():
        before = found.get(key)
        if isinstance(before, dict) and isinstance(value, dict):
            found[key] = merged(before, value)
        elif _by_id(value) and isinstance(before, list):
            found[key] = _merged_list(before, value)
        else:
            found[key] = value
    return found


def _by_id(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, dict) and "id" in item for item in value)


def _merged_list(old: list[object], new: object) -> list[object]:
    """A list of tables with another over it, entry by entry; entries of the old one that have no id stay as they are."""
    assert isinstance(new, list)  # noqa: S101 - _by_id has said so
    entries = list(old)
    for item in new:
        entry = {key: value for key, value in item.items() if key not in ("gone", "before")}
        at = _place_of(entries, item["id"])
        if at is None and item.get("gone"):
            raise PackError(f"gone: no entry has the id '{item['id']}'")
        if at is None:
            before = _place_of(entries, item["before"]) if "before" in item else len(entries)
            if before is None:
                raise PackError(f"[{item['id']}] before: no entry has the id '{item['before']}'")
            entries.insert(before, entry)
        elif item.get("gone"):
            del entries[at]
        else:
            known = entries[at]
            assert isinstance(known, dict)  # noqa: S101 - it has an id
            entries[at] = merged(known, entry)
    return entries


def _place_of(entries: list[object], name: object) -> int | None:
    return next((i for i, item in enumerate(entries) if isinstance(item, dict) and item.get("id") == name), None)


def without_ids(value: object) -> object:
    """The same without the ids of listed tables, which serve merging alone."""
    if isinstance(value, dict):
        return {key: without_ids(inner) for key, inner in value.items()}
    if isinstance(value, list):
        bare = [
            {key: inner for key, inner in item.items() if key != "id"} if isinstance(item, dict) else item
            for item in value
        ]
        return [without_ids(item) for item in bare]
    return value
