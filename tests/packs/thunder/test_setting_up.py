"""Which Cities get Rear Area units first (3.4)."""

from __future__ import annotations

from adjudicator.model.theatre import Place
from adjudicator.packs.thunder_in_the_east.rules.setting_up import Posts

POSTS = Posts((frozenset({"personnel"}), frozenset({"factory"}), frozenset({"objective"})))


def test_a_city_with_an_oil_well_is_an_economic_one() -> None:
    kinds = frozenset({"city", "objective"})
    assert POSTS.rank(Place(name="Ploesti", hex="0101", kinds=kinds)) == 1
    assert POSTS.rank(Place(name="Orel", hex="0101", kinds=kinds)) == 2
