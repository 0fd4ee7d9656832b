"""Pages of the documentation: their texts, their blocks, and the programs that make them."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def read_page(name: str) -> str:
    """Return the text of a page, such as check.md."""
    return (DOCS / name).read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    """Return the blocks of a page in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", read_page(name), re.MULTILINE | re.DOTALL)


def load_maker(name: str) -> ModuleType:
    """Return a program of the documentation, such as make_gallery, as a module."""
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
