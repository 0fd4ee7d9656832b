"""CI detects the programs that tests need and reports missing ones."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.sampling import is_kept

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


@pytest.mark.parametrize("program", looked_for())
@pytest.mark.parametrize("there", [True, False])
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


def test_cases_not_run_each_time_are_run_later():
    project = tomllib.loads((SCRIPT.parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    options = project["tool"]["pytest"]["ini_options"]["addopts"]
    assert options[options.index("-m") + 1] == "not slow and not exhaustive"
    script = SCRIPT.with_name("run").read_text(encoding="utf-8")
    assert "pytest -q -n auto --hypothesis-profile=thorough" in script
    assert '-m "(slow or hypothesis) and not exhaustive"\n' in script
    for log in (".ci-tests.log", ".ci-slow-tests.log"):
        assert f"\ntests {log} " in script
        assert f".ci/programs check {log}" in script


@pytest.mark.parametrize(
    ("first", "failed", "again", "ended"),
    [
        (0, 0, 1, 0),
        (1, 2, 0, 0),  # a few failed, and passed alone
        (1, 2, 1, 1),
        (1, 11, 0, 1),  # too many for chance
        (2, 0, 0, 2),  # pytest itself failed
    ],
)
def test_few_failed_tests_run_once_more_alone(tmp_path, first, failed, again, ended):
    script = SCRIPT.with_name("run").read_text(encoding="utf-8")
    function = re.search(r"^tests\(\) \{.*?^\}", script, re.MULTILINE | re.DOTALL)
    cache = tmp_path / ".pytest_cache" / "v" / "cache"
    cache.mkdir(parents=True)
    (cache / "lastfailed").write_text(json.dumps({f"t{one}": True for one in range(failed)}))
    pytest_there = tmp_path / ".venv" / "bin" / "pytest"
    pytest_there.parent.mkdir(parents=True)
    pytest_there.write_text(f'#!/bin/sh\necho "again: $*"\nexit {again}\n')
    pytest_there.chmod(0o755)
    lines = ["set -euo pipefail", 'say() { echo "$*"; }', function[0]]
    lines += [f"tests log sh -c 'echo first; exit {first}'", "echo goes on"]
    done = subprocess.run(
        ["bash", "-c", "\n".join(lines)], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == ended, done.stderr
    assert ("goes on" in done.stdout) == (ended == 0)
    assert (tmp_path / "log").read_text().startswith("first\n")
    assert ("--last-failed" in done.stdout) == (first == 1 and failed < 11)


@pytest.mark.parametrize(
    ("options", "kept"),
    [
        ({}, "a1 a2 b1 b2 b3 c1"),
        ({"every": 4}, "a1 b3"),
        ({"each": "letter"}, "a1 b1 c1"),
        ({"each": "letter", "every": 2}, "a1 c1"),
        ({"keep": ("a2", "b3")}, "a2 b3"),
    ],
)
def test_a_sample_of_cases_is_run_each_time(options, kept):
    names, seen = ["a1", "a2", "b1", "b2", "b3", "c1"], {}
    for test in ("t.py::one", "t.py::other"):
        found = []
        for name in names:
            call = SimpleNamespace(id=name, params={"letter": name[0]})
            case = SimpleNamespace(nodeid=f"{test}[{name}]", callspec=call)
            found += [name] * is_kept(case, seen, **options)
        assert found == kept.split()


def test_one_of_two_variants_is_run_each_time_and_both_within_a_file():
    kept = []
    for test in ("one", "other", "third", "fourth"):
        cases = [
            SimpleNamespace(
                nodeid=f"t.py::{test}[{way}]",
                originalname=test,
                callspec=SimpleNamespace(id=way, params={"way": way}, indices={"way": index}),
            )
            for index, way in enumerate(("plain", "kernel"))
        ]
        (only,) = [one.callspec.id for one in cases if is_kept(one, {}, either="way")]
        kept.append(only)
    assert {*kept} == {"plain", "kernel"}


def test_a_sample_of_the_tests_of_a_file_is_run_each_time():
    seen = {}
    tests = [SimpleNamespace(nodeid=f"t.py::{name}") for name in "abcde"]
    assert [is_kept(one, seen, every=2) for one in tests] == [True, False, True, False, True]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ('<img src="seen.svg"> <a href="#here">', None),
        ('<img src="lost.svg">', "index.html: there is no lost.svg"),
        ('<source srcset="seen.svg 1x, lost.svg 2x">', "index.html: there is no lost.svg"),
        ('<a href="other.html#gone">', "index.html: other.html#gone names no heading of that page"),
        ('<a href="https://example.org/lost.html">', None),
    ],
)
def test_missing_picture_or_link_of_the_site_is_found(body, line, tmp_path):
    (tmp_path / "index.html").write_text(f'<p id="here">{body}')
    (tmp_path / "other.html").write_text("<p>")
    (tmp_path / "seen.svg").touch()
    done = subprocess.run(
        [sys.executable, SCRIPT.parent / "check_site.py", tmp_path], capture_output=True, text=True
    )
    assert done.returncode == (line is not None)
    assert done.stdout.splitlines()[:-1] == ([line] if line else [])
