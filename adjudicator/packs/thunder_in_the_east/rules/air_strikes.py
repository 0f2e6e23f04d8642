"""Attacks from the air, and Flak: 18.4, 18.7, 26.2, 26.3, 302.7 and 208.4 of Thunder in the East."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from adjudicator.analysis.air.sorties import FLAK, all_seen, hidden_above, target_of, told_letters, unread
from adjudicator.analysis.economy import first_untold, told_number
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import Interval
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.told import told_or
from adjudicator.model.units import Unit
from adjudicator.packs.thunder_in_the_east.analysis.air_battle import (
    FIRST,
    MISSES,
    REVISED,
    AirWar,
    Circumstances,
    Hardness,
    damage,
    hardness,
)
from adjudicator.packs.thunder_in_the_east.rules._air import SNEAK_ATTACK
from adjudicator.packs.thunder_in_the_east.rules._cards import air_offensive
from adjudicator.record.acts import Act
from adjudicator.record.flights import Dogfight, Strike
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import counted, listed, word

CHAPTER = Chapter(unseen="cannot excuse")

STRENGTHS = {
    "strafe": ("strike",),
    "interdiction": ("strike", "bomb"),
    "airfields": ("strike", "bomb"),
    "logistics": ("bomb",),
    "anchorage": ("bomb",),
    "anti_shipping": ("strike",),
    "strategic": ("bomb",),
}
"""By mission the values of a unit that count, one of them for each unit."""
HIT_ONCE = frozenset({"interdiction", "anchorage", "anti_shipping"})
"""18.4.2, 106.5.3, 106.5.4. As many hits as the die shows may be told of these, too."""
MARKS = {"interdiction": "interdicted", "strafe": "out_of_supply"}
LARGER = frozenset({"medium", "large"})
MAJOR_OFFENSIVE = When(options=frozenset({"major_offensive"}), phasing="own")


@dataclass(frozen=True, slots=True)
class Raid:
    """An Airfields attack of greater force.

    Fighters have a strike strength of 1 in it, and the damage of one by `heavy` units alone is 1 greater; or every unit hits
    `without_die` once, a heavy one twice.
    """

    heavy: Selector
    when: When = ALWAYS
    by_card: bool = False
    without_die: bool = False


@dataclass(frozen=True, slots=True)
class Attacks:
    """How the damage of attacks is found, and which Airfields attacks are of greater force."""

    book: AirWar
    raids: tuple[Raid, ...]


@CHAPTER.article(
    "Hits of an attack from the air",
    printed(
        "",
        "18.4.1c",
        figures=Attacks(
            REVISED,
            (
                Raid(Selector(sides=frozenset({"axis"}), sizes=LARGER), SNEAK_ATTACK, without_die=True),
                Raid(Selector(sides=frozenset({"axis"}), sizes=LARGER), MAJOR_OFFENSIVE),
                Raid(Selector(sides=frozenset({"soviet"}), sizes=LARGER), by_card=True),
            ),
        ),
    ),
    covers=(
        *("18.4.1a", "18.4.1b", "18.4.1d", "18.4.3b", "18.4.3c", "18.3b", "23.2d", "26.2j", "26.3g"),
        *("103.0a", "103.0b", "208.2.2d", "208.3.2b"),
    ),
    area="air",
    acts=("strike",),
    untold=hidden_above,
)
def hits_from_the_air(act: Act, attacks: Attacks) -> Iterator[Finding]:
    """An attack from the air succeeds with no more than its Damage Value, and hits as often as the die shows; a 6 misses.

    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.he111;
              strike logistics 2215: ax.he111 die=3 hits=3
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; [2215]: ax.he111;
              strike logistics 2215: ax.he111 die=4 hits=4
    """
    if not isinstance(act, Strike) or act.mission not in STRENGTHS:
        return
    die, told = act.told.get("die", ""), act.told.get("hits", "")
    units = act.units_before
    if not told.isdigit() or len(units) < len(act.units):
        return
    if act.mission == "strafe":
        yield from _strafe(act, units, attacks.book)
        return
    raid, sure = _raid(act, units[0].side, attacks.raids)
    if raid is not None and raid.without_die:
        due = sum(2 if raid.heavy.matches(unit) else 1 for unit in units)
        if int(told) != due:
            because = say("{units} hit {due} times without a die, and {hits} hits were taken", listed(units), due, told)
            yield Finding(act.path, because, act.units, sure)
        return
    hard = _hardness(act, units[0], attacks.book)
    if hard is None:
        yield from _at_one_unread(act)
        return
    found = _damage(act, units, (attacks.book, hard), raid, sure)
    if not die.isdigit():
        if any_of(_fits(act, int(told), each, found) for each in range(1, MISSES + 1)).is_no:
            because = say("the damage value is {value}, and no die comes to {hits} hits", found, told)
            yield Finding(act.path, because, act.units)
        return
    right = _fits(act, int(told), int(die), found)
    if not right.is_yes:
        because = say("the damage value is {value}, a {die} was rolled, and {hits} hits were taken", found, die, told)
        yield Finding(act.path, because, act.units, ~right)


def _fits(act: Strike, hits: int, die: int, value: Interval) -> Known:
    """Whether so many hits are what a die comes to."""
    hit = Interval.of(die).at_most(value) & Known.of(die != MISSES)
    success = {die, 1} if act.mission in HIT_ONCE else {die}
    return hit if hits in success else ~hit if not hits else NO


article(
    printed(
        "thunder_in_the_east_10",
        "18.4.1c",
        figures=Attacks(
            FIRST,
            (
                Raid(Selector(sides=frozenset({"axis"}), sizes=LARGER), SNEAK_ATTACK),
                Raid(Selector(sides=frozenset({"axis"}), kinds=frozenset({"bomber", "dive bomber"})), MAJOR_OFFENSIVE),
            ),
        ),
    ),
    covers=(
        *("18.4.1a", "18.4.1d", "18.4.3b", "18.4.3c", "18.3b", "26.2j", "26.3g"),
        *("103.0a", "103.0b", "208.2.2d"),
    ),
    unseen="cannot excuse",
    acts=("strike",),
    untold=hidden_above,
    anew=True,
)(hits_from_the_air)


def _raid(act: Strike, side: str, raids: tuple[Raid, ...]) -> tuple[Raid | None, Known]:
    """The raid that an attack is, and whether it is one."""
    for each in raids if act.mission == "airfields" else ():
        now = Known.of(side in each.heavy.sides) & each.when.holds(act.before, side)
        now &= air_offensive(act) if each.by_card else YES
        if now.possible:
            return each, now
    return None, NO


def _damage(
    act: Strike, units: list[Unit], target: tuple[AirWar, Hardness], raid: Raid | None, sure: Known
) -> Interval:
    """The damage value."""
    book, hard = target
    flown, used, values = act.before.memory.flown.get(act.units[0]), act.told.get("uses", ""), STRENGTHS[act.mission]
    values = (used,) if used in values else values
    night = act.told.get("night") == "yes" or (flown is not None and bool(flown.time))
    plain = damage(act.before, units, values, hard, book, how=Circumstances(night=night))
    if raid is None:
        return plain
    more = 1 if all(raid.heavy.matches(unit) for unit in units) else 0
    fighters = [unit for unit in units if unit.side in raid.heavy.sides and unit.has("fighter")]
    lent = {unit.id: {"strike": 1} for unit in fighters}
    return Interval.by(sure, damage(act.before, units, values, hard, book, how=Circumstances(more, night, lent)), plain)


def _strafe(act: Strike, units: list[Unit], book: AirWar) -> Iterator[Finding]:
    """18.7: each unit has its own die (die=4,2 tells two) and a strength of 1 or, perhaps, its greater one: one hit or none."""
    dice = act.told.get("die", "").split(",")
    if not all(die.isdigit() for die in dice):
        return
    hard = _hardness(act, units[0], book)
    if hard is None:
        yield from _at_one_unread(act)
        return
    found = _strafes(act, units, hard, book)
    told = int(act.told["hits"])
    hit = any_of(Interval.of(int(die)).at_most(found) & Known.of(int(die) != MISSES) for die in dice)
    right = ~hit if not told else hit & Known.of(told <= len(units))
    if not right.is_yes:
        because = say(
            "the damage value of one unit is {value}, the dice show {dice}, and {hits} hits were taken",
            found,
            ", ".join(dice),
            told,
        )
        yield Finding(act.path, because, act.units, ~right)


def _strafes(act: Strike, units: list[Unit], hard: Hardness, book: AirWar) -> Interval:
    """The damage value of one of the units that strafe."""
    weak, values = Circumstances(lent={unit.id: {"strike": 1} for unit in units}), STRENGTHS["strafe"]
    plain = damage(act.before, units[:1], values, hard, book, how=weak)
    own = [damage(act.before, (unit,), values, hard, book) for unit in units]
    counts = say("whether a greater strength counts where units attack singly")
    return plain.either(reduce(Interval.greater, own, plain), counts)


def _at_one_unread(act: Strike) -> Iterator[Finding]:
    """A doubt about hits on a unit that is named as the target and that nobody can tell."""
    die, target = act.told.get("die", ""), target_of(act)
    if die and target and target not in act.before.units and act.before.unidentified:
        because = say("a {die} was rolled, and {hits} hits were taken against {target}", die, act.told["hits"], target)
        yield Finding(act.path, because, act.units, Known.open(unread(act.before, target)))


def _hardness(act: Strike, unit: Unit, book: AirWar) -> Hardness | None:
    """What the target counts; None where it is not told."""
    position = act.before
    named = position.units.get(target_of(act))
    places = position.network.places_at.get(position.network.index[act.over], ())
    kinds = frozenset(kind for place in places for kind in place.kinds)
    enemy = next(iter(position.pack.enemies(unit.side)), "")
    return hardness(book, act.mission, enemy, named.type.size if named is not None else "", kinds)


def _on_units(record: PhaseRecord, book: AirWar) -> Iterator[tuple[Strike, str, Known]]:
    """Each attack on a unit whose target is told, and whether it hit."""
    for act in record.of(Strike):
        if act.mission not in MARKS or not (act.told.get("hits", "").isdigit() or act.told.get("die", "")):
            continue
        sortie = act.before.memory.flown.get(act.units[0]) if act.units else None
        target = told_or(act.told, "target", sortie.target if sortie is not None else "")
        if target in act.before.units:
            hit = _hit(act, book)
            if hit is not None:
                yield act, target, hit


def _hit(act: Strike, book: AirWar) -> Known | None:
    """Whether an attack on a unit hit: by the hits that are told, or else by the die; None where it cannot be found."""
    told, dice = act.told.get("hits", ""), act.told.get("die", "").split(",")
    if told.isdigit():
        return Known.of(told != "0")
    units = act.units_before
    if all(die == str(MISSES) for die in dice):
        return NO
    if not all(die.isdigit() for die in dice) or len(units) < len(act.units):
        return None
    hard = _hardness(act, units[0], book)
    if hard is None:
        return None
    strafing = act.mission == "strafe"
    found = _strafes(act, units, hard, book) if strafing else _damage(act, units, (book, hard), None, NO)
    return any_of(Interval.of(int(die)).at_most(found) & Known.of(int(die) != MISSES) for die in dice)


def _marked(record: PhaseRecord, attacks: Attacks) -> Iterator[tuple[Strike, str, Known]]:
    yield from _on_units(record, attacks.book)


@CHAPTER.article(
    "Markers of attacks on units",
    printed("", "18.4.2b", figures=Attacks(REVISED, ())),
    when=("air combat",),
    area="air",
    met=_marked,
)
def markers_of_attacks(record: PhaseRecord, attacks: Attacks) -> Iterator[Finding]:
    """A unit that is interdicted gets an Interdiction marker, one that is strafed an Out of Supply marker; one that is missed
    gets none.

    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; 2215: sov.30rc; [2215]: ax.ju87;
              strike interdiction 2215: ax.ju87 target=sov.30rc die=1 hits=1; mark sov.30rc+interdicted
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; 2215: sov.30rc; [2215]: ax.ju87;
              strike interdiction 2215: ax.ju87 target=sov.30rc die=6 hits=0; mark sov.30rc+interdicted
    """
    hits: dict[tuple[str, str], Known] = {}
    for act, target, hit in _on_units(record, attacks.book):
        key = target, MARKS[act.mission]
        hits[key] = hits.get(key, NO) | hit
    unheard = [
        each for each in record.of(Strike) if each.mission in MARKS and not {"hits", "die"}.intersection(each.told)
    ]
    for (target, mark), hit in sorted(hits.items()):
        old, unit = record.start.units.get(target), record.end.units.get(target)
        if old is None or unit is None or not unit.hex:
            continue
        if record.ended and hit.is_yes and mark not in unit.marks:
            because = say("{unit} was hit from the air, and bears no {mark} marker", unit, word(mark))
            yield Finding((unit.hex,), because, (target,))
        if hit.is_no and mark in unit.marks - old.marks:
            because = say("{unit} was missed from the air, and is marked {mark}", unit, word(mark))
            broken = Known.open(say("the hits of each attack")) if unheard else YES
            yield Finding((unit.hex,), because, (target,), broken)


article(
    printed("thunder_in_the_east_10", "18.4.2b", figures=Attacks(FIRST, ())),
    area="air",
    when=("air combat",),
    met=_marked,
    says="A unit that is interdicted gets an Interdiction marker; one that is missed gets none.",
    anew=True,
)(markers_of_attacks)


FLAK_TARGETS = frozenset({"logistics", "anchorage", "strategic", "airfields"})
GUARDED = (
    Situation(
        where=Where(places=frozenset({"objective", "anchorage", "major_port", "minor_port", "naval_base"})),
        controlled="own",
    ),
    Situation(where=Where(places=frozenset({"city"})), controlled="own", clear=True),
    Situation(
        where=Where(
            markers=frozenset(
                {"strategic_hq_attack", "strategic_hq_balanced", "operational_hq_attack", "operational_hq_balanced"}
            )
        )
    ),
)


def _air_defense_untold(record: PhaseRecord, _: object) -> str:
    fired = [act for act in record.of(Strike) if FLAK in act.told]
    flown = {unit.side for act in fired for unit in act.units_before}
    names = {f"air_defense.{enemy}" for side in flown for enemy in record.start.pack.enemies(side)}
    return first_untold(sorted(names), record.start.values)


@CHAPTER.article(
    "Flak",
    "208.4.2",
    covers=("208.4.3",),
    when=("air combat",),
    area="antiair",
    met=lambda record: any(FLAK in act.told for act in record.of(Strike)),
    untold=_air_defense_untold,
    options=("campaign",),
)
def flak(record: PhaseRecord) -> Iterator[Finding]:
    """Flak fires at Bombing and Airfields missions against Objectives, Anchorages, Air Bases and HQs, no oftener than the Air
    Defense value; it Damages a Ready unit, or Aborts one if none is Ready.

    Under: thunder_in_the_east, campaign
    Legal:    turn 9, Axis Air Combat Step; weather clear; season summer; year 1942; month july; [3113]: ax.he111;
              strike strategic 3113: ax.he111 flak=ax.he111:D die=6 hits=0
    Illegal:  turn 9, Axis Air Combat Step; weather clear; season summer; year 1942; month july; [3113]: ax.he111;
              strike strategic 3113: ax.he111 flak=ax.he111:A
    """
    hurt: dict[str, str] = {}
    fired: dict[str, int] = {}
    for act in record.acts:
        if isinstance(act, Strike) and FLAK in act.told and any(name in act.before.units for name in act.units):
            yield from _flak_fires(record, act, fired)
            yield from _flak_hits(record, act, hurt)
        if isinstance(act, Dogfight | Strike):
            for name, letters in told_letters(act).items():
                hurt[name] = hurt.get(name, "") + letters


def _flak_fires(record: PhaseRecord, act: Strike, fired: dict[str, int]) -> Iterator[Finding]:
    side = next(unit.side for unit in act.units_before)
    if act.mission not in FLAK_TARGETS:
        yield Finding(act.path, say("flak fires at a mission over {hex} at which it never fires", act.over), act.units)
    for enemy in act.before.pack.enemies(side):
        because = say("flak fires over {hex}, which is nothing that it guards", act.over)
        yield Finding(act.path, because, act.units, ~fits_any(act.before, enemy, act.over, GUARDED))
        fired[enemy] = fired.get(enemy, 0) + 1
        name = f"air_defense.{enemy}"
        if name in record.start.values:
            enough = told_number(record.start, name).at_least(Interval.of(fired[enemy]))
            shots = counted(fired[enemy], "mission")
            because = say("flak fires at {missions}, and {name} is {value}", shots, name, record.start.values[name])
            yield Finding(act.path, because, act.units, ~enough)


def _flak_hits(record: PhaseRecord, act: Strike, hurt: dict[str, str]) -> Iterator[Finding]:
    hits = [part.strip() for part in act.told[FLAK].split(",") if part.strip()]
    if len(hits) > 1:
        because = say("flak hits {units} of one mission over {hex}, and fires at it once", len(hits), act.over)
        yield Finding(act.path, because, act.units)
    damaged = {unit.id for unit in act.units_before if unit.has("damaged")} | {each for each in hurt if hurt[each]}
    for part in hits:
        name, _, letter = part.partition(":")
        unit, effect = act.before.units.get(name, name), letter.upper()
        if name not in act.units:
            yield Finding(act.path, say("flak hits {unit}, which does not fly this mission", unit), act.units)
        elif effect == "D" and name in damaged:
            yield Finding(act.path, say("flak damages {unit}, which is damaged; it hits a ready unit", unit), (name,))
        elif effect == "A" and not damaged.issuperset(act.units):
            because = say("flak drives off {unit}, and does so only where no unit of the packet is ready", unit)
            yield Finding(act.path, because, (name,), _losses_told(record))
        elif effect not in ("D", "A"):
            yield Finding(act.path, say("flak does {result}, and damages or drives off only", letter), (name,))


def _losses_told(record: PhaseRecord) -> Known:
    """Whether the losses of all dogfights are told."""
    told = all_seen(record).is_yes and all(
        "losses" in act.told or not act.told.get("result", "").strip("-") for act in record.of(Dogfight)
    )
    return YES if told else Known.open(say("the losses of each dogfight"))
