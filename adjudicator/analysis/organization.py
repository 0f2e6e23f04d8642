"""Organization: pieces exchanged for others in a hex (built up, broken down, improved, reduced to remnants), from and
to boxes.

What may be exchanged is said in organization.toml. A box of "" (a unit made or deleted, where a module has no such box)
will do wherever a box is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction

from adjudicator.analysis.organization_terms import Exchange, ExchangesBesides, OrganizationTable, Piece
from adjudicator.lean import dataclass, replace
from adjudicator.model.known import NO, YES, Known, any_of, first_of
from adjudicator.model.memo import Same
from adjudicator.model.tables import load_table
from adjudicator.model.units import Unit
from adjudicator.record.acts import Advance, Attack, Flipped, Movement, Overrun, Placed, Retreat
from adjudicator.record.phase import PhaseRecord
from adjudicator.record.position import Position
from adjudicator.terms.when import When
from adjudicator.terms.who import Selector

DEEPEST = 3
FORCE_POOL = "force_pool"
REMNANTS = frozenset({"ax.kg", "ax.kgpz"})
IMPROVED = Selector(nations=frozenset({"german"}), without_tags=frozenset({"remnant"}))
IMPROVING = When(phases=frozenset({"order of battle"}), phasing="own")
"""Rule 9.5: a Corps Remnant then leaves the map only as it is improved by a unit out of the Force Pool."""


@dataclass(frozen=True, slots=True)
class BoxTransfer:
    """A unit that came to a hex (`comes`) or left it; `box` is where from or where to ("" = nowhere).

    `new`: it was put there as a counter that the record had nowhere before, and none like it was taken away by hand.
    """

    unit: Unit
    hex: str
    comes: bool
    box: str
    new: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A unit that went from one box to another."""

    unit: Unit
    origin: str
    to: str


@dataclass(frozen=True, slots=True)
class Done:
    """An exchange that was made: its entry, the transfers it consists of, and what it still wants moved between boxes."""

    exchange: Exchange
    transfers: tuple[BoxTransfer, ...]
    owed: tuple[Piece, ...] = ()

    @property
    def given_up(self) -> tuple[Unit, ...]:
        """The units that left the hex."""
        return tuple(each.unit for each in self.transfers if not each.comes)

    @property
    def came(self) -> tuple[Unit, ...]:
        """The units that came in their place."""
        return tuple(each.unit for each in self.transfers if each.comes)

    @property
    def uncounted(self) -> int:
        """The steps lost by it that its pieces do not show: a corps of one step makes a last stand as a unit of one step."""
        if self.exchange.costs is None:
            return 0
        shown = sum(unit.steps for unit in self.given_up) - sum(unit.steps for unit in self.came)
        return self.exchange.costs - shown


@dataclass(frozen=True, slots=True)
class Reorganized:
    """What became of the pieces of one hex: the exchanges, and the transfers that no exchange accounts for."""

    hex: str
    done: tuple[Done, ...]
    left: tuple[BoxTransfer, ...]


def organization_table(position: Position) -> OrganizationTable:
    """The pack's organization.toml."""
    return load_table(position.pack, "organization", OrganizationTable)


def besides(position: Position) -> ExchangesBesides:
    """What the game's book says of exchanges in code."""
    return position.pack.figures_or_usual(ExchangesBesides)


def may_make(position: Position, exchange: Exchange, side: str) -> Known:
    """Whether a side may make an exchange now."""
    rule, now = besides(position), exchange.when.holds(position, side)
    return now | rule.also.holds(position, side) if rule.also is not None and exchange.name in rule.twice else now


def transfers(record: PhaseRecord) -> tuple[BoxTransfer, ...]:
    """Every unit that came onto the map or left it in a phase, in order; what came and went back where it was is dropped."""
    found: list[BoxTransfer] = []
    phase = record.moment.phase
    fought: tuple[BoxTransfer, ...] | None = () if phase is not None and phase.kind == "combat" else None
    for act in record.acts:
        if isinstance(act, Attack | Overrun | Retreat):
            fought = tuple(found)
        for name in act.units:
            old, new = act.before.units.get(name), act.after.units.get(name)
            if old is not None and old.hex and not (new and new.hex):
                _add(found, BoxTransfer(old, old.hex, False, new.location if new else ""), fought)
            elif new is not None and new.hex and not (old and old.hex):
                unseen = isinstance(act, Placed) and not _was_taken_away(new, found)
                _add(found, BoxTransfer(new, new.hex, True, old.location if old else "", unseen), fought)
    return tuple(found)


