"""One harness under the fuzzer, in a process of its own: `python -m tests.fuzz.one NAME FINDINGS [options of libFuzzer]`.

An error that is not ours, or one that no terminal could show, is kept as a finding with its input, once for each place in the
code, and the search goes on; what hangs or eats memory ends the process, and the fuzzer keeps the input.
"""

from __future__ import annotations

import hashlib
import sys
import traceback
from pathlib import Path

import atheris


def main(arguments: list[str]) -> None:
    """Search until libFuzzer's own limits end it."""
    name, findings, *options = arguments
    with atheris.instrument_imports(include=["adjudicator", "importers", "tomllib"]):
        from tests.fuzz.harnesses import HARNESSES, attempt, place  # noqa: PLC0415 - only what is imported here is watched
    harness, known = HARNESSES[name], set[str]()

    def once(data: bytes) -> None:
        error = attempt(harness.read, data)
        if error is not None and (where := place(error)) not in known:
            known.add(where)
            kept = Path(findings) / f"{name.replace(' ', '_')}-{hashlib.sha256(data).hexdigest()[:12]}"
            kept.write_bytes(data)
            kept.with_suffix(".txt").write_text("".join(traceback.format_exception(error)), encoding="utf-8")
            print(f"FOUND {where}", flush=True)

    atheris.Setup([sys.argv[0], *options], once)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1:])
