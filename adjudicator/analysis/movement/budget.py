"""What a unit may spend on a move: points, most hexes, and what bars it from moving at all."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from adjudicator.analysis.front import GROUND_UNITS, enemy_beside
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.headquarters import passed_on
from adjudicator.analysis.movement.mover import Mover, listed
from adjudicator.analysis.movement.terms import Allowance
from adjudicator.analysis.movement.values import Fault, MoveBudget, interval, rounded
from adjudicator.analysis.supply.drawn import draws
from adjudicator.lean import dataclass
from adjudicator.model.interval import INFINITE, ZERO, Interval
from adjudicator.model.known import NO, YES, Known
from adjudicator.said import say, strung
from adjudicator.terms.cell import UNLIMITED, chart
from adjudicator.terms.when import When
from adjudicator.terms.words import unmet_words
from adjudicator.words import deed, word

UNLIMITED_HEXES = Interval.of(INFINITE)


@dataclass(frozen=True, slots=True)
class _SpentSoFar:
    """What a unit has so far, and how it came to it; `hexes` is INFINITE where their number is not limited, and `article` the
    one that limits it."""

    points: Interval
    hexes: Interval
    words: tuple[str, ...]
    article: str = ""

    def either(self, other: _SpentSoFar, *missing: str) -> _SpentSoFar:
        """One of the two, nobody knows which."""
        told = other.words if len(other.words) > len(self.words) else self.words
        points, hexes = self.points.either(other.points, *missing), self.hexes.either(other.hexes, *missing)
        return _SpentSoFar(points, hexes, told, self.article or other.article)


def budget_of(mover: Mover) -> MoveBudget:
    """All that a unit may spend in its mode, from where it stands."""
    position, mode = mover.position, mover.mode
    i = position.network.index.get(mover.start)
    purse = _allowed(mover, i, mover.concern.allowances, _printed(mover))
    points, words = purse.points, list(purse.words)
    more = _reserve_points(mover, points)
    if more != points:
        points = more
        words.append(say("here {points} ({why})", points, say("102.2: a Reserve in Regular Movement")))
    if mover.way.free:
        points = Interval.of(INFINITE)
        words = [say("by {mode}", word(mode))]
    hexes, by = purse.hexes, purse.article
    for other in (*_mode_hexes(mover), *_weather_hexes(mover, i)):
        by = by if hexes.at_most(other).is_yes else ""
        hexes = hexes.smaller(other)
    if hexes.low < INFINITE and not any(_most(hexes) in told for told in words):
        words.append(_most(hexes))
    nothing = points.high == 0 and mover.unit.shown.movement is None
    minimum = ZERO if nothing else mover.concern.minimum
    return MoveBudget(
        points, hexes, minimum, words[0] if len(words) == 1 else strung(words, ", "), tuple(_start_faults(mover, i)), by
    )


def _phase(mover: Mover) -> str:
    phase = mover.position.moment.phase
    return say("the {name}", phase.name) if phase else say("this phase")


def _printed(mover: Mover) -> _SpentSoFar:
    printed = mover.unit.shown.movement
    if printed is None:
        return _SpentSoFar(Interval.unknown(say("movement allowance of {unit}", mover.unit)), UNLIMITED_HEXES, ())
    return _printed_purse(Fraction(printed))


@lru_cache(256)
def _printed_purse(printed: Fraction) -> _SpentSoFar:
    points = Interval.of(printed)
    return _SpentSoFar(points, UNLIMITED_HEXES, (say("allowance {points}", points),))


def _allowed(mover: Mover, i: int | None, rows: tuple[tuple[Allowance, Known], ...], purse: _SpentSoFar) -> _SpentSoFar:
    """What the rows make of a purse, one after the other; where it is open whether one applies, what they make of both."""
    for count, (row, now) in enumerate(rows, 1):
        applies = _applies(mover, i, row, now)
        if applies.is_no:
            continue
        changed = _changed(mover, row, purse)
        after = changed if row.last else _allowed(mover, i, rows[count:], changed)
        if applies.is_yes:
            return after
        return _allowed(mover, i, rows[count:], purse).either(after, *applies.missing)
    return purse


def _applies(mover: Mover, i: int | None, row: Allowance, concerned: Known) -> Known:
    """Whether a row that speaks of units like it speaks of this move."""
    if row.unfed:
        concerned &= ~draws(mover.position, mover.unit)
    if row.start and concerned.possible:
        began, at = (mover, None) if i is None else mover.beginning(i)
        zone = NO if at is None else began.in_zone(at)
        concerned &= zone if row.start == "zone" else ~zone
    if concerned.is_no or row.where.anywhere:
        return concerned
    return concerned & row.where.fits(ground_at(mover.position), i) if i is not None else NO


def _changed(mover: Mover, row: Allowance, purse: _SpentSoFar) -> _SpentSoFar:
    points, hexes, by = purse.points, purse.hexes, purse.article
    if row.set is not None:
        cell = "movement.allowance"
        given = chart(mover.position.pack, cell, row.set)
        points = Interval.of(INFINITE) if given == UNLIMITED else interval(given, cell, Fraction(0))
    points = rounded(points, Fraction(row.times), Fraction(row.add), Fraction(row.least), row.round)
    if row.hexes is not None:
        cell = f"movement.{mover.mode}.hexes"
        most = interval(chart(mover.position.pack, cell, row.hexes), cell, Fraction(0))
        by = by if hexes.at_most(most).is_yes else row.article
        hexes = hexes.smaller(most)
    told: list[str] = []
    if row.hexes is None or points != purse.points:
        unlimited = points.low >= INFINITE
        told.append(say("here no limit of points") if unlimited else say("here {points}", points))
    if row.hexes is not None and not (told and points == hexes == ZERO):
        told.append(_most(hexes))
    if (points, hexes) == (purse.points, purse.hexes) and points.low >= INFINITE:
        return purse
    words = strung(told, say(" and ")) + (say(" ({why})", row.why) if row.why else "")
    return _SpentSoFar(points, hexes, (*purse.words, words), by)


def _most(hexes: Interval) -> str:
    return say("at most {hexes} hex", hexes) if hexes == Interval.of(1) else say("at most {hexes} hexes", hexes)


def _reserve_points(mover: Mover, points: Interval) -> Interval:
    """The points of a unit that sets out from a headquarters which passes units on: half as many again, rounded up."""
    now = mover.concern.reserve
    answer = now if now.is_no else now & passed_on(mover.position, mover.start, mover.unit.side)
    return Interval.by(answer, rounded(points, Fraction(3, 2), Fraction(0), Fraction(0), "up"), points)


def _start_faults(mover: Mover, i: int | None) -> Iterator[Fault]:
    position, unit, way = mover.position, mover.unit, mover.way
    if i is None:
        yield Fault(mover.start, "path", say("{start} is no hex of this map", mover.start or say("its box")))
        return
    if not way.who.matches(unit):
        yield Fault(mover.start, "user", way.why or say("units like it do not move by {mode}", word(mover.mode)))
    if not (now := mover.concern.timely).is_yes:
        yield Fault(mover.start, "time", _not_now(mover, way.when), ~now)
    if not (here := way.start.fits(mover.ground, i)).is_yes:
        yield Fault(mover.start, "mode", say("such a move does not begin in {start}", mover.start), ~here)
    if (
        way.clear_of == "front"
        and (near := enemy_beside(position, unit.side, mover.start, GROUND_UNITS)).known.possible
    ):
        why = say("it begins {words}; such a move keeps from the front", near.words)
        yield Fault(mover.start, "front", why, near.known)
    if way.own and not (own := mover.owns(i)).is_yes:
        yield Fault(
            mover.start, "control", say("{start} is not under its side's control, and must be", mover.start), ~own
        )
    if way.between and not (joined := mover.joined(i)).is_yes:
        because = say(
            "{start} is on no line between {between} of its side, and must be", mover.start, listed(way.between)
        )
        yield Fault(mover.start, "control", because, ~joined)
    if way.clear_of == "throughout" and (enemy := mover.enemy_beside(i)) is not None:
        yield Fault(
            mover.start,
            "beside",
            say("it starts next to {enemy} in {hex}, and keeps clear of enemies", enemy, enemy.hex),
        )
    yield from _told_to_stay(mover, i)
    began, at = mover.beginning(i)
    effects, settled = began.zone_effects(at)
    held = [each.effect for each in effects if each.effect is not None and each.effect.may_not_start]
    if held:
        bound = held[0].why or say("it stands in an enemy zone of control, and nobody moves out of one")
        yield Fault(mover.start, "zone start", bound, YES if len(held) == len(effects) else settled)


def _not_now(mover: Mover, when: When) -> str:
    """Which of the times at which a mode may be used it is not: the phase, or the weather, the turn, an option."""
    position, side = mover.position, mover.unit.side
    others = unmet_words(when, position, side)
    if not others:
        return say("nobody {moves} in {phase}", deed(mover.mode), _phase(mover))
    its_phase = When(phases=when.phases, without_phases=when.without_phases, phasing=when.phasing)
    if not its_phase.holds(position, side).is_yes:
        others.insert(0, say("it is {phase}", _phase(mover)))
    return say("nobody {moves} now: {why}", deed(mover.mode), strung(others, "; "))


def _told_to_stay(mover: Mover, i: int) -> Iterator[Fault]:
    """The [[forbid]] rows that keep the unit where it is."""
    for row, now in mover.concern.stays:
        concerned = mover.in_zone(i) & now if row.in_zone else now
        if row.unfed and concerned.possible:
            concerned &= ~draws(mover.position, mover.unit)
        broken = concerned if concerned.is_no else concerned & row.start.fits(mover.ground, i)
        if broken.possible:
            yield Fault(mover.start, "prohibited", row.why or say("units like it do not move"), broken, row.article)


def _mode_hexes(mover: Mover) -> Iterator[Interval]:
    cell = f"movement.{mover.mode}.hexes"
    if mover.way.hexes is None:
        return
    value = chart(mover.position.pack, cell, mover.way.hexes)
    if isinstance(value, Fraction):
        yield Interval.of(value)
    elif value is None:
        yield Interval.unknown(cell)


def _weather_hexes(mover: Mover, i: int | None) -> Iterator[Interval]:
    for row, now in mover.weather:
        if row.hexes is not None and i is not None:
            yield Interval.by(now & row.where.fits(mover.ground, i), Interval.of(row.hexes), UNLIMITED_HEXES)
