"""Draw the structure of plytrace from its import contracts and docstrings.

`python docs/make_structure.py` writes `docs/pictures/structure.svg`; with `--check` it fails if the
picture is out of date. The layers are those that `lint-imports` enforces, read from
`pyproject.toml`; each line is the first sentence of the docstring of a folder or file.
"""

from __future__ import annotations

import ast
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "pictures" / "structure.svg"

#: Points: the picture's width, a line of text, and the space around a layer.
WIDTH, LINE, GAP = 960, 17, 6
#: Characters that fit beside a name.
LETTERS = 108

_STYLE = (
    ".page { fill: #ffffff } .package { fill: #f3f5f8; stroke: #8a94a3 } "
    ".layer { fill: #ffffff; stroke: #c3cad4 } text { font: 12px sans-serif; fill: #1f2733 } "
    ".name { font-weight: bold } .title { font: bold 15px sans-serif } "
    "path { stroke: #5b6675; fill: none }"
)


def contracts() -> dict[str, list[list[str]]]:
    """Return the layers of each package from the top down, each with the names that share it."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = {}
    for contract in config["tool"]["importlinter"]["contracts"]:
        for container in contract.get("containers", []):
            found[container] = [re.split(r"\s*[|:]\s*", layer) for layer in contract["layers"]]
    return found


def packages() -> list[str]:
    """Return the packages from the top down, as the contract between them says."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers: list[str] = next(
        contract["layers"]
        for contract in config["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers" and "containers" not in contract
    )
    return layers


def first_sentence(module: str) -> str:
    """Return the first sentence of a module's or package's docstring, shortened to one line."""
    path = ROOT / module.replace(".", "/")
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    sentence = re.split(r"(?<=\.)\s", text, maxsplit=1)[0]
    return textwrap.shorten(sentence.rstrip("."), LETTERS, placeholder=" …")


def drawn(package: str, layers: list[list[str]], top: int) -> Iterator[str]:
    """Draw one package, with its layers from the top down.

    Args:
        package: the name of the package.
        layers: its layers; empty if no contract divides it.
        top: distance from the top of the picture, in points.
    """
    height = package_height(layers)
    yield f'<rect class="package" x="8" y="{top}" width="{WIDTH - 16}" height="{height}" rx="6"/>'
    yield f'<text class="title" x="20" y="{top + 21}">{package}/</text>'
    summary = escape(first_sentence(package))
    yield f'<text x="90" y="{top + 21}">{summary}</text>'
    y = top + 32
    for layer in layers:
        box = len(layer) * LINE + GAP
        yield f'<rect class="layer" x="20" y="{y}" width="{WIDTH - 40}" height="{box}" rx="4"/>'
        for number, name in enumerate(layer):
            baseline = y + number * LINE + 15
            yield f'<text class="name" x="30" y="{baseline}">{escape(name)}</text>'
            sentence = escape(first_sentence(f"{package}.{name}"))
            yield f'<text x="160" y="{baseline}">{sentence}</text>'
        y += box + GAP


def package_height(layers: list[list[str]]) -> int:
    """Return the height of a package in points."""
    return 34 + sum(len(layer) * LINE + 2 * GAP for layer in layers)


def picture() -> str:
    """Return the picture as SVG."""
    layers = contracts()
    parts: list[str] = []
    y = 8
    order = packages()
    for package in order:
        parts += drawn(package, layers.get(package, []), y)
        y += package_height(layers.get(package, []))
        if package != order[-1]:
            parts.append(f'<path d="M{WIDTH // 2} {y}v16m-5 -6l5 6l5 -6"/>')
            y += 18
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 8}" role="img" '
        f'aria-label="The layers of plytrace: each imports only from those below it">'
    )
    ground = f'<rect class="page" width="{WIDTH}" height="{y + 8}"/>'
    return "\n".join([head, f"<style>{_STYLE}</style>", ground, *parts, "</svg>", ""])


def main() -> int:
    """Write the picture, or check that it is up to date."""
    text = picture()
    if "--check" in sys.argv[1:]:
        if not PICTURE.is_file() or PICTURE.read_text(encoding="utf-8") != text:
            print(f"{PICTURE.name} is out of date: run python docs/make_structure.py")
            return 1
        return 0
    PICTURE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
