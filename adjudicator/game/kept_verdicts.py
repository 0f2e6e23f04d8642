"""The judgements of a game that are kept beside it, so that an audit judges only what came since the last one.

What is said of an act follows from the program, the rules, the module, whose eyes it is for, and the files up to the one in
which it stands. A digest of these, and of all acts before it, is its key; so a file that was changed, or came in between,
has everything after it judged anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field

import orjson
from pydantic import TypeAdapter, ValidationError

from adjudicator.audit.chain import Recorded
from adjudicator.findings import Finding
from adjudicator.game.digests import file_digest, folder_digest, program_digest
from adjudicator.game.files import GameFile
from adjudicator.game.keep import Keep
from adjudicator.game.kept_words import Messages, messages_in, with_messages
from adjudicator.game.rules import Rules
from adjudicator.judging.meanings import ActVerdict, PhaseVerdict
from adjudicator.judging.tally import RuleTally
from adjudicator.judging.verdict_cache import VerdictCache
from adjudicator.lean import dataclass, replace
from adjudicator.model.canonical import canonical, digest
from adjudicator.model.viewer import Viewer
from adjudicator.record.acts import Act, Travel
from adjudicator.record.phase import PhaseRecord

BESIDE = frozenset({"before", "after"})
"""The positions of an act follow from what its key is made of already."""
PACK_FILES = (".toml", ".txt", ".csv", ".py")
"""Of what a pack's or a map's folder is made."""
AS_IT_IS, NOTHING_ELSE = -1, -2
"""In place of the number of a claim: the act was taken for what the record says; it was nothing else."""


@dataclass(frozen=True, slots=True)
class KeptVerdict:
    """A judgement as it is kept; `claim` is which of the things the act was that it may have been, `otherwise` another one.

    `said` is what its sentences are made from, so that it can be told in any language.
    """

    findings: tuple[Finding, ...]
    tallies: dict[str, RuleTally]
    claim: int = AS_IT_IS
    otherwise: int = NOTHING_ELSE
    said: Messages = field(default_factory=dict)


_ENTRIES = TypeAdapter(dict[str, KeptVerdict])


@dataclass(slots=True)
class _Page:
    """The judgements of the acts of one file."""

    last: int
    key: str
    keep: Keep
    _entries: dict[str, KeptVerdict] | None = None
    _new: bool = False

    def entry(self, key: str, judge: Callable[[], KeptVerdict | None]) -> KeptVerdict | None:
        """What is kept under a key, or judged and kept now."""
        if self._entries is None:
            self._entries = self._read()
        known = self._entries.get(key)
        if known is None:
            known = judge()
            if known is not None:
                self._entries[key], self._new = known, True
        return known

    def close(self) -> None:
        """Keep what is new."""
        if self._new and self._entries is not None:
            told = {name: _with_said(entry) for name, entry in self._entries.items()}
            self.keep.put(self.key, _ENTRIES.dump_json(told))

    def _read(self) -> dict[str, KeptVerdict]:
        body = self.keep.get(self.key)
        try:
            found = _ENTRIES.validate_python(orjson.loads(body), strict=False) if body else {}
            return {name: with_messages(entry, entry.said) for name, entry in found.items()}
        except (ValidationError, orjson.JSONDecodeError):  # an earlier program wrote it
            return {}


def _with_said(entry: KeptVerdict) -> KeptVerdict:
    return replace(entry, said={**messages_in(entry.findings), **messages_in(entry.tallies)})


@dataclass(slots=True)
class KeptVerdicts(VerdictCache):
    """The judgements of a game's acts, by file. `judged` counts those that were made now."""

    root: str
    pages: Sequence[_Page]
    judged: int = 0
    _keys: list[str] = field(default_factory=list)
    _acts_done: int = 0

    def act(self, act: Act, judge: Callable[[Act], ActVerdict]) -> ActVerdict:
        page = self._page(act.step)
        self._keys.append(
            digest(self._keys[-1] if self._keys else self.root, page.key, canonical(act, BESIDE), act.moment)
        )
        made: list[ActVerdict] = []

        def entry() -> KeptVerdict | None:
            self.judged += 1
            made.append(judge(act))
            return _entry(act, made[0])

        known = page.entry(self._keys[-1], entry)
        return made[0] if made or known is None else _judged(act, known)

    def phase(self, record: PhaseRecord, judge: Callable[[PhaseRecord], PhaseVerdict]) -> PhaseVerdict:
        self._acts_done += len(record.acts)
        if not record.ended:  # the next file may go on with it
            return judge(record)
        key = digest("phase", self._keys[self._acts_done - 1], record.begun, record.torn)

        made: list[PhaseVerdict] = []

        def entry() -> KeptVerdict | None:
            made.append(judge(record))
            return None if _failed(made[0].tallies) else KeptVerdict(made[0].findings, made[0].tallies)

        known = self._page(record.acts[-1].step).entry(key, entry)
        return made[0] if known is None else PhaseVerdict(known.findings, known.tallies)

    def close(self) -> None:
        """Keep what was judged now."""
        for page in self.pages:
            page.close()

    def _page(self, step: int) -> _Page:
        return next((page for page in self.pages if step <= page.last), self.pages[-1])


