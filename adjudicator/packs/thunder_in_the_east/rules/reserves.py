"""Theater Reserves: 102 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.headquarters import attacking, gateway, is_headquarters
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Finding
from adjudicator.model.units import Marker
from adjudicator.packs.thunder_in_the_east.analysis.headquarters import linked
from adjudicator.record.acts import Act, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.terms.words import when_words

CHAPTER = Chapter(unseen="may excuse nearby")

RESERVES = frozenset({"theater_reserves"})
MOVEMENT = frozenset({"special movement", "regular movement"})
ATTACK_RECEIVES = When(phases=MOVEMENT, phasing="own", options=RESERVES)
BALANCED_RECEIVES = When(phases=frozenset({"regular movement"}), phasing="own", options=RESERVES)
REDEPLOYED = Selector(without_tags=frozenset({"isolated", "interdicted", "garrison"}))
MID_EAST = Where(tags=frozenset({"mid_east"}))
RESERVE_RANGE = 18


@CHAPTER.article(
    "Redeployment",
    "102.2",
    covers=("10.3.1f", "10.3.2b", "102.1", "102.1.1", "102.1.2", "102.2.2", "102.2.3"),
    area="hq",
    acts=("redeploy",),
)
def redeployment(act: Act) -> Iterator[Finding]:
    """With Theater Reserves units redeploy between supplied, unstressed Strategic HQs joined by rail: to one in Attack mode in
    either Movement Phase, to a Balanced one in the Regular one.

    Under:    thunder_in_the_east, theater_reserves
    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1412: +hq.agn.balanced, ax.24pz;
              1517: +hq.agc.balanced; redeploy ax.24pz 1412-1517
    Illegal:  turn 1, Axis Regular Movement Step; weather mud; season autumn; 1412: +hq.agn.balanced, ax.24pz;
              1517: +hq.agc.balanced; redeploy ax.24pz 1412-1517
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1412: +hq.agn.balanced, ax.gar;
              1517: +hq.agc.balanced; redeploy ax.gar 1412-1517
    """
    barred = tuple(unit for unit in act.units_before if not REDEPLOYED.matches(unit))
    if barred and _is_on_map(act):
        names = strung((str(unit) for unit in barred), ", ")
        because = (
            say("{names} is redeployed, and units like that never are", names)
            if len(barred) == 1
            else say("{names} are redeployed, and units like that never are", names)
        )
        yield Finding(act.path[:1], because, tuple(unit.id for unit in barred))
    yield from _passed_on(act, ATTACK_RECEIVES, BALANCED_RECEIVES)


@CHAPTER.article(
    "Who is in reserve", "102.1", area="hq", unseen="cannot excuse", acts=("redeploy",), options=("theater_reserves",)
)
def in_reserve(record: PhaseRecord) -> Iterator[Finding]:
    """Who redeploys began the step with the headquarters, and did not come to it in the same step.

    Under:    thunder_in_the_east, theater_reserves
    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1412: +hq.agn.balanced, ax.24pz;
              1517: +hq.agc.balanced; redeploy ax.24pz 1412-1517; ax.24pz 1517-1416
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1412: +hq.agn.balanced; 1411: ax.24pz;
              1517: +hq.agc.balanced; ax.24pz 1411-1412; redeploy ax.24pz 1412-1517
    """
    came = dict[str, str]()
    for act in record.of(Travel):
        for name in act.units:
            began = record.start.units.get(name)
            if act.kind == "redeploy" and came.get(name, "") == act.path[0] and began and began.hex != act.path[0]:
                because = say(
                    "{unit} redeploys from {hex}, and came there in this step: it began in {start}",
                    *(began, act.path[0], began.hex or began.location),
                )
                yield Finding(act.path[:1], because, (name,))
            came[name] = act.path[-1] if act.kind != "redeploy" else ""


@CHAPTER.article(
    "Reserve Range", "102.2.1", area="hq", acts=("redeploy",), options=("theater_reserves", "theater_boundaries")
)
def reserve_range(act: Act) -> Iterator[Finding]:
    """Across a Theater Boundary units redeploy 18 hexes at most.

    Under:    thunder_in_the_east, theater_reserves, theater_boundaries
    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1412: +hq.agn.balanced, ax.24pz;
              1517: +hq.agc.balanced; redeploy ax.24pz 1412-1517
    Illegal:  turn 1, Soviet Regular Movement Step; weather clear; season summer; 3929: +hq.sw.balanced, sov.3cav;
              2215: +hq.w.balanced; redeploy sov.3cav 3929-2215
    """
    gates = _gates(act)
    if not _is_on_map(act) or isinstance(gates, Finding):
        return
    network, (start, end) = act.before.network, (marker.hex for marker in gates)
    apart = network.distance(network.index[start], network.index[end])
    if apart > RESERVE_RANGE:
        here, there = (MID_EAST.fits(ground_at(act.before), network.index[number]) for number in (start, end))
        because = say(
            "from {start} to {end} it is {apart} hexes, and across the boundary at most {most} may be",
            start,
            end,
            apart,
            RESERVE_RANGE,
        )
        yield Finding((end,), because, act.units, (here & ~there) | (there & ~here))


def _is_on_map(act: Act) -> bool:
    return all(number in act.before.network.index for number in act.path)


def _passed_on(act: Act, attack: When, balanced: When) -> Iterator[Finding]:
    """From an HQ to another, which receives units at one time in attack mode, at another in balanced mode."""
    if not _is_on_map(act):
        return
    gates = _gates(act)
    if isinstance(gates, Finding):
        yield gates
        return
    position, (origin, to) = act.before, gates
    receives = attack if attacking(position, to) else balanced
    because = say("{name} receives units only {when}", to.type.name, when_words((receives,)))
    yield Finding((to.hex,), because, act.units, ~receives.holds(position, to.type.side))
    because = say("no line joins {one} to {other}, and one must", origin.type.name, to.type.name)
    yield Finding((origin.hex,), because, act.units, ~linked(position, origin, to))


def _gates(act: Act) -> tuple[Marker, Marker] | Finding:
    """The HQs from which and to which units are sent, or why these pass nobody on."""
    position = act.before
    side = next((unit.side for unit in act.units_before), act.moment.phasing)
    found = []
    for number in (act.path[0], act.path[-1]):
        own = [m for m in position.markers_at(number) if m.type.side == side and is_headquarters(position, m)]
        marker = min(own, key=lambda each: _worth(position, each), default=None)
        if marker is None:
            because = say(
                "units redeploy from headquarters to headquarters, and none of their side is in {where}", number
            )
            return Finding((number,), because, act.units)
        found.append(marker)
    for marker in found:
        answer = gateway(position, marker)
        if not answer.is_yes:
            because = say(
                "{name} is out of supply, out of order or stressed, so that it passes nobody on", marker.type.name
            )
            return Finding((marker.hex,), because, act.units, ~answer)
    return found[0], found[1]


def _worth(position: Position, marker: Marker) -> tuple[bool, bool, bool]:
    """Of several HQs in a hex the one that passes units on comes first, and of these one in attack mode."""
    answer = gateway(position, marker)
    return not answer.is_yes, not answer.possible, not attacking(position, marker)
