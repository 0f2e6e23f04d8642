"""Dice in the chat: which buttons a module has, what their reports look like, and what a report says.

Facts: `DiceButton.DR` and `formatResult`, `SpecialDiceButton.reportTextResults` and `ShowResults`, `RandomTextButton`. A
button's report is its format with its variables filled in, behind "*" if the format begins with a star, else "* ".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import unescape

from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import dataclass
from adjudicator.model.events import Roll

MODULE = "VASSAL.build.module."
DICE = MODULE + "DiceButton"
SYMBOLS = MODULE + "SpecialDiceButton"
WORDS = MODULE + "RandomTextButton"
DIE = MODULE + "SpecialDie"
FACE = MODULE + "SpecialDieFace"
USUAL = "** $name$ = $result$ *** <$PlayerName$>"
USUAL_SYMBOLS = "** $name$ = [$result1$] *** <$PlayerName$>"
LONGEST = 600
MOST_FREE = 4
MOST_FACES = 20
LONGEST_FACE = 40

_VARIABLE = re.compile(r"\$(\w[\w ]*)\$")
_ANYTHING = r".{0,80}?"
_NUMBERS = r"-?\d+(?: ?, ?-?\d+)*"
_PLAYER = ("PlayerName", "playerName", "PlayerId", "PlayerSide")
_GENERIC = re.compile(
    rf"\*{{1,3}} (?P<name>[^=]{{1,80}}?) = (?P<result>{_NUMBERS})\.? ?\*{{1,3}}(?: ?<(?P<player>.*?)>)?"
)
_TYPED = re.compile(
    r"<(?P<player>[^<>]{0,80})> ?- .{0,200}?(?<![\w.])(?P<count>\d{1,2})d(?P<sides>\d{1,4})(?P<plus>[+-]\d{1,3})? ?"
    r"(?:=|:|->|→|⇒) ?[\[({]?(?P<result>-?\d+(?: ?[,+ ] ?-?\d+)*)[\])}]?",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Button:
    """A button that rolls: its name, the dice it throws, and the pattern of its report (None where it has none).

    `faces` lists, die by die, the words of symbolic dice; `shows` = the roll is reported by a command beside the chat.
    """

    name: str
    count: int
    sides: int
    plus: int = 0
    extra: int = 0
    total: bool = False
    pattern: re.Pattern[str] | None = None
    faces: tuple[tuple[str, ...], ...] = ()
    identity: str = ""
    shows: bool = False


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
    for button in buttons:
        match = button.pattern.fullmatch(line.rstrip()) if button.pattern else None
        if match is not None:
            return None if button.shows else _reported(text, button, match)
    match = _GENERIC.match(line)
    if match is None:
        return None
    dice = _integers(match["result"])
    named = next((button for button in buttons if button.name == match["name"].strip()), None)
    return Roll(match["name"].strip(), dice, text, match["player"] or "", sides=_sides(named, len(dice)))


def shown_roll(fields: Sequence[str], text: str, buttons: Sequence[Button]) -> Roll:
    """The roll that a `SHOW_RESULTS` command tells: a button and, die by die, the face counted from 0."""
    found = next((each for each in buttons if fields[0] in (each.name, each.identity) and each.faces), None)
    results = tuple(whole(result) for result in fields[1:])
    words: tuple[str, ...] = ()
    sides = 0
    if found is not None:
        known = [faces[at] for faces, at in zip(found.faces, results, strict=False) if 0 <= at < len(faces)]
        words = tuple(known) if len(known) == len(results) else ()
        sides = found.sides
    name = found.name if found else fields[0]
    return Roll(name, tuple(at + 1 for at in results), text, sides=sides, symbols=words)


def _buttons(tree: Component) -> Iterator[Button]:
    symbolic = 0
    for part in tree.walk():
        if part.kind == DICE:
            yield _numbered(part)
        elif part.kind == SYMBOLS:
            yield _symbolic(part, f"SpecialDiceButton{symbolic}")
            symbolic += 1
        elif part.kind == WORDS:
            yield from _worded(part)


def _numbered(part: Component) -> Button:
    asked = part.get("prompt") == "true"
    sides, count = whole(part.get("nSides"), 6), whole(part.get("nDice"), 2)
    pattern = _pattern(part.get("reportFormat", USUAL), part.get("name"), {"result": _NUMBERS, "nSides": r"\d+"})
    return Button(
        name=part.get("name"),
        count=0 if asked and part.get("lockDice") != "true" else count,
        sides=0 if asked and part.get("lockSides") != "true" else sides,
        plus=whole(part.get("plus")),
        extra=whole(part.get("addToTotal")),
        total=part.get("reportTotal") == "true",
        pattern=pattern,
    )


def _symbolic(part: Component, identity: str) -> Button:
    faces = tuple(
        tuple(face.get("text") or face.get("value") for face in die.of(FACE)) for die in part.of(DIE) if die.children
    )
    counts = {len(die) for die in faces}
    groups = {
        f"result{at}": "|".join(map(re.escape, sorted(set(die), key=len, reverse=True)))
        for at, die in enumerate(faces, 1)
    }
    shows = "true" in (part.get("resultWindow"), part.get("resultButton"))
    pattern = None
    if part.get("resultChatter", "true") == "true":
        pattern = _pattern(part.get("format", USUAL_SYMBOLS), part.get("name"), groups)
    return Button(
        name=part.get("name"),
        count=len(faces),
        sides=counts.pop() if len(counts) == 1 else 0,
        pattern=pattern,
        faces=faces,
        identity=identity,
        shows=shows,
    )


def _worded(part: Component) -> Iterator[Button]:
    """A button with words on its dice; one with long sentences is no die."""
    faces = tuple(face for face in part.get("faces").split(",") if face)
    if not 1 < len(faces) <= MOST_FACES or any(len(face) > LONGEST_FACE for face in faces):
        return
    count = max(1, min(whole(part.get("nDice"), 1), MOST_FACES))
    either = "|".join(map(re.escape, sorted(set(faces), key=len, reverse=True)))
    groups = {"result": rf"(?:{either})(?: ?, ?(?:{either}))*"}
    pattern = _pattern(part.get("reportFormat", USUAL), part.get("name"), groups)
    yield Button(part.get("name"), count, len(faces), pattern=pattern, faces=(faces,) * count)


def _pattern(written: str, name: str, groups: dict[str, str]) -> re.Pattern[str] | None:
    """A report format as a pattern; None for one that shows no result, is an expression, or is too free to trust."""
    plain = unescape(written)
    if not plain or plain.startswith("{"):
        return None
    whole_text = (("*" if plain.startswith("*") else "* ") + plain).rstrip()
    out: list[str] = []
    seen: set[str] = set()
    free = 0
    at = 0
    for found in _VARIABLE.finditer(whole_text):
        out.append(re.escape(whole_text[at : found.start()]))
        at = found.end()
        word = found[1]
        if word == "name":
            out.append(re.escape(name))
        elif word in groups and word not in seen:
            seen.add(word)
            out.append(f"(?P<{word}>{groups[word]})")
        elif word in _PLAYER and "player" not in seen:
            seen.add("player")
            free += 1
            out.append(f"(?P<player>{_ANYTHING})")
        else:
            free += 1
            out.append(_ANYTHING)
    out.append(re.escape(whole_text[at:]))
    if free > MOST_FREE or not any(word.startswith("result") for word in seen):
        return None
    return re.compile("".join(out), re.DOTALL)


def _reported(text: str, button: Button, match: re.Match[str]) -> Roll:
    told = match.groupdict()
    player = told.get("player") or ""
    if button.faces:
        words = [told[f"result{at}"] for at in range(1, len(button.faces) + 1) if f"result{at}" in told]
        words = words or [word.strip() for word in (told.get("result") or "").split(",")]
        dice = tuple(_face(word, button.faces[min(at, len(button.faces) - 1)]) for at, word in enumerate(words))
        return Roll(button.name, dice, text, player, sides=button.sides if all(dice) else 0, symbols=tuple(words))
    results = _integers(told["result"] or "")
    sides = int(told["nSides"]) if told.get("nSides") else button.sides
    if button.total and (button.count != 1 or button.extra):
        return Roll(
            button.name,
            results,
            text,
            player,
            sides=sides,
            plus=button.plus * button.count + button.extra,
            sum_of=button.count,
        )
    return Roll(button.name, results, text, player, sides=sides, plus=button.plus)


def _face(word: str, faces: tuple[str, ...]) -> int:
    """A word's face counted from 1, 0 if the die has it on several or none."""
    return faces.index(word) + 1 if faces.count(word) == 1 else 0


def _sides(button: Button | None, thrown: int) -> int:
    return button.sides if button is not None and button.count == thrown and not button.total else 0


def _typed(text: str, line: str) -> Roll | None:
    """Dice in a player's own words, such as a helper program puts there: `2d6 = 3, 4`."""
    match = _TYPED.match(line)
    if match is None:
        return None
    results = _integers(re.sub(r" ?[+ ] ?(?=\d)", ",", match["result"]))
    count, sides = int(match["count"]), int(match["sides"])
    name = f"{count}d{sides}{match['plus'] or ''}"
    if len(results) == count:
        return Roll(name, results, text, match["player"], sides=sides, typed=True)
    if len(results) == 1:
        plus = int(match["plus"] or 0)
        return Roll(name, results, text, match["player"], sides=sides, plus=plus, sum_of=count, typed=True)
    return None


def _integers(text: str) -> tuple[int, ...]:
    return tuple(int(word[:10]) for word in re.split(r"[ ,]+", text.strip()) if word)
