"""Units that leave, come, are shown, promoted and marked: 6, 9.0, 9.4, 9.5, 13 and 16 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import since
from adjudicator.analysis.cards import carded
from adjudicator.analysis.costs import paid
from adjudicator.analysis.economy import first_untold
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.leaving import leaving
from adjudicator.analysis.organization import BoxTransfer, Shuffle, reorganized, shuffles, transfers
from adjudicator.analysis.resources import points
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.stacking import stack_counts, too_many, with_unknown, words_with_unknown
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.analysis.zones import exerting
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ONE, Interval
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.rules._cards import changed_by_card
from adjudicator.record.acts import Act, Attack, Declaration, Flipped, Overrun, Retreat, Travel
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.terms.words import when_words
from adjudicator.words import amount, listed, some_units, word
from adjudicator.words import article as with_article

CHAPTER = Chapter(unseen="cannot excuse")

GROUND = Selector(
    movement_classes=frozenset({"leg", "mounted", "motorized"}),
    without_tags=frozenset({"partisan", "airborne", "removable"}),
)
LOST = ("", "force_pool", "holding", "untried", "trading", "casualty")


@CHAPTER.article(
    "Units lost in a Movement Step",
    "6.0.gone",
    covers=("6.0",),
    when=("movement",),
    area="sequence",
    unseen="may excuse nearby",
    acts=("remove", "transfer"),
    why="What a player forgot to take off earlier looks the same, so this only asks.",
)
def lost_in_movement(record: PhaseRecord) -> Iterator[Finding]:
    """In a Movement Step units leave the map by overruns, by exchanges and for want of room; losses in battle are taken at once.

    Legal:    turn 1, Axis Regular Movement Step; weather clear; season summer; 1716: ax.24pz; 1816: sov.30rc/2;
              overrun ax.24pz 1716-1816 result=success; remove sov.30rc
    Illegal:  turn 1, Axis Regular Movement Step; weather clear; season summer; 1716: ax.24pz; 2215: sov.30rc/2;
              remove sov.30rc
    """
    for each in _left_over(record) if not any(True for _ in record.of(Overrun)) else ():
        unit, left = each.unit, leaving(record, each.unit)
        if each.box not in LOST or not GROUND.matches(unit) or left.act is None:
            continue
        if left.act.told or left.near(1) or too_many(left.act.before, each.hex, unit.side):
            continue
        because = say("{unit} leaves the map in {hex}, where no enemy is near and nothing asks for it", unit, each.hex)
        yield Finding((each.hex,), because, (unit.id,), Known.open(say("what {unit} was lost to", unit)))


def _left_over(record: PhaseRecord) -> Iterator[BoxTransfer]:
    """The units that left by no exchange, none like which came back, and in whose place nobody came."""
    rows = reorganized(record)
    came = [each.unit.type for row in rows for each in row.left if each.comes]
    for row in rows:
        if not any(each.comes for each in row.left):
            yield from (each for each in row.left if each.unit.type not in came)


@CHAPTER.article(
    "From box to box",
    "12.1b.boxes",
    covers=("12.1b", "12.7c"),
    area="organization",
    unseen="may excuse",
    acts=("transfer",),
)
def from_box_to_box(record: PhaseRecord) -> Iterator[Finding]:
    """A part goes from the Change box to the Force Pool for an army or a group that fell, a Remnant there for a corps with a
    Medal; no part comes back.

    Legal:    turn 9, Soviet Ground Battles Step; weather clear; season summer; 1717: ax.5inf; [holding]: ax.kg;
              ax.5inf 1717>[force_pool]; ax.kg [holding]>[force_pool]
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; [change]: ax.24pz; ax.24pz [change]>[force_pool]
    """
    fallen = [unit for phase in (*record.earlier, record) for unit in _fallen(phase)]
    for each in shuffles(record):
        because = _causeless(each, fallen)
        if because and record.moment.phase is not None and "set-up" not in record.moment.phase.names:
            missing = (say("what fell before"),) if record.gap else ()
            yield Finding((), because, (each.unit.id,), Known.open(*missing) if missing else YES)


def _fallen(record: PhaseRecord) -> Iterator[Unit]:
    """The units that left the map in a phase, and those that were taken off the Casualty mat."""
    yield from (each.unit for each in transfers(record) if not each.comes)
    yield from (each.unit for each in shuffles(record) if each.origin == "casualty")


def _causeless(moved: Shuffle, fallen: list[Unit]) -> str:
    """What a unit does by going from box to box, if none of those that fell makes it go; "" if one does, or nothing has to."""
    unit = moved.unit
    own = [other for other in fallen if other.side == unit.side]
    if (moved.origin, moved.to) == ("force_pool", "change") and not unit.has("assembled"):
        return say("{unit} comes out of the Force Pool into the Change box, and nothing brings it there", unit)
    if (moved.origin, moved.to) == ("change", "force_pool") and not any(other.has("assembled") for other in own):
        return say("{unit} goes out of the Change box into the Force Pool, and no army or group of its side fell", unit)
    if (moved.origin, moved.to) == ("holding", "force_pool") and unit.has("remnant"):
        nation = [other for other in own if other.type.nation == unit.type.nation]
        if not any(other.has("army") or other.has("gold_medal") or other.has("silver_medal") for other in nation):
            return say("{unit} goes out of Holding into the Force Pool, and no corps with a Medal fell", unit)
    return ""


@dataclass(frozen=True, slots=True)
class _Leaving:
    """Units that leave the map and some boxes in the first week of a month, and what comes in their place, if anything."""

    side: str
    year: int
    month: str
    who: Selector
    boxes: frozenset[str] = frozenset()
    into: Selector | None = None

    def still_there(self, record: PhaseRecord) -> list[Unit]:
        units = (record.end.units[name] for name in sorted(record.end.units))
        return [unit for unit in units if (unit.hex or unit.location in self.boxes) and self.who.matches(unit)]

    def after_first_week(self, record: PhaseRecord) -> Known:
        """Whether it is a later week than the first of the month."""
        moment = record.moment
        if (moment.condition("year"), moment.condition("month")) != (str(self.year), self.month):
            return YES
        week = moment.condition("week")
        return Known.open(say("the week")) if week is None else Known.of(week != "1")


LEAVING = (
    _Leaving("soviet", 1941, "october", Selector(tags=frozenset({"early_mech"}))),
    _Leaving(
        *("axis", 1943, "january", Selector(kinds=frozenset({"motorized division"}), nations=frozenset({"german"}))),
        boxes=frozenset({"force_pool", "change"}),
        into=Selector(kinds=frozenset({"panzergrenadier division"})),
    ),
    _Leaving(
        *("axis", 1943, "april", Selector(nations=frozenset({"italian"}))),
        boxes=frozenset({"force_pool", "change", "holding"}),
    ),
    _Leaving(
        *("axis", 1943, "august", Selector(kinds=frozenset({"semi-motorized corps"}))),
        boxes=frozenset({"force_pool"}),
        into=Selector(kinds=frozenset({"armored corps"}), nations=frozenset({"hungarian"})),
    ),
)


def _in_order_of_battle(record: PhaseRecord) -> bool:
    phase = record.moment.phase
    return phase is not None and "order of battle" in phase.names


def _past(record: PhaseRecord) -> bool:
    """Whether it is the Order of Battle Step, or a step after it in the same player turn."""
    return _in_order_of_battle(record) or not any("order of battle" in phase.names for phase in _ahead(record))


def _ahead(record: PhaseRecord) -> tuple[Phase, ...]:
    """The phases of the same side that are still to come in a turn."""
    phases, phase = record.start.pack.header.sequence.phases, record.moment.phase
    if phase is None or phase not in phases:
        return ()
    return tuple(each for each in phases[phases.index(phase) + 1 :] if each.side == phase.side)


def _due_to_leave(record: PhaseRecord) -> Iterator[tuple[_Leaving, Known]]:
    """The rows of the side whose phase it is, each with whether its date has come; of a player turn in its first phase only."""
    for row in LEAVING if not any(map(_past, record.earlier)) else ():
        if row.side == record.moment.phasing:
            due = since(record.moment, record.start.pack, row.year, row.month)
            yield row, due if _past(record) else due & row.after_first_week(record)


def _date_untold(record: PhaseRecord, _: object) -> str:
    """What of the date nobody told, though units stand there that leave play some day: before it they may."""
    undated = (due for row, due in _due_to_leave(record) if due.is_open and row.still_there(record))
    return next((strung(due.missing, ", ") for due in undated), "")


@CHAPTER.article(
    "Mandatory disbandment and upgrades",
    "9.0g",
    covers=("9.0f", "9.0h", "9.0i"),
    area="reinforcement",
    met=lambda record, _: any(due.is_yes for _, due in _due_to_leave(record)) or bool(_date_untold(record, None)),
    untold=_date_untold,
)
def disbanded_and_upgraded(record: PhaseRecord) -> Iterator[Finding]:
    """In October 1941 Early Mechanized Corps go, in January 1943 German Motorized Divisions, in April the Italians, in August the
    Hungarian Semi-Motorized Corps.

    Legal:    turn 50, Axis Order of Battle Step; weather clear; season spring; year 1943; month april; week 1;
              1517: ax.it35inf, ax.5inf; ax.it35inf 1517>[removed]; turn 50, Axis HQ Mode Step
    Illegal:  turn 50, Axis Order of Battle Step; weather clear; season spring; year 1943; month april; week 1;
              1517: ax.it35inf, ax.italp; ax.it35inf 1517>[removed]; turn 50, Axis HQ Mode Step
    """
    in_step = _in_order_of_battle(record)
    for row, due in _due_to_leave(record):
        if due.is_yes and (left := row.still_there(record)):
            units = some_units(left)
            because = say("due to leave play in {month} {year}, and still there: {units}", row.month, row.year, units)
            hexes = tuple(dict.fromkeys(unit.hex for unit in left if unit.hex))
            yield Finding(hexes, because, tuple(unit.id for unit in left), owed=in_step and not record.ended)
        if in_step and due.possible and row.into is not None:
            yield from _unreplaced(record, row.who, row.into, due)


def _unreplaced(record: PhaseRecord, who: Selector, into: Selector, due: Known) -> Iterator[Finding]:
    """Units that left a hex in this phase, and in whose place none came that should."""
    for name, old, now in record.changes():
        if old is None or not old.hex or (now is not None and now.hex) or not who.matches(old):
            continue
        there = (unit for unit in record.end.at(old.hex) if into.matches(unit) and unit.steps == old.steps)
        if not any(record.start.units.get(unit.id) is None or not record.start.units[unit.id].hex for unit in there):
            because = say(
                "{unit} leaves {hex}, and what replaces it does not come there with as many steps", old, old.hex
            )
            excuse = Excuse(frozenset({old.hex}))
            yield Finding((old.hex,), because, (name,), due, owed=not record.ended, excuse=excuse)


LINES = frozenset(
    {
        *("city", "anchorage", "hq", "supply_city_source", "major_port_source"),
        *("small_port_source", "hq_source", "air_supply"),
    }
)
WITH_A_LINE = (Situation(connected=(Connection(lines=("overland",), to=LINES),)),)
PANZERS = ("panzer_14", "panzer_47", "panzer_2_ss", "panzer_2_ss_again")
FULL_PANZERS = Selector(
    kinds=frozenset({"panzer corps"}), nations=frozenset({"german"}), without_tags=frozenset({"reduced"})
)
REDUCED_PANZERS = Selector(
    kinds=frozenset({"panzer corps"}), nations=frozenset({"german"}), tags=frozenset({"reduced"})
)
AIRBORNE = Selector(kinds=frozenset({"airborne division"}), nations=frozenset({"german"}))


def _withdrawals(record: PhaseRecord, *rows: str) -> int:
    """How many of these withdrawals are due now, as far as the charts or the values tell."""
    moment = record.moment
    now = f"{moment.condition('year')} {moment.condition('month')}"
    return sum(_month(record.start, row) == now for row in rows) if moment.condition("week") == "1" else 0


def _month(position: Position, row: str) -> str:
    """The month of a withdrawal, as in "1942 may", "" if nobody tells."""
    told = position.values.get(f"withdrawal.{row}")
    return (told or str(position.pack.charts.get(f"withdrawals.{row}.leaves", ""))).strip()


def _withdrawal_untold(record: PhaseRecord, *rows: str) -> str:
    """What nobody tells of when units are due to leave; "" if it is told."""
    moment = record.moment
    if moment.condition("week") not in (None, "1"):
        return ""
    months = [_month(record.start, row) for row in rows]
    untold = [name for name in ("year", "month", "week") if moment.condition(name) is None]
    if not untold or (all(months) and not any(_fits(moment, each) for each in months)):
        return first_untold((f"withdrawal.{row}" for row, each in zip(rows, months, strict=True) if not each), ())
    return untold[0]


def _fits(moment: Moment, month: str) -> bool:
    """Whether it may be that month, as in "1942 may"."""
    told = zip((moment.condition("year"), moment.condition("month")), month.split(), strict=False)
    return all(now in (None, then) for now, then in told)


def _panzers_untold(record: PhaseRecord, _: object) -> str:
    """What nobody tells of when they leave: where there is none, points are due."""
    return _withdrawal_untold(record, *PANZERS)


def _airborne_untold(record: PhaseRecord, _: object) -> str:
    """What nobody tells of when one leaves, while one may be there."""
    return _withdrawal_untold(record, "airborne_division") if _waiting(record, AIRBORNE).possible else ""


def _gone(record: PhaseRecord, who: Selector, *boxes: str) -> int:
    """How many units that may have a line left the map for one of these boxes, or for nowhere."""
    start = record.start
    units = [unit for unit in start.units.values() if unit.hex and who.matches(unit)]
    units = [unit for unit in units if fits_any(start, unit.side, unit.hex, WITH_A_LINE).possible]
    now = [record.end.units.get(unit.id) for unit in units]
    return sum(unit is None or (not unit.hex and unit.location in boxes) for unit in now)


def _waiting(record: PhaseRecord, who: Selector) -> Known:
    """Whether such a unit with a line is still on the map."""
    units = (unit for unit in record.end.of_side(record.moment.phasing) if who.matches(unit))
    return any_of(fits_any(record.end, unit.side, unit.hex, WITH_A_LINE) for unit in units)


def _owed_withdrawals(record: PhaseRecord, due: int, made: int, waiting: Known) -> Iterator[Finding]:
    because = say("{due} withdrawals are due and {made} were made, and another unit qualifies", due, made)
    yield Finding((), because, broken=waiting, owed=not record.ended)


@CHAPTER.article(
    "Panzer Corps withdrawal",
    "9.0e",
    covers=("9.0a",),
    when=("axis.order_of_battle",),
    area="reinforcement",
    unseen="may excuse",
    met=lambda record, figures: bool(_withdrawals(record, *PANZERS) or _panzers_untold(record, figures)),
    untold=_panzers_untold,
)
def panzer_corps_withdrawal(record: PhaseRecord) -> Iterator[Finding]:
    """In the first week of its month a full Panzer Corps with a line leaves the map; a reduced one costs 1 EP, none 2 EPs.

    Legal:    turn 20, Axis Order of Battle Step; weather clear; season spring; year 1942; month may; week 1;
              value withdrawal.panzer_14 1942 may; 1517: ax.47pz, ax.24pz; ax.47pz 1517>[force_pool]; turn 20, Axis HQ Mode Step
    Illegal:  turn 20, Axis Order of Battle Step; weather clear; season spring; year 1942; month may; week 1;
              value withdrawal.panzer_14 1942 may; 1517: ax.47pz, ax.24pz; now weather clear; turn 20, Axis HQ Mode Step
    """
    boxes = ("force_pool", "arrivals", "removed")
    due, made = _withdrawals(record, *PANZERS), _gone(record, FULL_PANZERS, *boxes)
    if made >= due:
        return
    waiting, short, pool = _waiting(record, FULL_PANZERS), due - made, "EP.axis"
    yield from _owed_withdrawals(record, due, made, waiting)
    cheap = min(short, _gone(record, REDUCED_PANZERS, *boxes))
    owed, given = Interval.of(cheap + 2 * (short - cheap)), paid(record, pool)
    can_pay = points(record.end, pool).at_least(ONE)
    because = say("{owed} {pool} are owed for a withdrawal, and {given} was spent", amount(owed.low), pool, given)
    yield Finding((), because, broken=~waiting & ~given.at_least(owed) & can_pay, owed=not record.ended)


@CHAPTER.article(
    "Airborne Division withdrawal",
    "9.0d",
    when=("axis.order_of_battle",),
    area="reinforcement",
    unseen="may excuse",
    met=lambda record, figures: bool(_withdrawals(record, "airborne_division") or _airborne_untold(record, figures)),
    untold=_airborne_untold,
)
def airborne_division_withdrawal(record: PhaseRecord) -> Iterator[Finding]:
    """In the first week of its month the German Airborne Division leaves the map, if it has a line.

    Legal:    turn 20, Axis Order of Battle Step; weather clear; season spring; year 1942; month may; week 1;
              value withdrawal.airborne_division 1942 may; 0521: ax.7abn; ax.7abn 0521>[removed]; turn 20, Axis HQ Mode Step
    Illegal:  turn 20, Axis Order of Battle Step; weather clear; season spring; year 1942; month may; week 1;
              value withdrawal.airborne_division 1942 may; 0521: ax.7abn; now weather clear; turn 20, Axis HQ Mode Step
    """
    due, made = _withdrawals(record, "airborne_division"), _gone(record, AIRBORNE, "removed", "ahead")
    if made < due:
        yield from _owed_withdrawals(record, due, made, _waiting(record, AIRBORNE))


def _placed(act: Act) -> Iterator[Unit]:
    """The units that stand on the map and did not before the act."""
    for name in act.units:
        old, new = act.before.units.get(name), act.after.units.get(name)
        if new is not None and new.hex in act.after.network.index and not (old and old.hex):
            yield new


@CHAPTER.article(
    "Placement respects stacking", "9.4j", area="stacking", met=_placed, readings=("stacking_at_placement=both",)
)
def room_at_placement(act: Act) -> Iterator[Finding]:
    """A piece that is placed finds room in its hex at once.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1516: ax.5inf; place ax.gar 1516
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.10mot, ax.14mot, ax.29mot;
              place ax.gar 1517
    """
    now = When(phases=frozenset({"order of battle"})).holds(act.before, "")
    for new in _placed(act) if now.possible else ():
        for count in stack_counts(act.after, new.hex, new.side):
            because = say("{new} is placed in {hex}, where there is no room for it: {words}", new, new.hex, count.words)
            yield Finding((new.hex,), because, (new.id,), now & count.exceeded)
            if count.exceeded.is_no and (crowded := now & with_unknown(act.after, count)).possible:
                because = say("{new} is placed in {hex}: {words}", new, new.hex, words_with_unknown(act.after, count))
                yield Finding((new.hex,), because, (new.id,), crowded)


def _garrisons_turned(act: Act) -> Iterator[Unit]:
    for name in act.units:
        unit = act.after.units.get(name)
        if unit is not None and unit.type.kind == "garrison":
            yield unit


@CHAPTER.article("Improving Garrisons", "9.5e", area="fortification", acts=("flip",), met=_garrisons_turned)
def hardened_by_a_card(act: Act) -> Iterator[Finding]:
    """Garrison Infantry becomes Hardened by a card only.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.gar; flip ax.gar/2 card=27
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.gar; flip ax.gar/2 card=no
    """
    told = act.told.get("card")
    if not isinstance(act, Flipped) or told not in (None, "no"):
        return
    broken = YES if told else Known.open(say("the {what_it_takes} that was used", "card"))
    for new in _garrisons_turned(act):
        if act.before.unit(new.id).face != new.face == 1:
            card = with_article("card")
            because = say("{new} is turned to its side {face} without {what_it_takes}, which that takes", new, 2, card)
            yield Finding((new.hex,), because, (new.id,), broken)


HIDDEN = "untried"
COMES_HIDDEN = Selector(kinds=frozenset({"rifle corps", "early mechanized corps"}))


_ON_THE_MAP = about(COMES_HIDDEN)


def _any_comes_hidden(record: PhaseRecord) -> bool:
    """Whether such a unit is on the map in the phase, and one is still there, or in a box, when it ends."""
    return _ON_THE_MAP(record, None) and any(map(COMES_HIDDEN.matches, record.end.units.values()))


@CHAPTER.article(
    "When Untried units are revealed",
    "13.2b",
    covers=("13.2a", "13.2c"),
    area="special",
    met=_any_comes_hidden,
)
def untried_until_it_fights(record: PhaseRecord) -> Iterator[Finding]:
    """Rifle Corps and Early Mechanized Corps come hidden, are revealed when they fight and stay so in play; in the Untried pool
    they are hidden again.

    Legal:    turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc;
              flip sov.63rc/2; attack 1817: ax.24pz result=NE; Axis Air Return Step; say done
    Illegal:  turn 9, Axis Ground Battles Step; weather clear; season summer; 1717: ax.24pz; 1817: sov.63rc;
              attack 1817: ax.24pz result=NE; Axis Air Return Step; say done
    """
    fights = [act for act in record.of(Attack, Overrun) if not isinstance(act, Declaration)]
    fought = {name for act in fights for name in _in_the_fight(act)}
    for name, unit in record.end.units.items():
        if COMES_HIDDEN.matches(unit):
            old = record.start.units.get(name)
            shown = _in_play(record, unit, old, name in fought) if unit.hex else _in_the_pool(record, unit, old)
            yield from shown
    yield from _passed_by_heavies(record, fought)


def _passed_by_heavies(record: PhaseRecord, fought: set[str]) -> Iterator[Finding]:
    """Early Mechanized Corps through whose zone a Heavy enemy went in the first hex of its retreat, and which stayed hidden."""
    asked = {
        name: unit
        for name, unit in record.end.units.items()
        if unit.hex and name not in fought and MECHANIZED.matches(unit) and HIDDEN in unit.shown.tags
    }
    for act in record.of(Retreat) if asked else ():
        network = act.before.network
        if (
            not any(HEAVY.matches(unit) for unit in act.units_before)
            or act.path[1:2] == ()
            or act.path[1] not in network.index
        ):
            continue
        for side in {unit.side for unit in asked.values()} - {unit.side for unit in act.units_before}:
            for zone in exerting(ground_at(act.before), side, network.index[act.path[1]]):
                if (unit := asked.pop(zone.unit.id, None)) is not None:
                    because = say(
                        "{units} retreated through the zone of {unit}, whose strength is still hidden",
                        *(listed(map(str, act.units_before)), unit),
                    )
                    yield Finding((unit.hex,), because, (unit.id,), broken=zone.known, owed=not record.ended)


MECHANIZED = Selector(tags=frozenset({"early_mech"}))
HEAVY = Selector(tags=frozenset({"heavy"}))


def _in_play(record: PhaseRecord, unit: Unit, old: Unit | None, fought: bool) -> Iterator[Finding]:
    at, names, hidden = (unit.hex,), (unit.id,), HIDDEN in unit.shown.tags
    was = old is not None and HIDDEN in old.shown.tags
    if fought and hidden:
        because = say("{unit} was in a fight, and its strength is still hidden", unit)
        yield Finding(at, because, names, owed=not record.ended)
    elif old is not None and old.hex and hidden and not was:
        yield Finding(at, say("{unit} is hidden again while in play, which never happens", unit), names)
    elif old is not None and old.hex == unit.hex and was and not hidden and _is_quiet(record, unit):
        yield Finding(at, say("{unit} shows its strength, and no enemy was near enough to fight it", unit), names)
    elif not (old and old.hex) and not hidden and not fought:
        yield Finding(at, say("{unit} comes into play with its strength shown, and must be hidden", unit), names)


def _in_the_pool(record: PhaseRecord, unit: Unit, old: Unit | None) -> Iterator[Finding]:
    lay_there = old is not None and not old.hex and old.location == unit.location
    if unit.location == "untried" and HIDDEN not in unit.shown.tags and not lay_there:
        words = say(
            "{unit} is put back into {box} with its strength shown, and must be hidden there", unit, unit.location
        )
        yield Finding((), words, (unit.id,), owed=not record.ended)


def _is_quiet(record: PhaseRecord, unit: Unit) -> bool:
    """Whether a unit was turned up where nobody fights: no enemy beside it, and none that may have retreated past it."""
    phase, network = record.moment.phase, record.start.network
    if not phase or not phase.names & {"movement", "battles"} or any(True for _ in record.of(Overrun)):
        return False
    here = network.index[unit.hex]
    near = network.beside(unit.hex)
    beside = [other.side for position in (record.start, record.end) for number in near for other in position.at(number)]
    beside += [other.side for number in near for other in record.start.unknown_at(number)]
    went = (act for act in record.of(Travel) if act.path and act.path[0] in network.index)
    passing = (act for act in went if network.distance(here, network.index[act.path[0]]) <= 2)
    past = (act.before.units[name].side for act in passing for name in act.units)
    return all(side == unit.side for side in (*beside, *past))


def _in_the_fight(act: Act) -> Iterator[str]:
    """The ids of those who fight: the units that act, and the enemies in the hexes, if the fight is told to its end."""
    if not act.told.get("die") and not act.told.get("result"):
        return
    sides = {unit.side for unit in act.units_before}
    yield from act.units
    for number in act.path[-1:] if isinstance(act, Overrun) else act.path:
        yield from (unit.id for unit in act.before.at(number) if unit.side not in sides)


REGULAR = Selector(
    nations=frozenset({"ussr"}),
    kinds=frozenset({"cavalry corps", "rifle corps", "tank corps", "late mechanized corps"}),
    without_tags=frozenset({"guards"}),
)
GUARDS = Selector(
    nations=frozenset({"ussr"}),
    tags=frozenset({"guards"}),
    without_tags=frozenset({"assembled", "raised", "remnant"}),
)
PROMOTING = When(phases=frozenset({"order of battle"}), phasing="own", conditions={"week": frozenset({"1"})})


def _promotions(record: PhaseRecord) -> list[tuple[Unit, Act]]:
    """The Guards that came out of the holding box in a phase, and by which act."""
    found: dict[str, tuple[Unit, Act]] = {}
    for act in record.acts:
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if old is None or new is None or not GUARDS.matches(new):
                continue
            if not old.hex and old.location == "holding" and (new.hex or new.location != "holding"):
                found[name] = new, act
            elif not new.hex and new.location == "holding":
                found.pop(name, None)
    return list(found.values())


@CHAPTER.article(
    "Guards promotion",
    printed("thunder_in_the_east", "13.3a", figures=("force_pool", "untried")),
    covers=("13.3b",),
    area="reinforcement",
    unseen="may excuse nearby",
    met=_promotions,
)
def guards_promotion(record: PhaseRecord, pools: tuple[str, ...]) -> Iterator[Finding]:
    """In the first week of a month the Soviets may promote one Corps that is Supplied or in the Force Pool.

    Legal:    turn 1, Soviet Order of Battle Step; weather clear; season summer; week 1; 2215: sov.30rc;
              [holding]: sov.2grc; sov.30rc 2215>[untried]; sov.2grc [holding]>2215
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; season summer; week 2; 2215: sov.30rc;
              [holding]: sov.2grc; sov.30rc 2215>[untried]; sov.2grc [holding]>2215
    """
    found = _promotions(record)
    if len(found) > 1:
        units = [unit for unit, _ in found]
        yield Finding((), say("{units} are promoted, and one may be", listed(units)), tuple(unit.id for unit in units))
    for unit, act in found:
        now, allowed = PROMOTING.holds(act.before, unit.side), when_words((PROMOTING,))
        because = say("{unit} is promoted in {moment}; allowed only {when}", unit, record.moment, allowed)
        yield Finding((), because, (unit.id,), ~now & ~carded(act.told))
        if unit.hex:
            yield from _on_the_map(record, unit)
        elif unit.location not in pools:
            because = say("{unit} is promoted and comes neither onto the map nor into its pool", unit)
            yield Finding((), because, (unit.id,))


article(
    printed("thunder_in_the_east_10", "13.3a", figures=()),
    unseen="may excuse nearby",
    met=_promotions,
    says="In the first week of a month the Soviets may promote one Corps that is Supplied or in the Force Pool; Guards Rifle "
    "Corps replace one in play.",
    anew=True,
)(guards_promotion)


def _on_the_map(record: PhaseRecord, unit: Unit) -> Iterator[Finding]:
    """Of a unit promoted on the map: which regular one it replaces, and whether that was in supply."""
    start, end, names = record.start, record.end, (unit.id,)
    own = (old for old in start.at(unit.hex) if old.side == unit.side and REGULAR.matches(old))
    replaced = next((old for old in own if end.units.get(old.id, old).hex != old.hex), None)
    if replaced is None:
        because = say("{unit} comes to {hex} as promoted, and no unit that it could replace leaves it", unit, unit.hex)
        yield Finding((unit.hex,), because, names, owed=not record.ended)
        return
    supplied = supply(start, unit.side).state(replaced.id).is_in(frozenset({"supplied"}))
    since = Known.open(say("the supply of {unit} when it was last checked", replaced))
    marked = replaced.has("out_of_supply") or replaced.has("isolated")
    because = say("{unit} is promoted in {hex} and is not in supply", replaced, unit.hex)
    yield Finding((unit.hex,), because, names, YES if marked else ~supplied & since)


INTERDICTED = "interdicted"
RECOVERY = frozenset({"axis.recovery", "soviet.recovery"})


def _still_interdicted(record: PhaseRecord) -> list[Unit]:
    phase, units = record.moment.phase, record.end.units
    if phase is None or not phase.names & RECOVERY:
        return []
    return [
        units[name] for name in sorted(units) if units[name].side == phase.side and INTERDICTED in units[name].marks
    ]


def _any_interdicted(record: PhaseRecord, _: object) -> bool:
    marked = any(INTERDICTED in unit.marks for unit in record.start.units.values())
    return marked or bool(_still_interdicted(record))


@CHAPTER.article("Interdiction removal", "16.2b", covers=("18.4.2d",), area="air", met=_any_interdicted)
def interdiction_removed(record: PhaseRecord) -> Iterator[Finding]:
    """In his Regular Recovery & Reorganization Step, and not before, a player takes all Interdiction markers off his units.

    Legal:    turn 9, Axis Regular Recovery & Reorganization Step; weather clear; season summer; 1717: ax.24pz+interdicted;
              unmark ax.24pz+interdicted
    Illegal:  turn 9, Axis Regular Recovery & Reorganization Step; weather clear; season summer; 1717: ax.24pz+interdicted;
              say we go on; turn 9, Axis Regular Movement Step; say we go on
    """
    phase, kind = record.moment.phase, word(INTERDICTED)
    for name, old, new in record.changes():
        if old is None or new is None or not new.hex or new.type != old.type:
            continue
        late = phase is not None and bool(phase.names & (RECOVERY | {"regular movement", "morale"}))
        own = phase is not None and phase.side == old.side
        if INTERDICTED in old.marks - new.marks and not (own and late):
            because = say(
                "{unit} loses its mark {mark} in {moment}, and keeps it until it wears off", new, kind, record.moment
            )
            known = YES if phase is not None else Known.open(PHASE)
            yield Finding((new.hex,), because, (name,), known & ~changed_by_card(record))
    for unit in _still_interdicted(record):
        step = phase.name if phase else ""
        because = say("{unit} still bears {mark} when the {phase} is over, and must be rid of it", unit, kind, step)
        yield Finding((unit.hex,), because, (unit.id,), owed=not record.ended)