def _was_taken_away(unit: Unit, found: Iterable[BoxTransfer]) -> bool:
    return any(not each.comes and not each.box and each.unit.type is unit.type for each in found)


def shuffles(record: PhaseRecord) -> tuple[Shuffle, ...]:
    """Every unit that went from one box to another in a phase."""
    return tuple(
        Shuffle(new, old.location, new.location)
        for act in record.acts
        for name in act.units
        if (old := act.before.units.get(name)) is not None
        and (new := act.after.units.get(name)) is not None
        and not old.hex
        and not new.hex
        and old.location != new.location
    )


def reorganized(record: PhaseRecord) -> tuple[Reorganized, ...]:
    """Per hex: what its comings and goings amount to under the exchanges that this phase allows."""
    table = organization_table(record.start)
    by_hex: dict[str, list[BoxTransfer]] = {}
    for each in transfers(record):
        by_hex.setdefault(each.hex, []).append(each)
    return tuple(_reorganized(record, table, number, tuple(found)) for number, found in by_hex.items())


def is_bound(position: Position, transfer: BoxTransfer, others: tuple[BoxTransfer, ...]) -> Known:
    """Whether an exchange must account for a transfer, among others of its hex."""
    table, side = organization_table(position), transfer.unit.side
    if transfer.box in table.boxes:
        return YES
    if not transfer.comes:
        return _is_given_up(position, transfer, others)
    if not transfer.box and not transfer.new:
        return NO
    left = any(not other.comes and other.unit.side == side for other in others)
    return any_of(
        each.when.holds(position, side)
        for each in besides(position).arrivals
        if transfer.box in each.boxes and each.who.matches(transfer.unit) and (left or not each.instead)
    )


def takes_a_place(position: Position, transfer: BoxTransfer, others: tuple[BoxTransfer, ...]) -> Known:
    """Whether a unit comes where another left that may leave by an exchange only: it is not built then."""
    return any_of(_is_given_up(position, other, (transfer,)) for other in others if not other.comes)


def _is_given_up(position: Position, transfer: BoxTransfer, others: tuple[BoxTransfer, ...]) -> Known:
    """Whether a unit may leave the map by an exchange only, with those that come to its hex."""
    if transfer.unit.type.id not in REMNANTS:
        return NO
    came = (other for other in others if other.comes and other.unit.side == transfer.unit.side)
    improved = any(other.box == FORCE_POOL and IMPROVED.matches(other.unit) for other in came)
    return IMPROVING.holds(position, transfer.unit.side) if improved else NO


def moved_before(record: PhaseRecord, done: Done) -> tuple[Unit, ...]:
    """The units given up in an exchange that had moved in the phase, though they may be given up before moving only."""
    if done.exchange.name not in besides(record.start).before_moving:
        return ()
    return tuple(
        each.unit
        for each in done.transfers
        if not each.comes
        and any(each.unit.id in act.units for act in record.of(Movement, Overrun, Advance) if len(act.path) > 1)
    )


def may_hold(position: Position, piece: Piece) -> bool:
    """Whether the boxes of a piece are known to hold one like it."""
    return any(
        not unit.hex and unit.location in piece.box and piece.who.matches(unit) for unit in position.units.values()
    )


def homes_of(position: Position, unit: Unit) -> frozenset[str]:
    """The boxes that are right for a unit that leaves the map; none if the pack names none for it."""
    rows = (
        (home, home.when.holds(position, unit.side))
        for home in organization_table(position).home
        if home.who.matches(unit)
    )
    return frozenset(box for home, _ in first_of(rows) for box in home.boxes)


def exchanges_for(position: Position, unit: Unit) -> tuple[Exchange, ...]:
    """The exchanges that a unit on the map may be given up in now."""
    return tuple(
        entry
        for entry in organization_table(position).exchange
        if may_make(position, entry, unit.side).is_yes and any(_is(piece, unit) for piece in entry.out)
    )


