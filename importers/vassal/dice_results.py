"""What a report says of the dice that a button threw, and how likely that is by the button's own definition.

Of all that a format shows the most telling is taken: the faces as they fell, else what was kept, else sums, single results or
counts. A number that the player chooses and the report does not tell leaves the roll untested.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from adjudicator.importers.vassal import dice_odds
from adjudicator.importers.vassal.dice_buttons import Button
from adjudicator.importers.vassal.dice_formats import RECKONED
from adjudicator.importers.vassal.dice_odds import BY_RANK, BY_SIZE, Throw
from adjudicator.importers.vassal.expressions import evaluate
from adjudicator.lean import replace
from adjudicator.model.events import Roll
from adjudicator.said import say

Told = Mapping[str, str | None]
_SUMMED = re.compile(r"(-?\d{1,10}) ?[^\d\s,;，]{0,6} ?(\d{1,5})(?:[,;，] ?|$)")
_MOST_TOLD = 1_000
_MOST_THROWS = 10_000


def numbered(roll: Roll, button: Button, told: Told) -> Roll:
    """A roll of dice with numbers; what is always the same tells nothing of them."""
    if button.untested:
        return replace(roll, dice=integers(told.get("result") or ""), untested=button.untested)
    found = _numbered(roll, button, told)
    always = found.odds and " " not in found.odds and not found.untested
    return replace(found, odds="", draws=(), untested=silent()) if always else found


def _numbered(roll: Roll, button: Button, told: Told) -> Roll:
    button = _as_told(button, told)
    unknown = {word for word in button.chosen if not told.get(word)}
    if told.get("rawRolls"):
        return _fell(roll, button, integers(told["rawRolls"] or ""), unknown)
    faces = _counted(told, "rawCount", button.sides) or (
        _counted(told, "count", button.sides) if button.option not in BY_SIZE else None
    )
    if faces is not None:
        return _fell(roll, button, faces, unknown)
    kept = _kept(button, told)
    if kept is not None:
        return _of_kept(roll, button, kept, unknown)
    total = told.get("result") or told.get("numericalTotal")
    if total:
        return _of_total(roll, button, integers(total)[:1], unknown, told)
    if told.get(RECKONED):
        return _of_reckoned(roll, button, integers(told[RECKONED] or "")[0], unknown)
    return _of_part(roll, button, told, unknown)


def _as_told(button: Button, told: Told) -> Button:
    """The button with what the report tells of its dice."""

    def number(word: str, known: int) -> int:
        return int(told[word] or 0) if told.get(word) else known

    return replace(
        button,
        count=number("nDice", button.count),
        sides=number("nSides", button.sides),
        plus=number("plus", button.plus),
        extra=number("addToTotal", button.extra),
    )


def _throw(button: Button) -> Throw:
    faces = range(1 + button.plus, min(button.sides, dice_odds.MOST_SIDES + 1) + 1 + button.plus)
    return Throw(tuple(faces), button.count, button.option, button.keep, button.extra)


def _fell(roll: Roll, button: Button, faces: Sequence[int], unknown: set[str]) -> Roll:
    """The faces themselves."""
    roll = replace(roll, dice=tuple(faces), sides=0 if "nSides" in unknown else button.sides)
    if "nDice" not in unknown and len(faces) != button.count:
        return replace(roll, untested=others_told(len(faces), button.count))
    return roll


def _kept(button: Button, told: Told) -> tuple[int, ...] | None:
    """The dice that were kept, each as reported; None if the report does not tell them all."""
    if told.get("result") is not None and not button.total:
        return integers(told["result"] or "")
    counts = _counted(told, "count", button.sides)
    if counts is not None:
        return tuple(face + button.plus for face in counts)
    singly = [told[f"result{at}"] for at in range(1, button.count + 1) if f"result{at}" in told]
    most = min(button.keep, button.count) if button.option in BY_RANK and not button.switched_off else button.count
    if singly and len(singly) >= most:
        return tuple(int(each) for each in singly if each)
    if told.get("summary") is not None:
        pairs = [(int(value), int(times)) for value, times in _SUMMED.findall(told["summary"] or "")]
        return tuple(value for value, times in pairs for _ in range(min(times, _MOST_TOLD)))
    return None


def _of_kept(roll: Roll, button: Button, kept: tuple[int, ...], unknown: set[str]) -> Roll:
    """Dice of which those that were kept are told."""
    roll = replace(roll, dice=kept, sides=0 if "nSides" in unknown else button.sides, plus=button.plus)
    if "plus" in unknown:
        return replace(roll, untested=say("the player chooses what is added"))
    everything = not button.option or (button.switched_off and len(kept) == button.count)
    if everything:
        if "nDice" not in unknown and len(kept) != button.count:
            return replace(roll, untested=others_told(len(kept), button.count))
        return roll
    throw = _throw(button)
    if why := _undecided(throw, unknown):
        return replace(roll, untested=why)
    if button.option in BY_SIZE:
        if len(kept) > button.count:
            return replace(roll, untested=others_told(len(kept), button.count))
        draws = (*kept, *(throw.out,) * (button.count - len(kept)))
        return replace(roll, draws=draws, odds=dice_odds.die(throw), sides=0, plus=0)
    if len(kept) != throw.kept:
        return replace(roll, untested=others_told(len(kept), throw.kept))
    return replace(roll, draws=(sum(kept),), odds=dice_odds.total(replace(throw, add=0)), sides=0, plus=0)


def _of_total(roll: Roll, button: Button, total: tuple[int, ...], unknown: set[str], told: Told) -> Roll:
    """Dice of which only the sum is told."""
    roll = replace(roll, dice=total, sides=0 if "nSides" in unknown else button.sides)
    if "nDice" in unknown:
        return replace(
            roll, sides=0, untested=say("the player chooses how many dice there are, and only their sum is told")
        )
    if unknown & {"plus", "addToTotal"}:
        return replace(roll, untested=say("the player chooses what is added"))
    if button.count < 1:
        return replace(roll, sides=0)
    if button.switched_off:
        all_kept, some = str(button.count), str(_throw(button).kept)
        if told.get("keepCount") not in (all_kept, some):
            return replace(
                roll, untested=say("which of its dice such a button counts depends on the version of VASSAL")
            )
        button = replace(button, option="" if told["keepCount"] == all_kept else button.option)
    if not button.option:
        if button.count == 1 and not button.extra:
            return replace(roll, plus=button.plus)
        return replace(roll, plus=button.plus * button.count + button.extra, sum_of=button.count)
    throw = _throw(button)
    if why := _undecided(throw, unknown):
        return replace(roll, untested=why)
    return replace(roll, draws=total, odds=dice_odds.total(throw), sides=0)


def _of_reckoned(roll: Roll, button: Button, value: int, unknown: set[str]) -> Roll:
    """Dice of which the report tells a number that is worked out of them; the faces where each throw has its own."""
    roll = replace(roll, dice=(value,))
    if unknown or button.option or button.switched_off:
        return replace(roll, untested=say("what the report reckons of its dice depends on more than their faces"))
    throws = _reckoned(button.reckoned, (button.count, button.sides), button.plus, button.extra, button.sorts)
    if value not in throws:
        return replace(roll, untested=silent())
    if all(len(each) == 1 for each in throws.values()) and not button.sorts:
        return _fell(roll, button, throws[value][0], unknown)
    odds = dice_odds.told({each: len(throws[each]) for each in sorted(throws)})
    return replace(roll, draws=(value,), odds=odds)


@lru_cache(maxsize=100)
def _reckoned(
    expression: str, dice: tuple[int, int], plus: int, extra: int, sorts: bool
) -> Mapping[int, tuple[tuple[int, ...], ...]]:
    """What each throw comes to, with the faces that come to it; none where there are too many throws, or one has no value."""
    found: dict[int, list[tuple[int, ...]]] = {}
    count, sides = dice
    if not 0 < sides**count <= _MOST_THROWS:
        return {}
    for faces in product(range(1, sides + 1), repeat=count):
        shown = [face + plus for face in (sorted(faces) if sorts else faces)]
        told = {f"result{at}": str(each) for at, each in enumerate(shown, 1)} | {
            "numericalTotal": str(sum(shown) + extra)
        }
        if count == 1:
            told["result"] = told["result1"]
        value = evaluate(expression, told.get)
        if value is None or not value.lstrip("-").isdigit():
            return {}
        found.setdefault(int(value), []).append(faces)
    return {value: tuple(throws) for value, throws in found.items()}


def _of_part(roll: Roll, button: Button, told: Told, unknown: set[str]) -> Roll:
    """Dice of which the report tells one result, how many show a face, or how many were kept."""
    throw = _throw(button)
    number, odds = _part(button, throw, told)
    if number is None:
        return replace(roll, sides=0, untested=silent())
    roll = replace(roll, dice=(number,), draws=(number,), odds=odds)
    why = _undecided(throw, unknown) or (say("the player chooses what is added") if "plus" in unknown else "")
    if button.switched_off:
        why = why or say("which of its dice such a button counts depends on the version of VASSAL")
    return replace(roll, draws=(), odds="", untested=why) if why else roll


def _part(button: Button, throw: Throw, told: Told) -> tuple[int | None, str]:
    """The first number that the report tells, and its odds."""
    if not throw.known:
        some = next(
            (each for word, each in told.items() if each and word.startswith(("result", "count", "rawC", "keepC"))),
            None,
        )
        return (int(some) if some and some.lstrip("-").isdigit() else None), ""
    for word, each in told.items():
        if each is None or word in ("player", "side"):
            continue
        place = int(found[0]) - 1 if (found := re.findall(r"\d+$", word)) else -1
        if re.fullmatch(r"result\d+", word) and place < throw.count:
            return (int(each) if each else throw.out), _single(button, throw, place)
        if re.fullmatch(r"(?:rawCount|count)\d+", word) and each:
            face = place + 1 + button.plus
            faces = (face,) if word.startswith("raw") or throw.keeps(face) else ()
            return int(each), dice_odds.hits(replace(throw, option="", keep=0, add=0), faces)
        if word == "keepCount" and each and button.option in BY_SIZE:
            kept = tuple(value for value in throw.faces if throw.keeps(value))
            return int(each), dice_odds.hits(replace(throw, option="", keep=0, add=0), kept)
    return None, ""


def _single(button: Button, throw: Throw, place: int) -> str:
    """The odds of one result by its place among those that are shown."""
    if button.option in BY_RANK:
        first = throw.count - throw.kept if button.option == "l" else 0
        return dice_odds.ranked(throw, first + place)
    if button.option in BY_SIZE:
        return dice_odds.kept_at(throw, place) if button.sorts else dice_odds.kept_unsorted(throw, place)
    return dice_odds.ranked(throw, place) if button.sorts else dice_odds.die(throw)


def _counted(told: Told, word: str, sides: int) -> tuple[int, ...] | None:
    """All faces as they fell, of a report that tells how often each did; None if it does not."""
    if (
        sides < 1
        or sides > dice_odds.MOST_SIDES
        or any(told.get(f"{word}{face}") is None for face in range(1, sides + 1))
    ):
        return None
    times = [min(int(told[f"{word}{face}"] or 0), _MOST_TOLD) for face in range(1, sides + 1)]
    return tuple(face for face, many in enumerate(times, 1) for _ in range(many))


def _undecided(throw: Throw, unknown: set[str]) -> str:
    """Why what is known of a throw does not decide how likely its results are, "" if it does."""
    if unknown & {"nDice", "nSides"}:
        return say("the player chooses the dice")
    if throw.option in BY_RANK and not throw.kept:
        return say("this button keeps none of its dice")
    return (
        ""
        if throw.known
        else say("nobody can reckon how likely {count} dice with {sides} faces are", throw.count, len(throw.faces))
    )


def worded(roll: Roll, button: Button, told: Told) -> Roll:
    """A roll of dice with words or pictures on them; a format may show some of them, or what they add up to."""
    if told.get("rawRolls") and not any(f"result{at}" in told for at in range(1, len(button.faces) + 1)):
        faces = integers(told["rawRolls"] or "")
        known = [button.faces[0][face - 1] for face in faces if 0 < face <= len(button.faces[0])]
        return _right(replace(roll, dice=faces, sides=button.sides, symbols=tuple(known)), button, len(faces))
    if button.values and (button.total or button.plus or (told.get("numericalTotal") and not _shown(button, told))):
        return _worth(roll, button, told)
    shown = _shown(button, told)
    words = shown or list(enumerate(_words(told)))
    if not words:
        return replace(roll, untested=silent())
    dice = [button.faces[min(at, len(button.faces) - 1)] for at, _ in words]
    results = tuple(die.index(word) + 1 if word in die else 0 for (_, word), die in zip(words, dice, strict=True))
    roll = replace(roll, dice=results, symbols=tuple(word for _, word in words))
    plain = button.sides and all(len(set(die)) == len(die) for die in dice)
    roll = replace(roll, sides=button.sides if all(results) and plain else 0)
    if all(results) and not plain:
        roll = replace(roll, odds="|".join(even(die) for die in dice), draws=results)
    return roll if shown else _right(roll, button, len(results))


def _shown(button: Button, told: Told) -> list[tuple[int, str]]:
    """The results that are told one by one, each with its place."""
    places = range(len(button.faces))
    return [(at, told[f"result{at + 1}"] or "") for at in places if told.get(f"result{at + 1}")]


def _words(told: Told) -> list[str]:
    """The words of a list, or of a summary."""
    if told.get("result"):
        return [word.strip() for word in (told["result"] or "").split(",")]
    pairs = re.findall(r"(.+?) ?x(\d{1,4})(?:, |$)", told.get("summary") or "")
    return [word for word, times in pairs for _ in range(min(int(times), _MOST_TOLD))]


def _worth(roll: Roll, button: Button, told: Told) -> Roll:
    """Words that are numbers: each with what is added to it, or all of them added up."""
    laws = [_law(tuple(value + button.plus for value in die)) for die in button.values]
    if button.total or not (told.get("result") or told.get("summary")):
        total = integers(told.get("result") or told.get("numericalTotal") or "")[:1]
        law = dice_odds.added(laws)
        odds = dice_odds.told({value + button.extra: weight for value, weight in law.items()})
        roll = replace(roll, dice=total, draws=total, odds=odds)
        asked = button.chosen & {"nDice", "plus", "addToTotal"}
    else:
        pairs = [(int(value), int(times)) for value, times in _SUMMED.findall(told.get("summary") or "")]
        summed = tuple(value for value, times in pairs for _ in range(min(times, _MOST_TOLD)))
        results = integers(told["result"] or "") if told.get("result") else summed
        roll = replace(roll, dice=results, draws=results, odds="|".join([dice_odds.told(laws[0])] * len(results)))
        roll = _right(roll, button, len(results))
        asked = button.chosen & {"plus"}
    return replace(roll, untested=say("the player chooses what is added")) if asked and not roll.untested else roll


def _law(values: Sequence[int]) -> dict[int, int]:
    return {value: values.count(value) for value in values}


def _right(roll: Roll, button: Button, many: int) -> Roll:
    """The roll, untested if it tells another number of dice than the button throws."""
    right = many == len(button.faces) or "nDice" in button.chosen
    return roll if right or roll.untested else replace(roll, untested=others_told(many, len(button.faces)))


def even(die: Sequence[str]) -> str:
    """The odds of a die's words, each by the first face that has it."""
    return dice_odds.told({die.index(word) + 1: die.count(word) for word in set(die)})


def silent() -> str:
    return say("the report does not tell how the dice fell")


def others_told(told: int, thrown: int) -> str:
    return say("{told} results are told where {thrown} were expected", told, thrown)


def integers(text: str) -> tuple[int, ...]:
    """The whole numbers of a list."""
    return tuple(int(word[:11]) for word in re.split(r"[ ,]+", text.strip()) if word)
