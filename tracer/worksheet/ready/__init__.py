"""Problem sets that come with plytrace, as specs to use or to adapt."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from engine.errors import InvalidInput, did_you_mean

_SUFFIX: Final = ".yaml"


def ready_names() -> list[str]:
    """Return the names of the ready specs, sorted."""
    entries = (entry.name for entry in files("tracer.worksheet.ready").iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in entries if name.endswith(_SUFFIX))


def ready_text(name: str) -> str:
    """Return the YAML of a ready spec."""
    if name not in ready_names():
        raise InvalidInput(
            f"there is no ready spec {name!r}",
            expected=", ".join(ready_names()),
            hint=did_you_mean(name[:100], ready_names()),
        )
    return (files("tracer.worksheet.ready") / f"{name}{_SUFFIX}").read_text(encoding="utf-8")