def _add(found: list[BoxTransfer], new: BoxTransfer, fought: Collection[BoxTransfer] | None) -> None:
    """Add a transfer, unless it takes back an earlier one of the same unit; who came, fought and is lost went away again.

    So did a remnant that came in a battle in place of a unit that was lost there. `fought` is what came before the last fight,
    None where nobody fights.
    """
    back = next(
        (
            old
            for old in found
            if old.unit.id == new.unit.id and (old.hex, old.box, old.comes) == (new.hex, new.box, not new.comes)
        ),
        None,
    )
    fell = fought is not None and (any(back is other for other in fought) or _is_last_stand(found, back))
    if back is None or (not new.comes and (not back.box or fell)):
        found.append(new)
    else:
        found.remove(back)


def _is_last_stand(found: Iterable[BoxTransfer], stand: BoxTransfer | None) -> bool:
    """Whether a remnant came where a unit of its side had left."""
    if stand is None or stand.unit.type.id not in REMNANTS:
        return False
    left = (each for each in found if not each.comes and each.hex == stand.hex and each.unit.side == stand.unit.side)
    return any(True for _ in left)


def _reorganized(
    record: PhaseRecord, table: OrganizationTable, number: str, found: tuple[BoxTransfer, ...]
) -> Reorganized:
    search = _Search(record, table, number, shuffles(record))
    for tried in (found, tuple(_as_turned(record, each) for each in found)):
        bound = tuple(each for each in tried if is_bound(record.start, each, tried).possible)
        best = search.cover(bound, tuple(each for each in tried if each not in bound), 0)
        if best is not None:
            used = {Same(each) for done in best for each in done.transfers}
            return Reorganized(number, best, tuple(each for each in tried if Same(each) not in used))
    return Reorganized(number, (), found)


def _as_turned(record: PhaseRecord, transfer: BoxTransfer) -> BoxTransfer:
    """A transfer with the face to which its unit was turned once it had come, before it fought: counters are turned late."""
    unit = transfer.unit
    for act in record.acts if transfer.comes else ():
        if unit.id in act.units and isinstance(act, Attack | Overrun | Retreat):
            break
        new = act.after.units.get(unit.id)
        if isinstance(act, Flipped) and new is not None and new.hex and unit.id in act.units:
            unit = new
    return transfer if unit is transfer.unit else replace(transfer, unit=with_face(transfer.unit, unit.face))


