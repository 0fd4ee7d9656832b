"""The command line as people and programs use it."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import click
import pytest

from engine.version import __version__
from tests.support.tables import table
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


@pytest.fixture
def call(monkeypatch, capsys):
    """Run the command in this process: quicker, and just as it leaves `main`."""
    from tui.cli import main

    def run(*arguments, stdin=None):
        monkeypatch.setattr(sys, "argv", ["plytrace", *arguments])
        monkeypatch.setenv("COLUMNS", "80")
        if stdin is not None:
            import io

            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_trace_runs_in_a_separate_process():
    code, out, err = plytrace("trace", "lecture")
    assert (code, err) == (0, "")
    assert "A B B1 B2 B3 C C1 D D1 D2 D3" in out
    assert "C2, C3 are skipped" in out


def test_version_and_help(call):
    assert call("--version") == (0, f"plytrace, version {__version__}\n", "")
    code, out, _ = call("--help")
    assert code == 0
    for name in COMMANDS:
        assert f"  {name} " in out
        code, help_text, _ = call(name, "-h")
        assert code == 0
        assert "Usage: plytrace" in help_text


def test_version_and_help_load_no_screen_and_no_yaml():
    script = (
        "import sys; from tui.cli import main; sys.argv=['plytrace', sys.argv[1]]\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print([m for m in ('textual', 'rich', 'yaml', 'tracer', 'trees') if m in sys.modules])"
    )
    for option in ("--version", "--help"):
        done = subprocess.run(
            [sys.executable, "-c", script, option], capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == "[]"


def test_trace_loads_no_screen_library():
    script = (
        "import sys; from tui.cli import main; sys.argv=['plytrace', 'trace', 'lecture']\nmain()\n"
        "print([m for m in ('textual', 'rich') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        check=True,
        env={**os.environ, "PYTHONUTF8": "1"},
    )
    assert done.stdout.decode().splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "visited", "value"),
    table(__file__, "trace_values"),
)
def test_trace_takes_every_source_and_option(call, arguments, visited, value):
    code, out, _ = call("trace", *arguments, "-f", "json", "--summary")
    record = json.loads(out)
    assert code == 0
    assert record["value"] == value
    assert visited in (None, record["counts"]["visited"])


def test_yaml_on_standard_input(call):
    code, out, err = call("trace", "-", "-f", "json", stdin="tree: [[3, 1], [2, 9]]\n")
    record = json.loads(out)
    assert (code, err, record["source"], record["value"]) == (0, "", "stdin", 2)


def test_output_files_are_complete_or_absent(call, tmp_path):
    path = tmp_path / "lecture.json"
    assert call("trace", "lecture", "-f", "json", "-o", str(path)) == (0, "", "")
    assert json.loads(path.read_text(encoding="utf-8"))["value"] == 3
    code, _, err = call("trace", "lecture", "-o", str(tmp_path / "none" / "x"))
    assert code == 3
    assert "cannot be written" in err
    assert [entry.name for entry in tmp_path.iterdir()] == ["lecture.json"]


def test_saved_traces(call, tmp_path):
    path = tmp_path / "lecture.trace"
    assert call("trace", "lecture", "--summary", "--save", str(path))[0] == 0
    from tracer import load

    assert load(path).counts.visited == 11


@pytest.mark.parametrize(
    ("arguments", "expected"),
    table(__file__, "visits"),
)
def test_visits(call, arguments, expected):
    assert call("visits", *arguments) == (0, expected, "")


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


def test_why_prints_the_chain_as_text_ascii_and_json(call):
    code, out, _ = call("trace", "lecture", "--why", "C.alpha", "--width", "60")
    assert code == 0
    assert " ".join(out.split("\n\n")[0].split()) == (
        "α = 3 at C: since step 8, when B returned 3 to A, and A passed (3, +∞) down to C."
    )
    assert max(map(len, out.splitlines())) <= 60
    code, out, _ = call("trace", "lecture", "--why", "C2", "--ascii")
    assert code == 0
    assert out.isascii()
    code, out, _ = call("trace", "lecture", "--why", "c.beta", "--at", "9", "-f", "json")
    found = json.loads(out)
    assert (found["schema"], found["node"], found["step"]) == ("plytrace.why/1", "C", 9)
    assert (found["value"], found["since"]) == ("inf", 0)
    assert [link["step"] for link in found["links"]] == [9, 0]


@pytest.mark.parametrize(
    ("arguments", "code", "fragments"),
    table(__file__, "cli_refused"),
)
def test_errors_are_one_message_with_the_correct_exit_code(call, arguments, code, fragments):
    got, out, err = call(*arguments)
    assert (got, out) == (code, "")
    for fragment in fragments:
        assert fragment in err
    assert "Traceback" not in err


def test_notes_go_to_standard_error_and_can_be_silenced(call):
    code, out, err = call("trace", "tic-tac-toe@xxx|x..|o..", "--summary")
    assert code == 0
    assert "note: 4 X and 1 O" in err
    assert "4 X and 1 O" not in out
    code, _, err = call("trace", "lecture", "--max-visits", "3", "--summary")
    assert code == 0
    assert "stopped after 3 visits by its visit budget (--max-visits); the trace is partial" in err
    assert call("trace", "lecture", "--max-visits", "3", "--quiet", "--summary")[2] == ""


def test_output_falls_back_to_ascii_if_its_encoding_is_ascii():
    code, out, err = plytrace(
        "trace", "lecture", env={"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    )
    assert (code, err) == (0, "")
    assert out.isascii()
    assert "alpha = 3" in out
    assert "?" not in out
    assert "B1 B2 B3" in plytrace("trace", "lecture", "--ascii")[1]
    assert plytrace("trace", "lecture", "--ascii")[1].isascii()


def test_colour_is_off_by_default_and_adds_no_information(call, monkeypatch):
    plain = call("trace", "lecture")[1]
    assert "\x1b" not in plain
    code, out, _ = call("trace", "lecture", "--color", "always")
    assert code == 0
    assert "\x1b[" in out
    assert click.unstyle(out) == plain
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    assert call("trace", "lecture")[1] == plain
    assert call("trace", "lecture", "--color", "never")[1] == plain
    assert json.loads(call("trace", "lecture", "-f", "json", "--color", "always")[1])


def test_closed_pipe_ends_the_command_quietly():
    done = subprocess.run(
        f"{sys.executable} -m tui.cli trace tic-tac-toe -f jsonl | head -1",
        shell=True,
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert json.loads(done.stdout)["id"] == "root"
    assert done.stderr == b""


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell")
def test_closed_pipe_does_not_exit_with_the_code_of_a_mismatch():
    script = f"set -o pipefail; {sys.executable} -m tui.cli trace tic-tac-toe -f jsonl | head -1"
    assert (
        subprocess.run(["bash", "-c", script], capture_output=True, check=False).returncode == 141
    )


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
    for option in ("--save", "-o"):
        code, _, err = call("trace", "lecture", option, "/dev/full")
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


def test_same_file_as_output_and_saved_trace_is_refused(call, tmp_path):
    path = str(tmp_path / "x")
    code, _, err = call("trace", "lecture", "-o", path, "--save", path)
    assert code == 2
    assert "expected two different files" in err


def test_win_values_apply_to_games_and_not_to_hand_trees(call):
    code, _, err = call("trace", "lecture", "--win", "10-depth")
    assert code == 2
    assert "no wins" in err


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
def test_ctrl_c_ends_the_search_and_shows_the_partial_result():
    import signal
    import time

    from tests.support.stopped import wait_as_long_again

    # Says when its imports are done, since a slow machine may take its time over them.
    script = (
        "import sys, tui.cli, tui.cli.commands.trace, tracer.export.records\n"
        "print('ready', file=sys.stderr, flush=True)\n"
        "sys.argv = 'plytrace trace connect-four --depth 30 -f json --summary'.split()\n"
        "tui.cli.main()"
    )
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stderr.readline() == b"ready\n"
    wait_as_long_again(began)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    record = json.loads(out)
    assert record["stopped"] == "cancelled"
    assert b"by hand; the trace is partial" in err
    assert record["counts"]["visited"] > 0
    assert b"Traceback" not in err


def test_compare_accepts_lists_and_conventions_with_changes(call):
    code, out, _err = call(
        "compare", "lecture", "-a", "minimax,alphabeta", "-c", "aima,cs188,cutoff=>=,ties=first"
    )
    assert code == 0
    rows = [line.split()[:2] for line in out.splitlines() if line.startswith(("m", "a"))]
    assert rows == [
        ["minimax", "aima"],
        ["minimax", "cs188,cutoff=>="],
        ["alphabeta", "aima"],
        ["alphabeta", "cs188,cutoff=>="],
    ]


def test_compare_reads_standard_input_once(call):
    _code, out, _err = call("compare", "-", "-f", "json", stdin="tree: [[3, 12], [2, 4]]")
    assert [run["value"] for run in json.loads(out)["runs"]] == [3, 3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    table(__file__, "trace_options_refused"),
)
def test_option_that_a_search_or_game_does_not_accept_is_refused(call, arguments, message):
    code, _out, err = call("trace", "lecture", *arguments)
    assert code == 2
    assert message in " ".join(err.split())


def test_source_is_required_unless_a_game_is_given(call):
    code, _out, err = call("trace")
    assert code == 2
    assert "SOURCE is missing" in err


def test_count_only_results_are_printed_and_cannot_be_saved(tmp_path):
    code, out, _ = plytrace("trace", "lecture", "--record", "counts", "-f", "json")
    assert code == 0
    assert [level["visited"] for level in json.loads(out)["by_depth"]] == [1, 3, 7]
    code, out, err = plytrace(
        "trace", "lecture", "--record", "counts", "--save", "x.trace", cwd=tmp_path
    )
    assert (code, out) == (2, "")
    assert "--save needs the visits, which --record counts does not keep" in err
    assert not list(tmp_path.iterdir())


def test_count_only_results_are_compared():
    asked = ("compare", "lecture", "-a", "minimax,alphabeta,mcts", "-f", "json")
    runs = json.loads(plytrace(*asked, "--record", "counts")[1])["runs"]
    assert [run.get("counts", {}).get("visited") for run in runs] == [13, 11, None]
    assert "mcts cannot keep only counts" in runs[2]["refused"]


def test_stopped_count_only_search_says_so():
    asked = ("trace", "tic-tac-toe", "--record", "counts", "--max-visits", "500")
    code, out, err = plytrace(*asked)
    assert code == 0
    assert "stopped by its visit budget" in out
    assert "the counts are partial" in err
