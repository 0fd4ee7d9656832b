"""Errors: each says what was found and expected, and gives one advice, which works."""

import re
import shlex

import click
import pytest

from engine.conventions import PRESETS
from engine.errors import Suggestion, look_up
from engine.search import SEARCHES
from engine.searches.ordering import ORDERS
from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.tables import table
from tui.cli import COMMANDS, cli
from tui.cli.commands.list import LISTS

#: What people type and misspell, and the command that the error advises.
TYPED = dict(table(__file__, "advice"))
#: Advice that opens the full screen on a terminal.
ON_A_SCREEN = {"learn 3", "learn 7", "learn alpha-beta"}
ADVICE = re.compile(r"Try: plytrace (.*)$")


@over("typed", TYPED, ms=45)
def test_an_error_gives_one_advice_that_works(typed, tmp_path):
    refused = run_command(*shlex.split(typed), cwd=tmp_path)
    assert refused.returncode in (2, 3)
    assert refused.stdout == ""
    lines = refused.stderr.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("plytrace: ")
    assert lines[0].count("Try: ") == 1
    assert not re.search(r"Usage:|Error:", lines[0])
    assert ADVICE.search(lines[0])[1] == TYPED[typed]
    if TYPED[typed] in ON_A_SCREEN:
        return
    done = run_command(*shlex.split(TYPED[typed]), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout or [*tmp_path.iterdir()]


@over("name", COMMANDS)
def test_help_and_a_command_shows_its_help(name):
    done = run_command("help", name)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: plytrace" in done.stdout
    assert done.stdout == run_command(name, "--help").stdout == run_command(name, "-h").stdout


def test_help_alone_shows_the_help():
    expected = run_command("--help").stdout
    assert run_command("help").stdout == run_command("help", "help").stdout == expected


@over("name", COMMANDS)
def test_a_command_that_is_read_alone_has_both_help_options(name):
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    context = command.make_context(name, [], resilient_parsing=True)
    assert context.help_option_names == ["-h", "--help"]


@over("name", ["", *COMMANDS])
def test_a_help_line_never_ends_inside_an_example(name, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    shown = run_command(*filter(None, [name]), "--help").stdout
    command = cli.get_command(click.Context(cli), name) if name else cli
    texts = [command.help, *(getattr(one, "help", None) or "" for one in command.params)]
    for text in texts:
        for example in re.findall(r"(?<!\w)'[^'\n]+'(?!\w)|\(plytrace [^)]*\)", text):
            assert example.replace("\n", " ") in shown
    for line in shown.splitlines():
        assert not line.endswith("-")
        assert len(line) <= 80


@over(("what", "known"), [("search", SEARCHES), ("convention", PRESETS), ("order", ORDERS)])
def test_an_unknown_name_has_the_nearest_or_the_list_as_its_advice(what, known):
    for name in known:
        with pytest.raises(Exception, match="Did you mean") as caught:
            look_up(f"{name}x", known, what)
        assert isinstance(caught.value.hint, Suggestion)
    with pytest.raises(Exception, match="Try: plytrace list") as caught:
        look_up("0000", known, what)
    assert caught.value.hint.removeprefix("Try: plytrace list ") in LISTS
