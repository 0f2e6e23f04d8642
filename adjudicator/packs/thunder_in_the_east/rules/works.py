"""Defensive works: 7.6, 9.0, 9.3 and 27 of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from adjudicator.analysis.cards import carded, let_do, may_have_paid
from adjudicator.analysis.control import in_zone
from adjudicator.analysis.economy import told_number, value_named
from adjudicator.analysis.situation import chain_of
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.checks.markers.timing import MarkerTiming, at_its_time
from adjudicator.checks.subjects import about
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import ZERO, Bound, sum_of
from adjudicator.model.known import NO, YES, Known
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.thunder_in_the_east.rules._cards import more_markers, unless_by_card
from adjudicator.packs.thunder_in_the_east.rules._works import FORTIFIED, IMPROVED, LAYING, laid_works
from adjudicator.record.acts import Act, Laid, Lifted, Overrun, Swapped
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.act import ActKinds
from adjudicator.terms.edges import Edges
from adjudicator.terms.when import When
from adjudicator.words import article as with_article
from adjudicator.words import counted, listed, word

CHAPTER = Chapter(area="fortification")

WORKS = frozenset({IMPROVED, FORTIFIED})
BARRIERS = (Edges(features=frozenset({"prohibited", "peak", "lake", "all_sea"})),)
"""Hexsides across which works are no neighbours of a chain."""
NEAR = 6


def _enemy_work(act: Act) -> Marker | None:
    """The work of the other side that the phasing player takes away."""
    marker = act.before.markers[act.markers[0]] if isinstance(act, Lifted) and act.markers else None
    if marker is None or marker.type.kind not in WORKS or marker.type.side in ("", act.moment.phasing):
        return None
    return marker if act.moment.phasing and marker.hex in act.before.network.index else None


def _not_abandoned(marker: Marker, why: str, broken: Known) -> Finding:
    name = marker.type.name or marker.id
    because = say("{name} is taken away, and is not abandoned: {because}", name, why)
    return Finding((marker.hex,), because, broken=broken)


def _why_not(act: Act, marker: Marker, far_from: str) -> Iterator[Finding]:
    """What keeps a work from being abandoned: its chain is manned, or no zone reaches it and a unit of a side is near."""
    position, number = act.before, marker.hex
    if manned := _manned(position, marker, Bound.WORST):
        yield _not_abandoned(marker, say("its chain is manned in {manned}", listed(manned)), YES)
        return
    if manned := _manned(position, marker, Bound.BEST):
        missing = Known.open(say("the ground along the chain of {hex}", number))
        yield _not_abandoned(marker, say("its chain may be manned in {manned}", listed(manned)), missing)
        return
    index, network = position.network.index, position.network
    hexes = (index[unit.hex] for unit in position.of_side(far_from) if unit.hex in index)
    nearest = min((network.distance(index[number], j) for j in hexes), default=NEAR + 1)
    if nearest <= NEAR:
        away = counted(nearest, "hex")
        why = say("no zone reaches it, and a unit is {hexes} away, not more than {distance}", away, NEAR)
        yield _not_abandoned(marker, why, ~in_zone(position, number, (act.moment.phasing,)))


def _manned(position: Position, marker: Marker, bound: Bound) -> list[str]:
    """The hexes of a work's chain in which its side stands."""
    number, owner = marker.hex, marker.type.side
    chain = {number, *chain_of(position, owner, number, WORKS, BARRIERS, bound=bound)}
    return [each for each in sorted(chain) if any(unit.side == owner for unit in position.at(each))]


@CHAPTER.article(
    "Abandoned Defense markers",
    "7.6a",
    covers=("7.6b",),
    when=("supply",),
    unseen="may excuse nearby",
    acts=("lift",),
    met=about(markers=WORKS),
    readings=("abandoned_marker_distance=remover",),
)
def abandoned_far_from_remover(act: Act) -> Iterator[Finding]:
    """An enemy Defense marker is removed as abandoned only if its chain is empty, and in a ZOC or more than six hexes from any of
    the remover’s ground unit.

    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 1714: ax.10mot; 2515: +improved.soviet;
              lift +improved.soviet 2515
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 1714: ax.10mot; 1915: +improved.soviet;
              lift +improved.soviet 1915
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 1715: ax.47pz; 1815: +improved.soviet;
              1915: +fortified.soviet, sov.30rc/2; lift +improved.soviet 1815
    """
    marker = _enemy_work(act)
    if marker is not None:
        yield from _why_not(act, marker, act.moment.phasing)


