"""Files for new contributors agree with the program: CONTRIBUTING, hooks, workflows, forms."""

import os
import re
import shlex
import tomllib
from importlib.metadata import entry_points
from pathlib import Path

import pytest
import yaml

from engine.version import __version__
from tests.support.cases import over

ROOT = Path(__file__).parent.parent
CONTRIBUTING = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[0-9]-*.yml"))

#: The checks of .ci/run that are programs of the environment, such as `.venv/bin/mypy`.
CHECKS = re.findall(
    r"^ *(\.venv/bin/(?!python (?!\.ci/)|pytest|pip|plytrace)[^&|\n]*)$",
    (ROOT / ".ci" / "run").read_text(encoding="utf-8"),
    re.MULTILINE,
)


def read_yaml(path):
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def contributing_commands():
    """Return the commands of CONTRIBUTING.md; a line with `&&` has several."""
    blocks = re.findall(r"^ *```sh\n(.*?)^ *```", CONTRIBUTING, re.MULTILINE | re.DOTALL)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    return [command.strip() for line in lines for command in line.split("&&")]


def commands_of(workflow):
    """Return what the jobs of a workflow run: commands, actions and other workflows."""
    jobs = read_yaml(workflow)["jobs"].values()
    steps = [step for job in jobs for step in job.get("steps", [job])]
    return [step.get("run") or step["uses"] for step in steps]


def test_hooks_run_the_checks_of_ci():
    assert len(CHECKS) >= 4
    (local,) = read_yaml(ROOT / ".pre-commit-config.yaml")["repos"]
    assert local["repo"] == "local"
    assert [hook["entry"] for hook in local["hooks"]] == CHECKS
    for hook in local["hooks"]:
        assert (hook["language"], hook["pass_filenames"]) == ("system", False)


def test_contributing_lists_the_checks_of_ci():
    assert [command for command in contributing_commands() if command in CHECKS] == CHECKS


def test_setup_in_contributing_is_that_of_the_readme():
    make, install = contributing_commands()[:2]
    assert f"\n{make} && {install} && .venv/bin/pytest" in README


@over("command", contributing_commands())
def test_commands_in_contributing_exist(command):
    program, *words = shlex.split(command)
    if program.startswith(".ci/"):
        assert os.access(ROOT / program, os.X_OK)
    elif program.startswith(".venv/bin/"):
        name = program.removeprefix(".venv/bin/")
        installed = {script.name for script in entry_points(group="console_scripts")}
        installed |= {"python", "pip", "ruff"}  # no entry points of their own
        assert name in installed or f".venv/bin/pip install {name}" in contributing_commands()
    else:
        assert program == "python3"
    for word in words:
        if word.endswith(".py") or word.startswith("tests/"):
            assert (ROOT / word).exists()


def test_every_linked_or_named_file_exists():
    named = re.findall(r"`([\w./-]+(?:/|\.py|\.md|\.cff))`", CONTRIBUTING)
    linked = re.findall(r"\]\(([\w./-]+)\)", CONTRIBUTING)
    assert len(named) >= 8
    for path in {*named, *linked}:
        assert (ROOT / path).exists(), path
    for workflow in re.findall(r"`(\w+\.yml)`", CONTRIBUTING):
        assert workflow in [path.name for path in WORKFLOWS]
    assert "docs/structure.md" in linked


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_is_pinned_to_a_commit(workflow):
    text = workflow.read_text(encoding="utf-8")
    for action in re.findall(r"uses: (.*)", text):
        local = action.startswith("./") and (ROOT / action).is_file()
        assert local or re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", action), action
    for installed in re.findall(r"pip install ([a-z]\w*\S*)", text):
        assert "==" in installed or installed.startswith("dist/")


def test_check_runs_every_part_and_the_tests_with_the_oldest_and_the_newest_python():
    workflow = ROOT / ".github" / "workflows" / "check.yml"
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    parts = re.search(r'^  ""\)\n(.*?);;', script, re.MULTILINE | re.DOTALL)[1].split()
    commands = commands_of(workflow)
    assert [command for command in commands if command.startswith(".ci")] == [
        f".ci/run {part}" for part in parts
    ]
    matrix = read_yaml(workflow)["jobs"]["tests"]["strategy"]["matrix"]
    pythons = supported_pythons()
    assert matrix["python"] == [pythons[0], pythons[-1]]


def test_nightly_uses_the_other_pythons_and_the_oldest():
    jobs = read_yaml(ROOT / ".github" / "workflows" / "nightly.yml")["jobs"]
    pythons = supported_pythons()
    assert jobs["python"]["strategy"]["matrix"]["python"] == pythons[1:-1]
    steps = jobs["nightly"]["steps"]
    assert [step["with"]["python-version"] for step in steps if "with" in step] == pythons[:1]
    for script in ("run", "nightly", "lowest", "programs"):
        assert os.access(ROOT / ".ci" / script, os.X_OK)


def supported_pythons():
    classifiers = project_table()["project"]["classifiers"]
    return [one.rpartition(" ")[2] for one in classifiers if re.search(r":: 3\.\d+$", one)]


def project_table():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_wheels_contain_the_kernel_for_every_python_and_are_tested():
    options = project_table()["tool"]["cibuildwheel"]
    assert options["environment"] == {"PLYTRACE_BUILD_KERNEL": "require"}
    assert options["test-environment"] == {"PLYTRACE_KERNEL": "force"}
    tags = [f"cp{python.replace('.', '')}-*" for python in supported_pythons()]
    assert options["build"] == tags
    assert any(command.endswith(".ci/smoke.py") for command in options["test-command"])


def test_nothing_is_published_before_the_check_and_the_wheels():
    workflow = ROOT / ".github" / "workflows" / "wheels.yml"
    jobs = read_yaml(workflow)["jobs"]
    assert "./.github/workflows/check.yml" in commands_of(workflow)
    assert set(jobs["publish"]["needs"]) == jobs.keys() - {"publish"}
    assert jobs["publish"]["if"] == "startsWith(github.ref, 'refs/tags/v')"
    runners = jobs["compiled"]["strategy"]["matrix"]["runner"]
    assert [runner.partition("-")[0] for runner in runners] == ["ubuntu", "macos", "windows"]


def test_citation_has_the_current_version():
    citation = read_yaml(ROOT / "CITATION.cff")
    assert (citation["title"], citation["version"]) == ("plytrace", __version__)


@pytest.mark.parametrize("form", FORMS, ids=lambda path: path.stem)
def test_issue_form_asks_for_each_item_once(form):
    fields = [field for field in read_yaml(form)["body"] if field["type"] != "markdown"]
    names = [field["id"] for field in fields]
    labels = [field["attributes"]["label"] for field in fields]
    assert len({*names}) == len(names) == len({*labels})
    assert any(field.get("validations", {}).get("required") for field in fields)


def test_every_kind_of_report_has_an_issue_form():
    assert [form.stem for form in FORMS] == [
        "1-wrong-result",
        "2-wrong-picture",
        "3-new-convention",
    ]
