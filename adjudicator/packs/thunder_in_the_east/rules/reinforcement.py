"""Points and what they buy: 9 and 13 of the rules. Pools and prices are in spending.toml."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from adjudicator.analysis.cards import (
    CARD,
    card_moves,
    card_name,
    carded,
    has_cards,
    is_play,
    may_be_carded,
    may_have_paid,
    playable,
    played_in,
)
from adjudicator.analysis.costs import price_of, total_costs
from adjudicator.analysis.economy import fall, first_untold, is_told, value_named
from adjudicator.analysis.gains import Gain, every_gain, gains, steps_gained
from adjudicator.analysis.resources import points, prices, spending_table, spent
from adjudicator.checks.articles import Chapter, article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass, replace
from adjudicator.model.interval import ONE, ZERO, Interval, sum_of
from adjudicator.model.known import YES, Known, all_of, any_of, unless_missing
from adjudicator.model.units import Marker
from adjudicator.packs.thunder_in_the_east.analysis.home import at_home, by_own_hq
from adjudicator.packs.thunder_in_the_east.rules._cards import BUILT, granted, more_markers
from adjudicator.packs.thunder_in_the_east.rules._works import laid_works
from adjudicator.packs.thunder_in_the_east.rules.air_units import aircraft_built
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import ALWAYS, When, options_in_play
from adjudicator.words import amount, counted, listed

CHAPTER = Chapter(area="reinforcement", when=("order of battle",))

POOL = frozenset({"force_pool"})
POOLS = frozenset({"force_pool", "untried"})
ANYWHERE = frozenset({*POOLS, ""})
"""Out of the pools, or of nowhere that anybody can tell."""
ARRIVALS = frozenset({"arrivals"})
SMALL_NATIONS = {"hungarian": "hungary", "romanian": "romania"}
EXILES = ("polish", "czech")


def _surely(each: Gain) -> Known:
    return each.sure & ~carded(each.told)


def _partisan(each: Gain) -> bool:
    return each.unit.has("partisan")


def _built(record: PhaseRecord, boxes: frozenset[str]) -> list[Gain]:
    return [each for each in gains(record, boxes) if each.way == "built"]


def _pool_units(record: PhaseRecord) -> list[Gain]:
    """What was built out of the pools, but for partisans."""
    return [each for each in _built(record, POOLS) if not _partisan(each)]


def _served(record: PhaseRecord) -> dict[str, str]:
    """Every unit that came onto the map or gained a step, and every air unit that came into play, with its nation."""
    found = {}
    for act in record.acts:
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if new is None:
                continue
            flew_in = new.type.flies and old is not None and old.location in POOL and new.location not in POOL
            if flew_in or (new.hex and (old is None or not old.hex or new.steps > old.steps)):
                found[name] = new.type.nation
    return found


def _national_pools(record: PhaseRecord) -> dict[str, str]:
    """The pools of nations, each with its nation."""
    return {name: pool.nation for name, pool in spending_table(record.start).pool.items() if pool.nation}


def _national_untold(record: PhaseRecord, _: object) -> str:
    """The points of another nation than those served, where nobody tells them."""
    served, pools = {*_served(record).values()}, spending_table(record.start).pool
    own = [name for name in _national_pools(record) if pools[name].side == record.moment.phasing]
    return first_untold((name for name in own if served and pools[name].nation not in served), record.end.values)


@CHAPTER.article(
    "National PPs",
    "9.2b",
    area="logistics",
    acts=("value",),
    met=lambda record: any(is_told(record.end, name) for name in _national_pools(record)),
    untold=_national_untold,
)
def national_points(record: PhaseRecord) -> Iterator[Finding]:
    """The PPs of an Axis nation pay for its own units.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.ro5inf/2; value PP.romanian 4;
              now weather clear; value PP.romanian 3; flip ax.ro5inf/1
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.5inf/2; value PP.romanian 4;
              now weather clear; value PP.romanian 3; flip ax.5inf/1
    """
    found, nations = _served(record), _national_pools(record)
    served = sorted({*found.values()})
    for pool, (_, given) in spent(record).items():
        if served and pool in nations and nations[pool] not in served:
            words = say(
                "{given} {pool} was spent, and what it paid for went to {served} units only",
                *(amount(given), pool, listed(served)),
            )
            yield Finding((), words, tuple(found))


@CHAPTER.article("One step per unit per step", "9.2c", covers=("9.6b", "9.5a"), met=lambda record: gains(record, POOLS))
def one_step_a_unit(record: PhaseRecord) -> Iterator[Finding]:
    """No unit gains more than one step in an Order of Battle Step.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2;
              ax.5inf/2 [force_pool]>0521
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2;
              ax.5inf/2 [force_pool]>0521; flip ax.5inf/1
    """
    found = [each for each in gains(record, POOLS) if not _partisan(each)]
    for name, steps in sorted(steps_gained(found).items()):
        own = [each for each in found if each.unit.id == name]
        if steps > 1:
            unit = own[-1].unit
            because = say("{unit} gained {steps} steps, and may gain {most}", unit, steps, 1)
            sure = all_of(each.sure for each in own) & ~any_of(carded(each.told) for each in own)
            yield Finding((unit.hex,), because, (name,), sure)


@dataclass(frozen=True, slots=True)
class Besides:
    """Markers that are laid, moved and turned for nothing, and those whose price another article judges."""

    free: Mapping[str, When]
    elsewhere: frozenset[str] = frozenset()


def _purchase_untold(record: PhaseRecord, _: Besides) -> str:
    """A pool that nobody tells: more may have been spent out of it."""
    paying = _paying(record, gains(record, ANYWHERE))
    return next((value_named(name) for name in paying if not _spent(record, name).certain), "")


def _paying(record: PhaseRecord, found: Collection[Gain]) -> list[str]:
    """The pools that may pay for these gains."""
    served, side = {"", *(each.unit.type.nation for each in found)}, record.moment.phasing
    own = (
        name for name, pool in spending_table(record.start).pool.items() if pool.side == side and pool.nation in served
    )
    return [name for name in own if name.partition(".")[0] in ("PP", "EP", "FP")]


def _spent(record: PhaseRecord, pool: str) -> Interval:
    """By how much a pool is smaller at the end."""
    return points(record.start, pool).minus(points(record.end, pool))


def _anything_gained(record: PhaseRecord, _: Besides) -> bool:
    return bool(gains(record, ANYWHERE))


@CHAPTER.article(
    "Nothing costs more than the chart says",
    printed(
        "thunder_in_the_east",
        "9.3.more",
        figures=Besides({"improved_defense": When(without_options=frozenset({"handicapping"})), "detachment": ALWAYS}),
    ),
    covers=("9.3",),
    area="logistics",
    met=_anything_gained,
    untold=_purchase_untold,
)
def no_more_than_the_price(record: PhaseRecord, besides: Besides) -> Iterator[Finding]:
    """What is built or improved costs what the chart says, and no more is spent on it.

    Markers and cards may have cost points too, nobody knows how many: then it is a doubt. What units that fly, units that
    leave and other numbers cost is for other rules: where there are any, nothing is said.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.24pz/2; [axis deck]: +card.a1;
              value EP.axis 14; value FP.axis 3; flip ax.24pz/1; value EP.axis 13
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.24pz/2; [axis deck]: +card.a1;
              value EP.axis 14; value FP.axis 3; flip ax.24pz/1; value EP.axis 13; value FP.axis 2
    """
    found = gains(record, ANYWHERE)
    if not found or _other_expenses(record, besides, found):
        return
    due = total_costs(record, found)
    if not all(_spent(record, name).at_least(cost).is_yes for name, cost in due.items()):
        return
    names = tuple(dict.fromkeys(each.unit.id for each in found))
    for name in _paying(record, found):
        given, cost = _spent(record, name), due.get(name, ZERO)
        within = given.at_most(cost)
        if given.certain and not within.is_yes:
            words = say(
                "what was built and improved costs {cost} from {pool}, and {spent} was spent", cost, name, given
            )
            yield Finding((), words, names, ~within & _nothing_else(record, besides, name))


article(
    printed(
        "thunder_in_the_east_10",
        "9.3.more",
        figures=Besides({"detachment": ALWAYS}, elsewhere=frozenset({"improved_defense"})),
    ),
    met=_anything_gained,
    untold=_purchase_untold,
    anew=True,
)(no_more_than_the_price)


def _other_expenses(record: PhaseRecord, besides: Besides, found: Collection[Gain]) -> bool:
    """Whether anything was done that costs points by rules of its own: to units that gain nothing, or to other numbers."""
    side, pools = record.moment.phasing, spending_table(record.start).pool
    start, end = record.start.values, record.end.values
    if any(start.get(name) != end.get(name) for name in {*start, *end} - set(pools)):
        return True
    touched = (_marker(act, name) for act in record.acts for name in act.markers)
    if any(each is not None and each.type.kind in besides.elsewhere and each.type.side == side for each in touched):
        return True
    bought = {each.unit.id for each in found} | {each.instead.id for each in found if each.instead is not None}
    others = ((act, name) for act in record.acts for name in act.units if name not in bought)
    units = (act.before.units.get(name) or act.after.units.get(name) for act, name in others)
    return any(unit is not None and unit.side == side for unit in units)


def _nothing_else(record: PhaseRecord, besides: Besides, pool: str) -> Known:
    """Whether nothing else was done in the phase that may have cost points of a pool."""
    side, missing = record.moment.phasing, [record.gap] if record.gap else []
    missing += [each for act in record.acts for each in _priced_markers(act, side, besides)]
    sold = (each for each in prices(record.start).price if pool in each.costs)
    if told := first_untold((each.gains for each in sold), record.end.values):
        missing.append(told)
    cards = [each.card for each in card_moves(record) if is_play(each) and each.card.type.side == side]
    missing += [say("what {card} costs", card_name(card.type)) for card in cards]
    if not has_cards(record.start, side) or (not cards and playable(record.start).is_open):
        missing.append(say("whether a card was paid for"))
    return unless_missing(*missing)


def _marker(act: Act, name: str) -> Marker | None:
    """A marker that an act is about, as it lay before, or as it lies after."""
    return act.before.markers.get(name) or act.after.markers.get(name)


def _priced_markers(act: Act, side: str, besides: Besides) -> Iterator[str]:
    """The markers of a side to which something was done, but for cards and those that cost nothing."""
    for name in act.markers:
        marker = _marker(act, name)
        if marker is None or marker.type.side != side or marker.type.kind == CARD:
            continue
        free = besides.free.get(marker.type.kind)
        if free is None or not free.holds(act.before, side).is_yes:
            yield say("what {unit} cost", marker.type.name or marker.id)


def _garrisons(record: PhaseRecord) -> list[Gain]:
    return [each for each in gains(record, POOL) if each.unit.type.kind == "garrison"]


def _specialists(record: PhaseRecord) -> list[Gain]:
    return [each for each in gains(record, POOL) if each.unit.has("specialist")]


def _exiles(record: PhaseRecord) -> list[Gain]:
    return [each for each in gains(record, POOL) if each.unit.type.nation in EXILES]


def _by_nation(found: Iterable[Gain]) -> Iterable[list[Gain]]:
    nations: dict[str, list[Gain]] = {}
    for each in found:
        nations.setdefault(each.unit.type.nation, []).append(each)
    return nations.values()


def _one_point(record: PhaseRecord, found: list[Gain]) -> Iterator[Finding]:
    """These units cost at most one PP in all."""
    cost = sum_of(Interval.by(each.sure, _personnel(record, each), ZERO) for each in found)
    units = [each.unit for each in found]
    because = say("{units} cost {cost} points, and at most {most} may be spent", listed(units), cost, amount(1))
    yield from _beyond_one(record, found, cost, because)


def _personnel(record: PhaseRecord, gain: Gain) -> Interval:
    """What a gain costs in PPs."""
    priced = price_of(record.start, gain).items()
    return Interval.of(sum((each for pool, each in priced if pool.partition(".")[0] == "PP"), Fraction(0)))


def _one_step(record: PhaseRecord, found: list[Gain]) -> Iterator[Finding]:
    """These units gain one step in all."""
    steps = sum_of(Interval.by(each.sure, Interval.of(each.steps), ZERO) for each in found)
    units = [each.unit for each in found]
    because = say("{units} gain {cost} steps, and {most} may be gained", listed(units), steps, amount(1))
    yield from _beyond_one(record, found, steps, because)


def _beyond_one(record: PhaseRecord, found: list[Gain], total: Interval, because: str) -> Iterator[Finding]:
    within = total.at_most(ONE)
    if not within.is_yes:
        broken = ~within & ~may_have_paid(record, record.moment.phasing)
        yield Finding((), because, tuple(each.unit.id for each in found), broken)


@CHAPTER.article("Garrison spending cap", printed("thunder_in_the_east", "9.3.3d"), met=_garrisons)
def garrison_spending(record: PhaseRecord) -> Iterator[Finding]:
    """A side spends at most 1 PP on Garrisons in an Order of Battle Step.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1;
              [force_pool]: ax.gar, ax.gar#2; ax.gar [force_pool]>0521; ax.gar#2 [force_pool]>0326
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1;
              [force_pool]: ax.gar, ax.gar#2, ax.gar#3; ax.gar [force_pool]>0521; ax.gar#2 [force_pool]>0326;
              ax.gar#3 [force_pool]>0116
    """
    yield from _one_point(record, _garrisons(record))


def _works_for_sale(record: PhaseRecord) -> tuple[int, str]:
    """How many Improved Defense markers were bought in a phase of a side, and where the first lies."""
    laid = laid_works(record, record.moment.phasing)
    bought = len(laid) - 1 - more_markers(record, record.moment.phasing)
    return max(0, bought), laid[0].hex if laid else ""


@CHAPTER.article(
    "Garrison and Defense spending cap",
    printed("thunder_in_the_east_10", "9.3.3d"),
    when=("order of battle",),
    met=lambda record: _garrisons(record) or laid_works(record, record.moment.phasing),
    anew=True,
)
def garrisons_and_works(record: PhaseRecord) -> Iterator[Finding]:
    """A side spends at most 1 PP in an Order of Battle Step on Garrisons and Improved Defense markers together; EPs and Morale
    Points may be spent on markers besides.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1; value EP.axis 5;
              [force_pool]: ax.gar; ax.gar [force_pool]>0521; lay +improved.axis 0326; lay +improved.axis 0322
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1;
              [force_pool]: ax.gar, ax.gar#2, ax.gar#3; ax.gar [force_pool]>0521; ax.gar#2 [force_pool]>0326;
              ax.gar#3 [force_pool]>0116
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1; value EP.axis 5;
              [force_pool]: ax.gar, ax.gar#2; ax.gar [force_pool]>0521; ax.gar#2 [force_pool]>0326;
              lay +improved.axis 0521; lay +improved.axis 0326; lay +improved.axis 0322
    """
    found, (bought, where) = _garrisons(record), _works_for_sale(record)
    if not bought:
        yield from _one_point(record, found)
        return
    due, side = Interval.of(Fraction((bought + 1) // 2, 2)), record.moment.phasing
    morale = {name for name in record.start.values if name.startswith("morale.")}
    others = {f"EP.{side}", *(morale if "campaign" in options_in_play(record.start) else ())}
    otherwise = sum_of(_fallen(record, name) for name in sorted(others))
    works = due.minus(otherwise).greater(ZERO)
    units = [each.unit for each in found]
    cost = sum_of([works, *(Interval.by(each.sure, _personnel(record, each), ZERO) for each in found)])
    named = listed([*units, counted(bought, "Defense marker")])
    because = say("{units} cost {cost} points, and at most {most} may be spent", named, cost, amount(1))
    yield from (replace(each, at=each.at or (where,)) for each in _beyond_one(record, found, cost, because))


def _fallen(record: PhaseRecord, name: str) -> Interval:
    """How much of a pool was spent; anything where nobody tells what it held."""
    return fall(record, name).greater(ZERO)


def _spent_beside_aircraft(record: PhaseRecord, found: list[Gain]) -> Iterator[Finding]:
    """These Specialists of a nation cost something in a phase in which it builds an air unit, which takes all it may spend."""
    nation, side = found[0].unit.type.nation, found[0].unit.side
    aircraft = [unit for unit in aircraft_built(record) if unit.type.nation == nation]
    if not aircraft:
        return
    cost = sum_of(Interval.by(each.sure, _personnel(record, each), ZERO) for each in found)
    units = [each.unit for each in found]
    because = say(
        "{units} cost {cost} points, and {aircraft} took all that may be spent on Specialists this month",
        *(listed(units), cost, listed(aircraft)),
    )
    by_card = granted(record, side, BUILT).at_least(Interval.of(len(aircraft)))
    broken = ~cost.at_most(ZERO) & ~by_card & ~may_have_paid(record, record.moment.phasing)
    yield Finding((), because, tuple(unit.id for unit in (*units, *aircraft)), broken)


@CHAPTER.article(
    "Specialist spending", printed("thunder_in_the_east", "9.3.5", figures=True), covers=("9.4i",), met=_specialists
)
def specialist_spending(record: PhaseRecord, aircraft_count: bool) -> Iterator[Finding]:
    """A nation spends at most 1 PP a month on Specialists, and nothing in a month in which it builds an air unit.

    Legal:    turn 9, Axis Order of Battle Step; weather clear; [axis hand]: +card.a1; 0521: ax.49mtn/2;
              flip ax.49mtn/1
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; [axis hand]: +card.a1; 0521: ax.49mtn/2;
              [force_pool]: ax.7abn; flip ax.49mtn/1; ax.7abn [force_pool]>0326
    """
    for found in _by_nation(_specialists(record)):
        yield from _one_point(record, found)
        if aircraft_count:
            yield from _spent_beside_aircraft(record, found)


article(
    printed("thunder_in_the_east_10", "9.3.5", figures=False),
    says="A nation spends at most 1 PP a month on Specialists.",
    area="reinforcement",
    when=("order of battle",),
    met=_specialists,
    anew=True,
)(specialist_spending)


@CHAPTER.article("Soviet-allied units", "13.3e", met=_exiles, readings=("allied_steps=each",))
def exile_steps_each(record: PhaseRecord) -> Iterator[Finding]:
    """Of Polish, and of Czech, units one step a month is built or improved.

    Legal:    turn 60, Soviet Order of Battle Step; weather clear; [soviet hand]: +card.s15; 2926: sov.pol1a/2;
              [force_pool]: sov.cz1; flip sov.pol1a/1; sov.cz1 [force_pool]>3113
    Illegal:  turn 60, Soviet Order of Battle Step; weather clear; [soviet hand]: +card.s15; 2926: sov.pol1a/2;
              [force_pool]: sov.pol1tk; flip sov.pol1a/1; sov.pol1tk [force_pool]>3113
    """
    for found in _by_nation(_exiles(record)):
        yield from _one_step(record, found)


@CHAPTER.article(
    "Soviet-allied units", "13.3e-together", covers=("13.3e",), met=_exiles, readings=("allied_steps=together",)
)
def exile_steps_together(record: PhaseRecord) -> Iterator[Finding]:
    """Of Polish and Czech units together one step a month is built or improved.

    Under: thunder_in_the_east, allied_steps=together
    Legal:    turn 60, Soviet Order of Battle Step; weather clear; [soviet hand]: +card.s15; 2926: sov.pol1a/2;
              flip sov.pol1a/1
    Illegal:  turn 60, Soviet Order of Battle Step; weather clear; [soviet hand]: +card.s15; 2926: sov.pol1a/2;
              [force_pool]: sov.cz1; flip sov.pol1a/1; sov.cz1 [force_pool]>3113
    """
    yield from _one_step(record, _exiles(record))


def _exiles_come(record: PhaseRecord) -> list[Gain]:
    found = every_gain(record, ARRIVALS)
    return [each for each in found if each.way == "built" and each.unit.type.nation in EXILES]


@CHAPTER.article(
    "Poles and Czechs come by their card",
    printed("thunder_in_the_east", "13.3e.card", figures=frozenset({"card.s5"})),
    covers=("13.3e",),
    when=("logistics", "special movement phase", "combat", "build up", "regular movement"),
    unseen="cannot excuse",
    met=_exiles_come,
)
def exiles_by_their_card(record: PhaseRecord, cards: frozenset[str]) -> Iterator[Finding]:
    """Polish and Czech units come onto the map when Exile Forces is played, and not otherwise.

    Legal:    turn 60, Soviet Order of Battle Step; weather clear; [arrivals]: sov.cz1; [soviet hand]: +card.s5;
              shift +card.s5 [soviet hand]-[soviet discards]; sov.cz1 [arrivals]>3113
    Illegal:  turn 60, Soviet Order of Battle Step; weather clear; [arrivals]: sov.cz1; [soviet deck]: +card.s5;
              sov.cz1 [arrivals]>3113
    """
    for each in _exiles_come(record):
        side = each.unit.side
        if cards:
            played = played_in(record, side, cards)
        else:
            plays = any(is_play(move) and move.card.type.side == side for move in card_moves(record))
            played = YES if plays else may_be_carded(record)
        because = say("{unit} comes into play, and the card by which it comes was not played", each.unit)
        yield Finding((each.unit.hex,), because, (each.unit.id,), each.sure & ~(played | carded(each.told)))


article(
    printed("thunder_in_the_east_10", "13.3e.card", figures=frozenset[str]()),
    unseen="cannot excuse",
    met=_exiles_come,
    says="Polish and Czech units come onto the map when their card is played, and not otherwise.",
    anew=True,
)(exiles_by_their_card)


@CHAPTER.article("Building from the Force Pool", "9.4a", met=_pool_units)
def built_with_one_step(record: PhaseRecord) -> Iterator[Finding]:
    """What is built is Small or Medium, comes with one step, and Untried if it can be.

    Legal:    turn 1, Soviet Order of Battle Step; weather clear; season summer; [force_pool]: sov.30rc;
              sov.30rc [force_pool]>3113
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; season summer; [force_pool]: sov.30rc/2;
              sov.30rc/2 [force_pool]>3113
    """
    for each in _pool_units(record):
        unit = each.unit
        shown = unit.shown.tags | record.end.units.get(unit.id, unit).shown.tags
        if unit.type.size not in ("small", "medium"):
            because = say("{unit} comes into play, and is none of those that may be built", unit)
        elif unit.steps != 1:
            steps = counted(unit.steps, "step")
            because = say("{unit} comes into play with {steps}, and should have {wanted}", unit, steps, 1)
        elif "untried" not in shown and any("untried" in face.tags for face in unit.type.faces):
            because = say("{unit} comes into play revealed, and should not be", unit)
        else:
            continue
        yield Finding((unit.hex,), because, (unit.id,), _surely(each))


@CHAPTER.article("Reinforcements enter at full strength", "9.0j", met=lambda record: _built(record, ARRIVALS))
def reinforcements_at_full_strength(record: PhaseRecord) -> Iterator[Finding]:
    """A reinforcement enters the map at full strength.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [arrivals]: ax.5inf;
              ax.5inf [arrivals]>0521
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [arrivals]: ax.5inf/2;
              ax.5inf/2 [arrivals]>0521
    """
    for each in _built(record, ARRIVALS):
        unit, full = each.unit, max(face.steps for face in each.unit.type.faces)
        if full and unit.steps != full:
            steps = counted(unit.steps, "step")
            because = say("{unit} comes into play with {steps}, and should have {wanted}", unit, steps, full)
            yield Finding((unit.hex,), because, (unit.id,), _surely(each))


def _one_a_hex(found: list[Gain]) -> Iterator[Finding]:
    """Of these units one comes in a hex."""
    for number in dict.fromkeys(each.unit.hex for each in found):
        here = [each for each in found if each.unit.hex == number]
        units = [each.unit for each in here]
        surely = sum_of(Interval.one_if(_surely(each)) for each in here)
        because = say("{units} are built in {hex}, where {most} may be", listed(units), number, 1)
        yield Finding((number,), because, tuple(unit.id for unit in units), ~surely.at_most(ONE))


@CHAPTER.article("One built unit per hex", "9.4b", met=_pool_units)
def one_built_a_hex(record: PhaseRecord) -> Iterator[Finding]:
    """In one hex one unit is built in an Order of Battle Step.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2, ax.6inf/2;
              ax.5inf/2 [force_pool]>0521; ax.6inf/2 [force_pool]>0326
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [force_pool]: ax.5inf/2, ax.6inf/2;
              ax.5inf/2, ax.6inf/2 [force_pool]>0521
    """
    yield from _one_a_hex(_pool_units(record))


@CHAPTER.article("One reinforcement a hex", "9.0m.each", covers=("9.0m",), met=lambda record: _built(record, ARRIVALS))
def one_reinforcement_a_hex(record: PhaseRecord) -> Iterator[Finding]:
    """In one City or map-edge hex one reinforcement comes in a step.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [arrivals]: ax.5inf, ax.6inf;
              ax.5inf [arrivals]>0521; ax.6inf [arrivals]>0326
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [arrivals]: ax.5inf, ax.6inf;
              ax.5inf, ax.6inf [arrivals]>0521
    """
    yield from _one_a_hex(_built(record, ARRIVALS))


def _small_nations(record: PhaseRecord) -> list[Gain]:
    return [each for each in gains(record, POOL) if each.unit.type.nation in SMALL_NATIONS]


@CHAPTER.article(
    "Where Hungarians and Romanians improve",
    "9.6c",
    covers=("9.4d", "9.4l"),
    unseen="may excuse nearby",
    met=_small_nations,
)
def small_nations_improve(record: PhaseRecord) -> Iterator[Finding]:
    """Hungarian and Romanian units are built and improved at home or within the radius of their own HQ.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 1329: +hq.ro3.balanced;
              1330: ax.ro5inf/2; flip ax.ro5inf/1
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 1517: ax.ro5inf/2; flip ax.ro5inf/1
    """
    for each in _small_nations(record):
        unit, network = each.unit, each.before.network
        if unit.hex not in network.index:
            continue
        native = at_home(network, SMALL_NATIONS, unit.type.nation, unit.hex)
        near = YES if native else by_own_hq(each.before, unit)
        words = say(
            "{unit} gains a step in {hex}, which is neither at home nor within the radius of its own HQ", unit, unit.hex
        )
        broken = _surely(each) & ~near
        yield Finding((unit.hex,), words, (unit.id,), broken, excuse=Excuse(sides=frozenset({unit.side})))
