"""Every sample log audited: exactly the listed findings, the same in halves, and five ways of tampering named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.adjudicator.audit.game import edited
from tests.adjudicator.audit.sample_games import (
    SAMPLES,
    Sample,
    a_hop_that_goes_on,
    a_roll,
    audited,
    cut,
    listed,
    log_of,
    middle,
    stored_anew,
    whole,
    with_a_counter_moved,
    with_other_dice,
    without_steps,
)

pytestmark = pytest.mark.parametrize("sample", SAMPLES, ids=[sample.pack for sample in SAMPLES])

NOWHERE = ("bl:0.cards.e", "bl:1.4.a")
"""Rules of cards and of income: what breaks them lies nowhere on the map and is no unit's doing."""


def test_the_listed_findings_are_found_and_no_other(sample: Sample) -> None:
    found = sorted((finding.rule, finding.severity.value) for finding in whole(sample).findings)
    assert found == listed(sample)


def test_every_finding_has_its_arithmetic_its_act_and_its_place(sample: Sample) -> None:
    for finding in whole(sample).findings:
        assert finding.because
        assert finding.citation
        assert finding.file_step
        assert finding.at or finding.units or finding.rule in NOWHERE


def test_every_step_is_accounted_for(sample: Sample) -> None:
    audit = whole(sample)
    assert len(audit.steps) == len(log_of(sample).steps)
    assert all(bool(step.acts) != bool(step.ignored) for step in audit.steps)
    assert audit.chain.sound


@pytest.mark.parametrize("share", [0.3, 0.6])
def test_the_halves_give_the_findings_of_the_whole(sample: Sample, share: float, tmp_path: Path) -> None:
    halves = audited(sample, cut(sample, int(len(log_of(sample).steps) * share), tmp_path)).audit
    assert [link.joint for link in halves.chain.links] == ["follows"]
    assert halves.chain.sound
    assert [finding.id for finding in halves.findings] == [finding.id for finding in whole(sample).findings]


def test_a_counter_moved_between_the_logs_is_named(sample: Sample, tmp_path: Path) -> None:
    state, name = with_a_counter_moved(sample, middle(sample))
    audit = audited(sample, cut(sample, middle(sample), tmp_path, state), judged=False).audit
    (link,) = audit.chain.links
    assert link.joint == "gap"
    moved = [each.counter.id for each in link.differences if each.change == "moved" and each.counter]
    assert moved == [name]


def test_a_deleted_step_is_named(sample: Sample, tmp_path: Path) -> None:
    first, second = cut(sample, middle(sample), tmp_path)
    step, name = a_hop_that_goes_on(sample, middle(sample))
    edited(first, lambda text: without_steps(text, (step,)))
    audit = audited(sample, (first, second), judged=False).audit
    assert not audit.chain.sound
    counter = next(each for act in audit.acts for each in act.counters if each.id == name)
    told = [each for each in audit.chain.contradictions if each.says.startswith("was at")]
    assert [each.subject for each in told][:1] == [counter.name]
    assert {each.file for each in told} == {"one.vlog"}


def test_an_edited_die_is_named(sample: Sample, tmp_path: Path) -> None:
    step, roll = a_roll(sample)
    forged = edited(sample.path, with_other_dice, tmp_path / "forged.vlog")
    told = audited(sample, (forged,), judged=False).audit.chain.contradictions
    assert [(each.file_step, each.subject) for each in told] == [(step, f"dice {roll.name}")]


def test_another_module_version_is_named(sample: Sample, tmp_path: Path) -> None:
    first, second = cut(sample, middle(sample), tmp_path)
    name = log_of(sample).start.module
    about = f"<data version='1'><version>9.9</version><VassalVersion>3.7.26</VassalVersion><name>{name}</name></data>"
    edited(second, str, moduledata=about)
    (link,) = audited(sample, (first, second), judged=False).audit.chain.links
    assert link.joint == "other module"
    assert "9.9" in link.text


def test_a_save_stored_anew_in_between_is_named(sample: Sample, tmp_path: Path) -> None:
    first, second = cut(sample, middle(sample), tmp_path)
    save = stored_anew(sample, middle(sample), tmp_path / "between.vsav")
    chain = audited(sample, (first, save, second), judged=False).audit.chain
    assert [link.joint for link in chain.links] == ["re-saved", "re-saved"]
    assert all(each.harmless for link in chain.links for each in link.differences)
