"""Forts and airfields: how long they take to build (14A), and that they stay where they are (17C, 30A5b, 31A5b)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from adjudicator.analysis.control import controller, taken
from adjudicator.analysis.ground import ground_at
from adjudicator.analysis.history import Beginning, beginning
from adjudicator.analysis.situation import Situation, fits_any
from adjudicator.analysis.supply.terms import Connection
from adjudicator.checks.articles import article, printed
from adjudicator.findings import Excuse, Finding
from adjudicator.lean import dataclass
from adjudicator.model.interval import INFINITE, Interval
from adjudicator.model.known import NO, YES, Known, all_of
from adjudicator.model.units import Marker
from adjudicator.packs.europa.analysis.crews import can_help, helpers
from adjudicator.packs.europa.analysis.works import works_of
from adjudicator.packs.europa.rules._points import JOINED_TO_A_POINT, due_besides, points_of, with_spent
from adjudicator.record.acts import Act, Laid, Lifted
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.climate import climate
from adjudicator.terms.where import Where
from adjudicator.terms.who import Selector
from adjudicator.words import amount, counted
from adjudicator.words import article as with_article

FORT, AIRFIELD, TEMPORARY = "fort", "airfield", "temporary_airfield"
ENGINEERS = Selector(any_tags=frozenset({"engineer"}))
EASY_GROUND = Where(terrains=frozenset({"clear", "rough"}))
POOR = frozenset({"mud", "frost", "snow"})
"""Weather in which works take twice as long."""
WORKERS = Connection(lines=("workers",), to=frozenset({"worker_city"}))
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Construction:
    """What the books say otherwise of building forts and airfields."""

    workers: Situation
    """Where the workers of a city help, so that a work takes half the time."""
    rough_going: frozenset[str]
    """The works that take two turns outside clear and rough ground."""
    engineers: bool = False
    """Whether engineers build: two of them take half the time, and one who began has to stay."""
    lost_to_the_enemy: bool = False
    """Whether a work that was begun is lost when the enemy controls its hex."""


@dataclass(frozen=True, slots=True)
class Site:
    """A hex in which a fort or an airfield may have been built in a phase."""

    record: PhaseRecord
    book: Construction
    work: str
    hex: str

    @property
    def building(self) -> str:
        """The kind of marker while it is under construction."""
        return f"{self.work}_building"

    def count(self, position: Position, kind: str) -> int:
        return sum(marker.type.kind == kind for marker in position.markers_at(self.hex))

    def laid(self, kind: str) -> bool:
        """Whether such a marker was laid there in the phase."""
        laid = (act.after.markers.get(name) for act in self.record.of(Laid) for name in act.markers)
        return any(marker is not None and marker.type.kind == kind and marker.hex == self.hex for marker in laid)

    @property
    def appeared(self) -> bool:
        """Whether there is one more that is ready than there was."""
        return self.count(self.record.end, self.work) > self.count(self.record.start, self.work)

    @property
    def is_ready(self) -> bool:
        """Whether one appeared where one was under construction."""
        before, after = (self.count(position, self.building) for position in (self.record.start, self.record.end))
        return self.appeared and before + self.laid(self.building) > after

    @property
    def begun(self) -> Beginning:
        return beginning(self.record.end, self.building, self.hex)

    @property
    def passed(self) -> Interval:
        """Half game turns since it was begun: a phase after its side's phase of building counts one more."""
        moment, begun = self.record.moment, self.begun
        if not moment.turn or moment.phase is None:
            missing = say("the game turn") if moment.phase is not None else say("the phase")
            return Interval(0, INFINITE, frozenset({missing}))
        later = moment.phase.side != begun.side or moment.phase.kind != "initial"
        return Interval.of(2 * (moment.turn - begun.turn) + later)

    @property
    def takes(self) -> Interval:
        """Half game turns that it takes without help: two or four, and twice as many in poor weather."""
        easy = EASY_GROUND.fits(ground_at(self.record.start), self.record.start.network.index[self.hex])
        turns = Interval.by(easy if self.work in self.book.rough_going else YES, Interval.of(2), Interval.of(4))
        times = self._longer_in_poor_weather
        return Interval(turns.low * times.low, turns.high * times.high, turns.missing | times.missing)

    @property
    def _longer_in_poor_weather(self) -> Interval:
        """How many times as long it takes: by the weather when it was begun, and now."""
        position = self.record.start
        told = {
            say("the weather when it was begun"): self.begun.weather,
            say("the weather of {hex}", self.hex): climate(position).at(position.network.index[self.hex]),
        }
        poor = {weather in POOR for weather in told.values()}
        if missing := frozenset(name for name, weather in told.items() if not weather):
            return Interval(1, 2, missing)
        if len(poor) > 1:
            return Interval(1, 2, frozenset({say("the weather of {hex} meanwhile", self.hex)}))
        return Interval.of(2 if True in poor else 1)

    @property
    def two_engineers(self) -> bool:
        """Whether two engineers of its side took half the time, at either end of the phase."""
        ends = (self.record.start, self.record.end)
        return self.book.engineers and any(len(self.engineers_at(end, self.begun.side)) > 1 for end in ends)

    def engineers_at(self, position: Position, *sides: str) -> set[str]:
        """The engineers in the hex, of these sides if any is named."""
        units = (unit for unit in position.at(self.hex) if not sides or unit.side in sides)
        return {unit.id for unit in units if ENGINEERS.matches(unit)}

    @property
    def hurried(self) -> Known:
        """Whether it was ready in a time which only workers excuse."""
        if not self.is_ready or self.begun.told.is_open or self.two_engineers:
            return NO
        return self.passed.at_least(self.takes * HALF) & ~self.passed.at_least(self.takes)


