"""From options to a judgement: pack, theatre, readings, the moment, and the position or play they are put to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import typer

import importers
from adjudicator.acts import Play, play_log
from adjudicator.cli.opening import Opened
from adjudicator.cli.printing import remark
from adjudicator.cli.viewing import note_for, sieve, viewer_for
from adjudicator.findings import Report
from adjudicator.identify import Identifier, binding_for
from adjudicator.judge import adjudicate
from adjudicator.model.network import Network
from adjudicator.model.pack import Pack
from adjudicator.model.sequence import Moment
from adjudicator.model.stand_in import stand_in
from adjudicator.notes import Note
from adjudicator.packs.load import list_packs, load_pack, load_theatre_for


@dataclass(frozen=True, slots=True)
class Bench:
    """The rules and the map by which games are judged, and what the user says of the moment."""

    pack: Pack
    network: Network
    moment: Moment | None = None
    conditions: Mapping[str, str] | None = None
    seat: str = ""

    def seated(self, opened: Opened) -> Opened:
        """The game as opened; if its module is not at hand, read again by what the pack's binding knows of its maps."""
        if opened.module is not None:
            return opened
        made = opened.state_at(0)
        binding = binding_for(self.pack, made.module)
        box = stand_in(binding, made.module, made.module_version) if binding else None
        if box is None:
            return opened
        remark(f"no module at hand: {opened.path.name} is read by the maps that the pack's binding describes")
        return replace(opened, read=importers.read(opened.path, box))

    def identifier(self, opened: Opened, step: int = 0) -> Identifier:
        """The game's counters as units, at a step."""
        return Identifier(
            opened.state_at(step),
            opened.module,
            self.pack,
            self.network,
            moment=self.moment,
            conditions=self.conditions,
            sees=viewer_for(opened, self.seat),
        )

    def judge(self, opened: Opened, last: int | None = None) -> Report:
        """A log act by act, up to and with step `last`; a save as it stands."""
        return self.judged(opened, last)[1]

    def judged(self, opened: Opened, last: int | None = None) -> tuple[Play, Report]:
        """The play of a game (a save's has no acts) with the judgement of it."""
        identifier = self.identifier(opened)
        if opened.log is None:
            alone = identifier.position
            return Play(alone, (), alone), adjudicate(alone, opened.path.name, self._notes(opened, identifier))
        log = opened.log if last is None else replace(opened.log, steps=opened.log.steps[:last])
        play = play_log(log, identifier)
        return play, adjudicate(play, opened.path.name, self._notes(opened, identifier))

    def _notes(self, opened: Opened, identifier: Identifier) -> Iterable[Note]:
        """The notes on reading and identifying, without what the viewer may not know."""
        notes = (*opened.notes, *identifier.notes)
        if not notes:
            return ()
        ends = (0, len(opened.log.steps)) if opened.log else (0,)
        secrets = sieve(opened, viewer_for(opened, self.seat), *map(opened.state_at, ends))
        return tuple(note_for(note, secrets) for note in notes)


@dataclass(frozen=True, slots=True)
class Said:
    """What the user says beside the pack: NAME=VALUE texts still unread."""

    theatre: str | None = None
    charts: Path | None = None
    readings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()
    turn: int = 0
    phase: str | None = None
    seat: str = ""


def bench(pack: str, said: Said) -> Bench:
    """What the options ask for; a name that nothing goes by is a mistake of usage."""
    known = {info.id for info in list_packs()}
    if pack not in known and not (Path(pack) / "pack.toml").is_file():
        raise typer.BadParameter(f"no pack is named '{pack}'; there are {', '.join(sorted(known)) or 'none'}")
    switched = {name: _on(choice) for name, choice in pairs(said.options, "--option").items()}
    loaded = load_pack(pack, pairs(said.readings, "--reading"), said.charts, switched)
    network = Network.of(load_theatre_for(loaded, said.theatre or ""))
    found = loaded.phase(said.phase) if said.phase else None
    if said.phase and found is None:
        names = ", ".join(each.id for each in loaded.header.sequence.phases)
        raise typer.BadParameter(f"--phase {said.phase}: the pack has {names}")
    moment = Moment(said.turn, found) if said.turn or found else None
    return Bench(loaded, network, moment, _conditions(said.conditions, loaded, network), said.seat)


def _conditions(given: Iterable[str], pack: Pack, network: Network) -> dict[str, str]:
    """What the user says of the moment, in values and regions that pack and map know; of a strange name he is warned."""
    said = pairs(given, "--condition")
    for text, value in said.items():
        name, colon, region = text.partition(":")
        known = pack.values_of(name)
        if known and value not in known:
            raise typer.BadParameter(
                f"--condition {text}={value}: in the pack '{pack.id}' {name} is {' or '.join(known)}"
            )
        if colon and not network.hexes_with([region]).any():
            raise typer.BadParameter(
                f"--condition {text}={value}: no hex of '{network.theatre.title}' has the tag '{region}'"
            )
        if pack.header.conditions and name not in pack.header.conditions:
            remark(
                f"caution: the pack '{pack.id}' lists no condition '{name}', only {', '.join(pack.header.conditions)}"
            )
    return said


def _on(choice: str) -> bool:
    if choice not in ("on", "off"):
        raise typer.BadParameter(f"--option: wants on or off, found '{choice}'")
    return choice == "on"


def pairs(given: Iterable[str], option: str) -> dict[str, str]:
    """NAME=VALUE options as a mapping."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise typer.BadParameter(f"{option} {text}: wants NAME=VALUE")
        found[name] = value
    return found
