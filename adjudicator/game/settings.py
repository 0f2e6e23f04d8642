"""`adjudicator.toml` in a game's folder: what would have to be said with every command, said once.

Paths in it are meant from the folder that it lies in. What an option or an argument says goes before it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Literal

from pydantic import Field

from adjudicator.errors import PackError, ReadError, Source, UsageError
from adjudicator.game.kinds import why_none
from adjudicator.lean import dataclass
from adjudicator.model.taught_dice import DicePattern
from adjudicator.model.theatre import Table
from adjudicator.toml import load_toml
from adjudicator.writing import forced, rewrite_text

NAME = "adjudicator.toml"


class Settings(Table):
    """What the file may say; everything may be left out."""

    title: str = Field("", description="What you call this game.", examples=["Two Rivers with Ola"])
    module: str = Field("", description="The game's module (.vmod).", examples=["Two Rivers.vmod"])
    pack: str = Field("", description="The rule pack: a name or a folder.", examples=["two_rivers"])
    theatre: str = Field("", description="The map as data: a name in the pack, or a folder.", examples=["valley"])
    charts: str = Field("", description="The chart sheet that you filled in.", examples=["charts.toml"])
    side: str = Field("", description="Your side: answers show what it may see.", examples=["French"])
    output: str = Field("", description="The folder where reports are put.", examples=["reports"])
    leave_out: list[str] = Field(
        [], description="Saves and logs of the folder that do not count.", examples=[["turn_3 (broken).vlog"]]
    )
    language: Literal["", "en", "de", "fr", "es"] = Field(
        "", description="The language of reports: en, de, fr or es.", examples=["de"]
    )
    readings: dict[str, str] = Field({}, description="Where the rulebook is silent: the reading you play by.")
    options: dict[str, bool] = Field({}, description="Optional rules, true or false.")
    conditions: dict[str, str] = Field({}, description="What the files do not tell, such as the weather.")
    players: dict[str, str] = Field({}, description="Names of the players, by side or by what the files call them.")
    dice: list[DicePattern] = Field(
        [], description="Rolls that the module reports in its own words ('adjudicator dice')."
    )


@dataclass(frozen=True, slots=True)
class GameFolder:
    """A game's folder with what its file says; without one it says nothing."""

    folder: Path = Path()
    said: Settings = field(default_factory=Settings)

    @property
    def path(self) -> Path:
        """Where the settings stand."""
        return self.folder / NAME

    @property
    def pack(self) -> str:
        """The pack's name, or its folder."""
        return self._named(self.said.pack, "pack.toml")

    @property
    def own_pack(self) -> Path | None:
        """The pack's folder if it is one of the owner's, named by its place; None if it goes by a name."""
        folder = Path(self.pack)
        return folder if self.pack and (folder / "pack.toml").is_file() else None

    @property
    def theatre(self) -> str:
        """The theatre's name in the pack, or its folder."""
        return self._named(self.said.theatre, "theatre.toml")

    @property
    def module(self) -> Path | None:
        """The module's file."""
        return self._file("module")

    @property
    def charts(self) -> Path | None:
        """The chart sheet's file."""
        return self._file("charts")

    @property
    def output(self) -> Path | None:
        """The folder for reports."""
        return self.folder / self.said.output if self.said.output else None

    def _named(self, name: str, head: str) -> str:
        """A name as it is, or the folder beside the settings that it means: one in which such a file lies."""
        beside = self.folder / name
        return str(beside) if name and (beside / head).is_file() else name

    def _file(self, key: str) -> Path | None:
        name = str(getattr(self.said, key))
        if not name:
            return None
        path = self.folder / name
        if not path.is_file():
            raise ReadError(f"{key}: there is no file '{name}' in this folder", Source(str(self.path)))
        return path


def home_of(files: str | Path | Sequence[str | Path]) -> GameFolder:
    """The folder of a game by the files that were named: itself if it was named, else the one in which all of them lie.

    ReadError if its `adjudicator.toml` is no TOML or says what nobody understands.
    """
    named = [Path(files)] if isinstance(files, str | Path) else [Path(each) for each in files]
    folders = {each if each.is_dir() else each.parent for each in named}
    if len(folders) != 1:
        return GameFolder()
    folder = folders.pop()
    return GameFolder(folder) if why_none(folder / NAME) else GameFolder(folder, read_settings(folder / NAME))


def read_settings(path: Path) -> Settings:
    """What a file of settings says."""
    try:
        return load_toml(path, Settings)
    except PackError as error:
        raise ReadError(error.message, error.source) from error


def write_settings(folder: Path, said: Settings, *, replace: bool = False, force: bool = False) -> Path:
    """Write `adjudicator.toml` into a folder; UsageError if there is one already that is not to be replaced.

    `force` replaces one that is write-protected, too.
    """
    path = folder / NAME
    if os.path.lexists(path) and not (replace or force):
        raise UsageError(f"{path} is there already: change it there, or write it anew with --replace")
    with forced(force):
        rewrite_text(path, as_text(said))
    return path


def as_text(said: Settings) -> str:
    """The settings as TOML; a key that is not set stands there as a comment that shows how."""
    single = [name for name, value in said if name != "dice" and not isinstance(value, Mapping)]
    lines = ["# What adjudicator needs to know of this game. Paths are meant from this folder.", ""]
    for name in single:
        lines += _line(name, getattr(said, name))
    for name in (name for name in Settings.model_fields if isinstance(getattr(said, name), Mapping)):
        lines += ["", f"# {Settings.model_fields[name].description}", f"[{name}]"]
        lines += _pairs(getattr(said, name))
    lines += ["", f"# {Settings.model_fields['dice'].description}"]
    if not said.dice:
        lines += ["# [[dice]]", r"# pattern = '.* rolls \d+ dice: (?P<result>.+)'"]
    for each in said.dice:
        lines += ["[[dice]]", *_fields(each)]
    return "\n".join(lines) + "\n"


def _line(name: str, value: str | list[str]) -> Iterable[str]:
    about = Settings.model_fields[name]
    shown = json.dumps(value or (about.examples or [""])[0], ensure_ascii=False)
    yield f"{'' if value else '# '}{name} = {shown}  # {about.description}"


def _pairs(values: Mapping[str, str | bool]) -> Iterable[str]:
    for name, value in values.items():
        yield f"{_quoted(name)} = {str(value).lower() if isinstance(value, bool) else _quoted(value)}"


def _fields(dice: DicePattern) -> Iterable[str]:
    """What is said of one kind of dice; JSON's numbers and lists of texts are TOML's too."""
    for name, value in dice.model_dump(exclude_defaults=True).items():
        yield f"{name} = {json.dumps(value, ensure_ascii=False)}"


def _quoted(text: str) -> str:
    """A TOML string; JSON's escapes are TOML's."""
    return json.dumps(text, ensure_ascii=False)
