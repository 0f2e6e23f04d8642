"""How headquarters are put elsewhere, dissolve and form again: 10.2 of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from adjudicator.analysis.control import controller
from adjudicator.analysis.situation import Situation, fits_any, in_enemy_zone
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import NO, YES, Known, any_of, first_of, unless_missing
from adjudicator.model.units import Marker, Unit
from adjudicator.packs.thunder_in_the_east.analysis.headquarters import reforming_places
from adjudicator.packs.thunder_in_the_east.rules._countdowns import CAME, countdown_owed
from adjudicator.packs.thunder_in_the_east.rules._markers import BALANCED, HEADQUARTERS
from adjudicator.record.acts import Act, Advance, Laid, Lifted, Movement, Overrun, Retreat, Shifted, Travel
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where
from adjudicator.words import article as with_article
from adjudicator.words import listed, word

CHAPTER = Chapter(area="hq")

MOVING_AND_FIGHTING = frozenset({"special movement phase", "combat", "regular movement phase"})
"""Tags of the phases in which an enemy may enter the hex of an HQ."""
ENTERED = When(phases=MOVING_AND_FIGHTING)
OWN, ENEMYS = When(phasing="own"), When(phasing="enemy")
TIME_TO_RELOCATE = When(phases=frozenset({"special movement phase"}), phasing="own")
ARRIVING = When(phases=frozenset({"order of battle"}), phasing="own")
SUPPLIED_CITY = (
    Situation(where=Where(tags=frozenset({"city"})), controlled="own", statuses=frozenset({"city", "anchorage"})),
)
IN_COMMUNICATION = (Situation(statuses=frozenset({"hq"})),)


@dataclass(frozen=True, slots=True)
class Relocating:
    """When an HQ that goes elsewhere is looked at, and the line along which it reforms when it is driven out."""

    when: When = ALWAYS
    lines: tuple[str, ...] = ()


@CHAPTER.article(
    "HQ relocation timing and place",
    printed("thunder_in_the_east", "10.2a", figures=Relocating(lines=("overland",))),
    covers=("10.2.2a", "10.2.2d"),
    unseen="may excuse nearby",
    acts=("shift",),
    met=about(markers=HEADQUARTERS),
)
def place_of_relocation(act: Act, how: Relocating) -> Iterator[Finding]:
    """An HQ is put in a supplied friendly City; without RLoC or NLoC only one to which an OLoC leads.

    Legal:    turn 1, Axis Special Movement Step; weather clear; season summer; 1412: +hq.agn.balanced;
              shift +hq.agn.balanced 1412-1517; lay +countdown.3 1517
    Illegal:  turn 1, Axis Special Movement Step; weather clear; season summer; 2403: +hq.agn.balanced;
              shift +hq.agn.balanced 2403-1517; lay +countdown.4 1517
    Illegal:  turn 1, Axis Special Movement Step; weather clear; season summer; 1412: +hq.agn.balanced;
              shift +hq.agn.balanced 1412-1413; lay +countdown.3 1413
    """
    position = act.before
    if not isinstance(act, Shifted) or not act.markers or not {*act.path} <= {*position.network.index}:
        return
    marker, start, end = position.markers[act.markers[0]], act.path[0], act.path[-1]
    side, name = marker.type.side, marker.type.name or marker.id
    now = how.when.holds(position, side)
    if marker.type.kind not in HEADQUARTERS or now.is_no:
        return
    fits = fits_any(position, side, end, SUPPLIED_CITY)
    if not fits.is_yes:
        because = say("{name} goes to {hex}, which is no place for it: it wants a supplied friendly City", name, end)
        yield Finding((end,), because, broken=now & ~fits)
        return
    answer = fits_any(position, side, start, IN_COMMUNICATION)
    if not answer.is_yes:
        answer |= _driven_out(position, marker, how.lines, end)
    because = say("{name} goes from {start} to {end}: {start} is not in communication", name, start, end)
    because += say(", and no line leads from it to {end}", end) if how.lines else say(", as one that relocates must be")
    yield Finding((start, end), because, broken=now & ~answer)


article(
    printed(
        "thunder_in_the_east_10",
        "10.2a",
        figures=Relocating(when=TIME_TO_RELOCATE),
    ),
    unseen="may excuse nearby",
    acts=("shift",),
    met=about(markers=HEADQUARTERS),
    says="An HQ in a City with RLoC or NLoC is put in another supplied friendly City; it does not dissolve by choice.",
    anew=True,
)(place_of_relocation)


def _driven_out(position: Position, marker: Marker, lines: tuple[str, ...], end: str) -> Known:
    """Whether a line leads out of the marker's hex. Who has just entered it, gone through or is about to enter it, does not
    bar the way out: in the enemy's movement and battles only an enemy who enters drives it out, however late he is dragged."""
    side, phase = marker.type.side, position.moment.phase
    entered = any(unit.side != side for unit in position.at(marker.hex))
    entered |= phase is not None and phase.side not in ("", side) and bool(phase.tags & MOVING_AND_FIGHTING)
    if not entered and controller(position, marker.hex, side).is_one_of(("", side)).is_yes:
        return supply(position, side).leads(marker.hex, lines, (end,))
    at_best = _without_enemies(position, side, (marker.hex, *position.network.beside(marker.hex)))
    if not supply(at_best, side).leads(marker.hex, lines, (end,)).possible:
        return NO
    answer = supply(_without_enemies(position, side, (marker.hex,)), side).leads(marker.hex, lines, (end,))
    return answer if answer.is_yes else Known.open(say("where the enemy stood when {hex} was entered", marker.hex))


