"""`plytrace play --plain`: whole sessions as text, files, Ctrl-C and the exit codes."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.golden import check_golden
from tests.support.stopped import wait_as_long_again
from tests.support.tables import table

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-m", "tui.cli", "play"]
ENVIRONMENT = {**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}


@pytest.fixture(autouse=True)
def own_state(tmp_path_factory, monkeypatch):
    monkeypatch.setitem(ENVIRONMENT, "PLYTRACE_STATE_DIR", str(tmp_path_factory.mktemp("state")))


def play(*arguments, typed="", cwd=None, plain=True, state=None):
    done = run_command(
        "play",
        *arguments,
        *(["--plain"] if plain else []),
        stdin=typed,
        cwd=cwd,
        env={
            **os.environ,
            "COLUMNS": "80",
            "PLYTRACE_STATE_DIR": str(state or ENVIRONMENT["PLYTRACE_STATE_DIR"]),
        },
    )
    return done.returncode, re.sub(r"\d+\.\d\d s\b", "0.00 s", done.stdout), done.stderr


@over(
    ("name", "arguments", "typed"),
    table(__file__, "play_sessions"),
)
def test_whole_session_prints_the_recorded_transcript(name, arguments, typed):
    code, out, err = play(*arguments, typed=typed)
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    check_golden(f"play/{name}.txt", out.rstrip("\n"))


def test_engines_play_a_whole_game_without_prompts(tmp_path):
    code, out, err = play(
        "nim:2,3", "--x", "search", "--o", "random", "--save", "n.txt", cwd=tmp_path
    )
    assert (code, err) == (0, "")
    assert "> " not in out
    assert out.endswith("wins.\nSaved to n.txt.\n")
    code, again, _ = play("--resume", "n.txt", cwd=tmp_path)
    assert code == 0
    moves = [line for line in out.splitlines() if re.match(r"\d+\. (first|second)", line)]
    assert [line for line in again.splitlines() if re.match(r"\d+\. (first|second)", line)] == moves


def resume_command(out):
    """Return the arguments of the command that resumes a game, as a shell reads them."""
    (command,) = re.findall(r"^Resume with: (.*)$", out, re.MULTILINE)
    assert out.endswith(f"Resume with: {command}\n")
    words = shlex.split(command)
    assert words[:3] == ["plytrace", "play", "--plain"]
    return words[3:]


@over("last", ["", "quit\n"])
@over(
    ("arguments", "typed"),
    [
        (["connect-four", "--o", "alphabeta:depth=2"], "4\n"),
        (["tic-tac-toe", "--o", "random", "--seed", "3", "--cells", "row-col"], "(1,1)\n"),
        (["chess", "--o", "random", "--seed", "9"], "e4\n"),
    ],
)
def test_interrupted_game_is_saved_and_can_be_resumed(arguments, typed, last, tmp_path):
    if arguments[0] == "chess":
        pytest.importorskip("chess")
    code, out, err = play(*arguments, typed=typed + last, cwd=tmp_path)
    assert (code, err) == (0, "")
    words = resume_command(out)
    code, again, err = play(*words, cwd=tmp_path)
    assert (code, err) == (0, "")
    board = out.rpartition(" to move>")[0].split("\n\n")[-2]
    moves = re.findall(r"^\d+\. \S+ \S+?(?=[,:]|$)", out, re.MULTILINE)
    assert len(moves) == 2
    assert moves == re.findall(r"^\d+\. \S+ \S+?(?=[,:]|$)", again, re.MULTILINE)
    assert board in again
    text = Path(words[1]).read_text(encoding="utf-8")
    for option, line in {"--seed": "seed: |[PlytraceSeed ", "--cells": "cells: "}.items():
        if option in arguments:
            value = arguments[arguments.index(option) + 1]
            assert any(
                f"{start}{quote}{value}" in text for start in line.split("|") for quote in ("", '"')
            )
    assert resume_command(again) == words  # nothing has changed, so that it is the same file


def test_no_resume_hint_is_shown_if_nothing_was_played_or_the_game_is_over():
    for typed in ("quit\n", "", "5\nresign\nquit\n", "5\nresign\n"):
        code, out, err = play("tic-tac-toe", "--o", "human", typed=typed)
        assert (code, err) == (0, "")
        assert "Resume with" not in out
        assert "Saved in" not in out


def test_quitting_asks_again_if_the_game_cannot_be_saved(tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    code, out, err = play(
        "tic-tac-toe", "--o", "human", typed="5\nquit\nhelp\nquit\nquit\n4\n",
        state=tmp_path / "file",
    )  # fmt: skip
    assert (code, err) == (0, "")
    assert out.count("This game could not be kept: ") == 3
    assert out.count("quit again to leave it") == 2
    assert "O 4" not in out


def test_ascii_output_has_no_other_characters():
    board = "tic-tac-toe@xo.|.x.|..o"
    typed = "hint\n6\n"
    for more in ([], ["--ascii"]):
        code, out, _ = play(board, "--o", "alphabeta", *more, typed=typed)
        assert code == 0
        assert out.isascii() or not more
    code, out, _ = play("lecture", "--o", "random", "--ascii", typed="é\nB\n")
    assert code == 0
    assert "'\\xe9'" in out


def test_saved_game_is_resumed_and_overwrites_no_other_file(tmp_path):
    (tmp_path / "mine.txt").write_text("precious", encoding="utf-8")
    typed = "5\nsave mine.txt\nsave\nsave game.txt\nquit\n"
    code, out, _ = play("tic-tac-toe", "--o", "alphabeta", typed=typed, cwd=tmp_path)
    assert code == 0
    assert "mine.txt already exists" in out
    assert "The file name is missing." in out
    assert "Saved to game.txt.\nX to move> quit\n" in out
    assert "Resume with: plytrace play --plain --resume game.txt" in out
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "precious"
    code, out, _ = play("--resume", "game.txt", typed="2\nsave game.txt\n", cwd=tmp_path)
    assert "1. X 5\n2. O 1: value 0 for X" in out
    assert "3. X 2" in (tmp_path / "game.txt").read_text(encoding="utf-8")


def test_chess_game_is_saved_as_pgn_after_every_move(tmp_path):
    pytest.importorskip("chess")
    code, out, _ = play(
        "chess", "--o", "alphabeta:depth=1", "--save", "g.pgn", typed="e2e4\nnc3\n", cwd=tmp_path
    )
    assert code == 0
    text = (tmp_path / "g.pgn").read_text(encoding="utf-8")
    assert "1. e4" in text
    assert "2. Nc3" in text
    assert "--resume g.pgn" in out
    code, out, _ = play("--resume", "g.pgn", "--x", "random", "--o", "random", cwd=tmp_path)
    assert code == 0


def test_options_supply_defaults_for_the_players():
    code, out, _ = play(
        "tic-tac-toe", "--x", "search", "--o", "minimax:depth=1",
        "-a", "pvs", "--depth", "3", "-c", "mit", "--cells", "row-col",
    )  # fmt: skip
    assert code == 0
    assert "X is pvs:depth=3,convention=mit, O is minimax:depth=1,convention=mit." in out
    assert re.search(r"^1\. X \(\d,\d\): ", out, re.MULTILINE)


def test_chance_and_random_moves_depend_on_the_seed():
    games = [play("tic-tac-toe", "--x", "random", "--o", "random", "--seed", seed)[1]
             for seed in ("1", "1", "2")]  # fmt: skip
    assert games[0] == games[1] != games[2]


@over(
    ("arguments", "code", "message"),
    [
        ([], 2, "GAME is missing"),
        (["tic-tac-toe", "--resume", "x.txt"], 2, "cannot be used with --resume"),
        (["foo"], 3, "there is no tree, game or file 'foo'"),
        (["tic-tac-toe@xyz"], 3, "3 cells"),
        (["tic-tac-toe", "--o", "serch"], 2, "Did you mean search"),
        (["tic-tac-toe", "--o", "alphabeta:depht=3"], 2, "Did you mean depth"),
        (["nim", "--o", "alphabeta:depth=2"], 2, "no evaluation"),
        (["nim", "--cells", "number"], 2, "take no cells"),
        (["-"], 2, "standard input"),
        (
            ["nim", "--seed", str(10**18)],
            2,
            f"--seed {10**18} cannot be used; expected a whole number from -999",
        ),
        (["--resume", "none.txt"], 3, "there is no such file"),
        (["--resume", "bad.txt"], 3, "bad.txt:3: '0' is not a legal move here"),
        (["--resume", "good.txt", "--depth", "2"], 2, "--depth cannot be used with --resume"),
        (["--resume", "good.txt", "--seed", "2"], 2, "--seed cannot be used with --resume"),
        (["tic-tac-toe", "--save", "good.txt"], 2, "good.txt already exists"),
        (["tic-tac-toe", "--save", "x.pgn"], 2, "cannot be saved as PGN"),
        (["tic-tac-toe", "--save", "no/such/folder.txt"], 3, "cannot be written"),
    ],
)
def test_errors_are_one_message(arguments, code, message, tmp_path):
    head = "plytrace match 1\ngame: tic-tac-toe\n1. X "
    (tmp_path / "bad.txt").write_text(f"{head}0\n", encoding="utf-8")
    (tmp_path / "good.txt").write_text(f"{head}5\n", encoding="utf-8")
    got, _, err = play(*arguments, cwd=tmp_path)
    assert got == code
    assert message in err
    assert err.startswith("plytrace: ")
    assert err.count("\n") == 1
    assert (tmp_path / "good.txt").read_text(encoding="utf-8") == f"{head}5\n"


def test_full_screen_needs_a_terminal_and_saves_automatically():
    code, _, err = play("tic-tac-toe", plain=False)
    assert (code, err.strip()) == (
        2, "plytrace: the full screen needs a terminal. Try: plytrace play tic-tac-toe --plain",
    )  # fmt: skip
    assert play("tic-tac-toe", "--save", "x.txt", plain=False)[0] == 2


@contextmanager
def started(*arguments):
    """Start a match; end it where a test would wait for it without end."""
    with subprocess.Popen(
        [*COMMAND, *arguments, "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**ENVIRONMENT, "PYTHONPATH": str(ROOT)},
    ) as program:
        ending = threading.Timer(300, program.kill)
        ending.start()
        try:
            yield program
        finally:
            ending.cancel()


def read_until(program, text):
    seen = ""
    while not seen.endswith(text):
        sign = program.stdout.read(1)
        assert sign, seen + program.stderr.read()
        seen += sign
    return seen


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_plays_the_best_move_so_far_in_a_search_and_quits_at_the_prompt():
    began = time.monotonic()
    with started("reversi:8", "--o", "alphabeta:depth=60") as program:
        read_until(program, "> ")
        program.stdin.write("2,3\n")
        program.stdin.flush()
        read_until(program, "B 4, W 1\n\n")
        wait_as_long_again(began)
        program.send_signal(signal.SIGINT)
        seen = read_until(program, "B to move> ")
        assert "stopped by hand" in seen
        program.send_signal(signal.SIGINT)
        rest = program.stdout.read()
        assert program.wait(timeout=60) == 0
        assert program.stderr.read() == ""
    assert rest.startswith("\nStopped.\n")
    assert Path(resume_command(rest)[1]).is_file()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_terminal_closed_during_a_search_loses_no_game(tmp_path):
    began = time.monotonic()
    with started("reversi:8", "--o", "alphabeta:depth=60") as program:
        read_until(program, "> ")
        program.stdin.write("2,3\n")
        program.stdin.flush()
        read_until(program, "B 4, W 1\n\n")
        wait_as_long_again(began)
        program.send_signal(signal.SIGHUP)
        rest = program.stdout.read()
        assert program.wait(timeout=60) == 0
    assert "1. B (2,3)" in Path(resume_command(rest)[1]).read_text(encoding="utf-8")
