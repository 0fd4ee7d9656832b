"""Rosters and gradebooks: who is who, and nothing changes but the marks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InvalidInput, UsageError
from tests.support.downloads import GRADEBOOKS, JANE, PEOPLE
from tests.support.tables import table
from tracer.classes.submissions.class_list import filled, find_column, most_of
from tracer.classes.submissions.platforms import PLATFORMS, Student
from tracer.classes.submissions.tables import read_table, split_cells


def table_of(tmp_path, data, name="table.csv"):
    path = tmp_path / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return read_table(path)


def rows(table, name, *ids):
    return [one.row for one in table.find(Student(name, ids))]


@pytest.mark.parametrize("platform", GRADEBOOKS)
def test_a_gradebook_is_recognised_and_kept_to_the_byte(platform, tmp_path):
    data = GRADEBOOKS[platform]({JANE: 3})
    table = table_of(tmp_path, data)
    assert table.platform.name.casefold() == platform
    assert len(table.people) == len(PEOPLE)
    column = find_column(table, "HW 3" if platform == "canvas" else None)
    assert most_of(table, column) == 5
    assert filled(table, column, {}) == (data, [])
    (row,) = rows(table, JANE.name)
    changed, _ = filled(table, column, {row: 4.5})
    assert changed == GRADEBOOKS[platform]({JANE: 4.5})


@pytest.mark.parametrize("platform", GRADEBOOKS)
def test_a_student_is_found_by_id_login_mail_and_name(platform, tmp_path):
    table = table_of(tmp_path, GRADEBOOKS[platform]({}))
    for place, person in enumerate(PEOPLE):
        row = table.people[place].row
        kind = {"Canvas": "canvas id", "Moodle": "participant"}.get(table.platform.name, "id")
        assert rows(table, "", (kind, str(person.number))) == [row]
        assert rows(table, "", ("email", person.email.upper())) == [row] or platform == "x"
        for name in (person.name, f"{person.last}, {person.first}", person.canvas):
            assert rows(table, name) == [row]
    assert rows(table, "Nobody") == rows(table, "") == []


def test_an_id_of_another_platform_is_no_id(tmp_path):
    table = table_of(tmp_path, "Name,SID,Email,Role\nAnn Lee,101,a@x.edu,Student\n")
    assert rows(table, "", ("canvas id", "101")) == []
    assert rows(table, "", ("id", "101")) == rows(table, "101") == [1]


def test_two_people_of_one_name_are_both_found(tmp_path):
    table = table_of(tmp_path, "name,id\nJane Doe,1\nJane Doe,2\n")
    assert rows(table, "jane doe") == [1, 2]
    assert rows(table, "jane doe", ("id", "2")) == [2]


@pytest.mark.parametrize(("text", "labels"), table(__file__, "plain_rosters"))
def test_a_roster_may_be_a_plain_list(text, labels, tmp_path):
    assert [one.student.label for one in table_of(tmp_path, text).people] == labels


def test_a_column_is_not_guessed(tmp_path):
    table = table_of(tmp_path, GRADEBOOKS["canvas"]({}))
    with pytest.raises(UsageError, match=r"several columns for marks.*'HW 2', 'HW 3'"):
        find_column(table, None)
    with pytest.raises(InvalidInput, match="no column 'HW 9'"):
        find_column(table, "HW 9")
    with pytest.raises(InvalidInput, match="names the students"):
        find_column(table, "SIS Login ID")
    assert table.words[find_column(table, "HW 3 (4711)")] == "HW 3 (4711)"
    plain = table_of(tmp_path, "name,points\nJane Doe,\n")
    with pytest.raises(InvalidInput, match="no column for marks; expected an export of Canvas"):
        find_column(plain, None)
    assert filled(plain, find_column(plain, "points"), {1: 3})[0] == b"name,points\nJane Doe,3\n"


def test_excused_students_stay_excused(tmp_path):
    table = table_of(tmp_path, GRADEBOOKS["canvas"]({JANE: "EX"}))
    row = table.people[0].row
    data, kept = filled(table, find_column(table, "HW 3"), {row: 3})
    assert (data, kept) == (GRADEBOOKS["canvas"]({JANE: "EX"}), [row])


@given(st.text(alphabet='a",;\t\r\n\ufeff ü', max_size=40))
def test_cells_joined_again_are_the_text(text):
    for mark in ",;\t":
        cells, ends = split_cells(text, mark)
        joined = (mark.join(row) + end for row, end in zip(cells, ends, strict=True))
        assert "".join(joined) == text


def test_platforms_are_distinguished_by_their_names():
    assert len({one.name for one in PLATFORMS}) == len(PLATFORMS)
