"""Attacks that players announce in the chat: a binding's [[chat]] lines say how, the position says which units are meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import NamedTuple

from adjudicator.analysis.combat.wording import UnclearError, Wording
from adjudicator.lean import dataclass, replace
from adjudicator.model.binding import Binding
from adjudicator.model.chat import said_in
from adjudicator.model.units import Unit
from adjudicator.patterns import fullmatch
from adjudicator.record.acts import Demolition, Overrun, Repair
from adjudicator.record.flights import Dogfight, Flight, Strike
from adjudicator.record.position import Position
from adjudicator.said import say

LONGEST = 500
OF_A_DEED = "roll"
IN_THE_AIR = (Flight.word, Strike.word, Dogfight.word)
FLAGS = ("night", "extended", "enemy", "glider")
"""What is told of a mission or a trial in whatever words: it is so."""
HEXES = ("hex", "other", "base")
"""The groups of a pattern that catch a hex."""
_ANY_PLACE = "[^:;]{1,60}"
_QUOTED = re.compile('"[^"]{1,100}"|“[^”]{1,100}”|„[^“”]{1,100}[“”]|«[^»]{1,100}»')
_PRIVATE = 0xE000
"""Where letters begin that no alphabet has."""
OF_UNITS = ("cargo", "target")
"""What is told of a mission by naming units."""


class Spoken(NamedTuple):
    """An attack, or with `overruns` an overrun, as told: the units' ids, the hex, and what else is said (die, result).

    With `work` ("demolish", "repair") it is work on the bridge from the hex to the `other`; "fly" and "strike" are missions
    of the kind `other`, "dogfight" is one `against` other units; "roll" tells of what the units did last, and names no hex.
    """

    units: tuple[str, ...]
    hex: str
    values: Mapping[str, str]
    overruns: bool = False
    work: str = ""
    other: str = ""
    against: tuple[str, ...] = ()


def spoken_attack(
    text: str, rules: Iterable[Binding.ChatRule], position: Position, wording: Wording = Wording()
) -> Spoken | None:
    """The attack a line of chat tells; None if it tells none, or names a hex or unit that the position does not have.

    A line that fits a pattern but for its hex, which it calls as the module does, is one that fits.
    """
    if len(text) > LONGEST:
        return None
    words = said_in(text)
    for rule in rules:
        for match in matches(rule, words):
            try:
                told = said_by(rule, match, position, wording)
            except UnclearError:
                continue
            return told
    return None


def matches(rule: Binding.ChatRule, words: str) -> Iterator[dict[str, str]]:
    """What the groups of a rule catch in a line: as its pattern stands, then with any words for a hex."""
    if rule.kind == "phase":
        return
    hidden, quotes = _without_quotes(words)
    for pattern in dict.fromkeys((rule.pattern, _loosened(rule.pattern))):
        match = fullmatch(pattern, hidden, re.IGNORECASE)
        if match is not None:
            caught = ((name, _with_quotes(said, quotes)) for name, said in match.groupdict().items() if said)
            yield dict(caught)


def _without_quotes(words: str) -> tuple[str, list[str]]:
    """A line with letters of no alphabet for what stands in quotation marks, which may hold any sign; and that."""
    quotes: list[str] = []

    def kept(match: re.Match[str]) -> str:
        quotes.append(match[0])
        return chr(_PRIVATE + len(quotes) - 1)

    return _QUOTED.sub(kept, words), quotes


def _with_quotes(words: str, quotes: Sequence[str]) -> str:
    for at, quote in enumerate(quotes):
        words = words.replace(chr(_PRIVATE + at), quote)
    return words


@lru_cache(256)
def _loosened(pattern: str) -> str:
    """A pattern in which any words may stand for a hex."""
    for name in HEXES:
        start = pattern.find(f"(?P<{name}>")
        if start >= 0:
            pattern = f"{pattern[:start]}(?P<{name}>{_ANY_PLACE}){pattern[_end_of_group(pattern, start) :]}"
    return pattern


def _end_of_group(pattern: str, start: int) -> int:
    """Where the group ends that begins there."""
    depth, at, listed = 0, start, False
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            at += 1
        elif listed:
            listed = sign != "]"
        elif sign == "[":
            listed = True
            at += pattern[at + 1 : at + 2] == "]"
        else:
            depth += (sign == "(") - (sign == ")")
            if not depth:
                return at + 1
        at += 1
    return len(pattern)


def said_by(rule: Binding.ChatRule, caught: dict[str, str], position: Position, wording: Wording) -> Spoken:
    """What a line tells by a rule; UnclearError if it names a hex or unit that the position does not have, or several have."""
    told = dict(caught)
    names = told.pop("units", "")
    if rule.kind == OF_A_DEED:
        return Spoken(wording.named(names, position), "", {**rule.values, **told}, work=rule.kind)
    number = _place(told.pop("hex", ""), position, wording)
    if based := wording.hex(told.get("base", ""), position):
        told["base"] = based
    if rule.kind in IN_THE_AIR:
        told = {**rule.values, **told, "units": names}
        return _in_the_air(rule.kind, told, _FlightsOver(number, position, wording, told.get("base", "")))
    named = wording.named(names, position, number)
    if rule.kind in (Demolition.word, Repair.word):
        other = told.pop("other", "")
        return Spoken(named, number, {**rule.values, **told}, work=rule.kind, other=_place(other, position, wording))
    return Spoken(named, number, {**rule.values, **told}, rule.kind == Overrun.word)


def _place(text: str, position: Position, wording: Wording) -> str:
    """The number of a hex by its number or its name, with or without further words behind it; UnclearError if there is none."""
    words = text.split()
    for end in range(len(words), 0, -1):
        if number := wording.hex(" ".join(words[:end]).rstrip(",."), position):
            return number
    raise UnclearError(say("there is no hex '{name}' on the map", text.strip()))


def announced(position: Position, units: tuple[str, ...], targets: Iterable[str], *, declared: bool) -> Position:
    """The position after an attack was told: one that is only announced is remembered until it is fought."""
    phase, memory = position.moment.phase, position.memory.announced
    announcing = declared or (phase is not None and phase.kind == "declaration")
    for target in targets:
        if announcing:
            memory = memory.set(target, tuple(sorted(units)))
        elif target in memory:
            memory = memory.set(target, ())
    return replace(position, memory=replace(position.memory, announced=memory))


def _in_the_air(kind: str, told: dict[str, str], sky: _FlightsOver) -> Spoken:
    """A mission or dogfight as told; UnclearError if it names a unit or mission that there is not."""
    found = sky.units(told.pop("units"), ground=kind == Strike.word)
    others = sky.units(told.pop("against", ""))
    for word in FLAGS:
        if word in told:
            told[word] = "yes"
    for word in OF_UNITS:
        if word in told:
            told[word] = sky.ids(told[word])
    if not found or (kind == Dogfight.word and not others):
        raise UnclearError(say("it names no unit"))
    if kind == Dogfight.word:
        return Spoken(found, sky.hex, told | {"against": ",".join(others)}, work=kind, against=others)
    said = told.pop("mission", "")
    mission = _mission(said, sky.position)
    if not mission:
        raise UnclearError(say("there is no mission '{name}'", said))
    return Spoken(found, sky.hex, told, work=kind, other=mission)


def _mission(text: str, position: Position) -> str:
    """The kind of mission that people call so, "" if there is none."""
    kinds = position.pack.tables.get("air", {}).get("mission", {})
    named = (
        {str(kind.get("name", "")).casefold(): name for name, kind in kinds.items()}
        if isinstance(kinds, Mapping)
        else {}
    )
    wanted = text.strip().casefold()
    return wanted.replace(" ", "_") if wanted.replace(" ", "_") in position.pack.missions else named.get(wanted, "")


@dataclass(slots=True)
class _FlightsOver:
    """Who flies over a hex: of several that are called alike those over it are meant first, then those at the base that is told,
    with the face up that is printed first; each once."""

    hex: str
    position: Position
    wording: Wording
    base: str = ""
    taken: set[str] = field(default_factory=set)

    def units(self, names: str, *, ground: bool = False) -> tuple[str, ...]:
        """The units that fly and go by these ids or names; with `ground` one below, where none that flies is called so."""
        parts = (part.strip() for part in re.split(r",|\band\b", names) if part.strip())
        return tuple([self._one(name, ground=ground) for name in parts])

    def ids(self, names: str) -> str:
        """The ids of the units that go by these ids or names, and as it was told what names no unit."""
        parts = (part.strip() for part in names.split(",") if part.strip())
        return ",".join(self._over(part) or self._below(part) or part for part in parts)

    def _one(self, name: str, *, ground: bool) -> str:
        found = self._over(name)
        if not found and not ground:
            raise UnclearError(say("no unit that flies is called '{name}'", name))
        self._require_no_other(name, found)
        self.taken.add(found)
        return found or self.wording.named(name, self.position)[0]

    def _over(self, name: str) -> str:
        same = [each for each in self.position.aircraft.values() if self.wording.calls(each, name)]
        free = [each for each in same if each.id not in self.taken]
        return min(free, key=self._rank).id if free else ""

    def _rank(self, unit: Unit) -> tuple[bool, bool, bool, int, str]:
        elsewhere = bool(self.base) and unit.location != self.base
        return unit.location != self.hex, elsewhere, unit.location in self.position.network.index, unit.face, unit.id

    def _require_no_other(self, name: str, found: str) -> None:
        """UnclearError where a hidden counter there may be the one that is meant: this lies face down, or is one of more."""
        unit = self.position.aircraft.get(found)
        if unit is None or not (self._has_more(unit) or (unit.face and unit.location != self.hex)):
            return
        near = {unit.location} if unit.location == self.hex else {unit.location, self.hex, self.base} - {""}
        for other in self.position.unidentified:
            if other.unreadable and not near.isdisjoint((other.hex, other.location)) and other.side in ("", unit.side):
                raise UnclearError(say("'{name}' may be a hidden counter: it is not known {datum}", name, other.datum))

    def _has_more(self, unit: Unit) -> bool:
        """Whether the box may hold more counters like a unit than are in sight."""
        seen = sum(each.type.id == unit.type.id for each in self.position.aircraft.values())
        return unit.type.count == 0 or seen < unit.type.count

    def _below(self, name: str) -> str:
        try:
            return self.wording.named(name, self.position)[0]
        except UnclearError:
            return ""
