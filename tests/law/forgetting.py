"""Ways to forget: each takes one thing that is known out of a game as played, from its first position to its last.

A counter forgotten lies where it lay and nobody can tell what it is; what it did is seen by nobody. Where control is
forgotten, so is who held what before. What is left is a game on record as a real file might show it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from itertools import combinations
from random import Random

from adjudicator.model.network import Network
from adjudicator.model.sequence import Moment
from adjudicator.model.theatre import UNKNOWN_TERRAIN, Theatre
from adjudicator.persistent import PersistentMap
from adjudicator.play.session import Play
from adjudicator.record.acts import (
    Act,
    Attack,
    Bombardment,
    Demolition,
    Marked,
    MarkerAct,
    PhaseBegun,
    Repair,
    Swapped,
    Travel,
    ValuesChanged,
)
from adjudicator.record.flights import AirAct
from adjudicator.record.memory import NOTHING
from adjudicator.record.position import Position, Unidentified

Change = Callable[[Position], Position]
ALWAYS_TOLD = frozenset({"first", "history", "stalin"})
"""What is told or is as usual, beside what the pack calls announced: where nobody says it, nothing is forgotten."""

AS_IT_HAPPENS = frozenset({"ally", "ally_die", "bombed", "front", "sneak_attack", "special", "yard_hits"})
"""Numbers and words of what happens to a nation or a place: where nobody tells them, nothing happened, and of a die the log's
own dice speak. Where the front is, is told of a position in which a side sets up."""


@dataclass(frozen=True)
class Forgetful:
    """A game of which something is forgotten: what, in words, and the units that nobody knows any more.

    `first` is the step with which the record begins now; `begins` is the whole game's position there. `unseen` are the steps
    in which something was done that nobody sees any more. `outcome` says that a line does not tell what came of an act, which may
    be legal all the same.
    """

    what: str
    play: Play
    units: frozenset[str] = frozenset()
    first: int = 0
    begins: Position | None = None
    unseen: frozenset[int] = frozenset()
    outcome: bool = False


def identity(play: Play, random: Random) -> Forgetful | None:
    """What some counters are. Of half of them it is known whose they are, since a player conceals them."""
    known = sorted(known_units(play))
    if not known:
        return None
    chosen = frozenset(random.sample(known, min(len(known), random.choice((1, 1, 2, 3)))))
    return _nobody_knows(play, chosen, concealed=random.random() < 0.5)


def each_identity(play: Play) -> Iterator[Forgetful]:
    """What each counter is, one at a time: whose it is is known of none."""
    for name in sorted(known_units(play)):
        yield _nobody_knows(play, frozenset((name,)), concealed=False)


def each_pair(play: Play) -> Iterator[Forgetful]:
    """What each two counters are, which may be one side's both or either's one: whose they are is known of none."""
    for pair in combinations(sorted(known_units(play)), 2):
        yield _nobody_knows(play, frozenset(pair), concealed=False)


def _nobody_knows(play: Play, chosen: frozenset[str], *, concealed: bool) -> Forgetful:
    told = " (concealed by its side)" if concealed else ""
    changed = _everywhere(play, lambda position: _unrecognized(position, chosen, concealed=concealed))
    seen = [(each, _without(each, chosen)) for each in changed.acts]
    acts = tuple(act for _, act in seen if act is not None)
    unseen = frozenset(each.step for each, act in seen if act is None)
    return Forgetful(f"what {', '.join(sorted(chosen))} is{told}", replace(changed, acts=acts), chosen, unseen=unseen)


def marker(play: Play, random: Random) -> Forgetful | None:
    """What some markers are: they lie where they lay, and what was done with them is seen by nobody."""
    known = sorted({name for position in _positions(play) for name in position.markers})
    if not known:
        return None
    chosen = frozenset(random.sample(known, min(len(known), random.choice((1, 1, 2, 3)))))
    changed = _everywhere(play, lambda position: _unread(position, chosen))
    seen = [(each, _without_markers(each, chosen)) for each in changed.acts]
    acts = tuple(act for _, act in seen if act is not None)
    unseen = frozenset(each.step for each, act in seen if act is not each)
    return Forgetful(f"what {', '.join(sorted(chosen))} is", replace(changed, acts=acts), unseen=unseen)


def terrain(play: Play, random: Random) -> Forgetful | None:
    """The terrain of some hexes near the units, or of all."""
    network = play.start.network
    if random.random() < 0.25:
        chosen = frozenset(network.index)
    else:
        near = sorted(_near(play))
        if not near:
            return None
        chosen = frozenset(random.sample(near, min(len(near), random.choice((1, 2, 5, 20)))))
    bare = _bare(network, chosen)
    told = "all hexes" if len(chosen) == len(network) else ", ".join(sorted(chosen))
    return Forgetful(f"the terrain of {told}", _everywhere(play, lambda position: replace(position, network=bare)))


def phase(play: Play, random: Random) -> Forgetful | None:
    """The phase: of everything, or from some act on."""
    if all(position.moment.phase is None for position in _positions(play)):
        return None
    first = random.choice((0, random.randrange(len(play.acts) + 1)))
    late = {id(position) for act in play.acts[first:] for position in (act.before, act.after)}

    def change(position: Position) -> Position:
        return position.during(replace(position.moment, phase=None)) if first == 0 or id(position) in late else position

    changed = _everywhere(play, change)
    acts = tuple(act for act in changed.acts if not isinstance(act, PhaseBegun) or act.moment.phase is not None)
    return Forgetful(f"the phase from act {first} on", replace(changed, acts=acts))


def turn(play: Play, _random: Random) -> Forgetful | None:
    """The turn."""
    if not any(position.moment.turn for position in _positions(play)):
        return None
    return Forgetful("the turn", _everywhere(play, _at(lambda moment: replace(moment, turn=0))))


def weather(play: Play, random: Random) -> Forgetful | None:
    """A condition of the moment, such as the weather, with all that was said of regions; or all conditions."""
    told = {name.split(":")[0] for each in _positions(play) for name, _ in each.moment.conditions}
    names = sorted(told - ALWAYS_TOLD - play.start.pack.header.announced)
    if not names:
        return None
    gone = frozenset(names) if random.random() < 0.25 else frozenset((random.choice(names),))

    def change(moment: Moment) -> Moment:
        return replace(
            moment, conditions=tuple(pair for pair in moment.conditions if pair[0].split(":")[0] not in gone)
        )

    return Forgetful(f"the condition {', '.join(sorted(gone))}", _everywhere(play, _at(change)))


def number(play: Play, random: Random) -> Forgetful | None:
    """Some numbers that the game keeps, or all: points, losses, the state of a factory. Nobody tells them at any time."""
    told = {name for position in _positions(play) for name in position.values}
    names = sorted(name for name in told if name.partition(".")[0] not in AS_IT_HAPPENS)
    if not names:
        return None
    few = random.sample(names, min(len(names), random.choice((1, 1, 2, 3))))
    chosen = frozenset(names if random.random() < 0.25 else few)
    changed = _everywhere(
        play, lambda at: replace(at, values=PersistentMap({k: v for k, v in at.values.items() if k not in chosen}))
    )
    seen = [(each, _without_numbers(each, chosen)) for each in changed.acts]
    acts = tuple(act for _, act in seen)
    unseen = frozenset(each.step for each, act in seen if act is not each)
    return Forgetful(f"the numbers {', '.join(sorted(chosen))}", replace(changed, acts=acts), unseen=unseen)


def control(play: Play, random: Random) -> Forgetful | None:
    """Who controls some places, or all, and who held what before."""
    held = sorted({place for position in _positions(play) for place in position.control})
    if not held:
        return None
    gone = frozenset(held) if random.random() < 0.5 else frozenset((random.choice(held),))
    changed = _everywhere(play, lambda position: _uncontrolled(position, gone))
    return Forgetful(f"who controls {', '.join(sorted(gone))}", changed)


def chart(play: Play, random: Random) -> Forgetful | None:
    """Some cells of charts, or all."""
    known = sorted(play.start.pack.charts)
    if not known:
        return None
    gone = frozenset(known if random.random() < 0.25 else random.sample(known, random.randint(1, min(len(known), 8))))
    pack = replace(
        play.start.pack, charts={name: value for name, value in play.start.pack.charts.items() if name not in gone}
    )
    return Forgetful(f"the chart cells {', '.join(sorted(gone))}", _everywhere(play, lambda at: replace(at, pack=pack)))


def forgotten_past(position: Position) -> Position:
    """A position of which nobody knows how it came about, nor says that he does."""
    conditions = tuple(pair for pair in position.moment.conditions if pair[0] != "history")
    there = position.during(replace(position.moment, conditions=conditions))
    return replace(there, memory=NOTHING, control=PersistentMap(), joined=True)


POINTWISE: Mapping[str, Callable[[Play, Random], Forgetful | None]] = {
    "a counter's identity": identity,
    "a marker's identity": marker,
    "a hex's terrain": terrain,
    "the phase": phase,
    "the turn": turn,
    "the weather": weather,
    "a number": number,
    "control": control,
    "a chart cell": chart,
}


def known_units(play: Play) -> frozenset[str]:
    """The units that anybody can tell at some time."""
    return frozenset(name for position in _positions(play) for name in position.units)


def _positions(play: Play) -> Iterator[Position]:
    yield play.start
    for act in play.acts:
        yield from (act.before, act.after)
    yield play.end


def _everywhere(play: Play, change: Change) -> Play:
    """The play with every position changed; one that stood in several places still is one."""
    made: dict[int, Position] = {}

    def changed(position: Position) -> Position:
        if id(position) not in made:
            made[id(position)] = change(position)
        return made[id(position)]

    acts = tuple(replace(act, before=changed(act.before), after=changed(act.after)) for act in play.acts)
    return replace(play, start=changed(play.start), acts=acts, end=changed(play.end))


def _at(change: Callable[[Moment], Moment]) -> Change:
    return lambda position: position.during(change(position.moment))


def _unrecognized(position: Position, units: frozenset[str], *, concealed: bool) -> Position:
    """The position with counters in place of units, and of the markers on them, that nobody can identify."""
    unknown = list(position.unidentified)
    for name in sorted(name for name in units if name in position.units):
        unit = position.units[name]
        on = [marker for marker in position.markers.values() if marker.on == name]
        side = unit.side if concealed else ""
        for marker in on:
            position = position.without_marker(marker.id)
            unknown.append(Unidentified(marker.id, "", marker.hex, marker.location, "forgotten", side))
        position = position.without(name)
        unknown.append(Unidentified(name, "", unit.hex, unit.location, "forgotten", side))
    return replace(position, unidentified=tuple(unknown))


def _without(act: Act, units: frozenset[str]) -> Act | None:
    """An act as one sees it who knows none of these units, None if he sees nothing of it."""
    if not units.intersection(act.units):
        return act
    # told in one line, which nobody understands who does not know them all
    if isinstance(act, Attack | Bombardment | Demolition | Repair | AirAct):
        return None
    left = tuple(name for name in act.units if name not in units)
    names = {each.name for each in fields(act)}
    changes: dict[str, object] = {"units": left}
    if "faces" in names:
        faces = dict(zip(act.units, act.faces, strict=False))
        changes["faces"] = tuple(faces[name] for name in left if name in faces)
    return replace(act, **changes) if left else None


def _unread(position: Position, markers: frozenset[str]) -> Position:
    """The position with counters in place of markers that nobody can identify."""
    unknown = list(position.unidentified)
    for name in sorted(name for name in markers if name in position.markers):
        gone = position.markers[name]
        position = position.without_marker(name)
        bearer = position.units.get(gone.on)
        lies = (gone.hex, gone.location) if bearer is None else (bearer.hex, bearer.location)
        unknown.append(Unidentified(name, "", *lies, "forgotten"))
    return replace(position, unidentified=tuple(unknown))


def _without_markers(act: Act, markers: frozenset[str]) -> Act | None:
    """An act as one sees it who knows none of these markers, None if he sees nothing of it."""
    if isinstance(act, Travel | MarkerAct) and markers.intersection(act.markers):
        left = () if isinstance(act, Swapped) else tuple(name for name in act.markers if name not in markers)
        return replace(act, marker_ids=left) if left or act.units else None
    if isinstance(act, Marked):
        there = [unit for name in act.units if (unit := act.after.units.get(name)) is not None]
        seen = tuple(kind for kind in act.on if not there or any(kind in unit.marks for unit in there))
        return replace(act, on=seen) if seen or act.off else None
    return act


def _without_numbers(act: Act, names: frozenset[str]) -> Act:
    """An act as one sees it to whom nobody tells these numbers: something is told, and he does not hear what."""
    if not isinstance(act, ValuesChanged) or not names.intersection(act.values):
        return act
    return replace(act, values={name: value for name, value in act.values.items() if name not in names})


def _near(play: Play) -> set[str]:
    """The hexes where units are or go, and those next to them."""
    network = play.start.network
    hexes = {number for position in _positions(play) for number in position.here}
    hexes |= {number for act in play.acts for number in act.path}
    index = [network.index[number] for number in hexes if number in network.index]
    around = {int(j) for i in index for j in network.neighbours[i] if j >= 0}
    return set(network.numbers({*index, *around}))


def _bare(network: Network, hexes: frozenset[str]) -> Network:
    """The map with the terrain of some hexes unknown."""
    theatre = network.theatre
    entries = {
        at: replace(entry, terrain=UNKNOWN_TERRAIN) if entry.number in hexes else entry
        for at, entry in theatre.hexes.items()
    }
    return Network.of(
        Theatre(
            theatre.title,
            theatre.numbering,
            entries,
            theatre.hexsides,
            theatre.places,
            theatre.links,
            theatre.header,
        )
    )


def _uncontrolled(position: Position, places: frozenset[str]) -> Position:
    """The position with nobody knowing who controls these places, or who held what before."""
    kept = PersistentMap({place: side for place, side in position.control.items() if place not in places})
    memory = replace(position.memory, held=PersistentMap(), ever=frozenset(), taken=PersistentMap(), lost=frozenset())
    return replace(position, control=kept, memory=memory, joined=True)
