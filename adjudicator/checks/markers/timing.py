"""Markers laid, taken away, moved or turned at a time, or by a side, that may not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from adjudicator.analysis.cards import is_put_into_play
from adjudicator.checks.registry import check
from adjudicator.findings import Finding
from adjudicator.model.known import YES, any_of
from adjudicator.model.theatre import Table
from adjudicator.model.units import Marker, MarkerType
from adjudicator.model.vocabulary import MarkerKind
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.terms.when import When
from adjudicator.terms.words import nearest_when_words

DONE = {"lay": say("is laid"), "lift": say("is taken away"), "shift": say("is moved"), "swap": say("is turned up")}
"""What happens to a marker, by the kind of act."""


class MarkerTiming(Table):
    """`acts` (lay, lift, shift, swap) with markers of `kinds` (of a swap: turned into these) need one of `when` to hold.

    For `phasing` the marker's own side counts.
    """

    acts: ActKinds
    """What is done with the markers: "lay", "lift", "shift" or "swap"."""
    kinds: frozenset[MarkerKind]
    """The kinds of marker; of a swap, those into which one is turned."""
    when: tuple[When, ...] = ()
    """One of these must hold; for `phasing` the marker's own side counts."""
    out_of: Literal["box", "hex", "hand"] | None = None
    """Of moves only those out of a box onto the map, or of markers that lie on the map; "hand": out of a box that is out of
    play (pack.toml) to the table, however it comes there. Example: `out_of = "hex"`"""


@check("markers.timing", MarkerTiming, unseen="cannot excuse", acts_in=("acts",), markers_in=("kinds",))
def at_its_time(act: Act, terms: MarkerTiming) -> Iterator[Finding]:
    """Some markers are laid, moved or turned at their own time only.

    Legal:    French supply; 0206: +depot.fr.closed; swap +depot.fr.closed+depot.fr.open 0206
    Illegal:  French combat; 0206: +depot.fr.closed; swap +depot.fr.closed+depot.fr.open 0206
    """
    if not terms.acts.fit(act) or not act.markers:
        return
    new = act.after.markers.get(act.markers[-1])
    old = act.before.markers.get(act.markers[0])
    marker = new or old
    if marker is None or marker.type.kind not in terms.kinds:
        return
    if terms.out_of == "hand" and not is_put_into_play(act, marker.id):
        return
    if terms.out_of in ("box", "hex") and not _comes_out_of(terms.out_of, old, new):
        return
    name = marker.type.name or marker.id
    phase = act.moment.phase.name if act.moment.phase else say("an unknown phase")
    what = DONE[act.kind]
    timely = any_of(when.holds(act.before, _side(marker.type, act)) for when in terms.when) if terms.when else YES
    if not timely.is_yes:
        when = nearest_when_words(terms.when, act.before, _side(marker.type, act))
        because = say("{name} {what} in {phase}; allowed only {when}", name, what, phase, when)
        yield Finding(act.path[-1:], because, broken=~timely)


def _comes_out_of(place: Literal["box", "hex"], old: Marker | None, new: Marker | None) -> bool:
    """Whether a marker is moved out of a box onto the map, or out of a hex."""
    if old is None or place == "hex":
        return old is not None and bool(old.hex)
    return new is not None and not old.hex and bool(new.hex)


def _side(kind: MarkerType, act: Act) -> str:
    return kind.side or act.side
