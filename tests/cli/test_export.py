"""`plytrace export` as people and programs use it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from types import ModuleType

import pytest
import yaml

from tests.cli.test_cli import call  # noqa: F401
from tracer import trace
from tracer.export import FORMATS, Format


@pytest.fixture
def figure(monkeypatch):
    """A format that is a figure, and says what it was asked for."""
    module = ModuleType("tracer.export.picture")
    module.write = lambda trace, out, options: out.write(f"{options.step} {options.show}\n")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(FORMATS, "picture", Format("picture", "a picture", figure=True))


@pytest.fixture
def binary(monkeypatch):
    """A format that is no text."""
    module = ModuleType("tracer.export.blob")
    module.write = lambda trace, out, options: out.write(bytes(range(256)) * 300)
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(FORMATS, "blob", Format("blob", "bytes", binary=True))


@pytest.mark.parametrize("name", [n for n, f in FORMATS.items() if not (f.binary or f.figure)])
def test_a_text_format_on_standard_output_and_in_a_file(call, tmp_path, name):  # noqa: F811
    code, out, err = call("export", "lecture", "-f", name)
    assert (code, err) == (0, "")
    assert out == trace("lecture").export(name)
    path = tmp_path / f"lecture{FORMATS[name].endings[0]}"
    assert call("export", "lecture", "-f", name, "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8") == out


def test_a_files_name_tells_the_format_and_a_search_has_its_options(call, tmp_path):  # noqa: F811
    path = tmp_path / "x.yml"
    arguments = ("export", "lecture", "-c", "cs188", "--order", "right-to-left", "-o", str(path))
    assert call(*arguments) == (0, "", "")
    read = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert (read["convention"], read["options"]) == ("cs188", {"order": "right-to-left"})
    assert read["visit_order"].startswith("A D D3")


def test_a_saved_trace_stands_for_a_source(call, tmp_path):  # noqa: F811
    path = tmp_path / "x.trace"
    call("trace", "tic-tac-toe@xo.|xo.|...", "-a", "minimax", "--summary", "--save", str(path))
    code, out, err = call("export", str(path), "-f", "json")
    assert (code, err) == (0, "")
    assert out == call("trace", "tic-tac-toe@xo.|xo.|...", "-a", "minimax", "-f", "json")[1]
    code, _, err = call("export", str(path), "-f", "json", "-a", "minimax")
    assert code == 2
    assert "was searched already" in err


def test_a_figure_takes_a_step_and_what_it_shows(call, figure):  # noqa: F811
    assert call("export", "lecture", "-f", "picture")[1] == "None key\n"
    asked = ("--step", "5", "--as", "windows")
    assert call("export", "lecture", "-f", "picture", *asked)[1] == "5 windows\n"
    for step in ("22", "-1"):
        code, out, err = call("export", "lecture", "-f", "picture", "--step", step)
        assert (code, out) == (2, "")
        assert f"there is no step {step}; expected 0 to 21" in err
    assert (
        "expected as with svg, png, pdf, dot, forest"
        in call("export", "lecture", "-f", "csv", "--as", "key")[2]
    )
    rows = json.loads(call("list", "formats", "-f", "json")[1])["formats"]
    assert [row["kind"] for row in rows if row["name"] == "picture"] == ["figure"]


def test_bytes_go_to_files_and_pipes_and_to_no_terminal(call, binary, tmp_path, monkeypatch):  # noqa: F811
    path = tmp_path / "x.blob"
    assert call("export", "lecture", "-o", str(path)) == (0, "", "")
    assert path.read_bytes() == bytes(range(256)) * 300
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    code, out, err = call("export", "lecture", "-f", "blob")
    assert (code, out) == (2, "")
    assert "blob is no text, and a terminal shows text; expected -o FILE, or a pipe" in err


def test_parquet_through_a_pipe():
    parquet = pytest.importorskip("pyarrow.parquet")
    import io

    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", "export", "lecture", "-f", "parquet"],
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    assert parquet.read_table(io.BytesIO(done.stdout)).num_rows == 11


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device of Linux")  # noqa: PTH110
@pytest.mark.parametrize("name", ["csv", "parquet"])
def test_a_full_disk_is_told(call, name):  # noqa: F811
    if name == "parquet":
        pytest.importorskip("pyarrow")
    code, _, err = call("export", "lecture", "-f", name, "-o", "/dev/full")
    assert code == 3
    assert "cannot be written: No space left" in err
    assert "Traceback" not in err


def test_trace_keeps_its_formats_and_names_the_command_that_has_the_others(call):  # noqa: F811
    code, out, err = call("trace", "lecture", "-f", "yaml")
    assert (code, out) == (2, "")
    assert "expected one of text, json, jsonl, csv, md. Use plytrace export -f yaml" in err


def test_the_list_says_which_command_takes_a_format(call):  # noqa: F811
    rows = json.loads(call("list", "formats", "-f", "json")[1])["formats"]
    commands = {row["name"]: row["commands"] for row in rows}
    assert commands["csv"] == ["trace", "export"]
    assert commands["latex"] == ["export"]
    assert "(trace, export -f; .csv)" in call("list", "formats")[1]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["lecture"], 2, "expected -f NAME, or -o with a file's name"),
        (["lecture", "-f", "jsno"], 2, "Did you mean json"),
        (["lecture", "-o", "x.doc"], 2, "the name x.doc does not tell the format"),
        (["lecture", "-f", "chrome", "--summary"], 2, "chrome has no use for summary"),
        (["lecture", "-f", "csv", "--step", "3"], 2, "csv has no use for step"),
        (["lecture", "-f", "csv", "--fragment"], 2, "expected fragment with latex"),
        (["lectur", "-f", "csv"], 3, "Did you mean lecture"),
        (["gone.trace", "-f", "csv"], 3, "there is no tree, game or file 'gone.trace'"),
    ],
)
def test_errors_are_one_message(call, tmp_path, monkeypatch, arguments, code, said):  # noqa: F811
    monkeypatch.chdir(tmp_path)
    got, out, err = call("export", *arguments)
    assert (got, out) == (code, "")
    assert said in err
    assert not list(tmp_path.iterdir())


def test_ctrl_c_while_it_searches_writes_what_there_is(tmp_path):
    path = tmp_path / "x.jsonl"
    script = (
        "import sys, tui.cli, tui.cli.export, tracer.export.jsonl\n"
        "print('ready', file=sys.stderr, flush=True)\n"
        f"sys.argv = ['plytrace', *'export reversi:6 -a minimax --depth 9 -o {path}'.split()]\n"
        "tui.cli.main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PLYTRACE_KERNEL": "forbid"},  # else the search is over by then
    )
    assert process.stderr.readline() == b"ready\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert b"by hand; the trace is partial" in err
    lines = path.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["value"] is None
    assert json.loads(lines[-1])["order"] == len(lines)


def test_the_command_starts_without_pyarrow_and_without_a_screen():
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys, tui.cli\n"
            "sys.argv = 'plytrace export lecture -f csv -o /dev/null'.split()\n"
            "tui.cli.main()\n"
            "print([n for n in ('pyarrow', 'textual', 'rich') if n in sys.modules])",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "[]"
