"""What a rule is about: acts of some kind, units, markers. A rule whose subject never occurs says so, and not "none broken"."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from adjudicator.analysis.roster import roster
from adjudicator.checks.registry import Check, Met
from adjudicator.lean import dataclass
from adjudicator.model.pack import Pack
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.act import ActFilter
from adjudicator.terms.who import EVERYONE, Selector


@dataclass(frozen=True, slots=True)
class Subject:
    """The kinds of act and of marker and the units that a rule is about; None, or no marker, where it is about any."""

    acts: frozenset[str] | None = None
    markers: frozenset[str] = frozenset()
    who: Selector | None = None
    met: Callable[[Any], bool] | None = None

    def occurs(self, examined: Position | Act | PhaseRecord) -> bool:
        """Whether a position, act or phase has anything of what the rule is about. It decides no verdict."""
        named = self._is(examined) if isinstance(examined, Act) else self._names_any_of(examined)
        return named and (self.met is None or self.met(examined))

    def names(self, kind: str) -> bool:
        """Whether it is about acts of a kind."""
        return self.acts is None or kind in self.acts

    def _names_any_of(self, examined: Position | PhaseRecord) -> bool:
        if isinstance(examined, Position):
            return self._stands_in(examined)
        if self.acts is not None:
            return any(self._is(act) for act in examined.acts)
        return self._stands_in(examined.start) or self._stands_in(examined.end)

    def _is(self, act: Act) -> bool:
        if not self.names(act.kind) or (self.markers and not self._lays(act)):
            return False
        return self.who is None or not act.units or self._does(act, self.who)

    def _lays(self, act: Act) -> bool:
        """Whether one of its markers is there before or after an act."""
        return any(
            name in position.markers and position.markers[name].type.kind in self.markers
            for name in act.markers
            for position in (act.before, act.after)
        )

    def _does(self, act: Act, who: Selector) -> bool:
        """Whether an act is that of one of its units, or of one that nobody knows."""
        units = (act.before.units.get(name) or act.after.units.get(name) for name in act.units)
        return any(unit is None or who.matches(unit) for unit in units)

    def _stands_in(self, position: Position) -> bool:
        if self.markers and not any(marker.type.kind in self.markers for marker in position.markers.values()):
            return False
        return self.who is None or bool(roster(position).fits(self.who).any())


def about(who: Selector | None = None, *, acts: Iterable[str] = (), markers: Iterable[str] = ()) -> Met:
    """For the `met` of an article: whether such units, or markers of such kinds, are on the map when a phase begins or ends, or
    in a position; whether an act is one of these kinds and is theirs; with `acts`, whether a phase has such an act."""
    subject = Subject(frozenset(acts) or None, frozenset(markers), who)
    return lambda examined, _: subject.occurs(examined)


def subject_of(check: Check, terms: object, pack: Pack) -> Subject:
    """What a check is about with a rule's terms: the acts, markers and units that it names."""
    who, met = getattr(terms, check.units_in, None), check.met
    return Subject(
        _kinds(check, terms, pack),
        frozenset().union(*(_words(terms, name) for name in check.markers_in)),
        who if isinstance(who, Selector) and who != EVERYONE else None,
        (lambda examined: met(examined, terms)) if met is not None else None,
    )


def _kinds(check: Check, terms: object, pack: Pack) -> frozenset[str] | None:
    """The kinds of act that a check is about: of its own those that a rule names, if it names any; None: any."""
    own = check.acts(pack) if callable(check.acts) else check.acts
    named = frozenset[str]().union(*(_words(terms, name) for name in check.acts_in))
    if own and named:
        return own & named
    return own or named or None


def _words(terms: object, name: str) -> frozenset[str]:
    value = getattr(terms, name)
    if isinstance(value, ActFilter):
        return value.kinds
    return frozenset((value,) if isinstance(value, str) else value)
