"""Errors: each says what was found and expected, and gives one advice, which works."""

from __future__ import annotations

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
from tui.cli import COMMANDS, cli
from tui.cli.commands.list import LISTS

#: What people type and misspell, and the command that the error advises.
TYPED = {
    "list conventoins": "list conventions",
    "glossary": "list terms",
    "terms": "list terms",
    "game": "list games",
    "grade lecture": "check --help",
    "run lecture": "trace lecture",
    "draw lecture": "export --help",
    "version": "--version",
    "tutorial 3": "learn 3",
    "trac": "trace --help",
    "help trac": "help trace",
    "trac lecture": "trace lecture",
    "frobnicate": "--help",
    "--frobnicate": "--help",
    "trace": "list trees",
    "trace lecture -s minimax": "trace lecture -a minimax",
    "trace lecture -sminimax": "trace lecture -a minimax",
    "trace lecture --algorithm minimax": "trace lecture --search minimax",
    "trace lecture --algorithm=minimax": "trace lecture --search=minimax",
    "trace tic-tac-toe@xox|oxo|... -d 2": "trace 'tic-tac-toe@xox|oxo|...' --depth 2",
    "trace lecture --widht=60": "trace lecture --width=60",
    "trace lecture --frobnicate": "trace --help",
    "trace lecture --quiet=3": "trace --help",
    "trace lecture --max-visits": "trace --help",
    "trace lecture --max-visits many": "trace lecture --max-visits 2",
    "trace lecture --max-visits=many": "trace lecture --max-visits=2",
    "trace lecture --width 3": "trace lecture --width 20",
    "trace lecture --max frist": "trace lecture --max first",
    "trace lecture --window 3": "trace --help",
    "trace lecture -o ''": "trace --help",
    "trace lecture -c berkeley": "list conventions",
    "trace lecture -c aim": "trace lecture -c aima",
    "trace lecture -c aima,return=fail-hard": "trace lecture -c aima,returns=fail-hard",
    "trace lecture -a minmax": "trace lecture -a minimax",
    "trace lecture -a dijkstra": "list searches",
    "trace lecture --order zzz": "list orders",
    "trace lecture -f xls": "list formats",
    "trace lecture -f svg": "export lecture -f svg",
    "trace lecture minimax": "trace lecture -a minimax",
    "trace lecture rutgers": "trace lecture -c rutgers",
    "trace lecture other": "trace --help",
    "trace lecure": "trace lecture",
    "trace lecture.yaml": "trace lecture",
    "trace tictactoe@xxx|oo.|...": "trace 'tic-tac-toe@xxx|oo.|...'",
    "trace qqqqqq": "list trees",
    "compare lecture minimax alphabeta": "compare lecture -a minimax,alphabeta",
    "compare lecture -a minmax,alphabeta": "compare lecture -a minimax,alphabeta",
    "visits lecture --kind seen": "visits --help",
    "step lecture": "trace lecture",
    "export lecture out.xls": "list formats",
    "export lecture out.svg": "export lecture -o out.svg",
    "export lecture -o out.xls": "list formats",
    "mcts lecture": "trace lecture -a mcts",
    "mcts zzzzz": "mcts mp520",
    "matrix lecture": "matrix mp520",
    "matrix prisoner-dilemma": "matrix prisoners-dilemma",
    "matrix": "matrix --help",
    "worksheet": "worksheet --list",
    "worksheet lab4": "worksheet lab3",
    "worksheet zzzzz": "worksheet --list",
    "worksheet mit --variants 0 -o f": "worksheet mit --variants 2 -o f",
    "learn 99": "list lessons",
    "learn alpha": "learn alpha-beta",
    "learn minimax": "learn minimax --plain",
    "play go": "list games",
    "play tic-tac-toe": "play tic-tac-toe --plain",
    "check": "check --help",
    "check lecture": "check --help",
    "check-code": "check-code --help",
    "check-code --starter berkeley": "list shapes",
    "report mp502": "report mp520",
    "report berkeley": "report --help",
    "generate --plys 2": "generate --plies 2",
    "generate --plies two": "generate --help",
    "list convention aima": "list conventions aima",
    "list terms prune-node": "list terms prune",
    "list terms frobnicate": "list terms",
    "trace lecture --alg=minmax": "trace lecture --search=minimax",
    "trace LECTURE -a AlphaBeta": "trace lecture -a alphabeta",
    "trace lectrue -a minmax -c AIMA": "trace lecture -a minimax -c aima",
    "compare lecture -a minmax,AlphaBeta": "compare lecture -a minimax,alphabeta",
    "step lectrue": "trace lecture",
    "step nofile.yaml": "list trees",
    "step lecture --plain": "trace lecture",
    "play reversi --level 99": "play --help",
    "--verison": "--version",
    "-v": "--version",
    "lecture": "trace lecture",
    "Lecture -a minmax": "trace lecture -a minimax",
    "minimax lecture": "trace lecture -a minimax",
    "minimax": "list searches",
    "trace nofile.yaml": "list trees",
    "trace nofolder/tree.yaml": "list trees",
    "trace .": "list trees",
    "trace chess --depth inf": "trace chess --depth inf --max-visits 1000",
    "trace lecture --depth 1": "trace lecture",
    "trace lecture --depth=1 -a minimax": "trace lecture -a minimax",
    "trace lecture --eval lines": "trace lecture",
    "trace lecture -a ab": "trace lecture -a alphabeta",
    "trace lecture -a negascout": "trace lecture -a pvs",
    "trace othello:4": "trace reversi:4",
    "trace ttt": "trace tic-tac-toe",
    "trace 'tic tac toe'": "trace tic-tac-toe",
    "trace lecture --save a.csv": "trace lecture --save a.trace",
    "worksheet lab3 -o x.doc": "worksheet lab3 -o x",
    "learn 7 8": "learn 7",
}
#: Advice that opens the full screen on a terminal.
ON_A_SCREEN = {"learn 3", "learn 7", "learn alpha-beta"}
ADVICE = re.compile(r"Try: plytrace (.*)$")


@over("typed", TYPED, ms=150)
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
    assert done.stdout == run_command(name, "--help").stdout


def test_help_alone_shows_the_help():
    expected = run_command("--help").stdout
    assert run_command("help").stdout == run_command("help", "help").stdout == expected


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


def test_list_shows_one_row_by_its_name_or_another_word_for_it():
    shown = run_command("list", "terms", "prune").stdout
    assert shown.startswith("prune  To skip a child")
    assert run_command("list", "terms", "interior").stdout.startswith("internal node ")
    assert run_command("list", "terms", "branching", "factor").stdout.startswith("branching")
    shown = run_command("list", "conventions", "AIMA").stdout
    assert shown.startswith("aima")
    assert "Which convention" not in shown
