"""What CI asks of the machine: programs that tests need are looked for, and missing ones told."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / ".ci" / "programs"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="CI runs Bash on Linux")

#: What the script itself is made of.
TOOLS = ("bash", "env", "grep", "hash", "id", "mktemp", "paste", "rm", "sed", "sort", "tail")


def looked_for():
    table = re.search(r"programs='\n(.*?)'", SCRIPT.read_text(), re.DOTALL)[1]
    return [line.split()[0] for line in table.splitlines()]


def run(folder, *arguments, programs=()):
    """Run the script where nothing is installed but its tools and some programs."""
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    for tool in TOOLS:
        if found := shutil.which(tool):
            (bin_folder / tool).symlink_to(found)
    for program in (*programs, "kpsewhich"):
        (bin_folder / program).write_text(f"#!{shutil.which('bash')}\n[ -e '{folder}'/$1 ]\n")
        (bin_folder / program).chmod(0o755)
    for program in programs:
        (folder / program).touch()  # what kpsewhich finds
    return subprocess.run(
        [shutil.which("bash"), SCRIPT, *arguments],
        env={**os.environ, "PATH": str(bin_folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.mark.parametrize("program", looked_for())
@pytest.mark.parametrize("there", [True, False])
def test_a_test_skipped_for_a_program_that_is_here_fails(program, there, tmp_path):
    log = tmp_path / "log"
    log.write_text(
        "SKIPPED [1] tests/tracer/diagram/test_forest.py:9: could not import 'pyspiel'\n"
        f"SKIPPED [2] tests/a.py:101: {program} is not installed\n1 passed, 3 skipped\n"
    )
    done = run(tmp_path, "check", str(log), programs=[program] if there else [])
    assert done.returncode == int(there), done.stderr
    assert (f"skipped, although {program} is here" in done.stdout) == there
    assert "pyspiel" not in done.stdout


def test_what_cannot_be_installed_is_told_and_nothing_fails(tmp_path):
    done = run(tmp_path, "install", programs=["dot"])
    assert done.returncode == 0, done.stderr
    told = done.stdout.split("NOT HERE", 1)[1]
    for program in looked_for():
        assert (f" {program}" in told) == (program != "dot"), program


def test_nothing_is_installed_where_all_is_here(tmp_path):
    done = run(tmp_path, "install", programs=looked_for())
    assert (done.returncode, done.stdout) == (0, "Every program that a test needs is here.\n")
