"""The README is accurate: every command and example in it runs."""

import re
import shlex
import tomllib
from pathlib import Path

import pytest

from tests.support.commands import run_command
from tests.support.pages import blocks

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALL = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")


def commands():
    lines = [line for block in blocks("../README.md", "sh") for line in block.splitlines()]
    return [line.partition("  #")[0].strip() for line in lines if line.startswith("plytrace ")]


def after(mark, page=README):
    """The one line of the fenced block after a mark."""
    block = page.partition(f"<!-- {mark} -->")[2]
    return re.match(r"\n```(?:sh|console)\n(.*)\n```\n", block)[1]


def test_install_commands_are_one_line_each_and_set_up_everything():
    for mark, job in (("run", "plytrace trace lecture"), ("test", "pytest -q -n auto")):
        command = after(mark)
        assert "\n" not in command
        assert "python3 -m venv .venv" in command
        assert command.endswith(f".venv/bin/{job}")


def test_one_line_installs_everything():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    install = "pip install -q --disable-pip-version-check -e '.[all]'"
    assert after("everything", INSTALL).endswith(install)
    included = {package_of(one) for one in extras["all"]}
    for name in extras.keys() - {"all", "bench", "dev", "docs"}:
        assert f"| `{name}` |" in INSTALL
        assert f"plytrace[{name}]" in included or {*map(package_of, extras[name])} <= included


def package_of(requirement):
    return re.split("[><=; ]", requirement)[0]


def test_readme_has_commands_to_run():
    assert len(commands()) >= 8


def is_full_screen(command):
    """Whether a command opens the screen."""
    words = command.split()
    opens = len(words) == 1 or words[1] in ("step", "play", "learn")
    return opens and "--plain" not in words


def is_slow(command):
    """Whether a command searches all of tic-tac-toe, some times."""
    return "worksheet lab3" in command


@pytest.mark.parametrize(
    "command", [text for text in commands() if not is_full_screen(text) and not is_slow(text)]
)
def test_every_command_runs(command, tmp_path):
    done = run_command(*shlex.split(command)[1:], cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_custom_tree_is_traced(tmp_path):
    (tree,) = blocks("../README.md", "yaml")
    name = tree.splitlines()[0].removeprefix("# ")
    (tmp_path / name).write_text(tree, encoding="utf-8")
    done = run_command("trace", name, cwd=tmp_path)
    assert done.returncode == 0
    assert f"plytrace trace {name}" in README


def test_python_example_prints_the_documented_output(capsys):
    (example,) = blocks("../README.md", "python")
    exec(compile(example, "README.md", "exec"), {})
    printed = capsys.readouterr().out.splitlines()
    comments = [line.partition("# ")[2] for line in example.splitlines() if "print" in line]
    assert printed[0] == comments[0]
    assert len(printed) == len(comments)


def test_every_linked_file_exists():
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        if "://" not in target:
            assert (ROOT / target).exists(), target
