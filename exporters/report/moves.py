"""The lines of the page's moves, made without the templates: a long game has thousands, most of them never looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from markupsafe import Markup, escape

from adjudicator.audit.record import ActEntry, Audit
from adjudicator.exporters.report.runs import ActRun
from adjudicator.exporters.report.table import TALK
from adjudicator.exporters.report.words import named, remark, told
from adjudicator.languages import Language
from adjudicator.lean import dataclass


@dataclass(frozen=True, slots=True)
class MoveLines:
    """Writes a line for each run of acts; `trail` is an act's way as the page's script reads it."""

    audit: Audit
    language: Language
    trail: Callable[[ActEntry], str]

    def __call__(self, runs: Iterable[ActRun], says: Mapping[str, str]) -> Markup:
        """The lines; `says` are the page's words, with `{}` where numbers and names stand."""
        title = named(self.audit)
        return Markup("").join(self._line(run, says, lambda name: self._told(title(name))) for run in runs)

    def _line(self, run: ActRun, says: Mapping[str, str], title: Callable[[str], str]) -> Markup:
        act, steps, by = run.act, run.steps, escape(self.audit.doer(run.act))
        first, last = (steps[0], steps[-1]) if steps else (0, 0)
        way = f' data-trail="{escape(self.trail(act))}"' if len(act.path) > 1 and not act.undone else ""
        parts = [f"<b>{escape(self.language.text(act.kind))}</b> {self._told(told(act))}"]
        if run.count > 1:
            parts[0] = f"{run.count} × {parts[0]}"
            parts += [_quiet(f"({says['steps'].format(first, last)})")] if first != last else []
        said = self._told(remark(act))
        parts += [f'<span class="quiet remark">{said}</span>'] if said else []
        parts += [_quiet(says["by"].format(by))] if by else []
        parts += [_quiet(says["undone"].format(act.undone))] if act.undone else []
        if act.verdict and act.verdict != "legal":
            kind, word = ("violation", says["illegal"]) if act.verdict == "illegal" else ("doubt", says["unsure"])
            parts.append(f'· <span class="badge {kind}">{word}</span>')
        parts += [f'<a href="#{escape(name)}">{title(name)}</a>' for name in act.findings]
        looks = f"act {'talk' if act.kind in TALK else ''}{' undone' if act.undone else ''}"
        data = f'data-turn="{escape(act.turn)}" data-kind="{escape(act.kind)}" data-by="{by}"{way}'
        go = f'class="go" data-step="{last}" aria-label="{says["go"].format(last)}"'
        line = (
            f'<li class="{looks}" data-steps="{" ".join(map(str, steps))}" {data}>'
            f'<button type="button" {go}>{last or ""}</button> <span>{" ".join(parts)}</span></li>\n'
        )
        return Markup(line)  # noqa: S704 - all that is of the input is escaped above

    def _told(self, text: str) -> Markup:
        return escape(self.language.told(text))


def _quiet(text: str) -> str:
    return f'<span class="quiet">{text}</span>'
