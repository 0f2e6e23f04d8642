"""Dice in the chat: which buttons a module has, what their reports look like, and what a report says.

Facts: `DiceButton.DR` and `formatResult`, `InternetDiceButton`, `DieServer.reportResult`, `RandomTextButton.DR`,
`SpecialDiceButton.reportTextResults` and `ShowResults`. A button's report is its format with its variables filled in, behind
"*" if the format begins with a star, else "* ". How likely its results are follows from what it throws and keeps, and from
which of its variables the format shows; where that does not decide it, it is said why not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from html import unescape

from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.dice_buttons import Button
from adjudicator.importers.vassal.dice_formats import NUMBERS, numbered_groups, pattern_of, reckoned_in
from adjudicator.importers.vassal.dice_odds import BY_RANK, BY_SIZE
from adjudicator.importers.vassal.dice_results import even, integers, numbered, worded
from adjudicator.importers.vassal.wire import sequences
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import replace
from adjudicator.model.events import Roll
from adjudicator.said import say

MODULE = "VASSAL.build.module."
DICE = MODULE + "DiceButton"
INTERNET = MODULE + "InternetDiceButton"
SYMBOLS = MODULE + "SpecialDiceButton"
WORDS = MODULE + "RandomTextButton"
DIE = MODULE + "SpecialDie"
FACE = MODULE + "SpecialDieFace"
USUAL = "** $name$ = $result$ *** <$PlayerName$>"
USUAL_SYMBOLS = "** $name$ = [$result1$] *** <$PlayerName$>"
LONGEST = 2_000
MOST_FACES = 20
LONGEST_FACE = 40

_GENERIC = re.compile(
    rf"\*{{1,3}} (?P<name>[^=]{{1,80}}?) = (?P<result>{NUMBERS})\.? ?\*{{1,3}}(?: ?<(?P<player>.*?)>)?"
)
_TYPED = re.compile(
    r"<(?P<player>[^<>]{0,80})> ?- .{0,200}?(?<![\w.])(?P<count>\d{1,2})d(?P<sides>\d{1,4})(?P<plus>[+-]\d{1,3})? ?"
    r"(?:=|:|->|→|⇒) ?[\[({]?(?P<result>-?\d+(?: ?[,+ ] ?-?\d+)*)[\])}]?",
    re.DOTALL,
)


def buttons_of(tree: Component) -> tuple[Button, ...]:
    """The buttons of a module that roll dice, in the order of the build file."""
    return tuple(_buttons(tree))


def read_roll(text: str, buttons: Sequence[Button]) -> Roll | None:
    """The roll that a chat line reports, its player named as in the line; None if it reports none."""
    line = unescape(text) if "&" in text else text
    if len(line) > LONGEST:
        return None
    if not line.startswith("*"):
        return _typed(text, line)
    told = line.rstrip()
    fitting = [(each, match) for each in buttons if each.pattern and (match := each.pattern.fullmatch(told))]
    if fitting:
        button, found = fitting[0]
        roll = None if button.shows else _reported(text, button, found)
        same = len({each.thrown for each, _ in fitting}) == 1
        return roll if roll is None or same else replace(roll, untested=alike())
    match = _GENERIC.match(line)
    if match is None:
        return None
    name = match["name"].strip()
    roll = Roll(name, integers(match["result"]), text, match["player"] or "")
    named = [button for button in buttons if button.name == name]
    return _usual(roll, named) if named else roll


def shown_roll(fields: Sequence[str], text: str, buttons: Sequence[Button]) -> Roll:
    """The roll that a `SHOW_RESULTS` command tells: a button and, die by die, the face counted from 0."""
    fitting = [each for each in buttons if fields[0] in (each.name, each.identity) and each.faces]
    found = fitting[0] if len({each.thrown for each in fitting}) == 1 else None
    results = tuple(whole(result, -1) for result in fields[1:])
    words: tuple[str, ...] = ()
    if found is not None:
        known = [faces[at] for faces, at in zip(found.faces, results, strict=False) if 0 <= at < len(faces)]
        words = tuple(known) if len(known) == len(results) else ()
    name = found.name if found else fields[0]
    sides = found.sides if found and words else 0
    odds = "|".join(even(die) for die in found.faces) if found and words and not sides else ""
    untested = found.untested if found else ""
    return Roll(name, tuple(at + 1 for at in results), text, sides=sides, symbols=words, untested=untested, odds=odds)


def _buttons(tree: Component) -> Iterator[Button]:
    symbolic = 0
    for part in tree.walk():
        if part.kind in (DICE, INTERNET):
            yield _numbered(part)
        elif part.kind == SYMBOLS:
            yield _symbolic(part, f"SpecialDiceButton{symbolic}")
            symbolic += 1
        elif part.kind == WORDS:
            yield from _worded(part)


def _numbered(part: Component) -> Button:
    """A button with numbers; a server's dice are neither kept by size or rank nor added to."""
    pattern = pattern_of(part.get("reportFormat", USUAL), part.get("name"), numbered_groups())
    local = part.kind == DICE
    option = part.get("keepOption", ">") if local else ""
    off = part.get("keepDice") != "true"
    return Button(
        name=part.get("name"),
        count=max(0, whole(part.get("nDice", "2"))),
        sides=max(0, whole(part.get("nSides", "6"))),
        plus=whole(part.get("plus")),
        extra=whole(part.get("addToTotal")) if local else 0,
        total=part.get("reportTotal") == "true",
        pattern=pattern,
        option=option if option in BY_RANK or (option in BY_SIZE and not off) else "",
        keep=whole(part.get("keepCount"), 1),
        sorts=part.get("sortDice") == "true",
        switched_off=off and option in BY_RANK,
        untested="" if off or option in ("", *BY_RANK, *BY_SIZE) else say("this button keeps only some of its dice"),
        chosen=frozenset(word for word, lock in _LOCKS.items() if _asks(part, lock)),
        reckoned=reckoned_in(part.get("reportFormat", USUAL)),
    )


