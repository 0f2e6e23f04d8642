"""Every sample game with its files doubled, shuffled and renamed: is any report another one?

python -m tests.same_evidence
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from adjudicator import open_game
from adjudicator.game.game import Game
from tests.adjudicator.audit.sample_games import SAMPLES, Sample

FORMS = ("json", "md", "html")
SAID = r"[\w.]+ was given \w+( times)?(, also as [\w., ]+?)?"


def files_of(sample: Sample) -> list[Path]:
    """The saves and logs in the game's folder."""
    return [path for path in sorted(sample.folder.iterdir()) if path.suffix in (".vsav", ".vlog")]


def opened(sample: Sample, files: Sequence[Path]) -> Game:
    """Files of the game under its pack."""
    return open_game(files, pack=sample.pack, theatre=sample.theatre, charts=sample.charts, module=sample.module)


def reports(game: Game, folder: Path, forms: Sequence[str] = FORMS) -> dict[str, str]:
    """The chain, and the audit in these forms."""
    audit, told = game.audit(), {"chain": str(game.chain().as_json())}
    for form in forms:
        written = audit.write(folder / f"audit.{form}").path.read_text(encoding="utf-8")
        told[form] = written.replace("\\_", "_")
    return told


def silent(text: str) -> str:
    """A report without the sentences on what was given twice, what frames them, and blanks."""
    text = re.sub(rf"(<li>|\n- |['\"]){SAID}(</li>|['\"],?|(?=\n))", "", text)
    return re.sub(r"\s+|<ul>\s*</ul>", "", text)


def differing(sample: Sample, folder: Path, forms: Sequence[str] = FORMS) -> dict[str, str]:
    """Of each report what is wrong with it if every file is given twice, in disorder and under another name; "" if nothing."""
    files = files_of(sample)
    once = reports(opened(sample, files), folder, forms)
    named = {f"{path.stem[::-1]}{path.suffix}": path for path in files}
    twice = [Path(shutil.copy(path, folder / name)) for name, path in named.items()] * 2
    random.Random(sample.pack).shuffle(twice)
    found = {}
    for form, text in reports(opened(sample, twice), folder, forms).items():
        for name, path in named.items():
            text = text.replace(name, path.name)  # noqa: PLW2901 - the same report by the first names
        unsaid = [path.name for path in files if f"{path.name} was given twice" not in text]
        found[form] = f"not said of {', '.join(unsaid)}" if unsaid else "differs" * (silent(text) != silent(once[form]))
    return found


def main() -> int:
    """Compare all forms of all games and print each; 1 if one differs."""
    wrong = 0
    for sample in SAMPLES:
        with tempfile.TemporaryDirectory() as folder:
            found = differing(sample, Path(folder))
        wrong += any(found.values())
        told = ", ".join(f"{form}: {words or 'identical'}" for form, words in found.items())
        print(f"{sample.pack}, {len(files_of(sample))} files twice: {told}", flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
