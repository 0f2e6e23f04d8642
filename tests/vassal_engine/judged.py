"""A judged log in the engine: played to its end it leaves the table that the log itself leaves, with our verdict in the chat."""

from __future__ import annotations

import re
import shutil
import time
from collections import Counter as Tally
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx2

from adjudicator import open_game
from adjudicator.audit.record import Audit
from adjudicator.exporters.vassal.judged_log import verdict_lines
from adjudicator.model.chat import is_verdict, plain
from tests.desk.serving import served
from tests.vassal_engine.engine import Engine
from tests.vassal_engine.modules import FIXTURES
from tests.vassal_engine.rows import Row, Tried, read_by_us, row_of

PATIENCE = 300


@dataclass(frozen=True)
class Pair:
    """A log and its judged copy, with the lines that the copy's chat should say besides."""

    name: str
    module: Path
    log: Path
    judged: Path
    verdicts: Tally[str]


def told_in_chat(engine: Engine, game: str, log: str) -> Row:
    """A log and its judged copy, both stepped through; what the second's chat says besides is our verdict and nothing else."""
    folder = FIXTURES / game
    module, judged = folder / f"{game}.vmod", engine.work / f"judged_{game}" / log
    judged.parent.mkdir()
    audited = open_game(folder / log, pack="fitting", module=module).audit()
    audited.write_judged(judged, doubts=True)
    lines = _verdicts(audited.record, doubts=True)
    return compared(engine, Pair(f"judged {log} of {game}", module, folder / log, judged, lines))


def made_on_the_desk(engine: Engine, game: str, names: tuple[str, ...]) -> Row:
    """The same with the judged log that a player gets from *Share* on the desk; the last of the names is the log."""
    folder = engine.work / f"desk {game}"
    folder.mkdir()
    for name in (f"{game}.vmod", *names):
        shutil.copy(FIXTURES / game / name, folder)
    judged = (
        engine.work / f"judged on the desk {game}" / names[-1]
    )  # by its old name: the chat says which file is loaded
    judged.parent.mkdir()
    with served(engine.work / "home", folder) as link:
        judged.write_bytes(_shared(link, f"{Path(names[-1]).stem}_judged.vlog"))
    lines = _verdicts(open_game(folder, pack="fitting").audit().record, doubts=False)
    return compared(
        engine,
        Pair(
            f"{judged.name} of {game}, judged on the desk", folder / f"{game}.vmod", folder / names[-1], judged, lines
        ),
    )


def compared(engine: Engine, pair: Pair) -> Row:
    """Both logs stepped through in the engine: the same table at the end, and the verdict more in the chat."""
    script = (["step", -1], ["chat"])
    plainly = engine.play(pair.module, "", [["load", pair.log], *script])
    answers = engine.play(pair.module, "", [["load", pair.judged], *script])
    said = _lines(answers[2].told) - _lines(plainly[2].told)
    end = row_of("", answers[1:], read_by_us(pair.judged, pair.module, "end"))
    count = f"{sum(said.values())} lines more, {sum(pair.verdicts.values())} of them verdicts"
    tried = (
        Tried("steps", answers[1].told == plainly[1].told, f"{answers[1].told}, the log has {plainly[1].told}"),
        Tried("table at the end", answers[1].table == plainly[1].table, f"that of the log; {end.counted}"),
        Tried("chat", said == pair.verdicts and bool(said), count),
        Tried("chat of the log", not any(map(is_verdict, _lines(plainly[2].told))), "no verdict"),
    )
    return row_of(pair.name, answers, read_by_us(pair.judged, pair.module), tried)


def _verdicts(audit: Audit, *, doubts: bool) -> Tally[str]:
    """What the chat of the last file should say of it."""
    lines = verdict_lines(audit, audit.files[-1], doubts=doubts)
    return Tally(plain(line) for told in lines.values() for line in told)


def _shared(link: str, name: str) -> bytes:
    """The judged log, asked for and downloaded as the page *Share* does it."""
    address = urlsplit(link)
    origin = f"{address.scheme}://{address.netloc}"
    with httpx2.Client(base_url=origin, headers={"Origin": origin, "Sec-Fetch-Site": "same-origin"}) as client:
        client.get(link).raise_for_status()
        game = re.findall(r"/g/[0-9a-f]{12}", client.get("/").text)[0]
        client.post(f"{game}/make/log", headers={"Accept": "application/json"}).raise_for_status()
        end = time.monotonic() + PATIENCE
        while (answer := client.get(f"{game}/made/{name}")).status_code != httpx2.codes.OK:
            if time.monotonic() > end:
                raise TimeoutError(answer.text)
            time.sleep(0.5)
    return answer.content


def _lines(chat: object) -> Tally[str]:
    return Tally(line.strip() for line in str(chat).splitlines() if line.strip())
