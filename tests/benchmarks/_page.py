"""docs/benchmarks.md: what each benchmark printed, with the machine, the tree and the command that print it again.

A section is written anew when its benchmark has run; the others stay as they were measured.
"""

from __future__ import annotations

import ast
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "benchmarks.md"
HEAD = """# How fast it is

Written by `python -m tests.benchmarks`, which runs everything below; `python -m tests.benchmarks NAME` writes one section anew.
Times are processor time unless a section says otherwise, since a clock tells more of what else a machine does; with a load
beyond its cores a machine takes more of that, too. Where a time is told as a multiple of the *floor*, that is what any reader has
to do with the same bytes in the same run: unzip, unhexlify, XOR, decode, split. Files and fronts are made, in the shape of real
ones: 6,800 letters a counter, 75,000 commands.
"""
SECTION = re.compile(r"^## (\w+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


def write(printed: dict[str, str]) -> None:
    """Put what benchmarks printed, by their names, into the page."""
    old = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    sections = {name: body.strip() for name, body in SECTION.findall(old)}
    sections |= {name: _section(name, text) for name, text in printed.items()}
    parts = (f"## {name}\n\n{body}\n" for name, body in sorted(sections.items()))
    PAGE.write_text("\n".join((HEAD, *parts)), encoding="utf-8")


def _section(name: str, printed: str) -> str:
    text = (Path(__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    about = (ast.get_docstring(ast.parse(text)) or "").partition("\n\n")[0]
    lines = "\n".join(f"    {line}".rstrip() for line in printed.strip("\n").splitlines())
    return f"{' '.join(about.split())}\n\n`python -m tests.benchmarks {name}`, {_where()}:\n\n{lines}"


def _where() -> str:
    """The tree and the machine, and how much else it did."""
    cores = os.cpu_count() or 1
    told = f"{platform.python_implementation()} {platform.python_version()} on {cores} × {_processor()}"
    return f"tree {_commit()}, {told}, {_memory()}, load {os.getloadavg()[0]:.1f}"


def _commit() -> str:
    """The commit, and whether the tree is another one; the page itself does not count."""
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", f":(exclude){PAGE.relative_to(ROOT)}")
    return (_git("rev-parse", "--short", "HEAD") or "unknown") + (" with changes" if changed else "")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _processor() -> str:
    found = re.search(r"^model name\s*: (.+)$", _read("/proc/cpuinfo"), re.MULTILINE)
    return found[1] if found else platform.processor() or sys.platform


def _memory() -> str:
    found = re.search(r"^MemTotal:\s*(\d+) kB", _read("/proc/meminfo"), re.MULTILINE)
    return f"{int(found[1]) / 1e6:.0f} GB" if found else "memory unknown"


def _read(path: str) -> str:
    return Path(path).read_text(encoding="utf-8") if Path(path).is_file() else ""
