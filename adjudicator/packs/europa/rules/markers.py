"""What lies on the map as markers, and what does not: fortresses, bridges, resource points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from adjudicator.analysis.crossings import is_bridge
from adjudicator.checks.articles import Chapter, printed
from adjudicator.checks.subjects import about
from adjudicator.findings import Finding, Severity
from adjudicator.model.known import Known
from adjudicator.model.units import Marker
from adjudicator.record.acts import Act, Laid
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.said import say
from adjudicator.terms.when import When, options_in_play
from adjudicator.words import amount, either

CHAPTER = Chapter(unseen="cannot excuse")

BUILT_BY_NOBODY = When(first_turn=2)
Kinds = frozenset[str]


def _name(marker: Marker) -> str:
    return marker.type.name or marker.id


def _more_on_the_map(record: PhaseRecord, kinds: Kinds) -> Counter[str]:
    old, new = (
        Counter(mark.type.kind for mark in position.markers.values() if mark.hex and mark.type.kind in kinds)
        for position in (record.start, record.end)
    )
    return new - old


def _any_laid(record: PhaseRecord, kinds: Kinds) -> bool:
    laid = (act.marker for act in record.of(Laid))
    return bool(_more_on_the_map(record, kinds)) or any(mark and mark.type.kind in kinds for mark in laid)


@CHAPTER.article(
    printed(
        "fire_in_the_east",
        "31A5a.n",
        covers=("31A5a", "31D.1"),
        figures=frozenset({"fortress", "factory"}),
        title="No new fortresses, no new factories",
        says="Nobody builds a fortress, nor again one that was lost (31A5a); factories are those with which the game begins, and "
        "those moved work off the map (31D).",
    ),
    printed(
        "sudden_storm",
        "30A5a.n",
        covers=("30A5a.a",),
        figures=frozenset({"fortress"}),
        title="No new fortresses",
        says="Forts and airfields are built (14A), fortresses are not.",
    ),
    area="fortification",
    unseen="may excuse",
    acts=("lay", "swap", "shift"),
    met=_any_laid,
)
def never_built(record: PhaseRecord, kinds: Kinds) -> Iterator[Finding]:
    """Nobody builds a fortress; what is put elsewhere, or off and on again, is none.

    Legal:    turn 5, German Initial Phase; weather clear; 1B/2712: +fortress; lift +fortress 1B/2712; lay +fortress 1B/2712
    Illegal:  turn 5, German Initial Phase; weather clear; 1B/2719: ge.1eng; lay +fortress 1B/2719
    """
    now = BUILT_BY_NOBODY.holds(record.start, record.moment.phasing)
    for kind, more in sorted(_more_on_the_map(record, kinds).items()):
        old, new = (
            {mark.hex for mark in position.markers.values() if mark.hex and mark.type.kind == kind}
            for position in (record.start, record.end)
        )
        name = next(each.name for each in record.end.pack.markers.values() if each.kind == kind)
        because = say(
            "{count} × {name} came onto the map in {moment}, and nobody builds one", more, name, record.moment
        )
        yield Finding(tuple(sorted(new - old)), because, broken=now)


def _laid(act: Act, *kinds: str) -> Iterator[Finding]:
    """What is laid of kinds that the game does not have."""
    marker = act.marker if isinstance(act, Laid) else None
    if marker is not None and marker.hex and marker.type.kind in kinds:
        because = say("{name} is laid in {hex}, and this game has none", _name(marker), marker.hex)
        yield Finding((marker.hex,), because)


@CHAPTER.article(
    "No temporary airfields, no breaks", "sudden_storm:14A.et", covers=("14A.e",), area="airbase", acts=("lay",)
)
def no_temporary_airfields(act: Act) -> Iterator[Finding]:
    """Forts and permanent airfields are built (14A), no temporary ones, and nobody breaks a line: that is of Fire in the East.

    Legal:    turn 5, German Initial Phase; weather clear; 1B/2719: ge.1eng, +rp.ax1; now weather clear
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: ge.1eng; lay +temporary_airfield 1B/2719
    """
    yield from _laid(act, "temporary_airfield", "rail_break")


@CHAPTER.article(
    "No supply by air",
    "sudden_storm:24.as",
    covers=("24.a",),
    area="airborne",
    acts=("lay",),
)
def no_supply_by_air(act: Act) -> Iterator[Finding]:
    """Nothing is carried through the air (19, 24): supply comes by ship or on trucks.

    Legal:    turn 5, German Initial Phase; weather clear; 1B/2719: ge.1eng; lay +rp.ax1 1B/2719
    Illegal:  turn 5, German Initial Phase; weather clear; 1B/2719: ge.1eng; lay +airsupply.ax1 1B/2719
    """
    yield from _laid(act, "air_supply")


@CHAPTER.article(
    "No damage to bases and ports", "sudden_storm:17A.h", covers=("17A.a", "27A3.a"), area="airbase", acts=("lay",)
)
def no_hits_on_bases(act: Act) -> Iterator[Finding]:
    """Bases and ports keep their capacity (17A, 27A3): nobody bombs or demolishes it, that is of Fire in the East.

    Legal:    turn 5, German Initial Phase; weather clear; 1B/2719: ge.1eng; lay +rp.ax1 1B/2719
    Illegal:  turn 5, German Air Phase; weather clear; 1B/2719: ge.1eng; lay +hit.port 1B/2719
    """
    yield from _laid(act, "airbase_hit", "port_hit")


DOWN, HIT = "bridge_down", "bridge_hit"


@CHAPTER.article("Bridges", "fire_in_the_east:39A.1", area="rail", met=about(markers=(DOWN,)), options=("bridges",))
def bridges_down(position: Position) -> Iterator[Finding]:
    """A road or rail line that crosses a river is a bridge; the marker of a demolished one stands there, one on each.

    Under:    own, river_road, bridges
    Legal:    turn 5, German Movement Phase; weather clear; 5A/0305-5A/0304: +bridge.down
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0304: +bridge.down
    """
    yield from _not_on_bridges(position, DOWN, 1)


@CHAPTER.article(
    "Bridges with hits",
    "fire_in_the_east:39A.1h",
    covers=("39A.1",),
    area="rail",
    met=about(markers=(HIT,)),
    options=("bridges",),
)
def bridge_hits(position: Position) -> Iterator[Finding]:
    """Hits on a bridge stand on a bridge.

    Under:    own, river_road, bridges
    Legal:    turn 5, German Movement Phase; weather clear; 5A/0305-5A/0304: +bridge.hit2
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0203-5A/0202: +bridge.hit2
    """
    yield from _not_on_bridges(position, HIT, 3)


def _not_on_bridges(position: Position, kind: str, most: int) -> Iterator[Finding]:
    index, lying = position.network.index, Counter[tuple[str, ...]]()
    for marker in _of_kinds(position, (kind,)):
        name, at = _name(marker), tuple(sorted(marker.hexes))
        if marker.hex not in index:
            continue
        if marker.beyond not in index:
            yield _on_no_hexside(position, marker, name)
            continue
        lying[at] += 1
        if not is_bridge(position, *at):
            yield Finding(at, say("{name} lies on {at}, where there is no bridge for it", name, "-".join(at)))
        elif lying[at] == most + 1:
            because = say("more than one {name} lies on {at}, and at most {most} may", name, "-".join(at), most)
            yield Finding(at, because)


def _of_kinds(position: Position, kinds: Iterable[str]) -> Iterator[Marker]:
    return (marker for _, marker in sorted(position.markers.items()) if marker.type.kind in kinds)


def _on_no_hexside(position: Position, marker: Marker, name: str) -> Finding:
    """What is to be said of a marker of which nothing tells on which hexside of its hex it stands."""
    if any(is_bridge(position, marker.hex, number) for number in position.network.beside(marker.hex)):
        because = say("{name} lies in {hex}, and belongs on a hexside with a bridge", name, marker.hex)
        return Finding((marker.hex,), because, broken=Known.open(say("the hexside on which it stands")))
    because = say("{name} lies in {hex}, and no hexside there has a bridge on which it may lie", name, marker.hex)
    return Finding((marker.hex,), because)


@CHAPTER.article(
    "Bridges without the optional rule",
    "fire_in_the_east:39A.1o",
    area="rail",
    met=about(markers=(DOWN, HIT)),
    severity=Severity.REMINDER,
)
def bridges_not_in_play(position: Position) -> Iterator[Finding]:
    """Bridges are an optional rule; where it is not played their markers change nothing.

    Under:    own, river_road
    Legal:    turn 5, German Movement Phase; weather clear; 5A/0305: ge.1inf; ge.1inf 5A/0305-5A/0304
    Illegal:  turn 5, German Movement Phase; weather clear; 5A/0305: ge.1inf; 5A/0305-5A/0304: +bridge.down
    """
    for marker in _of_kinds(position, (DOWN, HIT)) if "bridges" not in options_in_play(position) else ():
        if marker.hex:
            at = tuple(sorted(marker.hexes))
            because = say(
                "{name} lies on {hexes}, and does nothing without the optional rule", _name(marker), "-".join(at)
            )
            yield Finding(at, say("{because} '{option}'", because, "bridges"), owed=True)


RESOURCES = frozenset({"resource"})


@CHAPTER.article(
    "Where resource points come from",
    printed("fire_in_the_east", "12F.1n", covers=("12F.1",), area="special"),
    printed("sudden_storm", "12F.bn", covers=("12F.b",), area="production"),
    when=("movement", "combat", "exploitation"),
    unseen="may excuse",
    met=lambda record: any(marker.type.kind in RESOURCES for marker in record.end.markers.values()),
)
def resource_points(record: PhaseRecord) -> Iterator[Finding]:
    """Resource points arrive in the initial phase of their side; later they only change their markers or their owner.

    Legal:    turn 5, German Movement Phase; weather clear; 1B/2719: +rp.ax5; lift +rp.ax5 1B/2719; lay +rp.ax2 1B/2719;
              lay +rp.ax2 1B/2719; lay +rp.ax1 1B/2719
    Illegal:  turn 5, German Movement Phase; weather clear; 1B/2719: +rp.ax5; lay +rp.ax2 1B/2719;
              turn 5, German Air Phase; say we go on
    """
    phase, old, new = record.moment.phase, _worth(record.start), _worth(record.end)
    change = {side: new[side] - old[side] for side in sorted({*old, *new})}
    for side, risen in change.items() if phase is not None else ():
        taken = sum((-other for each, other in change.items() if each != side and other < 0), Fraction(0))
        if risen > taken and phase is not None and not (phase.side == side and "initial" in phase.names):
            because = say(
                "{points} more in the {phase}, and there may be more only in: {phases}",
                amount(risen - taken), phase.name, either({"initial"}),
            )  # fmt: skip
            laid = [mark for name, mark in record.end.markers.items() if name not in record.start.markers and mark.hex]
            places = {mark.hex for mark in laid if mark.type.kind in RESOURCES}
            yield Finding(tuple(sorted(places)), because, owed=not record.ended)


def _worth(position: Position) -> Counter[str]:
    """What the resource points of each side are worth, wherever they lie."""
    found: Counter[str] = Counter()
    for marker in _of_kinds(position, RESOURCES):
        if marker.type.side:
            found[marker.type.side] += marker.type.value
    return found