def _without_enemies(position: Position, side: str, hexes: Iterable[str]) -> Position:
    """The position with the first of these hexes guarded, and no enemy in any of them."""
    first, *_ = found = tuple(hexes)
    for unit in [other for number in found for other in position.at(number) if other.side != side]:
        position = position.without(unit.id)
    guard = next(kind for kind in position.pack.units.values() if kind.side == side)
    return position.with_unit(Unit("guard", guard, first, first))


@CHAPTER.article(
    "What drives an HQ out",
    "10.2a.cause",
    covers=("10.2a", "10.2.2c"),
    acts=("shift",),
    met=about(acts=("shift",), markers=HEADQUARTERS),
)
def driven_out_by_the_enemy(record: PhaseRecord) -> Iterator[Finding]:
    """In the enemy's turn an HQ is put elsewhere only where it is not in communication or an enemy enters its hex.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 2115: ax.24pz; 2215: +hq.w.balanced;
              value FP.axis 3; ax.24pz 2115-2215; shift +hq.w.balanced 2215-2618; lay +countdown.4 2618;
              lay +countdown.4 2215; value FP.axis 4
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 2215: +hq.w.balanced;
              shift +hq.w.balanced 2215-2618; lay +countdown.4 2618
    """
    for act in record.of(Shifted):
        for name in act.markers:
            marker, last = act.before.markers.get(name), record.end.markers.get(name)
            if marker is None or last is None or marker.type.kind not in HEADQUARTERS:
                continue
            side, hex_ = marker.type.side, marker.hex
            if record.moment.phasing in (side, "") or hex_ == last.hex or not last.hex:
                continue
            stays = ENTERED.holds(act.before, side) | fits_any(act.before, side, hex_, IN_COMMUNICATION)
            because = say(
                "{name} leaves {hex} in the enemy's turn, and may only where it is cut off or an enemy enters its hex",
                *(marker.type.name or marker.id, hex_),
            )
            yield Finding((hex_,), because, broken=~_entered(record, marker) & stays, owed=not record.ended)


