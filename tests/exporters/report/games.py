"""Audits to make reports of: the sample game's logged turn, judged, and a hostile record."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from adjudicator import importers
from adjudicator.audit.chain import Recorded
from adjudicator.audit.record import (
    ActEntry,
    Audit,
    Audited,
    ChainEntry,
    CounterEntry,
    FileEntry,
    PlaceEntry,
    StepEntry,
)
from adjudicator.audit.run import audit
from adjudicator.identify import Identifier
from adjudicator.model.network import Network
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from adjudicator.packs.load import load_pack, load_theatre_for
from tests.helpers import FIXTURES

GAME = FIXTURES / "vassal" / "two_rivers"
HOSTILE = '</script><script>alert(1)</script><img src=x onerror="alert(2)"> | [x](javascript:y) *z*'


@cache
def judged_turn() -> Audited:
    """The sample turn, which breaks some rules, judged by its pack."""
    module = importers.read(GAME / "two_rivers.vmod").module
    read = importers.read(GAME / "turn_1.vlog", module)
    assert module is not None
    assert read.log is not None
    pack = load_pack("two_rivers", {})
    network = Network.of(load_theatre_for(pack, ""))

    def judge(state: GameState, viewer: Viewer) -> Identifier:
        return Identifier(state, module, pack, network, sees=viewer)

    return audit([Recorded("turn_1.vlog", read.log.start, read.log)], module, judge)


def hostile() -> Audit:
    """A record in which every text of a player wants to be markup."""
    chat = ActEntry(0, "chat", (1,), HOSTILE, HOSTILE, HOSTILE, HOSTILE, (CounterEntry("1", HOSTILE),), text=HOSTILE)
    moved = replace(chat, number=1, kind=HOSTILE, changes=(HOSTILE,), verdict=HOSTILE, findings=(HOSTILE,))
    way = replace(moved, number=2, path=(PlaceEntry(HOSTILE, HOSTILE), PlaceEntry(HOSTILE)))
    made = judged_turn().audit
    return replace(
        made,
        title=HOSTILE,
        module=HOSTILE,
        files=(FileEntry(HOSTILE, HOSTILE, HOSTILE, HOSTILE, 1, 1),),
        acts=(chat, moved, way),
        steps=(StepEntry(1, 0, 1, HOSTILE, (0, 1, 2)),),
        findings=tuple(replace(found, because=HOSTILE, names=(HOSTILE,), ruling=HOSTILE) for found in made.findings),
        chain=ChainEntry(False, remarks=(HOSTILE,)),
    )
