"""Every work is a sheet that the grader reads, and every sheet continues the work."""

import pytest
import yaml
from hypothesis import given

from engine.errors import PlytraceError
from tests.support.cases import over
from tests.support.strategies import conventions, trees
from tests.support.tables import table
from tests.tracer.hands.support import worked
from tests.tracer.hands.test_hand_work import OTHERS
from tracer import trace
from tracer.hands.events import Enter, Value
from tracer.hands.hand_work import HandWork
from tracer.hands.judging import right_event, right_events
from tracer.hands.next_tree import make_next_tree
from tracer.hands.session import HandSession, Level
from tracer.hands.sheet_files import SheetFile
from tracer.hands.sheets import list_answers, read_saved_work, sheet_text


@given(trees(), conventions)
def test_right_work_has_full_marks(tree, convention):
    right = trace(tree, "alphabeta", convention)
    marks = HandSession(right, Level.FREE, right_events(right)).marks()
    assert marks.ok
    assert marks.score == marks.most


@over("source, options", OTHERS)
def test_right_work_of_other_searches_has_full_marks(source, options):
    right = trace(source, **options)
    marks = HandSession(right, Level.FREE, right_events(right)).marks()
    assert marks.score == marks.most


def test_wrong_work_loses_marks():
    right = trace("lecture")
    swapped = [Value(12) if event == Value(3) else event for event in right_events(right)]
    marks = HandSession(right, Level.FREE, swapped).marks()
    assert 0 < marks.score < marks.most


@given(trees(), conventions)
def test_every_beginning_is_written_and_read_back(tree, convention):
    right = trace(tree, "alphabeta", convention)
    whole = worked(right)
    for count in range(0, len(whole.events) + 1, 3):
        work = whole.cut_to(count)
        text = sheet_text(work, "guided", {0, 2})
        saved = read_saved_work(text, "sheet")
        assert list(saved.events) == work.events
        assert saved.slips == {0, 2}
        parts = yaml.safe_load(text)
        assert parts == {**list_answers(work), "visits": parts["visits"]}
        assert parts["visits"] == list(work.trace.names())
        still_open = {work.trace.name(row) for row in work.trace.log.open_rows()}
        assert still_open.isdisjoint(parts.get("values", ()))


def test_of_a_node_that_is_visited_twice_the_first_visit_counts():
    right = trace("transposition")
    names = list(right.names())
    twice = {name for name in names if names.count(name) > 1}
    values = list_answers(worked(right))["values"]
    for name in twice & values.keys():
        assert values[name] == right.log.value[names.index(name)]


def test_a_file_continues_the_work_that_it_has(tmp_path):
    right, file = trace("lecture"), SheetFile(tmp_path / "a.yaml")
    session = file.resume(right, Level.GUIDED).session
    session.visit(0)
    session.visit(0)
    session.write_value(5)
    file.write(session)
    again = file.resume(right, Level.GUIDED)
    assert again.session.work.events == [Enter(0), Enter(0)]
    assert again.session.slips == {2}
    assert again.note == "You continue after step 2."
    for one in (session, again.session):
        while not one.is_over:
            one._do(right_event(right, one.work))
        assert one.summary()[0] == "Done: 22 of 23 steps right at once, not at B."


def test_free_work_continues_guided_up_to_its_first_wrong_step(tmp_path):
    right, file = trace("lecture"), SheetFile(tmp_path / "a.yaml")
    events = [Enter(0), Enter(0), Value(3), Enter(1), Value(12)]
    file.write(HandSession(right, Level.FREE, events))
    resumed = file.resume(right, Level.GUIDED)
    assert resumed.session.work.events == events[:4]
    assert "right up to step 4" in resumed.note


@over(
    "begun, level",
    [(Level.EXAM, Level.GUIDED), (Level.EXAM, Level.FREE), (Level.GUIDED, Level.EXAM)],
)
def test_a_work_is_not_continued_at_another_level(begun, level, tmp_path_factory):
    path = tmp_path_factory.mktemp("level") / "a.yaml"
    right = trace("lecture")
    SheetFile(path).write(HandSession(right, begun, [Enter(0)]))
    with pytest.raises(PlytraceError, match=f"begun as {begun}"):
        SheetFile(path).resume(right, level)


@over("text, why", table(__file__, "strange_files"))
def test_a_strange_file_is_refused_and_kept(text, why, tmp_path_factory):
    path = tmp_path_factory.mktemp("strange") / "a.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlytraceError, match=why):
        SheetFile(path).resume(trace("lecture"), Level.GUIDED)
    assert path.read_text(encoding="utf-8") == text


@over("steps", ["visit 1; visit 9", "return", "visit 1; fly"])
def test_steps_that_do_not_follow_each_other_are_refused(steps, tmp_path_factory):
    path = tmp_path_factory.mktemp("steps") / "a.yaml"
    right, file = trace("lecture"), SheetFile(path)
    file.write(file.resume(right, Level.GUIDED).session)
    text = path.read_text(encoding="utf-8").replace("# by hand: ", f"# by hand: {steps}")
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PlytraceError, match=r"cannot be (read|continued)"):
        file.resume(right, Level.GUIDED)


def test_problems_of_a_set_share_a_file(tmp_path):
    path = tmp_path / "a.yaml"
    one, two = SheetFile(path, "1"), SheetFile(path, "2")
    lecture, ties = trace("lecture"), trace("ties")
    one.write(HandSession(lecture, Level.EXAM, right_events(lecture)))
    two.write(HandSession(ties, Level.EXAM, [Enter(0)]))
    one.write(HandSession(lecture, Level.EXAM, [Enter(0)]))
    parts = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert parts["problem 1"]["visits"] == ["A", "B"]
    assert parts["problem 2"]["visits"] == ["A", "B"]
    assert two.resume(ties, Level.EXAM).session.work.events == [Enter(0)]
    with pytest.raises(PlytraceError, match="not a sheet of this work"):
        SheetFile(path).resume(lecture, Level.EXAM)


def test_the_next_tree_has_a_file_of_its_own(tmp_path):
    file = SheetFile(tmp_path / "a.yaml")
    assert file.for_next_tree().path.name == "a-2.yaml"
    (tmp_path / "a-2.yaml").touch()
    assert file.for_next_tree().path.name == "a-3.yaml"
    assert SheetFile(tmp_path / "a-3.yaml").for_next_tree().path.name == "a-4.yaml"


def test_work_on_the_right_tree_only_is_continued(tmp_path):
    path = tmp_path / "a.yaml"
    SheetFile(path).write(HandSession(trace([[3, 5], [2, 9]]), Level.GUIDED, [Enter(0)]))
    with pytest.raises(PlytraceError, match="another search"):
        SheetFile(path).resume(trace([[3, 5], [2, 8]]), Level.GUIDED)
    assert HandWork(trace([[3, 5], [2, 9]]), [Enter(0)]).events == [Enter(0)]


def test_the_sheet_of_a_next_tree_names_a_source_from_which_it_continues(tmp_path):
    convention = trace("lecture").settings.convention
    for search in ("alphabeta", "minimax", "expectiminimax"):
        right = make_next_tree(search, convention, (), "seed").right
        file = SheetFile(tmp_path / f"{search}.yaml")
        file.write(HandSession(right, Level.GUIDED, [Enter(0)]))
        again = trace(right.source, search)
        assert file.resume(again, Level.GUIDED).session.work.events == [Enter(0)]
