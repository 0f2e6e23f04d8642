"""A player who knows the rules and nothing else: random legal play of whole turns, as logs; and one who breaks one rule once.

`python -m tests.adjudicator.audit.random_play GAME ACTS SEED SPOILT` plays at length, then so many games of each kind of mistake
(0: none), and prints how many acts had findings and how many mistakes were found for certain, told as doubt or missed, in all
and after each kind. `--kinds rail,repair` tries only the kinds in whose names one of these words is.
A game of the Europa series is played on several boards in turn: `fire_in_the_east/coast` names one of them.
What is done is invented as lines of the notation of moves and judged from those; the log is written by the scribe, and the
audit reads it with nothing in common but the rules.
"""

from __future__ import annotations

import random
import re
import tempfile
from argparse import ArgumentParser
from collections import Counter as Tally
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from types import ModuleType

from adjudicator.analysis.combat.results import expected
from adjudicator.analysis.combat.retreat import retreats
from adjudicator.analysis.combat.terms import combat_table
from adjudicator.analysis.movement.concern import movement_table
from adjudicator.analysis.movement.reach import cheapest_path, cost_of, reach
from adjudicator.analysis.movement.walker import Walker
from adjudicator.analysis.stacking import fits
from adjudicator.audit.record import Audit
from adjudicator.errors import NotationError
from adjudicator.exporters.vassal.box import PlannedModule, build_module
from adjudicator.exporters.vassal.playing import play as perform
from adjudicator.exporters.vassal.scribe import LogWriter
from adjudicator.exporters.vassal.tabletop import Player as Seat
from adjudicator.findings import Finding, Severity
from adjudicator.identify import begins_late
from adjudicator.judge import legality, phase_findings
from adjudicator.model.move_notation import MoveText, parse_moves
from adjudicator.model.sequence import Moment, Phase
from adjudicator.model.units import MarkerType, Unit
from adjudicator.play.setting_up import position_from
from adjudicator.play.written import play_moves
from adjudicator.record.acts import Act
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from tests.adjudicator.audit import air_play, campaign_play, europa_boards, europa_play
from tests.adjudicator.audit.europa_slips import CONTACT
from tests.adjudicator.audit.game import next_log, write
from tests.adjudicator.audit.sample_games import CAMPAIGN, SAMPLES, Sample, audited, recipe, rules

DEEDS = 20
"""Deeds in a phase at most."""
BOUGHT = 5
"""Deeds at most where things are bought."""
PATIENCE = 5
"""Ideas in a row that come to nothing before the player goes on to the next phase."""
LOG_LENGTH = 400
FARTHEST = 14
KINDS = ("wrong side", "too far", "into the sea", "twice", "crowded", "past the enemy")
WATER = ("sea", "all_sea", "lake")
MOVING = ("movement", "exploitation", "rail", "operational", "blitz", "reaction")
FIGHTING = ("combat", "attack", "declaration", "battle")
SKIPPED = ("set-up", "season start")
"""Kinds of phases that a turn of the random game leaves out: they come before it."""
OWED = ("supply", "initial", "final", "combat", "attack", "air return", "exploitation")
"""Kinds of phases whose claims on a position are looked at before a phase is left."""


