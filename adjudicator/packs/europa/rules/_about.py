"""What an article is about, for its `met`."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.checks.registry import Met
from adjudicator.checks.subjects import Subject
from adjudicator.terms.who import Selector


def about(who: Selector | None = None, *, acts: Iterable[str] = (), markers: Iterable[str] = ()) -> Met:
    """Whether such units, or markers of such kinds, are on the map when a phase begins or ends; with `acts`, in such an act."""
    subject = Subject(frozenset(acts) or None, frozenset(markers), who)
    return lambda examined, _: subject.occurs(examined)
