"""Counters of the canonical model from VASSAL's pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from adjudicator.importers.vassal.kinds import Owner, kind_of
from adjudicator.importers.vassal.people import Swap
from adjudicator.importers.vassal.readings import Reading
from adjudicator.importers.vassal.wire import chains, sequences
from adjudicator.model.counters import NOTHING, Counter, Spot


def counter_of(identity: str, chain: Sequence[tuple[str, str]], spot: Spot) -> Counter:
    """A counter from its trait chain, outermost first, as one that nobody has picked up yet."""
    kind_text, state_text = chains.join_chain(list(chain))
    states = [state for _, state in chain]
    kind = kind_of(kind_text)
    carried = {"type": kind.text, "state": state_text}
    return read_counter(identity, Reading(kind, states, lambda _name: None), carried, Lying(spot), lambda owner: owner)


class Lying(NamedTuple):
    """Where a counter lies: its spot, and its stack or else its place in the drawing order."""

    spot: Spot
    stack: str = ""
    order: int = 0


def read_counter(
    identity: str,
    reading: Reading,
    carried: Mapping[str, str],
    lying: Lying,
    seat: Swap,
    *,
    names: Mapping[str, str] = NOTHING,
) -> Counter:
    """All that a piece's traits say; `seat` turns the ids of players into what may be shown, `names` those in properties."""
    kind, states = reading.kind, reading.states
    frame = kind.frame
    masked = _concealer(reading.owner(frame.masking), frame.masking, seat) if frame.masking else ""
    hidden = _concealer(reading.owner(frame.hiding), frame.hiding, seat) if frame.hiding else ""
    name = reading.name()
    properties = reading.properties() if frame.marks else {}
    if names:
        properties = {word: names.get(value, value) for word, value in properties.items()}
    return Counter(
        id=identity,
        name=name,
        spot=lying.spot,
        design=kind.design,
        slot=slot_of(states[-1]),
        levels=reading.levels(),
        angles=reading.angles(),
        texts=reading.texts(),
        properties=properties,
        masked_by=masked,
        hidden_by=hidden,
        moved=frame.moved is not None and states[frame.moved] == "true",
        trail=reading.trail(),
        stack=lying.stack,
        order=lying.order,
        carried=carried,
    )


def slot_of(state: str) -> str:
    """The slot (gpid) that a piece was cut from: the fourth field of the innermost state, absent in old files."""
    fields = sequences.split_first(state, ";", 4)
    return fields[3] if len(fields) > 3 else ""


def _concealer(owner: str | None, trait: Owner, seat: Swap) -> str:
    if owner is None:
        return ""
    return owner if trait.by_side else seat(owner)
