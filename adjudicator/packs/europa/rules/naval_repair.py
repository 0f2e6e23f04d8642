"""Ships and flotillas that are repaired: 28F of Fire in the East, 27F of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.roster import roster
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.articles import Chapter, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.packs.europa.analysis.ships import hits_on
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import deed

CHAPTER = Chapter(unseen="cannot excuse")

HITS = frozenset({"ship_hit"})
SHIPS, FLOTILLAS = Selector(any_tags=frozenset({"ship"})), Selector(kinds=frozenset({"flotilla"}))
OWN_PORT, OWN_CITY = (Situation(where=Where(places=frozenset({place})), controlled="own") for place in ("port", "city"))


def _repaired(record: PhaseRecord, who: Selector, place: Situation) -> Iterator[Finding]:
    """Hits are taken off in the initial phase of the side, in a hex for it."""
    phase = record.moment.phase
    for old in roster(record.start).fitting(who):
        new = record.end.units.get(old.id)
        if new is None or not new.hex or hits_on(record.start, old, HITS) <= hits_on(record.end, new, HITS):
            continue
        if phase is None or "initial" not in phase.names or record.moment.phasing != old.side:
            broken = YES if phase is not None else Known.open(say("the phase"))
            because = say("{unit} is repaired, which is done in its initial phase", old)
            yield Finding((new.hex,), because, (old.id,), broken)
            continue
        fits = fits_any(record.start, old.side, old.hex, (place,))
        yield Finding((new.hex,), say("{unit} is repaired where no ship is", old), (old.id,), ~fits)


@CHAPTER.article(
    "Ships repaired",
    printed("fire_in_the_east", "28F.1", says="Ships are repaired in port, in the Soviet initial phase."),
    printed("sudden_storm", "27F.a", says="Ships are repaired in port, in the own initial phase."),
    area="naval",
    met=about(SHIPS),
)
def ships_repaired(record: PhaseRecord) -> Iterator[Finding]:
    """Ships are repaired in port.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 1; 2A/0410: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 0
    Illegal:  turn 5, Soviet Movement Phase; weather clear; value repair_points.soviet 1; 2A/0410: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 0
    """
    yield from _repaired(record, SHIPS, OWN_PORT)


@CHAPTER.article(
    "Flotillas repaired",
    printed(
        "fire_in_the_east",
        "28F.2",
        figures=OWN_CITY,
        says="Flotillas are repaired in Soviet cities, in the Soviet initial phase.",
    ),
    printed(
        "sudden_storm",
        "27F.af",
        covers=("27F.a",),
        figures=Situation(controlled="own"),
        says="Flotillas are repaired in the own initial phase, too.",
    ),
    area="naval",
    met=about(FLOTILLAS),
)
def flotillas_repaired(record: PhaseRecord, place: Situation) -> Iterator[Finding]:
    """Flotillas are repaired in their own cities or on their own ground.

    Under:    own, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 1; 2A/0410: so.flot1+ship_hits.1;
              unmark so.flot1+ship_hits.1; value repair_points.soviet 0
    Illegal:  turn 5, Soviet Movement Phase; weather clear; value repair_points.soviet 1; 2A/0410: so.flot1+ship_hits.1;
              unmark so.flot1+ship_hits.1; value repair_points.soviet 0
    """
    yield from _repaired(record, FLOTILLAS, place)


@CHAPTER.article(
    "Repaired, and at work",
    "fire_in_the_east:28F.1u",
    covers=("28F.1", "28F.2"),
    area="naval",
    acts=("sail", "steam", "attack"),
    whole_turn=True,
)
def repaired_and_at_work(record: PhaseRecord) -> Iterator[Finding]:
    """What was seen to be repaired does not move or fire in that player turn, whether a marker says so or not (28F).

    Under:    own, open_sea
    Legal:    turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 1; 2A/0709: so.ca1/2+ship_hits.1, so.cl1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 0; turn 5, Soviet Movement Phase;
              sail so.cl1 2A/0709-2A/0808-2A/0709
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value repair_points.soviet 1; 2A/0709: so.ca1/2+ship_hits.1;
              unmark so.ca1+ship_hits.1; value repair_points.soviet 0; turn 5, Soviet Movement Phase;
              sail so.ca1 2A/0709-2A/0808-2A/0709
    """
    mended: set[str] = set()
    for earlier in record.earlier:
        if earlier.moment.phase is not None and earlier.moment.phase.kind == "initial":
            for old in (*roster(earlier.start).fitting(SHIPS), *roster(earlier.start).fitting(FLOTILLAS)):
                new = earlier.end.units.get(old.id)
                if new is not None and new.hex and hits_on(earlier.end, new, HITS) < hits_on(earlier.start, old, HITS):
                    mended.add(old.id)
    for act in record.called(("sail", "steam", "attack")):
        for unit in act.units_before:
            if unit.id in mended and not unit.has("repaired") and unit.side == record.moment.phasing:
                because = say("{unit} {does}, and was repaired in this player turn", unit, deed(act.kind))
                yield Finding(act.path, because, (unit.id,))
