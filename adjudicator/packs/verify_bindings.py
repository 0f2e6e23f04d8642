"""Cross-checks of a pack's bindings: what they make of counters, chat, phases and sides, the pack must have."""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from pathlib import Path

from adjudicator.errors import PackError, Source
from adjudicator.model.binding import Binding
from adjudicator.model.pack import Pack
from adjudicator.model.phases import phases_called
from adjudicator.packs.inherited import inherited_ids

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
            for key, pattern in _patterns(rule).items():
                _compiles(pattern, f"{where} {key}", here)
            _check_shadow(binding.counters[: count - 1], rule, where, here)
        for count, facing in enumerate(binding.facings, 1):
            if facing.marker not in {*pack.markers, *inherited_ids(pack)}:
                raise PackError(f"[[facings]] number {count} marker: units.toml has no '{facing.marker}'", here)
        for key in ("module", "location"):
            _compiles(getattr(binding, key), key, here)
        for count, named in enumerate(binding.numbers, 1):
            _compiles(named.location, f"[[numbers]] number {count} location", here)
        for count, said in enumerate(binding.chat, 1):
            _check_chat(pack, said, f"[[chat]] number {count}", here)
        for name in binding.turn.phases.values():
            if pack.phase(name) is None:
                raise PackError(f"[turn.phases]: '{name}' is no phase of pack.toml", here)
        for side in binding.sides.values():
            if side not in pack.sides:
                raise PackError(f"[sides]: '{side}' is no faction of pack.toml", here)


def _check_chat(pack: Pack, said: Binding.ChatRule, where: str, here: Source) -> None:
    _compiles(said.pattern, f"{where} pattern", here)
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
    plain = {"name": rule.name, "slot": rule.slot, "image": rule.image}
    found = {key: pattern for key, pattern in plain.items() if pattern is not None}
    return found | {f"properties.{key}": pattern for key, pattern in rule.properties.items()}


def _compiles(pattern: str, where: str, source: Source) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise PackError(f"{where}: not a regular expression: {error}", source) from error


def _check_shadow(
    earlier: tuple[Binding.CounterRule, ...], rule: Binding.CounterRule, where: str, source: Source
) -> None:
    """No earlier line may take every counter of this one and make something else of it."""
    mine = _patterns(rule)
    if not mine:
        raise PackError(f"{where}: gives no pattern at all", source)
    literal = all(re.escape(pattern) == pattern or _plain(pattern) for pattern in mine.values())
    for count, other in enumerate(earlier, 1):
        theirs = _patterns(other)
        same = (other.unit, other.marker, other.ignore) == (rule.unit, rule.marker, rule.ignore)
        caught = theirs == mine or (literal and _catches(theirs, mine))
        if caught and not same:
            made = [each.unit or each.marker or "nothing" for each in (other, rule)]
            raise PackError(
                f"{where}: number {count} matches the same counter: it would be {made[0]} and {made[1]}", source
            )


def _plain(pattern: str) -> bool:
    return not re.search(r"[.^$*+?{}\[\]|()\\]", pattern.replace("\\.", "").replace("\\-", "").replace("\\ ", ""))


def _catches(theirs: Mapping[str, str], mine: Mapping[str, str]) -> bool:
    if not theirs.keys() <= mine.keys():
        return False
    words = {key: re.sub(r"\\(.)", r"\1", pattern) for key, pattern in mine.items()}
    return all(re.fullmatch(pattern, words[key]) for key, pattern in theirs.items())
