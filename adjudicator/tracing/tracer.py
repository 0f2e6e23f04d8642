"""The tracer: a person marks, the rest is proposed, least certain first.

board = survey(Path("map.jpg"), cells_of(grid))
tracer = Tracer(board, Vocabulary(terrains=("clear", "forest"), features=("river",), lines=("road",)))
tracer.mark(Mark(("0101",), "forest"))
for proposal in tracer.queue(20): ...
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from adjudicator.errors import AdjudicatorError
from adjudicator.lean import cached_property, dataclass, replace
from adjudicator.tracing.auditing import Remaining, remaining, sampled
from adjudicator.tracing.avoided_terrain import Grounds
from adjudicator.tracing.bands import one_thread_each, together
from adjudicator.tracing.board import TracedBoard
from adjudicator.tracing.calibration import Sort, calibrated
from adjudicator.tracing.companions import companions_present
from adjudicator.tracing.continuity import GOES_ON, Continuity
from adjudicator.tracing.direction import facing
from adjudicator.tracing.guesses import KnownExamples
from adjudicator.tracing.hosts import hosts, only_on_hosts, passing
from adjudicator.tracing.kinds import KindModel
from adjudicator.tracing.lattice import Ints
from adjudicator.tracing.learning import classified
from adjudicator.tracing.logistic import Scores
from adjudicator.tracing.probing import FIRST, STEP, claims_to_ask
from adjudicator.tracing.proposals import OFF, KindVocabulary, Mark, Proposal, Subject, TracedLayer, Why
from adjudicator.tracing.questions import Meetings, beside_each_other
from adjudicator.tracing.rivals import Contest, settled, unheard
from adjudicator.tracing.shares import Shares, shares
from adjudicator.tracing.strangers import strangers, told_apart

METHOD = "21"
"""Changes whenever the same marks may give other proposals."""
AUDIT_EVERY = 5
ALIKE = 0.3
"""Inks so alike may be taken for each other."""
ENOUGH = 3
"""From so many examples a kind's own claims count against what its examples have in common."""
ONWARD, MOST_ENDS = 0.4, 3
"""How certain it is taken to be that what no ink explains well ends where it seems to, and of how many ends at a time."""
TAUGHT, TEACHES = 10, 5
"""Of a kind that no ink explains well so many examples are asked for, and an answer is worth that of so many others, as long
as most such answers say that the run goes on."""
DOUBTED = 0.2
"""How certain is what is proposed instead of a refusal."""
FOLDS = 3
"""In so many parts what a person decided is held back."""
LIKE_NONE = 0.8
"""How likely the terrain is right of hexes that look like nothing that was marked."""
ALIKE_HEXES = 0.3
"""Hexes that look so much alike may be asked about together."""
SURELY_BARE = 0.98
"""What is so surely bare is not told."""
ENDS, FIRST_ENDS = 0.6, 2
"""How likely it is taken to be that such an end is one, as if so many had been asked about before the first."""
CLAIMS = 3
"""A kind's claims are taken to be as right as they are certain, as if so many had been."""
NEARER = 0.75
"""How much less certain a proposal beside a correction is taken to be."""


@dataclass(frozen=True)
class LayerScores:
    """What is known of a layer's kinds, their scores, and which of them stand on others."""

    evidence: Mapping[str, KnownExamples]
    scores: Mapping[str, Scores]
    spots: frozenset[str]
    contests: Sequence[Contest] = ()


class Tried(NamedTuple):
    """A proposal of what was held back: how certain it was, and whether it was right."""

    certain: float
    right: bool


@dataclass(frozen=True)
class Doubts:
    """How sure the scores of a kind are: the order in which they are asked, and what is said of single hexsides."""

    certainty: Scores
    certain: Scores
    whys: Mapping[int, Why]
    stands_for: Mapping[int, int]
    rivals: Mapping[int, str]

    def of(self, place: int) -> dict[str, Any]:
        """What a proposal says of its doubts."""
        return {
            "certain": float(self.certain[place]),
            "why": self.whys.get(place, Why.LEAST_CERTAIN),
            "stands_for": self.stands_for.get(place, 1),
            "rival": self.rivals.get(place, ""),
        }


