"""Run commands as people type them, in this process: all imports are done, all tables are read.

What a test says about start-up, encodings, pipes or signals starts a new Python instead.
"""

import io
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import chdir
from pathlib import Path

import pytest

from tui.cli import main


def run_command(
    *arguments: object,
    stdin: str | None = None,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    is_terminal: bool = False,
) -> subprocess.CompletedProcess[str]:
    """Run `plytrace`, with changes of the environment; an error without a message is raised."""
    words = [str(word) for word in arguments]
    typed = io.TextIOWrapper(io.BytesIO((stdin or "").encode()), encoding="utf-8")
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    out.isatty = lambda: is_terminal  # type: ignore[method-assign]
    code: object = 0
    with pytest.MonkeyPatch.context() as patch, chdir(cwd or os.curdir):
        patch.setattr(sys, "argv", ["plytrace", *words])
        for name, value in (env or {}).items():
            patch.setenv(name, value)
        for name, stream in (("stdin", typed), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
            patch.setattr(sys, f"__{name}__", stream)
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
    assert isinstance(code, int), code
    return subprocess.CompletedProcess(["plytrace", *words], code, _read(out), _read(err))


def output_of(*arguments: object) -> str:
    """Run `plytrace`, which succeeds, and return what it prints."""
    done = run_command(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def _read(stream: io.TextIOWrapper) -> str:
    """Return what was written; bytes of pictures are surrogates."""
    stream.seek(0)
    stream.reconfigure(errors="surrogateescape")
    return stream.read()
