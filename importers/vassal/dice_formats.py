"""Report formats of dice buttons as patterns: what each variable of theirs may say.

Facts: `DiceButton.formatResult`, `DieServer.formatResult`, `SpecialDiceButton.setFormat`, `FormattedString`. A format in braces
is BeanShell; one that strings texts and variables together says the same as a format of signs and variables, and one sum in
parentheses among them is a number that is reckoned from the results.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape

MOST_FREE = 4
"""How much of a format may be anything before it is too free to be trusted."""
_VARIABLE = re.compile(r"\$(\w[\w ]*)\$")
_ANYTHING = r".{0,80}?"
_NUMBER = r"-?\d{1,10}"
NUMBERS = r"-?\d{1,10}(?: ?, ?-?\d{1,10})*"
_SUMMARY = r"(?:-?\d{1,10} ?[^\d\s,;，]{0,6} ?\d{1,5})(?:[,;，] ?-?\d{1,10} ?[^\d\s,;，]{0,6} ?\d{1,5})*"
_WHO = {
    "PlayerName": "player",
    "playerName": "player",
    "PlayerId": "player",
    "PlayerSide": "side",
    "playerSide": "side",
}
"""What in a format tells who threw."""
RECKONED = "reckoned"
_TELLING = re.compile(r"reckoned|result|result\d+|numericalTotal|summary|rawRolls|rawCount\d+|count\d+|keepCount")
"""The variables that tell how dice fell."""
_PART = re.compile(
    r'\s*(?:"((?:[^"\\]|\\.)*)"|([A-Za-z_]\w*)|GetProperty\("(\w+)"\)|(\([\w\s()+*/%-]+\)))\s*(\+(?=\s*[\w"(])|$)'
)

Groups = Mapping[str, str]


def numbered_groups() -> dict[str, str]:
    """The variables of a button with numbers, but for those that end in one."""
    return {
        "result": rf"(?:{NUMBERS})?",
        "summary": rf"(?:{_SUMMARY})?",
        "rawRolls": rf"(?:{NUMBERS})?",
        "numericalTotal": _NUMBER,
        "plus": _NUMBER,
        "addToTotal": _NUMBER,
        "nDice": r"\d{1,6}",
        "nSides": r"\d{1,6}",
        "keepDice": _NUMBER,
        "keepCount": r"\d{1,6}",
        "result#": rf"(?:{_NUMBER})?",
        "rawCount#": r"\d{1,6}",
        "count#": r"\d{1,6}",
        "rollDetails": r".{0,300}?",
        RECKONED: _NUMBER,
    }


def pattern_of(written: str, name: str, groups: Groups) -> re.Pattern[str] | None:
    """A report format as a pattern, each variable of `groups` a group of its name (`result#` stands for result1, result2 …).

    None for one that shows no result, is an expression that we do not read, or is too free to trust.
    """
    plain = _without_braces(unescape(written))
    if not plain:
        return None
    whole_text = (("*" if plain.startswith("*") else "* ") + plain).rstrip()
    out: list[str] = []
    seen: set[str] = set()
    free = 0
    at = 0
    for found in _VARIABLE.finditer(whole_text):
        out.append(_literal(whole_text[at : found.start()]))
        at = found.end()
        word = found[1]
        who = _WHO.get(word, "")
        group = groups.get(word) or groups.get(re.sub(r"\d+$", "#", word))
        if word == "name":
            out.append(re.escape(name))
        elif word in seen or who in seen:
            out.append(f"(?P={who or word})")
        elif group is not None:
            seen.add(word)
            out.append(f"(?P<{word}>{group})")
        elif who:
            seen.add(who)
            free += 1
            out.append(f"(?P<{who}>{_ANYTHING})")
        else:
            free += 1
            out.append(_ANYTHING)
    if at == len(whole_text) and len(out) > 1:  # an empty result at the end takes the blanks before it along
        out[-2] = re.sub(r"(?:\\ )+$", r"(?:\\ )*", out[-2])
    out.append(_literal(whole_text[at:]))
    if free > MOST_FREE or not any(_TELLING.fullmatch(word) for word in seen):
        return None
    return re.compile("".join(out), re.DOTALL)


def _literal(text: str) -> str:
    return re.escape(text)


def reckoned_in(written: str) -> str:
    """The sum in parentheses of a format in braces, "" where it has none or several."""
    found = [each for _, each in _parts(unescape(written)) if each]
    return found[0] if len(found) == 1 else ""


def _without_braces(text: str) -> str:
    """A format of signs and variables; "" for an expression that does more than string them together."""
    if not text.startswith("{"):
        return text
    parts = list(_parts(text))
    return "".join(said for said, _ in parts) if sum(bool(each) for _, each in parts) < 2 else ""


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """What an expression strings together: each part as a format has it, and a sum in parentheses; nothing if it does more."""
    if not text.startswith("{"):
        return
    inner, made, at = text.strip()[1:-1], [], 0
    while at < len(inner):
        found = _PART.match(inner, at)
        if found is None or (found[4] and not _is_balanced(found[4])):
            return
        literal = re.sub(r"\\(.)", r"\1", found[1]) if found[1] is not None else f"${found[2] or found[3] or RECKONED}$"
        made.append((literal, found[4] or ""))
        at = found.end()
        if found[5] == "+" and at >= len(inner):
            return
    yield from made


def _is_balanced(text: str) -> bool:
    """Whether the parenthesis that begins a text is closed by its last sign."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if not depth and at < len(text) - 1:
            return False
    return not depth
