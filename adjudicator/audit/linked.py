"""What was done on the table beside what the rules made of it: acts with their verdicts, findings with their acts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field

from adjudicator.analysis.air.told import air_words
from adjudicator.audit.chain import Recorded
from adjudicator.audit.record import ActEntry
from adjudicator.audit.rulings import Ruling, reason_for
from adjudicator.audit.table_acts import Ledger
from adjudicator.findings import Finding, Severity
from adjudicator.judging.applicable import asks_for_phases
from adjudicator.judging.unseen import unseen_by
from adjudicator.lean import dataclass, replace
from adjudicator.play.session import Play
from adjudicator.record.acts import Act, Attack
from adjudicator.record.flights import AirAct, Dogfight


@dataclass(slots=True)
class LinkedAudit:
    """Table acts, the pack's acts and findings brought together by step and counter."""

    ledger: Ledger
    files: Sequence[Recorded]
    play: Play | None
    found: Sequence[Finding]
    _by_step: dict[int, list[int]] = field(default_factory=dict)
    _counters: dict[str, str] = field(default_factory=dict)
    _sides: dict[str, str] = field(default_factory=dict)
    _accused: dict[int, list[Finding]] = field(default_factory=dict)
    _at: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for act in self.ledger.acts:
            for step in act.steps:
                self._by_step.setdefault(step, []).append(act.number)
        if self.play is not None:
            self._learn(self.play)
        for finding in self.found:
            at = self._act_of(finding)
            self._at[finding.id] = at
            if at >= 0:
                self._accused.setdefault(at, []).append(finding)

    def _learn(self, play: Play) -> None:
        """Which counter each unit is, and whose."""
        named = {name for finding in self.found for name in finding.units}
        for name, unit in play.start.units.items():
            self._counters[name], self._sides[name] = unit.counter, unit.side
        for act in play.acts:
            for name in (*act.units, *named.difference(self._counters)):
                there = act.after.units.get(name) or act.before.units.get(name)
                if there is not None:
                    self._counters[name], self._sides[name] = there.counter, there.side

    def _act_of(self, finding: Finding) -> int:
        """The act that a finding is about: one of its step with one of its counters; -1 for a position or a phase."""
        wanted = {self._counters.get(name, "") for name in finding.units} - {""}
        for at in self._by_step.get(finding.step, ()):
            if wanted & set(self.ledger.moved.get(at, ())):
                return at
        return -1

    def acts(self) -> Iterator[ActEntry]:
        """The acts with phase, verdict and findings of the pack's."""
        judged = self._judged_acts()
        fought = {act.step for act in self.play.acts if isinstance(act, Attack)} if self.play else set()
        flown = {act.step: act for act in self.play.acts if isinstance(act, AirAct)} if self.play else {}
        for each in self.ledger.acts:
            act = replace(each, kind="attack") if each.kind == "chat" and fought.intersection(each.steps) else each
            act = in_the_air(act, flown) if act.kind == "chat" else act
            accused = self._accused.get(act.number, ())
            mine = judged.get(act.number)
            if mine is None and not accused:
                yield act
                continue
            kind = "step loss" if mine is not None and act.kind == "flip" and _loses_a_step(mine) else act.kind
            phase = mine.moment.phase.name if mine is not None and mine.moment.phase else ""
            verdict = _verdict(accused, mine) if mine is not None or accused else ""
            by = mine.moment.told_by if mine is not None else ""
            side = act.side or (self._side_of(mine) if mine is not None else "")
            ids = tuple(dict.fromkeys(finding.id for finding in accused))
            yield replace(act, kind=kind, phase=phase, verdict=verdict, findings=ids, side=side, phase_told_by=by)

    def _judged_acts(self) -> dict[int, Act]:
        found: dict[int, Act] = {}
        for act in self.play.acts if self.play else ():
            counters = {self._counters.get(name, "") for name in act.units} - {""}
            for at in self._by_step.get(act.step, ()):
                if counters & set(self.ledger.moved.get(at, ())):
                    found.setdefault(at, act)
        return found

    def _side_of(self, act: Act) -> str:
        sides = {self._side_named(name) for name in act.units}
        return sides.pop() if len(sides) == 1 else ""

    def _side_named(self, unit: str) -> str:
        """Whose a unit is, as people call the side; "" of nobody's."""
        side = self._sides.get(unit, "")
        return self.play.start.pack.called(side) if self.play is not None and side else side

    def findings(self, rulings: Sequence[Ruling]) -> Iterator[Finding]:
        steps = {step.step: step for step in self.ledger.steps}
        for finding in self.found:
            step = steps.get(finding.step)
            yield replace(
                finding,
                counters=tuple(self._counters.get(name, "") for name in finding.units),
                sides=tuple(sorted({self._side_named(name) for name in finding.units} - {""})),
                file=self.files[step.file].name if step else "",
                file_step=step.file_step if step else 0,
                act=self._at[finding.id],
                ruling=reason_for(finding, rulings),
            )


def in_the_air(entry: ActEntry, flown: Mapping[int, AirAct]) -> ActEntry:
    """A line of chat that tells a mission or a dogfight, in words of ours; any other as it is."""
    act = next((flown[step] for step in entry.steps if step in flown), None)
    if act is None:
        return entry
    return replace(entry, kind="dogfight" if isinstance(act, Dogfight) else "mission", text=air_words(act))


def _verdict(accused: Iterable[Finding], act: Act | None) -> str:
    severities = {finding.severity for finding in accused}
    if Severity.VIOLATION in severities:
        return "illegal"
    return "undetermined" if Severity.DOUBT in severities or (act is not None and _is_open(act)) else "legal"


def _is_open(act: Act) -> bool:
    """Whether nobody can call an act legal: its phase is not known and a rule asks for it, or a counter by it can't be read."""
    timeless = act.moment.phase is not None or not asks_for_phases(act.before.pack)
    return not timeless or bool(unseen_by(act))


def _loses_a_step(act: Act) -> bool:
    pairs = ((act.before.units.get(name), act.after.units.get(name)) for name in act.units)
    return any(old is not None and new is not None and new.steps < old.steps for old, new in pairs)
