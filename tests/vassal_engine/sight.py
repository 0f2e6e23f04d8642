"""What a player sees in the engine of counters with any masks and invisibility, beside what we show him."""

from __future__ import annotations

import json
import zipfile
from collections import Counter as Tally
from itertools import product
from random import Random

from adjudicator.model.viewer import A_HIDDEN_COUNTER
from tests.importers.vassal import games
from tests.vassal_engine.engine import Engine
from tests.vassal_engine.modules import FIXTURES
from tests.vassal_engine.rows import Row, Tried, adjudicator, unasked

MODULE = FIXTURES / "two_rivers" / "two_rivers.vmod"
SIDES = ("French", "Austrian")
ME, OTHER = "me", "another player"
"""The driver's own id, and that of who holds the other seat."""
OWNERS = ("null", "", ME, OTHER, "nobody here", *SIDES, "Prussian")
ACCESS = ("player:", "side:", "sides:French:Austrian", "sides:French", "sides:Austrian", "sides:", "")
TRAITS = (
    ("obs;79,130;board.png;Mask;{shown};?;{access}", "{owner}"),
    ("hide;73,130;Hide;255,255,255;{access};0.3;;false", "{owner}"),
)
SHOWN = ("I", "B", "P", "Gfr.1inf-2.png")
COUNTERS = 400


def seen_alike(engine: Engine, seed: int = 1) -> Row:
    """A save of counters with one trait each way, and stacks of two and three at random, opened from one seat."""
    random = Random(seed)
    single = [[_trait(*each, "I")] for each in product(TRAITS, ACCESS, OWNERS)]
    several = [[_any(random) for _ in range(random.choice((2, 2, 3)))] for _ in range(COUNTERS - len(single))]
    pieces = [
        games.piece(
            str(1000 + at), "fr.1inf-1", where=f"Main Map;{20 + at % 40 * 20};{20 + at // 40 * 20}", traits=traits
        )
        for at, traits in enumerate((*single, *several))
    ]
    save = engine.work / "masks.vsav"
    with zipfile.ZipFile(save, "w") as archive:
        roster = games.roster((ME, "Anna", SIDES[0]), (OTHER, "Bob", SIDES[1]))
        archive.writestr("savedGame", games.save(*pieces, more=roster))
    answers = engine.play(MODULE, SIDES[0], [["load", save]])
    told = json.loads(adjudicator("inspect", save, "--module", MODULE, "--as", SIDES[0], "--json"))
    ours = {
        (each["x"], each["y"]): "the back" if each["name"] == A_HIDDEN_COUNTER else "all" for each in told["pieces"]
    }
    theirs = {(piece["x"], piece["y"]): piece["seen"] for piece in answers[0].pieces.values()}
    wrong = {
        name: (seen, ours.get(name, "nothing")) for name, seen in theirs.items() if ours.get(name, "nothing") != seen
    }
    tally = ", ".join(f"{count} {seen}" for seen, count in sorted(Tally(theirs.values()).items()))
    tried = Tried(
        f"{len(theirs)} counters seen", len(theirs) == len(pieces) and not wrong, f"{tally}; {len(wrong)} otherwise"
    )
    errors = tuple(error for answer in answers for error in answer.errors)
    return Row(f"masks and invisibility {seed}", unasked(answers), errors, len(theirs), len(theirs), (tried,))


def _trait(trait: tuple[str, str], access: str, owner: str, shown: str) -> tuple[str, str]:
    return trait[0].format(access=access, shown=shown), trait[1].format(owner=owner)


def _any(random: Random) -> tuple[str, str]:
    return _trait(random.choice(TRAITS), random.choice(ACCESS), random.choice(OWNERS), random.choice(SHOWN))