@article(
    "How long forts and airfields take",
    printed(
        "fire_in_the_east",
        "14A1.3",
        covers=("14A1a.1", "14A1.2", "14A1.4", "14A1.5", "14A1c.2", "29C.4"),
        figures=Construction(
            workers=Situation(
                with_unit=Selector(sides=frozenset({"soviet"}), any_tags=frozenset({"engineer"})), connected=(WORKERS,)
            ),
            rough_going=frozenset({FORT}),
            engineers=True,
        ),
        says="A fort takes a turn in clear or rough ground and two elsewhere, an airfield one; in poor weather twice as long;"
        " with two engineers, or one with workers, half.",
    ),
    printed(
        "sudden_storm",
        "14A.c",
        covers=("14A.d", "14A.f", "14A1.a", "14A2.a"),
        figures=Construction(
            workers=Situation(connected=(WORKERS,)), rough_going=frozenset({FORT, AIRFIELD}), lost_to_the_enemy=True
        ),
        says="A fort takes a turn in clear or rough ground and two elsewhere, an airfield likewise; in poor weather twice as"
        " long; with Soviet workers half; the enemy's ownership ends it.",
    ),
    area="engineering",
    unseen="may excuse nearby",
)
def construction_time(record: PhaseRecord, book: Construction) -> Iterator[Finding]:
    """A fort or an airfield is ready when it has taken its time, from its side's initial phase to that of a later turn.

    Legal:    turn 8, German Initial Phase; weather clear; remember begun fort_building 1B/2919 5 axis clear;
              1B/2919: ge.1eng, +fort.building; swap +fort.building+fort 1B/2919
    Illegal:  turn 5, German Movement Phase; weather clear; remember begun fort_building 1B/2919 5 axis clear;
              1B/2919: ge.1eng, +fort.building; swap +fort.building+fort 1B/2919
    """
    if (record.moment.condition("stage") or "").startswith("setup"):
        return
    hurried: dict[str, tuple[str, Known]] = {}
    for work in (FORT, AIRFIELD):
        for number in sorted({*record.start.marked, *record.end.marked}):
            if number in record.start.network.index:
                site = Site(record, book, work, number)
                yield from _judged(site)
                if site.hurried.possible:
                    hurried[number] = site.begun.side, site.hurried
    yield from _beyond_the_workers(record.start, hurried)


