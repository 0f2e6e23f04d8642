"""Numbers that rise by too much or too high."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from adjudicator.analysis.movement.reach import capacity
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.interval import INFINITE, Interval
from adjudicator.model.theatre import Table
from adjudicator.record.acts import Act, ValuesChanged
from adjudicator.said import say

RISE_NAME = "rail_used"
"""The number, kept as "NAME.SIDE"."""
MOST = 1
"""By how much it rises at a time outside its side's own turn."""
MODE = "rail"
"""The mode of movement whose capacity for the side it stays below."""
RISE_UNDER = "rail_capacity"
"""The number, kept as "UNDER.SIDE", that it stays below instead."""
SHORT = 1
"""By how much it stays below."""


class Rise(Table):
    """The number "NAME.SIDE", outside its side's own turn, rises by 1 at a time and stays 1 short of a capacity.

    The capacity is that of a mode of movement for the side, or the number "UNDER.SIDE" that the game keeps.
    """


@check("values.rise", Rise, unseen="cannot excuse", acts=("value",))
def rises_so_far(act: Act, terms: Rise) -> Iterator[Breach]:
    """A number that the enemy drives up rises only so far.

    Legal:    Axis Air Combat Step; weather clear; season summer; value rail_used.soviet 1; now weather clear;
              value rail_used.soviet 2
    Illegal:  Axis Air Combat Step; weather clear; season summer; value rail_used.soviet 1; now weather clear;
              value rail_used.soviet 3
    """
    for name, text in act.values.items() if isinstance(act, ValuesChanged) else ():
        kind, _, side = name.partition(".")
        old = act.before.values.get(name)
        if kind != RISE_NAME or act.moment.phasing in ("", side) or old is None or not text.isdigit():
            continue
        new, before = int(text), int(old)
        if new <= before:
            continue
        if new > before + MOST:
            yield Breach(
                (),
                say(
                    "{name} rises from {before} to {new}, and may rise by {most} at a time",
                    name,
                    before,
                    new,
                    MOST,
                ),
            )
            continue
        yield from _too_high(act, terms, (name, side, new))


def _too_high(act: Act, terms: Rise, change: tuple[str, str, int]) -> Iterator[Breach]:
    name, side, new = change
    kept = act.before.values.get(f"{RISE_UNDER}.{side}") if RISE_UNDER else None
    most = Interval.of(INFINITE)
    if kept is not None:
        most = Interval.of(Fraction(kept))
    elif MODE:
        most = capacity(act.before, MODE, side)
    broken = ~Interval.of(new + SHORT).at_most(most)
    why = say("which may be too high") if broken.is_open else say("and may rise to {most} less {short}", most, SHORT)
    yield Breach((), say("{name} rises to {new}, {why}", name, new, why), broken=broken)
