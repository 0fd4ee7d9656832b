"""`plytrace generate`: formats, folders, files with requests, messages and exit codes."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.pages import blocks, read_page
from tests.support.processes import interrupt, start_imported

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


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent otherwise there")
def test_ctrl_c_stops_a_hard_request_cleanly():
    asked = shlex.join(["generate", *HARD, "--tries", "100000000"])
    modules = ("tui.cli.commands.generate", "tracer.generate.tree_search")
    _, err = interrupt(start_imported(asked, *modules))
    assert "plytrace: stopped after" in err
    assert "failed most often is cutoffs" in err


def test_manual_shows_the_printed_output():
    page, shown = read_page("generate.md"), blocks("generate.md", "yaml")[0]
    options = shlex.split(shown.splitlines()[0].removeprefix("# plytrace generate "))
    assert generate(*options)[1] == shown
    lines = page.split("$ plytrace generate ")[1].splitlines()
    assert generate(*shlex.split(lines[0])) == (3, "", lines[1] + "\n")


def test_manual_lists_every_key_and_every_command_line_option():
    from tracer.generate.order_keys import ORDER_KEYS
    from tui.cli.commands.generate import command

    page = read_page("generate.md")
    assert all(f"`{key}`" in page for key in ORDER_KEYS)
    listed = read_page("command-line.md")
    section = listed.split("## `plytrace generate")[1].split("\n## ")[0]
    flags = {flag for option in command.params for flag in option.opts if flag != "file"}
    assert {flag for flag in flags if flag not in section} == set()
