"""What the VASSAL reader can show of itself, in figures.

    python -m tests.reader dice [SERIES]              each report format and way of keeping dice: rolls read, series flagged
    python -m tests.reader expressions PATH…   modules: their expressions, how many are read, and what the others call
    python -m tests.reader lint PATH…          modules: findings by rule; then the planted flaws of the tests, found and mended

Odd numbers in every numeric field are `python -m tests.fuzz.numbers_in_files`.
"""

from __future__ import annotations

import math
import random
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from adjudicator.audit.dice import series
from adjudicator.game import modules
from adjudicator.importers.vassal.buildfile import parse
from adjudicator.importers.vassal.expressions import unread_calls
from adjudicator.importers.vassal.metadata import BUILD_FILES
from adjudicator.importers.vassal.unread import expressions_of
from adjudicator.importers.vassal.validate.rules import RULES
from tests.adjudicator.cli import test_lint
from tests.importers.vassal import test_dice_definitions as definitions

SERIES, ROLLS, LOADED_ROLLS = 20_000, 20, 400
UNLIKELY = 1e-3


def dice(words: Sequence[str]) -> None:
    """Honest and loaded dice through every button; a roll that is not read, or is read and not tested, stops it."""
    wanted = int(words[0]) if words else SERIES
    each = math.ceil(wanted / len(definitions.ALL))
    tested, flagged = definitions.honest_and_flagged(definitions.ALL, ROLLS, each)
    allowed = tested * UNLIKELY + 3 * math.sqrt(tested * UNLIKELY * (1 - UNLIKELY))
    print(f"{len(definitions.ALL)} buttons, {len(definitions.ALL) * each * ROLLS:,} rolls, 0 unread")
    print(f"honest: {tested:,} series, {flagged} flagged at 0.1 % (at most {allowed:.0f} allowed)")
    found = sum(_loaded(definition) for definition in definitions.ALL)
    print(f"loaded: found in {found} of {len(definitions.ALL)}")


def _loaded(definition: definitions.Definition) -> bool:
    loaded = definitions.Definition(**{**definitions._fields(definition), "loaded": definitions.LOADED})
    told = series(definitions.thrown(loaded, random.Random(1), LOADED_ROLLS))
    return min(min(one.sum_adjusted, one.faces_adjusted) for one in told) < UNLIKELY


def expressions(words: Sequence[str]) -> None:
    """Each module's expressions: how many there are, how many are read, and what the others call."""
    print(f"{'expressions':>11} {'read':>6} {'noted':>6}  module")
    whole: Counter[str] = Counter()
    for path in map(Path, words):
        asked = list(_expressions(path))
        beyond = Counter(", ".join(calls) or "?" for calls in map(unread_calls, asked) if calls)
        whole.update(all=len(asked), noted=beyond.total())
        print(
            f"{len(asked):11,} {len(asked) - beyond.total():6,} {beyond.total():6,}  {path.name} {dict(beyond) or ''}"
        )
    print(f"{whole['all']:11,} {whole['all'] - whole['noted']:6,} {whole['noted']:6,}  in all")


def _expressions(path: Path) -> Iterator[str]:
    with zipfile.ZipFile(path) as archive:
        name = next(each for each in BUILD_FILES if each in archive.namelist())
        for part in parse(archive.read(name)).walk():
            yield from expressions_of(part)


def lint(words: Sequence[str]) -> None:
    """Each module's findings by rule, then the planted flaws of the tests."""
    for path in map(Path, words):
        told = Counter(each["rule"] for each in modules.validate(path).as_json()["problems"])
        print(f"{told.total():5,}  {path.name}  {' '.join(f'{rule}:{count}' for rule, count in sorted(told.items()))}")
    with tempfile.TemporaryDirectory() as name:
        room = Path(name)
        told = {rule: (_found(room, made), _found(room, mended)) for rule, (made, mended) in test_lint.PLANTED.items()}
        beside = [
            test_lint.numbers(test_lint.with_extensions(room / str(sound), sound=sound)) for sound in (False, True)
        ]
        told |= dict.fromkeys(("M901", "M902", "M903", "M904"), (beside[0], beside[1]))
        told["M101"] = (
            test_lint.numbers(test_lint.without_metadata(room / "bare.vmod")),
            _found(room, (test_lint.SLOT, {})),
        )
        clean = [test_lint.numbers(test_lint.clean(each, room / "clean.vmod")) for each in test_lint.CLEAN]
    found = sum(rule in before for rule, (before, _) in told.items())
    mended = sum(rule not in after for rule, (_, after) in told.items())
    print(f"{len(RULES)} rules; {len(told)} flaws planted: {found} found, {mended} gone when mended as the rule says")
    print(f"{len(clean)} sound modules: {sum(map(len, clean))} findings")


def _found(room: Path, made: tuple[str, dict[str, bytes]]) -> set[str]:
    return test_lint.numbers(test_lint.written(room / "made.vmod", *made))


PARTS: dict[str, Callable[[Sequence[str]], None]] = {"dice": dice, "expressions": expressions, "lint": lint}

if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in PARTS:
        PARTS[sys.argv[1]](sys.argv[2:])
    else:
        sys.exit(__doc__)