@CHAPTER.article(
    "When an HQ relocates",
    "10.2a.time",
    covers=("10.2a",),
    acts=("shift",),
    met=about(acts=("shift",), markers=HEADQUARTERS),
)
def at_its_own_time(record: PhaseRecord) -> Iterator[Finding]:
    """In its own player turn an HQ is put elsewhere in the Special Movement Phase only, or where an enemy enters its hex.

    Legal:    turn 1, Axis Special Movement Step; weather clear; season summer; 1412: +hq.agn.balanced;
              shift +hq.agn.balanced 1412-1517; lay +countdown.3 1517
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1412: +hq.agn.balanced;
              shift +hq.agn.balanced 1412-1517; lay +countdown.3 1517
    """
    for act in record.of(Shifted):
        for name in act.markers:
            marker, last = act.before.markers.get(name), act.after.markers.get(name)
            if marker is None or last is None or marker.type.kind not in HEADQUARTERS or not marker.hex:
                continue
            timely = TIME_TO_RELOCATE.holds(act.before, marker.type.side) | ENEMYS.holds(act.before, marker.type.side)
            if not timely.is_yes:
                phase = act.moment.phase.name if act.moment.phase else say("an unknown phase")
                because = say(
                    "{name} is moved in {phase}; in its own turn only in Special Movement, or where an enemy enters its hex",
                    str(marker),
                    phase,
                )
                yield Finding(act.path[-1:], because, broken=~timely & ~_entered(record, marker))


def _came_upon(record: PhaseRecord, marker: Marker) -> bool:
    """Whether enemies were in its hex, or went through it."""
    side, hex_ = marker.type.side, marker.hex
    if any(unit.side != side for position in record.moments for unit in position.at(hex_)):
        return True
    travels = (act for act in record.of(Travel) if hex_ in act.path)
    return any(act.before.unit(name).side != side for act in travels for name in act.units)


def _entered(record: PhaseRecord, marker: Marker) -> Known:
    """Whether enemies were in the hex or hold it since; open where a drag or an unread counter may have led."""
    side, hex_ = marker.type.side, marker.hex
    if _came_upon(record, marker):
        return YES
    if controller(record.end, hex_, side).is_one_of(("", side)).is_no:
        return YES
    drags = (act for act in record.of(Travel) if act.path and not act.exact)
    if any(act.before.unit(name).side != side for act in drags for name in act.units):
        return Known.open(say("the way of units that were dragged"))
    hidden = (each.datum for position in record.moments for each in position.unidentified if each.side != side)
    return ~unless_missing(next(hidden, ""))


@CHAPTER.article("Voluntary relocation", "10.2.1", covers=("9.0n", "10.2.2d", "10.2.3"))
def balanced_with_a_countdown(record: PhaseRecord) -> Iterator[Finding]:
    """An HQ that relocates, or arrives, is Balanced with a -3 Countdown; one that dissolved reforms with a -4.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; lay +hq.agn.balanced 1517;
              lay +countdown.3 1517
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; lay +hq.agn.balanced 1517;
              lay +countdown.4 1517
    """
    for act in record.of(Shifted, Laid):
        marker = act.after.markers[act.markers[0]] if act.markers else None
        if marker is None or not marker.hex or marker.type.kind not in HEADQUARTERS:
            continue
        last = record.end.markers.get(marker.id)
        if last is not None and last.hex and last.hex != marker.hex:
            continue  # it went on
        old, name = act.before.markers.get(marker.id), marker.type.name or marker.id
        shifted = isinstance(act, Shifted) and old is not None and bool(old.hex)
        events = [*_shifts(record, act, marker)] if shifted else [*_arrivals(act, marker)]
        # which of them it is may hang on an enemy by its line that nobody can read
        excuse = Excuse(sides=frozenset(act.before.pack.enemies(marker.type.side))) if shifted else None
        for (value, balanced), decides in first_of(events):
            owed = [*countdown_owed(record, marker.hex, (name, CAME), value)]
            owed += [*_not_balanced(record, marker.hex, name)] if balanced else []
            yield from (replace(breach, broken=decides, excuse=excuse) for breach in owed)


Events = Iterator[tuple[tuple[int, bool], Known]]
"""The number of the countdown that is owed, and whether the HQ must be balanced, each with whether it is so."""


def _shifts(record: PhaseRecord, act: Act, marker: Marker) -> Events:
    side, old = marker.type.side, act.before.markers[marker.id]
    own = NO if _came_upon(record, old) else OWN.holds(act.before, side)
    relocates = own if own.is_no else own & fits_any(act.before, side, act.path[0], IN_COMMUNICATION)
    yield (-3, True), relocates
    yield (-4, True), YES


