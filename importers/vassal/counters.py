"""Counters of the canonical model from VASSAL's pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.importers.vassal.kinds import ConcealingTrait, kind_of
from adjudicator.importers.vassal.people import Swap
from adjudicator.importers.vassal.readings import PieceReading
from adjudicator.importers.vassal.wire import chains, sequences
from adjudicator.model.counters import NOBODY, NOTHING, Counter, Locks, Spot


def counter_of(identity: str, chain: Sequence[tuple[str, str]], spot: Spot) -> Counter:
    """A counter from its trait chain, outermost first, as one that nobody has picked up yet."""
    kind_text, state_text = chains.join_chain(list(chain))
    states = [state for _, state in chain]
    kind = kind_of(kind_text)
    carried = {"type": kind.text, "state": state_text}
    return read_counter(
        identity, PieceReading(kind, states, lambda _name: None), carried, Placement(spot), lambda owner: owner
    )


class Placement(NamedTuple):
    """Where a counter lies: its spot, and its stack or else its place in the drawing order."""

    spot: Spot
    stack: str = ""
    order: int = 0


def read_counter(
    identity: str,
    reading: PieceReading,
    carried: Mapping[str, str],
    lying: Placement,
    seat: Swap,
    *,
    side: Swap = str,
    names: Mapping[str, str] = NOTHING,
) -> Counter:
    """All that a piece's traits say; `seat` turns the ids of players into what may be shown, `side` the sides that own
    something, and `names` the ids in properties.
    """
    kind, states = reading.kind, reading.states
    frame = kind.frame
    masking = _locked(reading, frame.masking, seat, side) if frame.masking else ()
    hiding = _locked(reading, frame.hiding, seat, side) if frame.hiding else ()
    name = reading.name()
    properties = reading.properties() if frame.marks else {}
    if names:
        properties = {word: names.get(value, value) for word, value in properties.items()}
    return Counter(
        id=identity,
        name=name,
        spot=lying.spot,
        design=kind.design_under(masking[0].trait) if masking else kind.design,
        slot=slot_of(states[-1]),
        levels=reading.levels(),
        angles=reading.angles(),
        texts=reading.texts(),
        properties=properties,
        masked_by=masking[0].owner if masking else "",
        hidden_by=hiding[0].owner if hiding else "",
        moved=frame.moved is not None and states[frame.moved] == "true",
        trail=reading.trail(),
        stack=lying.stack,
        order=lying.order,
        carried=carried,
        masks=_locks(masking) if masking else (),
        hides=_locks(hiding) if hiding else (),
    )


def slot_of(state: str) -> str:
    """The slot (gpid) that a piece was cut from: the fourth field of the innermost state, absent in old files."""
    fields = sequences.split_first(state, ";", 4)
    return fields[3] if len(fields) > 3 else ""


class _Lock(NamedTuple):
    """A trait that conceals the piece now: what to call its owner, and whom it does not keep out."""

    trait: ConcealingTrait
    owner: str
    admits: tuple[str, ...]


def _locked(reading: PieceReading, traits: Sequence[ConcealingTrait], seat: Swap, side: Swap) -> list[_Lock]:
    """All traits of a sort that are on, outermost first: each conceals, whatever the others do (`Decorator`)."""
    found = ((trait, reading.owner(trait)) for trait in traits)
    return [_Lock(trait, *_admitted(owner, trait, seat, side)) for trait, owner in found if owner is not None]


def _admitted(owner: str, trait: ConcealingTrait, seat: Swap, side: Swap) -> tuple[str, tuple[str, ...]]:
    """The owner, and who sees what he conceals (`PlayerAccess`, `SideAccess`, `SpecifiedSideAccess`); "" is nobody's id."""
    if not owner:
        return NOBODY, ()
    if trait.together:
        return (owner, trait.together) if owner in trait.together else (NOBODY, ())
    name = side(owner) if trait.by_side else seat(owner)
    return name, () if name == NOBODY else (name,)


def _locks(locked: Sequence[_Lock]) -> Locks:
    """Who may look, where that is not the owner of the outermost alone."""
    locks = tuple(dict.fromkeys(lock.admits for lock in locked))
    return () if locks == ((locked[0].owner,),) or locked[0].owner == NOBODY else locks
