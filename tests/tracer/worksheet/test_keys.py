"""The grader accepts the answers of a key and gives nothing for a blank form."""

from __future__ import annotations

import json
import re

import pytest
import yaml

from tests.tracer.worksheet.made import PROBLEMS, SEARCHES, spec_of
from tracer.check.grading.make_grader import grader_of
from tracer.check.keys.key import read_key
from tracer.check.keys.problem_file import problem_in
from tracer.check.reading.formats import sheet_of_text
from tracer.worksheet.bundle import WorksheetMaker
from tracer.worksheet.format_list import WORKSHEET_FORMATS
from tracer.worksheet.formats import markdown
from tracer.worksheet.ready import ready_names
from tracer.worksheet.spec.class_list import Variant, numbered
from tracer.worksheet.spec.open_spec import open_spec
from trees.yaml.plain_data import plain_map
from trees.yaml.yaml_text import read_yaml

pytestmark = pytest.mark.sampled(every=8)

READY = ready_names()
VARIANTS = [None, *numbered(2), Variant("Ann Lee", "Ann-Lee", "Ann Lee")]


def graders_of(key):
    """What marks each problem of a key, read from its text alone."""
    problems = read_yaml(key, "key.yaml").entries["problems"][1]
    for number, (_, node) in problems.entries.items():
        yield (
            number,
            grader_of(
                problem_in(plain_map(node, "key.yaml", key, "key.yaml:1:1"), f"Problem {number}")
            ),
        )


def files_of(made, maker):
    files = maker.files(made, [WORKSHEET_FORMATS["md"]])
    texts = {name: text.decode() for name, text in files.items()}
    stem = made.variant.stem if made.variant else ""
    if stem:
        return texts[f"keys/{stem}.yaml"], texts[f"forms/{stem}.txt"], texts[f"forms/{stem}.yaml"]
    return texts["key.yaml"], texts["form.txt"], texts["form.yaml"]


def filled_text(form, solutions):
    """Complete a form in text with the correct answers."""
    sections = re.split(r"^Problem \d+.*$", form, flags=re.MULTILINE)[1:]
    for section, solution in zip(sections, solutions, strict=True):
        lines = section
        for part, answer in solution.answers.items():
            lines, count = re.subn(
                rf"^{part}:.*$", lambda _, p=part, a=answer: f"{p}: {a.text}", lines, flags=re.M
            )
            assert count == 1, (part, section)
        yield lines


def filled_yaml(form, solutions):
    """The same in YAML: entries for each node where the form has such, and texts elsewhere."""
    blank = yaml.safe_load(form)["problems"]
    for (_, parts), solution in zip(blank.items(), solutions, strict=True):
        filled = {}
        assert set(parts) == set(solution.answers)
        for part, answer in solution.answers.items():
            if isinstance(parts[part], dict) and answer.cells and part != "mcts":
                rows = {row[0]: row[1:] for row in answer.cells if row[1] != "–"}
                assert set(rows) <= {str(name) for name in parts[part]}
                filled[part] = {
                    name: f"({', '.join(cells)})" if len(cells) > 1 else cells[0]
                    for name, cells in rows.items()
                }
            elif part == "cutoffs":
                filled[part] = [
                    {"at": at, "alpha": alpha, "beta": beta, "skipped": skipped}
                    for at, alpha, beta, skipped in answer.cells
                ]
            else:
                filled[part] = answer.text
        yield json.dumps(filled, ensure_ascii=False)


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("variant", [None, VARIANTS[-1]])
def test_answers_of_the_key_earn_full_marks_and_a_blank_form_none(name, variant):
    maker = WorksheetMaker(spec_of(PROBLEMS[name]))
    made = maker.make(variant)
    key, text, as_yaml = files_of(made, maker)
    ((_, grader),) = graders_of(key)
    (by_text,) = filled_text(text, made.solutions)
    (by_yaml,) = filled_yaml(as_yaml, made.solutions)
    for filled, suffix in ((by_text, ".txt"), (by_yaml, ".json")):
        marked = grader.mark(sheet_of_text(filled, "filled", suffix))
        assert not marked.error
        assert not marked.notes
        assert marked.score == pytest.approx(marked.most), (suffix, marked.record()["parts"])
        assert marked.most == made.worksheet.tasks[0].points
    blank = re.split(r"^Problem \d+.*$", text, flags=re.MULTILINE)[1]
    empty = json.dumps(yaml.safe_load(as_yaml)["problems"][1])
    for form, suffix in ((blank, ".txt"), (empty, ".json")):
        marked = grader.mark(sheet_of_text(form, "blank", suffix))
        assert marked.score == 0
        assert {part.message for part in marked.parts} == {"not answered"}, suffix


