"""Opening a game: its files found and read, with what its folder says and the rules that it is judged by."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from adjudicator.game.boxes import OpenModule
from adjudicator.game.evidence import read_evidence
from adjudicator.game.game import Game
from adjudicator.game.keep import Keep
from adjudicator.game.listener import Listener
from adjudicator.game.rules_wanted import FITTING, RulesWanted
from adjudicator.game.settings import home_of

if TYPE_CHECKING:
    from adjudicator.game.rules import Rules


def open_game(
    files: str | Path | Sequence[str | Path],
    *,
    pack: str | Path | Rules | None = None,
    module: str | Path | OpenModule | None = None,
    theatre: str | Path = "",
    charts: str | Path | None = None,
    readings: Mapping[str, str] | None = None,
    options: Mapping[str, bool] | None = None,
    conditions: Mapping[str, str] | None = None,
    turn: int = 0,
    phase: str | Sequence[str] = "",
    viewer: str = "",
    listener: Listener | None = None,
    keep: bool = False,
    lenient: bool = False,
    leave_out: Collection[str] = (),
    language: str = "",
) -> Game:
    """Open a file, several files of one game in any order, or a folder of them; what is given twice counts once.

    What an `adjudicator.toml` in their folder says holds where nothing else is said. `module` is the game's .vmod; by default
    one that lies beside the first file and fits it; an OpenModule was read before. `pack` names the rules to judge by, or is
    what `load_rules` made; FITTING finds out which fit the game's counters, NO_RULES wants none whatever the folder says. The
    options after it are those of `load_rules`. `viewer` is for whose eyes all answers are: a side or player of the game,
    "everybody" (as is "" where the folder names no side) or "umpire". With `keep`, what an audit judges is kept in the folder
    `.adjudicator` beside the files, and not judged again. With `lenient` a file of a folder that cannot be read, or is of
    another game, is left aside: `unread` names it, and so does an audit. `leave_out` names files of a folder that do not
    count. `language` (de, fr, es) is that of reports for people; JSON stays English. Errors: UsageError for a name that there
    is not, ReadError for a file that cannot be read, PackError for a pack.
    """
    hears = listener or Listener()
    home = home_of(files)
    wanted = RulesWanted(pack, theatre, charts, readings, options, conditions, turn, phase).at_home(home)
    box = module if isinstance(module, OpenModule) else Path(module) if module else home.module
    rules = wanted.load(hears) if wanted.named else None
    seat = viewer or home.said.side
    omitted = {*home.said.leave_out, *leave_out}
    read = partial(read_evidence, files, box, viewer=seat, leave_out=omitted, lenient=lenient)
    evidence = read(rules, hears)
    if wanted.pack == FITTING:
        rules = wanted.fitting(evidence.files[0], hears)
        if rules is not None and evidence.files[0].module is None:
            evidence = read(rules, Listener())
    kept = Keep(home.folder) if keep and home.folder.is_dir() else None
    return Game.of(
        evidence.taught(home.said.dice),
        rules,
        seat,
        hears,
        home=home,
        whole=not viewer,
        keep=kept,
        language=language or home.said.language,
    )
