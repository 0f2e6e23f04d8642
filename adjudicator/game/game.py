"""What can be asked of a game.

    from adjudicator import open_game

    game = open_game("turn3.vsav", pack="two_rivers", viewer="French")
    print(game.check().report.summary)
    game.render("map.png")

A game is one file or several. However they are named and ordered, each counts once, and they stand in order of play. What
concerns one file (`inspect`, `check`, `moves`, `render`, `write`, `scrub`) is asked of the last one, or of the one that `only`
names; `audit`, `chain` and `dice` look at all, `differences` at the file named first and the one named last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator import exporters
from adjudicator.errors import ReadError, Source, UsageError
from adjudicator.game.answers import Chain, Dice, Differences, GameAudit, Judgement, Moves, Saved
from adjudicator.game.boxes import about
from adjudicator.game.evidence import Evidence, apart
from adjudicator.game.files import GameFile
from adjudicator.game.judged import Originals
from adjudicator.game.keep import Keep
from adjudicator.game.listener import Listener
from adjudicator.game.series import recorded, require_one_game, table_digest
from adjudicator.game.settings import GameFolder
from adjudicator.game.viewers import EVERYBODY, eyes_for, may_be
from adjudicator.languages import Language
from adjudicator.languages import language as language_called
from adjudicator.lean import dataclass, replace
from adjudicator.model.events import Say
from adjudicator.model.module import Module
from adjudicator.model.sequence import Stretch
from adjudicator.model.state import GameState
from adjudicator.model.taught_dice import PatternProposal, proposals
from adjudicator.model.viewer import Viewer
from adjudicator.notes import Note
from adjudicator.said import say
from adjudicator.writing import collected, forced, refuse_overwrite, together

if TYPE_CHECKING:
    from adjudicator.audit.chain import Recorded
    from adjudicator.audit.record import Audited
    from adjudicator.audit.run import Judge, Wish
    from adjudicator.findings import Finding, Report
    from adjudicator.game.kept_verdicts import KeptVerdicts
    from adjudicator.game.modules import Made
    from adjudicator.game.rules import Rules
    from adjudicator.identify import Identifier
    from adjudicator.judging.verdict_cache import VerdictCache
    from adjudicator.play.session import Play
    from adjudicator.record.position import Position


def one_by_one(games: Sequence[Game]) -> list[Game]:
    """Games of one file each without those that say no more than another, in order of play."""
    by_path = {game.paths[-1]: game for game in games}
    found = apart([game._evidence for game in games])
    return [by_path[each.last.path]._apart(each, [other.last for other in found]) for each in found]


@dataclass(frozen=True, slots=True)
class Game:
    """The files of a game as its viewer may know them (see `adjudicator.game.sight`); with a pack, as its rules judge them."""

    _evidence: Evidence
    rules: Rules | None
    viewer: str
    """For whose eyes: a side, a player, "everybody", "umpire"; "" is everybody where nobody was named."""
    _eyes: Viewer
    _listener: Listener
    home: GameFolder = field(default_factory=GameFolder)
    """The folder of the game, with what its `adjudicator.toml` says."""
    _whole: bool = False
    """Whether our own and VASSAL's files are written with all that was held: nobody was named for whom they are."""
    _keep: Keep | None = None
    """Where judgements are kept from audit to audit."""
    _told_in: str = ""
    """The language of reports, "" for English."""
    _judged: dict[int, tuple[Play, Report]] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def of(
        cls,
        evidence: Evidence,
        rules: Rules | None,
        viewer: str,
        listener: Listener,
        *,
        home: GameFolder = GameFolder(),
        whole: bool = False,
        keep: Keep | None = None,
        language: str = "",
    ) -> Game:
        """A game out of files as read; UsageError if nobody in it goes by the viewer's name."""
        eyes = eyes_for(viewer, evidence.files)
        return cls(evidence.seen_by(eyes), rules, viewer, eyes, listener, home, whole, keep, language)

    @property
    def language(self) -> Language:
        """In which reports are told, with the words of the game's pack."""
        return self.rules.language(self._told_in) if self.rules else language_called(self._told_in)

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files, in order of play."""
        return tuple(file.path for file in self._files)

    @property
    def module_path(self) -> Path | None:
        """The file of the module that the game was read by."""
        return self._file.module_path

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was assumed or found odd while opening: which module was taken, a condition that the pack does not list."""
        return tuple(self._listener.remarks)

    @property
    def notes(self) -> tuple[Note, ...]:
        """What reading the last file lost or guessed."""
        return self._file.notes

    @property
    def unread(self) -> tuple[Note, ...]:
        """The files of its folder that were left aside, each with why."""
        return self._evidence.unread

    @property
    def module_name(self) -> str:
        """The module that the first file says it was made with, or is."""
        return about(self._files[0].path)[0]

    @property
    def may_be(self) -> tuple[str, ...]:
        """Who somebody that looks at the game may say he is: its sides, or its players where it has none."""
        return may_be(self._files)

    def ends(self) -> Iterator[tuple[str, str, str]]:
        """The first file and the last with what stands for the tables at their beginning and end, the same in every file.

        What lies between is not looked at: a file goes on with a game, or leads to it, at its ends alone.
        """
        games = [file for file in self._files if file.is_game]
        for file in (*games[:1], *games[1:][-1:]):
            yield file.path.name, table_digest(file.held_at(0)), table_digest(file.held_at(file.last_step))

    def only(self, name: str) -> Game:
        """The game in one of its files alone, by file name."""
        found = [file for file in self._files if name in (file.path.name, *file.given)]
        if not found:
            raise UsageError(f"there are {', '.join(path.name for path in self.paths)}", "file", name)
        alone = Evidence(tuple(found[:1]), found[0], found[0])
        return replace(self, _evidence=alone, _judged={})

    def inspect(self, at: str | int = "end") -> dict[str, Any]:
        """What the last file holds: maps, sides and counters of a box, or turn, players and counters of a game.

        `at` is the moment of a log: "start", "end" or a step's number.
        """
        from adjudicator.game import contents  # noqa: PLC0415 - slow to load, and only for this

        return contents.contents(self._file, self._file.moment(at) if self._file.is_game else 0)

    def write_again(self, out: str | Path, *, clean: bool = False, force: bool = False) -> Made:
        """Write the logs, in order of play, as one (.vlog); with `clean` without what was taken back."""
        from adjudicator.game.log_copies import write_again  # noqa: PLC0415 - slow to load, and only for this

        return write_again(self._files, Path(out), clean=clean, force=force)

    def not_understood(self) -> dict[str, Any]:
        """What the last file and its module hold that was not understood, worst first."""
        from adjudicator.game import contents  # noqa: PLC0415 - slow to load, and only for this

        return contents.unread(self._file)

    def state(self, at: str | int = "end") -> GameState:
        """The table at a moment; counters that the viewer may not know are blank or absent."""
        return self._file.state_at(self._file.moment(at))

    def position(self, at: str | int = "end") -> Position:
        """The same under the pack: units and markers on the map's hexes, and the moment."""
        step = self._file.moment(at)
        identifier = self._identifier(self._file.state_at(step), self._phases_of(self._file))
        identifier.at(step)
        return identifier.position

    def check(self, at: str | int = "end", *, assume: bool = False) -> Judgement:
        """Judge the last file by the pack: a log act by act up to a moment, a save as it stands.

        Where doubts hang on who held what before, `assume` adds to the report what would be found under assumptions on that.
        """
        step = self._file.moment(at)
        play, report = self._judgement(step)
        if assume:
            report = replace(report, assumed=self._assumed(step, report))
            self._judged[step] = play, report
        return Judgement(replace(report, language=self.language), lambda: self._audited_alone(step))

    def audit(
        self,
        first: int = 1,
        last: int = 0,
        *,
        rulings: str | Path | None = None,
        against: str | Path | None = None,
        assume: bool = False,
    ) -> GameAudit:
        """Go through all files step by step, judge them if there is a pack, prove the chain of files and count the dice.

        `first` and `last` are steps counted through all logs (0 = to the end). `rulings` is an umpire's file of findings
        overruled, `against` an earlier audit (.json) to compare with. Where doubts hang on who held what before, `assume` adds
        what would be found under assumptions on that, which takes as long again as judging.
        """
        from adjudicator.audit.against import read_earlier  # noqa: PLC0415 - slow to load, and only for audits
        from adjudicator.audit.rulings import load_rulings  # noqa: PLC0415
        from adjudicator.audit.run import Wish  # noqa: PLC0415

        wish = Wish(
            seat=self.viewer,
            eyes=self._eyes,
            first=first,
            last=last,
            rulings=load_rulings(Path(rulings)) if rulings else (),
            earlier=read_earlier(Path(against), self.viewer or EVERYBODY) if against else None,
            earlier_name=Path(against).name if against else "",
            theatre=self.rules.theatre if self.rules else "",
            assume=assume,
            players=self.home.said.players,
            unread=self.unread,
        )
        files = self._one_game()
        cache = self._kept_verdicts(files, wish.first)
        audited = self._audited(wish, files, self._judge(), cache)
        if cache is not None:
            cache.close()
        judged = cache.judged if cache is not None else len(audited.play.acts if audited.play else ())
        return GameAudit(audited, judged, Originals(self._files, self._copied))

    def chain(self) -> Chain:
        """Whether each file begins where the one before it ended."""
        told = GameAudit(self._audited(self._plain_wish(), self._one_game()))
        return Chain(told.record.chain, told.as_json()["chain"])

    def dice(self) -> Dice:
        """Every roll of the logs, and how unusual each series is; p-values are corrected for looking at many series."""
        told = GameAudit(self._audited(self._plain_wish(), self._recorded()))
        record, json = told.record, told.as_json()
        return Dice(
            record.rolls,
            record.series,
            {"rolls": json["rolls"], "series": json["series"]},
            record.called,
            self.dice_proposals(),
        )

    def dice_proposals(self) -> tuple[PatternProposal, ...]:
        """Patterns for lines of chat that look like rolls and were not read as such, that of most lines first."""
        return proposals(self._unread_lines())

    def differences(self) -> Differences:
        """What differs between the end of the file named first and the end of the one named last; of a folder, as played."""
        from adjudicator.game.comparing import compared  # noqa: PLC0415 - slow to load, and only for this

        return compared(self._evidence, self._module, self._eyes)

    def moves(self) -> Moves:
        """The last log as a list of moves: step, side, unit, from, to, what else changed, chat and dice."""
        file = next((each for each in reversed(self._files) if each.log is not None), self._file)
        if file.log is None:
            file.state_at(0)
            raise ReadError("a save has no moves: name a log (.vlog)", Source(str(file.path)))
        from adjudicator.exporters.move_log import move_log  # noqa: PLC0415 - slow to load, and only for this

        return Moves(move_log(file.log, file.module, self._eyes))

    def render(
        self,
        path: str | Path,
        *,
        map_name: str = "",
        layers: Sequence[str] | None = None,
        scale: float | None = None,
        at: str | int = "end",
        force: bool = False,
    ) -> Saved:
        """Draw a map of the last file with its counters, as .png, .svg or .geojson.

        `map_name` "" is the map with most counters; `scale` is picture pixels to a map pixel, None = readable. With a pack,
        `layers` out of "terrain", "stacks", "zoc", "supply", "control", "findings" lie over it; None = all but terrain and
        control. `force` writes over what else would not be replaced.
        """
        path = Path(path)
        with forced(force):
            refuse_overwrite(path)
        from adjudicator.game import pictures  # noqa: PLC0415 - drawing is slow to load, and only for this

        wanted = pictures.Picture(map_name, pictures.layers_of(layers, self.rules), scale)
        step = self._file.moment(at)
        findings = self._judgement(step)[1].findings if self.rules and "findings" in wanted.layers else ()
        stretches = self._phases_of(self._file)
        drawing, notes = pictures.drawing(
            self._file, step, wanted, self._eyes, rules=self.rules, stretches=stretches, findings=findings
        )
        with collected() as written:
            told = exporters.write(path, drawing, force=force).notes
        return Saved(path, (*notes, *told), None, self._file.notes).with_all(written)

    def write(
        self,
        path: str | Path,
        *,
        at: str | int | None = None,
        keep_ids: bool = False,
        vassal: str | None = None,
        force: bool = False,
    ) -> Saved:
        """Write the last file in the format that the path's ending names; the answer tells what it could not hold.

        Without a viewer VASSAL's files and our own .json hold all that the file held. Everything else gets what the viewer, or
        everybody, may know. Of a log `at` takes one moment; `keep_ids` leaves players' ids, which are their passwords, in a
        .json; `vassal` is the version of the program to write a save or log for, 3.2 to 3.7. What is named is replaced, but not a
        game's file that we did not write, nor one that was read, unless with `force`.
        """
        path = Path(path)
        from adjudicator.game import converting  # noqa: PLC0415 - slow to load, and only for this

        eyes = None if self._whole else self._eyes
        with forced(force), together(), collected() as written:
            refuse_overwrite(path, *self.paths, *([self.module_path] if self.module_path else []))
            saved = converting.convert(self._file, path, converting.Conversion(at, keep_ids, vassal), eyes)
        return saved.with_all(written)

    def scrub(self, path: str | Path, *, force: bool = False) -> Saved:
        """Write the last file, a save or log of VASSAL's, again with pseudonyms for players' ids; the game is the same.

        `force` writes over what else would not be replaced.
        """
        path = Path(path)
        from adjudicator.game import scrubbing  # noqa: PLC0415 - slow to load, and only for this

        with forced(force), collected() as written:
            refuse_overwrite(path, *self.paths)
            notes = scrubbing.scrub(self._file, path)
        return Saved(path, notes, None, self._file.notes).with_all(written)

    def _apart(self, evidence: Evidence, files: Sequence[GameFile]) -> Game:
        """The game in one of several files that are judged apart, with what is said of its own steps."""
        if self.rules is None:
            return replace(self, _evidence=evidence)
        phases = self.rules.phases.only(evidence.last, files)
        return replace(self, _evidence=evidence, rules=replace(self.rules, phases=phases))

    @property
    def _files(self) -> tuple[GameFile, ...]:
        return self._evidence.files

    @property
    def _file(self) -> GameFile:
        return self._files[-1]

    @property
    def _module(self) -> Module | None:
        return self._files[0].module

    def _identifier(self, state: GameState, stretches: tuple[Stretch, ...] = ()) -> Identifier:
        if self.rules is None:
            raise UsageError("nothing can be judged without rules: open the game with a pack")
        return self.rules.identifier(state, self._file.module, self._eyes, stretches)

    def _phases_of(self, file: GameFile) -> tuple[Stretch, ...]:
        """What is said of the phases of a file's own steps."""
        if self.rules is None:
            return ()
        self.rules.phases.require(self._files)
        return self.rules.phases.of(file, self._files)

    def _judgement(self, step: int) -> tuple[Play, Report]:
        """The play of the last file (a save's has no acts) with the judgement of it; made once."""
        from adjudicator.game.alone import judged_alone, opening  # noqa: PLC0415 - slow to load, and only for judging

        if step not in self._judged:
            identifier = self._identifier(opening(self._file, step), self._phases_of(self._file))
            self._judged[step] = judged_alone(self._file, step, identifier)
        return self._judged[step]

    def _assumed(self, step: int, report: Report) -> tuple[str, ...]:
        """What would be found in the last file under assumptions on who held what before."""
        from adjudicator.game.alone import judged_alone, opening  # noqa: PLC0415 - slow to load, and only for judging
        from adjudicator.play.assuming import Assumption, assumed_words  # noqa: PLC0415

        def under(assume: Assumption) -> tuple[Finding, ...]:
            identifier = self._identifier(opening(self._file, step), self._phases_of(self._file))
            identifier.position = assume(identifier.position)
            return judged_alone(self._file, step, identifier)[1].findings

        return assumed_words(report.findings, under)

    def _unread_lines(self) -> Iterator[str]:
        """What the logs' chat says and nobody has read as a roll."""
        for file in self._files:
            events = (event for step in (file.log.steps if file.log else ()) for event in step.events)
            yield from (event.text for event in events if isinstance(event, Say))

    @property
    def _copied(self) -> bool:
        """Whether files with all that was held may be written: nobody was named for whom they are, or the umpire was."""
        return self._whole or self._eyes.sees_all

    def _recorded(self) -> list[Recorded]:
        return [recorded(file) for file in self._files]

    def _plain_wish(self) -> Wish:
        from adjudicator.audit.run import Wish  # noqa: PLC0415 - slow to load, and only for audits

        return Wish(seat=self.viewer, eyes=self._eyes, players=self.home.said.players)

    def _one_game(self) -> list[Recorded]:
        files = self._recorded()
        require_one_game(files)
        return files

    def _audited(
        self, wish: Wish, files: Sequence[Recorded], judge: Judge | None = None, cache: VerdictCache | None = None
    ) -> Audited:
        from adjudicator.audit.run import audit  # noqa: PLC0415 - slow to load, and only for audits

        with self._listener.counting(say("auditing")) as told:
            found = audit(files, self._module, judge, wish, told, cache=cache)
        return replace(found, language=self.language)

    def _kept_verdicts(self, files: Sequence[Recorded], first: int) -> KeptVerdicts | None:
        if self._keep is None or self.rules is None:
            return None
        from adjudicator.game.kept_verdicts import kept_verdicts  # noqa: PLC0415 - slow to load, and only for this

        return kept_verdicts(
            self._files, files, self.rules, self._eyes, first=first, keep=self._keep, dice=self.home.said.dice
        )

    def _judge(self) -> Judge | None:
        rules, module = self.rules, self._module
        if rules is None:
            return None
        stretches = rules.phases.of_all(self._files)
        return lambda state, viewer: rules.identifier(state, module, viewer, stretches)

    def _audited_alone(self, step: int) -> Audited:
        """The last file as an audit of its own, judged already, for the page that `check` shares with `audit`."""
        from adjudicator.audit.run import Wish  # noqa: PLC0415 - slow to load, and only for audits
        from adjudicator.game.alone import audited_alone  # noqa: PLC0415

        wish = Wish(
            seat=self.viewer,
            eyes=self._eyes,
            title=self._file.path.name,
            theatre=self.rules.theatre if self.rules else "",
        )
        return replace(audited_alone(self._file, self._judgement(step), wish), language=self.language)
