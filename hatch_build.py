"""Puts the glossary and the compiled kernel into a wheel; without a compiler the search is slower.

`PLYTRACE_BUILD_KERNEL=require` makes a failure of it an error, `skip` does not try. With the kernel
a wheel is tagged for the platform, without it `py3-none-any`. `python hatch_build.py` alone builds
it into `engine/`; an editable install does so in less time, with fewer optimizations.
"""

from __future__ import annotations

import contextlib
import io
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any, Final

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # as a program of its own
    BuildHookInterface = object

ROOT: Final = Path(__file__).parent
MODULE: Final = "engine._kernel"
CHOICE: Final = "PLYTRACE_BUILD_KERNEL"


class KernelHook(BuildHookInterface):  # type: ignore[misc, valid-type, unused-ignore]
    """Puts the kernel into a wheel, or for an editable install beside its sources."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        choice = os.environ.get(CHOICE, "")
        if choice not in ("", "require", "skip"):
            raise ValueError(f"{CHOICE} is {choice!r}; expected require, skip or nothing")
        if self.target_name != "wheel":
            return
        if version == "standard":  # an editable plytrace reads the page itself
            build_data["force_include"][str(ROOT / "docs/glossary.md")] = "tracer/glossary.md"
        if choice == "skip":
            return
        self._work = tempfile.mkdtemp(prefix="plytrace-kernel-")
        try:
            # For a set-up from source the compiler takes half the time, and searches about as long.
            built = build(Path(self._work), "-O1" if version == "editable" else "-O3")
            if version == "editable":
                put_beside_its_sources(built)
        except Exception as error:
            if choice == "require":
                shutil.rmtree(self._work, ignore_errors=True)
                raise
            why = str(error).partition("\n")[0][:100]
            self.app.display_warning(f"plytrace is built without its compiled kernel: {why}")
            return
        if version == "editable":
            return
        build_data["force_include"][str(built)] = f"engine/{built.name}"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if hasattr(self, "_work"):
            shutil.rmtree(self._work, ignore_errors=True)


def build(work: Path, level: str = "-O3") -> Path:
    """Compile the kernel in a folder.

    Args:
        work: the folder.
        level: GCC's and Clang's level of optimization.

    Returns:
        The module's file.

    Raises:
        Exception: there is no compiler, it fails, or this is no CPython.
    """
    if platform.python_implementation() != "CPython":
        raise RuntimeError("the kernel is for CPython")
    sys.path.insert(0, str(ROOT))
    from Cython.Build import cythonize
    from Cython.Compiler import Options
    from setuptools import Distribution, Extension
    from setuptools.command.build_ext import build_ext

    from engine.kernel.sources import stamp_of_sources

    told = io.StringIO()
    try:
        # Compilers and their helpers say much; only a failure is of interest.
        with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
            extension = Extension(
                MODULE,
                [str(ROOT / "engine" / "_kernel.pyx")],
                include_dirs=[str(ROOT / "engine")],
                define_macros=[("PLYTRACE_SOURCES", f'"{stamp_of_sources()}"')],
                extra_compile_args=_flags(level),
            )
            Options.emit_code_comments = False  # a fifth less to write and to read
            modules = cythonize([extension], build_dir=str(work / "c"), quiet=True, force=True)
            # Not by `setup`, which would read this project's pyproject.toml as setuptools' own.
            command = build_ext(Distribution({"name": "plytrace", "ext_modules": modules}))
            command.build_lib = str(work / "lib")
            command.build_temp = str(work / "temp")
            command.ensure_finalized()
            command.run()
    except SystemExit as error:  # setuptools' way to say that a compiler failed
        raise RuntimeError(f"the compiler failed: {error}") from error
    except BaseException:
        sys.stderr.write(told.getvalue())
        raise
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    return work / "lib" / "engine" / f"_kernel{suffix}"


def put_beside_its_sources(built: Path) -> Path:
    """Put a built kernel into `engine/`.

    Not by writing over the one that is there, which a program that runs may have in its memory.

    Returns:
        Where it is.

    Raises:
        OSError: that may not be written, or on Windows is in use.
    """
    place = ROOT / "engine" / built.name
    with tempfile.TemporaryDirectory(dir=place.parent) as folder:
        return Path(shutil.copy2(built, folder)).replace(place)


def _flags(level: str) -> list[str]:
    """Return options for the compiler, in addition to Python's own."""
    if sysconfig.get_platform().startswith("win"):  # not MinGW's Python, which has GCC
        return ["/O2"]
    # No fused multiplication and addition, which rounds once where Python rounds twice.
    # With -O3 some searches take a sixth less time than with -O2, and it builds a tenth longer.
    flags = [level, "-ffp-contract=off", "-g0"]
    # Processors have this since 2008; the module sees for itself when imported.
    if sys.platform == "darwin":  # perhaps for two processors at once
        return [*flags, "-Xarch_x86_64", "-mpopcnt"]
    if platform.machine().lower() in ("x86_64", "amd64"):
        flags.append("-mpopcnt")
    return flags


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as work:
        try:
            print(put_beside_its_sources(build(Path(work))))
        except Exception as error:
            sys.exit(f"hatch_build.py: the kernel is not built: {error}")
