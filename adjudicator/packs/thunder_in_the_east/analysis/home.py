"""Home territories (9.4): which hexes are home to a nation."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.model.network import Network


def at_home(network: Network, homes: Mapping[str, str], nation: str, number: str) -> bool:
    """Whether a hex is home territory of a nation; `homes` has the tag of each nation's land."""
    home = homes.get(nation)
    return home is not None and home in network.hexes[network.index[number]].tags
