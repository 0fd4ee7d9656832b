"""Students' programs as files: `tests/programs/SHAPE/NAME.py`, and tables of what is otherwise."""

from pathlib import Path
from typing import Any

import yaml

PROGRAMS = Path(__file__).parents[1] / "programs"


def read_program(name: str) -> str:
    """Return the text of a program."""
    path = PROGRAMS / name
    if not path.suffix:
        path = path.with_suffix(".py")
    return path.read_text(encoding="utf-8")


def read_programs(folder: str) -> dict[str, str]:
    """Return the programs of a folder of `tests/programs` by their names."""
    paths = sorted((PROGRAMS / folder).glob("*.py"))
    return {path.stem: path.read_text(encoding="utf-8") for path in paths}


def variants(name: str) -> dict[str, Any]:
    """Return the table `tests/programs/NAME.yaml`: what is otherwise, by a variant's name."""
    table: dict[str, Any] = yaml.safe_load(read_program(f"{name}.yaml"))
    return table
