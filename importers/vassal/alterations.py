"""What changed on a counter."""

from __future__ import annotations

from adjudicator.model.counters import Counter


def differences(before: Counter, after: Counter) -> tuple[tuple[str, str, str], ...]:
    """What changed on a counter, as (aspect, was, is)."""
    changes: list[tuple[str, str, str]] = []
    if before.name != after.name:
        changes.append(("name", before.name, after.name))
    for index, layer in enumerate(after.design.layers):
        was = before.levels[index] if index < len(before.levels) else 0
        if was != after.levels[index]:
            changes.append((f"layer {layer.name or index}", str(was), str(after.levels[index])))
    for index, angle in enumerate(after.angles):
        turned = before.angles[index] if index < len(before.angles) else 0.0
        if turned != angle:
            changes.append(("angle", f"{turned:g}", f"{angle:g}"))
    for name in dict.fromkeys([*before.properties, *after.properties]):
        old, new = before.properties.get(name, ""), after.properties.get(name, "")
        if old != new:
            changes.append((f"property {name}", old, new))
    for word, old, new in (
        ("text", " | ".join(before.texts), " | ".join(after.texts)),
        ("masked by", before.masked_by, after.masked_by),
        ("hidden by", before.hidden_by, after.hidden_by),
        ("moved", str(before.moved).lower(), str(after.moved).lower()),
    ):
        if old != new:
            changes.append((word, old, new))
    return tuple(changes)
