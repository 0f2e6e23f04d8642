"""Factories and the capital: 31D and 31E of Fire in the East, 30D, 30E and 36B of Sudden Storm."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.analysis.control import controls
from adjudicator.analysis.economy import first_untold, rise
from adjudicator.analysis.marker_ways import Way, by_no_way, put_elsewhere
from adjudicator.analysis.situation import Situation, fits_any, nearest_words
from adjudicator.analysis.supply.status import supply
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import Chapter, printed
from adjudicator.checks.markers.timing import DONE
from adjudicator.checks.subjects import about
from adjudicator.findings import Excuse, Finding
from adjudicator.model.interval import Interval, sum_of
from adjudicator.model.known import Known, unless_missing
from adjudicator.model.sequence import Moment
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act, Laid, Lifted, Shifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.said import say
from adjudicator.terms.when import When
from adjudicator.terms.where import Where
from adjudicator.terms.words import when_words

CHAPTER = Chapter(unseen="may excuse nearby")
PREPARED = frozenset({"factory_prepared", "regauged_broad"})
"""30D, 30E: a broad-gauge rail marker shows it; some sets have a marker of its own."""
SOVIET_INITIAL = frozenset({"soviet.initial"})
FROM_JUL_I = When(phases=SOVIET_INITIAL, first_turn=2)


def _name(marker: Marker) -> str:
    return marker.type.name or marker.id


def _factories_gone(record: PhaseRecord) -> Iterator[Marker]:
    """The factories that leave a hex in a phase of their own side's."""
    for marker in (each for _, each in sorted(record.start.markers.items())):
        after = record.end.markers.get(marker.id)
        left = marker.type.kind == "factory" and (after is None or after.hex != marker.hex)
        if left and marker.hex in record.start.network.index and record.moment.phasing == marker.type.side:
            yield marker


@CHAPTER.article(
    "Factories leave prepared", "sudden_storm:30D.c", when=("initial",), area="production", met=_factories_gone
)
def factories_prepared(record: PhaseRecord) -> Iterator[Finding]:
    """A factory that goes to the Urals was prepared when the Soviet initial phase began (30D).

    Legal:    turn 5, Soviet Initial Phase; weather clear; history whole; 2A/2708: +factory, +prepared; lift +prepared 2A/2708;
              lift +factory 2A/2708
    Illegal:  turn 5, Soviet Initial Phase; weather clear; history whole; 2A/2708: +factory; lift +factory 2A/2708
    """
    for marker in _factories_gone(record):
        yield from _unprepared(record, marker)


def _prepared(act: Act) -> bool:
    """Whether a marker is laid that prepares a factory; one of broad gauge does in a Soviet initial phase, where a factory is."""
    marker = act.marker if isinstance(act, Laid) else None
    if marker is None or marker.type.kind not in PREPARED:
        return False
    if marker.type.kind == "factory_prepared":
        return True
    phase = act.moment.phase
    there = any(each.type.kind == "factory" for each in act.before.markers_at(marker.hex))
    return there and phase is not None and not phase.names.isdisjoint(SOVIET_INITIAL)


@CHAPTER.article(
    "When factories are prepared",
    "sudden_storm:30D.cm",
    covers=("30D.c",),
    area="production",
    unseen="cannot excuse",
    acts=("lay",),
    met=_prepared,
)
def when_factories_are_prepared(act: Act) -> Iterator[Finding]:
    """A factory is prepared for its transfer in a Soviet initial phase, from Jul I 41 on (30D).

    Under:    own, military_districts
    Legal:    turn 2, Soviet Initial Phase; weather clear; 2A/3003: +factory; lay +regauged.broad 2A/3003
    Illegal:  turn 1, Soviet Initial Phase; weather clear; 2A/3003: +factory; lay +regauged.broad 2A/3003
    """
    if isinstance(act, Laid) and act.marker is not None and _prepared(act):
        now = FROM_JUL_I.holds(act.before, act.marker.type.side or act.side)
        yield _laid_at(act.moment, act.marker, FROM_JUL_I, now)


def _laid_at(moment: Moment, marker: Marker, when: When, now: Known) -> Finding:
    """A marker laid at a moment that may not be the right one."""
    phase = moment.phase.name if moment.phase else say("an unknown phase")
    allowed = when_words((when,))
    because = say("{name} {what} in {phase}; allowed only {when}", _name(marker), DONE["lay"], phase, allowed)
    return Finding((marker.hex,), because, broken=~now)


def _unprepared(record: PhaseRecord, marker: Marker) -> Iterator[Finding]:
    """A marker that leaves a hex in which nothing lay that prepared it when the phase began."""
    if not any(each.type.kind in PREPARED for each in record.start.markers_at(marker.hex)):
        own = controls(record.start, marker.hex, marker.type.side, marker.type.side)
        because = say(
            "{name} leaves {hex}, and was not prepared for that when the phase began", _name(marker), marker.hex
        )
        yield Finding((marker.hex,), because, broken=own & unless_missing(record.gap))