def _arrivals(act: Act, marker: Marker) -> Events:
    yield (-3, False), ARRIVING.holds(act.before, marker.type.side)
    yield (-4, True), ENEMYS.holds(act.before, marker.type.side)


def _not_balanced(record: PhaseRecord, number: str, name: str) -> Iterator[Finding]:
    shown = {marker.type.kind for marker in record.end.markers_at(number)} & HEADQUARTERS
    if shown and not shown & BALANCED:
        wrong = with_article(strung(map(word, sorted(shown)), ", "))
        wanted = with_article(strung(map(word, sorted(BALANCED)), say(" or ")))
        yield Finding((number,), say("{name} {what} as {wrong}, and must be {wanted}", name, CAME, wrong, wanted))


def _cut_off(record: PhaseRecord) -> Iterator[tuple[Marker, Known]]:
    """The headquarters of the side that is not phasing, each with whether it is cut off."""
    position = record.end
    for marker in sorted(position.markers.values(), key=lambda marker: marker.id):
        theirs = marker.type.side not in ("", record.moment.phasing)
        if marker.type.kind in HEADQUARTERS and theirs and marker.hex in position.network.index:
            yield marker, ~fits_any(position, marker.type.side, marker.hex, IN_COMMUNICATION)


def _still_there(position: Position, marker: Marker, broken: Known) -> Finding:
    name, side, network = marker.type.name or marker.id, marker.type.side, position.network
    because = say("{name} in {hex} is cut off, so it goes, and is still there", name, marker.hex)
    # a counter that nobody can read may open a line by the marker, or in an enemy's zone of control, which it lifts
    unread = (each.hex for each in position.unidentified if each.hex in network.index)
    lifted = (number for number in unread if in_enemy_zone(position, side, number).possible)
    on_the_way = frozenset((marker.hex, *network.beside(marker.hex), *lifted))
    return Finding((marker.hex,), because, broken=broken, excuse=Excuse(on_the_way, frozenset({side})))


@CHAPTER.article(
    "Elimination of an HQ",
    "10.2.2f",
    when=("supply",),
    unseen="may excuse nearby",
    met=about(acts=("lift",), markers=HEADQUARTERS),
    readings=("isolated_hq=reform_else_roll|reform_else_eliminated",),
)
def eliminated_without_a_way(record: PhaseRecord) -> Iterator[Finding]:
    """In the opponent's Supply Step an HQ is eliminated only if no OLoC leads from it to another supplied friendly City.

    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 2403: +hq.nw.balanced; 2504: ax.24pz; 2303: ax.39pz;
              2402: ax.46pz; 2404: ax.47pz; lift +hq.nw.balanced 2403
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 2403: +hq.nw.balanced; 2504: ax.10mot;
              2303: ax.14mot; lift +hq.nw.balanced 2403
    """
    laid = [act.after.markers[name] for act in record.of(Laid) for name in act.markers]
    back = {
        marker.type.side for marker in laid if marker.type.kind in HEADQUARTERS
    }  # its other side, or where it reforms
    for act in record.of(Lifted):
        for marker in (act.before.markers[name] for name in act.markers if name in act.before.markers):
            theirs = marker.type.side not in {"", record.moment.phasing, *back}
            if marker.type.kind not in HEADQUARTERS or not theirs or marker.hex not in act.before.network.index:
                continue
            places = [number for number, goes in reforming_places(act.before, marker).items() if goes.is_yes]
            if places:
                name, end = marker.type.name or marker.id, places[0]
                because = say(
                    "{name} is taken off the map, and a line leads from {hex} to {end}", name, marker.hex, end
                )
                yield Finding((marker.hex,), because)


@CHAPTER.article(
    "Dissolving when not In Communication",
    "10.2.2b",
    when=("supply",),
    unseen="may excuse nearby",
    met=about(markers=HEADQUARTERS),
    readings=("isolated_hq=reform_else_roll",),
)
def dissolved_to_reform(record: PhaseRecord) -> Iterator[Finding]:
    """An HQ not In Communication dissolves in the opponent's Supply Step, if an OLoC leads to another supplied friendly City.

    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 1412: +hq.nw.balanced; 1816: sov.30rc/2;
              mark sov.30rc/2+interdicted
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 2403: +hq.nw.balanced; 2504: ax.10mot;
              2303: ax.14mot; 1816: sov.30rc/2; mark sov.30rc/2+interdicted
    """
    for marker, cut_off in _cut_off(record):
        goes = any_of(reforming_places(record.end, marker).values())
        if goes.possible:
            yield _still_there(record.end, marker, goes & cut_off)


