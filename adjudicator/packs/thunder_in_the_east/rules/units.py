"""Units that leave, come, are promoted and marked: 6, 9.4, 9.5, 13 and 16 of the rules."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.cards import carded
from adjudicator.analysis.leaving import leaving
from adjudicator.analysis.organization import BoxTransfer, Shuffle, reorganized, shuffles, transfers
from adjudicator.analysis.stacking import stack_counts, too_many, with_unknown, words_with_unknown
from adjudicator.analysis.supply.status import supply
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Finding
from adjudicator.model.known import YES, Known
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.rules._cards import changed_by_card
from adjudicator.record.acts import Act, Flipped, Overrun
from adjudicator.record.phase import PHASE, PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector
from adjudicator.terms.words import when_words
from adjudicator.words import article as with_article
from adjudicator.words import listed, word

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
