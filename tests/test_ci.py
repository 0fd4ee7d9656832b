"""CI detects the programs that tests need and reports missing ones."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.support.cases import over
from tests.support.tables import table

SCRIPT = Path(__file__).parents[1] / ".ci" / "programs"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="CI runs Bash on Linux")

#: What the script itself is made of.
TOOLS = ("bash", "env", "grep", "hash", "id", "mktemp", "paste", "rm", "sed", "sort", "tail")


def looked_for():
    table = re.search(r"programs='\n(.*?)'", SCRIPT.read_text(), re.DOTALL)[1]
    return [line.split()[0] for line in table.splitlines()]


def run(folder, *arguments, programs=(), scripts=None):
    """Run the script where nothing is installed but its tools, some programs and some scripts."""
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
    for name, text in (scripts or {}).items():
        (bin_folder / name).unlink(missing_ok=True)
        (bin_folder / name).write_text(f"#!{shutil.which('bash')}\n{text}\n")
        (bin_folder / name).chmod(0o755)
    return subprocess.run(
        [shutil.which("bash"), SCRIPT, *arguments],
        env={**os.environ, "PATH": str(bin_folder)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@over("program", looked_for(), ms=45)
@over("there", [True, False])
def test_test_skipped_for_an_installed_program_fails(program, there, tmp_path):
    log = tmp_path / "log"
    log.write_text(
        "SKIPPED [1] tests/tracer/drawing/print/test_forest.py:9: could not import 'pyspiel'\n"
        f"SKIPPED [2] tests/a.py:101: {program} is not installed\n1 passed, 3 skipped\n"
    )
    done = run(tmp_path, "check", str(log), programs=[program] if there else [])
    assert done.returncode == int(there), done.stderr
    assert (f"skipped, although {program} is here" in done.stdout) == there
    assert "pyspiel" not in done.stdout


def test_missing_packages_that_cannot_be_installed_are_reported_without_failure(tmp_path):
    done = run(tmp_path, "install", programs=["dot"])
    assert done.returncode == 0, done.stderr
    listed = done.stdout.split("NOT HERE", 1)[1]
    for program in looked_for():
        assert (f" {program}" in listed) == (program != "dot"), program


def test_nothing_is_installed_if_everything_is_present(tmp_path):
    done = run(tmp_path, "install", programs=looked_for())
    assert (done.returncode, done.stdout) == (0, "Every program that a test needs is here.\n")


@pytest.mark.parametrize("allowed", [True, False])
def test_non_root_user_installs_by_sudo_if_it_needs_no_password(allowed, tmp_path):
    log = tmp_path / "log"
    log.touch()
    scripts = {
        "id": "echo 1000",
        "sudo": f"echo \"$*\" >>'{log}'" if allowed else "exit 1",
        "apt-get": "exit 100",  # not without sudo
        "apt-cache": "[ $1 = show ]",
        "timeout": 'shift 3; exec "$@"',
    }
    done = run(tmp_path, "install", scripts=scripts)
    assert done.returncode == 0, done.stderr
    calls = log.read_text().splitlines()
    if not allowed:
        assert (calls, "sudo asks for a password" in done.stdout) == ([], True)
        return
    assert calls[0] == "-n true"
    assert all(
        call.startswith("-n env DEBIAN_FRONTEND=noninteractive apt-get") for call in calls[1:]
    )
    update, install = calls[1:]
    assert update.endswith(" update")
    assert " install -y " in install
    assert "graphviz" in install


def test_experiments_are_run_each_night_and_no_folder_of_them_is_forgotten():
    root = SCRIPT.parents[1]
    workflow = yaml.safe_load((root / ".github/workflows/nightly.yml").read_text(encoding="utf-8"))
    parts = workflow["jobs"]["nightly"]["strategy"]["matrix"]["part"]
    folders = {path.name for path in (root / "tests/experiments").iterdir() if path.is_dir()}
    assert {f"experiments {name}" for name in folders - {"__pycache__"}} <= {*parts}
    nightly = SCRIPT.with_name("nightly").read_text(encoding="utf-8")
    everything = re.search(r'^  ""\)\n(.*?);;', nightly, re.MULTILINE | re.DOTALL)[1].split()
    assert {part.split()[0] for part in parts} == {*everything}
    assert all(f"\n{part}() {{" in nightly for part in everything)


@pytest.mark.parametrize(("body", "line"), table(__file__, "broken_pages"))
def test_missing_picture_or_link_of_the_site_is_found(body, line, tmp_path):
    (tmp_path / "index.html").write_text(f'<p id="here">{body}')
    (tmp_path / "other.html").write_text("<p>")
    (tmp_path / "seen.svg").touch()
    done = subprocess.run(
        [sys.executable, SCRIPT.parent / "check_site.py", tmp_path], capture_output=True, text=True
    )
    assert done.returncode == (line is not None)
    assert done.stdout.splitlines()[:-1] == ([line] if line else [])
