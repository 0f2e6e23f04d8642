"""Counters of the canonical model from VASSAL's pieces."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adjudicator.model.counters import NOTHING, Counter, Spot
from importers.vassal.kinds import Owner, kind_of
from importers.vassal.readings import Reading
from importers.vassal.wire import chains, sequences


def counter_of(identity: str, chain: Sequence[tuple[str, str]], spot: Spot) -> Counter:
    """A counter from its trait chain, outermost first, as one that nobody has picked up yet."""
    kind_text, state_text = chains.join_chain(list(chain))
    states = [state for _, state in chain]
    reading = Reading(kind_of(kind_text), states, lambda _name: None)
    return read_counter(identity, reading, state_text, spot, lambda owner: owner)


def read_counter(identity: str, reading: Reading, state_text: str, spot: Spot, seat: Callable[[str], str]) -> Counter:
    """All that a piece's traits say; `seat` turns the ids of players into what may be shown."""
    kind = reading.kind
    masked = reading.owner(kind.masking)
    hidden = reading.owner(kind.hiding)
    return Counter(
        id=identity,
        name=reading.name(),
        spot=spot,
        design=kind.design,
        slot=slot_of(reading.states[-1]),
        levels=reading.levels(),
        angles=reading.angles(),
        texts=reading.texts(),
        properties=reading.properties() if kind.frame.marks else NOTHING,
        masked_by=_concealer(masked, kind.masking, seat),
        hidden_by=_concealer(hidden, kind.hiding, seat),
        moved=kind.frame.moved is not None and reading.states[kind.frame.moved] == "true",
        trail=reading.trail(),
        carried={"type": kind.text, "state": state_text},
    )


def slot_of(state: str) -> str:
    """The slot (gpid) that a piece was cut from: the fourth field of the innermost state, absent in old files."""
    fields = sequences.split_first(state, ";", 4)
    return fields[3] if len(fields) > 3 else ""


def _concealer(owner: str | None, trait: Owner | None, seat: Callable[[str], str]) -> str:
    if owner is None or trait is None:
        return ""
    return owner if trait.by_side else seat(owner)
