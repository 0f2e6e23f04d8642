"""Dice in the chat: which buttons a module has, what their reports look like, and what a report says.

Facts: `DiceButton.DR` and `formatResult`, `SpecialDiceButton.reportTextResults` and `ShowResults`, `RandomTextButton`. A
button's report is its format with its variables filled in, behind "*" if the format begins with a star, else "* ". Only a
button that reports all its dice, as they fell or sorted, or their sum, reports fair dice; of others it is said why not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape

from adjudicator.importers.vassal.buildfile import Component
from adjudicator.importers.vassal.wire.numbers import whole
from adjudicator.lean import dataclass, replace
from adjudicator.model.events import Roll
from adjudicator.said import say

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
_WHO = {
    "PlayerName": "player",
    "playerName": "player",
    "PlayerId": "player",
    "PlayerSide": "side",
    "playerSide": "side",
}
"""What in a format tells who threw."""
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
    `untested` says why its results are not those of fair dice.
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
    untested: str = ""

    @property
    def thrown(self) -> tuple[object, ...]:
        """What tells the dice of two buttons apart."""
        return self.count, self.sides, self.plus, self.extra, self.total, self.faces, self.untested


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
        alike = len({each.thrown for each, _ in fitting}) == 1
        return roll if roll is None or alike else replace(roll, untested=_alike())
    match = _GENERIC.match(line)
    if match is None:
        return None
    name = match["name"].strip()
    roll = Roll(name, _integers(match["result"]), text, match["player"] or "")
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
    untested = found.untested if found else ""
    return Roll(name, tuple(at + 1 for at in results), text, sides=sides, symbols=words, untested=untested)


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
    pattern = _pattern(part.get("reportFormat", USUAL), part.get("name"), {"result": _NUMBERS, "nSides": r"\d+"})
    return Button(
        name=part.get("name"),
        count=0 if _asks(part, "lockDice") else whole(part.get("nDice", "2")),
        sides=0 if _asks(part, "lockSides") else whole(part.get("nSides", "6")),
        plus=whole(part.get("plus")),
        extra=whole(part.get("addToTotal")),
        total=part.get("reportTotal") == "true",
        pattern=pattern,
        untested=_keeps(part) or _chosen(part),
    )


def _chosen(part: Component) -> str:
    """What the player chooses of a button's dice so that its results tell nothing, "" if nothing."""
    total = part.get("reportTotal") == "true"
    if total and _asks(part, "lockDice"):
        return say("the player chooses how many dice there are, and only their sum is told")
    if _asks(part, "lockPlus") or (total and _asks(part, "lockAdd")):
        return say("the player chooses what is added")
    return ""


def _asks(part: Component, lock: str) -> bool:
    """Whether a button lets its player change the number that a lock would keep."""
    return part.get("prompt") == "true" and part.get(lock) != "true"


def _keeps(part: Component) -> str:
    """What a button leaves out of its report (`DiceButton.keepOption`), "" if nothing."""
    if part.get("keepDice") != "true":
        return ""
    number, count = part.get("keepCount", "1"), part.get("nDice", "2")
    match part.get("keepOption", ">"):
        case "l":
            return say("this button keeps the {number} largest of {count}", number, count)
        case "s":
            return say("this button keeps the {number} smallest of {count}", number, count)
        case ">" | ">=" | "=" | "<=" | "<" as limit:
            return say("this button keeps only dice {limit} {number}", limit, number)
    return say("this button keeps only some of its dice")


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
        untested=say("its dice have different numbers of faces") if len(counts) > 1 else "",
    )


