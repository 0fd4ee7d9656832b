"""Progress: a line that changes on a terminal, an occasional line on a pipe."""

import re

import pytest

from tests.support.cases import over
from tests.support.tables import table
from tracer import trace
from tui.cli.commands.trace import command as trace_command
from tui.cli.shared import running
from tui.cli.shared.running import Searches
from tui.terminal.output import Progress


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def output_after(progress, clock, seconds, capsys, step=0.05):
    """Return the lines of a search that makes a thousand visits a second."""
    capsys.readouterr()
    began, ended = clock.now, clock.now + seconds
    while clock.now < ended:
        clock.now += step
        progress(int(1000 * (clock.now - began)))
    progress.clear()
    return capsys.readouterr().err


def test_pipe_gets_occasional_whole_lines(clock, capsys):
    progress = Progress("searching", None, shown=True, on_pipe=True, clock=clock)
    assert output_after(progress, clock, 4.9, capsys) == ""
    lines = output_after(progress, clock, 60, capsys)
    assert "\r" not in lines
    assert "\x1b" not in lines
    assert lines.endswith("\n")
    assert 5 <= len(lines.splitlines()) <= 8
    assert all(line.startswith("plytrace: searching: ") for line in lines.splitlines())


def test_one_second_searches_are_reported_together(clock, capsys):
    progress = Progress("searching", None, shown=True, on_pipe=True, clock=clock)
    heard = ""
    for number in range(30):
        progress.begin(f"searching by {number}", 2000)
        heard += output_after(progress, clock, 1.0, capsys)
    assert 2 <= len(heard.splitlines()) <= 4
    assert "a second" in heard


def test_terminal_gets_one_line_that_is_cleared(clock, capsys, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    progress = Progress("searching", None, shown=True, on_pipe=True, clock=clock)
    heard = output_after(progress, clock, 3, capsys)
    assert "\n" not in heard
    assert heard.endswith("\r\x1b[K")
    assert heard.count("visits") >= 5


@pytest.mark.parametrize("on_terminal", [False, True])
def test_quiet_prints_nothing(clock, capsys, monkeypatch, on_terminal):
    monkeypatch.setattr("sys.stderr.isatty", lambda: on_terminal, raising=False)
    assert (
        output_after(
            Progress("searching", None, shown=False, on_pipe=True, clock=clock), clock, 60, capsys
        )
        == ""
    )


def test_pipe_gets_nothing_from_commands_that_did_not_enable_it(clock, capsys):
    assert output_after(Progress("grading", None, shown=True, clock=clock), clock, 60, capsys) == ""


# Commands -------------------------------------------------------------------------------------


@pytest.fixture
def short(monkeypatch):
    """Every search ends after 200 visits, whatever was asked; the size of its tree is a guess."""
    monkeypatch.setattr("tracer.runs.forecasts._MOST_WAYS", 2_000)
    monkeypatch.setattr("engine.tree_size._MOST_STEPS", 2_000)
    run, counted = Searches.run, Searches.run_counted
    for name, one in (("run", run), ("run_counted", counted)):
        monkeypatch.setattr(
            Searches,
            name,
            lambda self, source, options, one=one: one(self, source, options | {"max_visits": 200}),
        )


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize(
    ("arguments", "named"),
    table(__file__, "too_large"),
)
def test_too_large_a_search_is_reported_with_a_budget_before_it_starts(call, arguments, named):
    _code, _out, err = call(*arguments)
    first, *_ = err.splitlines()
    assert first.startswith("plytrace: note: ")
    assert all(word in first for word in named)
    assert "make" not in call(*arguments, "--quiet")[2]


@pytest.mark.parametrize(
    ("arguments", "depth"),
    table(__file__, "usual_depths"),
)
@pytest.mark.usefixtures("short")
def test_large_game_has_a_usual_depth_and_says_so(call, arguments, depth):
    code, out, err = call(*arguments)
    assert code == 0
    said = re.search(r"searched to a depth of (\d+) plies; .* --depth inf", err)
    assert (said and int(said[1])) == depth
    if "trace" in arguments:
        assert ("depth 7" in out) == (depth == 7)
    assert not call(*arguments, "--quiet")[2]


def test_progress_says_from_5_seconds_on_that_a_depth_can_be_chosen(monkeypatch):
    monkeypatch.setattr(running, "monotonic", iter([0.0, 1.0, 5.5]).__next__)
    heard = []
    searches = Searches()
    monkeypatch.setattr(searches._progress, "_shown", False)
    monkeypatch.setattr(Progress, "__call__", lambda self, *said: heard.append(said))

    def search(source, control, **options):
        control._on_progress(10)
        control._on_progress(20)
        return trace("lecture")

    searches._run(search, "connect-four", {})
    assert heard == [(10, ""), (20, "choose a depth (--depth 7)")]


@over(("size", "bytes_"), [("300", 300), ("1.5k", 1536), ("2 GB", 2**31)])
def test_size_of_memory_is_read(size, bytes_):
    [option] = [one for one in trace_command.params if one.name == "memory"]
    assert option.type.convert(size, option, None) == bytes_


def test_note_about_the_source_is_printed_once(call):
    _code, _out, err = call("compare", "tic-tac-toe@xxx|xx.|...", "-a", "minimax,alphabeta,pvs")
    assert len(err.splitlines()) == len(set(err.splitlines())) > 0
