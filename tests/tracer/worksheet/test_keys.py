"""The grader accepts the answers of a key and gives nothing for a blank form."""

import io
import json
import operator
import re
import shlex
from fractions import Fraction

import pytest
import yaml

from engine.errors import InvalidInput
from engine.game import Player
from engine.log.visit_log import Flag
from tests.support.cases import over
from tests.support.commands import run_command
from tests.support.tables import table
from tests.tracer.worksheet.made import EXPLAINED, PROBLEMS, SEARCHES, filled_text, set_of, spec_of
from tracer import trace
from tracer.marking.grading.make_grader import grader_of
from tracer.marking.keys.key import read_key
from tracer.marking.keys.problem_file import read_problem
from tracer.marking.reading.formats import sheet_of_text
from tracer.mistakes import MISCONCEPTIONS
from tracer.text.numbers import show_number
from tracer.worksheet.bundle import WORKSHEET_FORMATS, WorksheetMaker
from tracer.worksheet.class_list import Variant, numbered
from tracer.worksheet.contents.answers import common_mistakes
from tracer.worksheet.contents.keys import key_text
from tracer.worksheet.contents.questions import counts_asked
from tracer.worksheet.formats.writers import write_markdown
from tracer.worksheet.ready import ready_names
from tracer.worksheet.spec import open_spec
from trees.yaml.plain_data import PlainFile
from trees.yaml.yaml_text import read_yaml

READY = ready_names()
#: What takes seconds to mark: the experiments do.
LONG = ("cs480", "lab3")
VARIANTS = [None, *numbered(2), Variant("Ann Lee", "Ann-Lee", "Ann Lee")]


def graders_of(key):
    """What marks each problem of a key, read from its text alone."""
    problems = read_yaml(key, "key.yaml").entries["problems"][1]
    for number, (_, node) in problems.entries.items():
        yield (
            number,
            grader_of(read_problem(PlainFile(node, key), f"Problem {number}")),
        )


def files_of(made, maker):
    files = maker.files(made, [WORKSHEET_FORMATS["md"]])
    texts = {name: text.decode() for name, text in files.items()}
    stem = made.variant.stem if made.variant else ""
    if stem:
        return texts[f"keys/{stem}.yaml"], texts[f"forms/{stem}.txt"], texts[f"forms/{stem}.yaml"]
    return texts["key.yaml"], texts["form.txt"], texts["form.yaml"]


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


@over("name", PROBLEMS, ms=60)
@over("variant", VARIANTS)
def test_answers_of_the_key_earn_full_marks_and_a_blank_form_none(name, variant):
    maker = WorksheetMaker(spec_of(PROBLEMS[name], PROBLEMS["generated"]))
    made = maker.make(variant)
    key, text, as_yaml = files_of(made, maker)
    loaded, head = yaml.safe_load(key), yaml.safe_load(as_yaml)
    assert loaded["name"] == "T"
    assert loaded.keys().isdisjoint({"variant", "student"})  # variants.csv has them
    assert (head["student"] or "") == (variant.student if variant else "")
    assert str(head.get("variant")) == str(variant.stem if variant else None)
    numbers, graders = zip(*graders_of(key), strict=True)
    assert numbers == ("1", "2")
    filled = zip(
        filled_text(text, [one.answers for one in made.solutions]),
        filled_yaml(as_yaml, made.solutions),
        strict=True,
    )
    empty = zip(
        re.split(r"^Problem \d+.*$", text, flags=re.MULTILINE)[1:],
        map(json.dumps, head["problems"].values()),
        strict=True,
    )
    for grader, task, answers, blanks in zip(
        graders, made.worksheet.tasks, filled, empty, strict=True
    ):
        for answer, blank, suffix in zip(answers, blanks, (".txt", ".json"), strict=True):
            marked = grader.mark(sheet_of_text(answer, "filled", suffix))
            assert not marked.error
            assert not marked.notes
            assert marked.score == pytest.approx(marked.most), (suffix, marked.record()["parts"])
            assert marked.most == task.points
            marked = grader.mark(sheet_of_text(blank, "blank", suffix))
            assert marked.score == 0
            assert {part.message for part in marked.parts} == {"not answered"}, suffix


