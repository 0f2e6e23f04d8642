"""Units that leave play in a month: 9.0d to 9.0i of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.calendar import since
from adjudicator.analysis.costs import paid
from adjudicator.analysis.economy import first_untold
from adjudicator.analysis.resources import points
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import ONE, Interval
from adjudicator.model.known import YES, Known, any_of
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.units import Unit
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say, strung
from adjudicator.terms.who import Selector
from adjudicator.words import amount, some_units

CHAPTER = Chapter(unseen="cannot excuse")


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