@pytest.mark.parametrize("name", [*PROBLEMS, *READY])
def test_markdown_worksheet_with_the_answers_earns_full_marks(name, tmp_path):
    maker = WorksheetMaker(open_spec(name) if name in READY else spec_of(PROBLEMS[name]))
    made = maker.make(None)
    files = {**maker.files(made, [WORKSHEET_FORMATS["md"]]), **maker.sources.files()}
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes(text)
    grader = grader_of(read_key(str(tmp_path / "key.yaml")))
    for file, share in (("key.md", 1), ("worksheet.md", 0)):
        text = (tmp_path / file).read_text("utf-8")
        in_text = markdown.write(made.worksheet, made.solutions if share else None)
        for sheet in (text, in_text):  # with the figure as a picture, and as text
            marked = grader.mark(sheet_of_text(sheet, file, ".md"))
            assert not marked.error
            assert not marked.notes
            assert marked.score == pytest.approx(share * marked.most), marked.record()["parts"]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_set_of_several_problems_has_a_section_and_a_key_for_each(variant):
    chosen = ["generated", "matrix", "shared", "chance", "hand run"]
    maker = WorksheetMaker(spec_of(*(PROBLEMS[name] for name in chosen)))
    made = maker.make(variant)
    key, text, as_yaml = files_of(made, maker)
    graders = dict(graders_of(key))
    assert [*graders] == ["1", "2", "3", "4", "5"]
    sections = [*filled_text(text, made.solutions)]
    maps = [*filled_yaml(as_yaml, made.solutions)]
    for number, section, answers in zip(graders, sections, maps, strict=True):
        for filled, suffix in ((section, ".txt"), (answers, ".json")):
            marked = graders[number].mark(sheet_of_text(filled, "filled", suffix))
            assert marked.score == pytest.approx(marked.most)
    loaded = yaml.safe_load(key)
    assert loaded["name"] == "T"
    assert loaded.get("variant") == (variant.stem if variant else None)
    assert loaded.get("student", "") == (variant.student if variant else "")
    head = yaml.safe_load(as_yaml)
    assert (head["student"] or "") == (variant.student if variant else "")
    assert str(head.get("variant")) == str(variant.stem if variant else None)


@pytest.mark.slow
def test_variants_have_different_trees_that_depend_only_on_the_seed():
    spec = spec_of(PROBLEMS["generated"], PROBLEMS["lecture"], head="title: T\nseed: week 3")
    first, again = WorksheetMaker(spec), WorksheetMaker(spec)
    keys = {}
    for variant in VARIANTS:
        made = first.make(variant)
        files = first.files(made, [*WORKSHEET_FORMATS.values()])
        assert files == again.files(again.make(variant), [*WORKSHEET_FORMATS.values()])
        keys[variant] = files_of(made, first)[0]
    trees = [re.search(r"tree: .*", key)[0] for key in keys.values()]
    assert len(set(trees)) == len(VARIANTS)
    other = WorksheetMaker(spec_of(PROBLEMS["generated"], head="title: T\nseed: week 4")).make()
    assert re.search(r"tree: .*", files_of(other, WorksheetMaker(spec))[0])[0] not in trees


def test_students_tree_does_not_depend_on_the_rest_of_the_class():
    maker = WorksheetMaker(spec_of(PROBLEMS["generated"]))
    alone = maker.make(Variant("Bob", "Bob", "Bob")).problems[0].remark
    assert (
        alone == WorksheetMaker(maker.spec).make(Variant("Bob", "Bob-2", "Bob")).problems[0].remark
    )


def test_generated_tree_can_be_regenerated_from_the_line_in_the_key(capsys):
    from tui.cli import cli

    made = WorksheetMaker(spec_of(PROBLEMS["generated"])).make(numbered(1)[0])
    import shlex

    words = shlex.split(made.problems[0].remark)[1:]
    cli.main([*words, "-f", "inline"], standalone_mode=False)
    again = capsys.readouterr().out.strip()
    trace_of = grader_of(made.problems[0].problem).trace
    from tracer import trace

    assert (
        trace(again, "alphabeta").export("json").split('"visits"')[1]
        == (trace_of.export("json").split('"visits"')[1])
    )


@pytest.mark.parametrize("name", SEARCHES)
def test_key_names_first_the_convention_stated_to_students(name):
    made = WorksheetMaker(spec_of(SEARCHES[name], head="title: T\naccept: [cs188]")).make()
    accepted = [one.name for one in made.problems[0].problem.accept]
    assert accepted[0] == made.problems[0].spec.convention.name
    assert "cs188" in accepted
    assert len(set(accepted)) == len(accepted)