def _beyond_the_workers(position: Position, hurried: dict[str, tuple[str, Known]]) -> Iterator[Finding]:
    """Works that were hurried by more workers than there are."""
    crews = works_of(position.pack).crews
    if crews is not None and len(hurried) > 1:
        found = {number: helpers(position, side, number, crews) for number, (side, _) in hurried.items()}
        because = say(
            "{works} ready in the time that workers need, and there are fewer workers beside them",
            counted(len(hurried), "work"),
        )
        yield Finding(tuple(hurried), because, broken=~can_help(found) & all_of(known for _, known in hurried.values()))


def _judged(site: Site) -> Iterator[Finding]:
    if site.is_ready:
        yield _early(site)
    elif site.appeared and not site.count(site.record.start, site.building):
        if site.laid(site.work):
            because = say("{becomes} appears in {hex}, and none was begun there", with_article(site.work), site.hex)
            yield Finding((site.hex,), because)
    elif site.count(site.record.end, site.building) and not site.laid(site.building):
        yield from _deserted(site)
        yield from _due(site)


def _early(site: Site) -> Finding:
    """A work that is ready, if it was so too early."""
    begun, passed, takes = site.begun, site.passed, site.takes
    if begun.told.is_open:
        because = say("the {name} in {hex} is ready, which takes its time from when it was begun", site.work, site.hex)
        return Finding((site.hex,), because, broken=begun.told)
    helped = YES if site.two_engineers else fits_any(site.record.start, begun.side, site.hex, (site.book.workers,))
    takes = Interval.by(helped, takes * HALF, takes)
    because = say(
        "the {name} in {hex}, begun on turn {turn}, is ready{after}; it takes {turns}",
        site.work,
        site.hex,
        begun.turn,
        say(" after {turns}", _turns(passed)) if passed.certain else "",
        _turns(takes),
    )
    return Finding((site.hex,), because, broken=~passed.at_least(takes))


def _deserted(site: Site) -> Iterator[Finding]:
    """A work that is lost since its engineers are gone: others who came in do not go on with it."""
    before, now = site.engineers_at(site.record.start), site.engineers_at(site.record.end)
    name = site.building.replace("_", " ")
    if not site.book.engineers:
        return
    if not now:
        because = say("nobody who builds it is with the {name} in {hex} any more, so it is removed", name, site.hex)
        yield Finding((site.hex,), because, owed=not (before and site.record.ended))
    elif before and not before & now:
        because = say("those who built the {name} in {hex} have left it to others, so it is removed", name, site.hex)
        yield Finding((site.hex,), because, owed=True)


def _due(site: Site) -> Iterator[Finding]:
    """A work that is lost to the enemy, or ready by now."""
    begun, end, name = site.begun, site.record.end, site.building.replace("_", " ")
    if not begun.side:
        return
    theirs = controller(end, site.hex, begun.side).is_one_of(end.pack.enemies(begun.side))
    if site.book.lost_to_the_enemy and theirs.possible:
        because = say("the {name} in {hex} is removed, since the enemy controls the hex", name, site.hex)
        yield Finding((site.hex,), because, broken=theirs, owed=True)
    phase = site.record.moment.phase
    if theirs.is_yes or phase is None or phase.kind != "initial" or phase.side != begun.side:
        return
    if site.passed.at_least(site.takes).is_yes:
        because = say(
            "the {name} in {hex}, begun on turn {turn}, is ready by now, and may be turned over",
            name,
            site.hex,
            begun.turn,
        )
        yield Finding((site.hex,), because, owed=True)