@CHAPTER.article(
    "Dissolving when not In Communication",
    "10.2.2b-all",
    covers=("10.2.2b",),
    when=("supply",),
    unseen="may excuse nearby",
    met=about(markers=HEADQUARTERS),
    readings=("isolated_hq=reform_else_eliminated",),
)
def dissolved_or_eliminated(record: PhaseRecord) -> Iterator[Finding]:
    """An HQ not In Communication dissolves in the opponent's Supply Step; where no OLoC leads to another City it is eliminated.

    Under: thunder_in_the_east, isolated_hq=reform_else_eliminated
    Legal:    turn 1, Axis Supply Step; weather clear; season summer; 2618: +hq.w.balanced; 1816: sov.30rc/2;
              mark sov.30rc/2+interdicted
    Illegal:  turn 1, Axis Supply Step; weather clear; season summer; 2403: +hq.nw.balanced; 2504: ax.10mot;
              2303: ax.14mot; 1816: sov.30rc/2; mark sov.30rc/2+interdicted
    """
    yield from (_still_there(record.end, marker, cut_off) for marker, cut_off in _cut_off(record))


@CHAPTER.article(
    "Dissolving when passed through",
    "10.2.2c.passed",
    covers=("10.2.2c", "14.1b", "21.7.2f", "21.9e"),
    acts=("move", "rail", "overrun", "advance", "retreat"),
)
def passed_through(record: PhaseRecord) -> Iterator[Finding]:
    """An HQ alone in a hex dissolves at once when an enemy ground unit enters it, though that unit goes on.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1717: ax.24pz; 1616: +hq.w.balanced;
              ax.24pz 1717-1617
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1717: ax.24pz; 1817: +hq.w.balanced;
              ax.24pz 1717-1817-1917
    """
    for act in record.of(Movement, Overrun, Advance, Retreat):
        for number in _hexes_entered(act):
            for marker in _alone(act, number):
                if _is_there_still(record, act, marker):
                    units = tuple(name for name in act.units if act.before.unit(name).side != marker.type.side)
                    who, name = listed(str(act.before.unit(unit)) for unit in units), marker.type.name or marker.id
                    because = say(
                        "{who} went through {hex}, where {name} was alone: it goes at once, and is still there",
                        *(who, number, name),
                    )
                    yield Finding((number,), because, units)


def _hexes_entered(act: Travel) -> tuple[str, ...]:
    """The hexes that an act surely went into."""
    index, network = act.before.network.index, act.before.network
    if len(act.path) < 2 or any(number not in index for number in act.path):
        return ()
    whole = all(network.distance(index[one], index[other]) == 1 for one, other in pairwise(act.path))
    last = act.path[-1:] if any(act.after.unit(name).hex == act.path[-1] for name in act.units) else ()
    return (*(act.path[1:-1] if whole else ()), *last)


def _alone(act: Act, number: str) -> Iterator[Marker]:
    """The headquarters in a hex without a unit of their side, which units of another side enter."""
    sides = {act.before.unit(name).side for name in act.units}
    guarded = {unit.side for unit in act.before.at(number)}
    for marker in act.before.markers_at(number):
        side = marker.type.side
        if marker.type.kind in HEADQUARTERS and side and side not in guarded and sides - {side}:
            yield marker


def _is_there_still(record: PhaseRecord, passing: Act, marker: Marker) -> bool:
    """Whether the HQ lies where it was to the end of the phase, and no enemy stands there any more."""
    now, later = record.end.markers.get(marker.id), record.acts[record.acts.index(passing) + 1 :]
    moved = any(marker.id in act.markers for act in later)
    occupied = any(unit.side != marker.type.side for unit in record.end.at(marker.hex))
    return now is not None and now.hex == marker.hex and not moved and not occupied
