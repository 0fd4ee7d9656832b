"""The documentation is accurate: its trees are read, its commands run."""

import json
import shlex
from pathlib import Path

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.pages import DOCS, blocks
from tracer import trace
from tracer.export.format import FORMATS
from tracer.steps.origin import find_origin, find_quantity
from tracer.steps.visit_views import VISIT_FIELDS


def all_blocks(language):
    names = sorted(path.name for path in DOCS.glob("*.md"))
    return [(name, block) for name in names for block in blocks(name, language)]


@pytest.mark.parametrize(("page", "block"), all_blocks("yaml"))
def test_documented_trees_and_positions_are_read(page, block, tmp_path):
    path = tmp_path / "example.yaml"
    path.write_text(block, encoding="utf-8")
    assert trace(path, depth=None).counts.visited > 1


@over(("page", "block"), all_blocks("sh"), ms=45)
def test_documented_commands_run(page, block, tmp_path):
    for line in block.splitlines():
        run_command(*shlex.split(line)[1:], cwd=tmp_path).check_returncode()


def test_documented_json_is_the_json_written():
    shown, why = [json.loads(block) for _, block in all_blocks("json")]
    written = json.loads(trace("lecture").export("json"))
    shown["cutoffs"][0]["because"] = written["cutoffs"][0]["because"]
    assert shown["visits"][0] == written["visits"][0]
    assert tuple(shown["visits"][0]) == VISIT_FIELDS
    assert shown["cutoffs"][0] == written["cutoffs"][0]
    for key in set(shown) - {"visits", "cutoffs"}:
        assert shown[key] == written[key]
    t = trace("lecture")
    origin = find_origin(t, find_quantity(t, "C.alpha", 21), 21).as_json()
    assert why["sentence"].removesuffix("…") == origin["sentence"][: len(why["sentence"]) - 1]
    assert why["links"] == origin["links"][:1]
    assert {**why, "sentence": "", "links": []} == {**origin, "sentence": "", "links": []}


def test_documented_files_of_other_programs_are_read(tmp_path):
    shown = blocks("trees.md", "text")
    for block, suffix, visits in zip(shown, (".efg", ".test"), (7, 6), strict=True):
        path = tmp_path / f"shown{suffix}"
        path.write_text(block, encoding="utf-8")
        assert trace(path, convention="cs188").counts.visited == visits


def test_documented_error_is_the_one_given(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text("tree:\n  id: A\n  childern: [1, 2]\n", encoding="utf-8")
    done = run_command("trace", "mine.yaml")
    message = done.stderr.strip().removeprefix("plytrace: ")
    page = (DOCS / "trees.md").read_text(encoding="utf-8")
    assert done.returncode == 3
    assert message in page


def test_every_command_option_and_list_is_documented():
    from tui.cli import COMMANDS
    from tui.cli.commands.export import command as export_command
    from tui.cli.commands.list import command as list_command
    from tui.cli.commands.trace import command as trace_command

    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"`plytrace {name}" in page
    for option in [*trace_command.params, *export_command.params]:
        for flag in option.opts:
            assert flag in page or flag == "source", flag
    formats = (DOCS / "export.md").read_text(encoding="utf-8")
    for name, format_ in FORMATS.items():
        assert f"| `{name}` | `{format_.endings[0]}` |" in formats
    for what in list_command.params[0].type.choices:
        assert f"`{what}`" in page