@over("name", [name for name in (*PROBLEMS, *READY) if name not in LONG], ms=45)
def test_markdown_worksheet_with_the_answers_earns_full_marks(name, tmp_path):
    mark_markdown_worksheet(name, tmp_path)


def mark_markdown_worksheet(name, tmp_path):
    maker = WorksheetMaker(open_spec(name) if name in READY else spec_of(PROBLEMS[name]))
    made = maker.make(None)
    files = {**maker.files(made, [WORKSHEET_FORMATS["md"]]), **maker.sources.files()}
    for file, text in files.items():
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_bytes(text)
    grader = grader_of(read_key(str(tmp_path / "key.yaml")))
    for file, share in (("key.md", 1), ("worksheet.md", 0)):
        text = (tmp_path / file).read_text("utf-8")
        in_text = write_markdown(made.worksheet, made.solutions if share else None)
        for sheet in (text, in_text):  # with the figure as a picture, and as text
            marked = grader.mark(sheet_of_text(sheet, file, ".md"))
            assert not marked.error
            assert not marked.notes
            assert marked.score == pytest.approx(share * marked.most), marked.record()["parts"]


OUTLINE = """\
▽
│  X O X
│  X X O
│  O . .
├─ △ 8
│  │  X O X
│  │  X X O
│  │  O O .
│  └─ 9 [1]
│        X O X
│        X X O
│        O O X
└─ △ 9
   │  X O X
   │  X X O
   │  O . O
   └─ 8 [0]
         X O X
         X X O
         O X O

△ MAX (X)   ▽ MIN (O)   [ ] leaf
"""


def test_markdown_without_pictures_outlines_the_positions_of_a_game():
    made = set_of("{source: tic-tac-toe@xox|xxo|o.., figure: tree, parts: [move]}")
    assert f"```text\n{OUTLINE}```" in write_markdown(made.worksheet)
    key = write_markdown(made.worksheet, made.solutions)
    assert "┠─ △ 8 1  (−∞, +∞)\n┃  │  X O X\n" in key


def test_students_tree_does_not_depend_on_the_rest_of_the_class():
    spec = spec_of(PROBLEMS["generated"])
    one, other = (
        WorksheetMaker(spec).make(Variant("Bob", stem, "Bob")).problems[0].remark
        for stem in ("Bob", "Bob-2")
    )
    assert one == other


def test_generated_tree_can_be_regenerated_from_the_line_in_the_key():
    made = WorksheetMaker(spec_of(PROBLEMS["generated"])).make(numbered(1)[0])
    again = run_command(*shlex.split(made.problems[0].remark)[1:], "-f", "inline").stdout
    of_key = grader_of(made.problems[0].problem).trace
    assert trace(again.strip(), "alphabeta").visits.rows() == of_key.visits.rows()


@over("name", SEARCHES, ms=45)
def test_key_names_first_the_convention_stated_to_students(name):
    made = WorksheetMaker(spec_of(SEARCHES[name], head="title: T\naccept: [cs188]")).make()
    accepted = [one.name for one in made.problems[0].problem.accept]
    assert accepted[0] == made.problems[0].spec.convention.name
    assert "cs188" in accepted
    assert len(set(accepted)) == len(accepted)


# Notes for graders -------------------------------------------------------------------------------

FORMATS = [*WORKSHEET_FORMATS.values()]
NUMBER = r"[−+]?(?:∞|\d+(?:\.\d+)?(?:/\d+)?)"


def made_of(name, head=""):
    problem = EXPLAINED.get(name) or PROBLEMS[name]
    return WorksheetMaker(spec_of(problem, head=f"title: T\nseed: {name}{head}")).make()


def note_of(made, title):
    """The text of a note, without the escapes of Markdown."""
    found = made.solutions[0].notes
    return re.sub(r"\\(.)", r"\1", found.get(title, ""))


