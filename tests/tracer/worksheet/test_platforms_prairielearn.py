"""PrairieLearn questions: `server.py` draws variants, and marks as `plytrace check` does."""

import builtins
import json
import re
from html import unescape
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.cases import over
from tests.tracer.worksheet.made import OWN_GAME, PROBLEMS, spec_of
from tracer.marking.results.record import NOT_READ
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.class_list import Variant
from tracer.worksheet.formats import prairielearn
from tracer.worksheet.formats.question_bank import QuestionBank
from tracer.worksheet.live_question import LiveQuestion
from tui.cli import cli


def folders_of(tmp_path, *problems, variants=(None,)):
    """The folders that are written for a spec."""
    spec = spec_of(*problems)
    maker = WorksheetMaker(spec)
    bank = QuestionBank(spec, tuple(maker.questions(maker.make(one)) for one in variants))
    for name, content in prairielearn.write(bank).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return sorted((tmp_path / "prairielearn").iterdir())


def server_of(folder):
    """The functions of a `server.py`, run as PrairieLearn does: without a file name."""
    functions = {}
    code = compile((folder / "server.py").read_text("utf-8"), "server.py", "exec")
    exec(code, functions)
    return functions


def data_of(folder, seed):
    """PrairieLearn's data of a new variant."""
    empty = ("params", "correct_answers", "submitted_answers", "format_errors", "partial_scores")
    data = {name: {} for name in (*empty, "feedback", "raw_submitted_answers")}
    return data | {
        "variant_seed": seed,
        "score": 0,
        "options": {"question_path": str(folder)},
        "filename": "figure.svg",
    }


def drawn(folder, seed):
    """A server and the data of a variant, which must survive JSON as in PrairieLearn."""
    server, data = server_of(folder), data_of(folder, seed)
    server["generate"](data)
    return server, json.loads(json.dumps(data))


def submitted(data, answers):
    """Fill in the fields of a page; an answer is a text, or rows without given cells."""
    fields = {}
    for question in data["params"]["questions"]:
        answer = answers[question["part"]]
        field = question.get("line") or question.get("lines")
        if field:
            fields[field["name"]] = answer
            continue
        rows = question["table"]["rows"]
        for row in rows:
            fields |= {cell["name"]: "" for cell in row["cells"]}
        if isinstance(answer, str):
            fields[rows[0]["cells"][0]["name"]] = answer
            continue
        given = dict.fromkeys(row["head"] for row in rows if row["head"])
        for place, cells in enumerate(answer):
            if given:
                row = next(one for one in rows if one["head"] == cells[0])
                cells = cells[1:]
            else:
                row = rows[place]
            for cell, text in zip(row["cells"], cells, strict=True):
                fields[cell["name"]] = "" if text == "–" else text
    return fields


def graded(server, data, answers):
    """Submit answers, and return the data after grading."""
    data = json.loads(json.dumps(data)) | {"submitted_answers": submitted(data, answers)}
    server["parse"](data)
    assert not data["format_errors"]
    server["grade"](data)
    assert not data["format_errors"]
    return json.loads(json.dumps(data))


def right_answers(made):
    """The answers of the key by part: texts, or the cells of tables."""
    return {part: one.cells or one.text for part, one in made.solutions[0].answers.items()}


FRESH = (
    "{generate: {plies: 3, branching: [2, 3], cutoffs: 2, unique: true}, search: alphabeta, "
    "parts: {visits: 4, values: 2, windows: 2, cutoffs: 4, move: 1, line: 1, utility: 1, "
    "counts: 1}}"
)


@over("name", PROBLEMS, ms=45)
def test_right_answers_to_every_part_earn_everything(name, tmp_path):
    (folder,) = folders_of(tmp_path, PROBLEMS[name])
    server, data = drawn(folder, 5)
    made = WorksheetMaker(spec_of(PROBLEMS[name])).make(Variant("5", "5"))
    marked = graded(server, data, right_answers(made))
    assert marked["score"] == pytest.approx(1)
    figure = made.worksheet.tasks[0].figure
    assert data["params"]["has_figure"] == (figure is not None)
    if figure is not None:
        assert server["file"](data).startswith(b"<svg")


