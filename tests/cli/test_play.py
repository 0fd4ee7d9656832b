"""`plytrace play --plain`: whole sessions as text, files, Ctrl-C and the exit codes."""

import os
import re
import shlex
import signal
import subprocess
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.golden import check_golden
from tests.support.processes import start_command, wait_as_long_again
from tests.support.tables import table

ENVIRONMENT = {"PYTHONIOENCODING": "utf-8", "COLUMNS": "80"}


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
@over("arguments, typed", table(__file__, "resumed"))
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


@contextmanager
def started(*arguments):
    """Start a match; end it where a test would wait for it without end."""
    options = {"stdin": subprocess.PIPE, "env": ENVIRONMENT}
    with start_command("play", *arguments, "--plain", **options) as program:
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


def end_by_ctrl_c(program):
    """Press Ctrl-C at a prompt; a signal just before Python reads is dealt with after it."""
    while True:
        program.send_signal(signal.SIGINT)
        with suppress(subprocess.TimeoutExpired):
            return program.wait(timeout=5)


@contextmanager
def searching():
    """Start a match in which the engine searches for long."""
    began = time.monotonic()
    with started("reversi:8", "--o", "alphabeta:depth=60") as program:
        read_until(program, "> ")
        program.stdin.write("2,3\n")
        program.stdin.flush()
        read_until(program, "B 4, W 1\n\n")
        wait_as_long_again(began)
        yield program


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_ctrl_c_plays_the_best_move_so_far_in_a_search_and_quits_at_the_prompt():
    with searching() as program:
        program.send_signal(signal.SIGINT)
        seen = read_until(program, "B to move> ")
        assert "stopped by hand" in seen
        end_by_ctrl_c(program)
        rest = program.stdout.read()
        assert program.wait(timeout=60) == 0
        assert program.stderr.read() == ""
    assert rest.startswith("\nStopped.\n")
    assert Path(resume_command(rest)[1]).is_file()


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_terminal_closed_during_a_search_loses_no_game(tmp_path):
    with searching() as program:
        program.send_signal(signal.SIGHUP)
        rest = program.stdout.read()
        assert program.wait(timeout=60) == 0
    assert "1. B (2,3)" in Path(resume_command(rest)[1]).read_text(encoding="utf-8")