def _worded(part: Component) -> Iterator[Button]:
    """A button with words on its dice; one with long sentences is no die."""
    faces = tuple(face for face in part.get("faces").split(",") if face)
    if not 1 < len(faces) <= MOST_FACES or any(len(face) > LONGEST_FACE for face in faces):
        return
    count = max(1, min(whole(part.get("nDice"), 1), MOST_FACES))
    untested = _keeps(part)
    if part.get("numeric") == "true" and (part.get("reportTotal") == "true" or part.get("plus", "0") != "0"):
        pattern = _pattern(part.get("reportFormat", USUAL), part.get("name"), {"result": _NUMBERS})
        added = say("the report tells only what its faces add up to")
        yield Button(part.get("name"), count, 0, pattern=pattern, total=True, untested=untested or added)
        return
    either = "|".join(map(re.escape, sorted(set(faces), key=len, reverse=True)))
    groups = {"result": rf"(?:{either})(?: ?, ?(?:{either}))*"}
    pattern = _pattern(part.get("reportFormat", USUAL), part.get("name"), groups)
    asked = part.get("numeric") == "true" and _asks(part, "lockPlus")
    untested = untested or (say("the player chooses what is added") if asked else "")
    yield Button(part.get("name"), count, len(faces), pattern=pattern, faces=(faces,) * count, untested=untested)


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
        elif (who := _WHO.get(word)) and who not in seen:
            seen.add(who)
            free += 1
            out.append(f"(?P<{who}>{_ANYTHING})")
        else:
            free += 1
            out.append(_ANYTHING)
    out.append(re.escape(whole_text[at:]))
    if free > MOST_FREE or not any(word.startswith("result") for word in seen):
        return None
    return re.compile("".join(out), re.DOTALL)


def _reported(text: str, button: Button, match: re.Match[str]) -> Roll:
    """The roll of a report that fits a button's format; who threw is named "name (side)" where it tells both."""
    told = match.groupdict()
    player, side = told.get("player") or "", told.get("side") or ""
    named = player or side
    if player and side and f"({side})" not in player:
        named = f"{player} ({side})"
    roll = Roll(button.name, (), text, named)
    if button.faces:
        return _worded_roll(roll, button, told)
    sides = int(told["nSides"]) if told.get("nSides") else button.sides
    return _numbered_roll(replace(roll, dice=_integers(told["result"] or ""), sides=sides), button)


def _worded_roll(roll: Roll, button: Button, told: Mapping[str, str | None]) -> Roll:
    """A roll of dice with words; a format may show some of them."""
    shown = [(at, told[f"result{at + 1}"] or "") for at in range(len(button.faces)) if f"result{at + 1}" in told]
    words = shown or list(enumerate(word.strip() for word in (told.get("result") or "").split(",")))
    dice = tuple(_face(word, button.faces[min(at, len(button.faces) - 1)]) for at, word in words)
    untested = button.untested
    if any(len(set(die)) < len(die) for die in button.faces):
        untested = untested or say("a word stands on several of its faces")
    elif not shown and len(dice) != len(button.faces):
        untested = untested or _others_told(len(dice), len(button.faces))
    sides = button.sides if all(dice) else 0
    return replace(roll, dice=dice, sides=sides, symbols=tuple(word for _, word in words), untested=untested)


def _numbered_roll(roll: Roll, button: Button) -> Roll:
    """A roll of dice with numbers, told one by one or by their sum."""
    if button.untested:
        return replace(roll, untested=button.untested)
    if button.total and button.count < 1:
        return replace(roll, sides=0)
    thrown = 1 if button.total else button.count
    if thrown and len(roll.dice) != thrown:
        return replace(roll, untested=_others_told(len(roll.dice), thrown))
    if button.total and (button.count != 1 or button.extra):
        return replace(roll, plus=button.plus * button.count + button.extra, sum_of=button.count)
    return replace(roll, plus=button.plus)


def _others_told(told: int, thrown: int) -> str:
    return say("{told} results are told where {thrown} were expected", told, thrown)


def _face(word: str, faces: tuple[str, ...]) -> int:
    """A word's face counted from 1, 0 if the die has it on several or none."""
    return faces.index(word) + 1 if faces.count(word) == 1 else 0


def _usual(roll: Roll, named: Sequence[Button]) -> Roll:
    """A roll reported in the usual form by a button of which only the name is known here."""
    button = named[0]
    if len({each.thrown for each in named}) > 1:
        return replace(roll, untested=_alike())
    if button.faces or button.pattern is None:
        return replace(roll, untested=button.untested or say("the button's own report is another"))
    return _numbered_roll(replace(roll, sides=button.sides), button)


def _alike() -> str:
    return say("several buttons with other dice report alike")


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
