"""Who plays, who looks, and which windows there are: what both tellings of a pair have in common."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

SIDES = (
    ("French", "Austrian"),
    ("Player 1", "Player 2"),
    ("Player 2", "Player 1"),
    ("Axis: North", "Axis? North"),
    ("Red", "red"),
    ("for umpire", "Blue"),
    ("hidden 1", "Blue"),
)
SYLLABLES = (
    "xa",
    "na",
    "du",
    "quet",
    "zal",
    "ver",
    "mi",
    "gor",
    "bal",
    "tho",
    "rik",
    "sen",
    "ulf",
    "eck",
    "yr",
    "jo",
    "pal",
    "wex",
)
STEPS = 6
EVERYBODY, UMPIRE = "everybody", "umpire"
HAND, DESK, TWICE, EXTENSION, OLDER = "Hand of A", "Desk of B", "Table2", "Prussian Hand", "Reserves (2004)"
DEN = "Den of B"
"""A window with two boards and a zone; no counters lie there."""
WINDOWS = (HAND, DESK, TWICE, EXTENSION, OLDER)


@dataclass(frozen=True, slots=True)
class Person:
    """A player: the word that stands for his id in texts, his name, his side at first, in the log and in the last file."""

    token: str
    name: str
    side: str
    then: str
    later: str

    @property
    def sides(self) -> frozenset[str]:
        return frozenset((self.side, self.then, self.later))


@dataclass(frozen=True, slots=True)
class World:
    """`twice` says which of the two maps of one name is in the module first; `boxed` whether the module is at hand.

    Sides, and the viewer if he is one, are words that stand for `names`. `resent` = the last file is the first one sent
    again; `ids` are the players' ids in each telling, by token; `key` that of each telling's obfuscation.
    """

    sides: tuple[str, ...]
    people: tuple[Person, ...]
    viewer: str
    names: tuple[str, ...]
    twice: str
    boxed: bool
    resent: bool
    broken: bool
    ids: tuple[dict[str, str], dict[str, str]]
    key: tuple[int, int]

    @property
    def labels(self) -> frozenset[str]:
        """What is special about it."""
        found = {"sides: " + ", ".join(self.names[:2])} if self.names[:2] != SIDES[0] else set()
        if self.resent:
            found.add("save sent again")
        if any(person.then != person.side for person in self.people):
            found.add("seats change in the log")
        if any(person.later != person.side for person in self.people):
            found.add("seats change between files")
        if not self.boxed:
            found.add("no module")
        if self.broken:
            found.add("error in the middle")
        if self.ids[0] != self.ids[1]:
            found.add("players' ids")
        return frozenset(found)

    def named(self, text: str, telling: int) -> str:
        """A text with the names and ids in place of the words that stand for them."""
        for token, name in (*zip(self.sides, self.names, strict=True), *self.ids[telling].items()):
            text = text.replace(token, name)
        return text

    def knows(self, token: str) -> bool:
        """Whether the viewer may be that person in any file."""
        return any(person.token == token and self.viewer in person.sides for person in self.people)

    def side_of(self, token: str) -> tuple[str, ...]:
        """A person's side at first, in the log and in the last file; a stranger has none."""
        found = (person for person in self.people if person.token == token)
        return next(((person.side, person.then, person.later) for person in found), ())

    def may_enter(self, window: str) -> bool:
        """Whether the viewer may know what lies in a window."""
        owner = {HAND: self.sides[0], DESK: self.sides[1], TWICE: self.sides[1], DEN: self.sides[1]}.get(window, "")
        return self.viewer in (UMPIRE, owner)


def world(rng: Random) -> World:
    """A table at random."""
    names = SIDES[0] if rng.random() < 0.55 else rng.choice(SIDES)
    if rng.random() < 0.4:
        names = (*names, "Prussian")
    sides = tuple(f"⟦S{number}⟧" for number in range(len(names)))
    moving, later = rng.random() < 0.15, rng.random() < 0.15
    people = []
    for number, name in enumerate(("Anne", "Bruno", "Clara")):
        side = sides[number] if number < len(sides) else sides[0]
        other = sides[1 - number] if number < 2 else side
        then = other if moving else side
        people.append(Person(f"⟦P{number}⟧", name, side, then, other if later else then))
    tokens = [*(person.token for person in people), "⟦U0⟧", "⟦U1⟧"]
    ids = {token: password(rng) for token in tokens}
    broken = rng.random() < 0.08
    others = dict(ids)
    if rng.random() < 0.35:
        others = {token: password(rng, len(ids[token]) if broken else 0) for token in tokens}
    return World(
        sides,
        tuple(people),
        rng.choice((EVERYBODY, EVERYBODY, *sides[:2], *sides)),
        names,
        rng.choice(("public", "private")),
        rng.random() > 0.1,
        rng.random() < 0.3,
        broken,
        (ids, others),
        (rng.randrange(256), rng.randrange(256)),
    )


def password(rng: Random, length: int = 0) -> str:
    """An id that no text holds by chance, with signs that people like in passwords."""
    if length:
        return "".join(rng.choice("bcdfghjkmnpqrtvwxz23456789") for _ in range(length))
    form = rng.choice(("{}-{}", "{}{}", "{} {}", "ü{}{}", "<{}&{}>"))
    return form.format(word(rng), rng.randrange(100, 1000))


def word(rng: Random, syllables: int = 3) -> str:
    return "".join(rng.choice(SYLLABLES) for _ in range(syllables))
