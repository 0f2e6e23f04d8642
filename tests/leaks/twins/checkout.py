"""Lets this process run another checkout's program, also one whose readers and writers are packages of their own."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

OTHER = "ADJUDICATOR_TWINS_OF"
"""The variable that names the checkout."""
INSIDE = ("adjudicator.importers", "adjudicator.exporters")


def take(checkout: Path) -> None:
    """From here on `adjudicator` is that checkout's; nothing of it may have been loaded yet."""
    loaded = [name for name in sys.modules if name.partition(".")[0] in ("adjudicator", "importers", "exporters")]
    for name in loaded:
        del sys.modules[name]
    sys.path.insert(0, str(checkout))
    import_module("adjudicator")
    if not (checkout / "adjudicator" / "importers").exists():
        sys.meta_path.insert(0, _Bare())
        for name in ("importers", "exporters"):
            import_module(name)
    sys.path.remove(str(checkout))


class _Bare(MetaPathFinder, Loader):
    """Finds `adjudicator.importers.x` under its bare name, as one and the same module."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        return ModuleSpec(fullname, self) if fullname.startswith(INSIDE) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        return import_module(spec.name.partition(".")[2])

    def exec_module(self, module: ModuleType) -> None:
        """It was run when it was imported under its own name."""
