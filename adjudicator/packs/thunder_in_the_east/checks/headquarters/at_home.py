"""Headquarters that are built abroad."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.analysis.cards import carded
from adjudicator.checks.registry import check
from adjudicator.findings import Breach
from adjudicator.model.theatre import Table
from adjudicator.model.vocabulary import MarkerKind, TagName
from adjudicator.record.acts import Act, Shifted
from adjudicator.said import say


class AtHome(Table):
    """Markers of `kinds` come out of a box onto hexes of their own nation's country only."""

    kinds: frozenset[MarkerKind]
    """Kinds of marker. Example: `kinds = ["headquarters"]`"""
    boxes: frozenset[str]
    """The boxes. Example: `boxes = ["force_pool"]`"""
    homes: Mapping[str, TagName]
    """Nations, as the tags of markers tell them, each with the tag of its country's hexes. Example: `homes = { french =
    "france" }`"""


@check("headquarters.at_home", AtHome, unseen="cannot excuse", acts=("shift",), markers_in=("kinds",))
def is_built_at_home(act: Act, terms: AtHome) -> Iterator[Breach]:
    """A headquarters is built in its own country.

    Under: thunder_in_the_east
    Legal:    turn 9, Axis Order of Battle Step; weather clear; season summer; [force_pool]: +hq.ags.balanced;
              shift +hq.ags.balanced [force_pool]-0521
    Illegal:  turn 9, Axis Order of Battle Step; weather clear; season summer; [force_pool]: +hq.ags.balanced;
              shift +hq.ags.balanced [force_pool]-1517
    """
    for name in act.markers if isinstance(act, Shifted) else ():
        old, new = act.before.markers.get(name), act.after.markers.get(name)
        if old is None or new is None or old.hex or old.location not in terms.boxes or new.type.kind not in terms.kinds:
            continue
        i = act.after.network.index.get(new.hex)
        country = next((home for nation, home in terms.homes.items() if nation in new.type.tags), "")
        if i is None or not country:
            continue
        home = act.after.network.tagged((country,)).at(i)
        if home.is_yes:
            continue
        because = say("{name} is built in {hex}, which does not lie in its own country", new.type.name or name, new.hex)
        yield Breach((new.hex,), because, (), ~home & ~carded(act.told))
