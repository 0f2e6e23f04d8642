"""The account of the search for leaks: kinds of secrets, outputs, viewers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass
class Account:
    """For each kind of secret and each group of outputs, how many were compared for each viewer, and how many told it."""

    cells: dict[tuple[str, str, str], tuple[int, int]] = field(default_factory=dict)

    def enter(self, kind: str, viewer: str, looked_at: Iterable[str], leaking: Mapping[str, object]) -> None:
        """Outputs of one kind of secret for one viewer."""
        for name in looked_at:
            key = (kind, name.split()[0].rstrip(","), viewer)
            count, found = self.cells.get(key, (0, 0))
            self.cells[key] = count + 1, found + (name in leaking)

    def show(self) -> None:
        """Print the table: compared/found, the viewers one after the other."""
        kinds, groups, viewers = (list(dict.fromkeys(key[at] for key in self.cells)) for at in range(3))
        width = max(map(len, [*kinds, "kind of secret"]), default=0)
        print(f"\n\noutputs compared / leaks found, for {', '.join(viewers)}")
        print(f"{'kind of secret':<{width}}  " + "  ".join(f"{group:>14}" for group in groups))
        for kind in kinds:
            row = []
            for group in groups:
                cells = [self.cells.get((kind, group, viewer)) for viewer in viewers]
                row.append(" ".join(f"{cell[0]}/{cell[1]}" if cell else "-" for cell in cells))
            print(f"{kind:<{width}}  " + "  ".join(f"{cell:>14}" for cell in row))
        count, found = (sum(cell[at] for cell in self.cells.values()) for at in (0, 1))
        print(f"{'in all':<{width}}  {count} outputs compared, {found} leaks found")


TABLE = Account()
