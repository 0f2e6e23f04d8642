"""What every save written for Tabletop Simulator needs: pictures in a folder beside it, GUIDs, an account of what is lost."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

from adjudicator.budget import bytes_of
from adjudicator.errors import Source, WriteError
from adjudicator.exporters.losses import Aspect, Content, Loss, LossKind
from adjudicator.importers.tabletop_simulator.wire import Json
from adjudicator.lean import dataclass
from adjudicator.model.counters import Counter, Stack, pile
from adjudicator.model.state import GameState
from adjudicator.said import say
from adjudicator.writing import free, make_folder, write_bytes

FOLDER = "_files"


@dataclass
class Writer:
    """What the writers of both kinds of saves share."""

    content: Content
    state: GameState
    path: Path
    losses: list[Loss] = field(default_factory=list)
    renamed: dict[str, str] = field(default_factory=dict)
    _pictures: dict[str, bytes] = field(default_factory=dict)
    _guids: set[str] = field(default_factory=set)

    def save(self) -> dict[str, Json]:
        raise WriteError("nothing to write", Source(str(self.path)))

    def write_pictures(self) -> None:
        """Put the pictures into the folder beside the save; their names are their content's."""
        if not self._pictures:
            return
        make_folder(self._folder)
        for name, data in self._pictures.items():
            path = self._folder / name
            if not path.exists():
                write_bytes(path, data)
            elif bytes_of(path) != data:
                raise WriteError(say("another file has the name of this picture"), Source(str(path)))

    @cached_property
    def _folder(self) -> Path:
        """The folder of this name, if it is one or nothing is there; else one with a number."""
        wanted = self.path.with_name(self.path.stem + FOLDER)
        return wanted if wanted.is_dir() else free(wanted)

    def _address(self, data: bytes | None) -> str:
        if data is None:
            return ""
        endings = {b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif"}
        ending = next((each for start, each in endings.items() if data.startswith(start)), "")
        name = hashlib.sha256(data).hexdigest()[:20] + ending
        self._pictures[name] = data
        return "file:///" + quote(f"{self._folder.absolute().as_posix().lstrip('/')}/{name}", safe="/:")

    def _guid(self, name: str) -> str:
        """A GUID for something new: six hexadecimal digits that follow from its name."""
        for attempt in range(1 << 20):
            guid = hashlib.sha256(f"{name}\n{attempt}".encode()).hexdigest()[:6]
            if guid not in self._guids:
                self._guids.add(guid)
                return guid
        raise WriteError("more things than a save has room for", Source(str(self.path)))

    def _lose(self, aspect: Aspect, fate: LossKind, text: str, *subjects: str) -> None:
        if subjects:
            self.losses.append(Loss(aspect, fate, text, subjects))

    def _note_piles(self, places: Mapping[str, tuple[int, int]], loose: set[str]) -> None:
        """Stacks that will not be found again as they are: of one, of things that do not stack, or beside others."""
        lying: dict[tuple[int, int], set[str]] = {}
        for name, place in places.items():
            if name in loose:
                lying.setdefault(place, set()).add(name)
        rough = []
        for stack in stacks_in_order(self.state):
            if stack.deck is not None:
                continue
            spot = places.get(stack.members[0]) if stack.members else None
            if len(stack.members) < 2 or spot is None or lying.get(spot, set()) != set(stack.members):
                rough.append(stack.id)
            if stack.members:
                bottom = stack.members[0]
                self.renamed[stack.id] = pile(self.renamed.get(bottom, bottom))
        text = "a pile on the table is what lies on one point and can be moved, two things at least"
        self._lose(Aspect.STACKS, LossKind.APPROXIMATED, text, *rough)
        self._lose(
            Aspect.ORDER,
            LossKind.APPROXIMATED,
            text,
            *dict.fromkeys(self.state.stacks[each].spot.map for each in rough),
        )


def counters_in_order(state: GameState) -> list[Counter]:
    """All of them, in the order of drawing."""
    return sorted(state.counters.values(), key=lambda each: (each.order, each.id))


def stacks_in_order(state: GameState) -> list[Stack]:
    """All of them, in the order of drawing."""
    return sorted(state.stacks.values(), key=lambda each: (each.order, each.id))
