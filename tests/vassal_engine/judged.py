"""A judged log in the engine: played to its end it leaves the table that the log itself leaves, with our verdict in the chat."""

from __future__ import annotations

from collections import Counter as Tally

from adjudicator import open_game
from adjudicator.model.chat import is_verdict, plain
from exporters.vassal.judged_log import verdict_lines
from tests.vassal_engine.engine import Engine
from tests.vassal_engine.modules import FIXTURES
from tests.vassal_engine.rows import Row, Tried, read_by_us, row_of


def told_in_chat(engine: Engine, game: str, log: str) -> Row:
    """A log and its judged copy, both stepped through; what the second's chat says besides is our verdict and nothing else."""
    folder = FIXTURES / game
    module, judged = folder / f"{game}.vmod", engine.work / f"judged_{game}" / log
    judged.parent.mkdir()
    audited = open_game(folder / log, pack="fitting", module=module).audit()
    audited.write_judged(judged, doubts=True)
    lines = verdict_lines(audited.record, audited.record.files[-1], doubts=True)
    script = (["step", -1], ["chat"])
    plainly = engine.play(module, "", [["load", folder / log], *script])
    answers = engine.play(module, "", [["load", judged], *script])
    said = _lines(answers[2].told) - _lines(plainly[2].told)
    wanted = Tally(plain(line) for told in lines.values() for line in told)
    end = row_of("", answers[1:], read_by_us(judged, module, "end"))
    tried = (
        Tried("steps", answers[1].told == plainly[1].told, f"{answers[1].told}, the log has {plainly[1].told}"),
        Tried("table at the end", answers[1].table == plainly[1].table, f"that of the log; {end.counted}"),
        Tried("chat", said == wanted, f"{sum(said.values())} lines more, {sum(wanted.values())} of them verdicts"),
        Tried("chat of the log", not any(map(is_verdict, _lines(plainly[2].told))), "no verdict"),
    )
    return row_of(f"judged {log} of {game}", answers, read_by_us(judged, module), tried)


def _lines(chat: object) -> Tally[str]:
    return Tally(line.strip() for line in str(chat).splitlines() if line.strip())