_LOCKS = {"nDice": "lockDice", "nSides": "lockSides", "plus": "lockPlus", "addToTotal": "lockAdd"}
"""What a player may choose, and the attribute that keeps it."""


def _asks(part: Component, lock: str) -> bool:
    """Whether a button lets its player change the number that a lock would keep."""
    return part.get("prompt") == "true" and part.get(lock) != "true"


def _symbolic(part: Component, identity: str) -> Button:
    dice = [die.of(FACE) for die in part.of(DIE) if die.children]
    faces, values = [], []
    for die in dice:
        shown = list(die)
        faces.append(tuple(face.get("text") or face.get("value") for face in shown))
        values.append(tuple(whole(face.get("value")) for face in shown))
    counts = {len(die) for die in faces}
    groups = {f"result{at}": _either(die) for at, die in enumerate(faces, 1)}
    groups["numericalTotal"] = r"-?\d{1,10}"
    shows = "true" in (part.get("resultWindow"), part.get("resultButton"))
    pattern = None
    if part.get("resultChatter", "true") == "true":
        pattern = pattern_of(part.get("format", USUAL_SYMBOLS), part.get("name"), groups)
    return Button(
        name=part.get("name"),
        count=len(faces),
        sides=counts.pop() if len(counts) == 1 else 0,
        pattern=pattern,
        faces=tuple(faces),
        values=tuple(values),
        identity=identity,
        shows=shows,
    )


def _worded(part: Component) -> Iterator[Button]:
    """A button with words on its dice; one with long sentences is no die. It keeps all its dice (`RandomTextButton.DR`)."""
    faces = tuple(face for face in sequences.split(part.get("faces"), ",") if face)
    if not 1 < len(faces) <= MOST_FACES or any(len(face) > LONGEST_FACE for face in faces):
        return
    count = max(1, min(whole(part.get("nDice"), 2), MOST_FACES))
    numeric = part.get("numeric") == "true"
    groups = numbered_groups()
    told = _either(faces)
    groups |= {"result": rf"{told}(?: ?, ?{told})*", "summary": rf"{told} ?x\d+(?:, {told} ?x\d+)*"}
    if numeric:
        groups["result"], groups["summary"] = NUMBERS, numbered_groups()["summary"]
    pattern = pattern_of(part.get("reportFormat", USUAL), part.get("name"), groups)
    yield Button(
        part.get("name"),
        count,
        len(faces),
        plus=whole(part.get("plus")) if numeric else 0,
        extra=whole(part.get("addToTotal")) if numeric else 0,
        total=numeric and part.get("reportTotal") == "true",
        pattern=pattern,
        faces=(faces,) * count,
        values=(tuple(whole(face) for face in faces),) * count if numeric else (),
        chosen=frozenset(word for word, lock in _LOCKS.items() if word != "nSides" and _asks(part, lock)),
    )


def _either(words: Iterable[str]) -> str:
    """Any of some words."""
    return f"(?:{'|'.join(map(re.escape, sorted(set(words), key=len, reverse=True)))})"


def _reported(text: str, button: Button, match: re.Match[str]) -> Roll:
    """The roll of a report that fits a button's format; who threw is named "name (side)" where it tells both."""
    told = match.groupdict()
    player, side = told.get("player") or "", told.get("side") or ""
    named = player or side
    if player and side and f"({side})" not in player:
        named = f"{player} ({side})"
    roll = Roll(button.name, (), text, named)
    if button.faces:
        return worded(roll, button, told)
    return numbered(roll, button, told)


def _usual(roll: Roll, named: Sequence[Button]) -> Roll:
    """A roll reported in the usual form by a button of which only the name is known here."""
    button = named[0]
    if len({each.thrown for each in named}) > 1:
        return replace(roll, untested=alike())
    if button.faces or button.pattern is None:
        return replace(roll, untested=button.untested or say("the button's own report is another"))
    return numbered(replace(roll, dice=()), button, {"result": ",".join(map(str, roll.dice))})


def alike() -> str:
    return say("several buttons with other dice report alike")


def _typed(text: str, line: str) -> Roll | None:
    """Dice in a player's own words, such as a helper program puts there: `2d6 = 3, 4`."""
    match = _TYPED.match(line)
    if match is None:
        return None
    results = integers(re.sub(r" ?[+ ] ?(?=\d)", ",", match["result"]))
    count, sides = int(match["count"]), int(match["sides"])
    name = f"{count}d{sides}{match['plus'] or ''}"
    if len(results) == count:
        return Roll(name, results, text, match["player"], sides=sides, typed=True)
    if len(results) == 1:
        plus = int(match["plus"] or 0)
        return Roll(name, results, text, match["player"], sides=sides, plus=plus, sum_of=count, typed=True)
    return None
