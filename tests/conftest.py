"""`pytest --regen` writes what published and golden files should be, instead of comparing.

Packs that happen to be installed are left out; only the tests of installed packs let them in. Random examples are
the same in every run, so that a failure is met by all; ADJUDICATOR_EXAMPLES asks for new ones.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from tests import shares
from tests.once import FOLDERS

os.environ["ADJUDICATOR_INSTALLED_PACKS"] = "no"
os.environ["ADJUDICATOR_FAULTS"] = "raise"  # a check that raises stops the tests, not the rule alone
os.environ["ADJUDICATOR_HOME"] = tempfile.mkdtemp(prefix="adjudicator-tests-")  # nobody's own settings

SHARE = pytest.StashKey[str]()
SLOW = pytest.StashKey[set[pytest.Item]]()
BEGUN = time.monotonic()

settings.register_profile("the same for all", derandomize=True, deadline=None)
settings.register_profile("new ones", deadline=None)
os.environ.setdefault("SOURCE_DATE_EPOCH", "1577836800")  # modules carry the time of writing; tests want the same bytes
gc.set_threshold(
    20_000, 20, 50
)  # packs and maps are kept to the end: to look through them for cycles took a sixth of the time
settings.load_profile("new ones" if "ADJUDICATOR_EXAMPLES" in os.environ else "the same for all")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regen", action="store_true", help="write published and golden files anew")


def pytest_configure(config: pytest.Config) -> None:
    given = getattr(config, "workerinput", {})
    config.stash[SHARE] = shares.asked()
    FOLDERS[:] = [Path(given["kept"] if given else tempfile.mkdtemp(prefix="adjudicator-judged-"))]


def pytest_report_header(config: pytest.Config) -> str:
    share = config.stash[SHARE]
    if share == "all":
        return "share: all tests"
    if share == "others":
        return f"share: the slow tests that share {shares.of_commit(shares.commits())} leaves out"
    return f"share: {share} of 0 to {shares.SHARES - 1} of the slow tests (SHARE=n for another, SHARE=all for all), all others"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out the slow tests whose turn it is not; those that stay come first, so that no process of a run still works on one
    when all others are done.

    Of a run in several processes each begins with an equal part of all tests, so each part begins with some of the slow ones:
    all at once they would wait for each other's browsers.
    """
    here, parts = Path(__file__).parents[1], int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    share, today = config.stash[SHARE], shares.of_commit(shares.commits())
    turns = dict(zip(items, shares.turns(item.path.relative_to(here).as_posix() for item in items), strict=True))
    out = [item for item in items if not shares.taken(turns[item], share, today)]
    config.hook.pytest_deselected(items=out)
    items[:] = [item for item in items if shares.taken(turns[item], share, today)]
    slow = {item: (turn - today) % shares.SHARES for item, turn in turns.items() if turn is not None}
    first = [item for item in items if item in slow]
    if share == "others":
        first.sort(key=slow.__getitem__)
    config.stash[SLOW] = set(first)
    rest = iter([item for item in items if item not in slow])
    sorted_anew: list[pytest.Item] = []
    for part in range(parts):
        sorted_anew += (
            first[part::parts]
            if share == "others"
            else first[len(first) * part // parts : len(first) * (part + 1) // parts]
        )
        sorted_anew += islice(rest, max(0, len(items) * (part + 1) // parts - len(sorted_anew)))
    items[:] = sorted_anew


def pytest_runtest_setup(item: pytest.Item) -> None:
    if time.monotonic() - BEGUN > shares.seconds() and item in item.config.stash[SLOW]:
        pytest.skip("no time is left for it (SHARE_SECONDS)")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """A process of a run that has several shares what they judge."""
    node.workerinput["kept"] = str(FOLDERS[0])


def pytest_unconfigure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        for folder in FOLDERS:
            shutil.rmtree(folder, ignore_errors=True)
    FOLDERS.clear()


@pytest.fixture(scope="session")
def drafted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A pack drafted from the module of Two Rivers, on its rules; nobody writes into it."""
    from adjudicator.game.pack_files import draft  # noqa: PLC0415 - most tests draft nothing
    from tests.helpers import FIXTURES  # noqa: PLC0415

    folder = tmp_path_factory.mktemp("packs") / "mine"
    draft(FIXTURES / "vassal" / "two_rivers" / "two_rivers.vmod", folder, extends="two_rivers")
    return folder


@pytest.fixture
def own_pack(drafted: Path, tmp_path: Path) -> Path:
    """A copy of it to write into."""
    return shutil.copytree(drafted, tmp_path / "mine")
