"""`plytrace generate`: formats, folders, files with orders, messages and exit codes."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.stopped import STOPPED

ROOT = Path(__file__).parent.parent.parent
COMMAND = [sys.executable, "-m", "tui.cli", "generate"]
#: As good as impossible, which counting does not tell.
HARD = ["--values", "0..1", "--cutoffs", "6", "--unique", "--seed", "hard"]


def generate(*arguments, stdin=None, cwd=None):
    path = {"PYTHONPATH": os.pathsep.join(one for one in sys.path if one)} if cwd else {}
    done = subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        input=stdin,
        cwd=cwd or ROOT,
        env={**os.environ, **path},
    )
    return done.returncode, done.stdout, done.stderr


def test_a_tree_is_printed_and_its_own_first_line_makes_it_again():
    code, out, err = generate("--plies", "4", "--branching", "2..3", "--cutoffs=5", "--deep",
                              "--unique", "--values=-9..9", "--seed", "the demo's")  # fmt: skip
    assert (code, err) == (0, "")
    first, second, *_ = out.splitlines()
    assert "5 cutoffs" in second
    program, command, *options = shlex.split(first.removeprefix("# "))
    assert (program, command) == ("plytrace", "generate")
    assert generate(*options) == (0, out, "")


def test_without_a_seed_every_tree_is_another_and_says_its_seed():
    outs = [generate()[1] for _ in range(2)]
    assert outs[0] != outs[1]
    options = shlex.split(outs[0].splitlines()[0].removeprefix("# plytrace generate "))
    assert generate(*options)[1] == outs[0]


def test_several_trees_go_to_a_folder_and_each_can_be_made_alone(tmp_path):
    code, out, err = generate("--count", "3", "--seed", "a b", "-o", str(tmp_path / "set"))
    assert (code, out, err) == (0, "", "")
    names = sorted(path.name for path in (tmp_path / "set").iterdir())
    assert names == ["a-b-1.yaml", "a-b-2.yaml", "a-b-3.yaml"]
    texts = {path.read_text(encoding="utf-8") for path in (tmp_path / "set").iterdir()}
    assert len(texts) == 3
    assert generate("--seed", "a b-2")[1] in texts


@pytest.mark.parametrize(("seed", "name"), [("../../etc/x", "etc-x-1"), (".", "1")])
def test_no_file_of_a_folder_is_hidden(seed, name, tmp_path):
    assert generate("--count", "1", "--seed", seed, "-o", f"{tmp_path}/")[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.yaml"]


@pytest.mark.parametrize("into", ["all.txt", "set/"])
def test_what_was_made_before_one_that_is_not_found_is_kept(into, tmp_path):
    # The first two of these seeds are met within so few tries, and the third is not.
    asked = ["--plies", "2", "--cutoffs", "2", "--unique", "-f", "inline"]
    asked += ["--tries", "4", "--count", "30", "--seed", "l"]
    code, _, err = generate(*asked, "-o", str(tmp_path / into))
    assert code == 3
    told = re.search(r"seed l-(\d+): no tree found .* (\d+) of 30 trees were made before", err)
    assert told is not None
    assert int(told[1]) - 1 == int(told[2]) > 0
    texts = [path.read_text("utf-8") for path in tmp_path.rglob("*.txt")]
    assert "".join(texts).count("\n") == int(told[2])


@pytest.mark.parametrize("format_name", ["inline", "json"])
def test_several_trees_can_be_a_line_each(format_name):
    code, out, _ = generate("--count", "4", "--seed", "s", "-f", format_name)
    assert code == 0
    lines = out.splitlines()
    assert len(set(lines)) == 4
    assert all(json.loads(line) for line in lines)


def test_a_file_holds_an_order_and_options_stand_instead_of_what_it_says(tmp_path):
    path = tmp_path / "order.yaml"
    path.write_text("seed: s\ngenerate: {plies: 2, branching: [2, 3], cutoffs: 1}\n", "utf-8")
    options = ["--plies", "2", "--branching", "2..3", "--seed", "s"]
    assert generate(str(path)) == generate(*options, "--cutoffs", "1")
    assert generate(str(path), "--cutoffs", "0") == generate(*options, "--cutoffs", "0")
    text = path.read_text(encoding="utf-8")
    assert generate("-", stdin=text) == generate(str(path))


def test_an_empty_name_is_no_file():
    code, out, told = generate("-o", "")
    assert (code, out) == (2, "")
    assert "'--output': an empty name" in told


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--plies", "x"], 2, ["--plies", "from 1 to 12"]),
        (["--branching", "3,3"], 2, ["--branching", "each of the 3 plies"]),
        (["--apart", "root-rest"], 2, ["--apart", "Did you mean root-reset?"]),
        (["--count", "2"], 2, ["2 trees in one YAML file", "-o FOLDER"]),
        (["--seed", ""], 2, ["--seed", "on one line"]),
        (["--seed", "a\tb"], 2, ["--seed", "on one line"]),
        (["--count", "2", "-f", "json", "-o", "s.json"], 2, ["--output", ".jsonl"]),
        (["--count", "2", "-o", "CHANGELOG.md/"], 3, ["CHANGELOG.md", "cannot be made"]),
        (["--count", "2", "-o", "CHANGELOG.md/sub/"], 3, ["cannot be made"]),
        ([*HARD, "--tries", "9", "--count", "2", "-f", "inline"], 3, ["seed hard-1: no tree"]),
        (["--plies", "3", "--deep"], 3, ["--deep: no tree can meet this", "Ask for 4 plies"]),
        (["--cutoffs", "9"], 3, ["--cutoffs: no tree can meet this"]),
        (["nowhere.yaml"], 3, ["nowhere.yaml", "no such file"]),
        ([*HARD, "--tries", "40"], 3, ["after 40 tries", "failed most often: cutoffs"]),
    ],
)
def test_what_is_wrong_is_one_message(arguments, code, words):
    found = generate(*arguments)
    assert found[:2] == (code, "")
    assert found[2].count("\n") == 1
    assert all(word in found[2] for word in words), found[2]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("tree: [1, 2]\n", ["o.yaml:1:1", "no order in this file"]),
        ("generate: [1]\n", ["o.yaml:1:1", "as an order"]),
        ("generate: {plys: 2}\n", ["o.yaml:1:12: plys", "Did you mean plies?"]),
        ("\ngenerate: {plies: 2, deep: 1}\n", ["o.yaml:2:22: deep: no tree can meet this"]),
        ("generate:\n  plies: 2\n  cutoffs: x\n", ["o.yaml:3:3: cutoffs"]),
        ("generate: {plies: 2, branching: 2, deep: true}\n", ["o.yaml:1:36: deep"]),
        ("generate: {}\nsed: a\n", ["o.yaml:2:1", "Did you mean seed?"]),
        ("generate: {}\nseed: [a]\n", ["o.yaml:2:1", "a seed"]),
    ],
)
def test_a_wrong_file_is_told_of_with_its_place(text, words, tmp_path):
    (tmp_path / "o.yaml").write_text(text, encoding="utf-8")
    code, out, err = generate("o.yaml", cwd=tmp_path)
    assert (code, out) == (3, "")
    assert all(word in err for word in words), err


def test_a_file_with_an_order_is_no_tree(tmp_path):
    path = tmp_path / "o.yaml"
    path.write_text("generate: {plies: 2}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", "trace", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert "this is an order (generate:)" in done.stderr
    assert "Use plytrace generate FILE" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_stops_a_hard_one_cleanly():
    # Says when its imports are done, since a slow machine may take its time over them.
    script = (
        "import sys, tui.cli, tui.cli.generate, tracer.generate.making\n"
        "print('ready', file=sys.stderr, flush=True)\n"
        f"sys.argv = {['plytrace', 'generate', *HARD, '--tries', '100000000']}\n"
        "tui.cli.main()"
    )
    running = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    assert running.stderr.readline() == "ready\n"
    time.sleep(2.0)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode in STOPPED
    assert "plytrace: stopped after" in err
    assert "failed most often: cutoffs" in err
    assert "Traceback" not in err


def test_the_manual_shows_what_is_printed():
    page = (ROOT / "docs" / "generate.md").read_text(encoding="utf-8")
    shown = page.split("```yaml\n")[1].split("```")[0]
    options = shlex.split(shown.splitlines()[0].removeprefix("# plytrace generate "))
    assert generate(*options)[1] == shown
    told = page.split("$ plytrace generate ")[1].splitlines()
    assert generate(*shlex.split(told[0])) == (3, "", told[1] + "\n")


def test_the_manual_tells_every_key_and_the_command_line_every_option():
    from tracer.generate.reading import ORDER_KEYS
    from tui.cli.generate import command

    page = (ROOT / "docs" / "generate.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in ORDER_KEYS)
    listed = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    section = listed.split("## `plytrace generate")[1].split("\n## ")[0]
    flags = {flag for option in command.params for flag in option.opts if flag != "file"}
    assert {flag for flag in flags if flag not in section} == {"--whole"}
