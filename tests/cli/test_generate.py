"""`plytrace generate`: formats, folders, files with requests, messages and exit codes."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.stopped import STOPPED, wait_as_long_again
from tests.support.tables import table

ROOT = Path(__file__).parent.parent.parent
#: As good as impossible, which counting does not tell.
HARD = ["--values", "0..1", "--cutoffs", "6", "--unique", "--seed", "hard"]


def generate(*arguments, stdin=None, cwd=None):
    done = run_command("generate", *arguments, stdin=stdin, cwd=cwd or ROOT)
    return done.returncode, done.stdout, done.stderr


def test_printed_tree_can_be_regenerated_from_its_first_line():
    code, out, err = generate("--plies", "4", "--branching", "2..3", "--cutoffs=5", "--deep",
                              "--unique", "--values=-9..9", "--seed", "the demo's")  # fmt: skip
    assert (code, err) == (0, "")
    first, second, *_ = out.splitlines()
    assert "5 cutoffs" in second
    program, command, *options = shlex.split(first.removeprefix("# "))
    assert (program, command) == ("plytrace", "generate")
    assert generate(*options) == (0, out, "")


def test_trees_without_a_seed_differ_and_state_their_seed():
    outs = [generate()[1] for _ in range(2)]
    assert outs[0] != outs[1]
    options = shlex.split(outs[0].splitlines()[0].removeprefix("# plytrace generate "))
    assert generate(*options)[1] == outs[0]


def test_several_trees_go_to_a_folder_and_each_can_be_regenerated(tmp_path):
    code, out, err = generate("--count", "3", "--seed", "a b", "-o", str(tmp_path / "set"))
    assert (code, out, err) == (0, "", "")
    names = sorted(path.name for path in (tmp_path / "set").iterdir())
    assert names == ["a-b-1.yaml", "a-b-2.yaml", "a-b-3.yaml"]
    texts = {path.read_text(encoding="utf-8") for path in (tmp_path / "set").iterdir()}
    assert len(texts) == 3
    assert generate("--seed", "a b-2")[1] in texts


@over(("seed", "name"), [("../../etc/x", "etc-x-1"), (".", "1")])
def test_file_named_after_a_seed_is_never_hidden(seed, name, tmp_path):
    assert generate("--count", "1", "--seed", seed, "-o", f"{tmp_path}/")[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == [f"{name}.yaml"]


@over("into", ["all.txt", "set/"])
def test_trees_found_before_a_failure_are_kept(into, tmp_path):
    # The first two of these seeds are met within so few tries, and the third is not.
    asked = ["--plies", "2", "--cutoffs", "2", "--unique", "-f", "inline"]
    asked += ["--tries", "4", "--count", "30", "--seed", "l"]
    code, _, err = generate(*asked, "-o", str(tmp_path / into))
    assert code == 3
    failed = re.search(r"seed l-(\d+): no tree found .*The first (\d+) of 30 trees were made", err)
    assert failed is not None
    assert int(failed[1]) - 1 == int(failed[2]) > 0
    texts = [path.read_text("utf-8") for path in tmp_path.rglob("*.txt")]
    assert "".join(texts).count("\n") == int(failed[2])


@over("format_name", ["inline", "json"])
def test_several_trees_can_be_printed_one_per_line(format_name):
    code, out, _ = generate("--count", "4", "--seed", "s", "-f", format_name)
    assert code == 0
    lines = out.splitlines()
    assert len(set(lines)) == 4
    assert all(json.loads(line) for line in lines)


def test_file_gives_the_request_and_options_override_it(tmp_path):
    path = tmp_path / "order.yaml"
    path.write_text("seed: s\ngenerate: {plies: 2, branching: [2, 3], cutoffs: 1}\n", "utf-8")
    options = ["--plies", "2", "--branching", "2..3", "--seed", "s"]
    assert generate(str(path)) == generate(*options, "--cutoffs", "1")
    assert generate(str(path), "--cutoffs", "0") == generate(*options, "--cutoffs", "0")
    text = path.read_text(encoding="utf-8")
    assert generate("-", stdin=text) == generate(str(path))


def test_empty_name_is_not_a_file():
    code, out, message = generate("-o", "")
    assert (code, out) == (2, "")
    assert "--output: the file name is empty" in message


@over(
    ("arguments", "code", "words"),
    table(__file__, "generate_refused"),
)
def test_errors_are_one_message(arguments, code, words):
    found = generate(*arguments)
    assert found[:2] == (code, "")
    assert found[2].count("\n") == 1
    assert all(word in found[2] for word in words), found[2]


@over(
    ("text", "words"),
    table(__file__, "generate_malformed"),
)
def test_malformed_file_is_reported_with_its_line(text, words, tmp_path):
    (tmp_path / "o.yaml").write_text(text, encoding="utf-8")
    code, out, err = generate("o.yaml", cwd=tmp_path)
    assert (code, out) == (3, "")
    assert all(word in err for word in words), err


def test_file_with_a_generate_request_is_not_a_tree(tmp_path):
    path = tmp_path / "o.yaml"
    path.write_text("generate: {plies: 2}\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tui.cli", "trace", str(path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert "this is a generator's settings (generate:)" in done.stderr
    assert "To read it, use plytrace generate" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_stops_a_hard_request_cleanly():
    # Says when its imports are done, since a slow machine may take its time over them.
    script = (
        "import sys, tui.cli, tui.cli.commands.generate, tracer.generate.tree_search\n"
        "print('ready', file=sys.stderr, flush=True)\n"
        f"sys.argv = {['plytrace', 'generate', *HARD, '--tries', '100000000']}\n"
        "tui.cli.main()"
    )
    began = time.monotonic()
    running = subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True)
    assert running.stderr.readline() == "ready\n"
    wait_as_long_again(began - 1)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode in STOPPED
    assert "plytrace: stopped after" in err
    assert "failed most often is cutoffs" in err
    assert "Traceback" not in err


def test_manual_shows_the_printed_output():
    page = (ROOT / "docs" / "generate.md").read_text(encoding="utf-8")
    shown = page.split("```yaml\n")[1].split("```")[0]
    options = shlex.split(shown.splitlines()[0].removeprefix("# plytrace generate "))
    assert generate(*options)[1] == shown
    lines = page.split("$ plytrace generate ")[1].splitlines()
    assert generate(*shlex.split(lines[0])) == (3, "", lines[1] + "\n")


def test_manual_lists_every_key_and_every_command_line_option():
    from tracer.generate.order_keys import ORDER_KEYS
    from tui.cli.commands.generate import command

    page = (ROOT / "docs" / "generate.md").read_text(encoding="utf-8")
    assert all(f"`{key}`" in page for key in ORDER_KEYS)
    listed = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    section = listed.split("## `plytrace generate")[1].split("\n## ")[0]
    flags = {flag for option in command.params for flag in option.opts if flag != "file"}
    assert {flag for flag in flags if flag not in section} == {"--whole"}
