"""Where and when Detachments and partisan units are: 107.1 and 107.3 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import drawn_on
from adjudicator.analysis.marker_ways import Way, by_no_way, put_elsewhere
from adjudicator.analysis.situation import Asked, Besides, Situation
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.checks.markers.timing import MarkerTiming, at_its_time
from adjudicator.checks.placement.arrivals import markers_arrived, misplaced, units_arrived
from adjudicator.checks.placement.forbidden import ForbiddenHexes, stands_where_it_may
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding
from adjudicator.lean import replace
from adjudicator.packs.thunder_in_the_east.rules._cards import unless_by_card
from adjudicator.packs.thunder_in_the_east.rules.partisans import DETACHMENT, ENEMY_CITY, SOVIET_CITY
from adjudicator.record.acts import Act
from adjudicator.record.position import Position
from adjudicator.terms.act import ActKinds
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector

CHAPTER = Chapter(area="partisan", options=("partisans",))

SALLY = Way(
    When(phases=frozenset({"special movement"}), phasing="own"),
    ENEMY_CITY,
    reach=True,
)
IN_PARTISAN_STEP = Way(When(phases=frozenset({"partisan"}), phasing="own"))


@CHAPTER.article(
    "Detachments do not move",
    "107.1d",
    covers=("107.2a",),
    unseen="may excuse nearby",
    acts=("shift",),
    met=lambda act: "card" not in act.told and any(put_elsewhere(act, frozenset({DETACHMENT}))),
)
def detachments_stay(act: Act) -> Iterator[Finding]:
    """A Detachment goes only to an enemy-controlled, supplied City within three hexes, in the Special Movement Step.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Special Movement Step; weather clear; season summer; control Borisov axis;
              1719: ax.7inf; 1816: +detachment; 1517: ax.5inf; shift +detachment 1816-1716
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1816: +detachment;
              shift +detachment 1816-1815
    """
    if "card" not in act.told:
        yield from by_no_way(act, frozenset({DETACHMENT}), (SALLY, IN_PARTISAN_STEP))


IN_STEPS = (
    When(phases=frozenset({"order of battle", "partisan", "set-up"}), phasing="own"),
    When(phases=frozenset({"set-up"})),
)
COME_AND_GO = MarkerTiming(acts=ActKinds({"lay", "lift"}), kinds=frozenset({DETACHMENT}), when=IN_STEPS)
OUT_OF_POOL = MarkerTiming(acts=ActKinds({"shift"}), kinds=frozenset({DETACHMENT}), when=IN_STEPS, out_of="box")


@CHAPTER.article(
    "When Detachments come and go",
    "107.1b.when",
    covers=("107.1b", "107.2.1"),
    unseen="cannot excuse",
    acts=("lay", "lift"),
    met=about(markers={DETACHMENT}),
)
def when_detachments_come_and_go(act: Act) -> Iterator[Finding]:
    """Detachments come onto the map and leave it in the Order of Battle Step and when they attack, otherwise by a card only.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; lay +detachment 1615
    Illegal:  turn 9, Soviet Regular Movement Step; weather clear; season summer; lay +detachment 1615
    """
    yield from unless_by_card(act, at_its_time(act, COME_AND_GO))


@CHAPTER.article(
    "When Detachments come out of their pool",
    "107.1b.box",
    covers=("107.1b",),
    unseen="cannot excuse",
    acts=("shift",),
    met=about(markers={DETACHMENT}),
)
def when_detachments_leave_their_pool(act: Act) -> Iterator[Finding]:
    """Detachments come out of their pool in the Order of Battle Step and when they attack, otherwise by a card only.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; [partisan_pool]: +detachment;
              shift +detachment [partisan_pool]>1615
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; [partisan_pool]: +detachment;
              shift +detachment [partisan_pool]>1615
    """
    yield from unless_by_card(act, at_its_time(act, OUT_OF_POOL))


ABROAD = ForbiddenHexes(who=Selector(tags=frozenset({"partisan"})), where=Where(without=frozenset({"ussr"})))


@CHAPTER.article("Operational limit of partisan units", "107.3b", when=("end of phase",), unseen="cannot excuse")
def partisans_stay_in_their_nation(position: Position) -> Iterator[Finding]:
    """Partisan units never leave their nation; one that is driven out of it is destroyed.

    Under: thunder_in_the_east, partisans
    Legal:    turn 9, Soviet Regular Movement Step; weather clear; season summer; 1111: sov.parcorps
    Illegal:  turn 9, Soviet Regular Movement Step; weather clear; season summer; 0318: sov.parcorps
    """
    drawn = drawn_on(position, frozenset({"ussr"}))
    yield from (replace(each, broken=each.broken & drawn) for each in stands_where_it_may(position, ABROAD))


PLACING = When(phases=frozenset({"order of battle", "partisan"}), phasing="own")
PARTISANS = Selector(tags=frozenset({"partisan"}))
CITY, USSR = frozenset({"city"}), frozenset({"ussr"})
MOUNTAIN = Situation(where=Where(all_tags=frozenset({"mountain", "ussr"}), without=CITY))
HELD_CITY = Situation(where=SOVIET_CITY, controlled="enemy")
"""Only Cities have a controller (5.4)."""
ROUGH = frozenset({"forest", "hill", "sand", "swamp"})
OVERLAND = (
    Connection(
        lines=("overland",),
        to=frozenset(
            {
                "supply_city_source",
                "major_port_source",
                "small_port_source",
                "hq_source",
                "disrupted_hq",
                "full_fleet_source",
                "reduced_fleet_source",
            }
        ),
    ),
)
"""5.4: a friendly OLoC defines friendly territory."""
COVERED = Situation(where=Where(all_tags=USSR, without=frozenset({"open", "city"})))
DETACHMENTS_LIE = (
    Besides(MOUNTAIN, empty=True),
    Besides(
        Situation(where=Where(all_tags=frozenset({"mountain", "ussr", "city"})), controlled="enemy"),
        empty=True,
    ),
    Besides(HELD_CITY, empty=True, lonely=True, away=3, away_from=frozenset({DETACHMENT})),
    Besides(
        Situation(where=Where(tags=ROUGH, all_tags=USSR, without=CITY)),
        empty=True,
        lonely=True,
        away=3,
        away_from=frozenset({DETACHMENT}),
        not_own=OVERLAND,
    ),
)
DETACHMENTS_LAY = (
    Besides(
        Situation(where=Where(tags=ROUGH | {"mountain", "tundra"}, all_tags=USSR, without=CITY)),
        empty=True,
        lonely=True,
        away=4,
        away_from=frozenset({DETACHMENT}),
        not_own=OVERLAND,
    ),
)
"""Of the first printing."""


@CHAPTER.article(
    "Placement of Detachments",
    printed("thunder_in_the_east", "107.1a", figures=DETACHMENTS_LIE),
    covers=("107.0a",),
    why="Only Cities have a controller (5.4); another hex is the enemy's land but where the Soviets alone have an OLoC.",
    unseen="may excuse nearby",
    met=lambda act: "card" not in act.told and any(markers_arrived(act, frozenset({DETACHMENT}))),
)
def placement_of_detachments(act: Act, places: tuple[Asked, ...]) -> Iterator[Finding]:
    """A Detachment is placed in an empty Mountain, or in an empty City, Forest, Hill, Sand or Swamp away from enemies and other
    Detachments.

    Under: own, partisans
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; lay +detachment 1615
    Illegal:  turn 9, Soviet Order of Battle Step; weather clear; season summer; 1615: sov.63rc/2; lay +detachment 1615
    """
    came = markers_arrived(act, frozenset({DETACHMENT})) if "card" not in act.told else ()
    yield from misplaced(act, came, places, PLACING)


article(
    printed("thunder_in_the_east_10", "107.1a", figures=DETACHMENTS_LAY),
    says="A Detachment is placed in an empty Forest, Hill, Mountain, Tundra, Sand or Swamp away from enemies and other "
    "Detachments.",
    unseen="may excuse nearby",
    met=lambda act: "card" not in act.told and any(markers_arrived(act, frozenset({DETACHMENT}))),
    anew=True,
)(placement_of_detachments)


def _partisans_come(act: Act) -> bool:
    return "card" not in act.told and any(units_arrived(act, PARTISANS))


@CHAPTER.article(
    "Placement of partisan units",
    printed(
        "thunder_in_the_east",
        "107.1c",
        readings=("partisan_units_next_to_enemies=barred",),
        figures=(
            Besides(MOUNTAIN, empty=True),
            Besides(COVERED, empty=True, lonely=True, not_own=OVERLAND),
            Besides(HELD_CITY, empty=True, lonely=True),
        ),
    ),
    printed(
        "thunder_in_the_east",
        "107.1c-allowed",
        title="Placement of partisan units, next to enemies too",
        says="A Partisan Division or Corps is placed in any empty, enemy-controlled, non-clear hex of the USSR.",
        covers=("107.1c",),
        readings=("partisan_units_next_to_enemies=allowed",),
        figures=(Besides(COVERED, empty=True, not_own=OVERLAND), Besides(HELD_CITY, empty=True)),
    ),
    unseen="may excuse nearby",
    met=_partisans_come,
)
def placement_of_partisan_units(act: Act, places: tuple[Asked, ...]) -> Iterator[Finding]:
    """A Partisan Division or Corps is placed in an empty, enemy-controlled, non-clear hex of the USSR, as Detachments are.

    Under: own, partisans
    Legal:    turn 9, Soviet Order of Battle Step; weather clear; season summer; place sov.parcorps 1615
    Illegal:  turn 9, Soviet Order of Battle Step; weather clear; season summer; place sov.parcorps 0318
    """
    came = units_arrived(act, PARTISANS) if "card" not in act.told else ()
    yield from misplaced(act, came, places, PLACING)


article(
    printed(
        "thunder_in_the_east_10",
        "107.1c",
        figures=(
            Besides(Situation(where=Where(all_tags=USSR, without=CITY)), empty=True, lonely=True, not_own=OVERLAND),
            Besides(HELD_CITY, empty=True, lonely=True),
        ),
    ),
    says="A Partisan Division or Corps is placed in an empty, enemy-controlled hex of the USSR, not next to an enemy unit.",
    unseen="may excuse nearby",
    met=_partisans_come,
    anew=True,
)(placement_of_partisan_units)
