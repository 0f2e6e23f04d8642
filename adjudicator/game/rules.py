"""The rules that games are judged by: a pack with its readings and options, the map as data, and what is said of the moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from adjudicator.errors import UsageError
from adjudicator.game.listener import Listener
from adjudicator.game.phases import PhasesSaid, read_phases
from adjudicator.identify import Identifier, binding_for
from adjudicator.languages import Language, language
from adjudicator.lean import dataclass
from adjudicator.model.module import Module
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment, Stretch, Told
from adjudicator.model.stand_in import stand_in
from adjudicator.model.state import GameState
from adjudicator.model.viewer import Viewer
from adjudicator.packs.folders import chain_of, is_bundled
from adjudicator.packs.load import list_packs, load_pack, load_theatre_for, theatre_folder


@dataclass(frozen=True, slots=True)
class Rules:
    """A pack and the map; `moment`, `phases` and `conditions` say what the files do not tell.

    `sources` are the folders and files that pack and map were read from.
    """

    pack: Pack
    network: Network
    moment: Moment | None = None
    conditions: Mapping[str, str] = field(default_factory=dict)
    phases: PhasesSaid = field(default_factory=PhasesSaid)
    sources: tuple[Path, ...] = ()

    @property
    def theatre(self) -> str:
        """The map's title."""
        return self.network.theatre.title

    def language(self, name: str) -> Language:
        """A language with the words of the pack and of those that it extends."""
        return language(name, chain_of(self.pack.folder))

    def stand_in_for(self, state: GameState) -> Module | None:
        """What the pack's binding knows of the maps of the game's module, None if it says nothing of them."""
        binding = binding_for(self.pack, state.module)
        return stand_in(binding, state.module, state.module_version) if binding else None

    def identifier(
        self, state: GameState, module: Module | None, viewer: Viewer, stretches: tuple[Stretch, ...] = ()
    ) -> Identifier:
        """The game's counters as units, as far as the viewer may know them; `stretches` are what is said of steps."""
        return Identifier(
            state,
            module,
            self.pack,
            self.network,
            moment=self.moment,
            conditions=self.conditions,
            stretches=stretches,
            sees=viewer,
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
    phase: str | Sequence[str] = "",
    listener: Listener | None = None,
) -> Rules:
    """A pack by name or folder with what is chosen of it; a name that nothing goes by is a UsageError or UnknownName.

    `theatre` is one of the pack's maps ("" = its only one) or a folder, `charts` a sheet of chart cells filled in. `readings`
    choose where the book is silent, `options` switch optional rules. `conditions` (such as weather), `turn` and `phase` say
    what the files do not tell. A phase goes by id, name, kind or side; "12-40=movement" is said of these steps of a log,
    "turn_1.vlog:12-40=movement" of those of one of several logs, and several of them make a list.
    """
    if not is_bundled(str(pack)) and not (Path(pack) / "pack.toml").is_file():
        known = {info.id for info in list_packs()}
        if str(pack) not in known:
            raise UsageError(f"no pack is named '{pack}'; there are {', '.join(sorted(known)) or 'none'}")
    loaded = load_pack(pack, readings, Path(charts) if charts else None, options)
    network = Network.of(load_theatre_for(loaded, theatre))
    sources = (*loaded.folders, theatre_folder(loaded, theatre))
    phases = read_phases([phase] if isinstance(phase, str) and phase else phase, loaded)
    said = dict(conditions or {})
    _require_conditions(said, loaded, network, listener or Listener())
    return Rules(loaded, network, _moment(turn, phases.always), said, phases, sources)


def _moment(turn: int, told: Told) -> Moment | None:
    """What is said of the moment, whatever the files show; None if nothing is."""
    if not (turn or told.turn or told.phases):
        return None
    phase, among = (told.phases[0], ()) if len(told.phases) == 1 else (None, told.phases)
    return Moment(turn or told.turn, phase, (), among, told.by)


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
