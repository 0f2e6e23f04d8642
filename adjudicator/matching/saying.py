"""Why a counter may be a type, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.matching.weighing import Weighed


def reasons(why: Weighed) -> str:
    """What agrees, what was guessed, and what does not fit."""
    told = []
    for words, what in (
        (why.agree, "agrees"),
        (why.beside, "fits besides"),
        (why.faint, "only a guess"),
        (why.missing, "not said by the counter"),
        (why.surplus, "said by the counter alone"),
        (why.against, "speaks against it"),
    ):
        if words:
            told.append(f"{_listed(words)}: {what}")
    return "; ".join(told)


def _listed(words: Sequence[str]) -> str:
    return ", ".join(dict.fromkeys(words))