def as_number(text):
    text = text.replace("−", "-").replace("∞", "inf")
    return float(text) if "inf" in text else float(Fraction(text))


@over(
    "name",
    [name for name in EXPLAINED if "alphabeta" in EXPLAINED[name] or name == "fail-hard"],
    ms=45,
)
def test_key_explains_each_cutoff_with_the_numbers_of_the_log(name):
    made = made_of(name)
    (problem,), (grader,) = made.problems, made.graders
    trace, text = grader.trace, note_of(made, "Explanation")
    log = trace.log
    cut = [row for row in range(len(log)) if log.flags[row] & Flag.EARLY_RETURN]
    lines = [line for line in text.splitlines() if " α = " in line.partition(". ")[0]]
    assert len(lines) == len(cut)
    for row in cut:
        begin = f"- **{trace.name(row)}**: "
        (line,) = (line for line in lines if line.startswith(begin))
        v, alpha, beta = map(
            as_number,
            re.match(
                rf"v = ({NUMBER}), α = ({NUMBER}), β = ({NUMBER})", line[len(begin) :]
            ).groups(),
        )
        *before, last = (log.value[child] for child in log.children(row))
        at_max = log.player[row] == Player.MAX
        best = max if at_max else min
        assert v == best([*before, last])
        seen = [*before, last] if problem.problem.search.window == "after" else before
        own = best([log.alpha[row] if at_max else log.beta[row], *seen])
        assert (alpha, beta) == ((own, log.beta[row]) if at_max else (log.alpha[row], own))
        left, sign, right = re.search(rf"({NUMBER}) ([≥≤><]) [αβv] = ({NUMBER})\)", line).groups()
        compare = {"≥": operator.ge, "≤": operator.le, ">": operator.gt, "<": operator.lt}
        assert compare[sign](as_number(left), as_number(right))
        assert {as_number(left), as_number(right)} == {v, beta if at_max else alpha}
        skipped = re.search(r"\): (.*) (?:is|are) skipped", line)
        moves = [one.rpartition(" ")[2] for one in trace.skipped(row)]
        assert (re.sub(r" \(ply \d+\)", "", skipped[1]).split(", ") if skipped else []) == moves


@over("name", SEARCHES, ms=45)
def test_every_value_is_explained_by_values_of_children(name):
    made = made_of(name)
    trace, text = made.graders[0].trace, note_of(made, "Explanation")
    values = {trace.name(row): trace.log.value[row] for row in range(len(trace.log))}
    lines = re.findall(
        rf"^- \*\*(.+) = ({NUMBER})\*\*: (?:MAX|MIN) takes the (largest|smallest) value of (.*)\.$",
        text,
        re.M,
    )
    for node, value, which, listed in lines:
        assert as_number(value) == pytest.approx(values[node])
        children = [as_number(one) for one in re.findall(rf" = ({NUMBER})", listed)]
        assert (max if which == "largest" else min)(children) == as_number(value)
    assert lines


#: Sentences of the steps, whose numbers `tests/tracer/steps` and `tests/tracer/worked` check.
SAID = dict(table(__file__, "sentences"))


@pytest.mark.parametrize("name", SAID)
def test_explanations_are_the_sentences_of_the_steps(name):
    assert SAID[name] in note_of(made_of(name), "Explanation")


def test_best_responses_are_marked_in_the_matrix():
    assert "| a | 1, 2 | 6*, 3* | 6*, 3 |" in note_of(made_of("matrix"), "Explanation")