def test_none_pruned_is_an_answer(tmp_path):
    (folder,) = folders_of(tmp_path, PROBLEMS["named"])
    server, data = drawn(folder, 1)
    made = WorksheetMaker(spec_of(PROBLEMS["named"])).make()
    answers = right_answers(made)
    assert answers["cutoffs"] == "none"
    assert graded(server, data, answers)["partial_scores"]["cutoffs"]["score"] == 1
    answers["cutoffs"] = [("bc", "-inf", "inf", "bc2")]
    assert graded(server, data, answers)["partial_scores"]["cutoffs"]["score"] == 0


@over(
    ("typed", "name", "message"),
    [
        ({}, "plytrace", "No question is answered."),
        ({"utility": "it depends on the other player"}, "plytrace_utility", NOT_READ),
        ({"visits": "A B B1 (the rest is in my photo)"}, "plytrace_visits", f"visits: {NOT_READ}"),
    ],
)
def test_answer_that_cannot_be_read_costs_no_attempt_and_gets_no_answer(
    typed, name, message, tmp_path
):
    (folder,) = folders_of(
        tmp_path, "{source: lecture, search: alphabeta, parts: [utility, visits]}"
    )
    server, data = drawn(folder, 1)
    fields = {one["part"]: one["line"]["name"] for one in data["params"]["questions"]}
    data["submitted_answers"] = {fields[part]: text for part, text in typed.items()}
    server["parse"](data)
    assert [*data["format_errors"]] == [name]
    assert message in data["format_errors"][name]


def test_feedback_does_not_give_away_the_answer(tmp_path):
    (folder,) = folders_of(tmp_path, "{source: lecture, search: alphabeta, parts: {visits: 4}}")
    server, data = drawn(folder, 1)
    (part,) = graded(server, data, {"visits": "A B B1"})["feedback"]["parts"]
    assert part["points"].endswith("of 4 points")
    assert "C1 D D1" not in json.dumps(part)
    assert part["read"]


def written_folder(tmp_path, problem, files):
    """The folder that the command writes for a problem with files, which are gone then."""
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    (tmp_path / "set.yaml").write_text(f"title: Own\nproblems:\n  - {problem}\n")
    arguments = ["worksheet", str(tmp_path / "set.yaml"), "-f", "prairielearn", "--quiet"]
    done = CliRunner().invoke(cli, [*arguments, "-o", str(tmp_path / "out")])
    assert done.exit_code == 0, (done.output, done.exception)
    for name in files:
        (tmp_path / name).unlink()
    (folder,) = (tmp_path / "out" / "prairielearn").iterdir()
    return folder


def test_files_that_a_spec_names_are_in_the_folder(tmp_path):
    problem = "{source: trees/own.yaml, search: minimax, parts: [visits]}"
    files = {"trees/own.yaml": "tree: [[3, 12, 8], [2, 4, 6]]\n"}
    server, data = drawn(written_folder(tmp_path, problem, files), 3)
    assert graded(server, data, {"visits": "A B B1 B2 B3 C C1 C2 C3"})["score"] == 1


def test_game_with_a_helper_is_copied_whole(tmp_path):
    game = OWN_GAME.replace("initial = (7,", "initial = (helper.MOST,")
    problem = "{source: 'pile.py:Pile', search: minimax, parts: [utility], text: Take one or two.}"
    files = {"pile.py": f"import helper\n{game}", "helper.py": "MOST = 4\n"}
    folder = written_folder(tmp_path, problem, files)
    assert {one.name for one in (folder / "sources").iterdir()} == {*files}
    server, data = drawn(folder, 3)
    right = data["correct_answers"]["parts"][0]["lines"][0]
    assert graded(server, data, {"utility": right})["score"] == 1


