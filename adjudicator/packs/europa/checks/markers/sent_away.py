"""Markers that their own side sends off the map."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.known import any_of
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act, Lifted, Shifted
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.words import when_words


class SentAway(Table):
    """Markers of these `kinds` leave the map in their side's own turn while one of `when` holds, from hexes that fit `origin`.

    Those in a hex that the enemy controls are lost, not sent: of them this says nothing.
    """

    kinds: frozenset[MarkerKind]
    """The kinds of marker."""
    when: tuple[When, ...]
    """They leave the map in their side's own turn while one of these holds."""
    origin: tuple[Situation, ...] = ()
    """They leave from hexes that fit one of these."""
    stays: bool = False
    """Whether they go to no other hex of the map."""


@check("markers.sent_away", SentAway, unseen="may excuse nearby", acts=("lift", "shift"), markers_in=("kinds",))
def leaves_as_it_may(act: Act, terms: SentAway) -> Iterator[Breach]:
    """A factory is sent away only by its own side, at its time and from where it may go.

    Under:    fire_in_the_east, gulf_coast
    Legal:    turn 2, Soviet Initial Phase; weather clear; history whole; 2A/0703: +factory; lift +factory 2A/0703
    Illegal:  turn 12, Soviet Initial Phase; weather clear; 2A/0707: +factory; lift +factory 2A/0707
    Illegal:  turn 1, Soviet Initial Phase; weather clear; history whole; 2A/0703: +factory; lift +factory 2A/0703
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0703: +factory; shift +factory 2A/0703-2A/0707
    """
    if isinstance(act, Shifted) and terms.stays:
        yield from _shifted(act, terms)
    marker = act.before.markers.get(act.markers[0]) if isinstance(act, Lifted) and act.markers else None
    if marker is None or marker.type.kind not in terms.kinds or marker.hex not in act.before.network.index:
        return
    side, phasing, number = marker.type.side, act.moment.phasing, marker.hex
    own = controls(act.before, number, side, side)
    if phasing not in ("", side) or own.is_no:
        return
    name = marker.type.name or marker.id
    now = any_of(when.holds(act.before, side) for when in terms.when)
    if not now.is_yes:
        phase = act.moment.phase.name if act.moment.phase else say("unknown phase")
        yield Breach(
            (number,),
            say("{name} leaves {hex} in the {phase}; allowed only {when}", name, number, phase, when_words(terms.when)),
            broken=own & ~now,
        )
    elif terms.origin:
        fits = fits_any(act.before, side, number, terms.origin)
        yield Breach(
            (number,),
            say("{name} leaves {hex}, from which no line leads to where it could go", name, number),
            broken=own & ~fits,
        )


def _shifted(act: Act, terms: SentAway) -> Iterator[Breach]:
    """Markers that are put into another hex of the map."""
    on_map = act.before.network.index
    for name in act.markers:
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        if old is None or new is None or old.type.kind not in terms.kinds or old.hex == new.hex:
            continue
        if old.hex in on_map and new.hex in on_map:
            called = old.type.name or old.id
            because = say(
                "{name} goes from {hex} to {other}, and leaves its place for no other hex", called, old.hex, new.hex
            )
            yield Breach((old.hex, new.hex), because)