class Tracer:
    """Holds a person's marks on one board and proposes the rest."""

    def __init__(self, board: TracedBoard, vocabulary: KindVocabulary) -> None:
        self.board = board
        self.vocabulary = vocabulary
        self._marks: dict[tuple[Subject, str], Mark] = {}
        self._models = {
            kind: KindModel(
                *((board.across, board.through) if layer is TracedLayer.LINE else (board.along, board.corners))
            )
            for layer in (TracedLayer.HEXSIDE, TracedLayer.LINE)
            for kind in vocabulary.kinds(layer)
        }
        self._known: dict[TracedLayer, tuple[Proposal, ...]] = {}
        self._final: dict[TracedLayer, dict[str, Scores]] = {}
        self._among: dict[TracedLayer, LayerScores] = {}
        self._corrected: list[Subject] = []
        self._audited: dict[tuple[Subject, str], bool] = {}
        self._ended: dict[str, list[bool]] = {}
        """For each kind whether runs did end where it was asked."""
        self._claimed: dict[str, list[list[Tried]]] = {}
        """For each kind what it claimed when a person spoke of it, answer by answer."""
        self._opinions: dict[tuple[Subject, str], Proposal] = {}
        self._beside: dict[TracedLayer, Meetings] = {}
        self._tried: dict[TracedLayer, tuple[Tried, ...]] = {}
        self._steps = [0, 1]

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What the person decided, in the order of deciding."""
        return tuple(self._marks.values())

    @property
    def progress(self) -> float:
        """How much of what is learnt now has been learnt; another thread may ask."""
        done, of = self._steps
        return min(1.0, done / max(of, 1))

    @property
    def model(self) -> str:
        """Which model proposes now: the method and how many marks it has learnt from."""
        return f"{METHOD}.{len(self._marks)}"

    def mark(self, mark: Mark) -> None:
        """Take a person's decision; one about the same subject and kind replaces the earlier.

        Raises AdjudicatorError for a word that the vocabulary lacks, or a hex or hexside that the board lacks.
        """
        self.mark_all((mark,))

    def mark_all(self, marks: Iterable[Mark]) -> None:
        """Take several decisions, which are held against what was proposed before any of them."""
        before = dict(self._opinions)
        claims: dict[str, list[Tried]] = {}
        for mark in marks:
            layer = self._checked(mark)
            asked = (mark.subject, self._asked(mark, layer))
            if asked in before:
                self._hold_against(before[asked], mark, asked)
                if before[asked].present and layer is not TracedLayer.TERRAIN:
                    claims.setdefault(mark.kind, []).append(Tried(before[asked].certain, mark.present))
            elif before and layer is not TracedLayer.TERRAIN and mark.present and asked not in self._marks:
                self._corrected.append(mark.subject)  # it was surely bare
            if layer is TracedLayer.TERRAIN and mark.present:
                self._forget(mark.subject)
            self._marks[mark.subject, mark.kind] = mark
            self._forget_proposals(layer)
        for kind, told in claims.items():
            self._claimed.setdefault(kind, []).append(told)

    def _hold_against(self, before: Proposal, mark: Mark, asked: tuple[Subject, str]) -> None:
        if before.layer is TracedLayer.TERRAIN:
            right = (before.kind == mark.kind) == mark.present
        else:
            right = before.present == mark.present
        if not right:
            self._corrected.append(mark.subject)
        if before.why is Why.ONWARD:
            self._ended.setdefault(before.kind, []).append(right)
        if sampled(mark.subject):
            self._audited.setdefault(asked, right)

    def held_back(self, layer: TracedLayer) -> tuple[Tried, ...]:
        """How proposals do on what a person decided: a part of it is held back, the rest learnt from, part after part.

        Only what is proposed to be there is told, for that is what a person takes.
        """
        if layer not in self._tried:
            self._tried[layer] = tuple(self._folds(layer))
        return self._tried[layer]

    def _folds(self, layer: TracedLayer) -> Iterator[Tried]:
        kinds = self.vocabulary.kinds(layer)
        mine = {each: mark for each, mark in self._marks.items() if mark.kind in kinds and mark.kind != OFF}
        has = {each for each, mark in mine.items() if mark.present}
        parts: dict[Subject, int] = {}
        for kind in kinds:
            for count, (subject, _) in enumerate(each for each in mine if each[1] == kind):
                parts.setdefault(subject, count % FOLDS)
        for part in range(FOLDS):
            held = {subject for subject, each in parts.items() if each == part}
            other = Tracer(self.board, self.vocabulary)
            other.mark_all(mark for mark in self.marks if mark.kind not in kinds or mark.subject not in held)
            yield from (
                Tried(each.certain, (each.subject, each.kind) in has)
                for each in other.proposals(layer)
                if each.present and each.subject in held
            )

    @property
    def off(self) -> tuple[Subject, ...]:
        """The hexes that are not on the map, by what a person said."""
        return tuple(mark.subject for mark in self.marks if mark.kind == OFF and mark.present)

    def beside(self, layer: TracedLayer) -> Meetings:
        """What lies beside what in a layer: hexes that look alike, hexsides that meet."""
        if layer not in self._beside:
            likes = sparse.coo_array(self.board.crowd.likes)
            pairs = np.stack([likes.row, likes.col], axis=1).astype(np.int64)[likes.data > ALIKE_HEXES]
            meetings = self._goes_on(layer).meetings
            self._beside[layer] = beside_each_other(
                self.board.layout, layer, meetings, pairs[pairs[:, 0] < pairs[:, 1]]
            )
        return self._beside[layer]

    def unmark(self, subject: Subject, kind: str) -> None:
        """Take a decision back; nothing happens if there is none."""
        if self._marks.pop((subject, kind), None) is not None:
            self._forget_proposals(self.vocabulary.layer(kind))

    def proposals(self, layer: TracedLayer) -> tuple[Proposal, ...]:
        """Everything that is proposed for a layer, what a person decided left out; least certain first.

        Of what is surely bare only the audit's sample is told, since it is nearly all of a board.
        """
        known = self._proposed(layer)
        if layer is TracedLayer.TERRAIN:
            decided = {mark.subject for mark in self.marks if mark.present and mark.kind in self.vocabulary.terrains}
            return tuple(each for each in known if each.subject not in decided)
        return tuple(each for each in known if (each.subject, each.kind) not in self._marks)

    def queue(self, count: int, layers: Iterable[TracedLayer] = tuple(TracedLayer)) -> tuple[Proposal, ...]:
        """What to look at next, each with the reason: the least certain, and every fifth one of the audit's sample."""
        ranked = sorted(self._ranked(layers), key=lambda pair: pair[0])
        audit = [each._replace(why=Why.AUDIT) for _, each in ranked if sampled(each.subject)]
        others = [each for _, each in ranked if not sampled(each.subject)]
        found: list[Proposal] = []
        while len(found) < count and (others or audit):
            due = audit and (len(found) % AUDIT_EVERY == AUDIT_EVERY - 1 or not others)
            found.append((audit if due else others).pop(0))
        return tuple(found)

    def remaining(self) -> Remaining:
        """The error that the audit's sample tells: proposals as they stood when a person looked."""
        return remaining(self._audited.values())

    def _ranked(self, layers: Iterable[TracedLayer]) -> Iterator[tuple[float, Proposal]]:
        beside = self._beside_corrections()
        for layer in layers:
            for each in self.proposals(layer):
                if beside.intersection(each.subject):
                    yield each.certainty * NEARER, each._replace(why=Why.NEIGHBOUR)
                else:
                    yield each.certainty, each

    def _beside_corrections(self) -> set[str]:
        """The numbers of the hexes of the last few corrections, and of those next to a corrected hex."""
        numbers = self.board.layout.number_index
        cells, index = self.board.layout.cells, self.board.layout.index
        found: set[str] = set()
        for subject in self._corrected[-3:]:
            found.update(subject)
            if len(subject) == 1:
                near = (index.get(each) for each in cells[numbers[subject[0]]].at.neighbours())
                found.update(cells[place].number for place in near if place is not None)
        return found

    def _checked(self, mark: Mark) -> TracedLayer:
        try:
            layer = self.vocabulary.layer(mark.kind)
        except KeyError:
            raise AdjudicatorError(f"the vocabulary has no '{mark.kind}'") from None
        layout = self.board.layout
        known = layout.number_index if layer is TracedLayer.TERRAIN else layout.side_index
        key = mark.subject[0] if len(mark.subject) == 1 else frozenset(mark.subject)
        if key not in known:
            raise AdjudicatorError(f"{'-'.join(mark.subject)} is nothing on this board that may be {mark.kind}")
        return layer

    def _asked(self, mark: Mark, layer: TracedLayer) -> str:
        return "" if layer is TracedLayer.TERRAIN else mark.kind

    def _forget_proposals(self, layer: TracedLayer) -> None:
        """Features of hexsides may want lines beside them and hide lines, and all may avoid terrains: then all is told anew."""
        for each in (TracedLayer.HEXSIDE, TracedLayer.LINE) if layer is not TracedLayer.TERRAIN else TracedLayer:
            self._known.pop(each, None)
            self._final.pop(each, None)
            self._tried.pop(each, None)
        for each in TracedLayer if layer is TracedLayer.TERRAIN else (layer,):
            self._among.pop(each, None)

    def _forget(self, subject: Subject) -> None:
        """A hex has one terrain: a new one replaces what was marked there."""
        for kind in self.vocabulary.terrains:
            self._marks.pop((subject, kind), None)

    def _about(self, proposal: Proposal) -> tuple[Subject, str]:
        """What a proposal answers: of a hex only one thing is asked."""
        return proposal.subject, "" if proposal.layer is TracedLayer.TERRAIN else proposal.kind

    def _proposed(self, layer: TracedLayer) -> tuple[Proposal, ...]:
        """All proposals of a layer, least certain first."""
        if layer not in self._known:
            with one_thread_each():
                found = sorted(
                    self._terrain() if layer is TracedLayer.TERRAIN else self._kinds(layer), key=attrgetter("certainty")
                )
            self._known[layer] = tuple(found)
            self._opinions |= {self._about(each): each for each in found}
        return self._known[layer]

    def _terrain(self) -> Iterator[Proposal]:
        terrains, index = self.vocabulary.terrains, self.board.layout.number_index
        mine = [mark for mark in self.marks if mark.kind in terrains]
        marked = {index[mark.subject[0]]: terrains.index(mark.kind) for mark in mine if mark.present}
        off = terrains.index(OFF) if OFF in terrains else -1
        if not any(each != off for each in marked.values()):
            return
        points = self.board.crowd.reduced
        if not told_apart(points, marked, off):  # hexes that were taken out may look like any others
            marked = {place: each for place, each in marked.items() if each != off}
        scores = classified(self.board.crowd, marked, len(terrains))
        seen = [each in marked.values() for each in range(len(terrains))]
        scores = scores * np.array(seen)
        scores /= np.maximum(scores.sum(axis=1, keepdims=True), 1e-9)
        refused = np.zeros(scores.shape, dtype=bool)
        for mark in mine:
            if not mark.present:
                refused[index[mark.subject[0]], terrains.index(mark.kind)] = True
        left = np.where(refused, 0.0, scores)
        odd = strangers(self.board.crowd, marked) & ~refused.any(axis=1)
        if off >= 0:
            # what is neither this nor that may be no hex of the map at all
            spent = (refused.sum(axis=1) > 1) | (refused.any(axis=1) & ~left.any(axis=1))
            left[spent & ~refused[:, off]] = np.eye(len(terrains))[off]
        told: NDArray[np.bool_] = np.asarray(left.any(axis=1))
        scores = left / np.maximum(left.sum(axis=1, keepdims=True), 1e-12)
        doubted: NDArray[np.bool_] = np.asarray(odd | refused.any(axis=1))
        for place, each in enumerate(self._told(scores, shares(self.board.features, scores))):
            if told[place] and not doubted[place]:
                yield each
            elif told[place]:
                certainty, certain = min(each.certainty, DOUBTED), min(each.certain, LIKE_NONE if odd[place] else 0.5)
                why = Why.STRANGE if odd[place] else each.why
                yield each._replace(certainty=certainty, certain=certain, why=why)

    def _told(self, scores: Scores, parts: Shares) -> Iterator[Proposal]:
        terrains, model = self.vocabulary.terrains, self.model
        ordered = np.sort(scores, axis=1)
        gaps = ordered[:, -1] - ordered[:, -2] if len(terrains) > 1 else np.ones(len(scores))
        certain = calibrated(TracedLayer.TERRAIN, np.full(len(gaps), Sort.CLAIM), gaps)
        for place, cell in enumerate(self.board.layout.cells):
            best = int(scores[place].argmax())
            doubtful = bool(parts.doubtful[place])
            part = {
                terrains[each]: round(float(share), 2) for each, share in enumerate(parts.shares[place]) if share > 0
            }
            certainty = float(gaps[place]) * (0.6 if doubtful else 1.0)
            score = float(scores[place, best])
            yield Proposal(
                (cell.number,),
                TracedLayer.TERRAIN,
                terrains[best],
                score,
                model,
                certainty,
                shares=part,
                doubtful=doubtful or certainty < 0.3,
                certain=float(certain[place]),
            )

    def _kinds(self, layer: TracedLayer) -> Iterator[Proposal]:
        for kind, scores in self._scores(layer).items():
            yield from self._kind(layer, kind, scores)

    def _scores(self, layer: TracedLayer) -> Mapping[str, Scores]:
        """The scores of all kinds of a layer that have examples, as they are proposed."""
        if layer in self._final:
            return self._final[layer]
        found = self._settled(layer)
        there = self._there(layer, found.scores)
        if layer is TracedLayer.HEXSIDE and self.vocabulary.lines:
            # a bridge wants a line, whichever its examples have
            there[""] = np.max(list(self._lines_there().values()), axis=0)
        final: dict[str, Scores] = {}
        for kind, evidence in found.evidence.items():
            if evidence.present:
                scores = found.scores[kind]
                beside = companions_present(evidence.present, self._companions(layer, kind, evidence, there))
                final[kind] = scores if beside is None else scores * beside
        if layer is TracedLayer.LINE:
            final = self._passing(final, found.evidence)
        self._final[layer] = final
        return final

    def _passing(self, scores: Mapping[str, Scores], evidence: Mapping[str, KnownExamples]) -> dict[str, Scores]:
        """The scores of lines, where bridges hide them by what comes up to these; of several the likeliest passes."""
        spots = self._spots()
        through = {
            kind: passing(self._models[kind], each, evidence[kind].present, spots) for kind, each in scores.items()
        }
        most = np.max(list(through.values()), axis=0) if through else spots
        return {kind: np.where(each < most, scores[kind], each) for kind, each in through.items()}

    def _settled(self, layer: TracedLayer) -> LayerScores:
        """The scores of a layer's kinds among themselves, before those of the other layer are asked."""
        if layer not in self._among:
            # hexside features and lines ask each other: both are learnt at once, kind beside kind
            self._settle([each for each in (TracedLayer.HEXSIDE, TracedLayer.LINE) if each not in self._among])
        return self._among[layer]

    def _settle(self, layers: Sequence[TracedLayer]) -> None:
        kinds = {layer: self.vocabulary.kinds(layer) for layer in layers}
        evidence = {layer: {kind: self._evidence(kind, kinds[layer]) for kind in kinds[layer]} for layer in layers}
        every = [(layer, kind) for layer in layers for kind in kinds[layer]]
        self._steps = [0, 2 * len(every)]

        def looked(each: tuple[TracedLayer, str]) -> None:
            self._models[each[1]].look(evidence[each[0]][each[1]])
            self._steps[0] += 1

        together(looked, every)
        doubted = {kind: self._doubted(evidence[layer], kind) for layer, kind in every}

        grounds = self._grounds()

        def joined(each: tuple[TracedLayer, str]) -> Scores:
            layer, kind = each
            told = self._goes_on(layer).joined(self._models[kind].scores(doubted[kind], grounds))
            self._steps[0] += 1
            return told

        found = dict(zip(every, together(joined, every), strict=True))
        for layer in layers:
            mine = {kind: found[layer, kind] for kind in kinds[layer]}
            meetings, pairs = self._goes_on(layer).meetings, self._together(kinds[layer])
            scores, contests = settled(mine, self._models, evidence[layer], pairs, meetings)
            spots = self._on_hosts(scores, evidence[layer]) if layer is TracedLayer.HEXSIDE else {}
            self._among[layer] = LayerScores(evidence[layer], scores | spots, frozenset(spots), contests)

    def _grounds(self) -> Grounds:
        """Beside which terrains each hexside lies, as they are marked or proposed; none before terrains have examples."""
        cells, terrains = self.board.layout.cells, self.vocabulary.terrains
        told = {each.subject[0]: each.kind for each in self._proposed(TracedLayer.TERRAIN)}
        told |= {mark.subject[0]: mark.kind for mark in self.marks if mark.present and mark.kind in terrains}
        inside = np.array([[told.get(cell.number) == each for each in terrains] for cell in cells], dtype=bool)
        return np.asarray(inside.reshape(len(cells), -1)[self.board.layout.pairs].any(axis=1))

    def _on_hosts(self, scores: Mapping[str, Scores], evidence: Mapping[str, KnownExamples]) -> dict[str, Scores]:
        """The scores of the kinds that stand on others, such as bridges."""
        found: dict[str, Scores] = {}
        there = self._there(TracedLayer.HEXSIDE, scores)
        for kind, mine in evidence.items():
            for host in hosts(mine.present, self._companions(TracedLayer.HEXSIDE, kind, mine, there)):
                bare = set(evidence[host].present) - set(mine.present)
                told = only_on_hosts(self._models[host], there[host], mine.present, [*mine.absent, *sorted(bare)])
                if told is not None:
                    found[kind] = told if kind not in found else np.minimum(found[kind], told)
        return found

    def _companions(
        self, layer: TracedLayer, kind: str, mine: KnownExamples, there: Mapping[str, Scores]
    ) -> dict[str, Scores]:
        """The other kinds that a kind may want: not those without which it runs on, though all examples have them.

        Where it runs is not to be told from two examples.
        """
        others = {each: scores for each, scores in there.items() if each != kind}
        if len(mine.present) < ENOUGH:
            return others
        goes_on = self._goes_on(layer)
        return {each: scores for each, scores in others.items() if not goes_on.runs_apart(there[kind], scores)}

    def _goes_on(self, layer: TracedLayer) -> Continuity:
        return self.board.through if layer is TracedLayer.LINE else self.board.corners

    def _spots(self) -> Scores:
        """Where something stands on a hexside and may hide what crosses it."""
        found = self._settled(TracedLayer.HEXSIDE)
        there = self._there(TracedLayer.HEXSIDE, found.scores)
        spots = [np.zeros(len(self.board.layout.sides)), *(there[kind] for kind in found.spots)]
        return np.asarray(np.max(spots, axis=0))

    def _lines_there(self) -> dict[str, Scores]:
        """The scores of all lines as they are proposed now."""
        count = len(self.board.layout.sides)
        none = {kind: np.zeros(count) for kind in self.vocabulary.lines}
        return self._there(TracedLayer.LINE, none | dict(self._scores(TracedLayer.LINE)))

    def _there(self, layer: TracedLayer, scores: Mapping[str, Scores]) -> dict[str, Scores]:
        """The scores of a layer's kinds, with what a person said of them put in."""
        places = self.board.layout.side_index
        found = {kind: np.array(each) for kind, each in scores.items()}
        for mark in self.marks:
            if mark.kind in self.vocabulary.kinds(layer):
                found[mark.kind][places[frozenset(mark.subject)]] = float(mark.present)
        return found

    def _kind(self, layer: TracedLayer, kind: str, scores: Scores) -> Iterator[Proposal]:
        model, doubts = self.model, self._doubts(layer, kind, scores)
        facing = self._facing(kind, scores) if kind in self.vocabulary.one_way else None
        cells, sides, subjects = self.board.layout.cells, self.board.layout.sides, self.board.layout.subjects
        sure = doubts.certainty
        if facing is not None:
            sure = np.where(scores > 0.5, np.minimum(sure, facing[1]), sure)
        for place in np.flatnonzero((scores > 0.5) | (doubts.certain < SURELY_BARE) | self._sampled).tolist():
            found = Proposal(
                subjects[place], layer, kind, float(scores[place]), model, float(sure[place]), **doubts.of(place)
            )
            if facing is not None:
                signs, firm = facing
                aim = cells[sides[place][1 if signs[place] > 0 else 0]].number
                found = found._replace(towards=aim, aimed=(1 + float(firm[place])) / 2)
            yield found

    @cached_property
    def _sampled(self) -> NDArray[np.bool_]:
        """Which hexsides are of the audit's sample."""
        return np.array([sampled(each) for each in self.board.layout.subjects], dtype=bool)

    def _doubts(self, layer: TracedLayer, kind: str, scores: Scores) -> Doubts:
        """How certain each score of a kind is.

        Of claims that look unlike all that was marked some are uncertain, so is where what no ink explains well ends, and what
        two kinds claim as long as nobody said anything of that run.
        """
        places, sure = self.board.layout.side_index, np.asarray(np.abs(2 * scores - 1))
        mine = [each for each in self.marks if each.kind == kind]
        marked = np.array([places[frozenset(each.subject)] for each in mine], dtype=np.int64)
        there, goes_on = scores > 0.5, self._goes_on(layer)
        rivals = self._rivals(layer, kind)
        sort = np.where(there, Sort.CLAIM, Sort.BARE)
        sort[[place for place in rivals if there[place]]] = Sort.CONTESTED
        whys = dict.fromkeys(rivals, Why.CONTESTED)
        stands_for: dict[int, int] = {}
        claimed = np.setdiff1d(np.flatnonzero(there), marked)
        for rank, (place, like) in enumerate(claims_to_ask(self._models[kind].looks, claimed, marked)):
            sure[place] = min(sure[place], FIRST + STEP * rank)
            sort[like] = Sort.STRANGE
            whys[place], stands_for[place] = Why.STRANGE, len(like)
        certain = calibrated(layer, sort, np.abs(2 * scores - 1))
        certain = np.where(there, certain * self._kept(kind), certain)
        if not self._models[kind].well:
            ended = self._ended.get(kind, [])
            ends = (FIRST_ENDS * ENDS + sum(ended)) / (FIRST_ENDS + len(ended))
            teaches = TEACHES if 2 * sum(ended) <= len(ended) else 1
            known = there.copy()
            known[marked] = [each.present for each in mine]
            for rank, place in enumerate(goes_on.onward(known, scores, marked)[:MOST_ENDS]):
                sure[place] = min(sure[place], ONWARD + STEP * rank)
                certain[place] = min(certain[place], ends)
                whys[int(place)] = Why.ONWARD
            drawn = np.zeros(len(there), dtype=bool)
            drawn[marked] = [each.present for each in mine]
            for place in self._left_off(goes_on, drawn, marked, scores).tolist():
                certain[place] = min(certain[place], ends)
                whys[place], stands_for[place] = Why.ONWARD, teaches
        return Doubts(sure, certain, whys, stands_for, rivals)

    def _kept(self, kind: str) -> float:
        """How much of a kind's certainty is kept: what was refused of its claims, and was thought certain, stands for others."""
        told = self._claimed.get(kind, [])
        right, certain = (sum(sum(each[at] for each in some) / len(some) for some in told) for at in (1, 0))
        return min(1.0, (CLAIMS + right) / (CLAIMS + certain))

    def _left_off(self, goes_on: Continuity, drawn: NDArray[np.bool_], marked: Ints, scores: Scores) -> Ints:
        """Of a kind that is read badly more examples teach most: they lie where those that a person drew go on."""
        if not 0 < drawn.sum() < TAUGHT or goes_on.beyond_chance((scores > 0.5) | drawn) < GOES_ON:
            return np.empty(0, dtype=np.int64)
        return goes_on.left_off(drawn, marked, scores)

    def _rivals(self, layer: TracedLayer, kind: str) -> dict[int, str]:
        """Where another kind claims what this one claims, and which, if nobody spoke of that run yet."""
        found: dict[int, str] = {}
        for each in self._settled(layer).contests:
            if kind in (each.one, each.other):
                spoken = np.zeros(len(each.at), dtype=bool)
                spoken[
                    [
                        self.board.layout.side_index[frozenset(mark.subject)]
                        for mark in self.marks
                        if mark.kind in (each.one, each.other)
                    ]
                ] = True
                other = each.other if kind == each.one else each.one
                at = unheard(each.at, self._goes_on(layer).meetings, spoken)
                found |= dict.fromkeys(np.flatnonzero(at).tolist(), other)
        return found

    def _evidence(self, kind: str, kinds: tuple[str, ...]) -> KnownExamples:
        places = self.board.layout.side_index
        marks = [mark for mark in self.marks if mark.teaches]
        of = {mark.subject: mark.present for mark in marks if mark.kind == kind}
        present = tuple(places[frozenset(each)] for each, there in of.items() if there)
        absent = tuple(places[frozenset(each)] for each, there in of.items() if not there)
        decided = {mark.subject for mark in self.marks if mark.kind == kind}
        others = tuple(
            tuple(
                places[frozenset(m.subject)] for m in marks if m.kind == each and m.present and m.subject not in decided
            )
            for each in kinds
            if each != kind
        )
        mine = {subject for subject, there in of.items() if there}
        marked = ({m.subject for m in marks if m.kind == each and m.present} for each in kinds if each != kind)
        hidden = {subject for each in marked if each <= mine for subject in each}
        return KnownExamples(
            present, absent, others=others, hidden=tuple(places[frozenset(each)] for each in sorted(hidden))
        )

    def _doubted(self, evidence: Mapping[str, KnownExamples], kind: str) -> KnownExamples:
        """The evidence of a kind with its doubts: other kinds' hexsides lack it only if these look like it.

        A hexside marked with a stream is likely to be no river of the same blue, but it may well be a hedge. And where
        every bridge stands on a river, a river without one was marked because there is none.
        """
        ink, mine = self._models[kind].ink, set(evidence[kind].present)
        marked = [each for each in evidence if each != kind and evidence[each].present] if mine else []
        close = [
            each for each in marked if mine <= set(evidence[each].present) or ink.like(self._models[each].ink) >= ALIKE
        ]
        doubtful = {at for each in close for at in evidence[each].present} - mine - set(evidence[kind].absent)
        return replace(evidence[kind], doubtful_absent=tuple(sorted(doubtful)))

    def _together(self, kinds: tuple[str, ...]) -> set[frozenset[str]]:
        """Pairs of kinds that a person marked on one hexside."""
        at: dict[Subject, set[str]] = {}
        for mark in self.marks:
            if mark.kind in kinds and mark.present:
                at.setdefault(mark.subject, set()).add(mark.kind)
        return {frozenset((one, other)) for each in at.values() for one in each for other in each if one != other}

    def _facing(self, kind: str, scores: Scores) -> tuple[Scores, Scores] | None:
        """Towards which hex a one-way kind faces everywhere, positive for the second, and how sure that is.

        None if no example says.
        """
        layout = self.board.layout
        there = scores > 0.5
        signs = {}
        for mark in self.marks:
            if mark.kind == kind:
                place = layout.side_index[frozenset(mark.subject)]
                there[place] = mark.present
                if mark.present and mark.towards:
                    signs[place] = 1 if layout.cells[layout.sides[place][1]].number == mark.towards else -1
        return facing(layout, self._models[kind].profiles.lean, signs, there) if signs else None
