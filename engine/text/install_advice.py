"""Advice on how to install an extra, depending on how plytrace itself was installed."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Final


_PLAIN: Final = re.compile(r"[\w@%+=:,./\\-]+")


def install_command(extra: str) -> str:
    """Return the command that installs an extra for this plytrace.

    The command names the packages, not plytrace, so it also works for a clone and for versions that
    are not in a registry.
    """
    words = [*_installer(), *(_requirements(extra) or _source(extra))]
    return " ".join(map(_quote, words))


def package_command(name: str) -> str:
    """Return the command that installs a package that is in no extra, such as `pandas`."""
    return " ".join(map(_quote, [*_installer(), name]))


def _installer() -> list[str]:
    """Return the start of the command that installs packages for this interpreter."""
    environment = Path(sys.prefix)
    if (environment / "pipx_metadata.json").is_file():
        return ["pipx", "inject", environment.name]
    if find_spec("pip") is None:  # as in the environments of uv
        return ["uv", "pip", "install", "--python", sys.executable]
    return [_python(), "-m", "pip", "install"]


def _python() -> str:
    """Return the shortest name of this interpreter that a shell finds."""
    python = shutil.which("python")
    is_ours = python is not None and Path(python).parent == Path(sys.executable).parent
    return "python" if is_ours else sys.executable


def _requirements(extra: str) -> list[str]:
    """Return the packages of an extra with their versions; none if plytrace is not installed."""
    from importlib.metadata import PackageNotFoundError, distribution  # late: slow to import

    try:
        listed = distribution("plytrace").requires or []
    except PackageNotFoundError:
        return []
    marker = re.compile(rf"""\bextra\s*==\s*["']{re.escape(extra)}["']""")
    requirements = [line.partition(";") for line in listed]
    return ["".join(package.split()) for package, _, rest in requirements if marker.search(rest)]


def _source(extra: str) -> list[str]:
    """Return plytrace with an extra, from its folder if it is a clone."""
    folder = Path(__file__).parents[2]
    is_clone = (folder / "pyproject.toml").is_file()
    return ["-e", f"{folder}[{extra}]"] if is_clone else [f"plytrace[{extra}]"]


def _quote(word: str) -> str:
    """Return a word quoted for this system's shell."""
    if _PLAIN.fullmatch(word):
        return word
    return f'"{word}"' if sys.platform == "win32" else shlex.quote(word)