@CHAPTER.article(
    "Abandoned Defense markers",
    "7.6a-owner",
    covers=("7.6a", "7.6b"),
    when=("supply",),
    unseen="may excuse nearby",
    acts=("lift",),
    met=about(markers=WORKS),
    readings=("abandoned_marker_distance=owner",),
)
def abandoned_far_from_owner(act: Act) -> Iterator[Finding]:
    """An enemy Defense marker is removed as abandoned only if its chain is empty, and in a ZOC or more than six hexes from its
    owner’s nearest ground unit.

    Under: thunder_in_the_east, abandoned_marker_distance=owner
    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 1714: ax.10mot; 2515: +improved.soviet;
              lift +improved.soviet 2515
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 1715: ax.47pz; 1815: +improved.soviet;
              1915: +fortified.soviet, sov.30rc/2; lift +improved.soviet 1815
    """
    marker = _enemy_work(act)
    if marker is not None:
        yield from _why_not(act, marker, marker.type.side)


class ForSale(NamedTuple):
    """Two markers more for every half point that any of these numbers falls by."""

    numbers: tuple[str, ...]


def _one_free(record: PhaseRecord, side: str, sold: ForSale | None) -> Iterator[Finding]:
    found, most = laid_works(record, side), 1 + more_markers(record, record.moment.phasing)
    if len(found) > most:
        because = say("{count} markers are laid, and {most} may be for nothing", len(found), most)
        bought = NO if sold is None else _bought(record, sold, len(found) - most)
        broken = ~bought & ~may_have_paid(record, record.moment.phasing)
        yield Finding(tuple(each.hex for each in found), because, broken=broken)


def _bought(record: PhaseRecord, sold: ForSale, wanted: int) -> Known:
    """Whether so many markers may have been paid for."""
    start, end = record.start, record.end
    told = [name for name in sorted(sold.numbers) if name in start.values or name in end.values]
    if not told:
        return Known.open(say("what was paid for the markers"))
    fallen = sum_of(told_number(start, name).minus(told_number(end, name)).greater(ZERO) for name in told)
    if not fallen.certain:
        return fallen.settled
    if fallen.low // Fraction(1, 2) * 2 >= wanted:
        return YES
    untold = sorted({*sold.numbers} - {*told})
    return Known.open(*map(value_named, untold)) if untold else NO


@CHAPTER.article(
    "Free Soviet items",
    "9.0k",
    when=("order of battle",),
    area="reinforcement",
    unseen="cannot excuse",
    acts=LAYING,
    met=lambda record: laid_works(record, "soviet"),
)
def free_soviet_work(record: PhaseRecord, sold: ForSale | None) -> Iterator[Finding]:
    """Every Soviet turn one Improved Defense marker is free, and no other is to be had but by a card.

    Legal:    turn 1, Soviet Order of Battle Step; weather clear; season summer; [soviet hand]: +card.s2;
              lay +improved.soviet 3113
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; season summer; [soviet hand]: +card.s2;
              lay +improved.soviet 3113; lay +improved.soviet 2215
    """
    yield from _one_free(record, "soviet", sold)


article(
    printed("thunder_in_the_east_10", "9.0k", figures=ForSale(("PP.ussr", "EP.soviet", "morale.ussr"))),
    unseen="cannot excuse",
    acts=LAYING,
    met=lambda record: laid_works(record, "soviet"),
    says="Every Soviet turn one Improved Defense marker is free; a pair more costs half a PP, EP or Morale Point.",
    anew=True,
)(free_soviet_work)


@CHAPTER.article(
    "Free Axis item",
    "9.0l",
    when=("order of battle",),
    area="reinforcement",
    unseen="cannot excuse",
    acts=LAYING,
    met=lambda record: laid_works(record, "axis"),
)
def free_axis_work(record: PhaseRecord, sold: ForSale | None) -> Iterator[Finding]:
    """Every Axis turn one Improved Defense marker is free, if no Korpsgruppe improves free, and no other is to be had but by a
    card.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1;
              lay +improved.axis 1517
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1;
              lay +improved.axis 1517; lay +improved.axis 1516
    """
    yield from _one_free(record, "axis", sold)


article(
    printed(
        "thunder_in_the_east_10",
        "9.0l",
        figures=ForSale(
            (
                *("PP.german", "PP.hungarian", "PP.romanian", "PP.italian"),
                *("EP.axis", "morale.hungarian", "morale.romanian"),
            )
        ),
    ),
    unseen="cannot excuse",
    acts=LAYING,
    met=lambda record: laid_works(record, "axis"),
    says="Every Axis turn one Improved Defense marker is free; a pair more costs half a PP, EP or Morale Point.",
    anew=True,
)(free_axis_work)


