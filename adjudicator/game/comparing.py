"""What differs between two files of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.audit.difference import differences
from adjudicator.audit.telling import Teller
from adjudicator.game.answers import Differences
from adjudicator.game.evidence import Evidence
from adjudicator.game.series import recorded, require_one_game
from adjudicator.model.module import Module
from adjudicator.model.viewer import Viewer
from adjudicator.notes import Note

if TYPE_CHECKING:
    from adjudicator.exporters.drawing import Drawing


def compared(evidence: Evidence, module: Module | None, eyes: Viewer) -> Differences:
    """What differs between the end of the file named first and the end of the one named last, as somebody may know it."""
    one, other = recorded(evidence.first), recorded(evidence.last)
    require_one_game((one, other))
    before, after = (given or file.name for given, file in zip(evidence.called, (one, other), strict=True))
    told = Teller(eyes, module).differences(differences(one.closes, other.closes), one.closes, other.closes)

    def drawn(map_name: str) -> tuple[Drawing, tuple[Note, ...]]:
        from adjudicator.exporters.difference_picture import difference_drawing  # noqa: PLC0415 - only for the picture
        from adjudicator.exporters.map_picture import MapView  # noqa: PLC0415

        view = MapView(viewer=eyes, title=f"{before} → {after}")
        return difference_drawing(module, other.closes, told, view, map_name)

    return Differences(before, after, tuple(told), drawn)
