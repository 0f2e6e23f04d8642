"""How the dice fell, in words: what each player threw, how far from fair, and what became of a roll."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from adjudicator.audit.dice import Series
from adjudicator.audit.record import Audit
from adjudicator.said import say, strung
from adjudicator.words import chance, counted, listed

ODD = 0.05
"""A chance below which a series is worth a word; it is corrected for the number of series looked at."""


def oddest(series: Sequence[Series]) -> Series | None:
    """The series furthest from what fair dice do, if any is far."""
    found = min(series, key=_chance, default=None)
    return found if found is not None and _chance(found) < ODD else None


def dice_words(audit: Audit) -> str:
    """All dice of a game in a sentence."""
    if not audit.rolls:
        return say("no rolls")
    said = [counted(len(audit.rolls), "roll"), _oddness(audit)]
    after = Tally(roll.followed for roll in audit.rolls if roll.aftermath in ("undone", "perhaps", "restarted"))
    followed = listed(say("{count} {what}", count, what) for what, count in after.items())
    return strung((part for part in (*said, followed) if part), "; ")


def _oddness(audit: Audit) -> str:
    if not audit.series:
        return say("nobody can say how usual they are")
    odd = oddest(audit.series)
    if odd is None:
        return say("none out of the ordinary")
    who = audit.called(odd.player) or "somebody"
    return say(
        "{who}'s {what}: average {mean}, fair {expected} (chance {chance})",
        who,
        odd.what,
        f"{odd.mean:.1f}",
        f"{odd.expected:.1f}",
        chance(_chance(odd)),
    )


def _chance(one: Series) -> float:
    return min(one.sum_adjusted, one.faces_adjusted)