@over("name", EXPLAINED, ms=45)
def test_check_names_each_common_mistake_for_its_answers(name):
    made = made_of(name)
    maker = WorksheetMaker(spec_of("{source: lecture, parts: [move]}"))
    key = key_text("T", made.problems, maker.sources)
    ((_, grader),) = graders_of(key)
    counts = counts_asked(made.problems[0].spec)
    text = note_of(made, "Common mistakes")
    mistakes = common_mistakes(made.graders[0], counts)
    blocks = re.split(r"^- ", text, flags=re.M)[1:]
    assert len(blocks) == len(mistakes) <= 6
    written = set()
    for block, mistake in zip(blocks, mistakes, strict=True):
        answers = {part: one.text for part, one in mistake.answers.items()}
        written.add(tuple(answers.values()))
        sheet = "\n".join(f"{part}: {answer}" for part, answer in answers.items())
        marked = grader.mark(sheet_of_text(sheet, "sheet", ".txt"))
        assert not marked.error
        assert {one.slug for one in marked.findings} == {
            one.slug for one in mistake.marked.findings
        }
        for one in mistake.marked.findings[:4]:
            title = MISCONCEPTIONS[one.slug].title
            assert f"**{title}" in block or f"**{title[0].upper()}{title[1:]}" in block
        assert f"Earns {show_number(round(marked.score, 2))} of " in block
        assert marked.score < marked.most
        for part, answer in answers.items():  # without the parts that have no points
            is_shown = f"  - **{part}**: " in block
            assert is_shown == (answer != made.solutions[0].answers[part].text), part
        visits = answers.get("visits", "")
        if visits and len(visits.split(", " if ", " in visits else " ")) <= 40:
            assert visits == made.solutions[0].answers["visits"].text or (
                f"**visits**: {visits}\n" in block
            )
    assert len(written) == len(mistakes), "mistakes with the same answers are one entry"


