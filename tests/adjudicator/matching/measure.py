"""How many counters are proposed right under garbled names: `python -m tests.adjudicator.matching.measure [bare]`.

The rules of the first set were tuned on, those of the second kept back. `bare` leaves nothing but the names.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache

from adjudicator.game.boxes import open_module
from adjudicator.matching.described import cardboard, types_of
from adjudicator.matching.proposals import named, propose
from adjudicator.model.module import Module
from adjudicator.model.pack import Pack
from adjudicator.packs.load import load_pack
from tests.adjudicator.matching.garbling import HELD, TUNED, garbled
from tests.helpers import FIXTURES

SAMPLES = {
    "prut_front": "blitz_in_the_east",
    "smolensk_corridor": "thunder_in_the_east",
    "two_rivers": "two_rivers",
    "dvina_line": "europa",
}
SEEDS = {"swapped": 3, "mixed": 3, "cut": 3, "misspelt": 3}


@dataclass(frozen=True, slots=True)
class Tally:
    """How many counters there are, how many are proposed right or taken unasked, and what was taken wrongly."""

    counters: int
    right: int
    taken: int
    wrong: tuple[str, ...]


@cache
def sample(name: str) -> tuple[Module, Pack]:
    """A sample module of ours and its pack."""
    return open_module(FIXTURES / "vassal" / name / f"{name}.vmod"), load_pack(SAMPLES[name])


def tally(name: str, rule: str, seed: int, bare: bool = False) -> Tally:
    """Garble a sample and propose."""
    module, pack = sample(name)
    other, truth = garbled(module, {**TUNED, **HELD}[rule], seed, bare)
    counters = cardboard(other, pack)
    found = named(propose(counters, types_of(pack)))
    of_slot = {slot.gpid: found.get(each.key) for each in counters for slot in each.slots}
    right = sum(1 for slot, each in of_slot.items() if each and each.type == truth[slot])
    taken = {slot: each for slot, each in of_slot.items() if each and each.taken}
    return Tally(
        len(of_slot), right, len(taken), tuple(truth[at] for at, each in taken.items() if each.type != truth[at])
    )


def main() -> None:
    """Print a line for each set of rules and sample, and one for each set."""
    bare = "bare" in sys.argv
    for title, rules in (("tuned", TUNED), ("kept back", HELD)):
        whole: list[Tally] = []
        for name in SAMPLES:
            made = [tally(name, rule, seed, bare) for rule in rules for seed in range(1, 1 + SEEDS.get(rule, 1))]
            print(_line(title, name, made))
            whole += made
        print(_line(title, "all", whole))


def _line(title: str, name: str, made: list[Tally]) -> str:
    count = sum(each.counters for each in made)
    right, taken = (sum(getattr(each, key) for each in made) / count for key in ("right", "taken"))
    wrong = sum(len(each.wrong) for each in made)
    return f"{title:10} {name:18} {count:5} counters  right {right:.4f}  taken {taken:.4f}  taken wrongly {wrong}"


if __name__ == "__main__":
    main()
