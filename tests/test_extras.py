"""What to type for an extra fits the way in which this copy was installed, and no text sends anybody to another's package."""

from __future__ import annotations

import json
import os
import re
from importlib.metadata import Distribution, PackageNotFoundError
from pathlib import Path

import pytest

from adjudicator import extras
from adjudicator.extras import install_command

ROOT = Path(__file__).parent.parent
SAYS = (*("adjudicator", "importers", "exporters", "docs", "fixtures"), "README.md", "CONTRIBUTING.md")
WRITTEN = {".py", ".md", ".j2", ".html", ".js", ".toml", ".txt"}
ANOTHERS = re.compile(r"\b(?:install|inject)\b[^\n`]{0,40}[\s'\"`]adjudicator(?![\w-])")

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the quotes of another shell")


class Installed(Distribution):
    """A distribution with a record of where it came from."""

    def __init__(self, direct_url: str | None) -> None:
        self.direct_url = direct_url

    def read_text(self, filename: str) -> str | None:
        return self.direct_url if filename == "direct_url.json" else None

    def locate_file(self, path: str | os.PathLike[str]) -> Path:
        return Path(path)


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("sys.prefix", str(tmp_path))
    return tmp_path


def came(monkeypatch: pytest.MonkeyPatch, direct_url: object) -> None:
    told = direct_url if isinstance(direct_url, str) or direct_url is None else json.dumps(direct_url)
    monkeypatch.setattr(extras, "distribution", lambda _: Installed(told))


@pytest.mark.parametrize(
    ("left", "begins"),
    [
        ("", "pip install "),
        ("uv-receipt.toml", "uv tool install --force "),
        ("pipx_metadata.json", "pipx install --force "),
    ],
)
def test_the_command_is_that_of_the_installer(
    left: str, begins: str, prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if left:
        (prefix / left).write_text("")
    came(monkeypatch, None)
    assert install_command("batch") == f"{begins}'wargame-adjudicator[batch]'"
    came(monkeypatch, {"url": "file:///home/me/a%20copy", "dir_info": {}})
    assert install_command("trace") == f"{begins}'/home/me/a copy[trace]'"


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ({"url": "file:///copy", "dir_info": {"editable": True}}, "pip install --editable '/copy[batch]'"),
        ({"url": "file:///w/x-1.whl", "archive_info": {}}, "pip install '/w/x-1.whl[batch]'"),
        (
            {"url": "https://example.org/a.git", "vcs_info": {"vcs": "git", "commit_id": "1"}},
            "pip install 'wargame-adjudicator[batch] @ git+https://example.org/a.git'",
        ),
        (
            {"url": "https://example.org/a.whl", "archive_info": {}},
            "pip install 'wargame-adjudicator[batch] @ https://example.org/a.whl'",
        ),
        ("{", "pip install 'wargame-adjudicator[batch]'"),
        ("[1]", "pip install 'wargame-adjudicator[batch]'"),
        ({"url": 3}, "pip install 'wargame-adjudicator[batch]'"),
    ],
)
def test_it_names_the_place_that_this_copy_came_from(
    told: object, asked: str, prefix: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    came(monkeypatch, told)
    assert install_command("batch") == asked


def test_a_copy_that_nobody_installed_names_its_folder(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(name: str) -> Distribution:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(extras, "distribution", none)
    assert install_command("batch") == f"pip install '{ROOT}[batch]'"


def test_no_text_sends_anybody_to_the_package_of_that_name() -> None:
    files = [path for name in SAYS for path in ((ROOT / name).rglob("*") if (ROOT / name).is_dir() else [ROOT / name])]
    read = [path for path in files if path.suffix in WRITTEN and path.is_file()]
    assert len(read) > 1000
    found = [
        f"{path.relative_to(ROOT)}: {match[0]}" for path in read for match in ANOTHERS.finditer(path.read_text("utf-8"))
    ]
    assert found == []
    assert ANOTHERS.search("pip install 'adjudicator[batch]'") and ANOTHERS.search("pip install adjudicator")