RAIL_TO_THE_EAST = Situation(connected=(Connection(lines=("rail",), to=frozenset({"east_edge"})),))


def _from_turn(number: int) -> When:
    return When(phases=frozenset({"initial"}), phasing="own", first_turn=number)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "31D.3",
        figures=_from_turn(2),
        title="Moving a factory",
        area="rail",
        says="From Jul I 41 a factory leaves for the Urals in the Soviet initial phase, if a railway leads from it to the east "
        "edge; it takes up thirty REs of rail capacity.",
    ),
    printed(
        "sudden_storm",
        "30D.d",
        figures=_from_turn(3),
        title="Factory transfer",
        area="production",
        says="A factory leaves for the Urals in a Soviet initial phase after Jul I 41, if a railway leads from it to the east "
        "edge (30D).",
    ),
    acts=("lift", "shift"),
    met=about(acts=("lift", "shift"), markers=("factory",)),
)
def factories_sent_away(act: Act, when: When) -> Iterator[Finding]:
    """A factory is sent away only by its own side, at its time and from where it may go, and to no other hex.

    Under:    own, gulf_coast
    Legal:    turn 3, Soviet Initial Phase; weather clear; history whole; 2A/0703: +factory; lift +factory 2A/0703
    Illegal:  turn 12, Soviet Initial Phase; weather clear; 2A/0707: +factory; lift +factory 2A/0707
    Illegal:  turn 1, Soviet Initial Phase; weather clear; history whole; 2A/0703: +factory; lift +factory 2A/0703
    Illegal:  turn 5, Soviet Movement Phase; weather clear; 2A/0703: +factory; shift +factory 2A/0703-2A/0707
    """
    on_map = act.before.network.index
    for name in act.markers if isinstance(act, Shifted) else ():
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        moved = old is not None and new is not None and old.hex != new.hex
        if old and new and moved and old.type.kind == "factory" and old.hex in on_map and new.hex in on_map:
            because = say(
                "{name} goes from {hex} to {other}, and leaves its place for no other hex", _name(old), old.hex, new.hex
            )
            yield Finding((old.hex, new.hex), because)
    yield from _sent_away(act, "factory", when)


TO_THE_CAPITAL = Situation(where=Where(places=frozenset({"major_city"}), tags=frozenset({"ussr"})), controlled="own")
FROM_AUG_I, AFTER_AUG_I = When(phases=SOVIET_INITIAL, first_turn=4), When(phases=SOVIET_INITIAL, first_turn=5)


def _capital_prepared_or_gone(record: PhaseRecord) -> bool:
    return any(True for _ in (*_capitals(record, Shifted), *_capitals(record, Lifted), *_capital_marked(record)))


@CHAPTER.article("Capital start and moves", "sudden_storm:30E.a", area="special", met=_capital_prepared_or_gone)
def capital_moves_prepared(record: PhaseRecord) -> Iterator[Finding]:
    """The capital is prepared in a Soviet initial phase, from Aug I 41 on, and goes in a later one, to a Soviet major city
    that its own side holds (30E).

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; history whole; 2A/3003: +capital, +prepared;
              shift +capital 2A/3003-2A/3008; lift +prepared 2A/3003
    Illegal:  turn 5, Soviet Initial Phase; weather clear; history whole; 2A/3003: +capital; shift +capital 2A/3003-2A/3008
    """
    for marker in _capital_marked(record):
        now = FROM_AUG_I.holds(record.start, marker.type.side or record.moment.phasing)
        yield _laid_at(record.moment, marker, FROM_AUG_I, now)
    for old, new in (*_capitals(record, Shifted), *_capitals(record, Lifted)):
        side, on_map = old.type.side, record.start.network.index
        if new is not None and {old.hex, new.hex} <= set(on_map):
            fits = AFTER_AUG_I.holds(record.start, side) & fits_any(record.start, side, new.hex, (TO_THE_CAPITAL,))
            because = say(
                "{name} goes from {start} to {end}, and may go only {ways}",
                _name(old),
                old.hex,
                new.hex,
                say(
                    "{when} into: {to}",
                    when_words((AFTER_AUG_I,)),
                    nearest_words(record.start, side, new.hex, (TO_THE_CAPITAL,)),
                ),
            )
            yield Finding((new.hex,), because, broken=~fits)
            if not fits.is_yes:
                continue
        if record.moment.phasing in ("", side) and old.hex in on_map and AFTER_AUG_I.holds(record.start, side).possible:
            yield from _unprepared(record, old)


