"""The process that does the work, and may die of it: `python -m adjudicator.batch.hand`, a game a line, an answer a line.

The lines are JSON in ASCII: a name that is no text passes through it.

It ends when nobody speaks to it any more. What a game may use is bounded from outside (`keeper`); the limits set here hold
even where the one who watches was ended too.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue

from adjudicator.batch.unit import NOT_JUDGED, OUT_OF_MEMORY, READY, Bounds, GameJob, Values

if sys.platform != "win32":  # which has no such limits: there the keeper alone watches
    import resource

_PEAK = Path("/proc/self/clear_refs")
_STATUS = Path("/proc/self/status")


def main(do: Callable[[GameJob], Values]) -> None:
    """Do what is asked, line by line; what is printed meanwhile goes to stderr."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    asked: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(asked,), daemon=True).start()
    answers.write(READY)
    answers.flush()
    while True:
        task = json.loads(asked.get())
        _limit(Bounds(**task["bounds"]))
        answers.write(json.dumps(_done(do, GameJob.of_values(task["job"]))).encode() + b"\n")
        answers.flush()


def _done(do: Callable[[GameJob], Values], job: GameJob) -> Values:
    _forget_peak()
    try:
        answer = do(job)
    except MemoryError:
        return {"died": OUT_OF_MEMORY}
    except Exception as error:  # noqa: BLE001 - one game's fault of ours is told of it, and the others go on
        answer = {"status": NOT_JUDGED, "reason": f"a fault of the program: {type(error).__name__}: {error}"}
    return {**answer, "peak_bytes": _peak()}


def _listen(asked: SimpleQueue[bytes]) -> None:
    """Take lines as they come; when nobody is there to send more, end, in the middle of whatever is being done."""
    for line in sys.stdin.buffer:
        asked.put(line)
    os._exit(0)


def _limit(bounds: Bounds) -> None:
    """Bound this process by the system's own means, above what the keeper bounds: they hold without it."""
    if sys.platform == "win32":
        return
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (int(used + bounds.seconds) + 5, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_DATA, (bounds.memory * 5 // 4, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _forget_peak() -> None:
    """Have Linux count this process's most memory anew."""
    with suppress(OSError):
        _PEAK.write_text("5", encoding="ascii")


def _peak() -> int:
    """The most memory that was in use since, in bytes; since the process began where the system cannot begin anew."""
    with suppress(OSError):
        line = next(each for each in _STATUS.read_text(encoding="ascii").splitlines() if each.startswith("VmHWM"))
        return int(line.split()[1]) * 1024
    if sys.platform == "win32":
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


if __name__ == "__main__":
    from adjudicator.batch.work import work

    main(work)