@dataclass(frozen=True, slots=True)
class Game:
    """A sample game as a box of counters to play with."""

    sample: Sample
    module: Path
    box: PlannedModule
    seats: dict[str, Seat]
    turns: int
    board: str = ""

    @property
    def phases(self) -> tuple[Phase, ...]:
        phases = (phase for phase in self.box.pack.header.sequence.phases if phase.kind not in SKIPPED)
        return tuple(
            phase for phase in phases if not (self.board and "surprise" in phase.tags)
        )  # of the first turn alone

    @property
    def attacks_are_told(self) -> bool:
        """Whether the binding reads attacks out of the chat."""
        return any(rule.kind == "attack" for rule in self.box.pack.bindings["vassal"].chat)

    @property
    def opening(self) -> tuple[str, ...]:
        """The set-up that it begins with, in the first phase that is played."""
        if self.board:
            return europa_boards.lines_of(self.box.pack, self.board)
        if not self.sample.setup:
            return self.box.setups[0].lines
        lines = next(each.lines for each in self.box.setups if each.name.startswith("The campaign"))
        return tuple(f"turn 1, {self.phases[0].name}" if line.startswith("turn ") else line for line in lines)

    @property
    def beyond(self) -> ModuleType | None:
        """What is done in it besides marching and fighting, if anything is."""
        return campaign_play if "campaign" in self.sample.options else europa_play if self.board else None

    @property
    def with_cards(self) -> Game:
        """The game as it is where every card is told; one without cards is the same."""
        return replace(self, sample=campaign_play.with_cards(self.sample)) if self.beyond is campaign_play else self

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of mistakes that can be made in it."""
        if self.board:
            free = europa_play.NOT_IN.get(self.sample.pack, ())
            own = (kind for kind, (board, *_) in europa_play.WRONG.items() if board == self.board and kind not in free)
            return (*(KINDS if self.board == europa_boards.FRONT else ()), *own)
        return (*KINDS, *self.beyond.WRONG) if self.beyond else KINDS

    def bound(self, name: str) -> str:
        """What the pack calls a box of the module."""
        boxes = self.box.pack.bindings["vassal"].boxes.items()
        return next((found for pattern, found in boxes if re.fullmatch(pattern, name)), name)

    def shown(self, name: str, side: str) -> str:
        """The place on the module that the pack calls so: a hex over which something flies, or a box, the side's own."""
        if name in self.box.theatre.by_number:
            return name
        found = [box.name for box in self.box.boxes if self.bound(box.name) == name]
        own = [box for box in found if box.startswith(self.box.sides[side])]
        return f"[{(own or found or [name])[0]}]"

    @property
    def must_attack(self) -> bool:
        return any(rule.check == "combat.mandatory_attack" for rule in self.box.pack.rules.values())


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done in one go: its lines, the acts they are, and the position after it. A feint comes to nothing."""

    lines: tuple[str, ...]
    acts: tuple[Act, ...]
    after: Position
    kind: str
    units: tuple[str, ...] = ()
    feint: tuple[str, str, str] | None = None


@cache
def game(name: str) -> Game:
    """The game of a pack, or of the campaign; its module is built in a folder that lasts as long as the tests run."""
    name, _, board = name.partition("/")
    sample = next(each for each in (CAMPAIGN, *SAMPLES) if name == (each.name if each is CAMPAIGN else each.pack))
    if board:
        sample = replace(sample, theatre=europa_boards.BOARDS[board].folder)
    pack, network = rules(sample)
    made = tempfile.TemporaryDirectory()
    _KEPT.append(made)
    homes = (each / "theatres" / sample.theatre for each in (pack.folder, *pack.folder.parent.iterdir()))
    folder = next(each for each in homes if each.is_dir())
    module = Path(made.name) / f"{sample.name}.vmod"
    boxes = getattr(recipe(sample.folder), "BOXES", ())
    box = build_module(pack, network.theatre, module, folder=folder, height=40, boxes=boxes)
    seats = {side: Seat(f"invented-id-{at}", f"Player {at}", box.sides[side]) for at, side in enumerate(pack.sides, 1)}
    return Game(sample, module, box, seats, 12 if sample.pack == "two_rivers" else 1, board)


def boards(name: str) -> tuple[str, ...]:
    """The names of the games that make up a game: its boards, or itself."""
    split = name in ("fire_in_the_east", "sudden_storm")
    return tuple(f"{name}/{board}" for board in europa_boards.BOARDS) if split else (name,)


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


@dataclass
class Player:
    """Plays all sides on a scribe's table, and keeps the position that goes with it."""

    game: Game
    table: LogWriter
    position: Position
    chance: random.Random
    acts: int = 0
    done: Tally[str] = field(default_factory=Tally)
    refused: Tally[str] = field(default_factory=Tally)
    marched: dict[str, Fraction] = field(default_factory=dict)
    drags: float = 0
    """The share of moves that are dragged from end to end, instead of hex by hex."""
    phase: list[Deed] = field(default_factory=list)
    earlier: list[PhaseRecord] = field(default_factory=list)

    @classmethod
    def begin(cls, of: Game, seed: int) -> Player:
        """At the start of the campaign, in fair weather."""
        pack, network = rules(of.sample)
        lines = of.opening
        laid = tuple(re.sub(r"^\[(\w+/\d{4})\]", r"\1", line) for line in lines)
        table = LogWriter.set_up(of.box, laid, tuple(of.seats.values()))
        kept = (line for line in lines if not line.startswith("control "))  # a save does not tell who took what before
        kept = (re.sub(r"^\[(.+)\]", lambda box: f"[{of.bound(box[1])}]", line) for line in kept)
        known = (f"{name} {value}" for name, value in of.sample.conditions)
        start = position_from("\n".join((*kept, *known)), pack, network)
        start = replace(start, joined=begins_late(pack, start.moment))
        player = cls(of, table, start, random.Random(seed))
        player._seat()
        table.record()
        return player

    @property
    def now(self) -> Phase | None:
        return self.position.moment.phase

    @property
    def side(self) -> str:
        return self.position.moment.phasing

    @property
    def in_movement(self) -> bool:
        return self.now is not None and self.now.kind == "movement"

    def turn_phase(self) -> None:
        """Go on to the next phase of the turn."""
        phases = self.game.phases
        at = next((i for i, phase in enumerate(phases) if phase == self.now), -1) + 1
        turn = self.position.moment.turn + at // len(phases)
        phase = phases[at % len(phases)]
        if (turn, phase.side) != (self.position.moment.turn, self.side):
            self.earlier.clear()
        self.table.advance(phase.id, turn)
        self.position = self.position.during(Moment(turn, phase, self.position.moment.conditions))
        self._seat()
        self.marched.clear()
        self.acts += 1

    def _seat(self, side: str = "") -> None:
        first = next(iter(self.game.seats.values()))
        self.table.acting = self.game.seats.get(side or self.side, first)

    def play_phase(self) -> None:
        """Think of deeds, keep those that stand, then do them on the table."""
        start, deeds, failures = self.position, self._accounts(), 0
        deeds += self._dutiful()
        owed = list(deeds)
        most = BOUGHT if self._buying() else DEEDS if self._busy() else 2
        while len(deeds) < most and failures < (PATIENCE if self._busy() else 2):
            deed = self._think()
            refused = "no idea" if deed is None else self._refusal(deed.acts)
            if deed is not None and not refused and self._buying():
                # Most of what is bought or taken is counted when the phase is over.
                refused = next((each.rule for each in self._wrong(start, [*deeds, deed])), "")
            if deed is None or refused:
                failures += 1
                self.refused[f"{deed.kind if deed else ''}: {refused}"] += 1
                continue
            failures = 0
            deeds.append(deed)
            self._take(deed)
        deeds = self._standing(start, deeds) or self._again([], owed, start)
        self.position = deeds[-1].after if deeds else start
        if deeds:
            self.earlier.append(self._record(start, deeds))
        for deed in deeds:
            self._do(deed)

    def do_duties(self) -> None:
        """Do what the phase demands and nothing else."""
        for deed in self._dutiful():
            self._do(deed)

    def _dutiful(self) -> list[Deed]:
        deeds = []
        for deed in self.game.beyond.duties(self) if self.game.beyond else ():
            # Each was thought of before the others were done.
            again = self._deed(deed.lines, deed.kind, deed.units)
            if again is not None and not self._refusal(again.acts):
                deeds.append(again)
                self._take(again)
        return deeds

    def _busy(self) -> bool:
        return self.now is not None and (self.now.kind in (*MOVING, *FIGHTING) or self._buying())

    def _buying(self) -> bool:
        return self.game.beyond is not None and bool(self.game.beyond.buying(self))

    def take(self, deed: Deed) -> None:
        """Do a deed, right or wrong."""
        self._take(deed)
        self._do(deed)

    def _take(self, deed: Deed) -> None:
        self.position = deed.after
        if not deed.feint:
            self.marched.update(dict.fromkeys(deed.units, Fraction(0)))

    def _think(self) -> Deed | None:
        """Something that the player might do now; the rules decide."""
        ideas: list[Callable[[], Deed | None]] = [self._talk, self._feint, self._turn_over]
        weights = [1, 2, 1]
        if self.now is not None and self.now.kind in MOVING:
            ideas += [self._wander, self._reach, self._wander_together, self._other_mode, self._overrun]
            weights += [8, 1, 8, 4, 2]
        elif self.now is not None and self.now.kind in FIGHTING:
            ideas += [self._fight]
            weights += [12]
        for idea, weight in self.game.beyond.ideas(self) if self.game.beyond else ():
            ideas.append(idea)
            weights.append(weight)
        return self.chance.choices(ideas, weights)[0]()

    def make(self, lines: Sequence[str], kind: str, units: tuple[str, ...] = ()) -> Deed | None:
        """A deed of these lines; None if they cannot be played."""
        return self._deed(lines, kind, units)

    def refusal(self, deed: Deed) -> str:
        """The rule that a deed breaks, "" if none."""
        return self._refusal(deed.acts)

    def stands(self, deed: Deed) -> bool:
        """Whether a deed, taken alone, leaves nothing wrong."""
        return self._stands(deed)

    def owed(self, position: Position | None = None) -> tuple[Finding, ...]:
        """What a position owes in the phase that it is in."""
        at = position or self.position
        return phase_findings(PhaseRecord(at, at, ()))

    def owes(self, deed: Deed, unit: str) -> int:
        """How many findings are left at a unit after a deed with which its phase begins."""
        record = PhaseRecord(self.position, deed.after, deed.acts, None, tuple(self.earlier))
        return sum(unit in finding.units for finding in phase_findings(record))

    def _refusal(self, acts: Sequence[Act]) -> str:
        for act in acts:
            findings = legality(act).findings
            if findings:
                return findings[0].rule
        return ""

    def _standing(self, start: Position, deeds: list[Deed]) -> list[Deed]:
        """The deeds without those that leave something wrong or owed at the end of the phase or later."""
        for _ in range(4):
            found = self._wrong(start, deeds)
            if not found:
                return deeds
            good, bad = 0, len(deeds)
            while bad - good > 1:
                middle = (good + bad) // 2
                good, bad = (good, middle) if self._wrong(start, deeds[:middle]) else (middle, bad)
            self.refused[f"{deeds[good].kind} at the end: {found[0].rule}"] += 1
            deeds = self._again(deeds[:good], deeds[good + 1 :], start)
        return []

    def _again(self, kept: list[Deed], rest: list[Deed], start: Position) -> list[Deed]:
        """The rest of the deeds done after those kept, without what hung on the one between."""
        position = kept[-1].after if kept else start
        for deed in rest:
            made = self._deed(deed.lines, deed.kind, deed.units, position)
            if made is not None and not self._refusal(made.acts):
                kept.append(replace(made, feint=deed.feint))
                position = made.after
        return kept

    def _wrong(self, start: Position, deeds: list[Deed]) -> tuple[Finding, ...]:
        if not deeds:
            return ()
        record = self._record(start, deeds)
        return phase_findings(record) or self._owed(record.end)

    def _accounts(self) -> list[Deed]:
        """What the phase owes in numbers that the game keeps, each set to what leaves the fewest findings."""
        deeds: list[Deed] = []
        owed = len(phase_findings(PhaseRecord(self.position, self.position, ())))
        for name in sorted(self.position.values) if owed else ():
            best: Deed | None = None
            for more in range(1, 13) if name.endswith(f".{self.side}") else ():
                text = str(Fraction(self.position.values[name]) + more)
                deed = self._deed((f"value {name} {text}",), "account")
                acts = tuple(act for each in (*deeds, deed) if each for act in each.acts)
                left = len(phase_findings(PhaseRecord(acts[0].before, acts[-1].after, acts))) if deed else owed
                if left < owed:
                    best, owed = deed, left
            if best is not None:
                deeds.append(best)
                self._take(best)
        return deeds

    def _record(self, start: Position, deeds: list[Deed]) -> PhaseRecord:
        acts = tuple(act for deed in deeds for act in deed.acts)
        return PhaseRecord(start, deeds[-1].after, acts, None, tuple(self.earlier))

    def _owed(self, after: Position) -> tuple[Finding, ...]:
        """What the position would break in the phases to come, if nothing else happened but that ships and aircraft come in."""
        for unit in self.game.beyond.under_way(after) if self.game.beyond else ():
            after = after.without(unit.id)
        settled = getattr(self.game.beyond, "SETTLED", ())
        for phase in self.game.phases:
            if phase.kind in OWED:
                moment = replace(after.moment, phase=phase)
                then = after.during(moment)
                found = phase_findings(PhaseRecord(then, then, ()))
                left = (
                    each
                    for each in found
                    if each.severity is Severity.DOUBT or each.rule.partition(":")[2] not in settled
                )
                if owed := tuple(left):
                    return owed
        return ()

    def _deed(
        self, lines: Sequence[str], kind: str, units: tuple[str, ...] = (), position: Position | None = None
    ) -> Deed | None:
        """The lines played from the position; None if they cannot be."""
        spoken = [line for line in lines if not line.startswith(("say ", "roll "))]
        try:
            played = play_moves(spoken, position or self.position)
        except NotationError:
            return None
        return Deed(tuple(lines), played.acts, played.end, kind, units)

    def _movers(self) -> list[Unit]:
        found = [unit for unit in self.position.of_side(self.side) if unit.id not in self.marched]
        found.sort(key=lambda unit: unit.id)
        self.chance.shuffle(found)
        return found

    def _march(self, units: Sequence[Unit], hexes: Sequence[str], mode: str, kind: str) -> Deed | None:
        if len(hexes) < 2 or len(set(hexes)) < len(hexes) or self._touches(units[0], hexes[-1]):
            return None
        names = tuple(unit.id for unit in units)
        way = f"{', '.join(names)} {'-'.join(hexes)}"
        return self._deed((f"{mode} {way}" if mode else way,), kind, names)

    def _wander(self) -> Deed | None:
        """One unit along a way made up hex by hex."""
        return next((deed for unit in self._movers()[:3] if (deed := self._wandering([unit], "", "march"))), None)

    def _wander_together(self) -> Deed | None:
        """Some units of one hex together."""
        for unit in self._movers()[:4]:
            others = [each for each in self.position.at(unit.hex) if each.side == unit.side and each.id != unit.id]
            others = [each for each in others if each.id not in self.marched]
            if others:
                stack = [unit, *self.chance.sample(others, self.chance.randint(1, len(others)))]
                return self._wandering(stack, "", "stack")
        return None

    def _other_mode(self) -> Deed | None:
        """One unit by rail or by whatever else the game has."""
        modes = [kind for kind in self.position.pack.modes if kind in movement_table(self.position).mode]
        if not modes:
            return None
        mode = self.chance.choice(modes)
        for unit in self._movers()[:8]:
            if movement_table(self.position).mode[mode].who.matches(unit):
                deed = self._wandering([unit], mode, mode)
                if deed is not None:
                    return deed
        return None

    def _wandering(self, units: Sequence[Unit], mode: str, kind: str) -> Deed | None:
        walker = Walker(self.position, units[0], mode or "ground", units[0].hex)
        if walker.budget.barred or units[0].hex not in self.position.network.index:
            return None
        hexes = (units[0].hex,)
        for _ in range(self.chance.randint(1, FARTHEST)):
            ways = list(self._onward(walker, hexes))
            if not ways:
                break
            hexes = self.chance.choice(ways)
        while len(hexes) > 1 and not all(self._legal(unit, hexes, mode) for unit in units[1:]):
            hexes = hexes[:-1]
        return self._march(units, hexes, mode, kind)

    def _onward(self, walker: Walker, hexes: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        network = self.position.network
        for j, _ in walker.exits(network.index[hexes[-1]]):
            number = network.number(j)
            if number not in hexes and walker.judged((*hexes, number)).legal.is_yes:
                yield (*hexes, number)

    def _legal(self, unit: Unit, hexes: tuple[str, ...], mode: str) -> bool:
        return cost_of(self.position, unit, hexes, mode=mode or "ground").legal.is_yes

    def _reach(self) -> Deed | None:
        """One unit to any hex it can reach, by the cheapest way."""
        for unit in self._movers()[:2]:
            goals = sorted(set(reach(self.position, unit).sure) - {unit.hex})
            if goals:
                path = cheapest_path(self.position, unit, self.chance.choice(goals))
                return self._march([unit], path.hexes, "", "reach") if path.legal.is_yes else None
        return None

    def _overrun(self) -> Deed | None:
        """A march into enemies, who are gone afterwards."""
        for unit in self._movers()[:12]:
            walker = Walker(self.position, unit, "ground", unit.hex)
            hexes: tuple[str, ...] = (unit.hex,)
            for _ in range(3):
                enemies = [each for each in self._around(hexes[-1]) if self._enemies(each)]
                if enemies:
                    target = self.chance.choice(enemies)
                    way = f"overrun {unit.id} {'-'.join((*hexes, target))}"
                    gone = tuple(f"remove {victim.id}" for victim in self._enemies(target))
                    return self._deed((way, *gone), "overrun", (unit.id,))
                ways = list(self._onward(walker, hexes))
                if not ways:
                    break
                hexes = self.chance.choice(ways)
        return None

    def _fight(self) -> Deed | None:
        """An attack on enemies next door, with the first aftermath that the rules accept."""
        targets = sorted(
            {unit.hex for side in self.game.seats if side != self.side for unit in self.position.of_side(side)}
        )
        self.chance.shuffle(targets)
        for target in targets:
            near = [unit for each in self._around(target) for unit in self.position.at(each) if unit.side == self.side]
            near = [unit for unit in near if unit.id not in self.marched]
            if near:
                attackers = self.chance.sample(near, self.chance.randint(1, min(3, len(near))))
                return self._attack(target, attackers)
        return None

    def _attack(self, target: str, attackers: list[Unit]) -> Deed | None:
        names = tuple(unit.id for unit in attackers)
        die = self.chance.randint(1, 6)
        announced: tuple[str, ...] = ()
        if self.game.attacks_are_told:
            announced = (f"attack {target}: {', '.join(names)}{self._outcome(attackers, target, die)}",)
        if self.now is not None and self.now.kind == "declaration":
            return self._deed((f"attack {target}: {', '.join(names)}",), "declare", names) if announced else None
        defenders = list(self._enemies(target))
        for back, ahead in product(self._fates(defenders), self._fates(attackers)):
            lines = (f"roll {die}", *announced, *back, *ahead)
            deed = self._deed(lines, f"fight {_short(back)}/{_short(ahead)}", (*names, *(d.id for d in defenders)))
            if deed is None or not deed.acts or self._refusal(deed.acts):
                continue
            if self._stands(deed):
                return self._followed(deed, target, attackers)
        return None

    def _stands(self, deed: Deed) -> bool:
        """Whether a fight and its aftermath, taken alone, leave nothing wrong."""
        return not phase_findings(PhaseRecord(self.position, deed.after, deed.acts, None, tuple(self.earlier)))

    def _followed(self, deed: Deed, target: str, attackers: list[Unit]) -> Deed:
        """The fight, with an advance after it where that is right."""
        if deed.after.at(target):
            return deed
        for unit in attackers:
            there = deed.after.units.get(unit.id)
            if there is not None and there.hex == unit.hex:
                more = self._deed((*deed.lines, f"advance {unit.id} {unit.hex}-{target}"), "advance", deed.units)
                if more is not None and not self._refusal(more.acts) and self._stands(more):
                    return more
        return deed

    def _outcome(self, attackers: list[Unit], target: str, die: int) -> str:
        if not combat_table(self.position).odds.ladder:
            return ""
        found = expected(self.position, attackers, target, die)
        return f" die={die} result={found[0]}" if len(found) == 1 and found[0].isalnum() else ""

    def _fates(self, units: list[Unit]) -> list[tuple[str, ...]]:
        """What may become of those who fought: nothing, a step lost, a retreat, death."""
        fates: list[tuple[str, ...]] = [()]
        fates.append(tuple(f"flip {unit.id}/{unit.face + 2}" for unit in units if unit.face + 1 < len(unit.type.faces)))
        ways = [retreats(self.position, unit).perhaps for unit in units]
        if units and all(ways):
            shared = sorted(set.intersection(*(set(each) for each in ways))) or [sorted(ways[0])[0]]
            end = self.chance.choice(shared)
            fates.append(
                tuple(
                    f"retreat {unit.id} {'-'.join(way.get(end, way[sorted(way)[0]]).hexes)}"
                    for unit, way in zip(units, ways, strict=True)
                )
            )
        fates.append(tuple(f"remove {unit.id}" for unit in units))
        found = list(dict.fromkeys(fates))
        self.chance.shuffle(found)
        return found

    def _turn_over(self) -> Deed | None:
        """A flip for no reason, or a marker laid on a unit: legal only where the game does not care."""
        units = self._movers()[:1]
        if not units:
            return None
        # A second marker of a kind would stay behind when the phase's duty takes the first away.
        marks = [
            mark
            for _, mark in sorted(self.position.pack.markers.items())
            if "hex" not in mark.tags and mark.id != "landing" and not mark.side and not self._counts(mark)
            if mark.kind not in units[0].marks
        ]
        # A marker is dropped on top of a stack, and is that unit's: this player lays none into a crowd.
        if marks and len(self.position.at(units[0].hex)) == 1 and self.chance.random() < 0.5:
            return self._deed((f"mark {units[0].id}+{self.chance.choice(marks).id}",), "mark", (units[0].id,))
        other = units[0].face % len(units[0].type.faces)
        return (
            self._deed((f"flip {units[0].id}/{other + 1}",), "flip", (units[0].id,)) if other != units[0].face else None
        )

    def _counts(self, mark: MarkerType) -> bool:
        """Whether a marker is only ever laid where it is due, as the duties of a phase have it."""
        return bool(self.game.board) and mark.kind in europa_play.COUNTING

    def _talk(self) -> Deed | None:
        return self._deed((self.chance.choice(("say Hm. Let me think.", "say 0805? or 1204!")),), "talk")

    def _feint(self) -> Deed | None:
        """A unit dragged anywhere and back again: nothing happened."""
        units = self._movers()[:1]
        entry = self.chance.choice(self.position.network.hexes)
        if not units or entry.number == units[0].hex or self.position.at(entry.number):
            return None
        deed = self._deed((), "feint", (units[0].id,))
        return replace(deed, feint=(units[0].id, entry.number, units[0].hex)) if deed else None

    def _around(self, number: str) -> list[str]:
        network = self.position.network
        i = network.index.get(number)
        return [] if i is None else [network.number(int(j)) for j in network.neighbours[i] if j >= 0]

    def _enemies(self, number: str) -> tuple[Unit, ...]:
        return tuple(unit for unit in self.position.at(number) if unit.side != self.side)

    def _touches(self, unit: Unit, goal: str) -> bool:
        """Whether an enemy stands beside the hex where who ends there must attack, which this player may not want."""
        if not self.game.must_attack:
            return False
        return any(other.side != unit.side for number in self._around(goal) for other in self.position.at(number))

    def _do(self, deed: Deed) -> None:
        """The deed on the table, each counter handled by its owner."""
        if deed.feint:
            name, there, back = deed.feint
            self.table.move(name, there, drag=True)
            self.table.move(name, back, drag=True)
        for line in deed.lines:
            word, _, rest = line.partition(" ")
            if word == "say":
                self.table.say(rest)
            elif word == "roll":
                self.table.roll(*map(int, rest.split()))
            else:
                for move in parse_moves((line,), self.table.box.pack, self.table.box.theatre):
                    self._write(move)
            self._seat()
        self.acts += 1
        self.done[deed.kind] += 1

    def _write(self, move: MoveText) -> None:
        if move.units and move.kind not in ("mark", "unmark"):
            self._seat(move.units[0].type.side)
        if self.game.board and move.kind in ("attack", "fly", "strike", "dogfight"):
            self.table.say(europa_play.told(move))
            if move.kind == "fly":
                self.table.move([unit.id for unit in move.units], move.path[0])
        elif move.kind == "attack":
            told = [f"{name} {move.values[name]}" for name in ("die",) if name in move.values]
            told += [move.values["result"]] if "result" in move.values else []
            names = ", ".join(unit.id for unit in move.units)
            self.table.say(f"attack {move.path[0]}: {names}" + (f"; {', '.join(told)}" if told else ""))
        elif move.kind in ("fly", "strike", "dogfight"):
            self.table.say(air_play.told(move))
            if move.kind == "fly":
                self.table.move([unit.id for unit in move.units], move.path[0])
        elif move.kind == "remove":
            self.table.remove(move.units[0].id)
        elif move.kind == "place":
            self.table.place(move.units[0].type.id, move.path[0], move.units[0].id)
        elif move.kind == "mark" and self.game.board:
            unit, mark = move.units[0], move.units[0].marks[0]
            where = self.table.place_text(self.table.piece_named(unit.id))
            self.table.place(mark.id, where, on=unit.id, spread=True)
        elif move.kind == "shift" and move.units:
            self.table.move([unit.id for unit in move.units], *move.path[1:])
        else:
            side = move.units[0].type.side if move.units else self.side
            path = tuple(self.game.shown(each[1:-1], side) if each.startswith("[") else each for each in move.path)
            dragged = self._may_drag(move, path) and self.chance.random() < self.drags
            perform(self.table, replace(move, path=(path[0], path[-1]) if dragged else path))
            if self.game.board and "die" in move.values:
                self.table.say(f"{', '.join(unit.id for unit in move.units)}: die {move.values['die']}")

    def _may_drag(self, move: MoveText, path: Sequence[str]) -> bool:
        """Whether a move may be dragged from end to end: who takes a place on his way stops there, so that it is seen."""
        network = self.position.network
        places = any(network.index.get(number) in network.places_at for number in path[1:-1])
        return self.drags > 0 and len(path) > 2 and move.kind not in ("shift", "place") and not places

    def march(self) -> bool:
        """One legal march of a unit of the phasing side, done at once; whether there was one."""
        for _ in range(4):
            deed = self._wander()
            if deed is not None and not self._refusal(deed.acts) and not self._wrong(self.position, [deed]):
                cost = cost_of(self.position, self.position.units[deed.units[0]], deed.acts[0].path).cost.low
                self._take(deed)
                self.marched[deed.units[0]] = cost
                self._do(deed)
                return True
        return False

    def again(self, chance: random.Random) -> str:
        """A unit that has marched goes on after another one did, further than its allowance; what it was."""
        spent = dict(self.marched)
        if not spent or not self.march():
            return ""
        for name in chance.sample(sorted(spent), len(spent)):
            unit = self.position.units[name]
            goals = sorted(set(reach(self.position, unit).sure) - {unit.hex})
            for goal in chance.sample(goals, min(len(goals), 12)):
                path = cheapest_path(self.position, unit, goal)
                if path is None or not _free(self.position, goal) or len(path.hexes) < 3:
                    continue
                if path.cost.low + spent[name] > path.budget.points.high:
                    self.table.move(name, *path.hexes[1:])
                    return f"twice: {name} {'-'.join(path.hexes)}"
        return ""


def _short(fate: tuple[str, ...]) -> str:
    return fate[0].partition(" ")[0] if fate else "stay"


def play(of: Game, acts: int, seed: int, folder: Path, tell: Player | None = None, *, drags: float = 0) -> list[Path]:
    """Logs of a game of so many legal acts, or as many as its turns hold."""
    player = Player.begin(of, seed)
    player.drags = drags
    last = player.position.moment.turn + of.turns
    files: list[Path] = []
    while player.acts < acts and player.table.turn < last:
        player.play_phase()
        player.turn_phase()
        if len(player.table.actions) >= LOG_LENGTH:
            files.append(write(folder / f"play{seed}-{len(files) + 1}.vlog", player.table.log()))
            next_log(player.table)
    files.append(write(folder / f"play{seed}-{len(files) + 1}.vlog", player.table.log()))
    if tell is not None:
        tell.done.update(player.done)
        tell.refused.update(player.refused)
    return files


def spoilt(of: Game, seed: int, kind: str, folder: Path) -> tuple[list[Path], str]:
    """A legal game with one illegal change of that kind in it, and the phase after it; the log, and what was done."""
    of = of.with_cards
    player = Player.begin(of, seed)
    chance = random.Random(seed * 7 + of.kinds.index(kind))
    after = chance.randrange(1, 4)
    done = ""
    left = 2
    for _ in range(3 * len(of.phases)):
        if not left:
            break
        left -= bool(done)
        if done and of.beyond is campaign_play:
            player.do_duties()  # what flies comes home: only the one mistake is to be found
        elif kind not in KINDS and of.beyond:
            done = done or of.beyond.wrong(player, kind, chance)
            if not done and (kind in CONTACT or seed % 2):
                player.play_phase()
        elif player.in_movement and not done:
            for _ in range(after):
                player.march()
            done = _break(player, kind, chance)
        player.turn_phase()
    return [write(folder / f"spoilt-{kind.replace(' ', '-')}-{seed}.vlog", player.table.log())], done


def _break(player: Player, kind: str, chance: random.Random) -> str:
    """Do one thing that the book forbids whatever else is so; what it was, "" if nothing offered itself."""
    position, side = player.position, player.side
    network = position.network
    units = sorted(position.units.values(), key=lambda unit: unit.id)
    able = [unit for unit in units if unit.hex and unit.type.movement_class and unit.shown.movement]
    own = [unit for unit in able if unit.side == side and unit.id not in player.marched]
    enemies = [unit for unit in able if unit.side != side]
    if kind == "wrong side":
        pairs = [(unit, goal) for unit in enemies for goal in _neighbours(position, unit.hex) if _free(position, goal)]
    elif kind == "too far":
        pairs = [(unit, goal) for unit in own for goal in _farther(position, unit) if _free(position, goal)]
    elif kind == "into the sea":
        seas = [entry.number for entry in network.hexes if entry.terrain in WATER]
        ports = player.game.beyond.ports(position) if player.game.beyond else set()
        pairs = [(unit, goal) for unit in own if unit.hex not in ports for goal in seas]
    elif kind == "crowded":
        pairs = [
            (unit, goal) for unit in own for goal in _neighbours(position, unit.hex) if _full(position, unit, goal)
        ]
    elif kind == "past the enemy":
        return _pass(player, own, chance)
    else:
        return player.again(chance)
    if not pairs:
        return ""
    unit, goal = chance.choice(pairs)
    here = player.position.units[unit.id].hex
    player.table.move(unit.id, goal, drag=True)
    player.position = player.position.moved(unit.id, goal)
    return f"{kind}: {unit.id} {here}-{goal}"


def _pass(player: Player, own: list[Unit], chance: random.Random) -> str:
    """A march hex by hex through a hex where enemies stand, to an empty one behind them."""
    position = player.position
    ways = [
        (unit, through, goal)
        for unit in own
        for through in _neighbours(position, unit.hex)
        if any(other.side != unit.side and other.shown.attack for other in position.at(through))
        for goal in _neighbours(position, through)
        if _free(position, goal) and goal not in (unit.hex, *_neighbours(position, unit.hex))
    ]
    if not ways:
        return ""
    unit, through, goal = chance.choice(ways)
    player.table.move(unit.id, through, goal)
    return f"past the enemy: {unit.id} {unit.hex}-{through}-{goal}"


def _full(position: Position, unit: Unit, number: str) -> bool:
    """Whether friends stand in a hex, all able to stay, and one more is too many."""
    there = position.at(number)
    return bool(there) and all(each.side == unit.side for each in there) and fits(position, number, (unit,)).is_no


def _neighbours(position: Position, number: str) -> Iterator[str]:
    network = position.network
    at = network.index[number]
    for other in network.neighbours[at]:
        if other >= 0 and network.hexes[other].terrain not in WATER:
            yield network.hexes[other].number


def _farther(position: Position, unit: Unit) -> Iterator[str]:
    """Land at more hexes' distance than the unit has movement points: no road gives more than a hex for half a point."""
    allowance = int(unit.shown.movement or 0)
    here = position.network.hexes[position.network.index[unit.hex]].at
    for entry in position.network.hexes:
        if entry.terrain not in WATER and entry.at.distance(here) > 2 * allowance + 1:
            yield entry.number


def _free(position: Position, number: str) -> bool:
    return not position.at(number)


def audit_of(of: Game, files: list[Path]) -> Audit:
    """The audit of random play by the game's own rules."""
    return audited(replace(of.sample, box=of.module), files).audit


def violations(audit: Audit) -> list[str]:
    return [f"{each.rule} {each.because}" for each in audit.findings if each.severity is Severity.VIOLATION]


def main(name: str, acts: int, seed: int, examples: int, words: Sequence[str] = (), *, drags: float = 0) -> None:
    games = [game(each) for each in boards(name)]
    with tempfile.TemporaryDirectory() as there:
        if acts:
            _at_length(name, games, acts, seed, Path(there), drags=drags)
        if examples:
            kinds = [(one, kind) for one in games for kind in one.kinds]
            tried = [(one, kind) for one, kind in kinds if not words or any(word in kind for word in words)]
            _spoilt_at_length(name, tried, range(seed, seed + examples), Path(there))


def _at_length(name: str, games: list[Game], acts: int, seed: int, folder: Path, *, drags: float) -> None:
    """So many acts of legal play, with what was found and what was done."""
    told = Player.begin(games[0], 0)
    played, wrong = 0, 0
    while played < acts:
        of = games[seed % len(games)]
        files = play(of, acts - played, seed, folder, told, drags=drags)
        made = audit_of(of, files)
        count = sum(1 for act in made.acts if act.kind not in ("chat", "report"))
        played += max(count, 1)
        found = [f"step {each.step} {each.rule} {each.because}" for each in made.findings]
        wrong += len(found)
        if found or not made.chain.sound:
            print(f"seed {seed}: {len(files)} logs, {count} acts, chain sound: {made.chain.sound}, {found}", flush=True)
        seed += 1
    print(f"{name}: acts {played} (seeds to {seed - 1}), findings {wrong}", flush=True)
    print(f"{name}: deeds {dict(told.done.most_common())}")
    print(f"{name}: not done {dict(told.refused.most_common(40))}", flush=True)


def _spoilt_at_length(name: str, tried: Sequence[tuple[Game, str]], seeds: Sequence[int], folder: Path) -> None:
    """Games with one mistake of each kind tried, and how many of them were accused, doubted or missed; each kind has its line."""
    certain, doubted, missed, idle = Tally[str](), Tally[str](), Tally[str](), []
    told = {"found": certain, "doubt": doubted, "missed": missed}
    for of, kind in tried:
        here = Tally[str]()
        for number in seeds:
            files, done = spoilt(of, number, kind, folder)
            if not done:
                continue
            found = seen(audit_of(of.with_cards, files))
            here[found] += 1
            told[found][kind] += 1
            if found != "found":
                print(f"{found}: {of.board} {number} {done}", flush=True)
        idle += [] if here else [kind]
        print(f"{kind}: {dict(here)}; so far {_share(certain, doubted, missed)}", flush=True)
    print(
        f"{name}: spoilt games of {len({*certain, *doubted, *missed})} kinds, {_share(certain, doubted, missed)}, "
        f"told as doubt {doubted.total()} {dict(doubted)}, missed {missed.total()} {dict(missed)}; never offered {idle}"
    )


def seen(audit: Audit) -> str:
    """Whether what is wrong in a game is found for certain, told as doubt or missed."""
    if violations(audit):
        return "found"
    return "doubt" if any(each.severity is Severity.DOUBT for each in audit.findings) else "missed"


def _share(certain: Tally[str], doubted: Tally[str], missed: Tally[str]) -> str:
    total = certain.total() + doubted.total() + missed.total()
    return f"found {certain.total()} of {total} ({100 * certain.total() / max(total, 1):.1f} %)"


def arguments() -> ArgumentParser:
    """What may be asked for on the command line."""
    parser = ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="?", default="two_rivers")
    parser.add_argument("acts", nargs="?", type=int, default=2000, help="acts of legal play; 0: none")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="the first of the seeds")
    parser.add_argument("spoilt", nargs="?", type=int, default=25, help="spoilt games of each kind; 0: none")
    parser.add_argument(
        "--kinds", default="", help="words, with commas between: only kinds with one of them in their names"
    )
    parser.add_argument("--drags", type=float, default=0, help="the share of moves that are dragged from end to end")
    return parser


if __name__ == "__main__":
    asked = arguments().parse_args()
    main(
        asked.game, asked.acts, asked.seed, asked.spoilt, tuple(filter(None, asked.kinds.split(","))), drags=asked.drags
    )
