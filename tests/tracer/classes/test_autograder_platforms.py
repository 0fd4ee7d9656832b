"""The autograders of platforms other than Gradescope, run in folders laid out as theirs."""

import json
import sys

import pytest

from engine.errors import UsageError
from tests.support.commands import run_command
from tests.support.tables import table
from tracer.classes.autograder import CHECK_CODE, PLATFORMS, write_autograder
from tracer.classes.autograder.platforms import prairielearn_results
from tui.cli.commands import check, check_code

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the platforms run Bash on Linux")

KEY = (
    "source: lecture\nsearch: alphabeta\naccept: [aima]\nparts: {visits: 4, move: 1, utility: 1}\n"
)


def maker_of_autograders(tmp_path_factory):
    """Return a factory of autograders for programs; each is written once."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "key.yaml").write_text(KEY, encoding="utf-8")

    def write(platform, key="key.yaml", command=CHECK_CODE):
        place = folder / f"{platform}-{key}-{command[0]}"
        if not place.exists():
            write_autograder(place, folder / key, command=command, platform=platform)
        return place

    write.folder = folder
    return write


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A factory of autograders without plytrace's files, which no test here runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tracer.classes.autograder.copy_packages", lambda folder: None)
        yield maker_of_autograders(tmp_path_factory)


def test_hidden_parts_are_not_shown_to_students():
    hidden = {"name": "move", "score": 0, "max_score": 0, "status": "failed", "output": "secret"}
    hidden["visibility"] = "hidden"
    right = {"name": "visits", "score": 4, "max_score": 4, "status": "passed", "output": ""}
    both = {"output": "no total yet", "tests": [right, hidden]}
    assert "secret" not in json.dumps(prairielearn_results(both))


def test_question_accepts_programs_and_runs_without_a_network(made):
    question = made("prairielearn")
    info = json.loads((question / "info.json").read_text(encoding="utf-8"))
    assert {"uuid", "title", "topic", "type"} <= set(info)  # required by PrairieLearn
    options = info["externalGradingOptions"]
    assert options["timeout"] <= 600
    assert "enableNetworking" not in options
    assert '"*.py, *.ipynb, *.zip"' in (question / "question.html").read_text(encoding="utf-8")
    assert "tests/requirements.txt" in (question / "Dockerfile").read_text(encoding="utf-8")


def test_platform_is_refused_if_it_is_unknown(tmp_path):
    with pytest.raises(UsageError, match="prairielearn"):
        write_autograder(tmp_path / "a", "lecture", platform="github")
    assert not (tmp_path / "a").exists()


@pytest.mark.parametrize("name", PLATFORMS)
def test_folder_has_no_name_left_to_fill_in(made, name):
    for file in made(name).rglob("*"):
        packages = {"engine", "trees", "tracer", "tui"} & set(file.parts[len(made.folder.parts) :])
        if file.is_file() and not packages and file.suffix != ".pyc":
            assert not set(file.read_text(encoding="utf-8").split("@")[1::2]) & {
                *("KEY", "FEEDBACK", "COMMAND", "TAKES", "UNGRADED", "PLATFORM", "THING"),
                *("PATTERNS", "TITLE", "ABOUT", "SUBMISSION", "PYTHON", "NAME", "UUID"),
            }, file


def test_option_for_offers_every_platform():
    for command in (check, check_code):
        [option] = [one for one in command.command.params if one.name == "platform"]
        assert [*PLATFORMS] == [*option.type.choices]


@pytest.mark.parametrize(("arguments", "said"), table(__file__, "platforms_refused"))
def test_option_for_is_refused_without_a_folder_or_with_an_unknown_platform(made, arguments, said):
    done = run_command("check-code", *arguments, cwd=made.folder)
    assert done.returncode == 2
    assert said in done.stderr