@dataclass(frozen=True, slots=True)
class _Search:
    """Looks for exchanges that account for a hex's transfers."""

    record: PhaseRecord
    table: OrganizationTable
    hex: str
    shuffles: tuple[Shuffle, ...]

    def cover(
        self, bound: tuple[BoxTransfer, ...], free: tuple[BoxTransfer, ...], depth: int
    ) -> tuple[Done, ...] | None:
        """Exchanges that account for every bound transfer, with free ones as they need; None if there are none such."""
        if not bound:
            return self._rest(free)
        if depth > DEEPEST:
            return None
        for done, virtual in self._through(bound[0], bound, free):
            used = {Same(each) for each in done.transfers}
            left = tuple(each for each in (*bound, *virtual) if Same(each) not in used)
            rest = self.cover(left, tuple(each for each in free if Same(each) not in used), depth + bool(virtual))
            if rest is not None:
                return (done, *rest)
        return None

    def _rest(self, free: tuple[BoxTransfer, ...]) -> tuple[Done, ...]:
        """Exchanges among transfers that touch no bound box (raising an army out of a pool)."""
        for each in free:
            whole = next((done for done, virtual in self._through(each, free, ()) if not virtual), None)
            if whole is not None:
                used = {Same(other) for other in whole.transfers}
                return (whole, *self._rest(tuple(other for other in free if Same(other) not in used)))
        return ()

    def _through(
        self, must: BoxTransfer, bound: tuple[BoxTransfer, ...], free: tuple[BoxTransfer, ...]
    ) -> Iterator[tuple[Done, tuple[BoxTransfer, ...]]]:
        """Each exchange that the first transfer can be part of, and what units in a box would have to come and go."""
        for entry in self.table.exchange:
            first = besides(self.record.start).after.get(entry.name)
            closed = may_make(self.record.start, entry, must.unit.side).is_no
            if closed or (first is not None and self._lies_idle(first)):
                continue
            slots = [(piece, False) for piece in entry.out for _ in range(piece.count)]
            slots += [(piece, True) for piece in entry.into for _ in range(piece.count)]
            for chosen in self._fill(slots, (*bound, *free), ()):
                if all(each is not must for each in chosen) or not self._ranked(entry, chosen):
                    continue
                virtual = tuple(each for each in chosen if not any(each is other for other in (*bound, *free)))
                if len(virtual) == len(chosen):
                    continue
                gone = tuple(BoxTransfer(each.unit, each.hex, False, each.box) for each in virtual)
                yield Done(entry, chosen, self._owed(entry)), gone

    def _fill(
        self, slots: list[tuple[Piece, bool]], pool: tuple[BoxTransfer, ...], chosen: tuple[BoxTransfer, ...]
    ) -> Iterator[tuple[BoxTransfer, ...]]:
        if not slots:
            yield chosen
            return
        piece, comes = slots[0]
        fits = [
            each
            for each in pool
            if each.comes == comes
            and all(each is not other for other in chosen)
            and _is(piece, each.unit)
            and (not piece.box or each.box in piece.box or not each.box)
        ]
        for each in fits:
            yield from self._fill(slots[1:], pool, (*chosen, each))
        if not fits and comes and piece.box & self.table.boxes:
            taken = {each.unit.id for each in (*pool, *chosen)}
            for unit in sorted(self.record.start.units.values(), key=lambda unit: unit.id):
                if not unit.hex and unit.location in piece.box and unit.id not in taken and piece.who.matches(unit):
                    face = min(piece.faces, default=unit.face + 1) - 1
                    virtual = BoxTransfer(with_face(unit, face), self.hex, True, unit.location)
                    yield from self._fill(slots[1:], pool, (*chosen, virtual))

    def _lies_idle(self, piece: Piece) -> bool:
        """Whether a box holds a piece all the phase that others come in place of."""
        end = self.record.end.units
        return any(
            _is(piece, unit) and not unit.hex and {unit.location, end[name].location} <= piece.box
            for name, unit in self.record.start.units.items()
            if name in end and unit.location in piece.box
        )

    def _ranked(self, entry: Exchange, chosen: tuple[BoxTransfer, ...]) -> bool:
        """Whether the pieces that must be the strongest or weakest of those that come, or of their box, are."""
        coming = [_strength(each.unit) for each in chosen if each.comes]
        gone = [
            _strength(each.unit) for each in self.shuffles if any(piece.who.matches(each.unit) for piece in entry.moved)
        ]
        slots = [piece for piece in (*entry.out, *entry.into) for _ in range(piece.count)]
        for piece, each in zip(slots, chosen, strict=True):
            own = _strength(each.unit)
            boxed = [_strength(unit) for unit in self._left_in(piece)]
            wanted = {"strongest": max(coming, default=own), "weakest": min(coming, default=own)}
            wanted["weakest of box"] = min((own, *boxed))
            if own != wanted.get(piece.rank, own) or (piece.rank == "weakest" and own > max(gone, default=own)):
                return False
        return True

    def _left_in(self, piece: Piece) -> Iterator[Unit]:
        """The units like a piece that lie in its box all the phase; of those that left it others may have gone before."""
        end = self.record.end.units
        for name, unit in self.record.start.units.items():
            now = end.get(name)
            lay = not unit.hex and unit.location in piece.box and piece.who.matches(unit)
            if lay and now is not None and not now.hex and now.location in piece.box:
                yield unit

    def _owed(self, entry: Exchange) -> tuple[Piece, ...]:
        """What of the moves between boxes was not made."""
        left = list(self.shuffles)
        owed = []
        for piece in entry.moved:
            for _ in range(piece.count):
                made = next(
                    (
                        each
                        for each in left
                        if piece.who.matches(each.unit)
                        and (not piece.box or each.origin in piece.box)
                        and each.to == FORCE_POOL
                    ),
                    None,
                )
                if made is None:
                    owed.append(piece)
                else:
                    left.remove(made)
        return tuple(owed)


def _is(piece: Piece, unit: Unit) -> bool:
    return piece.who.matches(unit) and (not piece.faces or unit.face + 1 in piece.faces)


def with_face(unit: Unit, face: int) -> Unit:
    """A unit that shows another face, counted from 0."""
    return Unit(unit.id, unit.type, unit.hex, unit.location, max(face, 0), unit.marks, unit.counter, unit.values)


def _strength(unit: Unit) -> Fraction:
    value = unit.type.faces[0].attack
    return Fraction(str(value)) if value is not None else Fraction(0)