@pytest.mark.parametrize(
    ("leaves", "begin", "end"),
    [(36, "A B B1", "D11 D12"), (39, "… B13 C", "D13"), (42, "… B14", "D14")],
)
def test_visits_of_a_mistake_have_dots_only_if_some_are_omitted(leaves, begin, end):
    tree = [[less + leaf for leaf in range(leaves // 3)] for less in (2, 1, 0)]
    problem = f"{{tree: {tree}, search: alphabeta, accept: [aima], parts: [visits]}}"
    visits = note_of(set_of(problem), "Common mistakes").split("**visits**: ")[1].split("\n")[0]
    assert visits.startswith(f"{begin} ")
    assert visits.endswith(f" {end}")


def test_common_mistakes_are_those_of_the_tree():
    text = note_of(made_of("lecture"), "Common mistakes")
    assert "**windows**: C (−∞, +∞), D (−∞, +∞)\n  - **cutoffs**: none" in text
    assert "**MAX and MIN are swapped.**" in text
    assert "divided again" in note_of(made_of("dice"), "Common mistakes")
    assert not note_of(made_of("matrix"), "Common mistakes")


#: Entries of an answer, and how many items one of them is.
ENTRIES = dict(table(__file__, "entries"))


@over(
    "name",
    ["lecture", "minimax", "fail-hard", "dice", "named", "generated", "matrix", "hand run"],
    ms=45,
)
def test_points_of_an_item_are_those_that_a_missing_entry_costs(name):
    made = made_of(name)
    (grader,), (solution,) = made.graders, made.solutions
    text = note_of(made, "Points")
    tried = 0
    for part, points in made.problems[0].problem.parts.items():
        (line,) = re.findall(rf"^- \*\*{part}\*\*: (.*)$", text, re.M)
        assert line.startswith(f"{points:g} point")
        if part not in ENTRIES or " each" not in line.partition(";")[0]:
            continue
        pattern, items = ENTRIES[part]
        each = float(re.search(r", ([\d.]+) each", line)[1])
        count = int(re.search(r"for (\d+) ", line)[1])
        assert each == pytest.approx(points / count, abs=1e-3)
        *less, last = re.split(pattern, solution.answers[part].text)
        assert last
        assert less
        answers = {name: one.text for name, one in solution.answers.items()}
        answers[part] = "".join(less)
        sheet = "\n".join(f"{name}: {answer}" for name, answer in answers.items())
        marked = grader.mark(sheet_of_text(sheet, "sheet", ".txt"))
        assert marked.most - marked.score == pytest.approx(points * items / count), part
        tried += 1
    assert tried


def test_points_of_counts_are_for_the_courses_count():
    problem = "{source: lecture, search: alphabeta, counts: [visited, skipped], parts: {counts: 2}}"
    made = WorksheetMaker(spec_of(problem)).make()
    text = note_of(made, "Points")
    assert "- **counts**: 2 points for the count visited, or another right count" in text
    (grader,) = made.graders
    for answer, points in (
        ("visited=11 skipped=2", 2),
        ("visited=11", 2),
        ("skipped=2", 2),
        ("visited=11 skipped=3", 0),
        ("visited=12 skipped=2", 0),
    ):
        sheet = sheet_of_text(f"counts: {answer}", "sheet", ".txt")
        assert grader.mark(sheet).score == points, answer
    below = note_of(made_of("below"), "Points")
    assert "the count below_root" in below


def test_points_state_whether_what_follows_from_a_slip_counts():
    problem = "{source: lecture, search: alphabeta, parts: {visits: 2, move: 1}"
    usual = note_of(WorksheetMaker(spec_of(f"{problem}}}")).make(), "Points")
    strict = note_of(WorksheetMaker(spec_of(f"{problem}, follow-through: none}}")).make(), "Points")
    assert "What follows from one wrong value" in usual
    assert "What follows" not in strict
    assert (
        "- **visits**: 2 points for 11 visits in order, 0.182 each\n- **move**: 1 point" in strict
    )
    none = note_of(made_of("named"), "Points")
    assert "- **cutoffs**: 1 point for none\n" in none


@over("form", FORMATS, ms=45)
@over("name", ["lecture", "dice", "board", "matrix", "hand run"])
def test_notes_are_in_keys_of_every_format_and_on_no_worksheet(form, name):
    made = made_of(name)
    key, sheet = (
        " ".join(text_of_files(form, made.worksheet, solutions).split())
        for solutions in (made.solutions, None)
    )
    titles = [*made.solutions[0].notes]
    assert titles[:2] == ["Points", "Explanation"]
    for title in titles:
        assert title in key
        assert title not in sheet.replace(f"{title}</th>", "").replace(f"{title} &", "")
    said = {
        "lecture": "C2, C3 are skipped",
        "dice": "the mean of its outcomes",
        "board": "8 is a MIN node and already at 0",
        "matrix": "1 is weakly dominated by 3",
        "hand run": "visits 9 + 1 = 10",
    }[name]
    assert said in key
    assert said not in sheet


def text_of_files(form, worksheet, solutions):
    """The text of a format's files, of a PDF as it is read."""
    texts = []
    for file, content in form.files(worksheet, solutions, "sheet").items():
        if file.endswith(".pdf"):
            pypdf = pytest.importorskip("pypdf")
            pages = pypdf.PdfReader(io.BytesIO(content)).pages
            texts += [page.extract_text() for page in pages]
        else:
            texts.append(content.decode())
    return " ".join(texts)


def test_spec_can_switch_explanations_off():
    head = "title: T\nexplanations: no"
    made = WorksheetMaker(spec_of(PROBLEMS["lecture"], PROBLEMS["matrix"], head=head)).make()
    assert [one.notes for one in made.solutions] == [{}, {}]
    assert "Common mistakes" not in write_markdown(made.worksheet, made.solutions)
    with pytest.raises(InvalidInput, match="explanations cannot be 'some'; expected yes or no"):
        spec_of(PROBLEMS["lecture"], head="title: T\nexplanations: some")


def test_a_long_search_is_explained_by_its_cutoffs_only_where_nodes_are_asked():
    game = '{source: "tic-tac-toe@xox|.o.|...", parts: '
    asked = WorksheetMaker(spec_of(f"{game}[move, visits]}}")).make()
    text = note_of(asked, "Explanation")
    trace = asked.graders[0].trace
    cut = sum(1 for flags in trace.log.flags if flags & Flag.CUTOFF)
    assert len(trace.log) > 100
    assert cut > 10
    assert text.count(" skipped.") == cut
    move = note_of(WorksheetMaker(spec_of(f"{game}[move]}}")).make(), "Explanation")
    assert move.count("\n") == 0
    assert move.startswith("- **root = ")