def _capital_marked(record: PhaseRecord) -> Iterator[Marker]:
    """The markers laid to prepare the capital, where no factory is that they may be for."""
    for act in record.of(Laid):
        kinds = {each.type.kind for each in act.before.markers_at(act.path[-1])}
        if (
            act.marker is not None
            and act.marker.type.kind in PREPARED
            and "capital" in kinds
            and "factory" not in kinds
        ):
            yield act.marker


@CHAPTER.article(
    "Capital move conditions",
    printed("sudden_storm", "30E.b", figures=_from_turn(5)),
    area="special",
    acts=("lift", "shift"),
    met=about(acts=("lift", "shift"), markers=("capital",)),
)
def capital_sent_away(act: Act, when: When) -> Iterator[Finding]:
    """The capital leaves in a Soviet initial phase, if a railway leads from it to its new city, or for the Urals to the east
    edge; it takes up twelve REs of rail (30E).

    Under:    own, gulf_coast
    Legal:    turn 5, Soviet Initial Phase; weather clear; history whole; 2A/0703: +capital; lift +capital 2A/0703
    Illegal:  turn 4, Soviet Initial Phase; weather clear; history whole; 2A/0703: +capital; lift +capital 2A/0703
    """
    yield from _sent_away(act, "capital", when)
    on_map = act.before.network.index
    for name in act.markers if isinstance(act, Shifted) else ():
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        if old is None or new is None or old.type.kind != "capital" or old.hex == new.hex:
            continue
        if old.hex in on_map and new.hex in on_map and act.moment.phasing in ("", old.type.side):
            city = fits_any(act.before, old.type.side, new.hex, (TO_THE_CAPITAL,))
            joined = supply(act.before, old.type.side).leads(old.hex, ("rail",), (new.hex,))
            because = say("{name} goes from {hex} to {other}, and no railway leads there", _name(old), old.hex, new.hex)
            yield Finding((old.hex, new.hex), because, broken=city & ~joined)


def _sent_away(act: Act, kind: str, when: When) -> Iterator[Finding]:
    """A marker lifted at a wrong time or place; in a hex that the enemy controls it is lost, and not sent."""
    marker = act.before.markers.get(act.markers[0]) if isinstance(act, Lifted) and act.markers else None
    if marker is None or marker.type.kind != kind or marker.hex not in act.before.network.index:
        return
    side, number, name = marker.type.side, marker.hex, _name(marker)
    own, now = controls(act.before, number, side, side), when.holds(act.before, side)
    if act.moment.phasing not in ("", side) or own.is_no:
        return
    if now.is_yes:
        because = say("{name} leaves {hex}, from which no line leads to where it could go", name, number)
        broken = own & ~fits_any(act.before, side, number, (RAIL_TO_THE_EAST,))
    else:
        phase = act.moment.phase.name if act.moment.phase else say("unknown phase")
        because = say(
            "{name} leaves {hex} in the {phase}; allowed only {when}", name, number, phase, when_words((when,))
        )
        broken = own & ~now
    yield Finding((number,), because, broken=broken)


MOVED, CAPTURED = "capital.moved", "capital.captured"


def _moves_of_the_capital(record: PhaseRecord, spared: str) -> Interval:
    """How often it went to another hex, but for a place of that name, or off the map to the Urals."""
    spare = {place.hex for place in record.start.network.theatre.places if place.name == spared}
    ways = [(old.hex, new.hex if new else "") for old, new in _capitals(record, Shifted)]
    phase, gone = record.moment.phase, [old for old, _ in _capitals(record, Lifted) if old.hex]
    leaves = gone if phase is not None and not phase.names.isdisjoint(SOVIET_INITIAL) else []
    again = next((new.hex for old, new in _capitals(record, Laid) if new), "")
    held = (
        controls(record.start, old.hex, old.type.side, old.type.side)
        for old in leaves
        if again not in {old.hex, *spare}
    )
    return sum_of(map(Interval.one_if, held)).plus(Interval.of(sum(to not in {start, *spare} for start, to in ways)))


def _captures_of_the_capital(record: PhaseRecord) -> Interval:
    return Interval.of(sum(new is None or new.hex != old.hex for old, new in _capitals(record, Lifted)))


def _capitals(
    record: PhaseRecord, kind: type[Laid] | type[Lifted] | type[Shifted]
) -> Iterator[tuple[Marker, Marker | None]]:
    """The capital before and after each such act; what is laid has come from nowhere."""
    for act in record.of(kind):
        for name in act.markers:
            old = act.before.markers.get(name) or act.after.markers.get(name)
            if old is not None and old.type.kind == "capital":
                yield old, act.after.markers.get(old.id)


CAPITAL = frozenset({"capital"})


