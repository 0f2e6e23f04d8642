"""How Fleets sail: 106.4 and 106.5.3 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.marker_ways import Way, by_no_way, put_elsewhere
from adjudicator.analysis.situation import Besides, Situation, fits_any
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.record.acts import Act
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where

FLEET = frozenset({"fleet"})
ANCHORAGE, COASTAL, ALL_SEA = frozenset({"anchorage"}), frozenset({"all_sea", "coast"}), frozenset({"all_sea"})
ICE, CITY = frozenset({"winter_ice"}), frozenset({"city"})
GULF, BALTIC, BLACK_SEA = frozenset({"gulf_of_finland"}), frozenset({"baltic_sea"}), frozenset({"black_sea"})
WINTER = {"season": frozenset({"winter"})}
REGULAR = frozenset({"regular movement"})
CAPTURED = (Situation(where=Where(places=ANCHORAGE), controlled="enemy"),)
AT_SEA = (Situation(where=Where(tags=COASTAL, without=CITY)),)
HARBOUR = (Situation(where=Where(places=ANCHORAGE), controlled="own", statuses=ANCHORAGE),)
"""A friendly supplied Anchorage."""
FREE_HARBOUR = (Situation(where=Where(places=ANCHORAGE, without=ICE), controlled="own", statuses=ANCHORAGE),)
OFF_ICE = (Situation(where=Where(without=ICE)),)
SEA_OFF_ICE = (Situation(where=Where(tags=COASTAL, without=ICE | CITY)),)
CHAPTER = Chapter(
    area="naval",
    unseen="may excuse nearby",
    options=("naval",),
    acts=("shift",),
    met=lambda act: "card" not in act.told and any(put_elsewhere(act, FLEET)),
)


def _targets(phase: str, *, without: frozenset[str]) -> tuple[Situation, ...]:
    """Where a Fleet that sails to fight may go: to sea and coast and into its own Anchorages, or in reaction to the sea."""
    if phase == "reaction":
        return (Situation(where=Where(terrains=ALL_SEA, without=without)),)
    return (
        Situation(where=Where(tags=COASTAL, without=without)),
        Situation(where=Where(places=ANCHORAGE, without=without), controlled="own"),
    )


def _sorties(phase: str, phasing: str, sea: tuple[str, str, frozenset[str]], held: dict[str, str]) -> Iterator[Way]:
    """In summer anywhere in its sea, in winter neither from nor to ice, while the other side does not hold its Naval Base."""
    tag, base, inside = sea
    summer = When(phases=frozenset({phase}), phasing=phasing, without_conditions=WINTER)
    winter = When(phases=frozenset({phase}), phasing=phasing, conditions=WINTER)
    for when, origin, without in ((summer, (), frozenset[str]()), (winter, OFF_ICE, ICE)):
        to = _targets(phase, without=without)
        yield Way(
            when,
            to,
            origin,
            tags=frozenset({tag}),
            inside=inside,
            held=held,
            base=base,
            base_statuses=ANCHORAGE,
        )


def _every_way() -> Iterator[Way]:
    leningrad, sevastopol = ("baltic", "Leningrad"), ("black_sea", "Sevastopol")
    gdynia = {"Gdynia": "soviet"}
    for phase, phasing, open_sea in (("special movement", "own", GULF | BALTIC), ("reaction", "enemy", BALTIC)):
        yield from _sorties(phase, phasing, (*leningrad, GULF), {})
        yield from _sorties(phase, phasing, (*leningrad, open_sea), gdynia)
        yield from _sorties(phase, phasing, (*sevastopol, BLACK_SEA), {})
    for (tag, base), inside in ((leningrad, GULF | BALTIC), (sevastopol, BLACK_SEA)):
        tags = frozenset({tag})
        for when, to, off_ice, from_sea in (
            ({"without_conditions": WINTER}, HARBOUR, (), AT_SEA),
            ({"conditions": WINTER}, FREE_HARBOUR, OFF_ICE, SEA_OFF_ICE),
        ):
            regular = When(phases=REGULAR, phasing="own", **when)
            yield Way(regular, to, off_ice, tags=tags, inside=inside, base=base, base_statuses=ANCHORAGE)
            yield Way(When(**when), to, from_sea, tags=tags, inside=inside)
        yield Way(ALWAYS, HARBOUR, CAPTURED, tags=tags, inside=inside)


WAYS = tuple(_every_way())


@CHAPTER.article("Fleet movement", "106.4", covers=("106.0a", "106.0b", "106.3a", "106.3c"))
def fleet_movement(act: Act) -> Iterator[Finding]:
    """A Fleet whose Naval Base is Soviet and supplied sails in its own sea in the Special Movement Step, and to a friendly
    supplied Anchorage in the Regular one; out of a captured Anchorage at once.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic;
              shift +fleet.baltic 1903-1503
    Illegal:  turn 9, Soviet Regular Movement Step; weather clear; season summer; 1903: +fleet.baltic;
              shift +fleet.baltic 1903-1503
    """
    if "card" not in act.told:
        yield from by_no_way(act, FLEET, WAYS)


SAILING = When(phases=frozenset({"special movement", "regular movement", "reaction"}))
COUNTDOWN, SUPPLY = "countdown", "supply_city"
AT_A_SMALL_PORT = -5
"""The Countdown that of all there only a Fleet gets, but for what a card lays on a Supply City."""


@CHAPTER.article("Fleets under repair", "8.0b.fleet", covers=("8.0b", "106.3c"))
def fleets_under_repair(act: Act) -> Iterator[Finding]:
    """A Fleet that bears a Countdown does not sail, but out of a captured Anchorage.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Soviet Special Movement Step; weather clear; season summer; 1903: +fleet.baltic;
              shift +fleet.baltic 1903-1503
    Illegal:  turn 9, Soviet Special Movement Step; weather clear; season summer; 1104: +fleet.baltic, +countdown.5;
              control Tallinn soviet; shift +fleet.baltic 1104-1204
    """
    before = act.before
    if "card" in act.told or not SAILING.holds(before, "soviet").is_yes:
        return
    for old, _ in put_elsewhere(act, FLEET):
        values = [each.type.value for each in before.markers_at(old.hex) if each.type.kind == COUNTDOWN]
        if not values or fits_any(before, old.type.side, old.hex, CAPTURED).possible:
            continue
        network, name = before.network, old.type.name or old.id
        kinds = {kind for place in network.places_at.get(network.index[old.hex], ()) for kind in place.kinds}
        whose = Known.open(say("whether the countdown marker in {hex} is that of {name}", old.hex, name))
        because = say("{name} sails out of {hex} under a countdown marker, and may not sail", name, old.hex)
        yield Finding((old.hex,), because, broken=YES if AT_A_SMALL_PORT in values and SUPPLY not in kinds else whose)


INTERCEPTING = (
    Way(
        origin=(
            Situation(
                where=Where(places=frozenset({"naval_base"}), without_markers=frozenset({"countdown"})),
                controlled="own",
            ),
        ),
        to=(Besides(Situation(where=Where(terrains=ALL_SEA)), with_enemy=True),),
    ),
    Way(to=(Situation(where=Where(places=ANCHORAGE), controlled="own"),)),
)


@CHAPTER.article("Fleets that intercept", "106.5.3a.range", covers=("106.5.3a",), when=("axis.reaction",))
def fleets_that_intercept(act: Act) -> Iterator[Finding]:
    """In the Opponent's Reaction Step a Fleet sails out of a functioning Naval Base to the hex of a transported unit.

    Under: thunder_in_the_east, naval
    Legal:    turn 9, Axis Opponent's Reaction Step; weather clear; season summer; control Leningrad soviet; 1503: ax.7inf;
              1903: +fleet.baltic; shift +fleet.baltic 1903-1503
    Illegal:  turn 9, Axis Opponent's Reaction Step; weather clear; season summer; control Leningrad soviet;
              1903: +fleet.baltic; shift +fleet.baltic 1903-1503
    """
    if "card" not in act.told:
        yield from by_no_way(act, FLEET, INTERCEPTING)