def test_class_list_is_refused_with_one_message(tmp_path):
    (tmp_path / "class.txt").write_text("Ann Lee\nBo\n")
    arguments = ["worksheet", "lab3", "-f", "prairielearn", "--class", str(tmp_path / "class.txt")]
    done = CliRunner().invoke(cli, [*arguments, "-o", str(tmp_path / "out")])
    assert done.exit_code != 0
    assert "draws variants at random" in done.output + str(done.exception)
    assert not (tmp_path / "out").exists()


def test_missing_plytrace_is_reported_in_a_sentence(tmp_path, monkeypatch):
    (folder,) = folders_of(tmp_path, FRESH)
    real = builtins.__import__

    def without(name, *arguments, **more):
        if name.startswith("tracer"):
            raise ImportError(name)
        return real(name, *arguments, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RuntimeError, match=r"needs plytrace .* pip install plytrace"):
        server_of(folder)


def test_info_has_what_prairielearn_requires(tmp_path):
    folders = folders_of(tmp_path, FRESH, PROBLEMS["matrix"])
    infos = [json.loads((one / "info.json").read_text("utf-8")) for one in folders]
    for info in infos:
        assert {*info} == {"uuid", "title", "topic", "type"}
        assert info["type"] == "v3"
        assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", info["uuid"])
    assert len({info["uuid"] for info in infos}) == 2


def mustache(template, context):
    """Render the part of Mustache that the pages use."""

    def look_up(name, stack):
        if name == ".":
            return stack[-1]
        first, *others = name.split(".")
        found = next(
            (one[first] for one in stack[::-1] if isinstance(one, dict) and first in one), None
        )
        for key in others:
            found = (found or {}).get(key)
        return found

    def render(text, stack):
        section = re.search(r"\{\{#([\w.]+)\}\}(.*?)\{\{/\1\}\}", text, re.S)
        if section:
            before, after = text[: section.start()], text[section.end() :]
            found = look_up(section[1], stack)
            items = found if isinstance(found, list) else [found] if found else []
            inside = "".join(render(section[2], [*stack, one]) for one in items)
            return render(before, stack) + inside + render(after, stack)
        text = re.sub(r"\{\{\{([\w.]+)\}\}\}", lambda one: str(look_up(one[1], stack)), text)
        return re.sub(r"\{\{([\w.]+)\}\}", lambda one: escaped(look_up(one[1], stack)), text)

    def escaped(found):
        return str(found).replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")

    return render(template, [context])


def test_page_has_a_labelled_field_for_each_answer(tmp_path):
    (folder,) = folders_of(tmp_path, FRESH)
    _, data = drawn(folder, 11)
    page = mustache((folder / "question.html").read_text("utf-8"), data)
    assert "{{" not in page
    fields = re.findall(r'<pl-string-input answers-name="(\w+)" aria-label="([^"]+)"', page)
    made = WorksheetMaker(spec_of(FRESH)).make(Variant("11", "11"))
    names = [name for name, _ in fields]
    assert sorted(names) == sorted(submitted(data, right_answers(made)))
    assert len(names) == len({*names})
    labels = [unescape(label) for _, label in fields]
    inner = made.worksheet.tasks[0].questions[1].blank.rows
    assert [f"{name} value" for name in inner] == [one for one in labels if one.endswith(" value")]
    assert re.search(r'<pl-figure file-name="figure.svg" type="dynamic" alt="[^"]{40,}"', page)
    for text in right_answers(made).values():
        assert not isinstance(text, str) or len(text) < 8 or text not in page.split("<pl-answer")[0]


def test_spec_without_the_problem_is_refused(tmp_path):
    from engine.errors import InvalidInput

    (folder,) = folders_of(tmp_path, FRESH)
    with pytest.raises(InvalidInput, match="no problem 2"):
        LiveQuestion(folder, 2)
    assert isinstance(LiveQuestion(Path(folder), 1), LiveQuestion)
