"""Event cards: 25 and 26 of the rules, and what the campaign game says of the piles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product

from adjudicator.analysis.calendar import month_after, since
from adjudicator.analysis.cards import (
    CARD,
    DECK,
    HAND,
    CardMove,
    LastingCards,
    card_moves,
    card_name,
    card_table,
    cards_in,
    hidden_in,
    is_play,
    moves_of,
    pile_at,
    size_of,
    text_of,
    unread_cards,
    unread_in,
    unseen_draws,
    untold,
)
from adjudicator.analysis.economy import holder_of
from adjudicator.analysis.resources import gained, points
from adjudicator.checks.articles import Chapter, article, has_figures, printed
from adjudicator.findings import Finding
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import NO, YES, Known, any_of
from adjudicator.model.units import Marker, MarkerType
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When, options_in_play
from adjudicator.words import amount, deed, either, listed, word

CHAPTER = Chapter(area="card", unseen="cannot excuse")

has_figures(
    __name__,
    "thunder_in_the_east",
    LastingCards(frozenset({"card.a22", "card.s1"}), {"card.s1": "mobilization.soviet"}),
)

SIZES = ("large", "medium", "small")
REMOVED, DISCARD, ASIDE, AHEAD = "removed", "discard", "aside", "ahead"
BLITZKRIEG, POOL = "card.a1", "OP.axis"
NOT_BEFORE = {"card.s1": (1941, "august"), "card.s5": (1943, "january")}
BEFORE = {"card.s10": (1943, "january")}
"""302: the first month in which a card may be played, and in which it may no longer be."""
CHISINAU, REFIT = "card.a28", "card.a22"
"""302.8: the Axis must hold Chisinau for one; the book leaves out what the other costs."""
SNEAK_ATTACK, MAJOR_OFFENSIVE = "sneak_attack", "major_offensive"

FIRST_WEEK = {"week": frozenset({"1"})}
SELECTION = When(phases=frozenset({"order of battle"}), phasing="own", conditions=FIRST_WEEK)
QUARTER = When(conditions={"month": frozenset({"january", "april", "july", "october"})})
NEW_DEAL = When(phases=frozenset({"season.new_deal"}))
NEW_YEAR = When(phases=frozenset({"season.new_deal"}), conditions={"month": frozenset({"january"})})


def _last_week(week: str, *months: str) -> When:
    """The Housekeeping of the last week of a month in a scenario, which has no New Deal Step."""
    return When(
        phases=frozenset({"housekeeping"}),
        conditions={"month": frozenset(months), "week": frozenset({week})},
        without_options=frozenset({"campaign"}),
    )


@CHAPTER.article(
    "Each faction has its own cards",
    "25.0.own",
    covers=("25.0",),
    acts=("lay", "shift"),
)
def own_piles(act: Act) -> Iterator[Finding]:
    """Cards stay in the deck, the hand and the piles of their own faction.

    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis deck]: +card.a1;
              shift +card.a1 [axis deck]-[axis hand]
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [soviet deck]: +card.s1;
              shift +card.s1 [soviet deck]-[axis hand]
    """
    position = act.before
    for name in act.markers:
        old, new = position.markers.get(name), act.after.markers.get(name)
        if new is None or new.type.kind != CARD or (old and old.location == new.location):
            continue
        owners = {side for side in position.pack.sides if pile_at(position, side, new.location)}
        if owners and new.type.side and new.type.side not in owners:
            because = say("{card} comes into the pile {box}, which is the other side's", new.type.name, new.location)
            yield Finding((), because)


def _taken(record: PhaseRecord, side: str) -> list[CardMove]:
    """The cards that a side took out of its deck in the phase and did not put back."""
    found: dict[str, CardMove] = {}
    for move in card_moves(record):
        if move.card.type.side == side and move.origin == DECK:
            found[move.card.id] = move
        elif move.card.type.side == side and move.to == DECK:
            found.pop(move.card.id, None)
    return [move for move in found.values() if move.to == HAND]


def _any_taken(record: PhaseRecord, _: object) -> bool:
    if any(move.origin == DECK for move in card_moves(record)):
        return True
    return any(unseen_draws(record, side) for side in record.start.pack.sides)


@CHAPTER.article("Card selection rate", "25.2", covers=("25.0",), met=_any_taken)
def selection_rate(record: PhaseRecord) -> Iterator[Finding]:
    """In the first week of a month a side takes one Medium or two Small cards, in a season's first month one Large instead.

    Legal:    turn 1, Soviet Order of Battle Step; weather clear; season summer; month july; week 1;
              [soviet deck]: +card.s15, +card.s16; shift +card.s15 [soviet deck]-[soviet hand];
              shift +card.s16 [soviet deck]-[soviet hand]
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; season summer; month july; week 1;
              [soviet deck]: +card.s36, +card.s16; shift +card.s36 [soviet deck]-[soviet hand];
              shift +card.s16 [soviet deck]-[soviet hand]
    """
    for side in record.start.pack.sides:
        found = _taken(record, side)
        unread = unseen_draws(record, side)
        if not found and not unread:
            continue
        before = found[0].act.before if found else record.start
        sizes = [*(size_of(before, move.card.type) for move in found), *("" for _ in range(unread))]
        missing = [untold(move.card.type) for move, size in zip(found, sizes, strict=False) if not size]
        missing += [say("the sizes of the cards that nobody can read")] * bool(unread)
        now, quarter = SELECTION.holds(before, side), QUARTER.holds(before, side)
        usual = _fits(sizes, missing, {"medium": 1}, {"small": 2})
        allowed = now & (usual | (quarter & _fits(sizes, missing, {"large": 1}, {"medium": 1}, {"small": 2})))
        if not allowed.is_yes:
            cards = listed([*(card_name(move.card.type) for move in found), *unread_cards(unread)])
            because = say("{side} takes {cards} in {moment}, which is not its rate then", side, cards, record.moment)
            yield Finding((), because, broken=~allowed)


def _fits(sizes: list[str], missing: list[str], *choices: Mapping[str, int]) -> Known:
    """Whether cards of these sizes are one of the choices, whatever size those have whose size nobody knows."""
    possible = product(*((size,) if size else SIZES for size in sizes))
    answers = {any(_within(Counter(each), most) for most in choices) for each in possible}
    return Known.of(answers.pop()) if len(answers) == 1 else Known.open(*missing)


def _within(counts: Counter[str], most: Mapping[str, int]) -> bool:
    return all(count <= most.get(size, 0) for size, count in counts.items())


@CHAPTER.article(
    "Preconditions",
    "25.3",
    covers=("302.1", "302.2", "302.3"),
    acts=("shift", "lift", "lay"),
    met=lambda act: any(map(is_play, moves_of(act))),
)
def preconditions(act: Act) -> Iterator[Finding]:
    """A card is played only when what it presupposes is so.

    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    Illegal:  turn 1, Soviet Order of Battle Step; weather clear; month july; year 1941; [soviet hand]: +card.s5;
              shift +card.s5 [soviet hand]-[soviet discards]
    """
    for move in filter(is_play, moves_of(act)):
        position, text = act.before, text_of(act.before, move.card.type)
        if text is None or text.when is None:
            continue
        moment, pack = position.moment, position.pack
        kind = move.card.type.id if text in card_table(position).card else ""
        begun = since(moment, pack, *NOT_BEFORE[kind]) if kind in NOT_BEFORE else YES
        over = since(moment, pack, *BEFORE[kind]) if kind in BEFORE else NO
        held = holder_of(position, "Chisinau").is_("axis") if kind == CHISINAU else YES
        name = card_name(move.card.type)
        because = say("{card} is played in {moment}, and what it presupposes is not so", name, moment)
        yield Finding((), because, broken=~(begun & ~over & held))


@CHAPTER.article(
    "Playing cards",
    "25.5a",
    covers=("302.4", "302.5", "302.6", "302.7", "302.8"),
    acts=("shift", "lift", "lay"),
    met=lambda act: any(map(is_play, moves_of(act))),
)
def step_of_play(act: Act) -> Iterator[Finding]:
    """A card is played in the step that it names.

    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    Illegal:  turn 1, Soviet Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    """
    for move in filter(is_play, moves_of(act)):
        kind, moment = move.card.type, act.before.moment
        text, name = text_of(act.before, kind), card_name(kind)
        if text is None or text.when is None:
            because = say("{card} is played, and nobody can tell whether its text lets it be", name)
            yield Finding((), because, broken=Known.open(untold(kind)))
            continue
        because = say("{card} is played in {moment}, which is not its time", name, moment)
        yield Finding((), because, broken=~text.when.holds(act.before, kind.side))
        if kind.id == REFIT and text in card_table(act.before).card:
            because = say("{card} is played, and nobody can tell whether what it asks was done", name)
            yield Finding((), because, broken=Known.open("what card 22 of the Axis costs and how long it is away"))


@CHAPTER.article("Hand limit", "25.4a", covers=("25.4b",), when=("end of phase",), unseen="may excuse")
def hand_limit(position: Position) -> Iterator[Finding]:
    """A hand holds at most three cards, one Large and two Major.

    Legal:    turn 1, Axis HQ Mode Step; weather clear; season summer; [axis hand]: +card.a1, +card.a28
    Illegal:  turn 1, Axis HQ Mode Step; weather clear; season summer; [axis hand]: +card.a1, +card.a22
    """
    for side in position.pack.sides:
        held, unseen = cards_in(position, side, HAND), hidden_in(position, side, HAND)
        for most, sizes in ((3, ()), (1, ("large",)), (2, ("large", "medium"))) if held or unseen.high else ():
            count = sum_of((*(_counts(position, card, sizes) for card in held), unseen))
            within = count.at_most(Interval.of(most))
            if not within.is_yes:
                what = either(sizes) if sizes else say("any size")
                unread = unread_cards(len(unread_in(position, side, HAND)))
                cards = listed([*(card_name(card.type) for card in held), *unread])
                because = say("{side} holds {cards}: {count} of {what}, limit {most}", side, cards, count, what, most)
                yield Finding((), because, broken=~within)


def _counts(position: Position, card: Marker, sizes: tuple[str, ...]) -> Interval:
    """Whether a card is of one of these sizes; one of untold size may be."""
    if not sizes:
        return Interval.of(1)
    size = size_of(position, card.type)
    return Interval.one_if(Known.of(size in sizes) if size else Known.open(untold(card.type)))


def _concerns(pile: str) -> Callable[[Act, object], bool]:
    """Whether an act puts a card on a pile, takes one off, or uses one that belongs there."""
    return lambda act, _: any(pile in (move.to, move.origin, _pile_after_use(move)) for move in moves_of(act))


def _pile_after_use(move: CardMove) -> str:
    text = text_of(move.act.before, move.card.type) if is_play(move) else None
    return text.pile if text is not None else ""


def _pile_as_printed(act: Act, pile: str, *back: When) -> Iterator[Finding]:
    """Used cards lie on a pile if their text says so, and go back to the deck only at one of these times."""
    for move in moves_of(act):
        name, wanted = card_name(move.card.type), _pile_after_use(move)
        taken_off = pile == REMOVED and move.card.id not in act.after.markers
        if is_play(move) and wanted == pile != move.to and not taken_off:
            goes = _named(move.to)
            yield Finding((), say("{card} goes to {pile} after use, and its pile is {wanted}", name, goes, word(pile)))
        elif is_play(move) and not wanted and move.to == pile:
            because = say("{card} goes to {pile} after use, and nobody can tell whether it should", name, word(pile))
            yield Finding((), because, broken=Known.open(untold(move.card.type)))
        elif move.origin == pile and move.to != DECK:
            yield Finding((), say("{card} goes from {pile} to {other}", name, word(pile), _named(move.to)))
        elif move.origin == pile:
            now = any_of(when.holds(act.before, move.card.type.side) for when in back)
            moment = act.before.moment
            because = say("{card} goes from {pile} back to the deck in {moment}", name, word(pile), moment)
            yield Finding((), because, broken=~now)


def _named(pile: str) -> str:
    return word(pile) if pile else say("no pile")


@CHAPTER.article("Remove", "25.5b", acts=("shift", "lift", "lay"), met=_concerns(REMOVED))
def removed_cards(act: Act) -> Iterator[Finding]:
    """A card that is Removed never comes back.

    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    Illegal:  turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[soviet discards]
    """
    yield from _pile_as_printed(act, REMOVED)


@CHAPTER.article(
    "Discard",
    printed("thunder_in_the_east", "25.5c", figures=(NEW_YEAR, _last_week("3", "december"))),
    acts=("shift", "lift", "lay"),
    met=_concerns(DISCARD),
)
def discarded_cards(act: Act, back: tuple[When, ...]) -> Iterator[Finding]:
    """A Discarded card goes back to the deck at the year's end.

    Legal:    turn 30, New Deal Step; weather clear; season winter; month january; week 1; year 1942;
              [soviet discards]: +card.s2; shift +card.s2 [soviet discards]-[soviet deck]
    Illegal:  turn 30, Axis Supply Step; weather clear; season winter; month january; week 1; year 1942;
              [soviet discards]: +card.s2; shift +card.s2 [soviet discards]-[soviet deck]
    """
    yield from _pile_as_printed(act, DISCARD, *back)


article(
    printed("thunder_in_the_east_10", "25.5c", figures=(NEW_YEAR,)),
    unseen="cannot excuse",
    acts=("shift", "lift", "lay"),
    met=_concerns(DISCARD),
    anew=True,
)(discarded_cards)


@CHAPTER.article(
    "Set Aside",
    printed(
        "thunder_in_the_east",
        "25.5d",
        figures=(NEW_DEAL, _last_week("3", "june", "december"), _last_week("2", "march"), _last_week("4", "september")),
    ),
    acts=("shift", "lift", "lay"),
    met=_concerns(ASIDE),
)
def cards_set_aside(act: Act, back: tuple[When, ...]) -> Iterator[Finding]:
    """A card that is Set Aside goes back to the deck at the season's end.

    Legal:    turn 30, New Deal Step; weather clear; season spring; month april; week 1; year 1942;
              [soviet set aside]: +card.s15; shift +card.s15 [soviet set aside]-[soviet deck]
    Illegal:  turn 30, Axis Supply Step; weather clear; season spring; month april; week 1; year 1942;
              [soviet set aside]: +card.s15; shift +card.s15 [soviet set aside]-[soviet deck]
    """
    yield from _pile_as_printed(act, ASIDE, *back)


article(
    printed("thunder_in_the_east_10", "25.5d", figures=(NEW_DEAL,)),
    unseen="cannot excuse",
    acts=("shift", "lift", "lay"),
    met=_concerns(ASIDE),
    anew=True,
)(cards_set_aside)


@CHAPTER.article(
    "Cards placed ahead", "302.8.pile", covers=("302.8",), acts=("shift", "lift", "lay"), met=_concerns(AHEAD)
)
def cards_placed_ahead(act: Act) -> Iterator[Finding]:
    """After use Refit & Reorganize lies ahead on the Turn Track, and it returns to the deck only in the first week of a month.

    Legal:    turn 5, Axis Order of Battle Step; weather clear; season summer; month july; week 1; year 1942;
              [ahead]: +card.a22; shift +card.a22 [ahead]-[axis deck]
    Illegal:  turn 5, Axis Order of Battle Step; weather clear; season summer; month july; week 2; year 1942;
              [ahead]: +card.a22; shift +card.a22 [ahead]-[axis deck]
    """
    yield from _pile_as_printed(act, AHEAD, When(conditions=FIRST_WEEK))


def _still_on_pile(record: PhaseRecord, pile: str, when: When) -> Iterator[Finding]:
    for side in record.start.pack.sides:
        left = cards_in(record.end, side, pile)
        now = when.holds(record.start, side)
        if left and now.possible:
            cards = listed(card_name(card.type) for card in left)
            because = say("{cards} still lie on the pile {pile}, and go back to the deck now", cards, word(pile))
            yield Finding((), because, broken=now, owed=not record.ended)


@CHAPTER.article("New Deal Step", "201.0g", when=("season.new_deal",), options=("campaign",))
def new_deal(record: PhaseRecord) -> Iterator[Finding]:
    """In the New Deal Step all cards that were Set Aside go back to their decks.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, New Deal Step; weather clear; season spring; month april; [soviet set aside]: +card.s15;
              shift +card.s15 [soviet set aside]-[soviet deck]; turn 30, Axis Supply Step
    Illegal:  turn 30, New Deal Step; weather clear; season spring; month april;
              [soviet set aside]: +card.s15, +card.s2; shift +card.s15 [soviet set aside]-[soviet deck];
              turn 30, Axis Supply Step
    """
    yield from _still_on_pile(record, ASIDE, NEW_DEAL)


@CHAPTER.article(
    "New Deal Step at New Year", "201.0g.year", covers=("201.0g",), when=("season.new_deal",), options=("campaign",)
)
def new_deal_at_new_year(record: PhaseRecord) -> Iterator[Finding]:
    """At New Year all Discarded cards go back to their decks.

    Under: thunder_in_the_east, campaign
    Legal:    turn 30, New Deal Step; weather clear; season winter; month january; [soviet discards]: +card.s2;
              shift +card.s2 [soviet discards]-[soviet deck]; turn 30, Axis Supply Step
    Illegal:  turn 30, New Deal Step; weather clear; season winter; month january;
              [soviet discards]: +card.s2, +card.s16; shift +card.s2 [soviet discards]-[soviet deck];
              turn 30, Axis Supply Step
    """
    yield from _still_on_pile(record, DISCARD, NEW_YEAR)


@CHAPTER.article("Blitzkrieg types", "26.1", acts=("shift", "lift", "lay"))
def kind_of_offensive(act: Act) -> Iterator[Finding]:
    """The Blitzkrieg card makes a Sneak Attack on a country that is neutral, or else a Major Offensive.

    Under: thunder_in_the_east, sneak_attack
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; 0521: ax.5inf; [axis hand]: +card.a1;
              shift +card.a1 [axis hand]-[axis discards]
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; 2215: ax.5inf; [axis hand]: +card.a1;
              shift +card.a1 [axis hand]-[axis discards]
    """
    position, network = act.before, act.before.network
    chosen = options_in_play(position) & {SNEAK_ATTACK, MAJOR_OFFENSIVE}
    for move in moves_of(act):
        if not is_play(move) or move.card.type.id != BLITZKRIEG:
            continue
        name = card_name(move.card.type)
        if len(chosen) != 1:
            because = say("{card} is played, and nobody said which kind of offensive it opens", name)
            yield Finding((), because, broken=Known.open(say("which kind of offensive it is")))
        elif SNEAK_ATTACK in chosen:
            stand = (unit for unit in position.of_side("axis") if unit.hex in network.index)
            inside = next((unit for unit in stand if "ussr" in network.hexes[network.index[unit.hex]].tags), None)
            if inside:
                because = say("{card} opens an attack by surprise, and {unit} is in the country already", name, inside)
                yield Finding((inside.hex,), because, (inside.id,))


def _plays_blitzkrieg(record: PhaseRecord, _: object) -> bool:
    if not (points(record.start, POOL).certain or points(record.end, POOL).certain):
        return False
    return any(is_play(move) and move.card.type.id == BLITZKRIEG for move in card_moves(record))


def _points_come(record: PhaseRecord, due: int, option: str) -> Iterator[Finding]:
    if not _plays_blitzkrieg(record, None) or option not in options_in_play(record.start):
        return
    told = points(record.start, POOL).settled & points(record.end, POOL).settled
    got = gained(record).get(POOL, Fraction(0))
    short = ~Interval.of(got).at_least(Interval.of(due)) if told.is_yes else told
    because = say("the card brings {due} {pool}, and {got} came", amount(due), POOL, amount(got))
    yield Finding((), because, broken=short, owed=not record.ended)


@CHAPTER.article(
    "Sneak Attack Offensive Points",
    "26.2a",
    when=("axis.order_of_battle",),
    met=_plays_blitzkrieg,
    options=("sneak_attack",),
)
def sneak_attack_points(record: PhaseRecord) -> Iterator[Finding]:
    """A Sneak Attack brings two OPs in the Order of Battle Step.

    Under: thunder_in_the_east, sneak_attack
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1; value OP.axis 1;
              shift +card.a1 [axis hand]-[axis discards]; value OP.axis 3
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1; value OP.axis 1;
              shift +card.a1 [axis hand]-[axis discards]; value OP.axis 2; turn 1, Axis HQ Mode Step
    """
    yield from _points_come(record, 2, SNEAK_ATTACK)


@CHAPTER.article(
    "Major Offensive Offensive Points",
    "26.3a",
    when=("axis.order_of_battle",),
    met=_plays_blitzkrieg,
    options=("major_offensive",),
)
def major_offensive_points(record: PhaseRecord) -> Iterator[Finding]:
    """A Major Offensive brings one OP in the Order of Battle Step.

    Under: thunder_in_the_east, major_offensive
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1; value OP.axis 1;
              shift +card.a1 [axis hand]-[axis discards]; value OP.axis 2
    Illegal:  turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1; value OP.axis 1;
              shift +card.a1 [axis hand]-[axis discards]; value OP.axis 1; turn 1, Axis HQ Mode Step
    """
    yield from _points_come(record, 1, MAJOR_OFFENSIVE)


SURPRISED = When(options=frozenset({SNEAK_ATTACK}))


def _by_soviets(act: Act, _: object) -> bool:
    """Whether the Soviets play a card, or units of theirs do something."""
    plays = (is_play(move) and move.card.type.side == "soviet" for move in moves_of(act))
    return any(unit.side == "soviet" for unit in act.units_before) or any(plays)


def _does_when_surprised(act: Act) -> Iterator[Finding]:
    units = act.units_before
    if any(unit.side == "soviet" for unit in units):
        does = deed(act.kind, len(act.units))
        because = say("{who} {does} in {moment}, when its side may not", listed(map(str, units)), does, act.moment)
        yield Finding(act.path[-1:], because, act.units, SURPRISED.holds(act.before, "soviet"))


def _soviet_plays(act: Act) -> Iterator[MarkerType]:
    return (move.card.type for move in moves_of(act) if is_play(move) and move.card.type.side == "soviet")


@CHAPTER.article("Muted reaction", "26.2l", acts=("shift", "lift", "lay", "fly", "redeploy"), met=_by_soviets)
def muted_reaction(act: Act) -> Iterator[Finding]:
    """In the turn of a Sneak Attack the Soviets fly no missions and use no Theater Reserves; until the second month after it they
    play no Major cards.

    Under: thunder_in_the_east, sneak_attack
    Legal:    turn 1, Axis Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s17;
              shift +card.s17 [soviet hand]-[removed]
    Illegal:  turn 1, Soviet Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s36;
              shift +card.s36 [soviet hand]-[soviet discards]
    """
    yield from _does_when_surprised(act) if act.kind in ("fly", "redeploy") else ()
    for card in _soviet_plays(act):
        size = size_of(act.before, card)
        major = Known.of(size in ("large", "medium")) if size else Known.open(untold(card))
        barred = SURPRISED.holds(act.before, "soviet") | _within_two_months(act.before)
        name = card_name(card)
        because = say("{card} is played in {moment}, when its side plays none of its size", name, act.moment)
        yield Finding((), because, broken=barred & major)


@article(
    printed("thunder_in_the_east_10", "26.2l"),
    unseen="cannot excuse",
    acts=("shift", "lift", "lay", "fly"),
    met=_by_soviets,
    anew=True,
)
def no_reaction(act: Act) -> Iterator[Finding]:
    """In the turn of a Sneak Attack the Soviets fly no missions and play no card.

    Under: thunder_in_the_east_10, sneak_attack
    Legal:    turn 1, Axis Order of Battle Step; weather clear; season summer; [axis hand]: +card.a1;
              shift +card.a1 [axis hand]-[axis discards]
    Illegal:  turn 1, Soviet Repair & Recovery Step; weather clear; season summer; [soviet hand]: +card.s36;
              shift +card.s36 [soviet hand]-[soviet discards]
    """
    yield from _does_when_surprised(act) if act.kind == "fly" else ()
    for card in _soviet_plays(act):
        because = say("{card} is played in {moment}, when its side plays none", card_name(card), act.moment)
        yield Finding((), because, broken=SURPRISED.holds(act.before, "soviet"))


def _within_two_months(position: Position) -> Known:
    """Whether it is the month of the Sneak Attack or the next; no, if nobody tells when it was."""
    month, _, year = position.values.get("sneak_attack.month", "").partition(" ")
    if not month or not year.isdigit():
        return NO
    last = month_after(position.pack, int(year), month, 2)
    return since(position.moment, position.pack, int(year), month) & ~since(position.moment, position.pack, *last)
