"""The rules that games are judged by: a pack with its readings and options, the map as data, and what is said of the moment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.errors import UsageError
from adjudicator.game.listener import Listener
from adjudicator.identify import Identifier, binding_for
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.stand_in import stand_in
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from adjudicator.packs.load import list_packs, load_pack, load_theatre_for


@dataclass(frozen=True, slots=True)
class Rules:
    """A pack and the map; `moment` and `conditions` say what the files do not tell."""

    pack: Pack
    network: Network
    moment: Moment | None = None
    conditions: Mapping[str, str] = field(default_factory=dict)

    @property
    def theatre(self) -> str:
        """The map's title."""
        return self.network.theatre.title

    def stand_in_for(self, state: GameState) -> Module | None:
        """What the pack's binding knows of the maps of the game's module, None if it says nothing of them."""
        binding = binding_for(self.pack, state.module)
        return stand_in(binding, state.module, state.module_version) if binding else None

    def identifier(self, state: GameState, module: Module | None, viewer: Viewer) -> Identifier:
        """The game's counters as units, as far as the viewer may know them."""
        return Identifier(
            state, module, self.pack, self.network, moment=self.moment, conditions=self.conditions, sees=viewer
        )


def load_rules(
    pack: str | Path,
    *,
    theatre: str | Path = "",
    charts: str | Path | None = None,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, bool] | None = None,
    conditions: Mapping[str, str] | None = None,
    turn: int = 0,
    phase: str = "",
    listener: Listener | None = None,
) -> Rules:
    """A pack by name or folder with what is chosen of it; a name that nothing goes by is a UsageError or UnknownName.

    `theatre` is one of the pack's maps ("" = its only one) or a folder, `charts` a sheet of chart cells filled in. `readings`
    choose where the book is silent, `options` switch optional rules. `conditions` (such as weather), `turn` and `phase` say
    what the files do not tell.
    """
    known = {info.id for info in list_packs()}
    if str(pack) not in known and not (Path(pack) / "pack.toml").is_file():
        raise UsageError(f"no pack is named '{pack}'; there are {', '.join(sorted(known)) or 'none'}")
    loaded = load_pack(pack, readings, Path(charts) if charts else None, options)
    network = Network.of(load_theatre_for(loaded, theatre))
    found = loaded.phase(phase) if phase else None
    if phase and found is None:
        names = ", ".join(each.id for each in loaded.header.sequence.phases)
        raise UsageError(f"the pack has {names}", "phase", phase)
    said = dict(conditions or {})
    _require_conditions(said, loaded, network, listener or Listener())
    return Rules(loaded, network, Moment(turn, found) if turn or found else None, said)


def _require_conditions(said: Mapping[str, str], pack: Pack, network: Network, listener: Listener) -> None:
    """Refuse values and regions that pack and map do not know; remark on a name that the pack does not list."""
    for text, value in said.items():
        name, colon, region = text.partition(":")
        known = pack.values_of(name)
        given = f"{text}={value}"
        if known and value not in known:
            raise UsageError(f"in the pack '{pack.id}' {name} is {' or '.join(known)}", "condition", given)
        if colon and not network.hexes_with([region]).any():
            raise UsageError(f"no hex of '{network.theatre.title}' has the tag '{region}'", "condition", given)
        if pack.header.conditions and name not in pack.header.conditions:
            listed = ", ".join(pack.header.conditions)
            listener.remark(f"caution: the pack '{pack.id}' lists no condition '{name}', only {listed}")