def _turns(halves: Interval) -> str:
    """Half turns as players count them: "1/2 turns", "1 to 2 turns"."""
    turns = Interval(Fraction(halves.low) / 2, Fraction(halves.high) / 2)
    return say("{turns} turn", turns) if turns.high == 1 else say("{turns} turns", turns)


@article(
    "No repair of temporary airfields in mud",
    "fire_in_the_east:14A1a.2r",
    covers=("14A1a.2",),
    when=("movement",),
    area="airbase",
    unseen="cannot excuse",
    acts=("lift",),
)
def no_repair_in_mud(act: Act) -> Iterator[Finding]:
    """In mud no temporary airfield is repaired.

    Legal:    turn 10, German Movement Phase; weather frost; 1B/2919: ge.1ceng, +temporary_airfield, +hit.airbase;
              lift +hit.airbase 1B/2919
    Illegal:  turn 10, German Movement Phase; weather mud; 1B/2919: ge.1ceng, +temporary_airfield, +hit.airbase;
              lift +hit.airbase 1B/2919
    """
    lifted = (act.before.markers.get(name) for name in act.markers) if isinstance(act, Lifted) else ()
    for number in sorted({each.hex for each in lifted if each is not None and each.type.kind == "airbase_hit"}):
        network = act.before.network
        i = network.index.get(number)
        bases = {marker.type.kind for marker in act.before.markers_at(number)} & {AIRFIELD, TEMPORARY}
        if i is not None and bases == {TEMPORARY} and not network.places_at.get(i):
            weather = climate(act.before).at(i)
            because = say("the temporary airfield in {hex} is repaired in mud, in which none is", number)
            broken = Known.of(weather == "mud") if weather else Known.open(say("the weather of {hex}", number))
            yield Finding((number,), because, broken=broken)


def _lies(record: PhaseRecord, kind: str) -> bool:
    return any(marker.type.kind == kind and marker.hex for marker in record.start.markers.values())


def _removed(record: PhaseRecord, kind: str) -> Iterator[Marker]:
    """The markers of a kind that lay in a hex in which none lies when the phase is over."""
    left = {marker.hex for marker in record.end.markers.values() if marker.type.kind == kind and marker.hex}
    for name, marker in sorted(record.start.markers.items()):
        after = record.end.markers.get(name)
        gone = after is None or not after.hex or after.type.kind != kind
        if marker.type.kind == kind and marker.hex and gone and marker.hex not in left:
            yield marker


@article(
    "Forts last",
    printed(
        "fire_in_the_east",
        "31A5b.gone",
        covers=("31A5b",),
        says="A fort leaves the map when the enemy takes its hex, and else it stays (31A5b).",
    ),
    printed(
        "sudden_storm",
        "30A5b.gone",
        covers=("30A5b.a",),
        says="A fort leaves the map when the enemy takes its hex, and else it stays (30A5b).",
    ),
    when=("movement", "combat", "exploitation"),
    area="fortification",
    met=lambda record: _lies(record, FORT),
)
def forts_last(record: PhaseRecord) -> Iterator[Finding]:
    """A fort leaves the map only when its hex is taken.

    Legal:    turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +fort; 2A/2710: ge.1pz;
              ge.1pz 2A/2710-2A/2709-2A/2708; lift +fort 2A/2708
    Illegal:  turn 5, German Movement Phase; weather clear; history whole; 2A/2708: +fort; 2A/2710: ge.1pz;
              lift +fort 2A/2708
    """
    for fort in _removed(record, FORT):
        lost = _changed_hands(record, fort.hex)
        if not lost.is_yes:
            name = fort.type.name or fort.id
            because = say("{name} leaves the map from {hex}, which nobody took in this player turn", name, fort.hex)
            yield Finding((fort.hex,), because, broken=~lost)


def _changed_hands(record: PhaseRecord, number: str) -> Known:
    """Whether another side than when the player turn began came to control a hex, at any time of it."""
    first = (record.earlier[0] if record.earlier else record).start
    later = [*(act.after for each in (*record.earlier, record) for act in each.acts), record.end]
    return taken(first, _told_apart(later, number), number)


