"""Answers to yes-or-no questions that may be unknown: True, False, or None where a missing datum decides."""

from __future__ import annotations

from collections.abc import Collection


def any_of(answers: Collection[bool | None]) -> bool | None:
    """Whether one of them is yes; None if only an unknown one could be."""
    if True in answers:
        return True
    return None if None in answers else False


def all_of(answers: Collection[bool | None]) -> bool | None:
    """Whether all of them are yes; None if only an unknown one could be no."""
    if False in answers:
        return False
    return None if None in answers else True
