"""`plytrace export` as people and programs use it."""

import json
import os
import sys
import time

import pytest

from tests.support.cases import over
from tests.support.processes import interrupt, start_command, wait_until
from tests.support.tables import table
from tracer import trace
from tracer.export.format import FORMATS, Format


@pytest.fixture
def figure(monkeypatch):
    """Add a figure format that prints the options it received."""

    def write(trace, out, options):
        out.write(f"{options.step} {options.show}\n")

    record = Format("picture", write, "a picture", takes=("step", "show"))
    monkeypatch.setitem(FORMATS, "picture", record)


@pytest.fixture
def binary(monkeypatch):
    """Add a binary format."""

    def write(trace, out, options):
        out.write(bytes(range(256)) * 300)

    monkeypatch.setitem(FORMATS, "blob", Format("blob", write, "bytes", binary=True))


@over("name", [n for n, f in FORMATS.items() if not (f.binary or f.figure)], ms=45)
def test_text_format_goes_to_standard_output_or_a_file(call, tmp_path, name):
    code, out, err = call("export", "lecture", "-f", name)
    assert (code, err) == (0, "")
    assert out == trace("lecture").export(name)
    path = tmp_path / f"lecture{FORMATS[name].endings[0]}"
    assert call("export", "lecture", "-f", name, "-o", str(path)) == (0, "", "")
    assert path.read_text(encoding="utf-8") == out


def test_figure_accepts_a_step_and_display_options(call, figure):
    assert call("export", "lecture", "-f", "picture")[1] == "None key\n"
    asked = ("--step", "5", "--as", "windows")
    assert call("export", "lecture", "-f", "picture", *asked)[1] == "5 windows\n"
    assert call("export", "lecture", "-f", "picture", "--step", "-1")[1] == "-1 key\n"
    for step in ("22", "-23"):
        code, out, err = call("export", "lecture", "-f", "picture", "--step", step)
        assert (code, out) == (2, "")
        assert f"there is no step {step}; expected 0 to 21, or -1 for the last" in err
    assert (
        "expected as with svg, png, pdf, dot, forest"
        in call("export", "lecture", "-f", "csv", "--as", "key")[2]
    )
    rows = json.loads(call("list", "formats", "-f", "json")[1])["formats"]
    assert [row["kind"] for row in rows if row["name"] == "picture"] == ["figure"]


def test_binary_formats_are_refused_on_terminals(call, binary, tmp_path):
    path = tmp_path / "x.blob"
    assert call("export", "lecture", "-o", str(path)) == (0, "", "")
    assert path.read_bytes() == bytes(range(256)) * 300
    code, out, err = call("export", "lecture", "-f", "blob", is_terminal=True)
    assert (code, out) == (2, "")
    assert "a terminal cannot show blob; expected -o FILE, or a pipe" in err


def test_list_of_formats_names_the_command_that_accepts_each(call):
    rows = json.loads(call("list", "formats", "-f", "json")[1])["formats"]
    commands = {row["name"]: row["commands"] for row in rows}
    assert commands["csv"] == ["trace", "export"]
    assert commands["latex"] == ["export"]
    assert "(trace, export -f; .csv)" in call("list", "formats")[1]


@pytest.mark.parametrize("command", table(__file__, "standard_output"))
def test_standard_output_is_accepted_under_its_names(call, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    plain = call(*command)
    for name in ("-", "/dev/stdout"):
        named = call(*command, "-o", name)
        assert named[0] == plain[0] == 0
        assert len(named[1].splitlines()) == len(plain[1].splitlines()) > 0  # times may differ
        assert not list(tmp_path.iterdir())


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@over("name", ["/dev/stdout", "/dev/fd/1", "fifo"], ms=45)
def test_named_pipes_are_written_without_being_replaced(tmp_path, name):
    if name == "fifo":
        os.mkfifo(tmp_path / "fifo")
    process = start_command("export", "lecture", "-f", "csv", "-o", name, cwd=tmp_path)
    got = (tmp_path / "fifo").read_text("utf-8") if name == "fifo" else ""
    out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")
    assert got + out == trace("lecture").export("csv")


#: A tree of 1,365 nodes, whose figures and pages take a while.
LARGE = str([[[[[0, 1, 2, 3]] * 4] * 4] * 4] * 4).replace(" ", "")


@pytest.mark.skipif(sys.platform == "win32", reason="signals differ there")
@over(
    ("ending", "source"),
    [
        ("html", [LARGE, "-a", "minimax"]),
        ("png", [LARGE, "-a", "minimax", "--dpi", "60"]),
        ("jsonl", ["tic-tac-toe", "-a", "minimax", "--max-visits", "200000"]),
    ],
    ms=45,
)
def test_ctrl_c_during_a_write_leaves_the_file_unchanged(ending, source, tmp_path):
    path = tmp_path / f"x.{ending}"
    path.write_text("as it was", encoding="utf-8")
    process = start_command("export", *source, "-o", path)
    wait_until(lambda: len(list(tmp_path.iterdir())) == 2, "an unfinished file")
    time.sleep(0.1)  # Python drops a Ctrl-C that arrives at the end of an import
    _, err = interrupt(process)
    assert err.splitlines()[-1] == f"plytrace: stopped; {path} is unchanged"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
    assert path.read_text(encoding="utf-8") == "as it was"