def _entry(act: Act, judged: ActVerdict) -> KeptVerdict | None:
    """A judgement to keep, None if the act was taken for something that it does not claim to be, or a rule's code failed."""
    if _failed(judged.tallies):
        return None
    claim = _claim(act, judged.act)
    other = NOTHING_ELSE if judged.otherwise is None else _claim(act, judged.otherwise)
    return None if claim is None or other is None else KeptVerdict(judged.findings, judged.tallies, claim, other)


def _failed(tallies: Mapping[str, RuleTally]) -> bool:
    return any(tally.failed for tally in tallies.values())


def _claim(act: Act, taken: Act) -> int | None:
    """The number of the claim as which an act was taken, None if it does not claim to be that."""
    said = canonical(taken, BESIDE)
    claims = (AS_IT_IS, *range(len(act.claims) if isinstance(act, Travel) else 0))
    return next((claim for claim in claims if canonical(_taken(act, claim), BESIDE) == said), None)


def _judged(act: Act, known: KeptVerdict) -> ActVerdict:
    other = None if known.otherwise == NOTHING_ELSE else _taken(act, known.otherwise)
    return ActVerdict(_taken(act, known.claim), known.findings, known.tallies, other)


def _taken(act: Act, claim: int) -> Act:
    return act.claims[claim].of(act) if isinstance(act, Travel) and claim != AS_IT_IS else act


def kept_verdicts(
    files: Sequence[GameFile],
    records: Sequence[Recorded],
    rules: Rules,
    eyes: Viewer,
    *,
    first: int,
    keep: Keep,
    dice: Sequence[object] = (),
) -> KeptVerdicts | None:
    """The verdicts kept of a game whose files stand in order of play, from its first step on; None for rules of no known source.

    `dice` is what the game's folder says of the words in which its module reports rolls.
    """
    if not rules.sources:
        return None
    module = files[0].module_path
    said = (rules.pack.chosen, rules.pack.options, rules.pack.charts, rules.moment, rules.conditions, rules.phases)
    root = digest(
        program_digest(),
        [folder_digest(each, *PACK_FILES) for each in rules.sources],
        said,
        file_digest(module) if module else "",
        eyes,
        first,
        dice,
    )
    return KeptVerdicts(root, tuple(_pages(root, files, records, keep)))


def _pages(root: str, files: Sequence[GameFile], records: Sequence[Recorded], keep: Keep) -> Iterator[_Page]:
    key, last = root, 0
    for file, record in zip(files, records, strict=True):
        key = digest(key, file.path.name, file_digest(file.path), file.strange, record.start.seats)
        last += file.last_step
        yield _Page(last, key, keep)
