"""Worksheets that ask for the numbers of a letter."""

import re
import zipfile

import pytest

from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.tables import table

TREE = "tree: [[3, 12, 8], [x, 4, 6], [14, 5, 2]]"


def spec(folder, *problems):
    listed = "".join(f"  - {{{problem}, parts: {{numbers: 2}}}}\n" for problem in problems)
    (folder / "set.yaml").write_text(f"title: Letters\nproblems:\n{listed}", encoding="utf-8")
    return str(folder / "set.yaml")


def made(folder, *options, problems=(f"{TREE}, ask: pruned C2",)):
    done = run_command(
        "worksheet", spec(folder, *problems), *options, "-o", str(folder / "out") + "/"
    )
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def whole_set(tmp_path_factory):
    """The folder with one problem in every format."""
    folder = tmp_path_factory.mktemp("letters")
    formats = ("md", "latex", "html", "moodle", "qti", "prairielearn")
    made(folder, *(option for name in formats for option in ("-f", name)))
    return folder / "out"


@over(("problem", "question", "answer"), table(__file__, "letters"))
def test_the_key_has_the_answer_and_earns_all_points(problem, question, answer, tmp_path):
    made(tmp_path, problems=(problem,))
    sheet = (tmp_path / "out" / "worksheet.md").read_text(encoding="utf-8")
    key = (tmp_path / "out" / "key.md").read_text(encoding="utf-8")
    assert question in sheet
    assert "The value x is unknown." in sheet
    assert "x ≤" not in sheet.split("**a)**")[1]
    assert f"**numbers:** {answer}".replace("<", "\\<").replace(">", "\\>") in key
    answers = tmp_path / "answers.txt"
    answers.write_text(f"numbers: {answer}\n", encoding="utf-8")
    done = run_command("check", str(tmp_path / "out" / "key.yaml"), str(answers))
    assert done.returncode == 0
    assert "2 of 2 points" in done.stdout


def test_the_key_explains_the_bands(whole_set):
    key = (whole_set / "key.md").read_text(encoding="utf-8")
    bands = re.findall(
        r"^- (.*): skipped (.*), the root has the value (.*), the move is", key, re.M
    )
    assert bands == [
        ("x ≤ 3", "C2, C3", "3"),
        ("3 \\< x ≤ 4", "nothing", "x"),
        ("x \\> 4", "nothing", "4"),
    ]


@over(
    "written, asked",
    [
        ("worksheet.tex", "does the search prune C2"),
        ("worksheet.html", "does the search prune C2"),
        ("moodle.xml", "does the search prune C2"),
        ("canvas.zip", "does the search prune C2"),
        ("prairielearn/letters-1/spec.yaml", "ask: pruned C2"),
    ],
)
def test_every_format_asks(written, asked, whole_set):
    path = whole_set / written
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as archive:
            texts = [archive.read(name).decode(errors="replace") for name in archive.namelist()]
    else:
        texts = [path.read_text(encoding="utf-8")]
    assert any(asked in text for text in texts)


def test_the_figure_shows_the_letter(whole_set):
    figure = (whole_set / "worksheet-figure-1.svg").read_text(encoding="utf-8")
    assert re.search(r">x<", figure)


def test_a_generated_letter_differs_from_student_to_student(tmp_path):
    problem = "generate: {plies: 2, band: 'C1:pruned=C2'}, ask: pruned C2, whole: true"
    done = run_command(
        *("worksheet", spec(tmp_path, problem), "--variants", "2"),
        *("-o", str(tmp_path / "out") + "/"),
    )
    assert done.returncode == 0, done.stderr
    keys = sorted((tmp_path / "out").rglob("*.yaml"))
    trees = {
        line
        for path in keys
        for line in path.read_text(encoding="utf-8").splitlines()
        if "tree:" in line and "x" in line
    }
    assert len(trees) >= 2


@pytest.mark.parametrize(("problem", "message"), table(__file__, "letters_refused"))
def test_a_bad_problem_is_refused(problem, message, tmp_path):
    done = run_command("worksheet", spec(tmp_path, problem), "-o", str(tmp_path / "out") + "/")
    assert done.returncode == 3
    assert re.search(message, done.stderr), done.stderr
    assert "Traceback" not in done.stderr


def test_the_key_lists_what_each_common_mistake_leads_to(whole_set):
    key = (whole_set / "key.md").read_text(encoding="utf-8")
    mistakes = key.partition("### Common mistakes")[2]
    assert "- **The answer has the numbers for which it does not hold.**" in mistakes
    assert "  - **numbers**: x \\> 3\n  - Earns 0 of 2 points.\n" in mistakes
    assert "an end of an interval is treated the wrong way" in mistakes
    sheet = (whole_set / "worksheet.md").read_text(encoding="utf-8")
    assert "Common mistakes" not in sheet