@CHAPTER.article(
    "Capital location",
    printed(
        "fire_in_the_east",
        "31E.1",
        says="The capital goes in a Soviet initial phase to a Soviet major city that its own side holds (31E).",
    ),
    area="objective",
    acts=("lay", "shift"),
    met=lambda act: any(True for _ in (*put_elsewhere(act, CAPITAL), *_new_capital(act))),
)
def seat_of_the_capital(act: Act) -> Iterator[Finding]:
    """The capital goes in a Soviet initial phase to a Soviet major city that its own side holds; so does a new one.

    Under:    own, military_districts
    Legal:    turn 6, Soviet Initial Phase; weather clear; 2A/3003: +capital; shift +capital 2A/3003-2A/3008
    Illegal:  turn 6, Soviet Initial Phase; weather clear; 2A/3003: +capital; shift +capital 2A/3003-2A/2908
    """
    for new in _new_capital(act):
        broken = ~fits_any(act.before, new.type.side, new.hex, (TO_THE_CAPITAL,))
        name, where = _name(new), nearest_words(act.before, new.type.side, new.hex, (TO_THE_CAPITAL,))
        yield Finding(
            (new.hex,),
            say("{name} is placed in {hex}; its place is: {situations}", name, new.hex, where),
            broken=broken,
        )
    yield from by_no_way(act, CAPITAL, (Way(When(phases=SOVIET_INITIAL), (TO_THE_CAPITAL,)),))


def _new_capital(act: Act) -> Iterator[Marker]:
    """The capital that is laid onto the map in a Soviet initial phase, after the old one was lost."""
    marker, phase = act.marker if isinstance(act, Laid) else None, act.moment.phase
    on_map = marker is not None and marker.type.kind in CAPITAL and marker.hex in act.before.network.index
    if marker is not None and on_map and phase is not None and not phase.names.isdisjoint(SOVIET_INITIAL):
        yield marker


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "31E.2",
        figures="Moskva",
        title="Penalty for moving the capital",
        says="Each move of the capital but one to Moskva counts for the German player: the number capital.moved rises (31E).",
    ),
    printed(
        "sudden_storm",
        "36B.c",
        figures="",
        title="Other VPs",
        says="Each move of the capital counts for the German player: the number capital.moved rises (36B).",
    ),
    area="victory",
    unseen="cannot excuse",
    met=lambda record, spared: _is_counted(record, MOVED, _moves_of_the_capital(record, spared)),
    untold=lambda record: _uncounted(record, MOVED),
)
def moves_of_the_capital(record: PhaseRecord, spared: str) -> Iterator[Finding]:
    """Each move of the capital costs its point.

    Under:    own, military_districts
    Legal:    turn 5, Soviet Initial Phase; weather clear; value capital.moved 0; 2A/3003: +capital;
              shift +capital 2A/3003-2A/3008; value capital.moved 1
    Illegal:  turn 5, Soviet Initial Phase; weather clear; value capital.moved 0; 2A/3003: +capital;
              shift +capital 2A/3003-2A/3008
    """
    yield from _miscounted(record, MOVED, _moves_of_the_capital(record, spared))


@CHAPTER.article(
    "Capital captured",
    "fire_in_the_east:31E.3",
    when=("axis.movement", "axis.combat", "axis.exploitation"),
    area="victory",
    unseen="cannot excuse",
    met=lambda record: _is_counted(record, CAPTURED, _captures_of_the_capital(record)),
    untold=lambda record: _uncounted(record, CAPTURED),
)
def captures_of_the_capital(record: PhaseRecord) -> Iterator[Finding]:
    """A capital that is taken leaves the map, and capital.captured rises by one (31E).

    Under:    own, military_districts
    Legal:    turn 5, German Movement Phase; weather clear; value capital.captured 0; 2A/3003: +capital;
              lift +capital 2A/3003; value capital.captured 1
    Illegal:  turn 5, German Movement Phase; weather clear; value capital.captured 0; 2A/3003: +capital; lift +capital 2A/3003
    """
    yield from _miscounted(record, CAPTURED, _captures_of_the_capital(record))


def _is_counted(record: PhaseRecord, value: str, due: Interval) -> bool:
    """Whether a number should have risen, or changed."""
    told, now = record.start.values.get(value), record.end.values.get(value)
    return due.high > 0 or (told is not None and now is not None and told != now)


def _uncounted(record: PhaseRecord, value: str) -> str:
    """The number that should count what was done, where nobody tells it."""
    return next(filter(None, (first_untold((value,), at.values) for at in (record.start, record.end))), "")


def _miscounted(record: PhaseRecord, value: str, due: Interval) -> Iterator[Finding]:
    if _uncounted(record, value) or not _is_counted(record, value, due):
        return
    risen = rise(record, value)
    if due != risen:
        more = ~risen.at_most(due)
        owed = not record.ended and not more.possible
        because = say("{name} rises by {risen}, and {due} is due", value, risen, due)
        yield Finding((), because, broken=more | ~risen.at_least(due), owed=owed, excuse=Excuse())
