"""Harnesses under the fuzzer, each in a process of its own: `python -m tests.fuzz.searching FINDINGS PROCESSES FOLDER …`.

All are forked from one that has imported what is watched, since to rewrite that takes many seconds. A folder is named as its
harness and has the options of libFuzzer, a line each, in `options`; what the search printed and how it ended is put there.

An error that is not ours, or one that no terminal could show, is kept as a finding with its input, once for each place in the
code, and the search goes on; what hangs or eats memory ends the process, and the fuzzer keeps the input.
"""

from __future__ import annotations

import hashlib
import os
import sys
import traceback
from collections.abc import Callable
from pathlib import Path

import atheris


def main(arguments: list[str]) -> None:
    """Search in every folder, some at a time; print the name of each when it is done."""
    findings, processes, *folders = arguments
    with atheris.instrument_imports(include=["adjudicator"]):
        from tests.fuzz.harness import attempt, place  # noqa: PLC0415 - only what is imported here is watched
        from tests.fuzz.harnesses import HARNESSES  # noqa: PLC0415

    running: dict[int, Path] = {}
    for folder in map(Path, folders):
        if len(running) == int(processes):
            _await(running)
        child = os.fork()
        if not child:
            _search(folder, _once(folder.name, HARNESSES[folder.name].read, Path(findings), attempt, place))
        running[child] = folder
    while running:
        _await(running)


def _await(running: dict[int, Path]) -> None:
    """Wait for one of them."""
    child, status = os.wait()
    folder = running.pop(child)
    (folder / "code").write_text(str(os.waitstatus_to_exitcode(status)), encoding="ascii")
    print(folder.name, flush=True)


def _search(folder: Path, once: Callable[[bytes], None]) -> None:
    """Search until libFuzzer's own limits end it, and the process with it; what is loaded once is no input's time."""
    for stream, name in ((1, "said"), (2, "told")):
        os.dup2(os.open(folder / name, os.O_WRONLY | os.O_CREAT), stream)
    once((folder / "inputs" / "0").read_bytes())
    atheris.Setup([sys.argv[0], *(folder / "options").read_text(encoding="utf-8").splitlines()], once)
    atheris.Fuzz()
    sys.exit(0)


def _once(
    name: str,
    read: Callable[[bytes], object],
    findings: Path,
    attempt: Callable[[Callable[[bytes], object], bytes], BaseException | None],
    place: Callable[[BaseException], str],
) -> Callable[[bytes], None]:
    """Reads an input, and keeps it if it is a finding that is new."""
    known = set[str]()

    def once(data: bytes) -> None:
        error = attempt(read, data)
        if error is not None and (where := place(error)) not in known:
            known.add(where)
            kept = findings / f"{name.replace(' ', '_')}-{hashlib.sha256(data).hexdigest()[:12]}"
            kept.write_bytes(data)
            kept.with_suffix(".txt").write_text("".join(traceback.format_exception(error)), encoding="utf-8")
            print(f"FOUND {where}", flush=True)

    return once


if __name__ == "__main__":
    main(sys.argv[1:])
