"""The command line as people and programs use it."""

import json
import os
import subprocess
import sys

import click
import pytest

from engine.version import __version__
from tests.support.cases import over
from tests.support.processes import interrupt, start_imported
from tui.cli import COMMANDS


def plytrace(*arguments, stdin="", env=None, cwd=None):
    """Run the command in a separate process, as a shell would."""
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", *arguments],
        input=stdin.encode(),
        capture_output=True,
        timeout=60,
        check=False,
        cwd=cwd,
        env={**os.environ, "PYTHONUTF8": "1", "COLUMNS": "80", **(env or {})},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_version_and_help(call):
    assert call("--version") == (0, f"plytrace, version {__version__}\n", "")
    code, out, _ = call("--help")
    assert code == 0
    for name in COMMANDS:
        assert f"  {name} " in out


@pytest.mark.parametrize(
    "what", ["trees", "games", "searches", "conventions", "counts", "orders", "formats"]
)
def test_list(call, what):
    code, out, err = call("list", what)
    assert (code, err) == (0, "")
    code, json_text, _ = call("list", what, "-f", "json")
    rows = json.loads(json_text)[what]
    assert rows
    for row in rows:
        assert row["name"] in out
    if what == "trees":
        assert len(rows) >= 12
    if what == "conventions":
        assert [row["name"] for row in rows] == [
            "aima",
            "comp341",
            "mit",
            "lab3",
            "rutgers",
            "cs188",
        ]
        assert "Which convention does my course use?" in out


def test_output_falls_back_to_ascii_if_its_encoding_is_ascii():
    code, out, err = plytrace(
        "trace", "lecture", env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    )
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "alpha = 3" in out
    assert "?" not in out
    _, asked, _ = plytrace("trace", "lecture", "--ascii")
    assert "B1 B2 B3" in asked
    assert asked.isascii()


def test_colour_is_off_by_default_and_adds_no_information(call, monkeypatch):
    plain = call("trace", "lecture")[1]
    assert "\x1b" not in plain
    code, out, _ = call("trace", "lecture", "--color", "always")
    assert code == 0
    assert "\x1b[" in out
    assert click.unstyle(out) == plain
    assert call("trace", "lecture", is_terminal=True)[1] == out
    monkeypatch.setenv("NO_COLOR", "1")
    assert call("trace", "lecture", is_terminal=True)[1] == plain
    assert call("trace", "lecture", "--color", "never", is_terminal=True)[1] == plain
    assert json.loads(call("trace", "lecture", "-f", "json", "--color", "always")[1])


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell")
@over("command", ["trace", "export", "export -o /dev/stdout"])
def test_closed_pipe_ends_the_command_quietly(command):
    asked = f"{command} tic-tac-toe -f jsonl"
    script = f"set -o pipefail; {sys.executable} -m tui.cli {asked} | head -1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, timeout=60, check=False)
    assert json.loads(done.stdout)["id"] == "root"
    assert done.stderr == b""
    assert done.returncode == 141  # not that of a mismatch


def test_machine_readable_output_is_utf8_in_any_locale(tmp_path):
    path = tmp_path / "tree.yaml"
    path.write_text("tree: {id: é★, children: {日本: 1, 根元: 2}}", encoding="utf-8")
    plain = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    code, out, err = plytrace("trace", str(path), "-f", "json", env=plain)
    assert (code, err) == (0, "")
    assert json.loads(out)["visits"][0]["id"] == "é★"
    assert json.loads(out)["line"] == ["根元"]
    code, out, _ = plytrace("trace", str(path), env=plain)
    assert code == 0
    assert "\\u65e5\\u672c" in out
    assert "\\u6839\\u5143" in out


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")  # noqa: PTH110
def test_full_disk_is_reported_and_devices_stay_devices(call):
    import stat

    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(
            [sys.executable, "-m", "tui.cli", "trace", "lecture", "--ascii"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 3
    assert b"standard output: cannot be written: No space left" in done.stderr
    for command in ("trace --save", "trace -o", "export -f csv -o", "export -f svg -o"):
        name, *options = command.split()
        code, _, err = call(name, "lecture", *options, "/dev/full")
        assert code == 3
        assert "cannot be written" in err
        assert stat.S_ISCHR(os.stat("/dev/full").st_mode)  # noqa: PTH116


@pytest.mark.skipif(sys.platform == "win32", reason="no such redirections")
def test_closed_standard_streams_cause_no_traceback():
    for redirection, code in ((">&-", 0), ("<&-", 3), ("2>&-", 0)):
        source = "-" if redirection == "<&-" else "lecture"
        script = f"{sys.executable} -m tui.cli visits {source} {redirection}"
        done = subprocess.run(["bash", "-c", script], capture_output=True, check=False)
        assert done.returncode == code, redirection
        assert b"Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="links differ there")
def test_output_follows_links_and_keeps_file_modes(call, tmp_path):
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    for options in (["-o", str(link)], ["--summary", "--save", str(link)]):
        assert call("trace", "lecture", *options)[0] == 0
        assert link.is_symlink()
        assert target.stat().st_mode & 0o777 == 0o640
    assert target.read_bytes().startswith(b'{\n "schema": "plytrace.saved/')
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["link", "target"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_ctrl_c_ends_the_search_and_shows_the_partial_result():
    asked = "trace connect-four --depth 30 -f json --summary"
    modules = ("tui.cli.commands.trace", "tracer.export.records")
    out, err = interrupt(start_imported(asked, *modules), codes=(0,))
    record = json.loads(out)
    assert record["stopped"] == "cancelled"
    assert "by hand; the trace is partial" in err
    assert record["counts"]["visited"] > 0
