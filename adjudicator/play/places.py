"""Where pieces are, as it is written: a hex number, a hexside, or a "[box]"."""

from __future__ import annotations

from adjudicator.model.network import Network
from adjudicator.model.notation import dashes, hexside_name
from adjudicator.model.units import Marker, Unit


def where(piece: Unit | Marker) -> str:
    """The hex or "[box]" of a unit or marker."""
    return piece.hex or f"[{piece.location}]"


def spot(marker: Marker) -> str:
    """Where a marker lies: a hexside, a hex or a "[box]"."""
    return hexside_name(*marker.hexes) if marker.beyond else where(marker)


def hex_of(written: str) -> str:
    """The hex of a place as written, "" for a box."""
    return "" if written.startswith("[") else written


def ends(network: Network, written: str) -> tuple[str, str]:
    """The hex of a place as written, "" for a box; of a hexside both hexes."""
    if written.startswith("[") or written in network.index:
        return hex_of(written), ""
    for at in dashes(written):
        if written[:at] in network.index and written[at + 1 :] in network.index:
            return written[:at], written[at + 1 :]
    return written, ""
