"""The running plytrace: its packages and requirements."""

from __future__ import annotations

import shutil
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from engine.errors import InvalidInput


PACKAGES: Final = ("engine", "trees", "tracer", "tui")

_LEFT_OUT: Final = ("__pycache__", "*.py[co]", "tests", "bench", ".*")


def copy_packages(folder: Path) -> None:
    """Copy the packages of the running plytrace."""
    for name in PACKAGES:
        shutil.copytree(_place_of(name), folder / name, ignore=shutil.ignore_patterns(*_LEFT_OUT))


def requirements() -> list[str]:
    """Return the requirements of plytrace in pip's format."""
    # The metadata of an editable installation may be out of date.
    project = _place_of(__package__.partition(".")[0]).parent / "pyproject.toml"
    if project.is_file():
        described = tomllib.loads(project.read_text(encoding="utf-8")).get("project", {})
        if described.get("name") == "plytrace":
            return sorted(described["dependencies"])
    try:
        needed = requires("plytrace") or []
    except PackageNotFoundError:
        raise InvalidInput(
            "plytrace was not installed, so its requirements are unknown",
            hint="Install it with pip and try again",
        ) from None
    return sorted(one for one in needed if "extra ==" not in one)


def _place_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise InvalidInput(
            f"plytrace's package {package} cannot be found",
            hint="Reinstall plytrace and try again",
        )
    return Path(spec.submodule_search_locations[0])
