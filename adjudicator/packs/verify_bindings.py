"""Cross-checks of a pack's bindings: what they make of counters, chat, phases and sides, the pack must have."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path

from adjudicator.errors import PackError, Source
from adjudicator.lean import dataclass
from adjudicator.model.binding import Binding
from adjudicator.model.pack import Pack
from adjudicator.model.phases import phases_called
from adjudicator.packs.inherited import inherited_ids
from adjudicator.patterns import Matcher, matcher

_Line = tuple[int, tuple[str | None, str | None, bool]]
"""A line's number, and what it makes of a counter: unit, marker, or that it is ignored."""
WANTED = {
    "attack": ("hex", "units"),
    "overrun": ("hex", "units"),
    "demolish": ("hex", "units", "other"),
    "repair": ("hex", "units", "other"),
    "fly": ("hex", "units", "mission"),
    "strike": ("hex", "units", "mission"),
    "dogfight": ("hex", "units", "against"),
    "roll": ("units",),
}
"""The groups that a line of chat needs, by what it tells."""


def last_file(pack: Pack, name: str) -> Path:
    """The file of that name in the pack's folder, or else in the nearest pack it extends that has one."""
    return next((folder / name for folder in reversed(pack.folders) if (folder / name).exists()), pack.folder / name)


def check_bindings(pack: Pack) -> None:
    """Every name in a binding must be one of the pack's, every pattern compile, and no line take another's counters."""
    for stem, binding in pack.bindings.items():
        here = Source(str(last_file(pack, f"bindings/{stem}.toml")))
        lines = _LinesRead()
        for count, rule in enumerate(binding.counters, 1):
            where = f"[[counters]] number {count}"
            given = [name for name in (rule.unit, rule.marker) if name]
            if len(given) + rule.ignore != 1:
                raise PackError(f"{where}: wants exactly one of unit, marker, ignore", here)
            inherited = inherited_ids(pack)
            if rule.unit and "{" not in rule.unit and rule.unit not in {*pack.units, *inherited}:
                raise PackError(f"{where} unit: units.toml has no '{rule.unit}'", here)
            if rule.marker and "{" not in rule.marker and rule.marker not in {*pack.markers, *inherited}:
                raise PackError(f"{where} marker: units.toml has no '{rule.marker}'", here)
            lines.take(rule, where, here)
        for count, facing in enumerate(binding.facings, 1):
            if facing.marker not in {*pack.markers, *inherited_ids(pack)}:
                raise PackError(f"[[facings]] number {count} marker: units.toml has no '{facing.marker}'", here)
        for count, said in enumerate(binding.chat, 1):
            _check_chat(pack, said, f"[[chat]] number {count}", here)
        for name in binding.turn.phases.values():
            if pack.phase(name) is None:
                raise PackError(f"[turn.phases]: '{name}' is no phase of pack.toml", here)
        for side in binding.sides.values():
            if side not in pack.sides:
                raise PackError(f"[sides]: '{side}' is no faction of pack.toml", here)


def _check_chat(pack: Pack, said: Binding.ChatRule, where: str, here: Source) -> None:
    groups = re.compile(said.pattern).groupindex.keys()
    if said.kind != "phase":
        for group in WANTED[said.kind]:
            if group not in groups:
                raise PackError(f"{where} pattern: has no group '{group}'", here)
        return
    if not (groups | said.values.keys()) & {"phase", "side", "turn"}:
        raise PackError(f"{where} pattern: has none of the groups 'phase', 'side', 'turn'", here)
    for key in ("phase", "side"):
        name = said.values.get(key, "")
        if name and not phases_called(name, pack):
            raise PackError(f"{where} values: no phase of pack.toml goes by '{name}'", here)


def _patterns(rule: Binding.CounterRule) -> dict[str, str]:
    plain = {"name": rule.name, "slot": rule.slot, "slot_id": rule.slot_id, "image": rule.image}
    found = {key: pattern for key, pattern in plain.items() if pattern is not None}
    return found | {f"properties.{key}": pattern for key, pattern in rule.properties.items()}


@dataclass(slots=True)
class _LinesRead:
    """The lines read so far, so that one that takes the counters of the next is found without asking each of them."""

    _count: int = 0
    _same: dict[frozenset[tuple[str, str]], list[_Line]] = field(default_factory=dict)
    _worded: dict[tuple[str, str], list[tuple[_Line, frozenset[tuple[str, str]]]]] = field(default_factory=dict)
    _others: list[tuple[_Line, dict[str, Matcher]]] = field(default_factory=list)

    def take(self, rule: Binding.CounterRule, where: str, source: Source) -> None:
        """Read one more line; no earlier one may take every counter of it and make something else of it."""
        mine = _patterns(rule)
        if not mine:
            raise PackError(f"{where}: gives no pattern at all", source)
        words = {key: _unescaped(pattern) for key, pattern in mine.items()} if _literal(mine) else None
        self._count += 1
        made = rule.unit, rule.marker, rule.ignore
        catching = [each for each in self._catching(mine, words) if each[1] != made]
        if catching:
            count, other = min(catching)
            names = [each[0] or each[1] or "nothing" for each in (other, made)]
            raise PackError(
                f"{where}: number {count} matches the same counter: it would be {names[0]} and {names[1]}", source
            )
        line = self._count, made
        self._same.setdefault(frozenset(mine.items()), []).append(line)
        if words is None:
            self._others.append((line, {key: matcher(pattern) for key, pattern in mine.items()}))
        else:
            # under one of its words only: whoever has them all has this one
            items = frozenset(words.items())
            self._worded.setdefault(min(items), []).append((line, items))

    def _catching(self, mine: dict[str, str], words: dict[str, str] | None) -> Iterator[_Line]:
        yield from self._same.get(frozenset(mine.items()), ())
        if words is None:
            return
        items = frozenset(words.items())
        for item in items:
            yield from (line for line, wanted in self._worded.get(item, ()) if wanted <= items)
        for line, patterns in self._others:
            if patterns.keys() <= words.keys() and all(each.fullmatch(words[key]) for key, each in patterns.items()):
                yield line


def _literal(patterns: Mapping[str, str]) -> bool:
    return all(re.escape(pattern) == pattern or _plain(pattern) for pattern in patterns.values())


def _unescaped(pattern: str) -> str:
    return re.sub(r"\\(.)", r"\1", pattern)


def _plain(pattern: str) -> bool:
    return not re.search(r"[.^$*+?{}\[\]|()\\]", pattern.replace("\\.", "").replace("\\-", "").replace("\\ ", ""))