def _told_apart(positions: list[Position], number: str) -> Iterator[Position]:
    """Of positions in a row only those in which somebody else stands in the hex than in the one before, and the last."""
    there: tuple[str, ...] | None = None
    for position in positions:
        now = tuple(unit.id for unit in position.at(number))
        if now != there:
            yield position
        there = now
    yield positions[-1]


@article(
    "Airfields last",
    "sudden_storm:17C.gone",
    covers=("17C.a",),
    area="airbase",
    met=lambda record: _lies(record, AIRFIELD),
)
def airfields_last(record: PhaseRecord) -> Iterator[Finding]:
    """An airfield stays: who takes its hex takes it over (17C).

    Legal:    turn 5, German Movement Phase; weather clear; 2A/2708: +airfield; 2A/2710: ge.1pz; ge.1pz 2A/2710-2A/2709
    Illegal:  turn 5, German Movement Phase; weather clear; 2A/2708: +airfield; 2A/2710: ge.1pz; lift +airfield 2A/2708
    """
    for airfield in _removed(record, AIRFIELD):
        name = airfield.type.name or airfield.id
        because = say("{name} leaves the map from {hex}, and stays whatever happens", name, airfield.hex)
        yield Finding((airfield.hex,), because)


@article(
    printed("fire_in_the_east", "14A1.6", title="Resource point for construction"),
    printed("sudden_storm", "14A.g", covers=("14A.h",), title="Construction cost"),
    when=("initial",),
    area="engineering",
    unseen="may excuse nearby",
    acts=("lay",),
    met=lambda record: any(True for _ in _begun(record)),
)
def point_for_each_work(record: PhaseRecord) -> Iterator[Finding]:
    """A resource point is spent on each fort or airfield that is begun, one to which an overland line leads.

    Nothing is said of a side that has no points on the map: its players keep them elsewhere.

    Legal:    turn 5, German Initial Phase; weather clear; 1B/2720: ge.1eng, +rp.ax2;
              lay +fort.building 1B/2720; swap +rp.ax2+rp.ax1 1B/2720
    Illegal:  turn 5, German Initial Phase; weather clear; 1B/2720: ge.1eng, +rp.ax2; lay +fort.building 1B/2720;
              turn 5, German Movement Phase
    """
    side = record.moment.phasing
    points = [points_of(at, side) for at in record.moments]
    if not any(points):
        return
    begun = [*_begun(record)]
    paid = sum((max(old - new, Fraction(0)) for old, new in pairwise(points)), Fraction(0))
    rails = due_besides(record, side, Interval.of(paid))
    due = Interval.of(len(begun)).plus(rails)
    because = (
        say("what works and rail capacity cost in points: {due}; what was spent: {paid}", due, amount(paid))
        if rails.high
        else say("what works cost in points: {due}; what was spent: {paid}", len(begun), amount(paid))
    )
    broken, hexes = ~Interval.of(paid).at_least(due), tuple(number for _, number in begun)
    yield Finding(hexes, because, broken=broken, owed=not record.ended, excuse=Excuse())
    for act, number in begun:
        near = fits_any(with_spent(record.start, act.before), side, number, (JOINED_TO_A_POINT,))
        if not near.is_yes:
            because = say("works are begun in {hex}, and no line leads from it to a resource point", number)
            yield Finding((number,), because, broken=~near)


def _begun(record: PhaseRecord) -> Iterator[tuple[Laid, str]]:
    """The works begun in a phase, each with its hex."""
    kinds = {f"{work}_building" for work in (FORT, AIRFIELD)}
    for act in record.of(Laid):
        for name in act.markers:
            marker = act.after.markers.get(name)
            if marker is not None and name not in act.before.markers and marker.type.kind in kinds and marker.hex:
                yield act, marker.hex