@CHAPTER.article(
    "Improved Defense markers are not for sale",
    "9.3.3e",
    covers=("9.8b",),
    acts=("lay",),
    met=about(acts=("lay",), markers=(IMPROVED,)),
)
def not_fortified_at_once(record: PhaseRecord) -> Iterator[Finding]:
    """A Defense marker is not fortified in the step it was placed in.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: +improved.axis;
              swap +improved.axis+fortified.axis 1517 card=27
    Illegal:  Axis Order of Battle Step; weather clear; season summer; lay +improved.axis 1517;
              swap +improved.axis+fortified.axis 1517 card=27
    """
    laid: set[str] = set()
    for act in record.acts:
        if isinstance(act, Laid):
            laid |= {name for name in act.markers if act.after.markers[name].type.kind == IMPROVED}
        elif isinstance(act, Swapped) and len(act.markers) == 2 and act.markers[0] in laid:
            new = act.after.markers[act.markers[1]]
            if new.type.kind == FORTIFIED:
                because = say(
                    "{name} replaces a work that was begun in this very phase, and such a work is improved in a later one",
                    new.type.name or new.id,
                )
                yield Finding((new.hex,), because)


LOST, DESTROYED, REDUCED = "loss", "destruction", "reduction"
AFTER = {
    LOST: say("its defenders lost a step or retreated"),
    DESTROYED: say("all of its defenders were eliminated"),
    REDUCED: say("its defenders were reduced"),
}


@CHAPTER.article(
    "Defense marker destroyed",
    printed("thunder_in_the_east", "27.2.1a", figures=(IMPROVED, FORTIFIED)),
    covers=("17.3", "21.8", "27.2.1b", "27.2.1c"),
    when=("combat",),
    acts=("attack",),
)
def works_fall(record: PhaseRecord, kinds: tuple[str, ...]) -> Iterator[Finding]:
    """After a step loss or retreat Improved Defense is removed and Fortified reduced; when no defender is left both go.

    Legal:    turn 1, Axis Ground Battles Step; weather clear; season summer; 1816: ax.24pz;
              1917: sov.37a, +improved.soviet; attack 1917: ax.24pz; flip sov.37a/2; lift +improved.soviet 1917
    Illegal:  turn 1, Axis Ground Battles Step; weather clear; season summer; 1816: ax.24pz;
              1917: sov.37a, +improved.soviet; attack 1917: ax.24pz; flip sov.37a/2
    """
    for act in record.acts:
        if act.kind != "attack" or not act.path:
            continue
        attackers = {unit.side for unit in act.units_before}
        defenders = tuple(unit for unit in act.before.at(act.path[0]) if unit.side not in attackers)
        if defenders:
            fate = _fate(record.end, act.path[0], defenders)
            reduces = _reduces(act) if REDUCED in fate and FORTIFIED in kinds else NO
            for kind in kinds:
                for work in _works(act.before, act.path[0], kind, defenders[0].side)[:1]:
                    yield from _stays(record, work, _event(kind, fate, reduces), defenders[0].side)
                    yield from _needless(record, act, work, reduces)


article(
    printed("thunder_in_the_east_10", "27.2.1a", figures=(IMPROVED,)),
    acts=("attack",),
    says="After a step loss or retreat Improved Defense is removed; of Fortified Defense 1.0 says nothing.",
    anew=True,
)(works_fall)


def _works(position: Position, number: str, kind: str, side: str) -> list[Marker]:
    return [each for each in position.markers_at(number) if each.type.kind == kind and each.type.side in ("", side)]


def _event(kind: str, fate: frozenset[str], reduces: Known) -> tuple[str, Known]:
    """What costs a kind of work, and whether it happened."""
    if kind == IMPROVED:
        return LOST, Known.of(LOST in fate)
    return (DESTROYED, YES) if DESTROYED in fate else (REDUCED, reduces)


def _stays(record: PhaseRecord, work: Marker, happened: tuple[str, Known], side: str) -> Iterator[Finding]:
    """A work that is still there after what costs it, or gone after what only reduces it."""
    number, name, (event, due) = work.hex, work.type.name or work.type.kind, happened
    turned = any(each.type.kind == IMPROVED for each in record.end.markers_at(number))
    becomes = word(IMPROVED)
    if due.is_no:
        return
    if _works(record.end, number, work.type.kind, side):
        wanted = say("it becomes {becomes}", becomes) if event == REDUCED else say("it goes")
        because = say("{name} is still there after {event}: {wanted}", name, AFTER[event], wanted)
        yield Finding((number,), because, broken=due)
    elif event == REDUCED and not turned:
        because = say("{name} is gone after {event}, and becomes {becomes}", name, AFTER[event], becomes)
        yield Finding((number,), because, broken=due)


