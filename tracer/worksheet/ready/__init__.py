"""Problem sets that come with plytrace, as specs to use or to adapt."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.errors import InvalidInput, did_you_mean
from trees.files import list_yaml_files

_FOLDER: Final = Path(__file__).parent


def ready_names() -> list[str]:
    """Return the names of the ready specs, sorted."""
    return list_yaml_files(_FOLDER)


def ready_text(name: str) -> str:
    """Return the YAML of a ready spec."""
    if name not in ready_names():
        raise InvalidInput(
            f"there is no ready spec {name!r}",
            expected=", ".join(ready_names()),
            hint=did_you_mean(name[:100], ready_names()),
        )
    return (_FOLDER / f"{name}.yaml").read_text(encoding="utf-8")