def _needless(record: PhaseRecord, act: Act, work: Marker, reduces: Known) -> Iterator[Finding]:
    """A work that is gone though no defender was hurt in the whole phase, or a Fortified one whose garrison holds out though the
    result reduces none; an overrun that fails hurts works alone."""
    number = act.path[0]
    there = tuple(unit for unit in record.start.at(number) if unit.side == work.type.side)
    if any(number in other.path for other in record.of(Overrun)) or _works(
        record.end, number, work.type.kind, work.type.side
    ):
        return
    fate = _fate(record.end, number, there)
    if not fate:
        because = say("{name} is gone, and no defender lost a step or retreated", work.type.name or work.type.kind)
        yield Finding((number,), because, broken=~carded(act.told), excuse=Excuse(frozenset({number})))
    elif work.type.kind == FORTIFIED and REDUCED in fate and reduces.is_no:
        because = say(
            "{name} is gone, and {result} reduces none where a defender holds out",
            *(work.type.name or work.type.kind, act.told.get("result", "").upper()),
        )
        yield Finding((number,), because, broken=~carded(act.told))


def _reduces(act: Act) -> Known:
    """Whether the result of an attack is one that reduces fortifications; open where nobody told it."""
    told = act.told.get("result", "").upper()
    if not told:
        return Known.open(say("the result of the attack on {hex}", act.path[0]))
    return Known.of(told in ("DP", "DR", "DL"))


def _fate(end: Position, number: str, defenders: tuple[Unit, ...]) -> frozenset[str]:
    """What the defenders went through by the end of the phase."""
    now = [end.units.get(unit.id) for unit in defenders]
    alive = [unit for unit in now if unit is not None and unit.hex]
    pairs = zip(defenders, now, strict=True)
    if not any(new is None or new.hex != number or new.steps < old.steps for old, new in pairs):
        return frozenset()
    if not alive:
        return frozenset({LOST, DESTROYED})
    return frozenset({LOST, REDUCED} if any(unit.hex == number for unit in alive) else {LOST})


@CHAPTER.article(
    "Improving Defense markers",
    "9.5f",
    covers=("9.8b",),
    unseen="cannot excuse",
    acts=("swap",),
    met=about(markers={FORTIFIED}),
)
def improved_by_card(act: Act) -> Iterator[Finding]:
    """An Improved Defense marker becomes Fortified by a card only.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: +improved.axis;
              swap +improved.axis+fortified.axis 1517 card=27
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: +improved.axis;
              swap +improved.axis+fortified.axis 1517
    """
    old = act.before.markers.get(act.markers[0]) if isinstance(act, Swapped) and act.markers else None
    new = act.after.markers.get(act.markers[-1]) if old is not None else None
    if old is None or old.type.kind != IMPROVED or new is None or new.type.kind != FORTIFIED:
        return
    if not (told := let_do(act, "card")).is_yes:
        name, card = new.type.name or new.id, with_article("card")
        needs = say("{name} {what}, which takes {what_it_takes}", name, say("is turned up"), card)
        yield Finding(act.path[-1:], needs, broken=~told)


OTHER_STEPS = frozenset(
    ("supply", "repair", "special movement", "declaration", "interception", "air combat", "air return")
)
FREE_IMPROVED = MarkerTiming(
    acts=ActKinds({"lay"}), kinds=frozenset({IMPROVED}), when=(When(without_phases=OTHER_STEPS),)
)


@CHAPTER.article(
    "When Improved Defense markers are laid",
    "9.0k.when",
    covers=("9.0k", "9.0l"),
    area="reinforcement",
    unseen="cannot excuse",
    acts=("lay",),
    met=about(markers={IMPROVED}),
)
def when_improved_is_laid(act: Act) -> Iterator[Finding]:
    """Free Improved Defense markers are laid in the Order of Battle Step; between the battles a card alone lays one.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; lay +improved.axis 1517
    Illegal:  turn 9, Axis Special Movement Step; weather clear; season summer; history whole; [axis deck]: +card.a2;
              [soviet deck]: +card.s1; 1517: ax.5inf; lay +improved.axis 1517
    """
    yield from unless_by_card(act, at_its_time(act, FREE_IMPROVED))
